// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler/ledger.h"

#include <algorithm>

namespace quotaboard {

Ledger::Ledger(std::size_t unitCount)
    : unitCount_(unitCount)
    , rows_(kMaxShares * unitCount)
    , pools_(unitCount)
{
}

void Ledger::setPolicy(const PolicyState& policy, const std::vector<Lane>& laneOf)
{
    isReserve_.fill(false);
    for (Row& row : rows_) {
        row.limit = 0;
        row.borrowMax = 0;
    }
    for (const ShareIndex share : policy.order()) {
        const Lane lane = laneOf[share.value()];
        isReserve_[lane] = policy.share(share).sharing.strategy == SharingStrategy::Reserve;
        for (std::size_t u = 0; u < unitCount_; ++u) {
            Row& row = rows_[position(lane, UnitIndex{u})];
            row.limit = policy.limit(share, UnitIndex{u});
            row.borrowMax = policy.borrowMax(share, UnitIndex{u});
        }
    }
    for (std::size_t u = 0; u < unitCount_; ++u) {
        const UnitIndex unit{u};
        Pool pool;
        pool.capacity = policy.capacity(unit);
        pool.totalLimit = policy.totalLimit(unit);
        pool.ceiling = policy.ceiling(unit);
        for (Lane lane = 0; lane < kMaxShares; ++lane) {
            const Row& row = rows_[position(lane, unit)];
            pool.dispatched += row.dispatched;
            pool.occupied += row.occupied;
            pool.over += row.over();
            if (isReserve_[lane]) {
                pool.reservedIdle += row.idle();
                pool.reservedKept += row.kept();
                pool.reservedScheduled += row.scheduled;
            }
        }
        pools_[u] = pool;
    }
}

std::int64_t Ledger::held(Lane lane, UnitIndex unit) const
{
    const std::int64_t all = pools_[unit.value()].reservedIdle;
    return isReserve_[lane] ? all - row(lane, unit).idle() : all;
}

bool Ledger::mayStart(Lane lane, UnitIndex unit, std::int64_t instances) const
{
    const Pool& pool = pools_[unit.value()];
    std::int64_t kept = pool.reservedKept;
    std::int64_t waiting = pool.reservedScheduled;
    if (isReserve_[lane]) {
        kept -= row(lane, unit).kept();
        waiting -= row(lane, unit).scheduled;
    }
    const std::int64_t undispatched = std::max<std::int64_t>(0, pool.capacity - pool.dispatched);
    return pool.occupied + instances <= pool.capacity - std::min(kept, undispatched + waiting);
}

void Ledger::addDispatched(Lane lane, UnitIndex unit, std::int64_t instances)
{
    Row& row = rows_[position(lane, unit)];
    Pool& pool = pools_[unit.value()];
    const std::int64_t idleBefore = row.idle();
    const std::int64_t overBefore = row.over();
    row.dispatched += instances;
    pool.dispatched += instances;
    pool.over += row.over() - overBefore;
    if (isReserve_[lane])
        pool.reservedIdle += row.idle() - idleBefore;
}

void Ledger::addOccupied(Lane lane, UnitIndex unit, std::int64_t instances)
{
    Row& row = rows_[position(lane, unit)];
    Pool& pool = pools_[unit.value()];
    const std::int64_t keptBefore = row.kept();
    row.occupied += instances;
    pool.occupied += instances;
    if (isReserve_[lane])
        pool.reservedKept += row.kept() - keptBefore;
}

void Ledger::addScheduled(Lane lane, UnitIndex unit, std::int64_t instances)
{
    rows_[position(lane, unit)].scheduled += instances;
    if (isReserve_[lane])
        pools_[unit.value()].reservedScheduled += instances;
}

bool LedgerTrial::fitsBesideReserves(Lane lane, std::int64_t instances) const
{
    const Ledger::Row& row = ledger_->row(lane, unit_);
    std::int64_t held = pool_->reservedIdle + reservedIdleChange_;
    if (ledger_->isReserve(lane))
        held -= std::max<std::int64_t>(0, row.limit - dispatched(lane));
    return pool_->dispatched + totalChange_ + instances <= pool_->ceiling - held;
}

bool LedgerTrial::fitsUnderCeiling(std::int64_t instances) const
{
    return pool_->dispatched + totalChange_ + instances <= pool_->ceiling;
}

void LedgerTrial::shift(Lane lane, std::int64_t instances)
{
    const std::int64_t limit = ledger_->row(lane, unit_).limit;
    const std::int64_t idleBefore = std::max<std::int64_t>(0, limit - dispatched(lane));
    change_[lane] += instances;
    totalChange_ += instances;
    if (ledger_->isReserve(lane))
        reservedIdleChange_ += std::max<std::int64_t>(0, limit - dispatched(lane)) - idleBefore;
}

} // namespace quotaboard
