// SPDX-License-Identifier: Apache-2.0
// The chart of rolling waits.
#include "ui/logic/plot/chart_builders.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <limits>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr TimeMs kMostMoments = 600;
constexpr std::size_t kManyWaits = 50'000;

/// Moments a round step apart, and the end.
std::vector<TimeMs> momentsUpTo(TimeMs end)
{
    constexpr std::array<TimeMs, 16> steps{1, 10, 100, kMsPerSecond, 5 * kMsPerSecond, 10 * kMsPerSecond,
        30 * kMsPerSecond, kMsPerMinute, 2 * kMsPerMinute, 5 * kMsPerMinute, 10 * kMsPerMinute, 15 * kMsPerMinute,
        30 * kMsPerMinute, kMsPerHour, 2 * kMsPerHour, 6 * kMsPerHour};
    TimeMs step = steps.back();
    for (const TimeMs candidate : steps) {
        if (end / candidate <= kMostMoments) {
            step = candidate;
            break;
        }
    }
    while (end / step > kMostMoments)
        step *= 2;
    std::vector<TimeMs> times;
    for (TimeMs time = 0; time < end; time += step)
        times.push_back(time);
    times.push_back(end);
    return times;
}

/// What a value of this column is: a quantile, a lower bound of it, or nothing.
double valueOf(const CensoredQuantile& quantile)
{
    if (quantile.value)
        return *quantile.value;
    return quantile.atLeast ? static_cast<double>(*quantile.atLeast) : kNone;
}

struct Unit {
    double ms = 1;
    QString text;
};

/// The unit in which the longest wait is an easy number.
Unit unitFor(const WaitCurves& curves)
{
    double longest = 0;
    for (const std::vector<RollingWait>& share : curves.shares) {
        for (const RollingWait& wait : share) {
            if (!wait.isGap())
                longest = std::max(longest, valueOf(wait.p95));
        }
    }
    if (longest < 2 * kMsPerMinute)
        return {static_cast<double>(kMsPerSecond), Texts::tr("s")};
    if (longest < 5 * kMsPerHour)
        return {static_cast<double>(kMsPerMinute), Texts::tr("min")};
    if (longest < 5 * kMsPerDay)
        return {static_cast<double>(kMsPerHour), Texts::tr("h")};
    return {static_cast<double>(kMsPerDay), Texts::tr("d")};
}

ChartColumn quantileColumn(
    const std::vector<RollingWait>& waits, const Unit& unit, CensoredQuantile RollingWait::*which)
{
    ChartColumn column;
    column.unit = unit.text;
    for (const RollingWait& wait : waits) {
        column.values.push_back(wait.isGap() ? kNone : valueOf(wait.*which) / unit.ms);
        column.isFew.push_back(wait.isFew() && !wait.isGap());
        column.isAtLeast.push_back(!wait.isGap() && !(wait.*which).value);
    }
    return column;
}

} // namespace

bool isLong(const ChartSeries& series)
{
    std::size_t waits = 0;
    for (const ShareSeries& share : series.shares)
        waits += share.started.size() + share.censored.size();
    return waits > kManyWaits;
}

WaitCurves makeWaitCurves(const ChartSeries& series, TimeMs window)
{
    WaitCurves curves;
    curves.window = window;
    curves.times = momentsUpTo(series.end);
    for (const ShareSeries& share : series.shares)
        curves.shares.push_back(rollingWaits(share, window, curves.times));
    return curves;
}

ChartContent waitsContent(const Scenario& scenario, const ChartSeries& series, const WaitCurves& curves)
{
    ChartContent content = emptyContent(ChartKind::Waits, {});
    content.end = series.end;
    content.startTime = scenario.startTime;
    content.times = curves.times;
    content.summary = RangeSummary::Maximum;
    const Unit unit = unitFor(curves);
    bool isEmpty = true;
    bool hasFew = false;
    for (std::size_t s = 0; s < curves.shares.size(); ++s) {
        const QString share = toQt(scenario.shareName(series.shares[s].share));
        content.groups.push_back({share, ChartPaint::Share, static_cast<int>(s)});
        ChartColumn p95 = quantileColumn(curves.shares[s], unit, &RollingWait::p95);
        p95.name = Texts::tr("%1 P95").arg(share);
        p95.group = static_cast<int>(s);
        ChartColumn p50 = quantileColumn(curves.shares[s], unit, &RollingWait::p50);
        p50.name = Texts::tr("%1 P50").arg(share);
        p50.group = static_cast<int>(s);
        p50.role = ChartRole::ThinLine;
        ChartColumn count;
        count.name = Texts::tr("%1 n", "number of jobs of a share").arg(share);
        count.group = static_cast<int>(s);
        count.role = ChartRole::Hidden;
        for (const RollingWait& wait : curves.shares[s]) {
            count.values.push_back(wait.count());
            isEmpty = isEmpty && wait.isGap();
            hasFew = hasFew || (wait.isFew() && !wait.isGap());
        }
        content.columns.push_back(std::move(p95));
        content.columns.push_back(std::move(p50));
        content.columns.push_back(std::move(count));
    }
    content.unit = hasFew ? Texts::tr("%1 · P95 bold, P50 thin, dots: n < 20").arg(unit.text)
                          : Texts::tr("%1 · P95 bold, P50 thin").arg(unit.text);
    if (isEmpty)
        content.emptyText = Texts::tr("No job has started or given up yet.");
    return content;
}

} // namespace quotaboard
