// SPDX-License-Identifier: Apache-2.0
// The chart of preemption waste (metrics.md M3): in all, or how much an hour.
#include "ui/logic/plot/chart_columns.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

/// Percent of what was allocated until a sample; none where nothing was.
double wasteOfAllocated(const ChartSeries& series, std::size_t sample)
{
    const GpuMs allocated
        = series.paid[sample] + series.overcommitted[sample] - series.label(AccountingLabel::Idle)[sample];
    return 100 * ratioOf(series.wasteLost[sample] + series.wasteRestart[sample], allocated).value_or(kNoValue / 100);
}

} // namespace

ChartContent wasteContent(const Scenario& scenario, const ChartSeries& series, WasteMeasure measure)
{
    ChartContent content = startedContent(ChartKind::Waste, scenario, series);
    const bool isRate = measure == WasteMeasure::PerHour;
    const QString hours = gpuHourUnit(scenario);
    const QString unit = isRate ? Texts::tr("%1 per hour", "GPU-hours per hour").arg(hours) : hours;
    content.unit = isRate ? unit : Texts::tr("%1, cumulative").arg(hours);
    content.shortUnits = {unit};
    content.rightUnit = Texts::tr("%");
    content.groups = {{Texts::tr("lost work"), ChartPaint::Lost, 0}, {Texts::tr("restart"), ChartPaint::Restart, 0},
        {Texts::tr("% of allocated"), ChartPaint::Total, 0}};
    std::vector<std::size_t> rows;
    if (isRate) {
        rows = bucketEnds(series);
        content.shape = ChartContent::Shape::HeldBefore;
        content.summary = RangeSummary::Mean;
        content.times.clear();
        for (const std::size_t row : rows)
            content.times.push_back(series.times[row]);
    }
    const auto sample = [&](std::size_t row) { return isRate ? rows[row] : row; };
    const auto value = [&](const std::vector<GpuMs>& curve, std::size_t row) {
        if (!isRate)
            return gpuHours(curve[row]);
        const std::size_t from = row == 0 ? 0 : rows[row - 1];
        const TimeMs span = series.times[rows[row]] - series.times[from];
        return static_cast<double>(curve[rows[row]] - curve[from]) / static_cast<double>(span);
    };
    const std::size_t count = content.times.size();
    ChartColumn lost = makeColumn(content.groups[0].name, unit, 0, ChartRole::Area);
    fillColumn(lost, count, [&](std::size_t row) { return value(series.wasteLost, row); });
    ChartColumn restart = makeColumn(content.groups[1].name, unit, 1, ChartRole::Area);
    fillColumn(restart, count, [&](std::size_t row) { return value(series.wasteRestart, row); });
    ChartColumn share = makeColumn(Texts::tr("waste of allocated"), content.rightUnit, 2, ChartRole::RightLine);
    fillColumn(share, count, [&](std::size_t row) { return wasteOfAllocated(series, sample(row)); });
    content.columns = {lost, restart, share};
    if (!series.isEmpty() && series.wasteLost.back() + series.wasteRestart.back() == 0)
        content.emptyText = Texts::tr("No waste: nothing was lost to preemption.");
    return content;
}

} // namespace quotaboard
