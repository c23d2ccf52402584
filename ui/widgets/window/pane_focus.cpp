// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/pane_focus.h"

#include <QApplication>
#include <QDockWidget>
#include <QWidget>

namespace quotaboard {

namespace {

bool takesTab(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) && widget.isVisible() && widget.isEnabled();
}

/// The pane itself, or the first widget in it that Tab would reach; null when there is none.
QWidget* firstStop(QWidget& pane)
{
    if (takesTab(pane))
        return &pane;
    QWidget* widget = pane.nextInFocusChain();
    while (widget != &pane) {
        if (pane.isAncestorOf(widget) && takesTab(*widget))
            return widget;
        widget = widget->nextInFocusChain();
    }
    return nullptr;
}

} // namespace

void moveFocusToPane(const QList<QWidget*>& panes, int step)
{
    const QWidget* focus = QApplication::focusWidget();
    qsizetype current = step > 0 ? -1 : panes.size();
    for (qsizetype i = 0; i < panes.size(); ++i) {
        if (focus && (panes[i] == focus || panes[i]->isAncestorOf(focus)))
            current = i;
    }
    for (qsizetype tried = 0; tried < panes.size(); ++tried) {
        current = (current + step + panes.size()) % panes.size();
        QWidget* pane = panes[current];
        // What a dock holds rather than the buttons of its title.
        const auto* dock = qobject_cast<QDockWidget*>(pane);
        QWidget* stop = dock && dock->isVisible() && dock->widget() ? firstStop(*dock->widget()) : nullptr;
        if (!stop && pane->isVisible())
            stop = firstStop(*pane);
        if (stop) {
            stop->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace quotaboard
