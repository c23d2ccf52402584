// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>

namespace quotaboard {

// Which words of a window cannot be read because their widget is too small for them, or because it lies outside of
// what is shown. Text that is shortened with an ellipsis counts as whole when a tool tip has the rest of it.

/// Tolerance for rounding in styles, px.
inline constexpr int kTextSlack = 1;

inline QString nameForReport(const QWidget& widget)
{
    QString name = widget.objectName();
    for (const QWidget* parent = widget.parentWidget(); name.isEmpty() && parent; parent = parent->parentWidget())
        name = parent->objectName().isEmpty() ? QString() : parent->objectName() + "/…";
    return QString::fromLatin1(widget.metaObject()->className()) + '#' + name;
}

/// A label whose text ends in an ellipsis has been shortened by its owner.
inline bool isShortenedWithToolTip(const QWidget& widget, const QString& text)
{
    return text.endsWith(QChar(0x2026)) && !widget.toolTip().isEmpty();
}

inline QString plainLabelText(const QLabel& label)
{
    const bool isRich = label.textFormat() == Qt::RichText
        || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    if (!isRich)
        return label.text();
    QTextDocument document;
    document.setHtml(label.text());
    return document.toPlainText();
}

inline bool labelFits(const QLabel& label)
{
    const QString text = plainLabelText(label);
    if (text.isEmpty() || label.property("elides").toBool() || isShortenedWithToolTip(label, text))
        return true;
    const int margins = 2 * label.margin() + std::max(0, label.indent());
    const QRect room = label.contentsRect();
    if (label.wordWrap()) {
        const QRect needed = label.fontMetrics().boundingRect(
            QRect(0, 0, room.width() - margins, 100'000), Qt::TextWordWrap | Qt::AlignLeft, text);
        return needed.height() <= room.height() + kTextSlack && needed.width() <= room.width() - margins + kTextSlack;
    }
    const QSize needed = label.fontMetrics().size(0, text);
    return needed.width() <= room.width() - margins + kTextSlack && needed.height() <= room.height() + kTextSlack;
}

inline bool buttonFits(const QAbstractButton& button)
{
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    const bool isIcon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
    if (button.text().isEmpty() || isIcon || isShortenedWithToolTip(button, button.text()))
        return true;
    const bool isKnown = tool || qobject_cast<const QPushButton*>(&button) || qobject_cast<const QCheckBox*>(&button)
        || qobject_cast<const QRadioButton*>(&button);
    // Others paint themselves and shorten what they paint.
    if (!isKnown)
        return true;
    const QString words = QString(button.text()).remove(u'&');
    int needed = button.fontMetrics().horizontalAdvance(words);
    if (!button.icon().isNull() && !(tool && tool->toolButtonStyle() == Qt::ToolButtonTextUnderIcon))
        needed += button.iconSize().width();
    if (qobject_cast<const QCheckBox*>(&button) || qobject_cast<const QRadioButton*>(&button))
        needed += button.style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, &button);
    return needed <= button.width() + kTextSlack && button.fontMetrics().height() <= button.height() + kTextSlack;
}

inline bool comboFits(const QComboBox& combo)
{
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    const int room
        = combo.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo).width();
    return combo.fontMetrics().horizontalAdvance(combo.currentText()) <= room + kTextSlack
        || !combo.toolTip().isEmpty();
}

inline QStringList tabsThatAreCut(const QTabBar& bar)
{
    QStringList cut;
    for (int i = 0; i < bar.count(); ++i) {
        const bool isInside = bar.rect().adjusted(-kTextSlack, 0, kTextSlack, 0).contains(bar.tabRect(i));
        const bool isWide = bar.fontMetrics().horizontalAdvance(bar.tabText(i)) <= bar.tabRect(i).width();
        const bool mayShorten = bar.elideMode() != Qt::ElideNone && !bar.tabToolTip(i).isEmpty();
        if (!isInside || !(isWide || mayShorten))
            cut.append(QStringLiteral("tab “%1” of %2").arg(bar.tabText(i), nameForReport(bar)));
    }
    return cut;
}

/// Whether one can scroll to it.
inline bool isInScrollArea(const QWidget& widget)
{
    for (const QWidget* parent = widget.parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(parent))
            return true;
    }
    return false;
}

/// Whether a part of it lies outside of a widget around it.
inline bool isClipped(const QWidget& widget)
{
    if (isInScrollArea(widget))
        return false;
    QRect rect = widget.rect();
    for (const QWidget* at = &widget; at->parentWidget() && !at->isWindow(); at = at->parentWidget()) {
        rect.translate(at->pos());
        if (!at->parentWidget()->rect().adjusted(-kTextSlack, -kTextSlack, kTextSlack, kTextSlack).contains(rect))
            return true;
    }
    return false;
}

/// One line for each text of the window that cannot be read in full.
inline QStringList textsThatAreCut(const QWidget& window)
{
    QStringList cut;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty())
            continue;
        QString text;
        bool fits = true;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            text = plainLabelText(*label);
            fits = labelFits(*label);
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            text = button->text();
            fits = buttonFits(*button);
        } else if (const auto* combo = qobject_cast<const QComboBox*>(widget)) {
            text = combo->currentText();
            fits = comboFits(*combo);
        } else if (const auto* bar = qobject_cast<const QTabBar*>(widget)) {
            cut += tabsThatAreCut(*bar);
            continue;
        } else {
            continue;
        }
        if (!text.isEmpty() && (!fits || isClipped(*widget)))
            cut.append(QStringLiteral("“%1” of %2 (%3 x %4, wants %5 x %6)")
                           .arg(text, nameForReport(*widget))
                           .arg(widget->width())
                           .arg(widget->height())
                           .arg(widget->sizeHint().width())
                           .arg(widget->sizeHint().height()));
    }
    return cut;
}

/// Labels and buttons beside each other that overlap.
inline QStringList widgetsThatOverlap(const QWidget& parent)
{
    QStringList overlaps;
    QList<const QWidget*> shown;
    for (const QObject* child : parent.children()) {
        const auto* widget = qobject_cast<const QWidget*>(child);
        if (widget && widget->isVisible() && !widget->isWindow() && !widget->visibleRegion().isEmpty())
            shown.append(widget);
    }
    for (qsizetype i = 0; i < shown.size(); ++i) {
        for (qsizetype j = i + 1; j < shown.size(); ++j) {
            if (shown[i]->geometry().intersects(shown[j]->geometry()))
                overlaps.append(nameForReport(*shown[i]) + " and " + nameForReport(*shown[j]));
        }
    }
    return overlaps;
}

} // namespace quotaboard
