// SPDX-License-Identifier: Apache-2.0
#include "core/model/scenario_edits.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace quotaboard {

namespace {

constexpr std::array<std::string_view, 19> kProblemNames{"NoSuchShare", "NoSuchUnit", "LimitOutOfRange", "LastLimit",
    "TooManyLimits", "NotEnoughToGive", "SameShare", "CannotBorrow", "BorrowLimitOutOfRange", "NameTaken",
    "NameInvalid", "TooManyShares", "LastShare", "ShareHasJobs", "ShareIsDisabled", "PriorityOutOfRange",
    "JobNotSubmitted", "WorkOutOfRange", "SettingOutOfRange"};

constexpr std::size_t kLongestName = 128;

Error refuse(EditProblem problem, std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), std::string{nameOf(problem)});
    return Error{ErrorCode::EditRefused, {}, std::move(arguments)};
}

QuotaShare* startShare(Scenario& scenario, ShareIndex share)
{
    if (share.value() >= scenario.shareNames.size())
        return nullptr;
    const auto found = std::find_if(scenario.shares.begin(), scenario.shares.end(),
        [&](const QuotaShare& s) { return s.name == scenario.shareName(share); });
    return found == scenario.shares.end() ? nullptr : &*found;
}

std::string nameOfShare(const Scenario& scenario, ShareIndex share)
{
    return share.value() < scenario.shareNames.size() ? scenario.shareName(share) : std::string{};
}

/// The share as it is when the edit takes effect; empty when it does not exist then.
std::optional<PolicyState::Share> shareThen(Scenario& scenario, const EditTime& when, ShareIndex share)
{
    if (!when.at) {
        const QuotaShare* found = startShare(scenario, share);
        if (found == nullptr)
            return std::nullopt;
        return PolicyState::Share{true, found->isEnabled, found->inSharePreemption, found->sharing, found->limits};
    }
    const PolicyState policy = policyAt(scenario, *when.at);
    if (!policy.exists(share))
        return std::nullopt;
    return policy.share(share);
}

void addIntervention(Scenario& scenario, const EditTime& when, PolicyEdit edit)
{
    scenario.interventions.push_back(Intervention{*when.at, std::move(edit), when.author, when.reason});
}

/// The update of `share` that is last at that very moment, so that dragging on changes it instead of adding another.
template <class Edit, class IsSame>
Edit* lastEditAt(Scenario& scenario, TimeMs at, const IsSame& isSame)
{
    for (auto it = scenario.interventions.rbegin(); it != scenario.interventions.rend(); ++it) {
        if (it->at != at)
            continue;
        auto* edit = std::get_if<Edit>(&it->edit);
        return edit != nullptr && isSame(*edit) ? edit : nullptr;
    }
    return nullptr;
}

UpdateQuotaShare& shareUpdate(Scenario& scenario, const EditTime& when, ShareIndex share)
{
    auto* known = lastEditAt<UpdateQuotaShare>(
        scenario, *when.at, [share](const UpdateQuotaShare& edit) { return edit.share == share; });
    if (known != nullptr)
        return *known;
    addIntervention(scenario, when, UpdateQuotaShare{share, scenario.shareName(share), {}, {}, {}, {}});
    return std::get<UpdateQuotaShare>(scenario.interventions.back().edit);
}

void putLimits(Scenario& scenario, const EditTime& when, ShareIndex share, CapacityLimits limits)
{
    if (when.at)
        shareUpdate(scenario, when, share).limits = std::move(limits);
    else
        startShare(scenario, share)->limits = std::move(limits);
}

std::int32_t limitOf(const CapacityLimits& limits, UnitIndex unit)
{
    const auto found
        = std::find_if(limits.begin(), limits.end(), [unit](const CapacityLimit& limit) { return limit.unit == unit; });
    return found == limits.end() ? 0 : found->maxCapacity;
}

void setLimit(CapacityLimits& limits, UnitIndex unit, std::int32_t instances, bool keepsZero)
{
    const auto found
        = std::find_if(limits.begin(), limits.end(), [unit](const CapacityLimit& limit) { return limit.unit == unit; });
    if (found == limits.end())
        limits.push_back({unit, instances});
    else if (instances == 0 && !keepsZero)
        limits.erase(found);
    else
        found->maxCapacity = instances;
}

bool isName(std::string_view name)
{
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), isAllowed);
}

