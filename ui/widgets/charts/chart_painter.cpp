// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_painter.h"

#include "ui/widgets/charts/chart_scene.h"
#include "ui/widgets/charts/chart_style.h"
#include "ui/widgets/style/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

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
    const qreal titleWidth = painter.fontMetrics().horizontalAdvance(scene.content.title);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, scene.content.title);
    painter.setFont(scene.smallFont());
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    QString unit = scene.content.unit;
    if (scene.isStale)
        unit = Texts::tr("updating … %1").arg(unit);
    const QRectF rest = row.adjusted(titleWidth + 12, 0, 0, 0);
    unit = QFontMetricsF(scene.smallFont()).elidedText(unit, Qt::ElideRight, rest.width());
    painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, unit);
}

void drawLegend(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    painter.setFont(scene.smallFont());
    for (const ChartScene::LegendEntry& entry : scene.legend()) {
        const bool isOff = scene.isolated >= 0 && scene.isolated != entry.group;
        painter.setOpacity(isOff ? 0.35 : 1);
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
        const qreal line = std::round(y) + 0.5;
        painter.drawLine(QPointF(plot.left(), line), QPointF(plot.right(), line));
        painter.setPen(tokens.color(ColorToken::TextSecondary));
        painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 8, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.label);
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
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4));
        const qreal width = metrics.horizontalAdvance(tick.label);
        // The first and the last stay inside the chart.
        const qreal left = std::clamp(x - width / 2, std::min(plot.left() - 6, x), plot.right() + 8 - width);
        if (left < free)
            continue;
        free = left + width + 8;
        painter.setPen(tokens.color(tick.isDay ? ColorToken::Text : ColorToken::TextSecondary));
        painter.drawText(QPointF(left, plot.bottom() + 5 + metrics.ascent()), tick.label);
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
            const bool isCaret = column.isAtLeast[row] && !isThin;
            if (!isCaret && !column.isFew[row])
                continue;
            lastX = x;
            const qreal y = scene.y(column.values[row]);
            if (isCaret)
                painter.drawPolygon(QPolygonF({{x - 3, y - 1}, {x, y - 6}, {x + 3, y - 1}}));
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
    painter.fillRect(
        QRectF(left, plot.top(), right - left, plot.height()), withAlpha(tokens.color(ColorToken::Focus), kRangeAlpha));
    painter.setPen(tokens.pen(ColorToken::Focus));
    painter.drawLine(QPointF(left, plot.top()), QPointF(left, plot.bottom()));
    painter.drawLine(QPointF(right, plot.top()), QPointF(right, plot.bottom()));
}

void drawCursor(QPainter& painter, const ChartScene& scene)
{
    const Tokens& tokens = scene.theme().tokens();
    const QRectF& plot = scene.plot();
    const qreal now = scene.x(std::clamp<TimeMs>(scene.now, 0, scene.content.end));
    painter.fillRect(QRectF(QPointF(now, plot.top() - 3), QPointF(plot.right() + 4, plot.bottom())),
        withAlpha(tokens.color(ColorToken::Surface), kVeilAlpha));
    painter.setPen(tokens.pen(ColorToken::Focus, Qt::DashLine));
    painter.drawLine(QPointF(now, plot.top() - 4), QPointF(now, plot.bottom()));
    if (scene.hover) {
        painter.setPen(tokens.pen(ColorToken::TextSecondary));
        const qreal x = scene.x(*scene.hover);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
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
    if (scene.isStale)
        painter.fillRect(scene.plot(), withAlpha(scene.theme().tokens().color(ColorToken::Surface), kStaleAlpha));
    drawReadOut(painter, scene);
}

} // namespace quotaboard
