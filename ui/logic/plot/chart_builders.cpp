// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_builders.h"
#include "ui/logic/plot/chart_columns.h"

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
    const std::vector<std::size_t> ends = bucketEnds(series);
    content.times.clear();
    for (const std::size_t end : ends)
        content.times.push_back(series.times[end]);
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
        fillColumn(column, ends.size(), [&](std::size_t row) { return mean(curve, row); });
        content.columns.push_back(std::move(column));
    }
    ChartColumn paid = makeColumn(Texts::tr("paid"), unit, content.groups.size(), ChartRole::Line);
    content.groups.push_back({paid.name, ChartPaint::Capacity, 0});
    fillColumn(paid, ends.size(), [&](std::size_t row) { return mean(series.paid, row); });
    content.columns.push_back(std::move(paid));
    if (series.paid.empty() || series.paid.back() == 0)
        content.emptyText = Texts::tr("No capacity was paid for.");
    return content;
}

ChartContent queueContent(const Scenario& scenario, const ChartSeries& series, bool countsGpus, ChartSplit split)
{
    ChartContent content = startedContent(ChartKind::Queue, scenario, series);
    const QString unit = countsGpus ? gpusText(scenario) : Texts::tr("jobs");
    content.unit = Texts::tr("%1 waiting").arg(unit);
    content.shape = ChartContent::Shape::HoldsAfter;
    content.summary = RangeSummary::Maximum;
    const std::size_t shares = split == ChartSplit::Share ? series.shares.size() : 0;
    if (shares > 0)
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
    for (std::size_t s = 0; s < shares; ++s)
        add(content.groups[s].name, s, ChartRole::Line, series.shares[s].queue, countsGpus);
    if (shares != 1) {
        content.groups.push_back({Texts::tr("all"), ChartPaint::Total, 0});
        add(content.groups.back().name, content.groups.size() - 1, shares == 0 ? ChartRole::Line : ChartRole::ThinLine,
            series.queue, countsGpus);
    }
    // The other measure, for the table.
    for (std::size_t s = 0; s < shares; ++s)
        add(content.groups[s].name, s, ChartRole::Hidden, series.shares[s].queue, !countsGpus);
    if (std::all_of(series.queue.begin(), series.queue.end(), [](const QueueSample& q) { return q.peakJobs == 0; }))
        content.emptyText = Texts::tr("No job had to wait.");
    return content;
}

} // namespace quotaboard
