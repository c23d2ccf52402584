// SPDX-License-Identifier: Apache-2.0
//
// A deliberately naive reference model of the scheduling semantics (spec: scheduling.md, metrics.md,
// scenario-format.md). It shares no code with core/: it reads the scenario as plain JSON and follows
// the text literally, recomputing everything from the job states on each use. It exists only to be
// compared with the product core in tests.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard::reference {

struct Outcome {
    std::vector<nlohmann::json> events; // scenario-format.md section 2, one object per event
    nlohmann::json summary; // metrics.md section 5
    std::vector<std::string> violations; // broken invariants of scheduling.md section 8; empty when all hold
    // How often each code of scheduling.md section 7 was seen: one count per waiting job and timestamp.
    std::map<std::string, std::int64_t> waitingReasons;
    // How often each rule of section 3 dispatched: A1 to A4, B, and in phase C "C-" and the rule that placed it.
    std::map<std::string, std::int64_t> rules;
    // With RunOptions::recordWaiting: {"t", "jobId", "reason"} for each job that is RUNNABLE or SCHEDULED
    // after the last round of a timestamp, in job order.
    std::vector<nlohmann::json> waiting;
};

struct RunOptions {
    std::map<std::string, int> catalogue; // GPUs per unit; a unit that neither this nor the scenario knows has 1
    bool recordWaiting = false;
};

// Runs a valid scenario to its end. Workload sources: `jobs` and `interventions` only.
// Throws std::runtime_error after maxRounds rounds at one timestamp, nlohmann exceptions on malformed input.
Outcome run(const nlohmann::json& scenario, const RunOptions& options = {});

inline constexpr int maxRounds = 1'000'000;

// Reads a catalogue file (capacity-units.csv: "unit,gpus,..." with '#' comments and one heading line).
std::map<std::string, int> readCatalogue(const std::string& path);

// The comparison rules of tools/run-cases: events must match line by line in both directions; of the
// summary every expected key must be there with the expected value; numbers to 1e-9 relative.
// Returns a readable first difference, or nothing.
std::optional<std::string> compareOutcomes(
    const Outcome& want, const std::vector<nlohmann::json>& gotEvents, const nlohmann::json& gotSummary);

} // namespace quotaboard::reference
