// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/import_options.h"
#include "core/workload/name_grouping.h"
#include "core/workload/trace_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace quotaboard {

/// One entry of a scenario's `traces`: everything needed to make the same jobs from the trace again
/// (SCENARIO_TRACES.md describes the keys).
struct TraceReference {
    /// Relative to the scenario's folder, or absolute.
    std::vector<std::string> paths;
    /// format, mapping, shareBy, timezone, decimalSeparator; the size limit is not part of a scenario.
    TraceReadOptions read;
    JobRules rules;
    NameGrouping shares;
    NameGrouping units;
    /// Times are written as instants when the trace's are.
    bool timesAreAbsolute = false;
    /// The trace's time that is simulation time 0. Empty = its first submit, floored to the whole second.
    std::optional<TimeMs> origin;
    /// How many jobs came out when the scenario was written; 0 = not known.
    std::uint64_t jobs = 0;
};

/// The entry as JSON, defaults omitted.
[[nodiscard]] nlohmann::ordered_json traceReferenceToJson(const TraceReference& reference);

/// Reads one entry. `jsonPointer` is its place ("/traces/0"). Errors: MissingKey, WrongType, OutOfRange, NotAllowed;
/// unknown keys become warnings.
[[nodiscard]] Result<TraceReference> parseTraceReference(const nlohmann::json& entry, const std::string& jsonPointer,
                                                         std::vector<std::string>& warnings);

/// Reads the trace that `traceEntry` refers to and appends exactly the jobs that the import had made: same order, same
/// values. Their shares must be in `scenario.shareNames`, else UnknownReference. `scenarioFolder` is what relative paths
/// start from. Other errors: those of parseTraceReference and readTrace, TraceNoUsableJobs. Blocks on the disk.
Status appendReferencedJobs(Scenario& scenario, const nlohmann::json& traceEntry, const std::string& jsonPointer,
                            const std::string& scenarioFolder, Progress* progress, std::vector<std::string>& warnings);

/// The same for a reference that was parsed before, and a trace that was read before.
Status appendReferencedJobs(Scenario& scenario, const TraceReference& reference, const Trace& trace,
                            const std::string& jsonPointer, std::vector<std::string>& warnings);

/// `tracePath` (relative to the working folder) as it must be written into a scenario at `scenarioPath`.
[[nodiscard]] std::string pathForScenario(const std::string& tracePath, const std::string& scenarioPath);

} // namespace quotaboard
