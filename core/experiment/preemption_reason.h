// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/run_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quotaboard {

/// A job that might have been preempted, as it was at the decision.
struct PreemptionCandidate {
    /// What became of it, going through the candidates in victim order (scheduling.md section 4).
    enum class Fate : std::uint8_t {
        Chosen,
        NotNeeded, ///< there was enough without it and those after it
        ShareNoLongerOver, ///< those taken before it had brought its share back to its limit
        Spared, ///< taken at first; with the others gone it could stay
    };
    JobIndex job;
    ShareIndex share;
    Fate fate = Fate::NotNeeded;
    /// Instances, and those of them above its share's limit.
    std::int32_t instances = 0;
    std::int64_t borrowed = 0;
    /// Instances by which its share was over its limit.
    std::int64_t shareOver = 0;
    std::int32_t priority = 0;
    /// When it was dispatched.
    TimeMs dispatched = 0;
    /// Work that a preemption threw away or would have, ms of its own time and GPU-ms.
    TimeMs loss = 0;
    GpuMs lossOfAll = 0;
    bool operator==(const PreemptionCandidate&) const = default;
};

/// Why a job was preempted: whose claim, under which rule, and who else could have been.
struct PreemptionReason {
    enum class Kind : std::uint8_t {
        Reclaim, ///< an owner took back what others had borrowed
        LimitLowered, ///< likewise, from a share that is above its limit because that was lowered
        InShare, ///< a job of the same share with a higher priority
    };
    Kind kind = Kind::Reclaim;
    TimeMs time = 0;
    JobIndex job;
    /// The job that claimed, with its share, priority and instances at that moment.
    JobIndex claimant;
    ShareIndex claimantShare;
    UnitIndex unit;
    std::int32_t claimantInstances = 0;
    std::int32_t claimantPriority = 0;
    VictimOrder order = VictimOrder::Priority;
    /// All of the same kind of preemption, in victim order.
    std::vector<PreemptionCandidate> candidates;
    /// Jobs that the same decision preempted for the other cause, in the order taken.
    std::vector<JobIndex> others;
};

/// Explains the event at `index` of the recorded run; empty when that is no PREEMPTED. Replays from the snapshot before
/// it, so it takes as long as a seek, and looks through the log for the dispatches of the candidates. Does not block
/// otherwise; may be called from any thread.
[[nodiscard]] std::optional<PreemptionReason> explainPreemption(const RunResult& result, std::size_t index);

/// Where the job was preempted last among the first `events` events; empty when it was not. O(events).
[[nodiscard]] std::optional<std::size_t> lastPreemption(const EventLog& log, JobIndex job, std::size_t events);
/// Where its attempt (1-based) was preempted; empty when it was not. O(log).
[[nodiscard]] std::optional<std::size_t> preemptionOfAttempt(const EventLog& log, JobIndex job, std::uint32_t attempt);

} // namespace quotaboard
