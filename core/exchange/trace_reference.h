// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/exchange/json_cursor.h"
#include "core/model/scenario.h"
#include "core/workload/import_options.h"
#include "core/workload/name_grouping.h"
#include "core/workload/trace_jobs.h"
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
    /// What the scenario calls shares that were renamed since; by their names after grouping.
    ShareRenames renamedShares;
    /// Times are written as instants when the trace's are.
    bool timesAreAbsolute = false;
    /// The trace's time that is simulation time 0. Empty = its first submit, floored to the whole second.
    std::optional<TimeMs> origin;
    /// How many jobs came out when the scenario was written; 0 = not known.
    std::uint64_t jobs = 0;
    /// What the files were then, one for each path, or none. `modified` is not part of a scenario.
    std::vector<FileMark> marks;
};

/// A file that jobs were read from, where it was found.
struct TraceFile {
    std::string path;
    FileMark mark;
};

/// The entry as JSON, defaults omitted.
[[nodiscard]] nlohmann::ordered_json traceReferenceToJson(const TraceReference& reference);

/// Reads one entry. Errors, into the cursor's context: MissingKey, WrongType, OutOfRange, NotAllowed.
[[nodiscard]] TraceReference readTraceReference(const JsonCursor& entry);

/// Reads the trace that `entry` refers to and appends exactly the jobs that the import had made: same order, same
/// values. Their shares must be in `scenario.shareNames`, else UnknownReference. `scenarioFolder` is what relative
/// paths start from. Other errors, into the cursor's context: those of readTraceReference and readTrace,
/// TraceNoUsableJobs. Warnings: TraceChanged for files that are not what `entry` says they were. `files` receives what
/// was read. Blocks on the disk.
void appendReferencedJobs(Scenario& scenario, const JsonCursor& entry, const std::string& scenarioFolder,
    std::vector<TraceFile>& files, Progress* progress);

/// Where a path of a reference in a scenario of `folder` is looked for: absolute, unless the system does not know its
/// working folder.
[[nodiscard]] std::string traceFilePath(const std::string& folder, const std::string& path);

/// `tracePath` (relative to the working folder) as it must be written into a scenario at `scenarioPath`.
[[nodiscard]] std::string pathForScenario(const std::string& tracePath, const std::string& scenarioPath);

} // namespace quotaboard
