// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_builders.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostBuckets = 200;

double gpuHours(GpuMs value)
{
    return static_cast<double>(value) / static_cast<double>(kMsPerHour);
}

QString gpusText(const Scenario& scenario)
{
    return scenario.countsInstanceHours() ? Texts::tr("instances") : Texts::tr("GPUs");
}

ChartContent startedContent(ChartKind kind, const Scenario& scenario, const ChartSeries& series)
{
    ChartContent content = emptyContent(kind, {});
    content.end = series.end;
    content.startTime = scenario.startTime;
    content.times = series.times;
    return content;
}

void addShareGroups(ChartContent& content, const Scenario& scenario, const ChartSeries& series)
{
    for (std::size_t s = 0; s < series.shares.size(); ++s) {
        content.groups.push_back(
            {toQt(scenario.shareName(series.shares[s].share)), ChartPaint::Share, static_cast<int>(s)});
    }
}

ChartColumn makeColumn(const QString& name, const QString& unit, std::size_t group, ChartRole role)
{
    ChartColumn column;
    column.name = name;
    column.unit = unit;
    column.group = static_cast<int>(group);
    column.role = role;
    return column;
}

template <class Value>
void fill(ChartColumn& column, std::size_t count, Value value)
{
    column.values.reserve(count);
    for (std::size_t row = 0; row < count; ++row)
        column.values.push_back(value(row));
}

} // namespace

ChartContent emptyContent(ChartKind kind, const QString& why)
{
    ChartContent content;
    content.kind = kind;
    content.emptyText = why;
    switch (kind) {
    case ChartKind::Waits:
        content.title = Texts::tr("Waits");
        break;
    case ChartKind::Waste:
        content.title = Texts::tr("Preemption waste");
        break;
    case ChartKind::Drift:
        content.title = Texts::tr("Fairness drift");
        break;
    case ChartKind::Utilisation:
        content.title = Texts::tr("Utilisation");
        break;
    case ChartKind::Queue:
        content.title = Texts::tr("Queue");
        break;
    }
    return content;
}

ChartContent wasteContent(const Scenario& scenario, const ChartSeries& series)
{
    ChartContent content = startedContent(ChartKind::Waste, scenario, series);
    const QString unit = gpuHourUnit(scenario);
    content.unit = Texts::tr("%1, cumulative").arg(unit);
    content.groups = {{Texts::tr("lost work"), ChartPaint::Lost, 0}, {Texts::tr("restart"), ChartPaint::Restart, 0}};
    const std::size_t count = series.times.size();
    ChartColumn lost = makeColumn(content.groups[0].name, unit, 0, ChartRole::Area);
    fill(lost, count, [&](std::size_t row) { return gpuHours(series.wasteLost[row]); });
    ChartColumn restart = makeColumn(content.groups[1].name, unit, 1, ChartRole::Area);
    fill(restart, count, [&](std::size_t row) { return gpuHours(series.wasteRestart[row]); });
    ChartColumn share = makeColumn(Texts::tr("waste of allocated"), Texts::tr("%"), 0, ChartRole::Hidden);
    fill(share, count, [&](std::size_t row) {
        const GpuMs allocated = series.paid[row] + series.overcommitted[row] - series.label(AccountingLabel::Idle)[row];
        return 100 * ratioOf(series.wasteLost[row] + series.wasteRestart[row], allocated).value_or(kNone);
    });
    content.columns = {lost, restart, share};
    if (count > 0 && series.wasteLost.back() + series.wasteRestart.back() == 0)
        content.emptyText = Texts::tr("No waste: nothing was lost to preemption.");
    return content;
}

ChartContent driftContent(const Scenario& scenario, const ChartSeries& series)
{
    ChartContent content = startedContent(ChartKind::Drift, scenario, series);
    const QString unit = gpuHourUnit(scenario);
    content.unit = Texts::tr("%1 against entitlement").arg(unit);
    content.isSigned = true;
    addShareGroups(content, scenario, series);
    const std::size_t count = series.times.size();
    for (std::size_t s = 0; s < series.shares.size(); ++s) {
        const ShareSeries& share = series.shares[s];
        ChartColumn column = makeColumn(content.groups[s].name, unit, s, ChartRole::Line);
        fill(column, count, [&](std::size_t row) { return gpuHours(share.delivered[row] - share.claimable[row]); });
        content.columns.push_back(std::move(column));
    }
    for (std::size_t s = 0; s < series.shares.size(); ++s) {
        ChartColumn column = makeColumn(
            Texts::tr("%1 shortfall, 24 h").arg(content.groups[s].name), Texts::tr("%"), s, ChartRole::Hidden);
        fill(column, count,
            [&](std::size_t row) { return 100 * rollingShortfall(series, series.shares[s], row).value_or(kNone); });
        content.columns.push_back(std::move(column));
    }
    if (series.shares.empty())
        content.emptyText = Texts::tr("No shares.");
    return content;
}

