// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QPoint>

class QWidget;

namespace quotaboard {

// Keys and mouse as the window system would deliver them: shortcuts, focus and grabs do what they do for a user. Both
// return when the event has been handled, and expect that `widget` is in a window that is shown.

/// Presses and releases every key of the sequence in the window of `widget`; it goes to what has the focus there.
void sendKeys(QWidget& widget, const QKeySequence& keys);
/// Types a text, character by character.
void sendText(QWidget& widget, const QString& text);
/// Presses and releases the left button at a point of the widget.
void sendClick(QWidget& widget, const QPoint& position);

} // namespace quotaboard
