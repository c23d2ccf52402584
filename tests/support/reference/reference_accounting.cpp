// SPDX-License-Identifier: Apache-2.0
//
// metrics.md section 1 (the accounting identity), per job, and the integrals over time of sections 1 and 2 (M4).
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

// The phases of one attempt that held instances, in ms, up to its end or the end of the window.
struct Phases {
    Ms startup = 0, grace = 0, held = 0;
    RunPosition run;
    bool endedEarly = false; // so that a write in progress was in vain
};

static Phases phasesOf(const Job& job, const Attempt& attempt, Ms windowEnd)
{
    Phases phases;
    const Ms released = attempt.endedAt.value_or(windowEnd);
    const Ms activeEnd = attempt.preemptedAt.value_or(released); // the end of what it did itself
    phases.held = released - *attempt.startingAt;
    phases.startup = attempt.runningAt.value_or(activeEnd) - *attempt.startingAt;
    phases.grace = released - activeEnd;
    phases.endedEarly = attempt.preemptedAt || attempt.endedAt;
    if (attempt.runningAt)
        phases.run = positionAfter(job, attempt, activeEnd - *attempt.runningAt);
    return phases;
}

// Useful work that the job still holds (work ms).
static Ms retainedWork(const Job& job, Ms windowEnd)
{
    if (isEnded(job))
        return job.workAtEnd;
    if (job.state != JobState::Running)
        return job.durable;
    const Attempt& attempt = job.attempts.back();
    return attempt.resumedFrom + positionAfter(job, attempt, windowEnd - *attempt.runningAt).worked;
}

// Both shares by their names at the end of the window, like the groups of waits.
static PairWaste& pairOf(
    std::map<PairKey, PairWaste>& pairs, const World& w, const Job& victim, const Attempt& preempted)
{
    return pairs[{w.jobs[static_cast<std::size_t>(preempted.byJob)].share, victim.share}];
}

JobAccount accountOf(const World& w, const Job& job, Ms windowEnd, std::map<PairKey, PairWaste>* pairs)
{
    JobAccount account;
    std::map<PairKey, PairWaste> ignored;
    std::map<PairKey, PairWaste>& byPair = pairs == nullptr ? ignored : *pairs;
    const Ms weight = job.count * w.gpus.at(job.unit);
    const Attempt* predecessor = nullptr; // the last earlier attempt that held instances

    for (const Attempt& attempt : job.attempts) {
        if (!attempt.startingAt)
            continue;
        const Phases phases = phasesOf(job, attempt, windowEnd);
        account.heldTime += phases.held * weight;
        (predecessor == nullptr ? account.hold : account.restart) += phases.startup * weight;
        account.hold += phases.grace * weight;
        account.restart += phases.run.restored * weight;
        account.checkpoint += phases.run.written * weight;
        (phases.endedEarly ? account.restart : account.checkpoint) += phases.run.writing * weight;
        account.lost += (attempt.lost + attempt.thrownAwayAtRestore) * weight;

        if (predecessor != nullptr && predecessor->end == AttemptEnd::Preempted) {
            const Ms again = (phases.startup + phases.run.restored) * weight;
            account.restartByPreemption += again;
            pairOf(byPair, w, job, *predecessor).restart += again;
            pairOf(byPair, w, job, *predecessor).lost += attempt.thrownAwayAtRestore * weight;
        }
        if (attempt.end == AttemptEnd::Preempted) {
            account.restartByPreemption += phases.run.writing * weight;
            pairOf(byPair, w, job, attempt).restart += phases.run.writing * weight;
            pairOf(byPair, w, job, attempt).lost += attempt.lost * weight;
        }
        predecessor = &attempt;
    }

    const Ms retained = retainedWork(job, windowEnd) * weight;
    account.discarded = job.discardedByFailures * weight;
    if (job.state == JobState::Succeeded)
        account.completed = retained;
    else if (job.state == JobState::Failed)
        account.discarded += retained;
    else
        account.inProgress = retained;
    return account;
}

static void integrateFairness(World& w, const std::string& unit, Ms duration)
{
    const Count gpus = w.gpus.at(unit);
    for (const std::string& name : w.sharesEver) {
        const Share* share = findShare(w, name);
        if (share == nullptr)
            continue;
        Count want = 0;
        for (const Job& job : w.jobs) {
            if (job.share != name || job.unit != unit)
                continue;
            if (isDispatched(job) || (job.state == JobState::Runnable && !isImpossible(w, job)))
                want += job.count * gpus;
        }
        Count holds = 0;
        for (const Job& job : w.jobs)
            if (job.share == name && job.unit == unit
                && (job.state == JobState::Starting || job.state == JobState::Running))
                holds += job.count * gpus;
        const Count limit = limitOf(*share, unit) * gpus;
        const Count claim = std::min(limit, want);
        FairnessSums& sums = w.fairness[name];
        sums.claimable += claim * duration;
        sums.delivered += holds * duration;
        sums.shortfall += std::max<Count>(0, claim - holds) * duration;
        sums.surplus += std::max<Count>(0, holds - limit) * duration;
    }
}

void integrate(World& w, Ms from, Ms to)
{
    const Ms duration = to - from;
    if (duration <= 0)
        return;
    for (const std::string& unit : allUnits(w)) {
        const Count gpus = w.gpus.at(unit);
        const Count c = capacity(w, unit);
        const Count o = occupied(w, unit);
        w.paid += c * gpus * duration;
        w.idle += std::max<Count>(0, c - o) * gpus * duration;
        w.overcommitted += std::max<Count>(0, o - c) * gpus * duration;
        integrateFairness(w, unit, duration);
    }
}

Ms windowEndOf(const World& w)
{
    if (w.horizon)
        return *w.horizon;
    return w.events.empty() ? 0 : w.events.back().at("t").get<Ms>();
}

} // namespace quotaboard::reference
