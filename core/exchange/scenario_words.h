// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exchange/scenario_file.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// What a scenario file would say, in two parts for those who keep the jobs by themselves.
struct ScenarioWords {
    /// The document as JSON text; where its jobs belong it has `"jobs": null`. No such key without jobs, unless the
    /// source had it.
    std::string rest;
    /// How many jobs stand under `jobs`; those of traces and generators that it refers to do not.
    std::size_t jobs = 0;
};

/// What writeScenarioFile() would write to a file in `folder`, without its jobs. `source` is null for a scenario that
/// came from no file; `report` may be null. Reads traces only to see whether they changed.
[[nodiscard]] ScenarioWords scenarioWords(const Scenario& edited, const ScenarioExtras& extras,
    const ScenarioSource* source, const std::string& folder, SaveReport* report = nullptr);

/// Hands over the first `jobs` jobs in order, each as the JSON object that writeScenarioFile() would write. Error:
/// Interrupted, when `consume` gives false or `progress` (may be null) is cancelled.
Status forEachJobWords(const Scenario& edited, const ScenarioSource* source, std::size_t jobs,
    const std::function<bool(JobIndex, std::string_view)>& consume, Progress* progress = nullptr);

/// The text of a scenario file again. `appendJobs` appends the jobs to the text, separated by a comma, a line feed and
/// two blanks; it is called when `words.jobs` is not 0. Errors: JsonSyntax; what `appendJobs` gives.
Result<std::string> joinScenarioWords(
    const ScenarioWords& words, const std::function<Status(std::string&)>& appendJobs, Progress* progress = nullptr);

/// `rest` with the relative trace paths, which start from `from`, as seen from the folder `to`. As it is, when it is no
/// JSON or has no traces.
[[nodiscard]] std::string withTracePaths(const std::string& rest, const std::string& from, const std::string& to);

/// SHA-256 in hex over the job list that a run works on (traces and generators included), each job as a line of its
/// own, all defaults omitted. O(jobs).
[[nodiscard]] std::string jobListHash(const Scenario& scenario);

/// SHA-256 in hex over the scenario in its canonical form: the document without jobs (scenarioToJsonWithoutJobs) as
/// JSON without blanks, a line feed, and `jobsHash`. Equal scenarios have equal hashes, whatever words they were read
/// from.
[[nodiscard]] std::string scenarioHash(const Scenario& scenario, const std::string& jobsHash);
[[nodiscard]] inline std::string scenarioHash(const Scenario& scenario)
{
    return scenarioHash(scenario, jobListHash(scenario));
}

} // namespace quotaboard
