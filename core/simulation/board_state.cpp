// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/board_state.h"

#include <algorithm>
#include <map>

namespace quotaboard {

namespace {

/// Instances that a dispatched job holds above its share's limit.
struct BorrowedPart {
    std::uint64_t dispatchSequence = 0;
    std::size_t lane = 0;
    JobSlot slot;
    std::int64_t instances = 0;
};

class BoardBuilder {
public:
    BoardBuilder(const Simulator& simulator, TimeMs now, const BoardOptions& options)
        : simulator_(simulator)
        , scheduler_(simulator.scheduler())
        , policy_(simulator.policy())
        , now_(now)
        , options_(options)
    {
        board_.now = now;
    }

    BoardState build()
    {
        for (const ShareIndex share : policy_.order())
            addLane(share);
        for (std::size_t unit = 0; unit < policy_.unitCount(); ++unit)
            addUnit(UnitIndex{unit});
        addStopping();
        for (LaneState& lane : board_.lanes) {
            std::stable_sort(lane.running.begin(), lane.running.end(), [this](const RunningJob& a, const RunningJob& b) {
                return sequenceOf(a.job) < sequenceOf(b.job);
            });
            lane.runningCount = lane.running.size();
            if (lane.running.size() > options_.maxRunning)
                lane.running.resize(options_.maxRunning);
            for (RunningJob& job : lane.running)
                fillWork(job);
        }
        return std::move(board_);
    }

private:
    [[nodiscard]] std::uint64_t sequenceOf(JobIndex job) const
    {
        return scheduler_.dispatchSequence(simulator_.slot(job));
    }

    void addLane(ShareIndex share)
    {
        LaneState lane;
        const PolicyState::Share& policy = policy_.share(share);
        lane.share = share;
        lane.isEnabled = policy.isEnabled;
        lane.inSharePreemption = policy.inSharePreemption;
        lane.sharing = policy.sharing;
        lane.waitingCount = scheduler_.waitingCount(share);
        for (const JobSlot slot : scheduler_.waitingOf(share, options_.maxWaiting)) {
            lane.waiting.push_back({scheduler_.job(slot), scheduler_.unit(slot), scheduler_.instances(slot),
                scheduler_.priority(slot), scheduler_.queueTime(slot), simulator_.waitingSince(slot), simulator_.workDone(slot, now_).durable,
                simulator_.attemptNumber(slot)});
            if (lane.waiting.size() == 1)
                lane.frontReason = scheduler_.explain(slot);
        }
        laneOf_[share] = board_.lanes.size();
        board_.lanes.push_back(std::move(lane));
    }

    /// The row of a unit in a lane's ledger, added when the share uses or limits the unit.
    void addSegments(LaneState& lane, UnitIndex unit)
    {
        const Ledger::Row& row = scheduler_.ledger().row(scheduler_.lane(lane.share), unit);
        if (row.limit == 0 && row.dispatched == 0 && row.occupied == 0)
            return;
        const Ledger::Pool& pool = scheduler_.ledger().pool(unit);
        LedgerSegments segments;
        segments.unit = unit;
        segments.limit = row.limit;
        segments.borrowMax = row.borrowMax;
        segments.own = std::min(row.dispatched, row.limit);
        segments.borrowed = std::min(row.over(), row.borrowMax);
        segments.over = row.over() - segments.borrowed;
        const bool isReserve = lane.sharing.strategy == SharingStrategy::Reserve;
        (isReserve ? segments.reservedIdle : segments.idle) = row.idle();
        const std::int64_t room = pool.ceiling - pool.dispatched
            - scheduler_.ledger().held(scheduler_.lane(lane.share), unit) - row.idle();
        segments.mayBorrow = std::max<std::int64_t>(0, std::min(row.borrowMax - segments.borrowed, room));
        lane.ledger.push_back(std::move(segments));
    }

    void addUnit(UnitIndex unit)
    {
        for (LaneState& lane : board_.lanes)
            addSegments(lane, unit);
        std::map<ShareIndex, std::int64_t> overLeft;
        std::vector<JobSlot> dispatched = scheduler_.dispatchedOn(unit);
        for (const LaneState& lane : board_.lanes)
            overLeft[lane.share] = scheduler_.ledger().row(scheduler_.lane(lane.share), unit).over();
        std::vector<BorrowedPart> parts;
        std::map<JobSlot, std::int64_t> borrowedOf;
        for (auto it = dispatched.rbegin(); it != dispatched.rend(); ++it) {
            std::int64_t& left = overLeft[scheduler_.share(*it)];
            const std::int64_t borrowed = std::min<std::int64_t>(scheduler_.instances(*it), left);
            left -= borrowed;
            borrowedOf[*it] = borrowed;
            if (borrowed > 0)
                parts.push_back(
                    {scheduler_.dispatchSequence(*it), laneOf_[scheduler_.share(*it)], *it, borrowed});
        }
        for (const JobSlot slot : dispatched)
            addRunning(slot, static_cast<std::int32_t>(borrowedOf[slot]));
        addPool(unit, lend(unit, std::move(parts)));
    }