Status checkNewShare(const Scenario& scenario, const EditTime& when, const QuotaShare& share)
{
    if (!isName(share.name))
        return refuse(EditProblem::NameInvalid, {share.name});
    const PolicyState policy = policyAt(scenario, when.at.value_or(-1));
    if (policy.exists(scenario.findShare(share.name)))
        return refuse(EditProblem::NameTaken, {share.name});
    if (policy.order().size() >= kMaxShares)
        return refuse(EditProblem::TooManyShares, {std::to_string(kMaxShares)});
    if (share.limits.empty())
        return refuse(EditProblem::LastLimit, {share.name});
    if (share.limits.size() > kMaxLimits)
        return refuse(EditProblem::TooManyLimits, {share.name, std::to_string(kMaxLimits)});
    for (const CapacityLimit& limit : share.limits) {
        if (limit.maxCapacity < 1 || limit.maxCapacity > kMaxInstances) {
            return refuse(EditProblem::LimitOutOfRange,
                {share.name, scenario.unitName(limit.unit), std::to_string(limit.maxCapacity), "1",
                    std::to_string(kMaxInstances)});
        }
    }
    return {};
}

void putOrder(Scenario& scenario, const EditTime& when, const std::vector<ShareIndex>& order)
{
    ReorderQuotaShares edit;
    edit.order = order;
    for (const ShareIndex share : order)
        edit.names.push_back(scenario.shareName(share));
    auto* known = lastEditAt<ReorderQuotaShares>(scenario, *when.at, [](const ReorderQuotaShares&) { return true; });
    if (known != nullptr)
        *known = std::move(edit);
    else
        addIntervention(scenario, when, std::move(edit));
}

} // namespace

std::string_view nameOf(EditProblem problem)
{
    return kProblemNames[static_cast<std::size_t>(problem)];
}

PolicyState policyAt(const Scenario& scenario, TimeMs moment)
{
    PolicyState policy(scenario);
    std::vector<const Intervention*> due;
    for (const Intervention& intervention : scenario.interventions) {
        if (intervention.at <= moment)
            due.push_back(&intervention);
    }
    std::stable_sort(
        due.begin(), due.end(), [](const Intervention* a, const Intervention* b) { return a->at < b->at; });
    for (const Intervention* intervention : due)
        policy.apply(intervention->edit);
    return policy;
}

Status setShareLimit(Scenario& scenario, const EditTime& when, ShareIndex share, UnitIndex unit, std::int32_t instances)
{
    const auto now = shareThen(scenario, when, share);
    if (!now)
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    CapacityLimits limits = now->limits;
    if (instances < 0 || instances > kMaxInstances) {
        return refuse(EditProblem::LimitOutOfRange,
            {scenario.shareName(share), scenario.unitName(unit), std::to_string(instances), "1",
                std::to_string(kMaxInstances)});
    }
    if (instances == 0 && limitOf(limits, unit) == 0)
        return refuse(EditProblem::NoSuchUnit, {scenario.unitName(unit), scenario.shareName(share)});
    setLimit(limits, unit, instances, false);
    if (limits.empty())
        return refuse(EditProblem::LastLimit, {scenario.shareName(share)});
    if (limits.size() > kMaxLimits)
        return refuse(EditProblem::TooManyLimits, {scenario.shareName(share), std::to_string(kMaxLimits)});
    putLimits(scenario, when, share, std::move(limits));
    return {};
}

Status moveCapacity(
    Scenario& scenario, const EditTime& when, ShareIndex from, ShareIndex to, UnitIndex unit, std::int32_t instances)
{
    if (from == to)
        return refuse(EditProblem::SameShare, {nameOfShare(scenario, from)});
    const auto giver = shareThen(scenario, when, from);
    const auto taker = shareThen(scenario, when, to);
    if (!giver || !taker)
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, giver ? to : from)});
    const std::int32_t has = limitOf(giver->limits, unit);
    if (instances < 1 || instances >= has) {
        return refuse(EditProblem::NotEnoughToGive,
            {scenario.shareName(from), scenario.unitName(unit), std::to_string(has), std::to_string(instances)});
    }
    // The taker is the one that can still refuse.
    if (Status status = setShareLimit(scenario, when, to, unit, limitOf(taker->limits, unit) + instances); !status)
        return status;
    return setShareLimit(scenario, when, from, unit, has - instances);
}

