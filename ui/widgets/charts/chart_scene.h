// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/chart_axis.h"
#include "ui/logic/plot/chart_content.h"
#include "ui/logic/plot/time_axis.h"

#include <QFont>
#include <QRectF>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace quotaboard {

class Theme;

/// A chart of a certain size: its content, what is marked in it, and where everything lies. Lengths in logical pixels
/// of the view. Knows no painter and no QtCharts.
class ChartScene {
public:
    /// -1 for what only explains a mark.
    struct LegendEntry {
        QRectF rect;
        QString text;
        int group = 0;
        enum class Mark { None, Dot, Caret } mark = Mark::None;
    };
    /// A small curve under the plot, as wide as that.
    struct StripPlace {
        QRectF rect;
        std::size_t strip = 0;
    };

    explicit ChartScene(const Theme& theme)
        : theme_(theme)
    {
    }

    // Change these, then call layOut().
    ChartContent content;
    bool isLog = false;
    /// Group that is shown alone, or -1.
    int isolated = -1;

    // These need no new layout.
    TimeMs now = 0;
    bool isStale = false;
    std::optional<TimeMs> hover;
    /// The pointer is in this chart: values are read out.
    bool readsOut = false;
    std::optional<std::pair<TimeMs, TimeMs>> range;

    void layOut(const QSizeF& size);
    /// Height of the title row, and of the square at its right end that is kept free for a button.
    [[nodiscard]] qreal titleHeight() const;

    [[nodiscard]] const Theme& theme() const { return theme_; }
    [[nodiscard]] const QRectF& plot() const { return plot_; }
    [[nodiscard]] const QRectF& titleRow() const { return titleRow_; }
    /// What the title row says beside the title, as much as there is room for.
    [[nodiscard]] const QString& heading() const { return heading_; }
    [[nodiscard]] const QRectF& headingRow() const { return headingRow_; }
    [[nodiscard]] const ValueAxis& axis() const { return axis_; }
    /// Of the RightLine columns; without ticks where there are none.
    [[nodiscard]] const ValueAxis& rightAxis() const { return rightAxis_; }
    /// Strips that found room.
    [[nodiscard]] const std::vector<StripPlace>& strips() const { return strips_; }
    /// Lower end of plot and strips, where the time axis is.
    [[nodiscard]] qreal bottom() const { return bottom_; }
    [[nodiscard]] const std::vector<TimeTick>& timeTicks() const { return ticks_; }
    [[nodiscard]] const std::vector<LegendEntry>& legend() const { return legend_; }
    /// How many legend entries found no room.
    [[nodiscard]] int hiddenEntries() const { return hiddenEntries_; }
    [[nodiscard]] bool isEmpty() const { return !content.emptyText.isEmpty() || content.times.empty(); }

    [[nodiscard]] bool isShown(const ChartColumn& column) const
    {
        return column.role != ChartRole::Hidden && (isolated < 0 || column.group == isolated);
    }
    [[nodiscard]] const ChartGroup& groupOf(const ChartColumn& column) const
    {
        return content.groups[static_cast<std::size_t>(column.group)];
    }
    [[nodiscard]] qreal x(TimeMs time) const;
    [[nodiscard]] qreal y(double value) const;
    /// A value of the right axis as one of the left that lies at the same height.
    [[nodiscard]] double fromRight(double value) const;
    /// Clamped to the run.
    [[nodiscard]] TimeMs timeAt(qreal x) const;
    /// The legend's group under a point.
    [[nodiscard]] std::optional<int> groupAt(const QPointF& point) const;

    struct ReadOutRow {
        /// -1: without a swatch.
        int group = -1;
        QString name;
        QString value;
    };
    struct ReadOut {
        QString heading;
        std::vector<ReadOutRow> rows;
    };
    /// The selected range's numbers, else the values under the pointer; empty when there is neither.
    [[nodiscard]] std::optional<ReadOut> readOut() const;

    [[nodiscard]] QFont titleFont() const;
    [[nodiscard]] QFont smallFont() const;

private:
    void layOutHeading(qreal width);
    void layOutLegend(qreal top, qreal rowHeight);
    void layOutStrips(qreal top, qreal bottom);
    [[nodiscard]] ReadOut rangeReadOut(TimeMs from, TimeMs to) const;
    [[nodiscard]] std::optional<ReadOut> pointReadOut(TimeMs time) const;

    const Theme& theme_;
    QRectF plot_;
    QRectF titleRow_;
    QRectF headingRow_;
    QString heading_;
    ValueAxis axis_;
    ValueAxis rightAxis_;
    std::vector<StripPlace> strips_;
    qreal bottom_ = 0;
    std::vector<TimeTick> ticks_;
    std::vector<LegendEntry> legend_;
    qreal legendHeight_ = 0;
    int hiddenEntries_ = 0;
};

} // namespace quotaboard
