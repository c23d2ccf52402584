// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <cstddef>
#include <vector>

namespace quotaboard {

/// What became of a timed change that names a generated job when the generators changed.
struct MovedReference {
    /// In the scenario before.
    InterventionIndex intervention;
    JobIndex job;
    /// The job that is the same one by share, unit, name and submit time; invalid: there is none any more, and the
    /// timed change is gone with it.
    JobIndex now;
};

/// A scenario whose generated jobs were made anew.
struct RegeneratedScenario {
    Scenario scenario;
    /// As a file would hold them.
    std::vector<GeneratorSpec> generators;
    /// Where the jobs of each begin in the merged list; one more for where those of the last end.
    std::vector<std::size_t> starts;
    /// Timed changes of generated jobs, in their order.
    std::vector<MovedReference> references;

    /// Which job a job of `before`, which this was made of, is now; invalid when it is gone. A generated job is the
    /// same one by share, unit, name and submit time. O(jobs).
    [[nodiscard]] JobIndex now(const Scenario& before, JobIndex job) const;
};

/// `scenario` with the jobs of `specs` in place of its generated ones; jobs behind them move, and so do the timed
/// changes that name them. A generator whose share is gone stays in the list and makes no jobs. O(jobs); meant for a
/// worker. Errors: those of checkedGenerators, OutOfRange for attempts
/// that would be too long, TooMany, Interrupted.
[[nodiscard]] Result<RegeneratedScenario> regenerate(
    const Scenario& scenario, const std::vector<GeneratorSpec>& specs, Progress* progress = nullptr);

/// Appends the jobs of the generator at `place` of a file, checked as the reader checks them. Errors: those of
/// generateJobs and OutOfRange for attempts that would be too long, with the place in the file.
Status appendJobsOf(
    Scenario& scenario, const GeneratorSpec& spec, std::size_t place, const Progress* progress = nullptr);

/// Whether a file of `scenario` has the share: one of the start, or one that an intervention creates. A share that was
/// deleted keeps its place among the names.
[[nodiscard]] bool hasShare(const Scenario& scenario, const std::string& name);

/// A share is called `now`: its generators follow, with the jobs that they have made.
void renameShare(std::vector<GeneratorSpec>& specs, const std::string& was, const std::string& now);

/// Whether the generated jobs of `scenario` are what `specs` give: a file may refer to them. O(jobs).
[[nodiscard]] bool areGeneratedBy(const Scenario& scenario, const std::vector<GeneratorSpec>& specs);

} // namespace quotaboard