Status setEnvironmentLimit(Scenario& scenario, const EditTime& when, std::string_view unit, std::int32_t instances)
{
    const std::string name{unit};
    if (instances < 0 || instances > kMaxInstances) {
        return refuse(EditProblem::LimitOutOfRange,
            {scenario.environment.name, name, std::to_string(instances), "0", std::to_string(kMaxInstances)});
    }
    if (unit.empty() || (!scenario.findUnit(unit).isValid() && scenario.units.size() >= kMaxUnits))
        return refuse(EditProblem::NoSuchUnit, {name, {}});
    CapacityLimits limits = scenario.environment.limits;
    UpdateServiceEnvironment* known = nullptr;
    if (when.at) {
        known = lastEditAt<UpdateServiceEnvironment>(scenario, *when.at, [](const auto&) { return true; });
        limits = policyAt(scenario, *when.at).environmentLimits();
    }
    const bool isNew = limitOf(limits, scenario.findUnit(unit)) == 0
        && std::none_of(limits.begin(), limits.end(),
            [&](const CapacityLimit& limit) { return limit.unit == scenario.findUnit(unit); });
    if (isNew && limits.size() >= kMaxLimits)
        return refuse(EditProblem::TooManyLimits, {scenario.environment.name, std::to_string(kMaxLimits)});
    setLimit(limits, scenario.internUnit(unit), instances, true);
    if (!when.at)
        scenario.environment.limits = std::move(limits);
    else if (known != nullptr)
        known->limits = std::move(limits);
    else
        addIntervention(
            scenario, when, UpdateServiceEnvironment{scenario.environment.name, std::move(limits), std::nullopt});
    return {};
}

Status setBorrowLimit(Scenario& scenario, const EditTime& when, ShareIndex share, std::optional<std::int32_t> percent)
{
    const auto now = shareThen(scenario, when, share);
    if (!now)
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    if (now->sharing.strategy != SharingStrategy::LendAndBorrow)
        return refuse(EditProblem::CannotBorrow, {scenario.shareName(share)});
    if (percent && *percent < -1)
        return refuse(EditProblem::BorrowLimitOutOfRange, {std::to_string(*percent)});
    ResourceSharing sharing = now->sharing;
    sharing.borrowLimit = percent;
    if (when.at)
        shareUpdate(scenario, when, share).sharing = sharing;
    else
        startShare(scenario, share)->sharing = sharing;
    return {};
}

Status setStrategy(Scenario& scenario, const EditTime& when, ShareIndex share, SharingStrategy strategy)
{
    const auto now = shareThen(scenario, when, share);
    if (!now)
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    ResourceSharing sharing = now->sharing;
    sharing.strategy = strategy;
    if (strategy != SharingStrategy::LendAndBorrow)
        sharing.borrowLimit.reset();
    if (when.at)
        shareUpdate(scenario, when, share).sharing = sharing;
    else
        startShare(scenario, share)->sharing = sharing;
    return {};
}

Status setInSharePreemption(Scenario& scenario, const EditTime& when, ShareIndex share, bool enabled)
{
    if (!shareThen(scenario, when, share))
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    if (when.at)
        shareUpdate(scenario, when, share).inSharePreemption = enabled;
    else
        startShare(scenario, share)->inSharePreemption = enabled;
    return {};
}

Status setShareEnabled(Scenario& scenario, const EditTime& when, ShareIndex share, bool enabled)
{
    if (!shareThen(scenario, when, share))
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    if (when.at)
        shareUpdate(scenario, when, share).isEnabled = enabled;
    else
        startShare(scenario, share)->isEnabled = enabled;
    return {};
}

Status addShare(Scenario& scenario, const EditTime& when, const QuotaShare& share, std::optional<std::size_t> position)
{
    if (Status status = checkNewShare(scenario, when, share); !status)
        return status;
    const ShareIndex index = scenario.internShare(share.name);
    if (!when.at) {
        const std::size_t at = std::min(position.value_or(scenario.shares.size()), scenario.shares.size());
        scenario.shares.insert(scenario.shares.begin() + static_cast<std::ptrdiff_t>(at), share);
        return {};
    }
    addIntervention(scenario, when, CreateQuotaShare{index, share});
    return position ? reorderShare(scenario, when, index, *position) : Status{};
}

Status removeShare(Scenario& scenario, const EditTime& when, ShareIndex share, bool withJobs)
{
    if (!shareThen(scenario, when, share))
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    if (when.at) {
        addIntervention(scenario, when, UpdateQuotaShare{share, scenario.shareName(share), {}, {}, {}, false});
        addIntervention(scenario, when, DeleteQuotaShare{share, scenario.shareName(share)});
        return {};
    }
    if (scenario.shares.size() == 1)
        return refuse(EditProblem::LastShare, {scenario.shareName(share)});
    std::vector<bool> gone(scenario.jobs.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < gone.size(); ++i) {
        gone[i] = scenario.jobs.jobs()[i].share == share;
        count += gone[i] ? 1U : 0U;
    }
    if (count > 0 && !withJobs)
        return refuse(EditProblem::ShareHasJobs, {scenario.shareName(share), std::to_string(count)});
    if (count > 0)
        removeJobs(scenario, gone);
    scenario.shares.erase(scenario.shares.begin() + (startShare(scenario, share) - scenario.shares.data()));
    return {};
}

