// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/run_result.h"
#include "core/metrics/statistics.h"
#include "core/model/policy_state.h"
#include "ui/logic/plot/board_layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace quotaboard {

/// What lanes say about the past at any moment of a run: waits of its jobs until then, and interruptions against the
/// share's budget. Made once per run (cost grows with its log); immutable, so that any thread may ask.
class BoardHistory {
public:
    explicit BoardHistory(const RunResult& result);

    struct Waits {
        /// Jobs that have started by then, and those that have not: they wait, or ended while they waited.
        std::size_t started = 0;
        std::size_t open = 0;
        /// Jobs that wait for what can never be, as limits are then; left out of the others (metrics.md, M2).
        std::size_t impossible = 0;
        /// ms; neither value nor bound for fewer than five jobs (no percentile is shown then).
        CensoredQuantile p95;
        [[nodiscard]] std::size_t count() const { return started + open; }
    };
    /// Waits from RUNNABLE to RUNNING as the scorecard counts them (metrics.md, M2), over all priorities of the share;
    /// of jobs that have not started, how long they have waited so far. O(n log n) in the share's jobs.
    [[nodiscard]] Waits waits(ShareIndex share, TimeMs now) const;
    /// The same for every share, in order of ShareIndex.
    [[nodiscard]] std::vector<Waits> allWaits(TimeMs now) const;

    struct Interruptions {
        std::uint32_t worstJob = 0;
        /// GPU-ms lost in the week (7 d from the scenario's start) that `now` is in.
        GpuMs lostThisWeek = 0;
    };
    [[nodiscard]] Interruptions interruptions(ShareIndex share, TimeMs now) const;

private:
    struct Interruption {
        TimeMs at = 0;
        std::uint32_t worstJob = 0;
        GpuMs lostThisWeek = 0;
    };
    /// A job that has not started, in the queue of one share.
    struct OpenWait {
        TimeMs runnableAt = 0;
        /// In this share since, and until it started, went to another share (kNever: neither).
        TimeMs from = 0;
        TimeMs until = kNever;
        /// Ended without having started; kNever when it did not.
        TimeMs endedAt = kNever;
        UnitIndex unit;
        std::int32_t instances = 0;
    };
    [[nodiscard]] Waits waits(ShareIndex share, TimeMs now, const PolicyState& policy) const;
    struct Share {
        /// When jobs started, ascending, and how long each of them had waited.
        std::vector<TimeMs> starts;
        std::vector<TimeMs> waits;
        /// By `from`.
        std::vector<OpenWait> open;
        std::vector<Interruption> interruptions;
    };
    std::vector<Share> shares_;
    std::shared_ptr<const Scenario> scenario_;
};

/// Preemptions in the window before `now` whose victims are not running again, newest first, one per job, at most
/// `most`. Looks at no more than a few thousand events.
[[nodiscard]] std::vector<ReclaimedJob> recentlyReclaimed(
    const RunResult& result, std::size_t eventPosition, TimeMs since, std::size_t most = 60);

} // namespace quotaboard
