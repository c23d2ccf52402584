// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/board_room.h"

#include "core/model/policy_state.h"
#include "ui/logic/plot/board_layout.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// Longest bars so far, and whether a share ever borrowed without limit.
class Widening {
public:
    explicit Widening(const Scenario& scenario)
    {
        room_.instances.resize(scenario.units.size(), 0);
        room_.ofShare.resize(scenario.shareNames.size());
    }

    void see(const PolicyState& policy)
    {
        for (const ShareIndex share : policy.order()) {
            if (share.value() >= room_.ofShare.size())
                continue;
            const PolicyState::Share& terms = policy.share(share);
            room_.mostLedgers = std::max(room_.mostLedgers, terms.limits.size());
            for (const CapacityLimit& limit : terms.limits)
                see(policy, share, limit.unit);
        }
    }

    BoardRoom take() { return std::move(room_); }

private:
    void see(const PolicyState& policy, ShareIndex share, UnitIndex unit)
    {
        LedgerSegments ledger;
        ledger.unit = unit;
        ledger.limit = policy.limit(share, unit);
        ledger.borrowMax = policy.borrowMax(share, unit);
        const std::int64_t rest = std::max<std::int64_t>(0, policy.capacity(unit) - ledger.limit);
        ledger.mayBorrow = std::min(ledger.borrowMax, rest);
        std::vector<std::int64_t>& own = room_.ofShare[share.value()];
        own.resize(std::max(own.size(), room_.instances.size()), 0);
        if (unit.value() >= own.size())
            return;
        std::int64_t& reach = own[unit.value()];
        reach = std::max(reach, ledgerExtent(ledger, policy.capacity(unit)));
        room_.instances[unit.value()] = std::max(room_.instances[unit.value()], reach);
    }

    BoardRoom room_;
};

bool changesCapacity(const PolicyEdit& edit)
{
    return std::holds_alternative<UpdateQuotaShare>(edit) || std::holds_alternative<UpdateServiceEnvironment>(edit)
        || std::holds_alternative<CreateQuotaShare>(edit) || std::holds_alternative<DeleteQuotaShare>(edit);
}

} // namespace

std::int64_t BoardRoom::reach(ShareIndex share, UnitIndex unit) const
{
    if (share.value() >= ofShare.size() || unit.value() >= ofShare[share.value()].size())
        return 0;
    return ofShare[share.value()][unit.value()];
}

BoardRoom boardRoomOf(const Scenario& scenario)
{
    PolicyState policy(scenario);
    Widening room(scenario);
    room.see(policy);
    std::vector<const Intervention*> due;
    for (const Intervention& intervention : scenario.interventions) {
        if (changesCapacity(intervention.edit))
            due.push_back(&intervention);
    }
    std::stable_sort(
        due.begin(), due.end(), [](const Intervention* a, const Intervention* b) { return a->at < b->at; });
    for (const Intervention* intervention : due) {
        policy.apply(intervention->edit);
        room.see(policy);
    }
    return room.take();
}

} // namespace quotaboard
