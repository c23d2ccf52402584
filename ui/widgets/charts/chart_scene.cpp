// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_scene.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/plot/chart_text.h"
#include "ui/widgets/style/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>

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
constexpr qreal kButton = 24;
constexpr qreal kTitleGap = 12;
constexpr qreal kStripGap = 6;
constexpr int kLeastPlotHeight = 64;

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

qreal ChartScene::titleHeight() const
{
    return std::max<qreal>(QFontMetricsF(titleFont()).height() + 2, kButton);
}

void ChartScene::layOut(const QSizeF& size)
{
    const QFontMetricsF small(smallFont());
    layOutHeading(size.width());
    const qreal rowHeight = small.height() + 4;
    plot_ = QRectF(QPointF(kMargin, 0), QPointF(size.width() - kMargin, size.height()));
    layOutLegend(titleRow_.bottom(), rowHeight);
    const qreal top = titleRow_.bottom() + legendHeight_ + small.height() / 2 + 4;
    bottom_ = std::max(top + 20, size.height() - small.height() - 8);
    layOutStrips(top, bottom_);
    const qreal bottom = strips_.empty() ? bottom_ : strips_.front().rect.top() - kStripGap;
    ChartContent::Bounds bounds = content.bounds(isolated);
    bounds.high = std::max(bounds.high, content.reference.value_or(0));
    const int wanted = std::max(2, static_cast<int>((bottom - top) / kPixelsPerValueTick));
    axis_ = isLog ? logAxis(bounds.leastPositive, bounds.high)
                  : linearAxis(bounds.low, bounds.high, wanted, content.isSigned);
    rightAxis_ = linearAxis(0, content.rightHigh(), wanted, false);
    if (content.rightUnit.isEmpty())
        rightAxis_.ticks.clear();
    for (ValueTick& tick : rightAxis_.ticks)
        tick.label = Texts::tr("%1 %2", "number and unit").arg(tick.label, content.rightUnit);
    const auto widest = [&small](const ValueAxis& axis) {
        qreal width = 0;
        for (const ValueTick& tick : axis.ticks)
            width = std::max(width, small.horizontalAdvance(tick.label));
        return width;
    };
    const qreal left = kMargin + widest(axis_) + kLabelGap;
    const qreal right = size.width() - kMargin - (rightAxis_.ticks.empty() ? 6 : widest(rightAxis_) + kLabelGap);
    plot_ = QRectF(QPointF(left, top), QPointF(std::max(left + 20, right), bottom));
    for (StripPlace& place : strips_) {
        place.rect.setLeft(plot_.left());
        place.rect.setRight(plot_.right());
    }
    ticks_ = quotaboard::timeTicks(
        0, content.end, content.startTime, static_cast<int>(plot_.width() / theme_.scaled(kPixelsPerTimeTick)));
}

/// The title row: title, what is shown in the longest words that fit, and room for a button.
void ChartScene::layOutHeading(qreal width)
{
    const QFontMetricsF small(smallFont());
    titleRow_ = QRectF(kMargin, 3, std::max<qreal>(0, width - 2 * kMargin), titleHeight());
    headingRow_ = titleRow_.adjusted(
        QFontMetricsF(titleFont()).horizontalAdvance(content.title) + kTitleGap, 0, -titleHeight(), 0);
    QStringList choices{content.unit};
    choices += content.shortUnits;
    for (const QString& choice : choices) {
        heading_ = isStale ? Texts::tr("updating … %1").arg(choice) : choice;
        if (small.horizontalAdvance(heading_) <= headingRow_.width())
            return;
    }
    heading_ = small.elidedText(heading_, Qt::ElideRight, std::max<qreal>(0, headingRow_.width()));
}

/// From the bottom up, each only when enough is left for the plot.
void ChartScene::layOutStrips(qreal top, qreal bottom)
{
    strips_.clear();
    if (!content.emptyText.isEmpty())
        return;
    qreal left = bottom - top - theme_.scaled(kLeastPlotHeight);
    std::size_t count = 0;
    for (const ChartStrip& strip : content.strips) {
        left -= theme_.scaled(strip.height) + kStripGap;
        if (left < 0)
            break;
        ++count;
    }
    for (std::size_t i = count; i-- > 0;) {
        const qreal height = theme_.scaled(content.strips[i].height);
        strips_.insert(strips_.begin(), {QRectF(plot_.left(), bottom - height, plot_.width(), height), i});
        bottom -= height + kStripGap;
    }
}

