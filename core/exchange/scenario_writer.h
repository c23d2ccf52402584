// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/exchange/trace_reference.h"
#include "core/model/scenario.h"

#include <nlohmann/json.hpp>

#include <string>

namespace quotaboard {

/// Writes a scenario document (scenario-format section 1): stable key order, defaults omitted, times exact to the ms,
/// one job a line. Jobs are streamed, so that a million of them need no document in memory. With `reference` the last
/// `reference->jobs` jobs of the table (before those that interventions submit) are not written out but referred to.
/// The file appears complete or not at all. Blocks on the disk. Errors: CannotWrite; Interrupted when `progress` is
/// cancelled.
Status writeScenario(
    const Scenario& scenario, const TraceReference* reference, const std::string& path, Progress* progress = nullptr);

/// The same document as text; for scenarios of a size that fits in memory twice.
[[nodiscard]] std::string scenarioToText(const Scenario& scenario, const TraceReference* reference = nullptr);

/// Everything but jobs, traces and generators, in the key order of the format, defaults omitted.
[[nodiscard]] nlohmann::ordered_json scenarioToJsonWithoutJobs(const Scenario& scenario);

/// The same document as JSON.
[[nodiscard]] nlohmann::ordered_json scenarioToJson(
    const Scenario& scenario, const TraceReference* reference = nullptr);

} // namespace quotaboard
