// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 3: the scheduling pass, and the start of SCHEDULED jobs (section 5).
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

static const Job& jobAt(const World& w, int index)
{
    return w.jobs[static_cast<std::size_t>(index)];
}

static std::size_t shareOrder(const World& w, const Job& job)
{
    for (std::size_t i = 0; i < w.shares.size(); ++i)
        if (w.shares[i].name == job.share)
            return i;
    return w.shares.size();
}

static bool withinLimit(const World& w, const Job& h, const Gone& gone)
{
    return used(w, h.share, h.unit, gone) + h.count <= limitOf(*findShare(w, h.share), h.unit);
}

// How a front can be dispatched: the rule, and the reclaim victims (perhaps none).
struct Placement {
    std::string rule;
    std::vector<int> reclaimed;
};

// Rules A1 to A4, or nothing when the front stays.
static std::optional<Placement> entitled(const World& w, const Job& h, const Gone& gone)
{
    if (fitsBesideReserves(w, h, gone))
        return Placement{"A1", {}};
    if (auto victims = reclaimVictims(w, h, gone, fitsBesideReserves))
        return Placement{"A2", *victims};
    if (!oversubscribed(w, h.unit))
        return std::nullopt;
    if (fitsCeiling(w, h, gone))
        return Placement{"A3", {}};
    if (auto victims = reclaimVictims(w, h, gone, fitsCeiling))
        return Placement{"A4", *victims};
    return std::nullopt;
}

// The two inequalities of phase B.
static bool mayBorrow(const World& w, const Job& h, const Gone& gone)
{
    return withinBorrowMax(*findShare(w, h.share), h.unit, used(w, h.share, h.unit, gone) + h.count)
        && fitsBesideReserves(w, h, gone);
}

static std::vector<int> allFronts(const World& w)
{
    std::vector<int> fronts;
    for (const Share& share : w.shares)
        for (int front : frontsOf(w, share.name))
            fronts.push_back(front);
    return fronts;
}

static bool entitledBefore(const World& w, const Job& a, const Job& b)
{
    const Count usedA = used(w, a.share, a.unit), limitA = limitOf(*findShare(w, a.share), a.unit);
    const Count usedB = used(w, b.share, b.unit), limitB = limitOf(*findShare(w, b.share), b.unit);
    if (usedA * limitB != usedB * limitA)
        return usedA * limitB < usedB * limitA;
    if (a.priority != b.priority)
        return a.priority > b.priority;
    if (a.queueTime != b.queueTime)
        return a.queueTime < b.queueTime;
    if (shareOrder(w, a) != shareOrder(w, b))
        return shareOrder(w, a) < shareOrder(w, b);
    return queuesBefore(a, b);
}

static bool phaseA(World& w)
{
    std::vector<int> fronts;
    for (int front : allFronts(w))
        if (withinLimit(w, jobAt(w, front), {}))
            fronts.push_back(front);
    std::sort(fronts.begin(), fronts.end(), [&w](int a, int b) { return entitledBefore(w, jobAt(w, a), jobAt(w, b)); });
    for (int front : fronts) {
        const std::optional<Placement> placement = entitled(w, jobAt(w, front), {});
        if (!placement)
            continue;
        ++w.rules[placement->rule];
        dispatch(w, front, {}, placement->reclaimed);
        return true;
    }
    return false;
}

static bool borrowsBefore(const World& w, const Job& a, const Job& b)
{
    if (a.queueTime != b.queueTime)
        return a.queueTime < b.queueTime;
    if (a.priority != b.priority)
        return a.priority > b.priority;
    if (shareOrder(w, a) != shareOrder(w, b))
        return shareOrder(w, a) < shareOrder(w, b);
    return queuesBefore(a, b);
}

