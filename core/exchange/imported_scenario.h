// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_file.h"
#include "core/exchange/trace_reference.h"
#include "core/workload/importer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace quotaboard {

/// A scenario with more jobs than this refers to its trace for them, unless told otherwise.
inline constexpr std::uint64_t kMostInlineJobs = 20'000;

/// The reference by which a scenario makes the jobs of an import again. `paths` are the trace's files as seen from the
/// scenario's folder, `read` and `rules` what they were read and imported with. The format that was recognised is
/// written down, so that a later version cannot recognise something else.
[[nodiscard]] TraceReference makeTraceReference(std::vector<std::string> paths, const Trace& trace,
    const TraceReadOptions& read, const JobRules& rules, const ImportResult& result);

/// Whether a run would take the checkpoint plans of an import: attempts must end within any sum. OutOfRange with
/// "--checkpoint" as its place.
[[nodiscard]] Status checkImportedCheckpoints(const Scenario& scenario);

/// An import as a document that was never saved. Above kMostInlineJobs it refers to `files` (relative to the working
/// folder or absolute), which saving writes as seen from the scenario's folder.
[[nodiscard]] ScenarioFile makeImportedFile(ImportResult result, const std::vector<std::string>& files,
    const Trace& trace, const TraceReadOptions& read, const JobRules& rules);

} // namespace quotaboard
