// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/style/focus_style.h"

#include <QApplication>
#include <QDialog>
#include <QFontInfo>
#include <QFontMetrics>
#include <QInputDialog>
#include <QLabel>
#include <QPainter>
#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace quotaboard {

namespace {

/// Buttons of the frame beside a dialog's title.
constexpr int kBesideTitle = 160;
// Lengths at text of 13 px.
constexpr int kTextHeight = 13;
constexpr int kIcon = 18;
constexpr int kSmallIcon = 16;
constexpr int kIndicator = 14;

/// What is looked at beside text is as large as the text of the application.
int grown(int length)
{
    const int text = QFontInfo(QApplication::font()).pixelSize();
    return std::max(length, (length * text + kTextHeight / 2) / kTextHeight);
}

} // namespace

FocusStyle::FocusStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void FocusStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (!qobject_cast<QDialog*>(widget) || !widget->isWindow())
        return;
    const int wanted = widget->fontMetrics().horizontalAdvance(widget->windowTitle()) + kBesideTitle;
    // An input dialog takes its size from its parts alone.
    QWidget* part = qobject_cast<QInputDialog*>(widget) ? widget->findChild<QLabel*>() : widget;
    if (part && part->minimumWidth() < wanted)
        part->setMinimumWidth(wanted);
}

void FocusStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const bool isIndicator = element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton;
    if (!isIndicator && element != PE_FrameFocusRect) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (element == PE_FrameFocusRect) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(option->palette.color(QPalette::Link), 2.0));
        // The rectangle of a tab is as tight as its text.
        const bool isTab = qobject_cast<const QTabBar*>(widget) != nullptr;
        const QRectF ring = QRectF(option->rect).adjusted(1, 1, -1, -1);
        painter->drawRoundedRect(isTab ? ring.adjusted(-6, -3, 6, 3) : ring, 3, 3);
    } else {
        drawIndicator(element == PE_IndicatorRadioButton, *option, *painter);
    }
    painter->restore();
}

void FocusStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const bool isField = (combo && combo->frame) || (spin && spin->frame);
    if (!isField)
        return;
    // Fusion's own outlines are darker than the window or the selection, which nobody sees in a dark one.
    const bool hasFocus = option->state & State_HasFocus;
    const qreal inset = hasFocus ? 1.0 : 0.5;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(option->palette.color(hasFocus ? QPalette::Link : QPalette::Dark), 2 * inset));
    painter->drawRoundedRect(QRectF(option->rect).adjusted(inset, inset, -inset, -inset), 2, 2);
    painter->restore();
}

void FocusStyle::drawIndicator(bool isRound, const QStyleOption& option, QPainter& painter)
{
    const bool isOn = option.state & State_On;
    const bool isEnabled = option.state & State_Enabled;
    const QPalette& palette = option.palette;
    const qreal side = std::min(option.rect.width(), option.rect.height()) - 1.0;
    QRectF box(0, 0, side, side);
    box.moveCenter(QRectF(option.rect).center());
    const qreal radius = isRound ? side / 2 : 3;

    const QPalette::ColorRole fill = isOn && isEnabled ? QPalette::Highlight : QPalette::Base;
    painter.setBrush(palette.color(fill));
    painter.setPen(QPen(palette.color(isOn && isEnabled ? QPalette::Highlight : QPalette::Dark), 1.0));
    painter.drawRoundedRect(box, radius, radius);
    if (!isOn && !(option.state & State_NoChange))
        return;

    const QPalette::ColorRole mark = isEnabled ? QPalette::HighlightedText : QPalette::Dark;
    painter.setPen(QPen(palette.color(mark), 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(palette.color(mark));
    const auto at = [&box](qreal x, qreal y) { return box.topLeft() + QPointF(box.width() * x, box.height() * y); };
    if (isRound)
        painter.drawEllipse(box.center(), side / 8, side / 8);
    else if (isOn)
        painter.drawPolyline(QPolygonF({at(0.25, 0.52), at(0.43, 0.70), at(0.76, 0.32)}));
    else
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
}

int FocusStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
        return grown(kIcon);
    case PM_SmallIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
        return grown(kSmallIcon);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return grown(kIndicator);
    case PM_DockWidgetSeparatorExtent:
        return 5;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FocusStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returnData) const
{
    // A click on a slider goes there, as on the scrubber.
    if (hint == SH_Slider_AbsoluteSetButtons)
        return Qt::LeftButton;
    // Menus and buttons keep their Alt letters to themselves until Alt is held.
    if (hint == SH_UnderlineShortcut)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

} // namespace quotaboard
