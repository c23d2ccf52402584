// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/wait_facts.h"

namespace quotaboard {

std::vector<WaitFact> waitFacts(const Simulator& simulator, JobSlot slot)
{
    std::vector<WaitFact> facts;
    const Scheduler& scheduler = simulator.scheduler();
    if (scheduler.phase(slot) != JobPhase::Runnable)
        return facts;
    using Kind = WaitFact::Kind;
    const ShareIndex share = scheduler.share(slot);
    const UnitIndex unit = scheduler.unit(slot);
    const PolicyState::Share& policy = simulator.policy().share(share);
    const Ledger::Row& row = scheduler.ledger().row(scheduler.lane(share), unit);
    const Ledger::Pool& pool = scheduler.ledger().pool(unit);
    const auto add = [&facts](Kind kind, std::int64_t first = 0, std::int64_t second = 0) {
        facts.push_back({kind, first, second});
    };
    if (row.limit == 0)
        add(Kind::UnitNotInShare);
    const ResourceSharing& sharing = policy.sharing;
    const bool borrows = sharing.strategy == SharingStrategy::LendAndBorrow && !sharing.borrowsWithoutLimit();
    if (borrows && row.limit > 0 && row.borrowMax == 0 && sharing.borrowLimit.value_or(0) > 0)
        add(Kind::BorrowLimitRoundsToZero, *sharing.borrowLimit, row.limit);
    std::int64_t own = 0;
    std::int64_t lower = 0;
    for (const JobSlot other : scheduler.dispatchedOn(unit)) {
        if (scheduler.share(other) != share)
            continue;
        ++own;
        lower += scheduler.priority(other) < scheduler.priority(slot) ? 1 : 0;
    }
    if (policy.inSharePreemption && own > 0 && lower == 0)
        add(Kind::NobodyToDisplace, own);
    if (!policy.inSharePreemption && lower > 0)
        add(Kind::InSharePreemptionOff, lower);
    const std::int64_t needed = scheduler.instances(slot);
    const std::int64_t free = pool.ceiling - pool.dispatched - scheduler.ledger().held(scheduler.lane(share), unit);
    if (free > 0 && free < needed)
        add(Kind::SomeFree, free, needed);
    if (pool.isOversubscribed())
        add(Kind::LimitsExceedEnvironment, pool.totalLimit, pool.capacity);
    if (pool.capacity > pool.totalLimit && pool.ceiling < pool.capacity)
        add(Kind::UnclaimedCapacity, pool.capacity - pool.totalLimit);
    return facts;
}

} // namespace quotaboard
