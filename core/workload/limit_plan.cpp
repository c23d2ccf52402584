// SPDX-License-Identifier: Apache-2.0
#include "core/workload/limit_plan.h"

#include <algorithm>
#include <span>

namespace quotaboard {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

void addName(std::vector<MergedName>& totals, const std::string& name)
{
    const bool known = std::any_of(totals.begin(), totals.end(), [&](const MergedName& t) { return t.name == name; });
    if (!known)
        totals.push_back({name, 0, 0});
}

std::vector<std::size_t> positionsIn(const std::vector<std::string>& all, const std::vector<std::string>& wanted)
{
    std::vector<std::size_t> positions;
    positions.reserve(wanted.size());
    for (const std::string& name : wanted)
        positions.push_back(static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin()));
    return positions;
}

/// Shares that only the limits file names: often a name that was spelled otherwise in the trace.
void noteSharesWithoutJobs(std::span<const MergedName> shares, std::vector<TraceNote>& notes)
{
    constexpr std::size_t kMostNamed = 20;
    std::string names;
    for (const MergedName& share : shares.first(std::min(shares.size(), kMostNamed)))
        names += (names.empty() ? "" : ", ") + share.name;
    if (shares.size() > kMostNamed)
        names += ", …";
    if (!shares.empty())
        notes.push_back({"limits-without-jobs", {std::to_string(shares.size()), names}});
}

std::int32_t clampToInstances(std::int64_t count)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(count, 0, kMaxInstances));
}

} // namespace

void groupForQueue(const Trace& trace, const ImportOptions& options, JobSelection& selection, ImportResult& result)
{
    SelectionTotals totals = totalsOf(selection);
    const std::size_t withJobs = totals.shares.size();
    for (const GivenLimit& given : options.givenLimits)
        addName(totals.shares, given.share);
    noteSharesWithoutJobs(std::span(totals.shares).subspan(withJobs), result.report.notes);
    for (const QuotaShare& share : trace.quotaShares) {
        addName(totals.shares, share.name);
        for (const CapacityLimit& limit : share.limits)
            addName(totals.units, trace.unitNames[limit.unit.value()]);
    }
    if (trace.environment) {
        for (const CapacityLimit& limit : trace.environment->limits)
            addName(totals.units, trace.unitNames[limit.unit.value()]);
    }
    ImportReport& report = result.report;
    result.shares = groupNames(std::move(totals.shares), kMaxShares, report.mergedShares);
    result.units = groupNames(std::move(totals.units), kMaxLimits, report.mergedUnits);
    report.otherShare = result.shares.other;
    report.otherUnit = result.units.other;
    applyGrouping(selection, result.shares, result.units);
}

LimitPlan::LimitPlan(const Trace& trace, const ImportOptions& options, const JobSelection& selection,
    const DemandTable& demand, const ImportResult& grouping)
    : trace_(trace)
    , options_(options)
    , selection_(selection)
    , demand_(demand)
    , units_(grouping.units.kept)
{
    for (const QuotaShare& share : trace.quotaShares) {
        if (contains(grouping.shares.kept, share.name) && !contains(shares_, share.name))
            shares_.push_back(share.name);
    }
    for (const std::string& share : grouping.shares.kept) {
        if (!contains(shares_, share))
            shares_.push_back(share);
    }
    if (grouping.shares.merges())
        shares_.push_back(grouping.shares.other);
    if (grouping.units.merges())
        units_.push_back(grouping.units.other);
    shareInSelection_ = positionsIn(selection.shares, shares_);
    unitInSelection_ = positionsIn(selection.units, units_);
    limits_.assign(shares_.size() * units_.size(), 0);
    capacity_.assign(units_.size(), 0);
    capacityGiven_.assign(units_.size(), false);
    collectGivenLimits(grouping);
}

bool LimitPlan::hasUnit(const std::string& unit) const
{
    return contains(units_, unit);
}

std::int64_t LimitPlan::inUnitsOf(const std::string& unit, std::int32_t instances, const ImportResult& grouping) const
{
    // What was merged into `other` is counted in GPUs there, limits as well as jobs.
    const bool merged = grouping.units.groupOf(unit) != unit;
    return merged ? std::int64_t{instances} * std::max(1, gpusOfUnit(unit)) : instances;
}

