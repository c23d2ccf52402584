// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/experiment/run_result.h"
#include "core/model/scenario_edits.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace quotaboard {

/// A job that would be preempted, and the work it would lose.
struct RemedyVictim {
    JobIndex job;
    /// ms of the job's own time.
    TimeMs lost = 0;
    PreemptionCause cause = PreemptionCause::CrossShare;
    bool operator==(const RemedyVictim&) const = default;
};

/// One edit that makes a waiting job start at a moment, tried on a copy, with what it does to others at that moment.
struct Remedy {
    enum class Kind : std::uint8_t {
        RaiseLimit, ///< share's limit from -> to
        RaiseBorrowLimit, ///< share's borrow limit in percent, from -> to
        LetBorrow, ///< share becomes LEND_AND_BORROW with borrow limit `to` percent
        LetLend, ///< other, RESERVE until now, becomes LEND
        MoveCapacity, ///< `to` instances from `other` to share
        RaisePriority, ///< the job's priority from -> to
        PreemptInShare, ///< share's in-share preemption on, and the job's priority from -> to
        AddCapacity, ///< the environment's capacity from -> to
        AddCapacityToShare, ///< the environment's capacity from -> to, and the share's limit by as much
        MoveJob, ///< the job goes to `other`
    };
    Kind kind = Kind::RaiseLimit;
    JobIndex job;
    ShareIndex share;
    ShareIndex other;
    UnitIndex unit;
    std::int64_t from = 0;
    std::int64_t to = 0;
    /// What it costs others at once: preempted at the moment with the edit and not without it, in log order.
    std::vector<RemedyVictim> victims;
    /// Sum of their lost work, GPU-ms.
    GpuMs lost = 0;
    /// With the edit the limits for the unit exceed the environment by so many instances; 0 when they do not.
    std::int64_t oversubscribedBy = 0;
    /// Makes the edit, from the moment on.
    std::function<Status(Scenario&)> change;
};

/// Edits, each by itself, with which `job`, waiting in `result` at `moment`, has the event STARTING at that very ms.
/// Those that preempt nobody first, then by lost work. Empty when the job does not wait then, or nothing helps. Source:
/// design, "what would start it now". Stops early, with what was found, when `progress` is cancelled. Does not block.
[[nodiscard]] std::vector<Remedy> findRemedies(
    const RunResult& result, JobIndex job, TimeMs moment, const Progress* progress = nullptr);

/// When the job starts in the recorded run after `moment`; kNever when it does not.
[[nodiscard]] TimeMs nextStart(const RunResult& result, JobIndex job, TimeMs moment);

} // namespace quotaboard
