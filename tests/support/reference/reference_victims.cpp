// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 4: victim order and reclaim.
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

static const Job& jobAt(const World& w, int index)
{
    return w.jobs[static_cast<std::size_t>(index)];
}

bool fitsBesideReserves(const World& w, const Job& h, const Gone& gone)
{
    return total(w, h.unit, gone) + h.count <= ceilingOf(w, h.unit) - held(w, h.share, h.unit, gone);
}

bool fitsCeiling(const World& w, const Job& h, const Gone& gone)
{
    return total(w, h.unit, gone) + h.count <= ceilingOf(w, h.unit);
}

// The share's over[x][u], attributed to its dispatched jobs from the latest dispatch backwards.
static Count borrowedBy(const World& w, const Job& job)
{
    std::vector<int> dispatched;
    for (const Job& other : w.jobs)
        if (isDispatched(other) && other.share == job.share && other.unit == job.unit)
            dispatched.push_back(other.index);
    std::sort(dispatched.begin(), dispatched.end(),
        [&w](int a, int b) { return jobAt(w, a).dispatchSeq > jobAt(w, b).dispatchSeq; });
    Count left = overLimit(w, *findShare(w, job.share), job.unit);
    for (int index : dispatched) {
        const Count borrowed = std::min(jobAt(w, index).count, left);
        if (index == job.index)
            return borrowed;
        left -= borrowed;
    }
    return 0;
}

static bool isVictimBefore(const World& w, const Job& a, const Job& b)
{
    const std::string& order = w.platform.victimOrder;
    if (order == "youngest")
        return a.dispatchSeq > b.dispatchSeq;
    if (order == "oldest")
        return a.dispatchSeq < b.dispatchSeq;
    if (order == "leastLoss") {
        const Ms lossA = lossIfPreempted(w, a) * a.count;
        const Ms lossB = lossIfPreempted(w, b) * b.count;
        if (lossA != lossB)
            return lossA < lossB;
    }
    if (order == "mostBorrowed") {
        const Count borrowedA = borrowedBy(w, a);
        const Count borrowedB = borrowedBy(w, b);
        if (borrowedA != borrowedB)
            return borrowedA > borrowedB;
    }
    if (a.priority != b.priority)
        return a.priority < b.priority;
    return a.dispatchSeq > b.dispatchSeq;
}

std::vector<int> inVictimOrder(const World& w, std::vector<int> candidates)
{
    std::sort(candidates.begin(), candidates.end(),
        [&w](int a, int b) { return isVictimBefore(w, jobAt(w, a), jobAt(w, b)); });
    return candidates;
}

std::optional<std::vector<int>> reclaimVictims(
    const World& w, const Job& h, const Gone& gone, bool (*rule)(const World&, const Job&, const Gone&))
{
    std::vector<int> candidates;
    for (const Job& job : w.jobs)
        if (isDispatched(job) && job.unit == h.unit && job.share != h.share
            && overLimit(w, *findShare(w, job.share), h.unit, gone) > 0)
            candidates.push_back(job.index);

    Gone without = gone;
    std::vector<int> taken;
    for (int candidate : inVictimOrder(w, candidates)) {
        if (rule(w, h, without))
            break;
        if (overLimit(w, *findShare(w, jobAt(w, candidate).share), h.unit, without) == 0)
            continue;
        without.insert(candidate);
        taken.push_back(candidate);
    }
    if (!rule(w, h, without))
        return std::nullopt;

    for (std::size_t i = taken.size(); i-- > 0;) {
        Gone spared = without;
        spared.erase(taken[i]);
        if (!rule(w, h, spared))
            continue;
        without = spared;
        taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return taken;
}

} // namespace quotaboard::reference
