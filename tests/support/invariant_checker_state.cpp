// SPDX-License-Identifier: Apache-2.0
// What must hold after a whole timestamp and at the end of a run.
#include "tests/support/invariant_checker.h"

#include <algorithm>

namespace quotaboard::test {

void InvariantChecker::checkState(const Simulator& simulator)
{
    now_ = simulator.now();
    require(!claimant_.isValid(), "victims were preempted for nothing");
    for (std::size_t u = 0; u < scenario_->units.size(); ++u) {
        const UnitIndex unit{u};
        checkLedger(simulator, unit);
        if (!policy_.wasLowered())
            require(occupied(ShareIndex{}, unit) <= policy_.capacity(unit), "invariant 5: more held than there is");
        if (policy_.hasChanged())
            continue;
        for (const ShareIndex share : policy_.shares())
            require(policy_.mayUse(share, unit, used(share, unit)), "invariant 2: above the limit without borrowing");
        if (!policy_.isOversubscribed(unit)) {
            checkReserves(unit);
            checkLending(unit);
        }
    }
    checkPhases(simulator);
}

void InvariantChecker::checkLedger(const Simulator& simulator, UnitIndex unit)
{
    const Ledger::Pool& pool = simulator.scheduler().ledger().pool(unit);
    std::int64_t over = 0;
    std::int64_t idle = 0;
    std::int64_t kept = 0;
    std::int64_t waiting = 0;
    for (const ShareIndex share : policy_.shares()) {
        if (!policy_.exists(share)) {
            require(used(share, unit) == 0 && occupied(share, unit) == 0, "a deleted share still uses instances");
            continue;
        }
        checkRow(simulator, share, unit);
        over += std::max<std::int64_t>(0, used(share, unit) - policy_.limit(share, unit));
        if (policy_.isReserve(share)) {
            idle += std::max<std::int64_t>(0, policy_.limit(share, unit) - used(share, unit));
            kept += std::max<std::int64_t>(0, policy_.limit(share, unit) - occupied(share, unit));
            waiting += scheduled(share, unit);
        }
    }
    require(pool.capacity == policy_.capacity(unit), "ledger: capacity");
    require(pool.totalLimit == policy_.limitSum(unit), "ledger: sum of the limits");
    require(pool.ceiling == policy_.ceiling(unit), "ledger: ceiling");
    require(pool.dispatched == total(unit), "ledger: total");
    require(pool.occupied == occupied(ShareIndex{}, unit), "ledger: occupied");
    require(pool.over == over, "ledger: over");
    require(pool.reservedIdle == idle, "ledger: reserved idle");
    require(pool.reservedKept == kept, "ledger: reserved kept");
    require(pool.reservedScheduled == waiting, "ledger: reserved scheduled");
}

void InvariantChecker::checkRow(const Simulator& simulator, ShareIndex share, UnitIndex unit)
{
    const Ledger& ledger = simulator.scheduler().ledger();
    const Lane lane = simulator.scheduler().lane(share);
    const Ledger::Row& row = ledger.row(lane, unit);
    require(row.limit == policy_.limit(share, unit), "ledger: limit of a share");
    require(row.dispatched == used(share, unit), "ledger: use of a share");
    require(row.occupied == occupied(share, unit), "ledger: instances occupied by a share");
    require(row.scheduled == scheduled(share, unit), "ledger: SCHEDULED instances of a share");
    require(ledger.held(lane, unit) == heldAgainst(share, unit), "ledger: held in reserve");
    require(policy_.mayUse(share, unit, row.limit + std::min(row.borrowMax, kUnlimited)), "ledger: borrowMax too high");
    if (row.borrowMax < kUnlimited)
        require(!policy_.mayUse(share, unit, row.limit + row.borrowMax + 1), "ledger: borrowMax too low");
}

/// Invariant 3: a RESERVE share's front, or SCHEDULED job, waits for nothing but its own share's jobs.
void InvariantChecker::checkReserves(UnitIndex unit)
{
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        const Tracked& tracked = jobs_[i];
        if (unitOf(i) != unit || !tracked.isSubmitted || tracked.hasEnded || !policy_.isReserve(tracked.share))
            continue;
        const std::int64_t limit = policy_.limit(tracked.share, unit);
        if (tracked.phase == JobPhase::Runnable && isFront(JobIndex{i}))
            require(
                used(tracked.share, unit) + sizeOf(i) > limit, "invariant 3: a RESERVE front waits within its limit");
        if (tracked.phase != JobPhase::Scheduled)
            continue;
        const bool waitsForOwn = std::any_of(tracked.victims.begin(), tracked.victims.end(),
            [&](JobIndex victim) { return jobs_[victim.value()].share == tracked.share; });
        if (!waitsForOwn)
            require(occupied(tracked.share, unit) + sizeOf(i) > limit, "invariant 3: cannot start on its reserve");
    }
}

