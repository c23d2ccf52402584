// SPDX-License-Identifier: Apache-2.0
#include "core/model/policy_state.h"

#include <algorithm>

namespace quotaboard {

namespace {

std::int64_t limitFor(const CapacityLimits& limits, UnitIndex unit)
{
    for (const CapacityLimit& limit : limits) {
        if (limit.unit == unit)
            return limit.maxCapacity;
    }
    return 0;
}

} // namespace

PolicyState::PolicyState(const Scenario& scenario)
    : shares_(scenario.shareNames.size())
    , unitCount_(scenario.units.size())
    , environmentEnabled_(scenario.environment.isEnabled)
    , environmentLimits_(scenario.environment.limits)
    , platform_(scenario.platform)
    , queueEnabled_(scenario.jobQueue.isEnabled)
    , timeLimits_(scenario.jobQueue.timeLimits)
{
    for (const QuotaShare& share : scenario.shares)
        create(scenario.findShare(share.name), share);
}

void PolicyState::create(ShareIndex index, const QuotaShare& share)
{
    shares_[index.value()] = Share{true, share.isEnabled, share.inSharePreemption, share.sharing, share.limits};
    order_.push_back(index);
    if (std::find(created_.begin(), created_.end(), index) == created_.end())
        created_.push_back(index);
}

std::int64_t PolicyState::capacity(UnitIndex unit) const
{
    return environmentEnabled_ ? limitFor(environmentLimits_, unit) : 0;
}

std::int64_t PolicyState::limit(ShareIndex share, UnitIndex unit) const
{
    return exists(share) ? limitFor(shares_[share.value()].limits, unit) : 0;
}

std::int64_t PolicyState::totalLimit(UnitIndex unit) const
{
    std::int64_t sum = 0;
    for (const ShareIndex share : order_)
        sum += limit(share, unit);
    return sum;
}

std::int64_t PolicyState::ceiling(UnitIndex unit) const
{
    if (platform_.unassignedCapacity == UnassignedCapacity::Borrowable)
        return capacity(unit);
    return std::min(capacity(unit), totalLimit(unit));
}

std::int64_t PolicyState::borrowMax(ShareIndex share, UnitIndex unit) const
{
    const ResourceSharing& sharing = shares_[share.value()].sharing;
    if (sharing.strategy != SharingStrategy::LendAndBorrow)
        return 0;
    return sharing.borrowsWithoutLimit() ? kUnlimited : limit(share, unit) * *sharing.borrowLimit / 100;
}

std::int64_t PolicyState::largestPossible(ShareIndex share, UnitIndex unit) const
{
    if (!environmentEnabled_ || !exists(share))
        return kUnlimited;
    std::int64_t reservedElsewhere = 0;
    for (const ShareIndex other : order_) {
        if (other != share && shares_[other.value()].sharing.strategy == SharingStrategy::Reserve)
            reservedElsewhere += limit(other, unit);
    }
    const std::int64_t own = limit(share, unit);
    const std::int64_t borrowing = std::min(own + borrowMax(share, unit), ceiling(unit) - reservedElsewhere);
    return std::min(capacity(unit), std::max(own, borrowing));
}

Refusal PolicyState::apply(const PolicyEdit& edit)
{
    return std::visit(
        [this](const auto& specific) {
            if constexpr (requires { applyTo(specific); })
                return applyTo(specific);
            else
                return Refusal::None;
        },
        edit);
}

Refusal PolicyState::applyTo(const UpdateQuotaShare& edit)
{
    if (!exists(edit.share))
        return Refusal::NoSuchShare;
    Share& share = shares_[edit.share.value()];
    if (edit.limits)
        share.limits = *edit.limits;
    if (edit.sharing)
        share.sharing = *edit.sharing;
    if (edit.inSharePreemption)
        share.inSharePreemption = *edit.inSharePreemption;
    if (edit.isEnabled)
        share.isEnabled = *edit.isEnabled;
    return Refusal::None;
}

Refusal PolicyState::applyTo(const UpdateServiceEnvironment& edit)
{
    if (edit.limits)
        environmentLimits_ = *edit.limits;
    if (edit.isEnabled)
        environmentEnabled_ = *edit.isEnabled;
    return Refusal::None;
}

Refusal PolicyState::applyTo(const CreateQuotaShare& edit)
{
    if (exists(edit.index))
        return Refusal::ShareExists;
    if (order_.size() >= kMaxShares)
        return Refusal::TooManyShares;
    create(edit.index, edit.share);
    return Refusal::None;
}

Refusal PolicyState::applyTo(const DeleteQuotaShare& edit)
{
    if (!exists(edit.share))
        return Refusal::NoSuchShare;
    Share& share = shares_[edit.share.value()];
    if (share.isEnabled)
        return Refusal::ShareNotDisabled;
    share.exists = false;
    std::erase(order_, edit.share);
    return Refusal::None;
}

Refusal PolicyState::applyTo(const UpdatePlatform& edit)
{
    const auto assign = [](auto& target, const auto& given) {
        if (given)
            target = *given;
    };
    assign(platform_.startup, edit.startup);
    assign(platform_.stopGrace, edit.stopGrace);
    assign(platform_.victimOrder, edit.victimOrder);
    assign(platform_.unassignedCapacity, edit.unassignedCapacity);
    assign(platform_.queueFront, edit.queueFront);
    assign(platform_.requeue, edit.requeue);
    assign(platform_.resumeSuccessProbability, edit.resumeSuccessProbability);
    return Refusal::None;
}

Refusal PolicyState::applyTo(const UpdateJobQueue& edit)
{
    if (edit.isEnabled)
        queueEnabled_ = *edit.isEnabled;
    if (edit.timeLimits)
        timeLimits_ = *edit.timeLimits;
    return Refusal::None;
}

Refusal PolicyState::applyTo(const ReorderQuotaShares& edit)
{
    // The list must name every existing share once; anything else names a share that is not there, or misses one.
    std::vector<ShareIndex> wanted = edit.order;
    std::vector<ShareIndex> existing = order_;
    std::sort(wanted.begin(), wanted.end());
    std::sort(existing.begin(), existing.end());
    if (wanted != existing)
        return Refusal::NoSuchShare;
    order_ = edit.order;
    return Refusal::None;
}

} // namespace quotaboard