void LimitPlan::collectGivenLimits(const ImportResult& grouping)
{
    for (const GivenLimit& given : options_.givenLimits) {
        const std::string& unit = given.unit.empty() ? options_.jobs.unit : given.unit;
        fromFile_[{grouping.shares.groupOf(given.share), grouping.units.groupOf(unit)}]
            += inUnitsOf(unit, given.maxCapacity, grouping);
    }
    for (const QuotaShare& share : trace_.quotaShares) {
        for (const CapacityLimit& limit : share.limits) {
            const std::string& unit = trace_.unitNames[limit.unit.value()];
            fromExport_[{grouping.shares.groupOf(share.name), grouping.units.groupOf(unit)}]
                += inUnitsOf(unit, limit.maxCapacity, grouping);
        }
    }
    if (!trace_.environment)
        return;
    for (const CapacityLimit& limit : trace_.environment->limits) {
        const std::string& unit = trace_.unitNames[limit.unit.value()];
        exportedCapacity_[grouping.units.groupOf(unit)] += inUnitsOf(unit, limit.maxCapacity, grouping);
    }
}

SizingRules LimitPlan::sizingRules() const
{
    SizingRules rules;
    rules.rule = options_.limits == LimitRule::Given ? LimitRule::Peak : options_.limits;
    const TimeMs from = options_.jobs.from.value_or(selection_.jobs.front().submit);
    rules.window = options_.jobs.to.value_or(demand_.lastEnd()) - from;
    rules.allowImpossible = options_.allowImpossible;
    rules.capacity.resize(selection_.units.size());
    for (const GivenCapacity& given : options_.capacity) {
        const auto unit = std::find(selection_.units.begin(), selection_.units.end(), given.unit);
        if (unit != selection_.units.end())
            rules.capacity[static_cast<std::size_t>(unit - selection_.units.begin())] = given.maxCapacity;
    }
    return rules;
}

const Demand* LimitPlan::demandOf(std::size_t share, std::size_t unit) const
{
    const std::size_t s = shareInSelection_[share];
    const std::size_t u = unitInSelection_[unit];
    if (s == selection_.shares.size() || u == selection_.units.size() || demand_.at(s, u).jobs == 0)
        return nullptr;
    return &demand_.at(s, u);
}

std::int32_t LimitPlan::givenLimit(std::size_t share, std::size_t unit) const
{
    const NamePair key{shares_[share], units_[unit]};
    if (const auto found = fromFile_.find(key); found != fromFile_.end())
        return clampToInstances(found->second);
    // Sizing has nothing to go by for a share without jobs, so the export keeps its say there.
    if (options_.limits != LimitRule::Given && demandOf(share, unit) != nullptr)
        return 0;
    const auto found = fromExport_.find(key);
    return found == fromExport_.end() ? 0 : clampToInstances(found->second);
}

void LimitPlan::decideUnit(std::size_t unit, const SizingRules& rules, ImportReport& report)
{
    const bool othersAreGiven = !fromFile_.empty() || (options_.limits == LimitRule::Given && !fromExport_.empty());
    std::size_t ordinal = 0;
    for (std::size_t share = 0; share < shares_.size(); ++share) {
        std::int32_t& limit = limits_[share * units_.size() + unit];
        limit = givenLimit(share, unit);
        if (demandOf(share, unit) == nullptr)
            continue;
        const std::size_t place = ordinal++;
        if (limit > 0)
            continue;
        const SizedLimit sized = sizeLimit(demand_, shareInSelection_[share], unitInSelection_[unit], place, rules);
        limit = sized.limit;
        if (othersAreGiven)
            report.notes.push_back({"limit-missing", {shares_[share], units_[unit], std::to_string(limit)}});
        if (sized.limit != sized.unraised)
            report.notes.push_back({"limit-raised",
                {shares_[share], units_[unit], std::to_string(sized.unraised), std::to_string(sized.limit)}});
    }
}

