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
        , most_(demands_.size(), -1)
    {
        policies_.push_back(policy_);
        std::vector<const Intervention*> changes;
        for (const Intervention& intervention : scenario.interventions)
            changes.push_back(&intervention);
        std::stable_sort(
            changes.begin(), changes.end(), [](const Intervention* a, const Intervention* b) { return a->at < b->at; });
        PolicyState later = policy_;
        for (const Intervention* change : changes) {
            if (policies_.size() < kMostPolicies && changesPolicy(change->edit)
                && later.apply(change->edit) == Refusal::None)
                policies_.push_back(later);
        }
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
    /// Beyond this many timed changes of the policy, only the first are looked at.
    static constexpr std::size_t kMostPolicies = 200;

    [[nodiscard]] static bool changesPolicy(const PolicyEdit& edit)
    {
        return std::holds_alternative<UpdateQuotaShare>(edit) || std::holds_alternative<UpdateServiceEnvironment>(edit)
            || std::holds_alternative<CreateQuotaShare>(edit) || std::holds_alternative<DeleteQuotaShare>(edit)
            || std::holds_alternative<UpdatePlatform>(edit);
    }

    /// The widest job that the share could start on the unit under any of its policies.
    [[nodiscard]] std::int64_t mostEver(ShareIndex share, UnitIndex unit)
    {
        std::int64_t& most = most_[share.value() * scenario_.units.size() + unit.value()];
        if (most >= 0)
            return most;
        bool isKnown = false;
        most = 0;
        for (const PolicyState& policy : policies_) {
            if (!policy.exists(share) || !policy.environmentEnabled())
                continue;
            isKnown = true;
            most = std::max(most, mostPossible(policy, share, unit));
        }
        // Without a share or an environment there is another warning, or none.
        if (!isKnown)
            most = kMaxInstances;
        return most;
    }

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
            if (job.instances > mostEver(job.share, job.unit) && d.impossible++ == 0)
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
                    std::to_string(mostEver(share, unit))});
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

    /// The widest job the share could start on the unit, however empty the cluster is.
    [[nodiscard]] static std::int64_t mostPossible(const PolicyState& policy, ShareIndex share, UnitIndex unit)
    {
        std::int64_t low = 0;
        std::int64_t high = policy.capacity(unit);
        while (low < high) {
            const std::int64_t middle = (low + high + 1) / 2;
            if (policy.isImpossible(share, unit, middle))
                high = middle - 1;
            else
                low = middle;
        }
        return low;
    }

    const Scenario& scenario_;
    PolicyState policy_;
    /// At the start and after each timed change.
    std::vector<PolicyState> policies_;
    std::vector<Demand> demands_;
    /// Like demands_; -1 where not worked out yet.
    std::vector<std::int64_t> most_;
    std::vector<PolicyWarning> warnings_;
};

} // namespace

std::vector<PolicyWarning> findPolicyWarnings(const Scenario& scenario)
{
    return WarningFinder(scenario).find();
}

} // namespace quotaboard
