// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 1 (state) and section 2 (queue order). Nothing is cached.
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

bool isDispatched(const Job& job)
{
    return job.state == JobState::Scheduled || job.state == JobState::Starting || job.state == JobState::Running;
}

bool isOccupying(const Job& job)
{
    return job.state == JobState::Starting || job.state == JobState::Running || job.state == JobState::Stopping;
}

bool isEnded(const Job& job)
{
    return job.state == JobState::Succeeded || job.state == JobState::Failed;
}

const Share* findShare(const World& w, const std::string& name)
{
    for (const Share& share : w.shares)
        if (share.name == name)
            return &share;
    return nullptr;
}

Count capacity(const World& w, const std::string& unit)
{
    if (!w.environmentEnabled)
        return 0;
    const auto limit = w.environmentLimits.find(unit);
    return limit == w.environmentLimits.end() ? 0 : limit->second;
}

Count limitOf(const Share& share, const std::string& unit)
{
    const auto limit = share.limits.find(unit);
    return limit == share.limits.end() ? 0 : limit->second;
}

Count limitSum(const World& w, const std::string& unit)
{
    Count sum = 0;
    for (const Share& share : w.shares)
        sum += limitOf(share, unit);
    return sum;
}

Count used(const World& w, const std::string& share, const std::string& unit, const Gone& gone)
{
    Count sum = 0;
    for (const Job& job : w.jobs)
        if (isDispatched(job) && job.share == share && job.unit == unit && gone.count(job.index) == 0)
            sum += job.count;
    return sum;
}

Count total(const World& w, const std::string& unit, const Gone& gone)
{
    Count sum = 0;
    for (const Share& share : w.shares)
        sum += used(w, share.name, unit, gone);
    return sum;
}

Count overLimit(const World& w, const Share& share, const std::string& unit, const Gone& gone)
{
    return std::max<Count>(0, used(w, share.name, unit, gone) - limitOf(share, unit));
}

Count idleOf(const World& w, const Share& share, const std::string& unit, const Gone& gone)
{
    return std::max<Count>(0, limitOf(share, unit) - used(w, share.name, unit, gone));
}

Count ceilingOf(const World& w, const std::string& unit)
{
    if (w.platform.unassignedCapacity == "borrowable")
        return capacity(w, unit);
    return std::min(capacity(w, unit), limitSum(w, unit));
}

Count held(const World& w, const std::string& share, const std::string& unit, const Gone& gone)
{
    Count sum = 0;
    for (const Share& other : w.shares)
        if (other.name != share && other.strategy == Strategy::Reserve)
            sum += idleOf(w, other, unit, gone);
    return sum;
}

std::optional<Count> borrowMax(const Share& share, const std::string& unit)
{
    if (share.strategy != Strategy::LendAndBorrow)
        return Count{0};
    if (!share.borrowLimit || *share.borrowLimit == -1)
        return std::nullopt;
    return limitOf(share, unit) * *share.borrowLimit / 100;
}

bool withinBorrowMax(const Share& share, const std::string& unit, Count instances)
{
    const std::optional<Count> most = borrowMax(share, unit);
    return !most || instances <= limitOf(share, unit) + *most;
}

bool oversubscribed(const World& w, const std::string& unit)
{
    return limitSum(w, unit) > capacity(w, unit);
}

Count occupied(const World& w, const std::string& unit)
{
    Count sum = 0;
    for (const Job& job : w.jobs)
        if (isOccupying(job) && job.unit == unit)
            sum += job.count;
    return sum;
}

Count occupiedBy(const World& w, const std::string& share, const std::string& unit)
{
    Count sum = 0;
    for (const Job& job : w.jobs)
        if (isOccupying(job) && job.share == share && job.unit == unit)
            sum += job.count;
    return sum;
}

std::set<std::string> allUnits(const World& w)
{
    std::set<std::string> units;
    for (const auto& entry : w.gpus)
        units.insert(entry.first);
    return units;
}

bool queuesBefore(const Job& a, const Job& b)
{
    if (a.priority != b.priority)
        return a.priority > b.priority;
    if (a.queueTime != b.queueTime)
        return a.queueTime < b.queueTime;
    return a.index < b.index;
}

std::vector<int> queueOf(const World& w, const Job& job)
{
    std::vector<int> queue;
    for (const Job& other : w.jobs) {
        if (other.state != JobState::Runnable || other.share != job.share)
            continue;
        if (w.platform.queueFront == "capacityUnit" && other.unit != job.unit)
            continue;
        queue.push_back(other.index);
    }
    std::sort(queue.begin(), queue.end(), [&w](int a, int b) {
        return queuesBefore(w.jobs[static_cast<std::size_t>(a)], w.jobs[static_cast<std::size_t>(b)]);
    });
    return queue;
}

bool isFront(const World& w, const Job& job)
{
    return job.state == JobState::Runnable && queueOf(w, job).front() == job.index;
}

std::vector<int> frontsOf(const World& w, const std::string& share)
{
    std::vector<int> fronts;
    for (const Job& job : w.jobs)
        if (job.share == share && isFront(w, job))
            fronts.push_back(job.index);
    std::sort(fronts.begin(), fronts.end(), [&w](int a, int b) {
        return queuesBefore(w.jobs[static_cast<std::size_t>(a)], w.jobs[static_cast<std::size_t>(b)]);
    });
    return fronts;
}

} // namespace quotaboard::reference
