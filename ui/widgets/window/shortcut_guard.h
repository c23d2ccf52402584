// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace quotaboard {

/// Keeps the window's plain keys (Space, full stop, Home, …) away from widgets that use them themselves: Space belongs
/// to a focused button, letters to text fields and lists, Home and End to sliders. Everywhere else they are the
/// transport's.
class ShortcutGuard : public QObject {
    Q_OBJECT

public:
    /// Guards what lies within `window`. It is an application-wide filter because keys go to the focused widget first.
    explicit ShortcutGuard(QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* window_;
};

} // namespace quotaboard
