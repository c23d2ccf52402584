// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/scorecard.h"
#include "core/model/policy_state.h"

#include <vector>

namespace quotaboard {

/// Integrals over time of what shares and units hold, want and may have: paid, idle and overcommitted capacity, the
/// fairness terms of M4, and borrowing. Values in instances while it runs, GPU-ms at the end. Exact. Nothing counts
/// before `from` (ms), the start of the window.
class CapacityFlows {
public:
    explicit CapacityFlows(const Scenario& scenario, TimeMs from = 0);

    /// Limits, capacity and strategies from now on.
    void setPolicy(const PolicyState& policy, TimeMs now);
    /// A job that claims capacity appears (positive) or ceases to claim (negative instances).
    void addWant(ShareIndex share, UnitIndex unit, std::int64_t instances, TimeMs now);
    /// Instances held by STARTING and RUNNING jobs.
    void addHeld(ShareIndex share, UnitIndex unit, std::int64_t instances, TimeMs now);
    /// Instances occupied: held ones and those of stopping jobs.
    void addOccupied(UnitIndex unit, std::int64_t instances, TimeMs now);
    /// Integrates up to `end`.
    void advanceAll(TimeMs end);

    [[nodiscard]] GpuMs paid() const;
    [[nodiscard]] GpuMs idle() const;
    [[nodiscard]] GpuMs overcommitted() const;
    /// Instance-ms of capacity of one unit.
    [[nodiscard]] Int128 paidInstances(UnitIndex unit) const { return units_[unit.value()].paid; }
    [[nodiscard]] ShareFairness fairness(ShareIndex share) const;
    [[nodiscard]] Borrowing borrowing() const;

private:
    struct Unit {
        TimeMs last = 0;
        std::int64_t capacity = 0;
        std::int64_t occupied = 0;
        /// Sums over shares: held above the limit; limits of lending shares that they do not hold.
        std::int64_t borrowed = 0;
        std::int64_t lendable = 0;
        Int128 paid = 0;
        Int128 idle = 0;
        Int128 over = 0;
        Int128 lendableArea = 0;
        Int128 lentArea = 0;
        std::int64_t weight = 1;
    };
    struct Cell {
        TimeMs last = 0;
        std::int64_t limit = 0;
        std::int64_t want = 0;
        std::int64_t held = 0;
        bool lends = false;
        Int128 claimable = 0;
        Int128 delivered = 0;
        Int128 shortfall = 0;
        Int128 surplus = 0;
        [[nodiscard]] std::int64_t borrowed() const { return held > limit ? held - limit : 0; }
        [[nodiscard]] std::int64_t lendable() const { return lends && limit > held ? limit - held : 0; }
    };

    static void advance(Unit& unit, TimeMs now);
    static void advance(Cell& cell, TimeMs now);
    [[nodiscard]] Cell& cell(ShareIndex share, UnitIndex unit)
    {
        return cells_[share.value() * units_.size() + unit.value()];
    }

    std::vector<Unit> units_;
    std::vector<Cell> cells_;
    std::size_t shareCount_;
};

} // namespace quotaboard
