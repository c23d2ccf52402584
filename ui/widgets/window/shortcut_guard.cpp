// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/shortcut_guard.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>

namespace quotaboard {

namespace {

bool isPlain(const QKeyEvent& event)
{
    return (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
}

bool isNavigation(int key)
{
    return key == Qt::Key_Home || key == Qt::Key_End;
}

bool isPrintable(int key)
{
    return key >= Qt::Key_Space && key <= Qt::Key_AsciiTilde;
}

/// Whether the widget itself does something with the key.
bool wants(const QWidget* widget, const QKeyEvent& event)
{
    const int key = event.key();
    if (qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QTextEdit*>(widget)
        || qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
        || qobject_cast<const QComboBox*>(widget))
        return isPrintable(key) || isNavigation(key) || key == Qt::Key_Insert || key == Qt::Key_Delete;
    if (qobject_cast<const QAbstractButton*>(widget))
        return key == Qt::Key_Space;
    if (qobject_cast<const QAbstractItemView*>(widget))
        return key == Qt::Key_Space || isNavigation(key);
    if (qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QTabBar*>(widget))
        return isNavigation(key);
    return false;
}

} // namespace

ShortcutGuard::ShortcutGuard(QWidget* window)
    : QObject(window)
    , window_(window)
{
    qApp->installEventFilter(this);
}

bool ShortcutGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    auto* key = static_cast<QKeyEvent*>(event);
    if (!widget || !window_->isAncestorOf(widget) || !isPlain(*key) || !wants(widget, *key))
        return false;
    // Accepted here, it reaches the widget as an ordinary key press.
    key->accept();
    return true;
}

} // namespace quotaboard
