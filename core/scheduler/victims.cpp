// SPDX-License-Identifier: Apache-2.0
// Choosing whom to preempt (scheduling.md section 4). Nothing here changes the scheduler.
#include "core/scheduler/scheduler.h"

#include <algorithm>

namespace quotaboard {

bool Scheduler::RankedVictim::before(const RankedVictim& other) const
{
    if (first != other.first)
        return first < other.first;
    if (second != other.second)
        return second < other.second;
    return third < other.third;
}

/// Appends the dispatched jobs of a share and unit whose priority is below `belowPriority`, with their rank.
void Scheduler::rankDispatched(
    Lane lane, UnitIndex unit, std::int32_t belowPriority, DecisionSink& sink, std::vector<RankedVictim>& ranked) const
{
    std::int64_t over = ledger_.row(lane, unit).over();
    for (std::uint32_t slot = cell(lane, unit).lastDispatched; slot != kNone; slot = entries_[slot].previous) {
        const Entry& entry = entries_[slot];
        const std::int64_t borrowed = std::min<std::int64_t>(entry.instances, over);
        over -= borrowed;
        if (entry.priority >= belowPriority)
            continue;
        RankedVictim victim{0, entry.priority, -static_cast<std::int64_t>(entry.dispatchSequence), slot};
        switch (victimOrder_) {
        case VictimOrder::Priority:
            break;
        case VictimOrder::Youngest:
            victim.second = 0;
            break;
        case VictimOrder::Oldest:
            victim.second = 0;
            victim.third = -victim.third;
            break;
        case VictimOrder::LeastLoss:
            victim.first = Int128{sink.lossIfPreempted(JobSlot{slot})} * entry.instances;
            break;
        case VictimOrder::MostBorrowed:
            victim.first = -borrowed;
            break;
        }
        ranked.push_back(victim);
    }
}

/// Rules A2, A3 and A4 in turn for a front within its limit; A1 first, for a trial in which jobs are already gone.
bool Scheduler::findEntitledPlace(
    const LedgerTrial& trial, const Front& front, DecisionSink& sink, std::vector<std::uint32_t>& reclaimed) const
{
    reclaimed.clear();
    const std::int64_t instances = entries_[front.slot].instances;
    if (trial.fitsBesideReserves(front.lane, instances) || findReclaim(trial, front, true, sink, reclaimed))
        return true;
    if (!ledger_.pool(front.unit).isOversubscribed())
        return false;
    return trial.fitsUnderCeiling(instances) || findReclaim(trial, front, false, sink, reclaimed);
}

/// "Placeable" of phase C.
bool Scheduler::findPlace(
    const LedgerTrial& trial, const Front& front, DecisionSink& sink, std::vector<std::uint32_t>& reclaimed) const
{
    reclaimed.clear();
    const Ledger::Row& row = ledger_.row(front.lane, front.unit);
    const std::int64_t wanted = trial.dispatched(front.lane) + entries_[front.slot].instances;
    if (wanted <= row.limit)
        return findEntitledPlace(trial, front, sink, reclaimed);
    return wanted <= row.limit + row.borrowMax && trial.fitsBesideReserves(front.lane, entries_[front.slot].instances);
}

/// A set of reclaim victims that makes rule A1 (`besideReserves`) or A3 true; empty `taken` and false when none does.
bool Scheduler::findReclaim(LedgerTrial trial, const Front& front, bool besideReserves, DecisionSink& sink,
    std::vector<std::uint32_t>& taken) const
{
    taken.clear();
    const std::int64_t instances = entries_[front.slot].instances;
    const auto holds = [&] {
        return besideReserves ? trial.fitsBesideReserves(front.lane, instances) : trial.fitsUnderCeiling(instances);
    };
    std::vector<RankedVictim>& candidates = ranked_;
    candidates.clear();
    for (const Lane lane : order_) {
        if (lane != front.lane && trial.over(lane) > 0)
            rankDispatched(lane, front.unit, kMaxPriority + 1, sink, candidates);
    }
    // A heap instead of a sort: usually one or two of very many candidates are taken.
    const auto later = [](const RankedVictim& a, const RankedVictim& b) { return b.before(a); };
    std::make_heap(candidates.begin(), candidates.end(), later);
    bool found = false;
    while (!found && !candidates.empty()) {
        std::pop_heap(candidates.begin(), candidates.end(), later);
        const Entry& candidate = entries_[candidates.back().slot];
        const std::uint32_t slot = candidates.back().slot;
        candidates.pop_back();
        if (trial.over(candidate.lane) <= 0)
            continue;
        trial.remove(candidate.lane, candidate.instances);
        taken.push_back(slot);
        found = holds();
    }
    if (!found) {
        taken.clear();
        return false;
    }
    for (std::size_t i = taken.size(); i-- > 0;) {
        const Entry& victim = entries_[taken[i]];
        trial.putBack(victim.lane, victim.instances);
        if (holds())
            taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
        else
            trial.remove(victim.lane, victim.instances);
    }
    return true;
}

} // namespace quotaboard