namespace {

struct StackLayer {
    AccountingLabel label;
    ChartPaint paint;
    const char* name;
};

/// From the bottom of the stack to its top.
constexpr std::array<StackLayer, kAccountingLabels> kStack{{
    {AccountingLabel::Completed, ChartPaint::Completed, QT_TRANSLATE_NOOP("quotaboard::Chart", "completed")},
    {AccountingLabel::InProgress, ChartPaint::InProgress, QT_TRANSLATE_NOOP("quotaboard::Chart", "in progress")},
    {AccountingLabel::Checkpoint, ChartPaint::Checkpoint, QT_TRANSLATE_NOOP("quotaboard::Chart", "checkpoint")},
    {AccountingLabel::Hold, ChartPaint::Hold, QT_TRANSLATE_NOOP("quotaboard::Chart", "hold")},
    {AccountingLabel::Restart, ChartPaint::Restart, QT_TRANSLATE_NOOP("quotaboard::Chart", "restart")},
    {AccountingLabel::Discarded, ChartPaint::Discarded, QT_TRANSLATE_NOOP("quotaboard::Chart", "discarded")},
    {AccountingLabel::Lost, ChartPaint::Lost, QT_TRANSLATE_NOOP("quotaboard::Chart", "lost")},
    {AccountingLabel::Idle, ChartPaint::Idle, QT_TRANSLATE_NOOP("quotaboard::Chart", "idle")},
}};

} // namespace

ChartContent utilisationContent(const Scenario& scenario, const ChartSeries& series)
{
    ChartContent content = startedContent(ChartKind::Utilisation, scenario, series);
    const QString unit = gpusText(scenario);
    content.unit = Texts::tr("%1, mean").arg(unit);
    content.shape = ChartContent::Shape::HeldBefore;
    content.summary = RangeSummary::Mean;
    content.times.clear();
    // Rows are the ends of buckets of several samples.
    std::vector<std::size_t> ends;
    const std::size_t stride = (series.times.size() + kMostBuckets - 1) / kMostBuckets;
    for (std::size_t i = stride; stride > 0 && i < series.times.size() + stride - 1; i += stride) {
        ends.push_back(std::min(i, series.times.size() - 1));
        content.times.push_back(series.times[ends.back()]);
    }
    const auto mean = [&](const std::vector<GpuMs>& curve, std::size_t row) {
        const std::size_t from = row == 0 ? 0 : ends[row - 1];
        const TimeMs span = series.times[ends[row]] - series.times[from];
        return static_cast<double>(curve[ends[row]] - curve[from]) / static_cast<double>(span);
    };
    for (const StackLayer& layer : kStack) {
        const std::vector<GpuMs>& curve = series.label(layer.label);
        // What a run never spends stays out of the legend, but in the table.
        const bool isDrawn = layer.label != AccountingLabel::Idle && !curve.empty() && curve.back() != 0;
        ChartColumn column = makeColumn(
            Texts::tr(layer.name), unit, content.groups.size(), isDrawn ? ChartRole::Area : ChartRole::Hidden);
        if (isDrawn)
            content.groups.push_back({column.name, layer.paint, 0});
        fill(column, ends.size(), [&](std::size_t row) { return mean(curve, row); });
        content.columns.push_back(std::move(column));
    }
    ChartColumn paid = makeColumn(Texts::tr("paid"), unit, content.groups.size(), ChartRole::Line);
    content.groups.push_back({paid.name, ChartPaint::Capacity, 0});
    fill(paid, ends.size(), [&](std::size_t row) { return mean(series.paid, row); });
    content.columns.push_back(std::move(paid));
    if (series.paid.empty() || series.paid.back() == 0)
        content.emptyText = Texts::tr("No capacity was paid for.");
    return content;
}

ChartContent queueContent(const Scenario& scenario, const ChartSeries& series, bool countsGpus)
{
    ChartContent content = startedContent(ChartKind::Queue, scenario, series);
    const QString unit = countsGpus ? gpusText(scenario) : Texts::tr("jobs");
    content.unit = Texts::tr("%1 waiting").arg(unit);
    content.shape = ChartContent::Shape::HoldsAfter;
    content.summary = RangeSummary::Maximum;
    addShareGroups(content, scenario, series);
    const auto add = [&](const QString& name, std::size_t group, ChartRole role,
                         const std::vector<QueueSample>& samples, bool isGpus) {
        ChartColumn column = makeColumn(name, isGpus ? gpusText(scenario) : Texts::tr("jobs"), group, role);
        for (const QueueSample& sample : samples) {
            column.values.push_back(static_cast<double>(isGpus ? sample.gpus : sample.jobs));
            column.peaks.push_back(static_cast<double>(isGpus ? sample.peakGpus : sample.peakJobs));
        }
        content.columns.push_back(std::move(column));
    };
    for (std::size_t s = 0; s < series.shares.size(); ++s)
        add(content.groups[s].name, s, ChartRole::Line, series.shares[s].queue, countsGpus);
    if (series.shares.size() > 1) {
        content.groups.push_back({Texts::tr("all"), ChartPaint::Total, 0});
        add(content.groups.back().name, content.groups.size() - 1, ChartRole::ThinLine, series.queue, countsGpus);
    }
    // The other measure, for the table.
    for (std::size_t s = 0; s < series.shares.size(); ++s)
        add(content.groups[s].name, s, ChartRole::Hidden, series.shares[s].queue, !countsGpus);
    if (std::all_of(series.queue.begin(), series.queue.end(), [](const QueueSample& q) { return q.peakJobs == 0; }))
        content.emptyText = Texts::tr("No job had to wait.");
    return content;
}

} // namespace quotaboard
