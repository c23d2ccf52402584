// SPDX-License-Identifier: Apache-2.0
// The chart of fairness drift (metrics.md M4): delivered against claimable, the shortfall of a day, and whose jobs wait
// longer than those of all; under it Jain's index and, where there is room, the waits.
#include "ui/logic/plot/chart_columns.h"

#include "core/metrics/statistics.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/plot/chart_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

constexpr int kJainHeight = 16;
constexpr int kRatioHeight = 40;
/// More than so many times the wait of all is cut off in the small chart; the table has it.
constexpr double kHighestSmallRatio = 5;

using Shortfalls = std::vector<std::vector<double>>;

/// By share and sample: shortfall of the last 24 h, 0 to 1; none where nothing was claimed.
Shortfalls shortfallsOf(const ChartSeries& series)
{
    Shortfalls result;
    for (const ShareSeries& share : series.shares) {
        result.emplace_back();
        for (std::size_t row = 0; row < series.times.size(); ++row)
            result.back().push_back(rollingShortfall(series, share, row).value_or(kNoValue));
    }
    return result;
}

ChartColumn jainColumn(const Shortfalls& shortfalls, std::size_t count, ChartRole role)
{
    ChartColumn column = makeColumn(Texts::tr("Jain index, 24 h"), {}, 0, role);
    std::vector<double> served;
    fillColumn(column, count, [&](std::size_t row) {
        served.clear();
        for (const std::vector<double>& share : shortfalls) {
            if (!std::isnan(share[row]))
                served.push_back(1 - share[row]);
        }
        return jainIndex(served).value_or(kNoValue);
    });
    return column;
}

std::vector<ChartColumn> ratioColumns(const ChartContent& content, const WaitCurves& curves)
{
    std::vector<ChartColumn> columns;
    for (std::size_t s = 0; s < curves.shares.size(); ++s) {
        const std::vector<RollingWait>& waits = curves.shares[s];
        ChartColumn column = makeColumn(content.groups[s].name, Texts::tr("×", "times"), s, ChartRole::Line);
        fillColumn(column, waits.size(), [&](std::size_t row) {
            const auto own = waits[row].p50.value;
            const auto all = curves.pooled[row].p50.value;
            return own && all && *all > 0 ? *own / *all : kNoValue;
        });
        for (const RollingWait& wait : waits) {
            column.counts.push_back(wait.count());
            column.isFew.push_back(wait.isFew() && !wait.isGap());
            column.isAtLeast.push_back(false);
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

ChartStrip jainStrip(const ChartSeries& series, ChartColumn column)
{
    ChartStrip strip;
    strip.name = column.name;
    strip.times = series.times;
    column.role = ChartRole::Area;
    strip.columns = {std::move(column)};
    strip.height = kJainHeight;
    return strip;
}

ChartStrip ratioStrip(const WaitCurves& curves, std::vector<ChartColumn> columns)
{
    ChartStrip strip;
    strip.name = Texts::tr("P50 wait ÷ that of all, %1").arg(chartWindowText(curves.window));
    strip.times = curves.times;
    strip.reference = 1;
    strip.high = 2;
    for (const ChartColumn& column : columns) {
        for (const double value : column.values)
            strip.high = std::isnan(value) ? strip.high : std::max(strip.high, value);
    }
    strip.high = std::min(strip.high, kHighestSmallRatio);
    strip.columns = std::move(columns);
    strip.height = kRatioHeight;
    return strip;
}

/// The columns that are drawn first, then those for the table.
void addColumns(ChartContent& content, const ChartSeries& series, const QString& hours, bool showsShortfall)
{
    const Shortfalls shortfalls = shortfallsOf(series);
    const std::size_t count = series.times.size();
    const auto role = [](bool isShown) { return isShown ? ChartRole::Line : ChartRole::Hidden; };
    std::vector<ChartColumn> drift;
    std::vector<ChartColumn> shortfall;
    for (std::size_t s = 0; s < series.shares.size(); ++s) {
        const ShareSeries& share = series.shares[s];
        const QString name = content.groups[s].name;
        drift.push_back(
            makeColumn(showsShortfall ? Texts::tr("%1 drift").arg(name) : name, hours, s, role(!showsShortfall)));
        fillColumn(drift.back(), count,
            [&](std::size_t row) { return gpuHours(share.delivered[row] - share.claimable[row]); });
        shortfall.push_back(makeColumn(showsShortfall ? name : Texts::tr("%1 shortfall, 24 h").arg(name),
            Texts::tr("%"), s, role(showsShortfall)));
        fillColumn(shortfall.back(), count, [&](std::size_t row) { return 100 * shortfalls[s][row]; });
    }
    for (std::vector<ChartColumn>* columns :
        showsShortfall ? std::array{&shortfall, &drift} : std::array{&drift, &shortfall})
        content.columns.insert(content.columns.end(), columns->begin(), columns->end());
    content.columns.push_back(jainColumn(shortfalls, count, ChartRole::Hidden));
}

ChartContent waitRatioContent(const Scenario& scenario, const ChartSeries& series, const WaitCurves* curves)
{
    ChartContent content = startedContent(ChartKind::Drift, scenario, series);
    addShareGroups(content, scenario, series);
    content.summary = RangeSummary::Maximum;
    content.reference = 1;
    if (curves == nullptr) {
        content.emptyText = Texts::tr("The waits are being worked out …");
        return content;
    }
    const QString window = chartWindowText(curves->window);
    content.unit = Texts::tr("P50 wait of a share ÷ P50 wait of all jobs, last %1").arg(window);
    content.shortUnits
        = {Texts::tr("P50 wait ÷ that of all, last %1").arg(window), Texts::tr("P50 wait ÷ that of all")};
    content.times = curves->times;
    content.columns = ratioColumns(content, *curves);
    const bool isEmpty = std::all_of(content.columns.begin(), content.columns.end(), [](const ChartColumn& column) {
        return std::all_of(column.values.begin(), column.values.end(), [](double value) { return std::isnan(value); });
    });
    if (isEmpty)
        content.emptyText = Texts::tr("Nothing to compare: half of all jobs did not wait.");
    return content;
}

} // namespace

ChartContent driftContent(
    const Scenario& scenario, const ChartSeries& series, const WaitCurves* curves, DriftMeasure measure)
{
    if (measure == DriftMeasure::WaitRatio)
        return waitRatioContent(scenario, series, curves);
    ChartContent content = startedContent(ChartKind::Drift, scenario, series);
    addShareGroups(content, scenario, series);
    const bool showsShortfall = measure == DriftMeasure::Shortfall;
    const QString hours = gpuHourUnit(scenario);
    if (showsShortfall) {
        content.unit = Texts::tr("% of entitlement not delivered, last 24 h");
        content.shortUnits = {Texts::tr("% short, last 24 h")};
        content.summary = RangeSummary::Maximum;
    } else {
        content.unit = Texts::tr("%1 delivered − claimable, cumulative").arg(hours);
        content.shortUnits = {Texts::tr("%1 against entitlement").arg(hours), hours};
        content.isSigned = true;
        content.reference = 0;
    }
    addColumns(content, series, hours, showsShortfall);
    content.strips.push_back(jainStrip(series, content.columns.back()));
    if (curves != nullptr)
        content.strips.push_back(ratioStrip(*curves, ratioColumns(content, *curves)));
    if (series.shares.empty())
        content.emptyText = Texts::tr("No shares.");
    return content;
}

} // namespace quotaboard
