// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/chart_grid.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// Each is a multiple of the one before; a day or more doubles.
constexpr std::array<TimeMs, 19> kSpacings{1, 5, 10, 50, 100, 500, kMsPerSecond, 5 * kMsPerSecond, 10 * kMsPerSecond,
    30 * kMsPerSecond, kMsPerMinute, 5 * kMsPerMinute, 10 * kMsPerMinute, 30 * kMsPerMinute, kMsPerHour, 2 * kMsPerHour,
    6 * kMsPerHour, 12 * kMsPerHour, kMsPerDay};

TimeMs nextSpacing(TimeMs spacing)
{
    const auto* next = std::upper_bound(kSpacings.begin(), kSpacings.end(), spacing);
    return next == kSpacings.end() ? 2 * spacing : *next;
}

} // namespace

ChartGrid::ChartGrid(TimeMs expectedEnd, std::size_t limit)
    : spacing_(1)
    , limit_(limit)
{
    (void)widenFor(expectedEnd);
}

std::int64_t ChartGrid::widenFor(TimeMs time)
{
    const TimeMs before = spacing_;
    while (time / spacing_ > static_cast<TimeMs>(limit_))
        spacing_ = nextSpacing(spacing_);
    return spacing_ / before;
}

void ChartBuckets::addPartOfSpan(TimeMs from, TimeMs to, TimeMs amount, std::int64_t rate)
{
    const TimeMs length = to - from;
    const Int128 whole = Int128{amount} << kScaleBits;
    const Int128 perMs = whole / length;
    addEdge(from, perMs * rate);
    addEdge(to, -(perMs * rate));
    // What the division leaves over, less than a GPU-ms, makes the total whole again.
    cells_[static_cast<std::size_t>((to - 1) / spacing_)].partial += (whole - perMs * length) * rate;
}

void ChartBuckets::merge(std::int64_t factor)
{
    const auto f = static_cast<std::size_t>(factor);
    const TimeMs wide = spacing_ * factor;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
        const Cell cell = cells_[k];
        cells_[k] = Cell{};
        Cell& target = cells_[k / f];
        target.partial += cell.partial;
        if (k % f == 0) {
            target.rate += cell.rate;
        } else {
            const auto into = static_cast<TimeMs>(k % f) * spacing_;
            target.partial += cell.rate * (wide - into);
            cells_[k / f + 1].rate += cell.rate;
        }
    }
    spacing_ = wide;
}

std::vector<Int128> ChartBuckets::cumulative(std::size_t count) const
{
    std::vector<Int128> sums;
    sums.reserve(count);
    Int128 sum = 0;
    Int128 rate = 0;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
        if (sums.size() + 1 < count)
            sums.push_back(std::max(sum >> kScaleBits, sums.empty() ? Int128{0} : sums.back()));
        rate += cells_[k].rate;
        sum += cells_[k].partial + rate * spacing_;
    }
    if (count > 0)
        sums.push_back(sum >> kScaleBits);
    return sums;
}

} // namespace quotaboard
