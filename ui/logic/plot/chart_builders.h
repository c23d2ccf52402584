// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/chart_series.h"
#include "core/model/scenario.h"
#include "ui/logic/plot/chart_content.h"

#include <vector>

namespace quotaboard {

/// Rolling waits of all shares at common moments; takes a while for a million jobs, hence apart.
struct WaitCurves {
    TimeMs window = kMsPerDay;
    std::vector<TimeMs> times;
    /// As ChartSeries::shares.
    std::vector<std::vector<RollingWait>> shares;
    /// The jobs of all shares together.
    std::vector<RollingWait> pooled;
};
[[nodiscard]] WaitCurves makeWaitCurves(const ChartSeries& series, TimeMs window);
/// Whether making them may take more than a frame or two.
[[nodiscard]] bool isLong(const ChartSeries& series);

/// One curve a share, or one for all of them.
enum class ChartSplit { Share, All };
enum class WasteMeasure { Cumulative, PerHour };
enum class DriftMeasure { Cumulative, Shortfall, WaitRatio };

// The five charts of a run (design C7). The scenario must be the one that was run.
[[nodiscard]] ChartContent waitsContent(const Scenario& scenario, const ChartSeries& series, const WaitCurves& curves,
    ChartSplit split = ChartSplit::Share);
[[nodiscard]] ChartContent wasteContent(
    const Scenario& scenario, const ChartSeries& series, WasteMeasure measure = WasteMeasure::Cumulative);
/// `curves` may be null while they are being made: then there is no wait ratio yet.
[[nodiscard]] ChartContent driftContent(const Scenario& scenario, const ChartSeries& series,
    const WaitCurves* curves = nullptr, DriftMeasure measure = DriftMeasure::Cumulative);
[[nodiscard]] ChartContent utilisationContent(const Scenario& scenario, const ChartSeries& series);
/// Waiting jobs, or the GPUs that they ask for.
[[nodiscard]] ChartContent queueContent(
    const Scenario& scenario, const ChartSeries& series, bool countsGpus, ChartSplit split = ChartSplit::Share);
/// The title alone, for when there is no run.
[[nodiscard]] ChartContent emptyContent(ChartKind kind, const QString& why);

} // namespace quotaboard
