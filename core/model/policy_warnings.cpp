// SPDX-License-Identifier: Apache-2.0
#include "core/model/policy_warnings.h"

#include "core/model/policy_state.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// What the jobs of one share ask for on one unit.
struct Demand {
    std::size_t jobs = 0;
    std::size_t uncheckpointed = 0;
    std::size_t impossible = 0;
    std::size_t widerThanLimit = 0;
    std::int32_t widest = 0;
    std::int32_t narrowest = kMaxInstances;
    std::int32_t lowestPriority = kMaxPriority;
    std::int32_t highestPriority = 0;
    JobIndex firstImpossible;
};

class WarningFinder {
public:
    explicit WarningFinder(const Scenario& scenario)
        : scenario_(scenario)
        , policy_(scenario)
        , demands_(scenario.shareNames.size() * scenario.units.size())
    {
    }

    std::vector<PolicyWarning> find()
    {
        sumDemand();
        for (std::size_t u = 0; u < scenario_.units.size(); ++u)
            lookAtUnit(UnitIndex{u});
        for (const ShareIndex share : policy_.order()) {
            for (std::size_t u = 0; u < scenario_.units.size(); ++u)
                lookAtShare(share, UnitIndex{u});
        }
        return std::move(warnings_);
    }

private:
    Demand& demand(ShareIndex share, UnitIndex unit)
    {
        return demands_[share.value() * scenario_.units.size() + unit.value()];
    }

    void add(PolicyWarning::Code code, std::vector<std::string> arguments)
    {
        warnings_.push_back({code, std::move(arguments)});
    }

    void sumDemand()
    {
        for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) {
            const Job& job = scenario_.jobs[JobIndex{i}];
            Demand& d = demand(job.share, job.unit);
            ++d.jobs;
            d.uncheckpointed += scenario_.jobs.profile(job.profile).checkpoint ? 0 : 1;
            d.widerThanLimit += job.instances > policy_.limit(job.share, job.unit) ? 1 : 0;
            d.widest = std::max(d.widest, job.instances);
            d.narrowest = std::min(d.narrowest, job.instances);
            d.lowestPriority = std::min(d.lowestPriority, job.priority);
            d.highestPriority = std::max(d.highestPriority, job.priority);
            if (policy_.isImpossible(job.share, job.unit, job.instances) && d.impossible++ == 0)
                d.firstImpossible = JobIndex{i};
        }
    }

    void lookAtUnit(UnitIndex unit)
    {
        const std::string& name = scenario_.unitName(unit);
        const std::int64_t capacity = policy_.capacity(unit);
        const std::int64_t limits = policy_.totalLimit(unit);
        if (scenario_.units[unit.value()].isGuessed)
            add(PolicyWarning::Code::GuessedUnit, {name});
        if (limits < capacity && policy_.platform().unassignedCapacity == UnassignedCapacity::Idle)
            add(PolicyWarning::Code::UnassignedCapacity,
                {name, std::to_string(capacity - limits), std::to_string(capacity)});
        if (limits > capacity && capacity > 0)
            add(PolicyWarning::Code::Oversubscribed, {name, std::to_string(limits), std::to_string(capacity)});
    }

    [[nodiscard]] bool lendsToOthers(UnitIndex unit, ShareIndex except) const
    {
        return std::any_of(policy_.order().begin(), policy_.order().end(), [&](ShareIndex share) {
            return share != except && policy_.limit(share, unit) > 0
                && policy_.share(share).sharing.strategy != SharingStrategy::Reserve;
        });
    }

    void lookAtShare(ShareIndex share, UnitIndex unit)
    {
        const std::string& shareName = scenario_.shareName(share);
        const std::string& unitName = scenario_.unitName(unit);
        const Demand& d = demand(share, unit);
        const std::int64_t limit = policy_.limit(share, unit);
        const bool borrows = policy_.share(share).sharing.strategy == SharingStrategy::LendAndBorrow
            && policy_.borrowMax(share, unit) > 0 && lendsToOthers(unit, share);
        if (limit > 0 && policy_.capacity(unit) == 0)
            add(PolicyWarning::Code::UnitNotInEnvironment, {unitName, shareName});
        if (d.impossible > 0)
            add(PolicyWarning::Code::ImpossibleJobs,
                {std::to_string(d.impossible), shareName, unitName, scenario_.jobs.displayId(d.firstImpossible),
                    std::to_string(scenario_.jobs[d.firstImpossible].instances),
                    std::to_string(mostPossible(share, unit))});
        if (d.widest > d.narrowest && limit > d.narrowest && policy_.totalLimit(unit) > policy_.capacity(unit)
            && policy_.capacity(unit) > 0)
            add(PolicyWarning::Code::WideFrontMayStarve, {shareName, unitName, std::to_string(d.widest)});
        if (!borrows || d.jobs == 0)
            return;
        if (d.widerThanLimit > d.impossible && d.widerThanLimit < d.jobs)
            add(PolicyWarning::Code::FrontBlocksOwnQuota,
                {shareName, unitName, std::to_string(d.widerThanLimit), std::to_string(limit)});
        if (d.uncheckpointed > 0)
            add(PolicyWarning::Code::BorrowersUncheckpointed,
                {shareName, std::to_string(d.uncheckpointed), std::to_string(d.jobs), unitName});
        if (d.widest > 1)
            add(PolicyWarning::Code::WideVictims, {shareName, unitName, std::to_string(d.widest)});
        if (d.jobs > 1 && d.lowestPriority == d.highestPriority && d.lowestPriority > 0
            && policy_.platform().victimOrder == VictimOrder::Priority)
            add(PolicyWarning::Code::PrioritiesAllRaised, {shareName, std::to_string(d.lowestPriority)});
    }

    /// The widest job the share could ever start on the unit.
    [[nodiscard]] std::int64_t mostPossible(ShareIndex share, UnitIndex unit) const
    {
        std::int64_t low = 0;
        std::int64_t high = policy_.capacity(unit);
        while (low < high) {
            const std::int64_t middle = (low + high + 1) / 2;
            if (policy_.isImpossible(share, unit, middle))
                high = middle - 1;
            else
                low = middle;
        }
        return low;
    }

    const Scenario& scenario_;
    PolicyState policy_;
    std::vector<Demand> demands_;
    std::vector<PolicyWarning> warnings_;
};

} // namespace

std::vector<PolicyWarning> findPolicyWarnings(const Scenario& scenario)
{
    return WarningFinder(scenario).find();
}

} // namespace quotaboard
