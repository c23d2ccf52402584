// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/experiment/run_result.h"
#include "core/model/breakpoint.h"

#include <vector>

namespace quotaboard {

/// A moment at which a breakpoint is met.
struct BreakpointHit {
    TimeMs at = 0;
    /// Preempted, started, waiting longest, or the last to leave its queue; invalid for a time.
    JobIndex job;
    /// Preemption: for whom.
    JobIndex by;
    bool operator==(const BreakpointHit&) const = default;
};

/// When each breakpoint is met in a recorded run, ascending, at most once a ms; whether it is enabled does not matter.
/// What counts is the state after everything at a ms, as the clock shows it:
/// - Preemption, JobPreempted: the event PREEMPTED; a job belongs to the share that it is in then.
/// - JobStarts: the event STARTING of any attempt.
/// - QueueEmpty: jobs were RUNNABLE in the share at the last moment that was different, and none is now.
/// - Wait: a job waits from RUNNABLE until it is STARTING or ends; the longest such wait in the share is longer than
///   `longerThan`, and was not a ms before. A job that is moved takes its wait along.
/// Names that mean nothing in the scenario are never met. Reads the log once, if anything but times is asked for: O(n
/// log n). Stops early, with what was found, when `progress` is cancelled.
[[nodiscard]] std::vector<std::vector<BreakpointHit>> findBreakpointHits(
    const RunResult& result, const std::vector<Breakpoint>& breakpoints, const Progress* progress = nullptr);

/// Jobs whose third preemption in a row without durable progress between comes at `at` (metrics.md 3, preemption
/// loops).
struct LoopMoment {
    TimeMs at = 0;
    /// In log order.
    std::vector<JobIndex> jobs;
    bool operator==(const LoopMoment&) const = default;
};

/// Ascending. A job is there once for each such row, however long the row grows. Reads the log when the scorecard lists
/// loops, else nothing.
[[nodiscard]] std::vector<LoopMoment> findLoopMoments(const RunResult& result, const Progress* progress = nullptr);

} // namespace quotaboard