/// Entries in one or two rows, in order; those without room are only counted. What marks mean comes last, if at all.
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
    const auto place = [&](QString text, int group, LegendEntry::Mark mark, bool isLast) {
        text = small.elidedText(text, Qt::ElideRight, plot_.width() / 2);
        const qreal width = kSwatch + small.horizontalAdvance(text);
        const bool isLastRow = row + 1 == mostRows;
        if (x + width + (isLastRow && !isLast ? kEntryGap + more : 0) > plot_.right()) {
            if (isLastRow)
                return false;
            ++row;
            legendHeight_ += rowHeight;
            x = plot_.left();
        }
        legend_.push_back({QRectF(x, top + row * rowHeight, width, rowHeight), text, group, mark});
        x += width + kEntryGap;
        return true;
    };
    for (std::size_t g = 0; g < content.groups.size(); ++g) {
        if (!place(
                content.groups[g].name, static_cast<int>(g), LegendEntry::Mark::None, g + 1 == content.groups.size())) {
            hiddenEntries_ = static_cast<int>(content.groups.size() - g);
            return;
        }
    }
    if (content.hasFew())
        (void)place(Texts::tr("n < 20"), -1, LegendEntry::Mark::Dot, true);
    if (content.hasLowerBounds())
        (void)place(Texts::tr("at least, jobs still wait"), -1, LegendEntry::Mark::Caret, true);
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

double ChartScene::fromRight(double value) const
{
    const double fraction = (value - rightAxis_.low) / (rightAxis_.high - rightAxis_.low);
    return axis_.low + fraction * (axis_.high - axis_.low);
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
        if (entry.group >= 0 && entry.rect.adjusted(-kEntryGap / 2, -2, kEntryGap / 2, 2).contains(point))
            return entry.group;
    }
    return std::nullopt;
}

std::optional<ChartScene::ReadOut> ChartScene::readOut() const
{
    if (isEmpty())
        return std::nullopt;
    if (range)
        return rangeReadOut(range->first, range->second);
    if (!hover || !readsOut)
        return std::nullopt;
    return pointReadOut(*hover);
}

ChartScene::ReadOut ChartScene::rangeReadOut(TimeMs from, TimeMs to) const
{
    ReadOut result;
    result.heading = Texts::tr("%1 to %2, %3")
                         .arg(chartShortTime(content, from), chartShortTime(content, to), durationText(to - from));
    for (const ChartColumn& column : content.columns) {
        if (!isShown(column))
            continue;
        // A percentage that grows by two points is best said by where it stands at the end.
        const bool isLast = column.role == ChartRole::RightLine;
        const QString what = isLast                       ? Texts::tr("at the end")
            : content.summary == RangeSummary::Difference ? Texts::tr("change")
            : content.summary == RangeSummary::Mean       ? Texts::tr("mean")
                                                          : Texts::tr("highest");
        const auto row = content.rowAt(to);
        const QString value = isLast && row ? column.text(*row) : chartNumber(content.summaryOf(column, from, to));
        result.rows.push_back({column.group, Texts::tr("%1, %2", "name, kind of number").arg(column.name, what),
            Texts::tr("%1 %2", "number and unit").arg(value, column.unit)});
    }
    return result;
}

std::optional<ChartScene::ReadOut> ChartScene::pointReadOut(TimeMs time) const
{
    const auto row = content.rowAt(time);
    if (!row)
        return std::nullopt;
    ReadOut result;
    result.heading = chartShortTime(content, time);
    for (const ChartColumn& column : content.columns) {
        if (!isShown(column))
            continue;
        QString value = Texts::tr("%1 %2", "number and unit").arg(column.text(*row), column.unit);
        if (!column.counts.empty() && column.role == ChartRole::Line)
            value
                = Texts::tr("%1 (n = %2)", "value, number of jobs").arg(value, QLocale().toString(column.counts[*row]));
        result.rows.push_back({column.group, column.name, value});
    }
    for (const StripPlace& place : strips_) {
        const ChartStrip& strip = content.strips[place.strip];
        if (strip.columns.size() == 1)
            result.rows.push_back({-1, strip.name, strip.columns.front().text(strip.rowAt(time))});
    }
    return result;
}

} // namespace quotaboard
