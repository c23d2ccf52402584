// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace quotaboard {

class ChartView;

/// Writes a chart to a file by its suffix: .svg as it looks, .png at twice the size, .csv its whole table. Overwrites
/// (the file dialog has asked), and only when everything could be written. False with the reason otherwise.
[[nodiscard]] bool exportChart(ChartView& view, const QString& path, QString* why);

} // namespace quotaboard
