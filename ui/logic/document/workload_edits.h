// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/generator_edits.h"
#include "core/model/job_edits.h"
#include "core/model/workload_class.h"
#include "ui/logic/document/edit.h"

#include <memory>
#include <vector>

namespace quotaboard {

// Edits of the workload: always from the start of the run. Each names jobs as they are called in `scenario` now.

/// "Priority of 312 jobs → 500", or "Change 312 jobs" where more than one thing changes. Counts the jobs given.
[[nodiscard]] Edit changeJobsEdit(const Scenario& scenario, std::vector<JobIndex> jobs, const JobChange& change);
[[nodiscard]] Edit removeJobsEdit(const Scenario& scenario, std::vector<JobIndex> jobs);
[[nodiscard]] Edit duplicateJobsEdit(const Scenario& scenario, std::vector<JobIndex> jobs);

/// Puts in what was made for `before`. Refused (Conflict) when the document holds another scenario by then. Also takes
/// interventions, which may name generated jobs.
[[nodiscard]] Edit generatorsEdit(
    const QString& text, std::shared_ptr<const Scenario> before, std::shared_ptr<const RegeneratedScenario> after);

/// Replaces the list of classes; jobs stay as they are.
[[nodiscard]] Edit workloadClassesEdit(const QString& text, std::vector<WorkloadClass> classes);
/// What a class says of its jobs.
[[nodiscard]] JobChange changeOf(const WorkloadClass& kind);
/// "Defaults of training → 412 jobs"
[[nodiscard]] Edit applyClassEdit(const Scenario& scenario, const WorkloadClass& kind);
/// Jobs whose `workloadClass` is `name`.
[[nodiscard]] std::vector<JobIndex> jobsOfClass(const Scenario& scenario, const std::string& name);

} // namespace quotaboard
