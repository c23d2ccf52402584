// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/comparison.h"

#include <nlohmann/json.hpp>

#include <string>

namespace quotaboard::cli {

/// A comparison with all its numbers unrounded: seconds and hours nowhere, but ms, GPU-ms and ratios.
[[nodiscard]] nlohmann::ordered_json comparisonToJson(const Comparison& comparison);

/// One line for each row and scenario, unrounded, with a header (RFC 4180).
[[nodiscard]] std::string comparisonToCsv(const Comparison& comparison);

} // namespace quotaboard::cli
