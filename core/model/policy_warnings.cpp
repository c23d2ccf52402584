// SPDX-License-Identifier: Apache-2.0
#include "core/model/policy_warnings.h"

#include "core/model/policy_state.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace quotaboard {

namespace {

/// What the jobs of one share ask for on one unit.
struct Demand {
    std::size_t jobs = 0;
    std::size_t uncheckpointed = 0;
    std::size_t impossible = 0;
    JobIndex firstImpossible;
    /// How many jobs have each size, and each priority.
    std::map<std::int32_t, std::size_t> sizes;
    std::map<std::int32_t, std::size_t> priorities;

    [[nodiscard]] std::int32_t narrowest() const { return sizes.begin()->first; }
    [[nodiscard]] std::int32_t widest() const { return sizes.rbegin()->first; }
    [[nodiscard]] std::size_t widerThan(std::int64_t limit) const
    {
        std::size_t count = 0;
        for (auto size = sizes.rbegin(); size != sizes.rend() && size->first > limit; ++size)
            count += size->second;
        return count;
    }
};

/// What a warning is about: its code and the names in its arguments, without the numbers.
std::tuple<PolicyWarning::Code, std::string, std::string> subjectOf(const PolicyWarning& warning)
{
    const auto& a = warning.arguments;
    switch (warning.code) {
    case PolicyWarning::Code::ImpossibleJobs:
        return {warning.code, a[1], a[2]};
    case PolicyWarning::Code::FrontBlocksOwnQuota:
    case PolicyWarning::Code::UnitNotInEnvironment:
    case PolicyWarning::Code::WideFrontMayStarve:
    case PolicyWarning::Code::WideVictims:
        return {warning.code, a[0], a[1]};
    case PolicyWarning::Code::BorrowersUncheckpointed:
        return {warning.code, a[0], a[3]};
    case PolicyWarning::Code::UnassignedCapacity:
    case PolicyWarning::Code::Oversubscribed:
    case PolicyWarning::Code::PrioritiesAllRaised:
    case PolicyWarning::Code::GuessedUnit:
        break;
    }
    return {warning.code, a[0], {}};
}

/// How many instances or jobs a warning is about, where a timed change can make it more; else 0.
std::int64_t extentOf(const PolicyWarning& warning)
{
    const auto& a = warning.arguments;
    switch (warning.code) {
    case PolicyWarning::Code::UnassignedCapacity:
        return std::stoll(a[1]);
    case PolicyWarning::Code::Oversubscribed:
        return std::stoll(a[1]) - std::stoll(a[2]);
    case PolicyWarning::Code::FrontBlocksOwnQuota:
        return std::stoll(a[2]);
    default:
        return 0;
    }
}

class WarningFinder {
public:
    explicit WarningFinder(const Scenario& scenario)
        : scenario_(scenario)
        , policy_(scenario)
        , demands_(scenario.shareNames.size() * scenario.units.size())
        , most_(demands_.size(), -1)
    {
        policies_.push_back(policy_);
        for (const Intervention& intervention : scenario.interventions) {
            if (intervention.at <= scenario.horizon.value_or(kNever))
                changes_.push_back(&intervention);
        }
        std::stable_sort(changes_.begin(), changes_.end(),
            [](const Intervention* a, const Intervention* b) { return a->at < b->at; });
        PolicyState later = policy_;
        for (const Intervention* change : changes_) {
            if (policies_.size() < kMostPolicies && changesPolicy(change->edit)
                && later.apply(change->edit) == Refusal::None)
                policies_.push_back(later);
        }
    }

    std::vector<PolicyWarning> find()
    {
        sumDemand();
        look();
        return std::move(warnings_);
    }

    std::vector<PolicyWarning> findOverTime()
    {
        std::vector<PolicyWarning> all = find();
        std::map<std::tuple<PolicyWarning::Code, std::string, std::string>, std::int64_t> told;
        for (const PolicyWarning& warning : all)
            told[subjectOf(warning)] = extentOf(warning);
        for (std::size_t i = 0; i < changes_.size();) {
            const TimeMs now = changes_[i]->at;
            for (; i < changes_.size() && changes_[i]->at == now; ++i)
                apply(*changes_[i]);
            warnings_.clear();
            look();
            // What has ceased to hold is told again when it comes back.
            decltype(told) still;
            for (PolicyWarning& warning : warnings_) {
                const std::int64_t extent = extentOf(warning);
                const auto before = told.find(subjectOf(warning));
                const bool isNew = before == told.end() || extent > before->second;
                still[subjectOf(warning)] = isNew ? extent : before->second;
                if (isNew) {
                    warning.from = now;
                    all.push_back(std::move(warning));
                }
            }
            told = std::move(still);
        }
        return all;
    }

private:
    /// Beyond this many timed changes of the policy, only the first are looked at for what a share can ever get.
    static constexpr std::size_t kMostPolicies = 200;

