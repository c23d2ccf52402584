// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exchange/json_cursor.h"
#include "core/exchange/scenario_extras.h"
#include "core/model/scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace quotaboard {

/// What a scenario file says, word for word, so that saving changes only what was edited: unknown keys, values that
/// equal their defaults, trace references and generators stay as they were. Immutable and opaque; made by
/// readScenarioFile, used by writeScenarioFile.
struct ScenarioSource;
struct TraceReference;

/// A scenario with the words it was read from.
struct ScenarioFile {
    std::shared_ptr<const Scenario> scenario;
    /// Null for one that came from no file.
    std::shared_ptr<const ScenarioSource> source;
    std::vector<ReadWarning> warnings;
    ScenarioExtras extras;
};

/// Reads a file for editing. Errors and limits: those of readScenario. Blocks.
Result<ScenarioFile> readScenarioFile(const std::string& path, Progress* progress = nullptr);

/// The same from memory, for the samples that come with the program. `name` stands for the file in errors; traces are
/// looked for in `folder`.
Result<ScenarioFile> readScenarioFileText(
    std::string text, const std::string& name, const std::string& folder, Progress* progress = nullptr);

/// A scenario that was made from a trace, as if it had been read from a file that refers to it: saving writes the
/// reference. The last `reference.jobs` jobs are the trace's; `folder` is what its relative paths start from.
[[nodiscard]] ScenarioFile newScenarioFile(
    Scenario scenario, const TraceReference& reference, const std::string& folder);

/// What saving did that nobody asked for.
struct SaveReport {
    /// Trace files that are gone, or are not what they were when they were read: their jobs were written out, and those
    /// of all other traces and of generators. Absolute paths.
    std::vector<std::string> changedTraces;
};

/// Writes `edited` and `extras` over the words of `source` to `path`, atomically. What equals what was read stays as it
/// was written, jobs of traces and generators stay references (relative paths are adapted to the new folder, shares of
/// another name are said). When one of those jobs was edited, or a trace is not what it was, all of them are written
/// out as jobs instead, since a reference cannot say it; `report` (may be null) tells the latter. Errors: CannotWrite,
/// Interrupted. Blocks.
Status writeScenarioFile(const Scenario& edited, const ScenarioExtras& extras, const ScenarioSource* source,
    const std::string& path, Progress* progress = nullptr, SaveReport* report = nullptr);

/// Whether `edited` says the same as `original`, which it is a changed copy of: saving both would give the same file.
/// O(size of the policy), and of the job lists only when they are not one.
[[nodiscard]] bool isSameScenario(const Scenario& original, const Scenario& edited);

} // namespace quotaboard
