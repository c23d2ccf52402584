// SPDX-License-Identifier: Apache-2.0
#include "core/workload/limit_sizing.h"

#include <algorithm>

namespace quotaboard {

namespace {

struct JobEnd {
    TimeMs at;
    std::uint32_t job;
};

std::int64_t ceilDivide(GpuMs amount, GpuMs divisor)
{
    return static_cast<std::int64_t>((amount + divisor - 1) / divisor);
}

} // namespace

DemandTable::DemandTable(const JobSelection& selection)
    : shares_(selection.shares.size())
    , units_(selection.units.size())
    , cells_(shares_ * units_)
    , totals_(units_)
    , lastEnd_(selection.jobs.empty() ? 0 : selection.jobs.front().submit)
{
    for (const SelectedJob& job : selection.jobs) {
        for (Demand* demand : {&cells_[job.share * units_ + job.unit], &totals_[job.unit]}) {
            ++demand->jobs;
            demand->instanceTime += static_cast<GpuMs>(job.duration) * job.instances;
            demand->widest = std::max(demand->widest, job.instances);
        }
        lastEnd_ = std::max(lastEnd_, job.submit + job.duration);
    }
    measurePeaks(selection);
}

struct DemandTable::Running {
    std::int64_t now = 0;

    void start(std::int32_t instances, TimeMs at, Demand& demand)
    {
        now += instances;
        if (now > demand.peak) {
            demand.peak = now;
            demand.peakAt = at;
        }
    }
};

void DemandTable::measurePeaks(const JobSelection& selection)
{
    // Starts are in order already (a selection is sorted by submit), so only the ends need sorting.
    std::vector<JobEnd> ends;
    ends.reserve(selection.jobs.size());
    for (std::size_t i = 0; i < selection.jobs.size(); ++i) {
        const SelectedJob& job = selection.jobs[i];
        if (job.duration > 0)
            ends.push_back({job.submit + job.duration, static_cast<std::uint32_t>(i)});
    }
    std::sort(ends.begin(), ends.end(), [](const JobEnd& a, const JobEnd& b) { return a.at < b.at; });

    std::vector<Running> running(cells_.size());
    std::vector<Running> total(units_);
    auto end = ends.begin();
    for (const SelectedJob& job : selection.jobs) {
        if (job.duration == 0)
            continue;
        for (; end != ends.end() && end->at <= job.submit; ++end) {
            const SelectedJob& ended = selection.jobs[end->job];
            running[ended.share * units_ + ended.unit].now -= ended.instances;
            total[ended.unit].now -= ended.instances;
        }
        const std::size_t cell = job.share * units_ + job.unit;
        running[cell].start(job.instances, job.submit, cells_[cell]);
        total[job.unit].start(job.instances, job.submit, totals_[job.unit]);
    }
}

std::size_t DemandTable::sharesUsing(std::size_t unit) const
{
    std::size_t count = 0;
    for (std::size_t share = 0; share < shares_; ++share)
        count += at(share, unit).jobs > 0 ? 1 : 0;
    return count;
}

SizedLimit sizeLimit(
    const DemandTable& demand, std::size_t share, std::size_t unit, std::size_t ordinal, const SizingRules& rules)
{
    const Demand& own = demand.at(share, unit);
    std::int64_t limit = own.peak;
    if (rules.rule == LimitRule::MeanDemand) {
        limit = rules.window > 0 ? ceilDivide(own.instanceTime, rules.window) : own.widest;
    } else if (rules.rule == LimitRule::Equal) {
        const auto shares = static_cast<std::int64_t>(demand.sharesUsing(unit));
        if (const auto& capacity = rules.capacity[unit])
            limit = *capacity / shares + (static_cast<std::int64_t>(ordinal) < *capacity % shares ? 1 : 0);
        else
            limit = ceilDivide(demand.ofUnit(unit).peak, shares);
    }
    SizedLimit sized;
    sized.unraised = static_cast<std::int32_t>(std::min<std::int64_t>(limit, kMaxInstances));
    sized.limit = std::max(sized.unraised, rules.allowImpossible ? 1 : std::max(1, own.widest));
    return sized;
}

} // namespace quotaboard
