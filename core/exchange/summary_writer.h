// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/metrics/scorecard.h"
#include "core/model/scenario.h"

#include <nlohmann/json.hpp>

namespace quotaboard {

/// The summary of metrics.md section 5 with our own keys beside it (core/metrics/README.md). OutOfRange when a sum does
/// not fit into 64 bits; then nothing is given.
[[nodiscard]] Result<nlohmann::ordered_json> summaryToJson(const Scenario& scenario, const Scorecard& card);

} // namespace quotaboard
