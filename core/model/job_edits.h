// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario_edits.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace quotaboard {

// Edits of many jobs at once, always from the start. As in scenario_edits.h each changes `scenario` whole or not at all
// and may be tried on a copy. They take O(jobs of the scenario) at most.

/// What to change in each of some jobs; what is empty stays as it is.
struct JobChange {
    std::optional<std::string> name;
    /// A share that exists at the start or is created by an intervention.
    std::optional<std::string> share;
    /// A unit the scenario does not name yet is added.
    std::optional<std::string> unit;
    /// Empty text: none.
    std::optional<std::string> user;
    std::optional<std::string> workloadClass;
    std::optional<std::int32_t> instances;
    /// 0 to kMaxPriority.
    std::optional<std::int32_t> priority;
    /// Added to each job's own priority; may be negative.
    std::optional<std::int32_t> raisePriority;
    /// ms from the start. Of a job that an intervention submits: the intervention moves.
    std::optional<TimeMs> submit;
    /// ms on all its instances.
    std::optional<TimeMs> work;
    /// Times the job's own work, rounded to whole ms; more than 0.
    std::optional<double> workFactor;
    /// The inner one empty: writes no checkpoints.
    std::optional<std::optional<CheckpointPlan>> checkpoint;
    std::optional<TimeMs> restore;
    /// The inner one empty: unlimited.
    std::optional<std::optional<std::int32_t>> preemptionRetries;
    /// Own failures after which the job FAILS, at least 1.
    std::optional<std::int32_t> attempts;
    /// kNever: none.
    std::optional<TimeMs> deadline;
};

/// What a change would do to how many jobs. Those that it may not be done to stay as they are.
struct JobChangeCount {
    std::size_t changed = 0;
    /// They have the values already.
    std::size_t same = 0;
    /// The priority would be below 0 or above kMaxPriority.
    std::size_t priorityOutOfRange = 0;
    /// The work would be longer than a scenario may hold.
    std::size_t workOutOfRange = 0;
    /// With all its checkpoint writes an attempt would be too long to be summed up.
    std::size_t attemptTooLong = 0;
    /// Of `changed`: jobs of traces or generators, which saving then writes out as jobs.
    std::size_t referred = 0;
};

/// Errors: EditRefused when the change means nothing for any job (no such share, a value out of range).
[[nodiscard]] Result<JobChangeCount> countJobChange(
    const Scenario& scenario, std::span<const JobIndex> jobs, const JobChange& change);

/// Does it to the jobs that it may be done to. Errors: those of countJobChange; and when it may be done to none, why.
Status changeJobs(Scenario& scenario, std::span<const JobIndex> jobs, const JobChange& change);

/// Adds a copy of each, without its `jobId` and with its submit time. Where jobs of traces, generators or interventions
/// end the list, the copies are submitted by interventions.
Status duplicateJobs(Scenario& scenario, std::span<const JobIndex> jobs);

/// A job without id is known by its index. Where another job's id reads like that index, it gets an id of its own,
/// since a saved file could not be told apart (scenario-format, jobs).
void keepIdsDistinct(Scenario& scenario);

/// Position of the first job that a trace or generator gave; jobs.size() less those that interventions submit when none
/// did.
[[nodiscard]] std::size_t firstReferredJob(const Scenario& scenario);
/// Position behind the last job that a trace or generator gave: of the first that an intervention submits.
[[nodiscard]] std::size_t firstSubmittedJob(const Scenario& scenario);

} // namespace quotaboard
