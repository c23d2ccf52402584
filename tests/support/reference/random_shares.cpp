// SPDX-License-Identifier: Apache-2.0
#include "random_draft.h"

namespace quotaboard::reference {

static Json drawSharing(Random& random, const std::string& strategy)
{
    Json sharing = {{"strategy", strategy}};
    if (strategy == "LEND_AND_BORROW" && random.chance(65))
        sharing["borrowLimit"] = random.pick<int>({-1, 0, 25, 33, 50, 100, 100, 150, 300});
    return sharing;
}

Json drawShare(Draft& draft, const std::string& name)
{
    Random& random = draft.random;
    Json limits = Json::array();
    std::vector<std::string> units = draft.units;
    if (random.chance(30))
        random.shuffle(units);
    for (const std::string& unit : units)
        if (!random.chance(20))
            limits.push_back({{"capacityUnit", unit}, {"maxCapacity", random.between(1, random.chance(25) ? 8 : 4)}});
    if (limits.empty())
        limits.push_back({{"capacityUnit", units.front()}, {"maxCapacity", random.between(1, 4)}});
    const std::string strategy
        = random.pick<std::string>({"RESERVE", "LEND", "LEND_AND_BORROW", "LEND_AND_BORROW", "LEND_AND_BORROW"});
    Json share = {{"quotaShareName", name}, {"capacityLimits", limits},
        {"resourceSharingConfiguration", drawSharing(random, strategy)},
        {"preemptionConfiguration", {{"inSharePreemption", random.chance(50) ? "ENABLED" : "DISABLED"}}}};
    if (random.chance(30))
        share["state"] = "ENABLED";
    return share;
}

static void addShare(Draft& draft, const Json& share, ShareStyle style)
{
    style.limits = share["capacityLimits"];
    const std::string name = share["quotaShareName"].get<std::string>();
    draft.scenario["quotaShares"].push_back(share);
    draft.shares.push_back(name);
    draft.styles[name] = style;
}

static Json drawContendedShare(
    Draft& draft, const std::string& name, const std::string& strategy, std::int64_t least, std::int64_t most)
{
    Random& random = draft.random;
    Json share = drawShare(draft, name);
    share["capacityLimits"] = Json::array();
    for (const std::string& unit : draft.units)
        share["capacityLimits"].push_back({{"capacityUnit", unit}, {"maxCapacity", random.between(least, most)}});
    share["resourceSharingConfiguration"] = drawSharing(random, strategy);
    share["preemptionConfiguration"]["inSharePreemption"] = random.chance(65) ? "ENABLED" : "DISABLED";
    return share;
}

// Long jobs, early.
static void addBorrower(Draft& draft, const std::string& name)
{
    Random& random = draft.random;
    ShareStyle style;
    style.to = draft.span / random.between(1, 5);
    style.risingPriority = random.chance(50);
    style.mayExceed = true;
    style.works = random.pick<std::vector<Ms>>(
        {{100'000, 300'000, 700'000}, {300'000, 1'000'000}, {50'000, 100'000, 2'000'000}});
    Json share = drawContendedShare(draft, name, "LEND_AND_BORROW", draft.tight ? 1 : 2, draft.tight ? 1 : 6);
    if (draft.tight || random.chance(60))
        share["resourceSharingConfiguration"].erase("borrowLimit");
    addShare(draft, share, style);
}

// Jobs that keep coming, the later ones often wide and of higher priority.
static void addOwner(Draft& draft, const std::string& name)
{
    Random& random = draft.random;
    ShareStyle style;
    style.from = random.chance(60) ? draft.span / 10 : 0;
    style.to = draft.span;
    style.risingPriority = random.chance(70);
    style.wide = random.chance(70);
    style.works = random.pick<std::vector<Ms>>(
        {{10'000, 20'000, 50'000}, {20'250, 100'000}, {0, 1'000, 60'000}, {50'000, 300'000}});
    const std::string strategy = random.pick<std::string>({"LEND", "LEND_AND_BORROW", "LEND_AND_BORROW", "RESERVE"});
    Json share = drawContendedShare(draft, name, draft.tight ? "LEND" : strategy, 3, draft.tight ? 5 : 7);
    if (style.wide && random.chance(60))
        share["preemptionConfiguration"]["inSharePreemption"] = "ENABLED";
    addShare(draft, share, style);
}

// Narrow, short jobs: sometimes it is full, sometimes it holds much back.
static void addReserve(Draft& draft, const std::string& name)
{
    ShareStyle style;
    style.to = draft.span;
    style.works = {10'000, 20'000, 50'000, 100'000};
    addShare(draft, drawContendedShare(draft, name, "RESERVE", 3, 6), style);
}

static void drawContendedShares(Draft& draft)
{
    Random& random = draft.random;
    std::vector<std::string> roles = {"borrower", "owner"};
    if (draft.tight) {
        roles.push_back("reserve");
    } else {
        for (std::int64_t more = random.pick<std::int64_t>({0, 1, 1, 2, 3}); more > 0; --more)
            roles.push_back(random.pick<std::string>({"borrower", "owner", "owner", "reserve"}));
    }
    random.shuffle(roles);
    for (const std::string& role : roles) {
        const std::string name = "S" + std::to_string(draft.shares.size());
        if (role == "borrower")
            addBorrower(draft, name);
        if (role == "owner")
            addOwner(draft, name);
        if (role == "reserve")
            addReserve(draft, name);
    }
}

void drawShares(Draft& draft)
{
    Random& random = draft.random;
    draft.scenario["quotaShares"] = Json::array();
    if (draft.contended)
        return drawContendedShares(draft);
    const std::int64_t count = random.chance(18) ? random.between(17, 20) : random.between(1, 6);
    for (std::int64_t i = 0; i < count; ++i) {
        Json share = drawShare(draft, "S" + std::to_string(i));
        if (random.chance(4))
            share["state"] = "DISABLED";
        ShareStyle style;
        style.to = draft.span;
        style.risingPriority = random.chance(30);
        style.wide = random.chance(20);
        style.mayExceed = true;
        addShare(draft, share, style);
    }
}

} // namespace quotaboard::reference
