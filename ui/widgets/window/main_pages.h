// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QStackedWidget>
#include <QStringList>

class QAction;

namespace quotaboard {

class PageRail;

/// What a page of the open scenario is called and how it is reached.
struct PagePlan {
    /// One word in lower case; objectName of its action is "actPage" and this with a capital.
    QString key;
    /// Below the icon in the rail.
    QString title;
    /// Of `:/icons`.
    QString icon;
    /// 1 to 6: it is reached by Ctrl and this digit.
    int number = 1;
};

/// The pages in the middle of the window. Those of the open scenario are in the rail and in the View menu; others
/// (start, import) are shown instead of everything. Adding one is one call.
class MainPages : public QStackedWidget {
    Q_OBJECT

public:
    MainPages(PageRail& rail, QWidget* parent);

    /// A page of the open scenario. The first one added is shown when a scenario is opened. Returns its action.
    QAction* add(const PagePlan& plan, QWidget* page);
    /// A page without rail, docks and transport around it, whether or not a scenario is open. The first one added is
    /// shown when a scenario is closed.
    void addAlone(QWidget* page);

    /// Shows a page that was added. One of a scenario is shown only while one is open.
    void open(QWidget* page);
    /// From a page that stands alone back to where one came from.
    void back();
    /// Enables the pages of the scenario and shows the first, or the start page.
    void setScenarioOpen(bool isOpen);

    /// Of the page shown; empty when it stands alone.
    [[nodiscard]] QString currentKey() const;
    /// In the order of their keys, for the View menu.
    [[nodiscard]] QList<QAction*> pageActions() const;

Q_SIGNALS:
    /// Another page is shown; currentKey() is its key.
    void pageChanged();

private:
    struct Entry {
        QString key;
        QWidget* page;
        /// Null for one that stands alone.
        QAction* action;
        int number;
    };
    [[nodiscard]] const Entry* entryOf(const QWidget* page) const;
    [[nodiscard]] QWidget* firstPage(bool ofScenario) const;

    PageRail& rail_;
    QList<Entry> entries_;
    /// The page of the scenario shown last.
    QWidget* last_ = nullptr;
    bool isScenarioOpen_ = false;
};

} // namespace quotaboard
