// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_painter.h"

#include "ui/widgets/charts/chart_scene.h"
#include "ui/widgets/charts/chart_style.h"
#include "ui/widgets/style/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>
#include <QVector>

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

/// What is still to come shines through this much.
constexpr int kVeilAlpha = 196;
constexpr int kStaleAlpha = 60;
constexpr int kRangeAlpha = 40;
constexpr int kReadOutAlpha = 244;
/// From a swatch to its name.
constexpr qreal kSwatchWidth = 14;
constexpr qreal kMarkSpacing = 6;
constexpr qreal kMarkRadius = 1.6;
constexpr qreal kCaret = 3;
constexpr int kStripFillAlpha = 60;
constexpr int kStripTextAlpha = 190;
constexpr std::size_t kMostReadOutRows = 12;

QColor withAlpha(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

void drawSwatch(QPainter& painter, const ChartScene& scene, const ChartGroup& group, const QPointF& middleLeft)
{
    const Tokens& tokens = scene.theme().tokens();
    const bool isLine
        = group.paint == ChartPaint::Share || group.paint == ChartPaint::Total || group.paint == ChartPaint::Capacity;
    if (isLine) {
        painter.setPen(chartPen(tokens, group, ChartRole::Line));
        painter.drawLine(middleLeft, middleLeft + QPointF(10, 0));
        return;
    }
    const QRectF box(middleLeft.x(), middleLeft.y() - 4, 9, 9);
    painter.fillRect(box, chartBrush(tokens, group));
    painter.setPen(QPen(chartColor(tokens, group), 0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

void drawHeading(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    const QRectF& row = scene.titleRow();
    painter.setFont(scene.titleFont());
    painter.setPen(tokens.color(ColorToken::Text));
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, scene.content.title);
    painter.setFont(scene.smallFont());
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    painter.drawText(scene.headingRow(), Qt::AlignRight | Qt::AlignVCenter, scene.heading());
}

void drawCaret(QPainter& painter, const QPointF& at, qreal size)
{
    painter.drawPolygon(QPolygonF({at + QPointF(-size, -1), at + QPointF(0, -2 * size), at + QPointF(size, -1)}));
}

/// What a mark looks like, for the legend.
void drawMarkSwatch(QPainter& painter, const ChartScene& scene, const ChartScene::LegendEntry& entry)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.theme().tokens().color(ColorToken::TextSecondary));
    const QPointF middle(entry.rect.left() + 5, entry.rect.center().y());
    if (entry.mark == ChartScene::LegendEntry::Mark::Dot)
        painter.drawEllipse(middle, kMarkRadius, kMarkRadius);
    else
        drawCaret(painter, middle + QPointF(0, kCaret), kCaret);
}

void drawLegend(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    painter.setFont(scene.smallFont());
    for (const ChartScene::LegendEntry& entry : scene.legend()) {
        const bool isOff = entry.group >= 0 && scene.isolated >= 0 && scene.isolated != entry.group;
        painter.setOpacity(isOff ? 0.35 : 1);
        if (entry.group < 0)
            drawMarkSwatch(painter, scene, entry);
        else
            drawSwatch(painter, scene, scene.content.groups[static_cast<std::size_t>(entry.group)],
                QPointF(entry.rect.left(), entry.rect.center().y()));
        painter.setPen(tokens.color(ColorToken::TextSecondary));
        painter.drawText(entry.rect.adjusted(kSwatchWidth, 0, 4, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    }
    painter.setOpacity(1);
    if (scene.hiddenEntries() > 0 && !scene.legend().empty()) {
        const QRectF& last = scene.legend().back().rect;
        painter.setPen(tokens.color(ColorToken::TextSecondary));
        painter.drawText(QRectF(last.right() + 12, last.top(), 60, last.height()), Qt::AlignLeft | Qt::AlignVCenter,
            Texts::tr("+%1").arg(scene.hiddenEntries()));
    }
}

void drawLevel(QPainter& painter, const QRectF& across, qreal y)
{
    const qreal line = std::round(y) + 0.5;
    painter.drawLine(QPointF(across.left(), line), QPointF(across.right(), line));
}

/// Of a value that the others are compared with.
QPen boldPen(const Tokens& tokens)
{
    QPen pen(tokens.color(ColorToken::TextSecondary), 2);
    pen.setCosmetic(true);
    return pen;
}

void drawValueTicks(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    const QRectF& plot = scene.plot();
    const QFontMetricsF metrics(scene.smallFont());
    const ValueAxis& axis = scene.axis();
    for (const ValueTick& tick : axis.ticks) {
        const qreal y = plot.bottom() - plot.height() * (tick.position - axis.low) / (axis.high - axis.low);
        const bool isZero = !axis.isLog && tick.position == 0;
        painter.setPen(tokens.pen(isZero ? ColorToken::TextSecondary : ColorToken::Grid));
        drawLevel(painter, plot, y);
        painter.setPen(tokens.color(ColorToken::TextSecondary));
        painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 8, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    const ValueAxis& right = scene.rightAxis();
    for (const ValueTick& tick : right.ticks) {
        const qreal y = plot.bottom() - plot.height() * (tick.position - right.low) / (right.high - right.low);
        painter.drawText(QRectF(plot.right() + 8, y - metrics.height() / 2, 100, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, tick.label);
    }
    if (scene.content.reference && !axis.isLog && axis.low <= *scene.content.reference
        && *scene.content.reference <= axis.high) {
        painter.setPen(boldPen(tokens));
        drawLevel(painter, plot, scene.y(*scene.content.reference));
    }
}

/// Where a value lies in a strip; what is above its top is drawn at the top.
QPointF pointIn(const ChartScene& scene, const ChartScene::StripPlace& place, std::size_t row, double value)
{
    const ChartStrip& strip = scene.content.strips[place.strip];
    const double fraction = std::clamp((value - strip.low) / (strip.high - strip.low), 0.0, 1.0);
    return {scene.x(strip.times[row]), place.rect.bottom() - place.rect.height() * fraction};
}

void drawStripColumn(
    QPainter& painter, const ChartScene& scene, const ChartScene::StripPlace& place, const ChartColumn& column)
{
    const ChartStrip& strip = scene.content.strips[place.strip];
    const Tokens& tokens = scene.theme().tokens();
    const bool isArea = column.role == ChartRole::Area;
    const QColor color = isArea ? tokens.color(ColorToken::Own) : chartColor(tokens, scene.groupOf(column));
    QVector<QLineF> lines;
    QPolygonF area;
    const auto endPiece = [&] {
        if (isArea && area.size() > 1) {
            area.append(QPointF(area.last().x(), place.rect.bottom()));
            area.prepend(QPointF(area.first().x(), place.rect.bottom()));
            painter.setPen(Qt::NoPen);
            painter.setBrush(withAlpha(color, kStripFillAlpha));
            painter.drawPolygon(area);
        }
        area.clear();
    };
    for (std::size_t row = 0; row < strip.times.size(); ++row) {
        if (std::isnan(column.values[row])) {
            endPiece();
            continue;
        }
        const QPointF at = pointIn(scene, place, row, column.values[row]);
        // Half a pixel apart tells as much as all points.
        if (!area.isEmpty() && at.x() - area.last().x() < 0.5 && row + 1 < strip.times.size())
            continue;
        if (!area.isEmpty())
            lines.append(QLineF(area.last(), at));
        area.append(at);
    }
    endPiece();
    QPen pen(color, 1.5);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLines(lines);
}

/// A strip's name at its left and, of a single curve, the value at the clock at its right, readable over the curve.
void drawStripText(QPainter& painter, const ChartScene& scene, const ChartScene::StripPlace& place)
{
    const ChartStrip& strip = scene.content.strips[place.strip];
    const Tokens& tokens = scene.theme().tokens();
    const QFontMetricsF metrics(scene.smallFont());
    QString text = strip.name;
    if (strip.columns.size() == 1 && !strip.times.empty())
        text = Texts::tr("%1: %2", "name, value").arg(text, strip.columns.front().text(strip.rowAt(scene.now)));
    text = metrics.elidedText(text, Qt::ElideRight, place.rect.width() - 8);
    const QRectF box(place.rect.left(), place.rect.top(), metrics.horizontalAdvance(text) + 8,
        std::min(place.rect.height(), metrics.height() + 2));
    // Neither a curve nor the line of the clock runs through the words.
    painter.fillRect(box, withAlpha(tokens.color(ColorToken::Surface), kStripTextAlpha));
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void drawStrips(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    const QFontMetricsF metrics(scene.smallFont());
    for (const ChartScene::StripPlace& place : scene.strips()) {
        const ChartStrip& strip = scene.content.strips[place.strip];
        painter.setPen(tokens.pen(ColorToken::Grid));
        drawLevel(painter, place.rect, place.rect.top());
        drawLevel(painter, place.rect, place.rect.bottom());
        if (strip.reference) {
            const double fraction = (*strip.reference - strip.low) / (strip.high - strip.low);
            const qreal y = place.rect.bottom() - place.rect.height() * fraction;
            painter.setPen(boldPen(tokens));
            drawLevel(painter, place.rect, y);
            painter.setPen(tokens.color(ColorToken::TextSecondary));
            painter.drawText(QRectF(0, y - metrics.height() / 2, place.rect.left() - 8, metrics.height()),
                Qt::AlignRight | Qt::AlignVCenter, Texts::tr("%1×").arg(chartNumber(strip.reference)));
        }
        for (const ChartColumn& column : strip.columns) {
            if (column.role == ChartRole::Area || scene.isShown(column))
                drawStripColumn(painter, scene, place, column);
        }
    }
}

void drawTimeTicks(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    const QRectF& plot = scene.plot();
    const QFontMetricsF metrics(scene.smallFont());
    qreal free = 0;
    for (const TimeTick& tick : scene.timeTicks()) {
        const qreal x = std::round(scene.x(tick.time)) + 0.5;
        painter.setPen(tokens.pen(ColorToken::Grid));
        painter.drawLine(QPointF(x, scene.bottom()), QPointF(x, scene.bottom() + 4));
        const qreal width = metrics.horizontalAdvance(tick.label);
        // The first and the last stay inside the chart.
        const qreal left = std::clamp(x - width / 2, std::min(plot.left() - 6, x), plot.right() + 8 - width);
        if (left < free)
            continue;
        free = left + width + 8;
        painter.setPen(tokens.color(tick.isDay ? ColorToken::Text : ColorToken::TextSecondary));
        painter.drawText(QPointF(left, scene.bottom() + 5 + metrics.ascent()), tick.label);
    }
}

/// Dots where a value rests on few jobs, carets where the true value is larger.
void drawMarks(QPainter& painter, const ChartScene& scene)
{
    for (const ChartColumn& column : scene.content.columns) {
        if (!scene.isShown(column) || column.isFew.empty())
            continue;
        QColor color = chartColor(scene.theme().tokens(), scene.groupOf(column));
        const bool isThin = column.role == ChartRole::ThinLine;
        const qreal radius = isThin ? kMarkRadius * 0.6 : kMarkRadius;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        qreal lastX = -100;
        for (std::size_t row = 0; row < scene.content.times.size(); ++row) {
            const qreal x = scene.x(scene.content.times[row]);
            if (std::isnan(column.values[row]) || x - lastX < kMarkSpacing)
                continue;
            const bool isCaret = column.isAtLeast[row];
            if (!isCaret && !column.isFew[row])
                continue;
            lastX = x;
            const qreal y = scene.y(column.values[row]);
            if (isCaret)
                drawCaret(painter, {x, y}, isThin ? kCaret * 0.7 : kCaret);
            if (column.isFew[row])
                painter.drawEllipse(QPointF(x, y), radius, radius);
        }
    }
}

void drawRange(QPainter& painter, const ChartScene& scene)
{
    if (!scene.range)
        return;
    const Tokens& tokens = scene.theme().tokens();
    const QRectF& plot = scene.plot();
    const qreal left = scene.x(scene.range->first);
    const qreal right = scene.x(scene.range->second);
    painter.fillRect(QRectF(left, plot.top(), right - left, scene.bottom() - plot.top()),
        withAlpha(tokens.color(ColorToken::Focus), kRangeAlpha));
    painter.setPen(tokens.pen(ColorToken::Focus));
    painter.drawLine(QPointF(left, plot.top()), QPointF(left, scene.bottom()));
    painter.drawLine(QPointF(right, plot.top()), QPointF(right, scene.bottom()));
}

void drawCursor(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    const QRectF& plot = scene.plot();
    const qreal now = scene.x(std::clamp<TimeMs>(scene.now, 0, scene.content.end));
    painter.fillRect(QRectF(QPointF(now, plot.top() - 3), QPointF(plot.right() + 4, scene.bottom())),
        withAlpha(tokens.color(ColorToken::Surface), kVeilAlpha));
    painter.setPen(tokens.pen(ColorToken::Focus, Qt::DashLine));
    painter.drawLine(QPointF(now, plot.top() - 4), QPointF(now, scene.bottom()));
    if (scene.hover) {
        painter.setPen(tokens.pen(ColorToken::TextSecondary));
        const qreal x = scene.x(*scene.hover);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, scene.bottom()));
    }
}

/// Size of the read-out: heading, and rows of swatch, name and value.
QSizeF readOutSize(const ChartScene::ReadOut& readOut, const QFontMetricsF& metrics, std::size_t rows)
{
    qreal names = 0;
    qreal values = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        names = std::max(names, metrics.horizontalAdvance(readOut.rows[i].name));
        values = std::max(values, metrics.horizontalAdvance(readOut.rows[i].value));
    }
    const qreal width = std::max(metrics.horizontalAdvance(readOut.heading), kSwatchWidth + names + 12 + values);
    return {width + 16, (metrics.height() + 1) * static_cast<qreal>(rows + 1) + 10};
}

/// On the side of its anchor that has room, and never outside the chart.
QRectF readOutBox(const ChartScene& scene, const QSizeF& size)
{
    const QRectF& plot = scene.plot();
    const qreal anchor = scene.range ? scene.x(scene.range->second) : scene.x(*scene.hover);
    const qreal right = plot.right() + 6;
    const qreal left = anchor + 10 + size.width() <= right ? anchor + 10 : anchor - 10 - size.width();
    const qreal top = std::max(2.0, std::min(plot.top() + 2, plot.bottom() - size.height()));
    return {QPointF(std::clamp(left, 2.0, std::max(2.0, right - size.width())), top), size};
}

void drawReadOut(QPainter& painter, const ChartScene& scene)
{
    const auto readOut = scene.readOut();
    if (!readOut)
        return;
    const Tokens& tokens = scene.theme().tokens();
    const QFontMetricsF metrics(scene.smallFont());
    const std::size_t rows = std::min(readOut->rows.size(), kMostReadOutRows);
    const QRectF box = readOutBox(scene, readOutSize(*readOut, metrics, rows));
    painter.setPen(tokens.pen(ColorToken::IdleStroke));
    painter.setBrush(withAlpha(tokens.color(ColorToken::SurfaceRaised), kReadOutAlpha));
    painter.drawRoundedRect(box, 4, 4);
    QRectF line(box.left() + 8, box.top() + 5, box.width() - 16, metrics.height() + 1);
    painter.setPen(tokens.color(ColorToken::Text));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, readOut->heading);
    for (std::size_t i = 0; i < rows; ++i) {
        line.translate(0, line.height());
        const ChartScene::ReadOutRow& row = readOut->rows[i];
        if (row.group >= 0)
            drawSwatch(painter, scene, scene.content.groups[static_cast<std::size_t>(row.group)],
                QPointF(line.left(), line.center().y()));
        painter.setPen(tokens.color(ColorToken::TextSecondary));
        painter.drawText(line.adjusted(kSwatchWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, row.name);
        painter.setPen(tokens.color(ColorToken::Text));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.value);
    }
}

} // namespace

void paintChartBackground(QPainter& painter, const ChartScene& scene)
{
    drawHeading(painter, scene);
    painter.setFont(scene.smallFont());
    if (scene.isEmpty()) {
        painter.setPen(scene.theme().tokens().color(ColorToken::TextSecondary));
        painter.drawText(scene.plot(), Qt::AlignCenter | Qt::TextWordWrap, scene.content.emptyText);
        return;
    }
    drawLegend(painter, scene);
    drawValueTicks(painter, scene);
    drawTimeTicks(painter, scene);
    painter.setRenderHint(QPainter::Antialiasing);
    drawStrips(painter, scene);
}

void paintChartForeground(QPainter& painter, const ChartScene& scene)
{
    if (scene.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.smallFont());
    drawMarks(painter, scene);
    drawRange(painter, scene);
    drawCursor(painter, scene);
    // Above the veil over what is to come, which would dim half a name.
    for (const ChartScene::StripPlace& place : scene.strips())
        drawStripText(painter, scene, place);
    if (scene.isStale)
        painter.fillRect(scene.plot(), withAlpha(scene.theme().tokens().color(ColorToken::Surface), kStaleAlpha));
    drawReadOut(painter, scene);
}

} // namespace quotaboard
