// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/comparison.h"

#include <cstdio>

namespace quotaboard::cli {

/// Prints a comparison: up to three scenarios side by side, more of them one after the other against the baseline.
void printComparison(std::FILE* out, const Comparison& comparison, bool onlyDifferences);

} // namespace quotaboard::cli
