// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_glyphs.h"

#include <QPainter>
#include <QPainterPath>

namespace quotaboard {

namespace {

void line(QPainter& painter, double x1, double y1, double x2, double y2)
{
    painter.drawLine(QPointF(x1, y1), QPointF(x2, y2));
}

/// An arrow to the right (or left) across a unit square at height y.
void arrow(QPainter& painter, double y, bool toRight, double head)
{
    const double tip = toRight ? 0.95 : 0.05;
    const double back = toRight ? tip - head : tip + head;
    line(painter, 0.05, y, 0.95, y);
    line(painter, tip, y, back, y - head);
    line(painter, tip, y, back, y + head);
}

void paintLock(QPainter& painter, const QColor& color)
{
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(0.15, 0.45, 0.7, 0.5), 0.08, 0.08);
    painter.setBrush(Qt::NoBrush);
    QPainterPath shackle;
    shackle.moveTo(0.3, 0.45);
    shackle.lineTo(0.3, 0.28);
    shackle.arcTo(QRectF(0.3, 0.08, 0.4, 0.4), 180, -180);
    shackle.lineTo(0.7, 0.45);
    painter.drawPath(shackle);
}

void paintInUnitSquare(QPainter& painter, BoardGlyph glyph, const QColor& color)
{
    switch (glyph) {
    case BoardGlyph::Running:
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({QPointF(0.2, 0.1), QPointF(0.95, 0.5), QPointF(0.2, 0.9)}));
        break;
    case BoardGlyph::Starting:
    case BoardGlyph::Lend:
        arrow(painter, 0.5, true, 0.3);
        break;
    case BoardGlyph::Scheduled:
        painter.drawEllipse(QRectF(0.08, 0.08, 0.84, 0.84));
        line(painter, 0.5, 0.5, 0.5, 0.22);
        line(painter, 0.5, 0.5, 0.7, 0.5);
        break;
    case BoardGlyph::Lock:
    case BoardGlyph::Reserve:
        paintLock(painter, color);
        break;
    case BoardGlyph::Preempted:
        line(painter, 0.15, 0.15, 0.85, 0.85);
        line(painter, 0.85, 0.15, 0.15, 0.85);
        break;
    case BoardGlyph::LendAndBorrow:
        arrow(painter, 0.3, true, 0.2);
        arrow(painter, 0.75, false, 0.2);
        break;
    case BoardGlyph::Handle:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        for (int row = 0; row < 3; ++row) {
            painter.drawEllipse(QPointF(0.32, 0.15 + row * 0.35), 0.09, 0.09);
            painter.drawEllipse(QPointF(0.68, 0.15 + row * 0.35), 0.09, 0.09);
        }
        break;
    case BoardGlyph::Plus:
        line(painter, 0.5, 0.1, 0.5, 0.9);
        line(painter, 0.1, 0.5, 0.9, 0.5);
        break;
    }
}

} // namespace

void paintGlyph(QPainter& painter, BoardGlyph glyph, const QRectF& rect, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width(), rect.height());
    painter.setPen(QPen(color, 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    paintInUnitSquare(painter, glyph, color);
    painter.restore();
}

} // namespace quotaboard
