// SPDX-License-Identifier: Apache-2.0
#include "core/workload/name_grouping.h"

#include "core/model/policy.h"

#include <algorithm>
#include <unordered_map>

namespace quotaboard {

namespace {

constexpr const char* kOther = "other";

/// "other", or the first of "other-2", "other-3" … that no name which stays is called.
std::string freeOtherName(const std::vector<std::string>& kept)
{
    std::string candidate = kOther;
    for (int n = 2; std::find(kept.begin(), kept.end(), candidate) != kept.end(); ++n)
        candidate = std::string{kOther} + "-" + std::to_string(n);
    return candidate;
}

/// Replaces names by their groups; returns the new position of every old one.
std::vector<std::uint32_t> regroup(std::vector<std::string>& names, const NameGrouping& grouping)
{
    std::vector<std::string> newNames;
    std::unordered_map<std::string, std::uint32_t> positions;
    std::vector<std::uint32_t> newPosition;
    newPosition.reserve(names.size());
    for (const std::string& name : names) {
        const std::string& group = grouping.groupOf(name);
        const auto [entry, isNew] = positions.try_emplace(group, static_cast<std::uint32_t>(newNames.size()));
        if (isNew)
            newNames.push_back(group);
        newPosition.push_back(entry->second);
    }
    names = std::move(newNames);
    return newPosition;
}

} // namespace

const std::string& NameGrouping::groupOf(const std::string& name) const
{
    const bool stays = !merges() || std::find(kept.begin(), kept.end(), name) != kept.end();
    return stays ? name : other;
}

std::vector<std::int32_t> gpuWeights(const JobSelection& selection)
{
    const bool none = std::all_of(selection.unitGpus.begin(), selection.unitGpus.end(), [](auto g) { return g == 0; });
    return none ? std::vector<std::int32_t>(selection.unitGpus.size(), 1) : selection.unitGpus;
}

SelectionTotals totalsOf(const JobSelection& selection)
{
    SelectionTotals totals;
    for (const std::string& share : selection.shares)
        totals.shares.push_back({share, 0, 0});
    for (const std::string& unit : selection.units)
        totals.units.push_back({unit, 0, 0});
    const std::vector<std::int32_t> weights = gpuWeights(selection);
    for (const SelectedJob& job : selection.jobs) {
        const GpuMs gpuTime = static_cast<GpuMs>(job.duration) * job.instances * weights[job.unit];
        MergedName& share = totals.shares[job.share];
        MergedName& unit = totals.units[job.unit];
        ++share.jobs;
        ++unit.jobs;
        share.gpuTime += gpuTime;
        unit.gpuTime += gpuTime;
    }
    return totals;
}

NameGrouping groupNames(std::vector<MergedName> totals, std::size_t most, std::vector<MergedName>& merged)
{
    std::sort(totals.begin(), totals.end(), [](const MergedName& a, const MergedName& b) {
        return a.gpuTime != b.gpuTime ? a.gpuTime > b.gpuTime : a.name < b.name;
    });
    NameGrouping grouping;
    const std::size_t stay = totals.size() <= most ? totals.size() : most - 1;
    for (std::size_t i = 0; i < stay; ++i)
        grouping.kept.push_back(totals[i].name);
    merged.assign(totals.begin() + static_cast<std::ptrdiff_t>(stay), totals.end());
    if (!merged.empty())
        grouping.other = freeOtherName(grouping.kept);
    return grouping;
}

void applyGrouping(JobSelection& selection, const NameGrouping& shares, const NameGrouping& units)
{
    if (shares.merges()) {
        const std::vector<std::uint32_t> position = regroup(selection.shares, shares);
        for (SelectedJob& job : selection.jobs)
            job.share = position[job.share];
    }
    if (!units.merges())
        return;
    const std::vector<std::string> oldUnits = selection.units;
    const std::vector<std::int32_t> oldGpus = selection.unitGpus;
    const std::vector<std::uint32_t> position = regroup(selection.units, units);
    for (SelectedJob& job : selection.jobs) {
        const bool isMerged = units.groupOf(oldUnits[job.unit]) != oldUnits[job.unit];
        if (isMerged) {
            const std::int64_t gpus = std::int64_t{job.instances} * std::max(1, oldGpus[job.unit]);
            job.instances = static_cast<std::int32_t>(std::min<std::int64_t>(gpus, kMaxInstances));
        }
        job.unit = position[job.unit];
    }
    selection.unitGpus.clear();
    for (const std::string& unit : selection.units)
        selection.unitGpus.push_back(gpusOfUnit(unit));
}

} // namespace quotaboard
