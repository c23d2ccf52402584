// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QPointF>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace quotaboard {

enum class ChartKind { Waits, Waste, Drift, Utilisation, Queue };

/// What a curve stands for; the theme gives it its colour and pattern.
enum class ChartPaint {
    Share,
    Total,
    Capacity,
    Completed,
    InProgress,
    Checkpoint,
    Hold,
    Restart,
    Discarded,
    Lost,
    Idle,
};

/// How a column of values is drawn. RightLine: on the axis at the right. Hidden ones stand in the table only.
enum class ChartRole { Line, ThinLine, Area, RightLine, Hidden };

/// How a selected range is summed up.
enum class RangeSummary { Difference, Mean, Maximum };

/// One legend entry; clicking it isolates its columns.
struct ChartGroup {
    QString name;
    ChartPaint paint = ChartPaint::Share;
    /// Position of the share for ChartPaint::Share.
    int share = 0;
};

/// One value per moment of the content. NaN: there is none, drawn as a gap.
struct ChartColumn {
    QString name;
    QString unit;
    int group = 0;
    ChartRole role = ChartRole::Line;
    std::vector<double> values;
    /// Empty, or per value: drawn as marks, because it rests on fewer than 20 jobs.
    std::vector<bool> isFew;
    /// Empty, or per value: the true one is known to be larger.
    std::vector<bool> isAtLeast;
    /// Empty, or the largest value since the moment before.
    std::vector<double> peaks;
    /// Empty, or per value: how many jobs it rests on.
    std::vector<std::uint32_t> counts;

    /// The value as text with as many digits as its size deserves, "> " in front of a lower bound; em dash for none.
    [[nodiscard]] QString text(std::size_t row) const;
};

/// A small curve under the chart, over the same span of time and with an axis of its own: drawn where there is room.
struct ChartStrip {
    QString name;
    /// Of the strip's values; those of the chart where they are the same moments.
    std::vector<TimeMs> times;
    std::vector<ChartColumn> columns;
    double low = 0;
    double high = 1;
    /// A value to compare with, drawn bold.
    std::optional<double> reference;
    /// Height for text of normal size, px.
    int height = 0;

    /// The last row at or before `time`, else the first. Only when there are rows.
    [[nodiscard]] std::size_t rowAt(TimeMs time) const;
};

/// Everything a chart shows, independent of its size and colours: a table of columns over moments, which is drawn,
/// read out, shown as a table and exported alike. A plain value.
struct ChartContent {
    ChartKind kind = ChartKind::Waits;
    QString title;
    /// Of the drawn values, with what they are: "P95 bold, P50 thin, min".
    QString unit;
    /// The same in fewer words, for narrow charts; the shortest last.
    QStringList shortUnits;
    /// Of the RightLine columns; empty where there are none.
    QString rightUnit;
    TimeMs end = 0;
    TimeMs startTime = 0;
    std::vector<TimeMs> times;
    std::vector<ChartColumn> columns;
    std::vector<ChartGroup> groups;
    std::vector<ChartStrip> strips;
    /// A value to compare with, drawn bold.
    std::optional<double> reference;
    /// Values hold from their moment on (queue) or since the moment before (buckets) instead of being joined.
    enum class Shape { Joined, HoldsAfter, HeldBefore } shape = Shape::Joined;
    RangeSummary summary = RangeSummary::Difference;
    bool isSigned = false;
    /// Why there is nothing to draw; empty when there is something.
    QString emptyText;

    /// The row that tells of `time`.
    [[nodiscard]] std::optional<std::size_t> rowAt(TimeMs time) const;
    /// Rows at moments from `from` to `to`, both included.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsBetween(TimeMs from, TimeMs to) const;
    /// A column's number for the range, by `summary`; empty where it has no values there.
    [[nodiscard]] std::optional<double> summaryOf(const ChartColumn& column, TimeMs from, TimeMs to) const;

    /// Pieces of a column without gaps, as drawn (x in ms, y in the column's unit). Few-job values are in none.
    [[nodiscard]] std::vector<std::vector<QPointF>> pieces(const ChartColumn& column) const;
    /// The same for an area, on top of `base` (a value per moment).
    [[nodiscard]] std::vector<QPointF> outline(const std::vector<double>& values) const;
    /// Smallest value above 0, and lowest and highest of all drawn values; areas are stacked. Only columns of `group`,
    /// or all for -1.
    struct Bounds {
        double low = 0;
        double high = 0;
        double leastPositive = 0;
    };
    [[nodiscard]] Bounds bounds(int group) const;
    /// Highest value on the right axis; 0 when there is none.
    [[nodiscard]] double rightHigh() const;
    /// Whether any drawn value is a mark of few jobs, or a lower bound.
    [[nodiscard]] bool hasFew() const;
    [[nodiscard]] bool hasLowerBounds() const;
};

/// Em dash for none; otherwise about four significant digits.
[[nodiscard]] QString chartNumber(std::optional<double> value);

} // namespace quotaboard
