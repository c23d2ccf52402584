// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/int128.h"
#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <vector>

namespace quotaboard {

/// Evenly spaced sample moments 0, spacing, 2 spacing … of which there are never more than a limit: the spacing grows
/// along a ladder of round durations, each a multiple of the one before, so that old samples can be kept or merged.
class ChartGrid {
public:
    /// Wide enough for `expectedEnd` (ms) from the beginning; it may turn out to be longer.
    ChartGrid(TimeMs expectedEnd, std::size_t limit);

    [[nodiscard]] TimeMs spacing() const { return spacing_; }
    [[nodiscard]] std::size_t limit() const { return limit_; }
    /// Grows the spacing until `time` lies on the grid. By how many times; 1 for not at all.
    [[nodiscard]] std::int64_t widenFor(TimeMs time);

private:
    TimeMs spacing_;
    std::size_t limit_;
};

/// What rates add up to between neighbouring moments of a ChartGrid, where rates may begin and end in the past as well:
/// the label of work becomes known only when its job ends. A change of rate costs a few additions however long it
/// lasts. Exact: values are kept with kScale fractions of a GPU-ms, and totals come out as whole numbers.
class ChartBuckets {
public:
    static constexpr int kScaleBits = 40;

    explicit ChartBuckets(const ChartGrid& grid)
        : cells_(grid.limit() + 2)
        , spacing_(grid.spacing())
    {
    }

    /// `rate` (GPUs) more from `from` to `to`.
    void addSpan(TimeMs from, TimeMs to, std::int64_t rate)
    {
        addEdge(from, Int128{rate} << kScaleBits);
        addEdge(to, -(Int128{rate} << kScaleBits));
    }
    /// `amount` ms out of the span's, evenly over it, times `rate`. 0 < amount < to - from.
    void addPartOfSpan(TimeMs from, TimeMs to, TimeMs amount, std::int64_t rate);
    /// Neighbouring buckets become one, `factor` at a time.
    void merge(std::int64_t factor);
    /// Sums up to 0, spacing … and, as the last of `count`, up to the end. Whole GPU-ms, never falling.
    [[nodiscard]] std::vector<Int128> cumulative(std::size_t count) const;

private:
    struct Cell {
        /// What lies in this bucket alone.
        Int128 partial = 0;
        /// Added to the rate from the bucket's beginning on.
        Int128 rate = 0;
    };

    void addEdge(TimeMs time, Int128 rate)
    {
        const auto k = static_cast<std::size_t>(time / spacing_);
        const TimeMs into = time - static_cast<TimeMs>(k) * spacing_;
        if (into == 0) {
            cells_[k].rate += rate;
        } else {
            cells_[k].partial += rate * (spacing_ - into);
            cells_[k + 1].rate += rate;
        }
    }

    std::vector<Cell> cells_;
    TimeMs spacing_;
};

} // namespace quotaboard
