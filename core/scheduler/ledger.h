// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/policy_state.h"

#include <array>
#include <cstdint>
#include <vector>

namespace quotaboard {

/// Where a live quota share keeps its rows: 0 to kMaxShares - 1. Freed when the share is deleted.
using Lane = std::uint8_t;
inline constexpr Lane kNoLane = 0xFF;

/// All lend and borrow arithmetic of scheduling.md section 1, kept up to date by differences. Instances throughout.
class Ledger {
public:
    /// One share on one capacity unit.
    struct Row {
        /// `L[s][u]`.
        std::int64_t limit = 0;
        /// `borrowMax[s][u]`.
        std::int64_t borrowMax = 0;
        /// `U[s][u]`: SCHEDULED, STARTING, RUNNING and not preempted.
        std::int64_t dispatched = 0;
        /// STARTING, RUNNING or stopping.
        std::int64_t occupied = 0;
        /// SCHEDULED.
        std::int64_t scheduled = 0;

        [[nodiscard]] std::int64_t idle() const { return limit > dispatched ? limit - dispatched : 0; }
        [[nodiscard]] std::int64_t over() const { return dispatched > limit ? dispatched - limit : 0; }
        [[nodiscard]] std::int64_t kept() const { return limit > occupied ? limit - occupied : 0; }
    };
    /// One capacity unit over all shares.
    struct Pool {
        std::int64_t capacity = 0;
        std::int64_t totalLimit = 0;
        std::int64_t ceiling = 0;
        std::int64_t dispatched = 0;
        std::int64_t occupied = 0;
        /// Over the RESERVE shares: sums of idle(), kept() and of scheduled.
        std::int64_t reservedIdle = 0;
        std::int64_t reservedKept = 0;
        std::int64_t reservedScheduled = 0;
        /// Sum of over().
        std::int64_t over = 0;
        [[nodiscard]] bool isOversubscribed() const { return totalLimit > capacity; }
    };

    explicit Ledger(std::size_t unitCount);

    /// Takes over limits and strategies; `laneOf` gives each existing share's lane. Use is kept.
    void setPolicy(const PolicyState& policy, const std::vector<Lane>& laneOf);

    [[nodiscard]] const Row& row(Lane lane, UnitIndex unit) const { return rows_[position(lane, unit)]; }
    [[nodiscard]] const Pool& pool(UnitIndex unit) const { return pools_[unit.value()]; }
    [[nodiscard]] bool isReserve(Lane lane) const { return isReserve_[lane]; }
    /// `held[s][u]`: idle capacity of the other RESERVE shares.
    [[nodiscard]] std::int64_t held(Lane lane, UnitIndex unit) const;
    /// Physical room to start `instances` now without touching what RESERVE shares keep (scheduling.md section 5).
    [[nodiscard]] bool mayStart(Lane lane, UnitIndex unit, std::int64_t instances) const;

    void addDispatched(Lane lane, UnitIndex unit, std::int64_t instances);
    void addOccupied(Lane lane, UnitIndex unit, std::int64_t instances);
    void addScheduled(Lane lane, UnitIndex unit, std::int64_t instances);

private:
    [[nodiscard]] std::size_t position(Lane lane, UnitIndex unit) const { return lane * unitCount_ + unit.value(); }

    std::size_t unitCount_;
    std::vector<Row> rows_;
    std::vector<Pool> pools_;
    std::array<bool, kMaxShares> isReserve_{};
};

/// "What if these jobs were gone": removes and puts back instances on one unit without touching the ledger.
/// Cheap to copy. Source: scheduling.md section 4.
class LedgerTrial {
public:
    LedgerTrial(const Ledger& ledger, UnitIndex unit)
        : ledger_(&ledger)
        , unit_(unit)
        , pool_(&ledger.pool(unit))
    {
    }

    void remove(Lane lane, std::int64_t instances) { shift(lane, -instances); }
    void putBack(Lane lane, std::int64_t instances) { shift(lane, instances); }

    [[nodiscard]] std::int64_t dispatched(Lane lane) const
    {
        return ledger_->row(lane, unit_).dispatched + change_[lane];
    }
    [[nodiscard]] std::int64_t over(Lane lane) const { return dispatched(lane) - ledger_->row(lane, unit_).limit; }
    /// `total[u] + n <= ceiling[u] - held[s][u]` (A1, A2, and the second inequality of phase B).
    [[nodiscard]] bool fitsBesideReserves(Lane lane, std::int64_t instances) const;
    /// `total[u] + n <= ceiling[u]` (A3, A4).
    [[nodiscard]] bool fitsUnderCeiling(std::int64_t instances) const;

private:
    void shift(Lane lane, std::int64_t instances);

    const Ledger* ledger_;
    UnitIndex unit_;
    const Ledger::Pool* pool_;
    std::array<std::int64_t, kMaxShares> change_{};
    std::int64_t totalChange_ = 0;
    std::int64_t reservedIdleChange_ = 0;
};

} // namespace quotaboard
