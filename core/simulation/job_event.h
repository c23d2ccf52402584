// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/intervention.h"
#include "core/scheduler/scheduler.h"

#include <cstdint>

namespace quotaboard {

/// A recorded fact (scenario-format section 2).
enum class EventKind : std::uint8_t {
    Submitted,
    Runnable,
    Scheduled,
    Starting,
    Running,
    Preempted,
    Stopped,
    AttemptFailed,
    Succeeded,
    Failed,
    Updated,
    Moved,
};
inline constexpr std::size_t kEventKinds = 12;

/// Why an attempt or a job failed.
enum class FailureReason : std::uint8_t {
    None,
    Failed,
    Timeout,
    PreemptionRetriesExhausted,
    Terminated,
    TimeLimit,
    ShareDeleted,
    ShareDisabled,
    QueueDisabled,
};

/// One event; which members mean something depends on `kind`, the others are zero or invalid.
struct JobEvent {
    TimeMs time = 0;
    /// Running: durable progress it resumes from (0 = fresh start). Preempted: progress lost. ms of work.
    TimeMs progress = 0;
    /// All but Updated.
    JobIndex job;
    /// Preempted: whose claim.
    JobIndex by;
    /// Submitted, Moved.
    ShareIndex share;
    /// Updated.
    InterventionIndex intervention;
    /// 1-based; 0 where the event has none or the job was never dispatched.
    std::uint32_t attempt = 0;
    /// Scheduled: instances above the share's limit; the rest of the job's instances are own.
    std::int32_t borrowed = 0;
    EventKind kind = EventKind::Submitted;
    PreemptionCause cause = PreemptionCause::CrossShare;
    FailureReason reason = FailureReason::None;
    Refusal refused = Refusal::None;
    /// Running: the checkpoint could not be used, all progress is gone.
    bool restoreFailed = false;

    bool operator==(const JobEvent&) const = default;
};

/// Hears events in emission order.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void onEvent(const JobEvent& event) = 0;
    /// Jobs are about to be preempted for `claimant`; the simulator is still as it was when they were chosen.
    virtual void onVictimsChosen(JobSlot /*claimant*/) { }

protected:
    EventSink() = default;
    EventSink(const EventSink&) = default;
    EventSink& operator=(const EventSink&) = default;
    EventSink(EventSink&&) = default;
    EventSink& operator=(EventSink&&) = default;
};

} // namespace quotaboard
