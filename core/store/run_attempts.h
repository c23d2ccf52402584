// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/simulation/event_log.h"
#include "core/simulation/job_history.h"

#include <functional>

namespace quotaboard {

/// An attempt of a run with what led to it.
struct RunAttempt {
    JobIndex job;
    /// Share of the job when it was dispatched.
    ShareIndex share;
    /// When the job became RUNNABLE for it, ms of simulation time.
    TimeMs queued = 0;
    AttemptRecord record;
};

/// Every attempt of a run, in the order in which they ended, those that did not end last; until `consume` gives false.
/// One pass over the log: O(events).
void forEachAttempt(
    const Scenario& scenario, const EventLog& log, const std::function<bool(const RunAttempt&)>& consume);

/// PREEMPTED, FAILED, TIMED_OUT, SUCCEEDED, ENDED, ALIVE.
[[nodiscard]] std::string_view nameOf(AttemptRecord::End end);

} // namespace quotaboard