static bool phaseB(World& w)
{
    std::vector<int> fronts;
    for (int front : allFronts(w)) {
        const Job& h = jobAt(w, front);
        if (findShare(w, h.share)->strategy == Strategy::LendAndBorrow && !withinLimit(w, h, {}))
            fronts.push_back(front);
    }
    std::sort(fronts.begin(), fronts.end(), [&w](int a, int b) { return borrowsBefore(w, jobAt(w, a), jobAt(w, b)); });
    for (int front : fronts) {
        if (!mayBorrow(w, jobAt(w, front), {}))
            continue;
        ++w.rules["B"];
        dispatch(w, front, {}, {});
        return true;
    }
    return false;
}

// Phase C's "placeable".
static std::optional<Placement> placeable(const World& w, const Job& h, const Gone& gone)
{
    if (withinLimit(w, h, gone))
        return entitled(w, h, gone);
    if (mayBorrow(w, h, gone))
        return Placement{"B", {}};
    return std::nullopt;
}

static bool preemptInShare(World& w, const Job& h)
{
    std::vector<int> candidates;
    for (const Job& job : w.jobs)
        if (isDispatched(job) && job.share == h.share && job.unit == h.unit && job.priority < h.priority)
            candidates.push_back(job.index);

    Gone gone;
    std::vector<int> taken;
    for (int candidate : inVictimOrder(w, candidates)) {
        gone.insert(candidate);
        taken.push_back(candidate);
        if (placeable(w, h, gone))
            break;
    }
    if (taken.empty() || !placeable(w, h, gone))
        return false;

    for (std::size_t i = taken.size(); i-- > 0;) {
        Gone spared = gone;
        spared.erase(taken[i]);
        if (!placeable(w, h, spared))
            continue;
        gone = spared;
        taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const Placement placement = *placeable(w, h, gone);
    ++w.rules["C-" + placement.rule];
    dispatch(w, h.index, taken, placement.reclaimed);
    return true;
}

static bool phaseC(World& w)
{
    for (const Share& share : w.shares) {
        if (!share.inSharePreemption)
            continue;
        for (int front : frontsOf(w, share.name))
            if (preemptInShare(w, jobAt(w, front)))
                return true;
    }
    return false;
}

void schedulingPass(World& w)
{
    if (!w.environmentEnabled)
        return;
    while (phaseA(w) || phaseB(w) || phaseC(w)) { }
}

static bool victimsReleased(const World& w, const Job& job)
{
    for (const VictimRef& victim : job.victims) {
        const Job& other = jobAt(w, victim.job);
        if (other.state == JobState::Stopping && other.attempts.size() == victim.attempt)
            return false;
    }
    return true;
}

static bool hasRoomToStart(const World& w, const Job& job)
{
    Count kept = 0, waiting = 0;
    for (const Share& other : w.shares) {
        if (other.name == job.share || other.strategy != Strategy::Reserve)
            continue;
        kept += std::max<Count>(0, limitOf(other, job.unit) - occupiedBy(w, other.name, job.unit));
        for (const Job& scheduled : w.jobs)
            if (scheduled.state == JobState::Scheduled && scheduled.share == other.name && scheduled.unit == job.unit)
                waiting += scheduled.count;
    }
    const Count c = capacity(w, job.unit);
    const Count free = std::max<Count>(0, c - total(w, job.unit));
    return occupied(w, job.unit) + job.count <= c - std::min(kept, free + waiting);
}

void startScheduledJobs(World& w)
{
    std::vector<int> scheduled;
    for (const Job& job : w.jobs)
        if (job.state == JobState::Scheduled)
            scheduled.push_back(job.index);
    std::sort(scheduled.begin(), scheduled.end(),
        [&w](int a, int b) { return jobAt(w, a).dispatchSeq < jobAt(w, b).dispatchSeq; });
    for (int index : scheduled) {
        Job& job = w.jobs[static_cast<std::size_t>(index)];
        if (!victimsReleased(w, job) || !hasRoomToStart(w, job))
            continue;
        job.state = JobState::Starting;
        job.attempts.back().startingAt = w.now;
        job.attempts.back().startup = w.platform.startup;
        logEvent(w, "STARTING", &job)["attempt"] = job.attempts.size();
    }
}

} // namespace quotaboard::reference
