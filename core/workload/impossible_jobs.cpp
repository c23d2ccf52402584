// SPDX-License-Identifier: Apache-2.0
// Part of limit_plan.h: which jobs could never start, whatever happens (scheduling.md section 7).
#include "core/workload/limit_plan.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::size_t kMostNames = 1000;

std::int64_t limitOf(const CapacityLimits& limits, UnitIndex unit)
{
    const auto found
        = std::find_if(limits.begin(), limits.end(), [&](const CapacityLimit& l) { return l.unit == unit; });
    return found == limits.end() ? 0 : found->maxCapacity;
}

/// The widest job of a share that the rules could ever start on a unit.
std::int64_t allowedWidth(const Scenario& scenario, const QuotaShare& share, UnitIndex unit)
{
    const std::int64_t capacity = limitOf(scenario.environment.limits, unit);
    const std::int64_t own = limitOf(share.limits, unit);
    if (share.sharing.strategy != SharingStrategy::LendAndBorrow)
        return std::min(own, capacity);
    std::int64_t claimed = 0;
    std::int64_t reserved = 0;
    for (const QuotaShare& other : scenario.shares) {
        claimed += limitOf(other.limits, unit);
        if (other.name != share.name && other.sharing.strategy == SharingStrategy::Reserve)
            reserved += limitOf(other.limits, unit);
    }
    const bool borrowsAll = scenario.platform.unassignedCapacity == UnassignedCapacity::Borrowable;
    const std::int64_t ceiling = borrowsAll ? capacity : std::min(capacity, claimed);
    std::int64_t borrowed = ceiling - reserved;
    if (!share.sharing.borrowsWithoutLimit())
        borrowed = std::min(borrowed, own + own * *share.sharing.borrowLimit / 100);
    return std::min(capacity, std::max(own, borrowed));
}

} // namespace

void findImpossibleJobs(
    const Trace& trace, const JobSelection& selection, const Scenario& scenario, ImportReport& report)
{
    const std::size_t units = selection.units.size();
    std::vector<std::int64_t> allowed(selection.shares.size() * units, 0);
    for (std::size_t s = 0; s < selection.shares.size(); ++s) {
        for (const QuotaShare& share : scenario.shares) {
            for (std::size_t u = 0; u < units && share.name == selection.shares[s]; ++u)
                allowed[s * units + u] = allowedWidth(scenario, share, scenario.findUnit(selection.units[u]));
        }
    }
    std::uint64_t count = 0;
    for (const SelectedJob& job : selection.jobs) {
        const std::int64_t width = allowed[job.share * units + job.unit];
        if (job.instances <= width)
            continue;
        if (++count <= kMostNames)
            report.impossible.push_back({traceJobLabel(trace, trace.jobs[job.row]), selection.shares[job.share],
                selection.units[job.unit], job.instances, static_cast<std::int32_t>(width)});
    }
    if (count > 0)
        report.notes.push_back({"impossible-jobs", {std::to_string(count)}});
}

} // namespace quotaboard
