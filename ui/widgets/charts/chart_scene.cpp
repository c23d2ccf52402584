// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_scene.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/plot/chart_text.h"
#include "ui/widgets/style/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

constexpr qreal kMargin = 12;
constexpr qreal kLabelGap = 8;
/// Swatch and gap before a legend entry's name, and the gap after it.
constexpr qreal kSwatch = 14;
constexpr qreal kEntryGap = 12;
constexpr int kTitlePixels = 12;
constexpr int kSmallPixels = 11;
constexpr qreal kPixelsPerTimeTick = 64;
constexpr qreal kPixelsPerValueTick = 34;
/// Below this height the legend has one row.
constexpr qreal kTwoRowHeight = 230;

} // namespace

QFont ChartScene::titleFont() const
{
    QFont font = theme_.font();
    font.setPixelSize(theme_.scaled(kTitlePixels));
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont ChartScene::smallFont() const
{
    QFont font = theme_.font();
    font.setPixelSize(theme_.scaled(kSmallPixels));
    return font;
}

void ChartScene::layOut(const QSizeF& size)
{
    const QFontMetricsF title(titleFont());
    const QFontMetricsF small(smallFont());
    titleRow_ = QRectF(kMargin, 6, std::max<qreal>(0, size.width() - 2 * kMargin), title.height() + 2);
    const qreal rowHeight = small.height() + 4;
    plot_ = QRectF(QPointF(kMargin, 0), QPointF(size.width() - kMargin, size.height()));
    layOutLegend(titleRow_.bottom() + 1, rowHeight);
    const qreal top = titleRow_.bottom() + legendHeight_ + small.height() / 2 + 4;
    const qreal bottom = std::max(top + 20, size.height() - small.height() - 8);
    const ChartContent::Bounds bounds = content.bounds(isolated);
    const int wanted = std::max(2, static_cast<int>((bottom - top) / kPixelsPerValueTick));
    axis_ = isLog ? logAxis(bounds.leastPositive, bounds.high)
                  : linearAxis(bounds.low, bounds.high, wanted, content.isSigned);
    qreal labelWidth = 0;
    for (const ValueTick& tick : axis_.ticks)
        labelWidth = std::max(labelWidth, small.horizontalAdvance(tick.label));
    const qreal left = kMargin + labelWidth + kLabelGap;
    plot_ = QRectF(QPointF(left, top), QPointF(std::max(left + 20, size.width() - kMargin - 6), bottom));
    ticks_ = quotaboard::timeTicks(
        0, content.end, content.startTime, static_cast<int>(plot_.width() / theme_.scaled(kPixelsPerTimeTick)));
}

/// Entries in one or two rows, in order; those without room are only counted.
void ChartScene::layOutLegend(qreal top, qreal rowHeight)
{
    const QFontMetricsF small(smallFont());
    const int mostRows = plot_.height() >= kTwoRowHeight ? 2 : 1;
    const qreal more = small.horizontalAdvance(Texts::tr("+%1").arg(99));
    legend_.clear();
    hiddenEntries_ = 0;
    legendHeight_ = content.groups.empty() ? 0 : rowHeight;
    qreal x = plot_.left();
    int row = 0;
    for (std::size_t g = 0; g < content.groups.size(); ++g) {
        const QString text = small.elidedText(content.groups[g].name, Qt::ElideRight, plot_.width() / 2);
        const qreal width = kSwatch + small.horizontalAdvance(text);
        const bool isLastRow = row + 1 == mostRows;
        const bool isLast = g + 1 == content.groups.size();
        if (x + width + (isLastRow && !isLast ? kEntryGap + more : 0) > plot_.right()) {
            if (isLastRow) {
                hiddenEntries_ = static_cast<int>(content.groups.size() - g);
                return;
            }
            ++row;
            legendHeight_ += rowHeight;
            x = plot_.left();
        }
        legend_.push_back({QRectF(x, top + row * rowHeight, width, rowHeight), text, static_cast<int>(g)});
        x += width + kEntryGap;
    }
}

qreal ChartScene::x(TimeMs time) const
{
    return content.end <= 0
        ? plot_.left()
        : plot_.left() + plot_.width() * static_cast<double>(time) / static_cast<double>(content.end);
}

qreal ChartScene::y(double value) const
{
    return plot_.bottom() - plot_.height() * (axis_.position(value) - axis_.low) / (axis_.high - axis_.low);
}

TimeMs ChartScene::timeAt(qreal x) const
{
    if (content.end <= 0 || plot_.width() <= 0)
        return 0;
    const double fraction = std::clamp((x - plot_.left()) / plot_.width(), 0.0, 1.0);
    return static_cast<TimeMs>(std::llround(fraction * static_cast<double>(content.end)));
}

std::optional<int> ChartScene::groupAt(const QPointF& point) const
{
    for (const LegendEntry& entry : legend_) {
        if (entry.rect.adjusted(-kEntryGap / 2, -2, kEntryGap / 2, 2).contains(point))
            return entry.group;
    }
    return std::nullopt;
}

std::optional<ChartScene::ReadOut> ChartScene::readOut() const
{
    if (isEmpty())
        return std::nullopt;
    ReadOut result;
    if (range) {
        const auto [from, to] = *range;
        result.heading = Texts::tr("%1 to %2, %3")
                             .arg(chartShortTime(content, from), chartShortTime(content, to), durationText(to - from));
        const QString what = content.summary == RangeSummary::Difference ? Texts::tr("change")
            : content.summary == RangeSummary::Mean                      ? Texts::tr("mean")
                                                                         : Texts::tr("highest");
        for (const ChartColumn& column : content.columns) {
            if (isShown(column)) {
                result.rows.push_back({column.group, Texts::tr("%1, %2", "name, kind of number").arg(column.name, what),
                    Texts::tr("%1 %2", "number and unit")
                        .arg(chartNumber(content.summaryOf(column, from, to)), column.unit)});
            }
        }
        return result;
    }
    if (!hover || !readsOut)
        return std::nullopt;
    const auto row = content.rowAt(*hover);
    if (!row)
        return std::nullopt;
    result.heading = chartShortTime(content, *hover);
    for (const ChartColumn& column : content.columns) {
        if (isShown(column))
            result.rows.push_back(
                {column.group, column.name, Texts::tr("%1 %2", "number and unit").arg(column.text(*row), column.unit)});
    }
    return result;
}

} // namespace quotaboard
