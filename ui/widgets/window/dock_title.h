// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QDockWidget;

namespace quotaboard {

class Theme;

/// Title of a dock: its name, a button that makes it float or puts it back, and one that hides it. Drags and double
/// clicks go to the dock.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    DockTitle(const Theme& theme, QDockWidget& dock);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& theme_;
};

} // namespace quotaboard
