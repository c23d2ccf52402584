// SPDX-License-Identifier: Apache-2.0
#pragma once

class QPainter;

namespace quotaboard {

class ChartScene;

// What QtCharts does not draw, or not well: heading, legend, grid and rounded ticks under the curves; marks, the time
// cursor, the selected range and the read-out over them. All colours come from the scene's theme.

void paintChartBackground(QPainter& painter, const ChartScene& scene);
void paintChartForeground(QPainter& painter, const ChartScene& scene);

} // namespace quotaboard
