// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_columns.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

constexpr std::size_t kMostBuckets = 200;

} // namespace

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

std::vector<std::size_t> bucketEnds(const ChartSeries& series)
{
    std::vector<std::size_t> ends;
    const std::size_t stride = (series.times.size() + kMostBuckets - 1) / kMostBuckets;
    for (std::size_t i = stride; stride > 0 && i < series.times.size() + stride - 1; i += stride)
        ends.push_back(std::min(i, series.times.size() - 1));
    return ends;
}

} // namespace quotaboard
