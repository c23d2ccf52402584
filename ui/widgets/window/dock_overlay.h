// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QList>

class QDockWidget;
class QMainWindow;
class QVBoxLayout;

namespace quotaboard {

class Theme;

/// Where the docks of the right side are while the window is too narrow to have them beside the page: over it, one at a
/// time. Shown while one of them is; Esc hides it. Shares the docks with the window, which gets them back by release().
class DockOverlay : public QFrame {
    Q_OBJECT

public:
    DockOverlay(QMainWindow& window, const Theme& theme);

    /// Takes a dock out of the window's layout and hides it.
    void take(QDockWidget* dock);
    /// Puts every dock back at the right of the window, hidden.
    void release();

    [[nodiscard]] const QList<QDockWidget*>& docks() const { return docks_; }

Q_SIGNALS:
    /// Hidden by its own key while it had the focus.
    void dismissed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void followDocks();
    void place();

    QMainWindow& window_;
    const Theme& theme_;
    QVBoxLayout* column_;
    QList<QDockWidget*> docks_;
};

} // namespace quotaboard
