// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scheduler/wait_reason.h"
#include "core/simulation/simulator.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quotaboard {

/// Instances of one lender that one borrower uses.
struct LentPart {
    ShareIndex borrower;
    std::int64_t instances = 0;
};

/// One share on one unit at a moment, in instances. `own + idle + reservedIdle + sum of lent` is the limit;
/// `own + borrowed + over` is what the share's dispatched jobs use.
struct LedgerSegments {
    UnitIndex unit;
    std::int64_t limit = 0;
    /// kUnlimited when nothing limits it; 0 for shares that may not borrow.
    std::int64_t borrowMax = 0;
    /// In use within the limit.
    std::int64_t own = 0;
    /// Idle and held back (RESERVE).
    std::int64_t reservedIdle = 0;
    /// Idle and lendable, used by nobody.
    std::int64_t idle = 0;
    /// Idle by its owner, in use by others; in order of the borrowers' first dispatch.
    std::vector<LentPart> lent;
    std::int64_t lentTotal = 0;
    /// In use above the limit by a share that may borrow that much.
    std::int64_t borrowed = 0;
    /// In use above the limit and above what it may borrow (a limit was lowered, a strategy changed).
    std::int64_t over = 0;
    /// How much more it could borrow now.
    std::int64_t mayBorrow = 0;
    /// Held by preempted jobs in their stop grace; part of no other segment.
    std::int64_t stopping = 0;
};

/// A dispatched or stopping job.
struct RunningJob {
    JobIndex job;
    UnitIndex unit;
    JobPhase phase = JobPhase::Running;
    std::int32_t instances = 0;
    /// Of its instances, those above the share's limit (latest dispatches first, scheduling.md section 4).
    std::int32_t borrowed = 0;
    std::int32_t priority = 0;
    std::uint32_t attempt = 0;
    /// RUNNING since; kNever when it is not RUNNING.
    TimeMs runningSince = kNever;
    /// A stopping job releases its instances then; kNever for others.
    TimeMs releaseTime = kNever;
    /// Useful work, ms of the job's own time: done in all, kept by finished checkpoints, and asked for.
    TimeMs done = 0;
    TimeMs durable = 0;
    TimeMs work = 0;
};

struct WaitingJob {
    JobIndex job;
    UnitIndex unit;
    std::int32_t instances = 0;
    std::int32_t priority = 0;
    TimeMs queueTime = 0;
    /// Last became RUNNABLE.
    TimeMs waitingSince = 0;
    /// Work kept from earlier attempts, ms.
    TimeMs durable = 0;
    std::uint32_t attempts = 0;
};

/// One quota share with its jobs.
struct LaneState {
    ShareIndex share;
    bool isEnabled = true;
    bool inSharePreemption = false;
    ResourceSharing sharing;
    std::vector<LedgerSegments> ledger;
    /// In dispatch order; at most BoardOptions::maxRunning.
    std::vector<RunningJob> running;
    std::size_t runningCount = 0;
    /// In queue order; at most BoardOptions::maxWaiting.
    std::vector<WaitingJob> waiting;
    std::size_t waitingCount = 0;
    /// Why the first of `waiting` waits; code None when nothing waits.
    WaitReason frontReason;
};

/// One unit over all shares, in instances.
struct PoolState {
    UnitIndex unit;
    std::int64_t capacity = 0;
    std::int64_t totalLimit = 0;
    std::int64_t own = 0;
    std::int64_t borrowed = 0;
    std::int64_t reservedIdle = 0;
    std::int64_t stopping = 0;
    /// Could be dispatched to now: neither used nor reserved, and under the ceiling.
    std::int64_t free = 0;
    /// Of `borrowed`: from capacity that no share claims, and what no idle capacity covers (oversubscription, lowered
    /// limits). `borrowed` = sum of lent over all shares + these two.
    std::int64_t fromUnassigned = 0;
    std::int64_t uncovered = 0;
};

struct BoardState {
    TimeMs now = 0;
    std::vector<PoolState> pools;
    /// Existing shares in share order.
    std::vector<LaneState> lanes;
};

struct BoardOptions {
    std::size_t maxRunning = 200;
    std::size_t maxWaiting = 50;
};

/// What the capacity board shows of a simulator at `now` (at or after simulator.now(), before its next event). Changes
/// nothing. Design: capacity board; arithmetic: scheduling.md section 1.
[[nodiscard]] BoardState boardStateOf(const Simulator& simulator, TimeMs now, const BoardOptions& options = {});

} // namespace quotaboard