namespace {

bool names(const PolicyEdit& edit, ShareIndex share, const std::string& name)
{
    return std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.share.name; })
                return e.index == share || e.share.name == name;
            else if constexpr (requires {
                                   e.share;
                                   e.name;
                               })
                return e.share == share || e.name == name;
            else if constexpr (requires { e.names; })
                return std::find(e.names.begin(), e.names.end(), name) != e.names.end();
            else
                return false;
        },
        edit);
}

/// Whether anything still speaks of the share. A share that was removed keeps its index, so that the others keep
/// theirs.
bool isSpokenOf(const Scenario& scenario, ShareIndex share)
{
    const std::string& name = scenario.shareName(share);
    const auto& jobs = scenario.jobs.jobs();
    return std::any_of(
               scenario.shares.begin(), scenario.shares.end(), [&](const QuotaShare& s) { return s.name == name; })
        || std::any_of(jobs.begin(), jobs.end(), [share](const auto& job) { return job.share == share; })
        || std::any_of(scenario.interventions.begin(), scenario.interventions.end(),
            [&](const Intervention& i) { return names(i.edit, share, name); });
}

/// Gives the name of a share that is no more to others: no share can be called what it is called from now on.
void freeName(Scenario& scenario, ShareIndex share)
{
    std::string other = scenario.shareName(share);
    while (scenario.findShare(other).isValid())
        other += '.';
    scenario.shareNames[share.value()] = std::move(other);
}

} // namespace

Status renameShare(Scenario& scenario, ShareIndex share, std::string_view name)
{
    QuotaShare* found = startShare(scenario, share);
    const bool isCreated = share.isValid()
        && std::any_of(scenario.interventions.begin(), scenario.interventions.end(), [share](const Intervention& i) {
               const auto* create = std::get_if<CreateQuotaShare>(&i.edit);
               return create != nullptr && create->index == share;
           });
    if (found == nullptr && !isCreated)
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    if (!isName(name))
        return refuse(EditProblem::NameInvalid, {std::string{name}});
    const ShareIndex other = scenario.findShare(name);
    if (other.isValid() && other != share) {
        if (isSpokenOf(scenario, other))
            return refuse(EditProblem::NameTaken, {std::string{name}});
        freeName(scenario, other);
    }
    const std::string old = scenario.shareName(share);
    if (found != nullptr)
        found->name = std::string{name};
    scenario.shareNames[share.value()] = std::string{name};
    for (Intervention& intervention : scenario.interventions) {
        std::visit(
            [&](auto& edit) {
                if constexpr (requires { edit.share.name; }) {
                    if (edit.share.name == old)
                        edit.share.name = std::string{name};
                } else if constexpr (requires {
                                         edit.share;
                                         edit.name;
                                     }) {
                    if (edit.name == old)
                        edit.name = std::string{name};
                } else if constexpr (requires { edit.names; }) {
                    std::replace(edit.names.begin(), edit.names.end(), old, std::string{name});
                }
            },
            intervention.edit);
    }
    return {};
}

Status reorderShare(Scenario& scenario, const EditTime& when, ShareIndex share, std::size_t position)
{
    if (!shareThen(scenario, when, share))
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    if (when.at) {
        std::vector<ShareIndex> order = policyAt(scenario, *when.at).order();
        order.erase(std::find(order.begin(), order.end(), share));
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(std::min(position, order.size())), share);
        putOrder(scenario, when, order);
        return {};
    }
    const auto from = startShare(scenario, share) - scenario.shares.data();
    QuotaShare moved = scenario.shares[static_cast<std::size_t>(from)];
    scenario.shares.erase(scenario.shares.begin() + from);
    const std::size_t to = std::min(position, scenario.shares.size());
    scenario.shares.insert(scenario.shares.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    return {};
}

Status setShareDetails(Scenario& scenario, ShareIndex share, const QuotaShare& details)
{
    QuotaShare* found = startShare(scenario, share);
    if (found == nullptr)
        return refuse(EditProblem::NoSuchShare, {nameOfShare(scenario, share)});
    found->owner = details.owner;
    found->color = details.color;
    found->notes = details.notes;
    found->isProtected = details.isProtected;
    found->budget = details.budget;
    return {};
}

} // namespace quotaboard