    void look()
    {
        for (std::size_t u = 0; u < scenario_.units.size(); ++u)
            lookAtUnit(UnitIndex{u});
        for (const ShareIndex share : policy_.order()) {
            for (std::size_t u = 0; u < scenario_.units.size(); ++u)
                lookAtShare(share, UnitIndex{u});
        }
    }

    /// One that is refused changes nothing; a change of a job that has ended is not known to be one.
    void apply(const Intervention& change)
    {
        (void)policy_.apply(change.edit);
        const auto* edit = std::get_if<UpdateServiceJob>(&change.edit);
        if (edit == nullptr || !edit->job.isValid() || scenario_.jobs[edit->job].submit > change.at)
            return;
        const Job& job = scenario_.jobs[edit->job];
        std::int32_t& priority = priorities_.try_emplace(edit->job, job.priority).first->second;
        Demand& d = demand(job.share, job.unit);
        if (const auto old = d.priorities.find(priority); --old->second == 0)
            d.priorities.erase(old);
        priority = edit->priority;
        ++d.priorities[priority];
    }

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
            ++d.sizes[job.instances];
            ++d.priorities[job.priority];
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
        if (limit > 0 && !isInEnvironment(unit))
            add(PolicyWarning::Code::UnitNotInEnvironment, {unitName, shareName});
        if (d.impossible > 0)
            add(PolicyWarning::Code::ImpossibleJobs,
                {std::to_string(d.impossible), shareName, unitName, scenario_.jobs.displayId(d.firstImpossible),
                    std::to_string(scenario_.jobs[d.firstImpossible].instances),
                    std::to_string(mostEver(share, unit))});
        if (d.jobs == 0)
            return;
        if (d.widest() > d.narrowest() && limit > d.narrowest() && policy_.totalLimit(unit) > policy_.capacity(unit)
            && policy_.capacity(unit) > 0)
            add(PolicyWarning::Code::WideFrontMayStarve, {shareName, unitName, std::to_string(d.widest())});
        if (!borrows)
            return;
        if (const std::size_t wider = d.widerThan(limit); wider > d.impossible && wider < d.jobs)
            add(PolicyWarning::Code::FrontBlocksOwnQuota,
                {shareName, unitName, std::to_string(wider), std::to_string(limit)});
        if (d.uncheckpointed > 0)
            add(PolicyWarning::Code::BorrowersUncheckpointed,
                {shareName, std::to_string(d.uncheckpointed), std::to_string(d.jobs), unitName});
        if (d.widest() > 1)
            add(PolicyWarning::Code::WideVictims, {shareName, unitName, std::to_string(d.widest())});
        const std::int32_t lowestPriority = d.priorities.begin()->first;
        if (d.jobs > 1 && d.priorities.size() == 1 && lowestPriority > 0
            && policy_.platform().victimOrder == VictimOrder::Priority)
            add(PolicyWarning::Code::PrioritiesAllRaised, {shareName, std::to_string(lowestPriority)});
    }

    /// A DISABLED environment still has what it states.
    [[nodiscard]] bool isInEnvironment(UnitIndex unit) const
    {
        const CapacityLimits& limits = policy_.environmentLimits();
        return std::any_of(limits.begin(), limits.end(),
            [&](const CapacityLimit& limit) { return limit.unit == unit && limit.maxCapacity > 0; });
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
    /// The timed changes before the horizon in time order.
    std::vector<const Intervention*> changes_;
    /// Of jobs whose priority was changed.
    std::unordered_map<JobIndex, std::int32_t> priorities_;
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

std::vector<PolicyWarning> findPolicyWarningsOverTime(const Scenario& scenario)
{
    return WarningFinder(scenario).findOverTime();
}

} // namespace quotaboard
