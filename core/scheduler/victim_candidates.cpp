// SPDX-License-Identifier: Apache-2.0
// Whom a claim may preempt, for people who ask (scheduling.md section 4): the candidates and the order of the pass
// itself. Nothing here changes the scheduler.
#include "core/scheduler/scheduler.h"

#include <algorithm>

namespace quotaboard {

std::vector<VictimCandidate> Scheduler::victimCandidates(
    JobSlot claimant, PreemptionCause cause, DecisionSink& sink) const
{
    const Entry& claim = entries_[claimant.value()];
    std::vector<RankedVictim> ranked;
    if (cause == PreemptionCause::InShare) {
        rankDispatched(claim.lane, claim.unit, claim.priority, sink, ranked);
    } else {
        for (const Lane lane : order_) {
            if (lane != claim.lane && ledger_.row(lane, claim.unit).over() > 0)
                rankDispatched(lane, claim.unit, kMaxPriority + 1, sink, ranked);
        }
    }
    std::sort(ranked.begin(), ranked.end(), [](const RankedVictim& a, const RankedVictim& b) { return a.before(b); });
    std::vector<VictimCandidate> candidates;
    candidates.reserve(ranked.size());
    for (const RankedVictim& victim : ranked) {
        const Entry& entry = entries_[victim.slot];
        VictimCandidate candidate;
        candidate.slot = JobSlot{victim.slot};
        candidate.instances = entry.instances;
        candidate.priority = entry.priority;
        candidate.borrowed = borrowedOf(victim.slot);
        candidate.shareOver = ledger_.row(entry.lane, entry.unit).over();
        candidate.dispatchSequence = entry.dispatchSequence;
        candidate.loss = sink.lossIfPreempted(candidate.slot);
        candidates.push_back(candidate);
    }
    return candidates;
}

/// Instances of a dispatched job above its share's limit, as rankDispatched() attributes them.
std::int64_t Scheduler::borrowedOf(std::uint32_t slot) const
{
    const Entry& entry = entries_[slot];
    std::int64_t over = ledger_.row(entry.lane, entry.unit).over();
    for (std::uint32_t later = entry.next; later != kNone; later = entries_[later].next)
        over -= std::min<std::int64_t>(entries_[later].instances, over);
    return std::min<std::int64_t>(entry.instances, over);
}

} // namespace quotaboard
