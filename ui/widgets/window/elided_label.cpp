// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace quotaboard {

namespace {

/// In letters: what is left at least.
constexpr int kFewest = 4;

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setProperty("elides", true);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * kFewest, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect line = contentsRect();
    painter.drawText(line, static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine),
        fontMetrics().elidedText(text(), Qt::ElideRight, line.width()));
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QLabel::event(event);
    const bool isWhole = fontMetrics().horizontalAdvance(text()) <= contentsRect().width();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
        isWhole ? QString() : "<qt>" + text().toHtmlEscaped() + "</qt>", this);
    return true;
}

} // namespace quotaboard
