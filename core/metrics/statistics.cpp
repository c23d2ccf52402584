// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace quotaboard {

namespace {

constexpr double kSurvivalTolerance = 1e-12;
/// 97.5 % quantile of the standard normal distribution.
constexpr double kNormal975 = 1.959963984540054;

template <class T>
std::optional<double> typeSeven(std::span<const T> sorted, double p)
{
    if (sorted.empty())
        return std::nullopt;
    const double h = static_cast<double>(sorted.size() - 1) * p;
    const auto below = static_cast<std::size_t>(h);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const auto low = static_cast<double>(sorted[below]);
    const auto high = static_cast<double>(sorted[above]);
    return low + (h - static_cast<double>(below)) * (high - low);
}

} // namespace

std::optional<double> quantile(std::span<const TimeMs> sorted, double p)
{
    return typeSeven(sorted, p);
}

std::optional<double> quantile(std::span<const double> sorted, double p)
{
    return typeSeven(sorted, p);
}

CensoredQuantile censoredQuantile(std::span<const TimeMs> events, std::span<const TimeMs> censored, double p)
{
    if (censored.empty())
        return {quantile(events, p), std::nullopt};
    double survival = 1;
    std::size_t c = 0;
    for (std::size_t e = 0; e < events.size();) {
        const TimeMs time = events[e];
        while (c < censored.size() && censored[c] < time)
            ++c;
        const std::size_t first = e;
        while (e < events.size() && events[e] == time)
            ++e;
        const auto atRisk = static_cast<double>(events.size() - first + censored.size() - c);
        survival *= 1 - static_cast<double>(e - first) / atRisk;
        if (survival <= 1 - p + kSurvivalTolerance)
            return {static_cast<double>(time), std::nullopt};
    }
    const TimeMs longest = events.empty() ? censored.back() : std::max(events.back(), censored.back());
    return {std::nullopt, longest};
}

std::optional<Interval> wilsonInterval(std::uint64_t successes, std::uint64_t trials)
{
    if (trials == 0)
        return std::nullopt;
    const auto n = static_cast<double>(trials);
    const double p = static_cast<double>(successes) / n;
    const double z2 = kNormal975 * kNormal975;
    const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kNormal975 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    return Interval{std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

std::optional<double> jainIndex(std::span<const double> values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    if (values.empty() || squares == 0)
        return std::nullopt;
    return sum * sum / (static_cast<double>(values.size()) * squares);
}

std::optional<double> giniCoefficient(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    if (sorted.empty() || sum == 0)
        return std::nullopt;
    const auto n = static_cast<double>(sorted.size());
    double weighted = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i)
        weighted += (2 * static_cast<double>(i + 1) - n - 1) * sorted[i];
    return weighted / (n * sum);
}

} // namespace quotaboard
