// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QMainWindow;
class QMenu;

namespace quotaboard {

class BoardMenu;
class DocumentFiles;
class MainActions;
class MainDocks;
class MainPages;
class ProjectActions;
class RecentFiles;
class TransportActions;

/// What the menus are filled from; all of it outlives them.
struct MenuParts {
    const MainActions& actions;
    const TransportActions& transport;
    const MainPages& pages;
    const MainDocks& docks;
    BoardMenu& board;
    DocumentFiles& files;
    RecentFiles& recent;
    const ProjectActions& projects;
    /// A breakpoint and a bookmark at the clock's time.
    QList<QAction*> marksHere;
};

/// The menu bar of the main window. Pages and docks stand in View by themselves; other parts of the window append to
/// the menu they belong to.
class MainMenus : public QObject {
    Q_OBJECT

public:
    MainMenus(QMainWindow& window, const MenuParts& parts);

    QMenu* const file;
    QMenu* const edit;
    QMenu* const view;
    QMenu* const scenario;
    QMenu* const simulate;
    QMenu* const help;

private:
    void buildFile();
    void buildEdit();
    void buildView();
    void buildSimulate();
    void fillRecent(QMenu& menu);

    MenuParts parts_;
};

} // namespace quotaboard
