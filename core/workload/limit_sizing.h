// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/import_options.h"
#include "core/workload/job_selection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quotaboard {

/// What the jobs of one share ask of one unit, or those of all shares together.
struct Demand {
    std::uint64_t jobs = 0;
    /// Instances x ms.
    GpuMs instanceTime = 0;
    /// Most instances at once if every job ran at submit, and when that is first reached. A job occupies
    /// [submit, submit + duration); at equal instants ends come before starts; a job of no duration occupies nothing.
    std::int64_t peak = 0;
    TimeMs peakAt = 0;
    std::int32_t widest = 0;
};

/// Demand by share and unit of a selection (its positions).
class DemandTable {
public:
    explicit DemandTable(const JobSelection& selection);

    [[nodiscard]] const Demand& at(std::size_t share, std::size_t unit) const { return cells_[share * units_ + unit]; }
    [[nodiscard]] const Demand& ofUnit(std::size_t unit) const { return totals_[unit]; }
    /// Shares with at least one job on the unit.
    [[nodiscard]] std::size_t sharesUsing(std::size_t unit) const;
    /// Last submit + duration.
    [[nodiscard]] TimeMs lastEnd() const { return lastEnd_; }

private:
    struct Running;
    void measurePeaks(const JobSelection& selection);

    std::size_t shares_;
    std::size_t units_;
    std::vector<Demand> cells_;
    std::vector<Demand> totals_;
    TimeMs lastEnd_ = 0;
};

/// What sizing depends on besides the demand.
struct SizingRules {
    LimitRule rule = LimitRule::Peak;
    /// Length of the window that mean demand is taken over, ms.
    TimeMs window = 0;
    /// Capacity of each unit where it was given, by the selection's positions.
    std::vector<std::optional<std::int32_t>> capacity;
    bool allowImpossible = false;
};

/// A limit, and what it would have been without the floor of 1 and the share's widest job.
struct SizedLimit {
    std::int32_t limit = 0;
    std::int32_t unraised = 0;
};

/// The limit of a share for a unit it has jobs on. `ordinal` is the share's place among the shares using the unit:
/// the remainder of an equal division goes to the first ones, so that the limits add up to the capacity.
[[nodiscard]] SizedLimit sizeLimit(
    const DemandTable& demand, std::size_t share, std::size_t unit, std::size_t ordinal, const SizingRules& rules);

} // namespace quotaboard
