// SPDX-License-Identifier: Apache-2.0
#include "tests/support/policy_shadow.h"

#include <algorithm>

namespace quotaboard::test {

namespace {

std::int64_t limitIn(const CapacityLimits& limits, UnitIndex unit)
{
    for (const CapacityLimit& limit : limits) {
        if (limit.unit == unit)
            return limit.maxCapacity;
    }
    return 0;
}

} // namespace

PolicyShadow::PolicyShadow(const Scenario& scenario)
    : shares_(scenario.shareNames.size())
    , environment_(scenario.environment)
    , platform_(scenario.platform)
{
    for (std::size_t i = 0; i < scenario.shareNames.size(); ++i)
        all_.emplace_back(i);
    for (const QuotaShare& share : scenario.shares)
        create(scenario.findShare(share.name), share);
}

void PolicyShadow::create(ShareIndex index, const QuotaShare& share)
{
    shares_[index.value()] = Share{true, share.sharing, share.limits};
}

bool PolicyShadow::isReserve(ShareIndex share) const
{
    return exists(share) && strategy(share) == SharingStrategy::Reserve;
}

std::int64_t PolicyShadow::capacity(UnitIndex unit) const
{
    return environment_.isEnabled ? limitIn(environment_.limits, unit) : 0;
}

std::int64_t PolicyShadow::limit(ShareIndex share, UnitIndex unit) const
{
    return exists(share) ? limitIn(shares_[share.value()].limits, unit) : 0;
}

std::int64_t PolicyShadow::limitSum(UnitIndex unit) const
{
    std::int64_t sum = 0;
    for (const ShareIndex share : all_)
        sum += limit(share, unit);
    return sum;
}

std::int64_t PolicyShadow::ceiling(UnitIndex unit) const
{
    if (platform_.unassignedCapacity == UnassignedCapacity::Borrowable)
        return capacity(unit);
    return std::min(capacity(unit), limitSum(unit));
}

bool PolicyShadow::mayUse(ShareIndex share, UnitIndex unit, std::int64_t used) const
{
    const std::int64_t own = limit(share, unit);
    if (used <= own)
        return true;
    const ResourceSharing& sharing = shares_[share.value()].sharing;
    if (!exists(share) || sharing.strategy != SharingStrategy::LendAndBorrow)
        return false;
    if (!sharing.borrowLimit || *sharing.borrowLimit == -1)
        return true;
    return used - own <= own * *sharing.borrowLimit / 100;
}

void PolicyShadow::update(const UpdateQuotaShare& edit)
{
    Share& share = shares_[edit.share.value()];
    if (edit.limits)
        share.limits = *edit.limits;
    if (edit.sharing)
        share.sharing = *edit.sharing;
    hasChanged_ = hasChanged_ || edit.limits || edit.sharing;
}

void PolicyShadow::update(const UpdateServiceEnvironment& edit)
{
    hasChanged_ = true;
    if (edit.limits) {
        for (const CapacityLimit& old : environment_.limits)
            wasLowered_ = wasLowered_ || limitIn(*edit.limits, old.unit) < old.maxCapacity;
        environment_.limits = *edit.limits;
    }
    if (edit.isEnabled) {
        wasLowered_ = wasLowered_ || !*edit.isEnabled;
        environment_.isEnabled = *edit.isEnabled;
    }
}

void PolicyShadow::update(const UpdatePlatform& edit)
{
    platform_.startup = edit.startup.value_or(platform_.startup);
    platform_.stopGrace = edit.stopGrace.value_or(platform_.stopGrace);
    platform_.queueFront = edit.queueFront.value_or(platform_.queueFront);
    platform_.requeue = edit.requeue.value_or(platform_.requeue);
    platform_.resumeSuccessProbability = edit.resumeSuccessProbability.value_or(platform_.resumeSuccessProbability);
    if (edit.unassignedCapacity) {
        hasChanged_ = true;
        platform_.unassignedCapacity = *edit.unassignedCapacity;
    }
}

void PolicyShadow::apply(const PolicyEdit& edit)
{
    if (const auto* share = std::get_if<UpdateQuotaShare>(&edit))
        update(*share);
    else if (const auto* environment = std::get_if<UpdateServiceEnvironment>(&edit))
        update(*environment);
    else if (const auto* platform = std::get_if<UpdatePlatform>(&edit))
        update(*platform);
    if (const auto* created = std::get_if<CreateQuotaShare>(&edit)) {
        create(created->index, created->share);
        hasChanged_ = true;
    }
    if (const auto* deleted = std::get_if<DeleteQuotaShare>(&edit)) {
        shares_[deleted->share.value()].exists = false;
        hasChanged_ = true;
    }
}

} // namespace quotaboard::test
