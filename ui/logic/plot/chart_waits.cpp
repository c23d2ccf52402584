// SPDX-License-Identifier: Apache-2.0
// The chart of rolling waits.
#include "ui/logic/plot/chart_columns.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/plot/chart_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

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
    return quantile.atLeast ? static_cast<double>(*quantile.atLeast) : kNoValue;
}

struct Unit {
    double ms = 1;
    QString text;
};

/// The unit in which the longest wait is an easy number.
Unit unitFor(const WaitCurves& curves)
{
    double longest = 0;
    const auto look = [&longest](const std::vector<RollingWait>& waits) {
        for (const RollingWait& wait : waits) {
            if (!wait.isGap())
                longest = std::max(longest, valueOf(wait.p95));
        }
    };
    std::for_each(curves.shares.begin(), curves.shares.end(), look);
    look(curves.pooled);
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
        column.values.push_back(wait.isGap() ? kNoValue : valueOf(wait.*which) / unit.ms);
        column.isFew.push_back(wait.isFew() && !wait.isGap());
        column.isAtLeast.push_back(!wait.isGap() && !(wait.*which).value);
        column.counts.push_back(wait.count());
    }
    return column;
}

/// The waits of all shares, by time.
ShareSeries pooledWaits(const ChartSeries& series)
{
    const auto earlier = [](const WaitPoint& a, const WaitPoint& b) { return a.time < b.time; };
    const auto merge = [&](std::vector<WaitPoint>& all, const std::vector<WaitPoint>& own) {
        const auto middle = static_cast<std::ptrdiff_t>(all.size());
        all.insert(all.end(), own.begin(), own.end());
        std::inplace_merge(all.begin(), all.begin() + middle, all.end(), earlier);
    };
    ShareSeries pooled;
    for (const ShareSeries& share : series.shares) {
        merge(pooled.started, share.started);
        merge(pooled.censored, share.censored);
    }
    return pooled;
}

/// P95, P50 and their number of jobs, of one share or of all.
void addWaits(ChartContent& content, const ChartGroup& group, const std::vector<RollingWait>& waits, const Unit& unit)
{
    const std::size_t g = content.groups.size();
    content.groups.push_back(group);
    ChartColumn p95 = quantileColumn(waits, unit, &RollingWait::p95);
    p95.name = Texts::tr("%1 P95").arg(group.name);
    p95.group = static_cast<int>(g);
    ChartColumn p50 = quantileColumn(waits, unit, &RollingWait::p50);
    p50.name = Texts::tr("%1 P50").arg(group.name);
    p50.group = static_cast<int>(g);
    p50.role = ChartRole::ThinLine;
    ChartColumn count
        = makeColumn(Texts::tr("%1 n", "number of jobs of a share").arg(group.name), {}, g, ChartRole::Hidden);
    fillColumn(count, waits.size(), [&](std::size_t row) { return static_cast<double>(waits[row].count()); });
    for (ChartColumn* column : {&p95, &p50, &count})
        content.columns.push_back(std::move(*column));
}

/// Whose waits, of when, and what the marks mean; in ever fewer words.
void nameWaits(ChartContent& content, const QString& unit, TimeMs window)
{
    const QString last = chartWindowText(window);
    const QString whose = Texts::tr("%1 · jobs started in the last %2", "unit, duration").arg(unit, last);
    content.unit = Texts::tr("%1 · P95 bold, P50 thin", "unit and whose waits").arg(whose);
    content.shortUnits = {content.unit,
        Texts::tr("%1 · started in the last %2 · P95 bold, P50 thin", "unit, duration").arg(unit, last),
        Texts::tr("%1 · last %2 · P95 bold, P50 thin", "unit, duration").arg(unit, last),
        Texts::tr("%1 · last %2 · P95, P50", "unit, duration").arg(unit, last),
        Texts::tr("%1 · last %2", "unit, duration").arg(unit, last), unit};
    if (content.hasFew())
        content.unit = Texts::tr("%1, dots: n < 20").arg(content.unit);
    if (content.hasLowerBounds())
        content.unit = Texts::tr("%1, carets: jobs still waiting").arg(content.unit);
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
    curves.pooled = rollingWaits(pooledWaits(series), window, curves.times);
    return curves;
}

ChartContent waitsContent(
    const Scenario& scenario, const ChartSeries& series, const WaitCurves& curves, ChartSplit split)
{
    ChartContent content = emptyContent(ChartKind::Waits, {});
    content.end = series.end;
    content.startTime = scenario.startTime;
    content.times = curves.times;
    content.summary = RangeSummary::Maximum;
    const Unit unit = unitFor(curves);
    if (split == ChartSplit::All)
        addWaits(content, {Texts::tr("all shares"), ChartPaint::Total, 0}, curves.pooled, unit);
    for (std::size_t s = 0; s < curves.shares.size() && split == ChartSplit::Share; ++s) {
        addWaits(content, {toQt(scenario.shareName(series.shares[s].share)), ChartPaint::Share, static_cast<int>(s)},
            curves.shares[s], unit);
    }
    nameWaits(content, unit.text, curves.window);
    const bool isEmpty
        = std::all_of(curves.pooled.begin(), curves.pooled.end(), [](const RollingWait& wait) { return wait.isGap(); });
    if (isEmpty)
        content.emptyText = Texts::tr("No job has started or given up yet.");
    return content;
}

} // namespace quotaboard
