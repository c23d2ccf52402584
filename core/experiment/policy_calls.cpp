// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/policy_calls.h"

#include <algorithm>
#include <map>

namespace quotaboard {

namespace {

using Kind = PolicyCall::Kind;
using Object = PolicyCall::Object;

/// Units have other numbers in other scenarios; the order of limits means nothing.
std::map<std::string, std::int32_t> limitsOf(const Scenario& scenario, const CapacityLimits& limits)
{
    std::map<std::string, std::int32_t> byName;
    for (const CapacityLimit& limit : limits)
        byName[scenario.unitName(limit.unit)] = limit.maxCapacity;
    return byName;
}

bool isSameSharing(const ResourceSharing& a, const ResourceSharing& b)
{
    if (a.strategy != b.strategy)
        return false;
    return a.borrowsWithoutLimit() ? b.borrowsWithoutLimit() : a.borrowLimit == b.borrowLimit;
}

class Calls {
public:
    Calls(const Scenario& before, const Scenario& after)
        : before_(before)
        , after_(after)
    {
    }

    std::vector<PolicyCall> make()
    {
        const ServiceEnvironment& old = before_.environment;
        const ServiceEnvironment& now = after_.environment;
        if (old.name != now.name)
            add(Kind::Replace, Object::Environment, now.name);
        else if (old.isEnabled != now.isEnabled || limitsOf(before_, old.limits) != limitsOf(after_, now.limits))
            add(Kind::Update, Object::Environment, now.name);
        if (before_.schedulingPolicyName != after_.schedulingPolicyName)
            add(Kind::Replace, Object::SchedulingPolicy, after_.schedulingPolicyName);
        compareQueue();
        compareShares();
        return std::move(calls_);
    }

private:
    void add(Kind kind, Object object, const std::string& name) { calls_.push_back({kind, object, name}); }

    void compareQueue()
    {
        const JobQueue& old = before_.jobQueue;
        const JobQueue& now = after_.jobQueue;
        if (old.name != now.name)
            add(Kind::Replace, Object::Queue, now.name);
        else if (old.isEnabled != now.isEnabled || old.priority != now.priority || old.timeLimits != now.timeLimits)
            add(Kind::Update, Object::Queue, now.name);
    }

    [[nodiscard]] bool isSame(const QuotaShare& old, const QuotaShare& now) const
    {
        return old.isEnabled == now.isEnabled && old.inSharePreemption == now.inSharePreemption
            && isSameSharing(old.sharing, now.sharing) && limitsOf(before_, old.limits) == limitsOf(after_, now.limits);
    }

    static const QuotaShare* find(const Scenario& scenario, const std::string& name)
    {
        const auto found = std::find_if(
            scenario.shares.begin(), scenario.shares.end(), [&](const QuotaShare& s) { return s.name == name; });
        return found == scenario.shares.end() ? nullptr : &*found;
    }

    void compareShares()
    {
        const bool hasOtherQueue = before_.jobQueue.name != after_.jobQueue.name;
        for (const QuotaShare& old : before_.shares) {
            if (find(after_, old.name) != nullptr)
                continue;
            if (old.isEnabled)
                add(Kind::Update, Object::Share, old.name);
            add(Kind::Delete, Object::Share, old.name);
        }
        for (const QuotaShare& now : after_.shares) {
            const QuotaShare* old = find(before_, now.name);
            if (old == nullptr)
                add(Kind::Create, Object::Share, now.name);
            else if (hasOtherQueue)
                add(Kind::Replace, Object::Share, now.name);
            else if (!isSame(*old, now))
                add(Kind::Update, Object::Share, now.name);
        }
    }

    const Scenario& before_;
    const Scenario& after_;
    std::vector<PolicyCall> calls_;
};

} // namespace

std::vector<PolicyCall> policyCalls(const Scenario& before, const Scenario& after)
{
    return Calls(before, after).make();
}

} // namespace quotaboard
