// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/event_log.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// One dispatch of a job as the event log tells it; times are kNever for what has not happened.
struct AttemptRecord {
    enum class End : std::uint8_t { Alive, Preempted, Failed, TimedOut, Succeeded, Ended };
    std::uint32_t number = 0;
    TimeMs scheduled = kNever;
    TimeMs starting = kNever;
    TimeMs running = kNever;
    /// When it stopped working: preempted, failed, completed or ended by somebody.
    TimeMs end = kNever;
    /// When a preempted attempt released its instances.
    TimeMs released = kNever;
    End outcome = End::Alive;
    /// Ended: why (TERMINATED, SHARE_DELETED …).
    FailureReason reason = FailureReason::None;
    PreemptionCause cause = PreemptionCause::CrossShare;
    /// Preempted: for whom.
    JobIndex by;
    /// Work thrown away at its preemption, and work it resumed from, ms of the job's own time.
    TimeMs lost = 0;
    TimeMs resumedFrom = 0;
    bool restoreFailed = false;
    std::int32_t borrowed = 0;
};

/// What happened to one job.
struct JobHistory {
    TimeMs submitted = kNever;
    /// First RUNNABLE.
    TimeMs runnable = kNever;
    std::vector<AttemptRecord> attempts;
    /// SUCCEEDED or FAILED; kNever while it lives.
    TimeMs ended = kNever;
    bool succeeded = false;
    FailureReason reason = FailureReason::None;
};

/// Reads the first `events` events of a log for one job. O(events).
[[nodiscard]] JobHistory historyOf(const EventLog& log, JobIndex job, std::size_t events);

} // namespace quotaboard
