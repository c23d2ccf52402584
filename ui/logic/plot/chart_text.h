// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/chart_content.h"

#include <QByteArray>
#include <QString>

namespace quotaboard {

/// Rows from `from` to `to` as tab-separated text with a heading line, numbers as on screen; for the clipboard.
[[nodiscard]] QString chartAsTabs(const ChartContent& content, TimeMs from, TimeMs to);
/// Its heading line and one of its rows, without the line's end.
[[nodiscard]] QString chartHeadingTabs(const ChartContent& content);
[[nodiscard]] QString chartRowTabs(const ChartContent& content, std::size_t row);
/// The whole table as CSV (RFC 4180, UTF-8): full precision, decimal points, empty cells for gaps, times in ms and,
/// with a start date, as ISO-8601 UTC. Lower bounds begin with ">".
[[nodiscard]] QByteArray chartAsCsv(const ChartContent& content);
/// "Waits (P95): research (min)"-like heading of a column.
[[nodiscard]] QString chartHeading(const ChartColumn& column);
/// A moment in the words of the transport bar, for the table.
[[nodiscard]] QString chartTimeText(const ChartContent& content, TimeMs time);
/// The same short, for the read-out: "2 Nov 04:12 UTC" or "Day 3 04:12"; seconds only in short runs.
[[nodiscard]] QString chartShortTime(const ChartContent& content, TimeMs time);
/// A window of time in the words of the list that it is chosen from: "1 h", "24 h", "7 d".
[[nodiscard]] QString chartWindowText(TimeMs window);
/// One sentence for screen readers: what the chart shows and its values at `time`.
[[nodiscard]] QString chartDescription(const ChartContent& content, TimeMs time);

} // namespace quotaboard
