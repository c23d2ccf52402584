// SPDX-License-Identifier: Apache-2.0
// Of those who read and write the words of scenario files only.
#pragma once

#include "core/exchange/scenario_extras.h"
#include "core/exchange/trace_reference.h"
#include "core/model/scenario.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace quotaboard {

struct ScenarioSource {
    /// The document; `jobs`, where it has them, is null here.
    nlohmann::ordered_json rest;
    std::string text;
    /// Offset and length in `text` of each job under `jobs`.
    std::vector<std::pair<std::size_t, std::size_t>> jobs;
    Scenario original;
    ScenarioExtras extras;
    /// What relative trace paths start from.
    std::string folder;
    /// What the jobs of traces were read from.
    std::vector<TraceFile> traceFiles;
};

} // namespace quotaboard
