// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/ledger_painter.h"

#include <QFontMetricsF>
#include <QPainter>

namespace quotaboard {

namespace {

/// Patterns are there to tell segments apart, not to shout: they are drawn lighter than text.
constexpr double kPatternOpacity = 0.45;

} // namespace

SegmentFill fillOf(SegmentKind kind)
{
    switch (kind) {
    case SegmentKind::Own:
        return SegmentFill::Own;
    case SegmentKind::Lent:
        return SegmentFill::Lent;
    case SegmentKind::Idle:
        return SegmentFill::Idle;
    case SegmentKind::ReservedIdle:
        return SegmentFill::ReservedIdle;
    case SegmentKind::Borrowed:
        return SegmentFill::Borrowed;
    case SegmentKind::Over:
        return SegmentFill::OverLimit;
    case SegmentKind::MayBorrow:
        break;
    }
    return SegmentFill::MayBorrow;
}

void paintSegment(QPainter& painter, const Tokens& tokens, SegmentFill fill, const QRectF& rect)
{
    if (rect.width() <= 0)
        return;
    const QRectF inner = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.fill(fill));
    painter.drawRect(rect);
    const QBrush pattern = tokens.pattern(fill);
    if (pattern.style() != Qt::NoBrush) {
        painter.save();
        if (fill != SegmentFill::ReservedIdle)
            painter.setOpacity(kPatternOpacity);
        painter.setBrushOrigin(rect.topLeft());
        painter.setBrush(pattern);
        painter.drawRect(rect);
        painter.restore();
    }
    painter.setPen(tokens.outline(fill));
    painter.setBrush(Qt::NoBrush);
    if (inner.width() > 1)
        painter.drawRect(inner);
    else
        painter.drawLine(rect.topLeft(), rect.bottomLeft());
}

void paintSegmentText(QPainter& painter, const Tokens& tokens, SegmentFill fill, const QRectF& rect,
    const QString& text, const QFont& font, const QFontMetricsF& metrics)
{
    const double width = metrics.horizontalAdvance(text);
    if (width + 10 > rect.width() || metrics.height() > rect.height() + 4)
        return;
    if (tokens.pattern(fill).style() != Qt::NoBrush) {
        const double height = std::min(rect.height() - 4, metrics.height() + 1);
        const QRectF plate(rect.center().x() - width / 2 - 5, rect.center().y() - height / 2, width + 10, height);
        const QBrush ground = tokens.fill(fill);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground.style() == Qt::NoBrush ? QBrush(tokens.color(ColorToken::Surface)) : ground);
        painter.drawRect(plate);
    }
    painter.setFont(font);
    painter.setPen(tokens.textOn(fill));
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, text);
}

} // namespace quotaboard
