// SPDX-License-Identifier: Apache-2.0
#include "app/gui/input_events.h"

#include <QEvent>
#include <QWidget>
#include <QWindow>

QT_BEGIN_NAMESPACE
// Exported by Qt for its own test library, which a program does not want to depend on.
Q_GUI_EXPORT void qt_handleKeyEvent(QWindow* window, QEvent::Type type, int key, Qt::KeyboardModifiers modifiers,
    const QString& text, bool isRepeated, ushort count);
Q_GUI_EXPORT void qt_handleMouseEvent(QWindow* window, const QPointF& local, const QPointF& global,
    Qt::MouseButtons state, Qt::MouseButton button, QEvent::Type type, Qt::KeyboardModifiers modifiers, int timestamp);
QT_END_NAMESPACE

namespace quotaboard {

namespace {

/// Far enough apart that two clicks are not one double click, ms.
constexpr int kBetweenClicks = 2000;

void sendKey(QWidget& widget, int key, Qt::KeyboardModifiers modifiers, const QString& text)
{
    QWindow* window = widget.window()->windowHandle();
    qt_handleKeyEvent(window, QEvent::KeyPress, key, modifiers, text, false, 1);
    qt_handleKeyEvent(window, QEvent::KeyRelease, key, modifiers, text, false, 1);
}

/// What the key types: nothing while it is a command.
QString textOf(int key, Qt::KeyboardModifiers modifiers)
{
    if ((modifiers & ~(Qt::ShiftModifier | Qt::KeypadModifier)) || key < Qt::Key_Space || key > Qt::Key_AsciiTilde)
        return {};
    const QChar character(static_cast<char16_t>(key));
    return modifiers & Qt::ShiftModifier ? character : character.toLower();
}

} // namespace

void sendKeys(QWidget& widget, const QKeySequence& keys)
{
    for (int i = 0; i < keys.count(); ++i) {
        const QKeyCombination one = keys[static_cast<uint>(i)];
        sendKey(widget, one.key(), one.keyboardModifiers(), textOf(one.key(), one.keyboardModifiers()));
    }
}

void sendText(QWidget& widget, const QString& text)
{
    for (const QChar character : text)
        sendKey(
            widget, character.toUpper().unicode(), character.isUpper() ? Qt::ShiftModifier : Qt::NoModifier, character);
}

void sendClick(QWidget& widget, const QPoint& position)
{
    static int time = 0;
    time += kBetweenClicks;
    QWindow* window = widget.window()->windowHandle();
    const QPointF local = widget.mapTo(widget.window(), position);
    const QPointF global = widget.mapToGlobal(position);
    const auto send = [&](QEvent::Type type, Qt::MouseButtons state, Qt::MouseButton button) {
        qt_handleMouseEvent(window, local, global, state, button, type, Qt::NoModifier, time);
    };
    send(QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
    send(QEvent::MouseButtonPress, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, Qt::NoButton, Qt::LeftButton);
}

} // namespace quotaboard
