// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/flows.h"

#include <algorithm>

namespace quotaboard {

CapacityFlows::CapacityFlows(const Scenario& scenario, TimeMs from)
    : units_(scenario.units.size())
    , cells_(scenario.units.size() * scenario.shareNames.size())
    , shareCount_(scenario.shareNames.size())
{
    for (std::size_t u = 0; u < units_.size(); ++u) {
        units_[u].weight = scenario.gpuWeight(UnitIndex{u});
        units_[u].last = from;
    }
    for (Cell& own : cells_)
        own.last = from;
}

void CapacityFlows::advance(Unit& unit, TimeMs now)
{
    const Int128 span = now - unit.last;
    if (span <= 0)
        return;
    unit.paid += span * unit.capacity;
    if (unit.capacity >= unit.occupied)
        unit.idle += span * (unit.capacity - unit.occupied);
    else
        unit.over += span * (unit.occupied - unit.capacity);
    unit.lendableArea += span * unit.lendable;
    unit.lentArea += span * std::min(unit.borrowed, unit.lendable);
    unit.last = now;
}

void CapacityFlows::advance(Cell& cell, TimeMs now)
{
    const Int128 span = now - cell.last;
    if (span <= 0)
        return;
    const std::int64_t claim = std::min(cell.limit, cell.want);
    cell.claimable += span * claim;
    cell.delivered += span * cell.held;
    if (claim > cell.held)
        cell.shortfall += span * (claim - cell.held);
    if (cell.held > cell.limit)
        cell.surplus += span * (cell.held - cell.limit);
    cell.last = now;
}

void CapacityFlows::setPolicy(const PolicyState& policy, TimeMs now)
{
    for (std::size_t u = 0; u < units_.size(); ++u) {
        Unit& unit = units_[u];
        advance(unit, now);
        unit.capacity = policy.capacity(UnitIndex{u});
        unit.borrowed = 0;
        unit.lendable = 0;
        for (std::size_t s = 0; s < shareCount_; ++s) {
            Cell& own = cell(ShareIndex{s}, UnitIndex{u});
            advance(own, now);
            own.limit = policy.limit(ShareIndex{s}, UnitIndex{u});
            own.lends = policy.exists(ShareIndex{s})
                && policy.share(ShareIndex{s}).sharing.strategy != SharingStrategy::Reserve;
            unit.borrowed += own.borrowed();
            unit.lendable += own.lendable();
        }
    }
}

void CapacityFlows::addWant(ShareIndex share, UnitIndex unit, std::int64_t instances, TimeMs now)
{
    Cell& own = cell(share, unit);
    advance(own, now);
    own.want += instances;
}

void CapacityFlows::addHeld(ShareIndex share, UnitIndex unit, std::int64_t instances, TimeMs now)
{
    Cell& own = cell(share, unit);
    Unit& pool = units_[unit.value()];
    advance(own, now);
    advance(pool, now);
    pool.borrowed -= own.borrowed();
    pool.lendable -= own.lendable();
    own.held += instances;
    pool.borrowed += own.borrowed();
    pool.lendable += own.lendable();
}

void CapacityFlows::addOccupied(UnitIndex unit, std::int64_t instances, TimeMs now)
{
    Unit& pool = units_[unit.value()];
    advance(pool, now);
    pool.occupied += instances;
}

void CapacityFlows::advanceAll(TimeMs end)
{
    for (Unit& unit : units_)
        advance(unit, end);
    for (Cell& own : cells_)
        advance(own, end);
}

GpuMs CapacityFlows::paid() const
{
    GpuMs sum = 0;
    for (const Unit& unit : units_)
        sum += unit.paid * unit.weight;
    return sum;
}

GpuMs CapacityFlows::idle() const
{
    GpuMs sum = 0;
    for (const Unit& unit : units_)
        sum += unit.idle * unit.weight;
    return sum;
}

GpuMs CapacityFlows::overcommitted() const
{
    GpuMs sum = 0;
    for (const Unit& unit : units_)
        sum += unit.over * unit.weight;
    return sum;
}

ShareFairness CapacityFlows::fairness(ShareIndex share) const
{
    ShareFairness sum;
    sum.share = share;
    for (std::size_t u = 0; u < units_.size(); ++u) {
        const Cell& own = cells_[share.value() * units_.size() + u];
        const std::int64_t weight = units_[u].weight;
        sum.claimable += own.claimable * weight;
        sum.delivered += own.delivered * weight;
        sum.shortfall += own.shortfall * weight;
        sum.surplus += own.surplus * weight;
    }
    return sum;
}

Borrowing CapacityFlows::borrowing() const
{
    Borrowing sum;
    for (std::size_t s = 0; s < shareCount_; ++s) {
        const ShareFairness share = fairness(ShareIndex{s});
        sum.held += share.delivered;
        sum.borrowed += share.surplus;
    }
    for (const Unit& unit : units_) {
        sum.idleOfLenders += unit.lendableArea * unit.weight;
        sum.lent += unit.lentArea * unit.weight;
    }
    return sum;
}

} // namespace quotaboard
