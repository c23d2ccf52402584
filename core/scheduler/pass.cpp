// SPDX-License-Identifier: Apache-2.0
// The scheduling pass (scheduling.md section 3).
//
// Only fronts that an event may have made dispatchable are looked at, once by each phase: a front is marked when it is
// new in its place, and those fronts of a unit are marked that a change of the unit's use or limits can help. Every
// other front was found stuck by an earlier pass and still is, so skipping it cannot change a decision. Two changes
// have no event of their own: with LeastLoss the victim order moves with time, which matters only where a unit is
// oversubscribed (elsewhere reclaiming always succeeds), and a borrower's dispatch creates victims for A4.
#include "core/scheduler/scheduler.h"

#include <algorithm>
#include <bit>

namespace quotaboard {

namespace {

constexpr int kMaxDispatchesPerPass = 1'000'000;

/// The phases, as positions in the marks.
constexpr std::size_t kEntitled = 0;
constexpr std::size_t kBorrowing = 1;
constexpr std::size_t kInShare = 2;

} // namespace

bool Scheduler::pass(DecisionSink& sink)
{
    if (!environmentEnabled_)
        return true;
    if (decidesByTime_)
        markAll();
    if (markedUnits_.empty())
        return true;
    int dispatches = 0;
    while (dispatchEntitled(sink) || dispatchBorrower(sink) || dispatchByInSharePreemption(sink)) {
        if (++dispatches > kMaxDispatchesPerPass)
            return false;
    }
    for (const std::size_t unit : markedUnits_) {
        fronts_[unit].marks = {};
        fronts_[unit].isListed = false;
    }
    markedUnits_.clear();
    return true;
}

bool Scheduler::earlierEntitled(const Front& a, const Front& b) const
{
    const Ledger::Row& rowA = ledger_.row(a.lane, a.unit);
    const Ledger::Row& rowB = ledger_.row(b.lane, b.unit);
    const std::int64_t useA = rowA.dispatched * rowB.limit;
    const std::int64_t useB = rowB.dispatched * rowA.limit;
    if (useA != useB)
        return useA < useB;
    const Entry& jobA = entries_[a.slot];
    const Entry& jobB = entries_[b.slot];
    if (jobA.priority != jobB.priority)
        return jobA.priority > jobB.priority;
    if (jobA.queueTime != jobB.queueTime)
        return jobA.queueTime < jobB.queueTime;
    if (a.lane != b.lane)
        return positionOf_[a.lane] < positionOf_[b.lane];
    return jobA.job < jobB.job;
}

bool Scheduler::earlierBorrower(const Front& a, const Front& b) const
{
    const Entry& jobA = entries_[a.slot];
    const Entry& jobB = entries_[b.slot];
    if (jobA.queueTime != jobB.queueTime)
        return jobA.queueTime < jobB.queueTime;
    if (jobA.priority != jobB.priority)
        return jobA.priority > jobB.priority;
    if (a.lane != b.lane)
        return positionOf_[a.lane] < positionOf_[b.lane];
    return jobA.job < jobB.job;
}

/// Within its limit, and neither out of room nor without anything to reclaim: worth a closer look.
bool Scheduler::mayBeEntitled(const Front& front) const
{
    const Ledger::Row& row = ledger_.row(front.lane, front.unit);
    const std::int64_t instances = entries_[front.slot].instances;
    if (row.dispatched + instances > row.limit)
        return false;
    const Ledger::Pool& pool = ledger_.pool(front.unit);
    if (pool.over > row.over())
        return true;
    const std::int64_t room = pool.ceiling - pool.dispatched - instances;
    return room >= (pool.isOversubscribed() ? 0 : ledger_.held(front.lane, front.unit));
}

/// Found stuck by a phase: not to be looked at again until something that can help it happens.
void Scheduler::unmark(const Front& front, std::size_t phase)
{
    fronts_[front.unit.value()].marks[phase] &= ~(LaneMask{1} << front.lane);
}

/// Rule A1, and the second inequality of phase B.
bool Scheduler::fitsBesideReserves(const Front& front) const
{
    const Ledger::Pool& pool = ledger_.pool(front.unit);
    return pool.dispatched + entries_[front.slot].instances <= pool.ceiling - ledger_.held(front.lane, front.unit);
}

bool Scheduler::dispatchEntitled(DecisionSink& sink)
{
    entitled_.clear();
    for (const std::size_t u : markedUnits_) {
        for (LaneMask lanes = marked(u, kEntitled); lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<Lane>(std::countr_zero(lanes));
            const Front front{lane, UnitIndex{u}, cell(lane, UnitIndex{u}).queue.front().slot().value()};
            if (mayBeEntitled(front))
                entitled_.push_back(front);
            else
                unmark(front, kEntitled);
        }
    }
    if (entitled_.size() > 1)
        std::sort(entitled_.begin(), entitled_.end(),
            [this](const Front& a, const Front& b) { return earlierEntitled(a, b); });
    for (const Front& front : entitled_) {
        if (fitsBesideReserves(front)) {
            dispatch(Front{front}, sink);
            return true;
        }
        const LedgerTrial trial(ledger_, front.unit);
        victims_.inShare.clear();
        if (findEntitledPlace(trial, front, sink, victims_.reclaimed)) {
            dispatchWith(Front{front}, victims_, sink);
            return true;
        }
        unmark(front, kEntitled);
    }
    return false;
}

bool Scheduler::dispatchBorrower(DecisionSink& sink)
{
    std::optional<Front> best;
    for (const std::size_t u : markedUnits_) {
        const UnitIndex unit{u};
        const Ledger::Pool& pool = ledger_.pool(unit);
        // Borrowers have no reserve of their own, so one look refuses them all.
        const std::int64_t room = pool.ceiling - pool.dispatched - pool.reservedIdle;
        if (room <= 0) {
            fronts_[u].marks[kBorrowing] = 0;
            continue;
        }
        for (LaneMask lanes = marked(u, kBorrowing) & borrows_; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<Lane>(std::countr_zero(lanes));
            const Cell& own = cell(lane, unit);
            const Ledger::Row& row = ledger_.row(lane, unit);
            const std::int64_t wanted = row.dispatched + own.frontInstances;
            if (own.frontInstances > room || wanted <= row.limit || wanted > row.limit + row.borrowMax) {
                fronts_[u].marks[kBorrowing] &= ~(LaneMask{1} << lane);
                continue;
            }
            const Front front{lane, unit, own.queue.front().slot().value()};
            if (!best || earlierBorrower(front, *best))
                best = front;
        }
    }
    if (!best)
        return false;
    dispatch(*best, sink);
    return true;
}

bool Scheduler::dispatchByInSharePreemption(DecisionSink& sink)
{
    std::vector<Front>& fronts = inShareFronts_;
    fronts.clear();
    for (const std::size_t u : markedUnits_) {
        for (LaneMask lanes = marked(u, kInShare) & inSharePreemption_; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<Lane>(std::countr_zero(lanes));
            const Cell& own = cell(lane, UnitIndex{u});
            const Front front{lane, UnitIndex{u}, own.queue.front().slot().value()};
            if (own.lowestPriority < own.queue.front().priority())
                fronts.push_back(front);
            else
                unmark(front, kInShare);
        }
    }
    if (fronts.size() > 1)
        std::sort(fronts.begin(), fronts.end(), [this](const Front& a, const Front& b) {
            if (a.lane != b.lane)
                return positionOf_[a.lane] < positionOf_[b.lane];
            return cell(a.lane, a.unit).queue.front().before(cell(b.lane, b.unit).queue.front());
        });
    for (std::size_t i = 0; i < fronts.size(); ++i) {
        if (tryInShare(Front{fronts[i]}, sink))
            return true;
        unmark(fronts[i], kInShare);
    }
    return false;
}

bool Scheduler::tryInShare(const Front& front, DecisionSink& sink)
{
    std::vector<RankedVictim> candidates;
    rankDispatched(front.lane, front.unit, entries_[front.slot].priority, sink, candidates);
    if (candidates.empty()) {
        // The bound was stale; make it exact so that the next question is answered without a walk.
        Cell& own = cell(front.lane, front.unit);
        own.lowestPriority = kMaxPriority + 1;
        for (std::uint32_t slot = own.firstDispatched; slot != kNone; slot = entries_[slot].next)
            own.lowestPriority = std::min(own.lowestPriority, entries_[slot].priority);
        return false;
    }
    std::sort(
        candidates.begin(), candidates.end(), [](const RankedVictim& a, const RankedVictim& b) { return a.before(b); });
    VictimSet& victims = victims_;
    victims.inShare.clear();
    LedgerTrial trial(ledger_, front.unit);
    bool placeable = false;
    for (const RankedVictim& candidate : candidates) {
        trial.remove(front.lane, entries_[candidate.slot].instances);
        victims.inShare.push_back(candidate.slot);
        placeable = findPlace(trial, front, sink, victims.reclaimed);
        if (placeable)
            break;
    }
    if (!placeable)
        return false;
    for (std::size_t i = victims.inShare.size(); i-- > 0;) {
        const std::int64_t instances = entries_[victims.inShare[i]].instances;
        trial.putBack(front.lane, instances);
        if (findPlace(trial, front, sink, victims.reclaimed))
            victims.inShare.erase(victims.inShare.begin() + static_cast<std::ptrdiff_t>(i));
        else
            trial.remove(front.lane, instances);
    }
    findPlace(trial, front, sink, victims.reclaimed);
    dispatchWith(front, victims, sink);
    return true;
}

void Scheduler::dispatch(const Front& front, DecisionSink& sink)
{
    victims_.inShare.clear();
    victims_.reclaimed.clear();
    dispatchWith(front, victims_, sink);
}

void Scheduler::dispatchWith(const Front& front, const VictimSet& victims, DecisionSink& sink)
{
    // Out of the queue first: a victim that returns to the same queue must not be taken for the front.
    dequeue(front.slot);
    entries_[front.slot].dispatchSequence = ++lastSequence_;
    entries_[front.slot].pendingVictims = 0;
    for (const std::uint32_t victim : victims.inShare)
        preempt(victim, front.slot, PreemptionCause::InShare, sink);
    for (const std::uint32_t victim : victims.reclaimed)
        preempt(victim, front.slot, PreemptionCause::CrossShare, sink);

    Entry& entry = entries_[front.slot];
    entry.phase = JobPhase::Scheduled;
    linkDispatched(front.slot);
    ledger_.addScheduled(entry.lane, entry.unit, entry.instances);
    scheduled_.push_back(front.slot);
    const Ledger::Row& row = ledger_.row(entry.lane, entry.unit);
    const auto borrowed = static_cast<std::int32_t>(std::min<std::int64_t>(entry.instances, row.over()));
    if (borrowed > 0 && ledger_.pool(entry.unit).isOversubscribed())
        markUnit(entry.unit);
    sink.onScheduled(JobSlot{front.slot}, entry.instances - borrowed, borrowed);
}

void Scheduler::preempt(std::uint32_t victim, std::uint32_t claimant, PreemptionCause cause, DecisionSink& sink)
{
    Entry& entry = entries_[victim];
    const JobPhase was = entry.phase;
    if (was == JobPhase::Scheduled) {
        dropScheduled(victim);
        unlinkDispatched(victim);
        entry.phase = JobPhase::Detached;
    } else {
        unlinkDispatched(victim);
        entry.phase = JobPhase::Stopping;
        entry.claimant = claimant;
        entry.claimantSequence = entries_[claimant].dispatchSequence;
        ++entries_[claimant].pendingVictims;
    }
    sink.onPreempted(JobSlot{victim}, JobSlot{claimant}, cause, was);
}

} // namespace quotaboard