void LimitPlan::decideCapacity(std::size_t unit, ImportReport& report)
{
    std::int64_t sum = 0;
    for (std::size_t share = 0; share < shares_.size(); ++share)
        sum += limit(share, unit);
    std::optional<std::int64_t> given;
    if (const auto exported = exportedCapacity_.find(units_[unit]); exported != exportedCapacity_.end())
        given = exported->second;
    for (const GivenCapacity& option : options_.capacity) {
        if (option.unit == units_[unit])
            given = option.maxCapacity;
    }
    capacityGiven_[unit] = given.has_value();
    capacity_[unit] = clampToInstances(given.value_or(sum));
    const std::string capacityText = std::to_string(capacity_[unit]);
    if (sum > capacity_[unit])
        report.notes.push_back({"oversubscribed", {units_[unit], std::to_string(sum), capacityText}});
    else if (sum < capacity_[unit])
        report.notes.push_back({"unassigned", {units_[unit], capacityText, std::to_string(sum)}});
}

/// Whether every share can run all its jobs at once, so that there is nothing to share.
bool LimitPlan::isSizedForPeaks(const SizingRules& rules) const
{
    const bool othersAreGiven = !fromFile_.empty() || (options_.limits == LimitRule::Given && !fromExport_.empty());
    return rules.rule == LimitRule::Peak && !othersAreGiven
        && std::none_of(capacityGiven_.begin(), capacityGiven_.end(), [](bool given) { return given; });
}

void LimitPlan::dropSharesWithoutLimit(ImportReport& report)
{
    for (std::size_t share = shares_.size(); share-- > 0;) {
        const auto first = limits_.begin() + static_cast<std::ptrdiff_t>(share * units_.size());
        const auto last = first + static_cast<std::ptrdiff_t>(units_.size());
        if (std::any_of(first, last, [](std::int32_t limit) { return limit > 0; }))
            continue;
        report.notes.push_back({"share-without-limit", {shares_[share]}});
        limits_.erase(first, last);
        shares_.erase(shares_.begin() + static_cast<std::ptrdiff_t>(share));
        shareInSelection_.erase(shareInSelection_.begin() + static_cast<std::ptrdiff_t>(share));
    }
}

void LimitPlan::describe(ImportReport& report) const
{
    const std::vector<std::int32_t> weights = gpuWeights(selection_);
    for (std::size_t share = 0; share < shares_.size(); ++share) {
        for (std::size_t unit = 0; unit < units_.size(); ++unit) {
            const Demand* demand = demandOf(share, unit);
            if (demand == nullptr && limit(share, unit) == 0)
                continue;
            ShareDemand line{shares_[share], units_[unit], 0, 0, 0, 0, limit(share, unit)};
            if (demand != nullptr) {
                line.jobs = demand->jobs;
                line.gpuTime = demand->instanceTime * weights[unitInSelection_[unit]];
                line.peak = clampToInstances(demand->peak);
                line.widest = demand->widest;
            }
            report.shares.push_back(std::move(line));
        }
    }
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
        UnitDemand line{units_[unit], gpusOfUnit(units_[unit]), 0, 0, 0, 0, capacity_[unit], capacityGiven_[unit]};
        if (const std::size_t u = unitInSelection_[unit]; u < selection_.units.size()) {
            const Demand& demand = demand_.ofUnit(u);
            line.jobs = demand.jobs;
            line.gpuTime = demand.instanceTime * weights[u];
            line.peak = demand.peak;
            line.peakAt = demand.peakAt;
        }
        report.units.push_back(std::move(line));
    }
}

void LimitPlan::decide(ImportReport& report)
{
    const SizingRules rules = sizingRules();
    for (std::size_t unit = 0; unit < units_.size(); ++unit)
        decideUnit(unit, rules, report);
    dropSharesWithoutLimit(report);
    for (std::size_t unit = 0; unit < units_.size(); ++unit)
        decideCapacity(unit, report);
    if (isSizedForPeaks(rules))
        report.notes.push_back({"limits-are-peaks", {}});
    describe(report);
}

} // namespace quotaboard
