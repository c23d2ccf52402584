// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace quotaboard {

class ChartView;

/// Writes a chart to a file by its suffix: .svg as it looks, .png at twice the size, .csv its whole table. Overwrites
/// (the file dialog has asked), and only when everything could be written. False with the reason otherwise.
[[nodiscard]] bool exportChart(ChartView& view, const QString& path, QString* why);

/// The chart as it looks, text as text; and at twice the size.
[[nodiscard]] QByteArray chartAsSvg(ChartView& view);
[[nodiscard]] QByteArray chartAsPng(ChartView& view);

} // namespace quotaboard
