// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/scorecard.h"
#include "core/model/scenario.h"

#include <cstdio>

namespace quotaboard::cli {

/// The scorecard as a person reads it: the five metrics, waits, where the capacity went, who took from whom.
void printScorecard(std::FILE* out, const Scenario& scenario, const Scorecard& card);

} // namespace quotaboard::cli