    /// Gives each borrowed part its lenders: parts by dispatch, lenders in share order (design: capacity board). What
    /// stays without a lender.
    std::int64_t lend(UnitIndex unit, std::vector<BorrowedPart> parts)
    {
        std::sort(parts.begin(), parts.end(),
            [](const BorrowedPart& a, const BorrowedPart& b) { return a.dispatchSequence < b.dispatchSequence; });
        std::int64_t uncovered = 0;
        for (const BorrowedPart& part : parts) {
            std::int64_t left = part.instances;
            for (LaneState& lane : board_.lanes) {
                LedgerSegments* lender = segmentsOf(lane, unit);
                if (left == 0 || lender == nullptr || lender->idle == 0)
                    continue;
                const std::int64_t lent = std::min(left, lender->idle);
                lender->idle -= lent;
                lender->lentTotal += lent;
                left -= lent;
                addLent(*lender, board_.lanes[part.lane].share, lent);
            }
            uncovered += left;
        }
        return uncovered;
    }

    static void addLent(LedgerSegments& lender, ShareIndex borrower, std::int64_t instances)
    {
        for (LentPart& part : lender.lent) {
            if (part.borrower == borrower) {
                part.instances += instances;
                return;
            }
        }
        lender.lent.push_back({borrower, instances});
    }

    static LedgerSegments* segmentsOf(LaneState& lane, UnitIndex unit)
    {
        const auto found = std::find_if(
            lane.ledger.begin(), lane.ledger.end(), [unit](const LedgerSegments& s) { return s.unit == unit; });
        return found == lane.ledger.end() ? nullptr : &*found;
    }

    void addPool(UnitIndex unit, std::int64_t withoutLender)
    {
        const Ledger::Pool& pool = scheduler_.ledger().pool(unit);
        if (pool.capacity == 0 && pool.totalLimit == 0 && pool.dispatched == 0 && pool.occupied == 0)
            return;
        PoolState state;
        state.unit = unit;
        state.capacity = pool.capacity;
        state.totalLimit = pool.totalLimit;
        state.borrowed = pool.over;
        state.own = pool.dispatched - pool.over;
        state.reservedIdle = pool.reservedIdle;
        state.free = std::max<std::int64_t>(0, pool.ceiling - pool.dispatched - pool.reservedIdle);
        if (policy_.platform().unassignedCapacity == UnassignedCapacity::Borrowable)
            state.fromUnassigned = std::clamp<std::int64_t>(pool.capacity - pool.totalLimit, 0, withoutLender);
        state.uncovered = withoutLender - state.fromUnassigned;
        board_.pools.push_back(state);
    }

    void addRunning(JobSlot slot, std::int32_t borrowed)
    {
        RunningJob job;
        job.job = scheduler_.job(slot);
        job.unit = scheduler_.unit(slot);
        job.phase = scheduler_.phase(slot);
        job.instances = scheduler_.instances(slot);
        job.borrowed = borrowed;
        job.priority = scheduler_.priority(slot);
        job.attempt = simulator_.attemptNumber(slot);
        job.runningSince = simulator_.runningSince(slot);
        board_.lanes[laneOf_[scheduler_.share(slot)]].running.push_back(job);
    }

    void addStopping()
    {
        for (std::size_t i = 0; i < scheduler_.slotCount(); ++i) {
            const JobSlot slot{i};
            if (scheduler_.phase(slot) != JobPhase::Stopping)
                continue;
            addRunning(slot, 0);
            LaneState& lane = board_.lanes[laneOf_[scheduler_.share(slot)]];
            lane.running.back().releaseTime = simulator_.releaseTime(slot);
            if (LedgerSegments* segments = segmentsOf(lane, scheduler_.unit(slot)); segments != nullptr)
                segments->stopping += scheduler_.instances(slot);
            for (PoolState& pool : board_.pools)
                pool.stopping += pool.unit == scheduler_.unit(slot) ? scheduler_.instances(slot) : 0;
        }
    }

    void fillWork(RunningJob& job) const
    {
        const Simulator::WorkDone work = simulator_.workDone(simulator_.slot(job.job), now_);
        job.done = work.done;
        job.durable = work.durable;
        job.work = simulator_.scenario().jobs[job.job].work;
    }

    const Simulator& simulator_;
    const Scheduler& scheduler_;
    const PolicyState& policy_;
    TimeMs now_;
    BoardOptions options_;
    BoardState board_;
    std::map<ShareIndex, std::size_t> laneOf_;
};

} // namespace

BoardState boardStateOf(const Simulator& simulator, TimeMs now, const BoardOptions& options)
{
    return BoardBuilder(simulator, now, options).build();
}

} // namespace quotaboard
