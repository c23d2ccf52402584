// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_reader.h"
#include "core/experiment/run_result.h"
#include "core/metrics/scorecard.h"
#include "core/simulation/event_log.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace quotaboard::test {

/// A scenario that was run by the product's own code, with everything a test may want to look at.
struct FinishedRun {
    std::unique_ptr<Scenario> scenario;
    EventLog log;
    Scorecard card;
    std::vector<nlohmann::json> events;
    nlohmann::json summary;
    /// Empty when everything went well.
    std::string error;
};

/// Reads and runs a scenario document; results are of the window from `from` on.
[[nodiscard]] FinishedRun runScenario(const nlohmann::json& document);
[[nodiscard]] FinishedRun runScenarioFile(const std::string& path, TimeMs from = 0);
/// Runs a scenario built by hand.
[[nodiscard]] FinishedRun runScenario(Scenario scenario, TimeMs from = 0);
/// A run with its snapshots, as the application has it; null when the document is refused.
[[nodiscard]] std::shared_ptr<const RunResult> recordedRun(const nlohmann::json& document);

} // namespace quotaboard::test
