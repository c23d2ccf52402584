// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/chart_builders.h"

#include <limits>
#include <vector>

namespace quotaboard {

// Pieces that the builders of all charts are made of.

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

[[nodiscard]] double gpuHours(GpuMs value);
/// "GPUs", or "instances" where no unit of the scenario has any.
[[nodiscard]] QString gpusText(const Scenario& scenario);
/// Title, span and moments of a chart over all samples.
[[nodiscard]] ChartContent startedContent(ChartKind kind, const Scenario& scenario, const ChartSeries& series);
void addShareGroups(ChartContent& content, const Scenario& scenario, const ChartSeries& series);
[[nodiscard]] ChartColumn makeColumn(const QString& name, const QString& unit, std::size_t group, ChartRole role);
/// The samples at which buckets end, not too many to be told apart; the first begins at 0.
[[nodiscard]] std::vector<std::size_t> bucketEnds(const ChartSeries& series);

template <class Value>
void fillColumn(ChartColumn& column, std::size_t count, Value value)
{
    column.values.reserve(count);
    for (std::size_t row = 0; row < count; ++row)
        column.values.push_back(value(row));
}

} // namespace quotaboard
