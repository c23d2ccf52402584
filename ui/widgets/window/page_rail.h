// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>

class QActionGroup;
class QVBoxLayout;

namespace quotaboard {

class Theme;

/// The pages of the window, as icon and word, one of them current. Fixed at the left.
class PageRail : public QToolBar {
    Q_OBJECT

public:
    PageRail(const Theme& theme, QWidget* parent);

    /// Appends a page; the action is checked while the page is the current one.
    QAction* addPage(const QString& name, const QString& icon, const QKeySequence& key);

private:
    void followTheme();

    const Theme& theme_;
    QActionGroup* group_;
    QVBoxLayout* column_;
};

} // namespace quotaboard