/// Invariant 4: what is borrowed is idle elsewhere.
void InvariantChecker::checkLending(UnitIndex unit)
{
    std::int64_t borrowed = 0;
    std::int64_t lendable = 0;
    for (const ShareIndex share : policy_.shares()) {
        const std::int64_t over = used(share, unit) - policy_.limit(share, unit);
        borrowed += std::max<std::int64_t>(0, over);
        if (policy_.exists(share) && !policy_.isReserve(share))
            lendable += std::max<std::int64_t>(0, -over);
    }
    if (policy_.platform().unassignedCapacity == UnassignedCapacity::Borrowable)
        lendable += std::max<std::int64_t>(0, policy_.capacity(unit) - policy_.limitSum(unit));
    require(borrowed <= lendable, "invariant 4: more is borrowed than lent");
}

/// Invariant 8 at this moment, and the populations for Little's law.
void InvariantChecker::checkPhases(const Simulator& simulator)
{
    for (std::size_t phase = 0; phase < kPhases; ++phase)
        populationArea_[phase] += population_[phase] * (now_ - lastState_);
    population_.fill(0);
    lastState_ = now_;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        const Tracked& tracked = jobs_[i];
        const JobIndex index{i};
        const bool isIn = tracked.isSubmitted && !tracked.hasEnded;
        require(simulator.isIn(index) == isIn, "invariant 8: a job is lost");
        require(simulator.hasEnded(index) == tracked.hasEnded, "invariant 8: a job ended without saying so");
        if (!isIn || !simulator.isIn(index))
            continue;
        const JobPhase phase = simulator.scheduler().phase(simulator.slot(index));
        require(phase == tracked.phase, "the simulator has a job in another phase than its events say");
        require(phase != JobPhase::Detached && phase != JobPhase::Free, "a job is nowhere");
        const bool waits = phase == JobPhase::Runnable || phase == JobPhase::Scheduled;
        const WaitCode reason = simulator.scheduler().explain(simulator.slot(index)).code;
        require(waits == (reason != WaitCode::None), "a reason without waiting, or waiting without a reason");
        ++population_[static_cast<std::size_t>(phase)];
    }
}

void InvariantChecker::checkEnd(const Simulator& simulator, TimeMs windowEnd)
{
    now_ = windowEnd;
    std::size_t ended = 0;
    std::array<TimeMs, kPhases> spent{};
    for (Tracked& tracked : jobs_) {
        if (!tracked.isSubmitted)
            continue;
        if (tracked.hasEnded)
            ++ended;
        else
            enter(tracked, tracked.phase);
        for (std::size_t phase = 0; phase < kPhases; ++phase)
            spent[phase] += tracked.spent[phase];
    }
    require(simulator.endedJobs() == ended, "invariant 8: the number of ended jobs");
    for (std::size_t phase = 1; phase < kPhases; ++phase) {
        populationArea_[phase] += population_[phase] * (windowEnd - lastState_);
        require(populationArea_[phase] == spent[phase], "Little's law: population and times in a phase differ");
    }
    for (const Tracked& tracked : jobs_) {
        const bool isLeftBehind = tracked.isSubmitted && !tracked.hasEnded && !scenario_->horizon;
        if (isLeftBehind)
            require(!isOccupying(tracked.phase), "invariant 8: a job was left behind while it held instances");
    }
}

} // namespace quotaboard::test
