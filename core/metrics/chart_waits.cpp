// SPDX-License-Identifier: Apache-2.0
// Rolling quantiles (metrics.md M2 and M4 over a window).
#include "core/metrics/chart_series.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace quotaboard {

namespace {

/// The waits of a share in ascending order, and which of them lie in the window: adding, taking out and selecting cost
/// little however many there are.
class WindowOfWaits {
public:
    explicit WindowOfWaits(const ShareSeries& share);

    void add(std::size_t rank)
    {
        present_[rank / 64] |= std::uint64_t{1} << (rank % 64);
        count(rank / 64, 1);
    }
    void remove(std::size_t rank)
    {
        present_[rank / 64] &= ~(std::uint64_t{1} << (rank % 64));
        count(rank / 64, -1);
    }
    [[nodiscard]] std::size_t rankOfStarted(std::size_t i) const { return ranks_[i]; }
    [[nodiscard]] std::size_t rankOfCensored(std::size_t i) const { return ranks_[started_ + i]; }

    /// Quantile of the window, which holds `size` waits, none of them censored.
    [[nodiscard]] double quantileOfKnown(std::size_t size, double p) const;
    /// The window's waits, ascending.
    void list(std::vector<TimeMs>& started, std::vector<TimeMs>& censored) const;

private:
    [[nodiscard]] TimeMs select(std::size_t position) const;
    /// Counts per 64 ranks as a Fenwick tree.
    void count(std::size_t word, int by)
    {
        for (std::size_t i = word + 1; i < tree_.size(); i += i & (~i + 1))
            tree_[i] += by;
    }

    std::size_t started_;
    std::vector<TimeMs> waits_;
    std::vector<bool> isCensored_;
    std::vector<std::uint32_t> ranks_;
    std::vector<std::uint64_t> present_;
    std::vector<std::int32_t> tree_;
};

WindowOfWaits::WindowOfWaits(const ShareSeries& share)
    : started_(share.started.size())
    , waits_(started_ + share.censored.size())
    , isCensored_(waits_.size())
    , ranks_(waits_.size())
    , present_(waits_.size() / 64 + 1)
    , tree_(present_.size() + 1)
{
    std::vector<std::pair<TimeMs, std::uint32_t>> order;
    order.reserve(waits_.size());
    for (const WaitPoint& point : share.started)
        order.emplace_back(point.wait, static_cast<std::uint32_t>(order.size()));
    for (const WaitPoint& point : share.censored)
        order.emplace_back(point.wait, static_cast<std::uint32_t>(order.size()));
    std::sort(order.begin(), order.end());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        waits_[rank] = order[rank].first;
        isCensored_[rank] = order[rank].second >= started_;
        ranks_[order[rank].second] = static_cast<std::uint32_t>(rank);
    }
}

TimeMs WindowOfWaits::select(std::size_t position) const
{
    auto left = static_cast<std::int32_t>(position);
    std::size_t word = 0;
    for (std::size_t step = std::bit_floor(tree_.size()); step > 0; step /= 2) {
        if (word + step < tree_.size() && tree_[word + step] <= left) {
            word += step;
            left -= tree_[word];
        }
    }
    std::uint64_t bits = present_[word];
    for (; left > 0; --left)
        bits &= bits - 1;
    return waits_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
}

double WindowOfWaits::quantileOfKnown(std::size_t size, double p) const
{
    // As quantile() does it.
    const double h = static_cast<double>(size - 1) * p;
    const auto below = static_cast<std::size_t>(h);
    const auto low = static_cast<double>(select(below));
    const auto high = static_cast<double>(select(std::min(below + 1, size - 1)));
    return low + (h - static_cast<double>(below)) * (high - low);
}

void WindowOfWaits::list(std::vector<TimeMs>& started, std::vector<TimeMs>& censored) const
{
    started.clear();
    censored.clear();
    for (std::size_t word = 0; word < present_.size(); ++word) {
        for (std::uint64_t bits = present_[word]; bits != 0; bits &= bits - 1) {
            const std::size_t rank = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            (isCensored_[rank] ? censored : started).push_back(waits_[rank]);
        }
    }
}

/// The part of a list by time that lies in the window.
struct Span {
    std::size_t first = 0;
    std::size_t end = 0;
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(end - first); }
};

template <class Add, class Remove>
void moveWindow(Span& span, const std::vector<WaitPoint>& points, TimeMs from, TimeMs to, Add add, Remove remove)
{
    for (; span.end < points.size() && points[span.end].time <= to; ++span.end)
        add(span.end);
    for (; span.first < span.end && points[span.first].time <= from; ++span.first)
        remove(span.first);
}

} // namespace

std::vector<RollingWait> rollingWaits(const ShareSeries& share, TimeMs window, std::span<const TimeMs> times)
{
    WindowOfWaits waits(share);
    Span started;
    Span censored;
    std::vector<TimeMs> known;
    std::vector<TimeMs> open;
    std::vector<RollingWait> curve;
    curve.reserve(times.size());
    for (const TimeMs time : times) {
        const TimeMs from = time > window ? time - window : -1;
        moveWindow(
            started, share.started, from, time, [&](std::size_t i) { waits.add(waits.rankOfStarted(i)); },
            [&](std::size_t i) { waits.remove(waits.rankOfStarted(i)); });
        moveWindow(
            censored, share.censored, from, time, [&](std::size_t i) { waits.add(waits.rankOfCensored(i)); },
            [&](std::size_t i) { waits.remove(waits.rankOfCensored(i)); });
        RollingWait point{time, started.size(), censored.size(), {}, {}};
        if (point.censored > 0) {
            waits.list(known, open);
            point.p50 = censoredQuantile(known, open, 0.50);
            point.p95 = censoredQuantile(known, open, 0.95);
        } else if (point.started > 0) {
            point.p50.value = waits.quantileOfKnown(point.started, 0.50);
            point.p95.value = waits.quantileOfKnown(point.started, 0.95);
        }
        curve.push_back(point);
    }
    return curve;
}

std::optional<double> rollingShortfall(
    const ChartSeries& series, const ShareSeries& share, std::size_t index, TimeMs window)
{
    const TimeMs from = series.times[index] - window;
    const std::size_t first = from <= 0 ? 0 : series.sampleAt(from);
    return ratioOf(share.shortfall[index] - share.shortfall[first], share.claimable[index] - share.claimable[first]);
}

} // namespace quotaboard
