// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/scorecard.h"

#include <algorithm>

namespace quotaboard {

std::optional<double> ratioOf(GpuMs numerator, GpuMs denominator)
{
    if (denominator == 0)
        return std::nullopt;
    return static_cast<double>(numerator) / static_cast<double>(denominator);
}

std::optional<double> ShareFairness::drift() const
{
    return ratioOf(delivered - claimable, claimable);
}

std::optional<double> ShareFairness::shortfallShare() const
{
    return ratioOf(shortfall, claimable);
}

std::optional<double> Recovery::reliability() const
{
    return ratioOf(GpuMs{good}, GpuMs{good} + bad);
}

std::optional<double> BudgetUse::preemptionsUsed() const
{
    if (!budget || !budget->preemptionsPerJob)
        return std::nullopt;
    return ratioOf(worstJobPreemptions, *budget->preemptionsPerJob);
}

std::optional<double> BudgetUse::lostUsed() const
{
    if (!budget || !budget->lostGpuHoursPerWeek || *budget->lostGpuHoursPerWeek <= 0)
        return std::nullopt;
    return static_cast<double>(worstWeekLost) / static_cast<double>(kMsPerHour) / *budget->lostGpuHoursPerWeek;
}

std::optional<double> Scorecard::completedOfPaid() const
{
    return accounting.paid == 0 ? std::nullopt
                                : ratioOf(accounting.completed, accounting.paid + accounting.overcommitted);
}

std::optional<double> Scorecard::completedOfAllocated() const
{
    return ratioOf(accounting.completed, accounting.allocated());
}

std::optional<double> Scorecard::upperBoundOfPaid() const
{
    return ratioOf(accounting.completed + accounting.inProgress, accounting.paid);
}

std::optional<double> Scorecard::occupancy() const
{
    return ratioOf(accounting.allocated(), accounting.paid);
}

std::optional<double> Scorecard::wasteOfAllocated() const
{
    return ratioOf(preemption.lost + preemption.restart, accounting.allocated());
}

std::optional<double> Scorecard::preemptionsPerThousandGpuHours() const
{
    return ratioOf(static_cast<GpuMs>(preemption.count) * kMsPerHour * 1000, accounting.allocated());
}

std::optional<double> Scorecard::throughputPerHour() const
{
    return ratioOf(static_cast<GpuMs>(jobs.succeeded) * kMsPerHour, to - from);
}

const ShareFairness* Scorecard::worstShortfall() const
{
    const ShareFairness* worst = nullptr;
    for (const ShareFairness& share : fairness) {
        if (share.claimable != 0
            && (worst == nullptr || share.shortfall * worst->claimable > worst->shortfall * share.claimable))
            worst = &share;
    }
    return worst;
}

} // namespace quotaboard
