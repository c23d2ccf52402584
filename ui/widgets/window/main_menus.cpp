// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_menus.h"

#include "ui/widgets/transport/transport_actions.h"
#include "ui/widgets/window/board_menu.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/main_actions.h"
#include "ui/widgets/window/main_docks.h"
#include "ui/widgets/window/main_pages.h"
#include "ui/widgets/window/project_actions.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/sample.h"

#include <QAction>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenuBar>

namespace quotaboard {

MainMenus::MainMenus(QMainWindow& window, const MenuParts& parts)
    : QObject(&window)
    , file(window.menuBar()->addMenu(tr("&File")))
    , edit(window.menuBar()->addMenu(tr("&Edit")))
    , view(window.menuBar()->addMenu(tr("&View")))
    , scenario(window.menuBar()->addMenu(tr("S&cenario")))
    , simulate(window.menuBar()->addMenu(tr("&Simulate")))
    , help(window.menuBar()->addMenu(tr("&Help")))
    , parts_(parts)
{
    buildFile();
    buildEdit();
    buildView();
    parts_.board.addToScenario(*scenario);
    scenario->addSeparator();
    QMenu* ofProject = scenario->addMenu(tr("Scenarios of the &project"));
    ofProject->setObjectName("projectScenariosMenu");
    parts_.projects.addTo(*ofProject);
    buildSimulate();
    help->addActions({parts_.actions.shortcuts, parts_.actions.showHints, parts_.actions.about});
}

void MainMenus::buildFile()
{
    const MainActions& actions = parts_.actions;
    file->addActions({actions.newBoard, parts_.projects.newProject, actions.open, actions.importTrace});
    QMenu* recent = file->addMenu(tr("Open &recent"));
    recent->setObjectName("recentMenu");
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    QMenu* samples = file->addMenu(tr("Open sa&mple"));
    for (const Sample& sample : bundledSamples())
        connect(samples->addAction(sample.title), &QAction::triggered, this,
            [this, path = sample.path] { parts_.files.openPath(path); });
    file->addSeparator();
    file->addActions({actions.save, actions.saveAs, actions.revert});
    file->addActions({parts_.projects.importScenario, parts_.projects.exportScenario});
    file->addSeparator();
    file->addActions({actions.close, actions.quit});
}

void MainMenus::buildEdit()
{
    const MainActions& actions = parts_.actions;
    edit->addActions({actions.undo, actions.redo});
    edit->addSeparator();
    parts_.board.addToEdit(*edit);
    edit->addAction(actions.find);
    edit->addSeparator();
    edit->addAction(actions.preferences);
}

void MainMenus::buildView()
{
    const MainActions& actions = parts_.actions;
    view->addActions(parts_.pages.pageActions());
    parts_.board.addToView(*view);
    view->addSeparator();
    view->addActions(parts_.docks.toggleActions());
    view->addSeparator();
    view->addActions({actions.nextPane, actions.previousPane});
    view->addSeparator();
    view->addActions({actions.resetLayout, actions.fullScreen});
}

void MainMenus::buildSimulate()
{
    const MainActions& actions = parts_.actions;
    const TransportActions& transport = parts_.transport;
    simulate->addAction(transport.play);
    simulate->addSeparator();
    simulate->addActions(
        {transport.nextEvent, transport.previousEvent, transport.nextDecision, transport.previousDecision});
    simulate->addSeparator();
    simulate->addActions({transport.toStart, transport.toEnd, transport.runTo});
    simulate->addSeparator();
    simulate->addActions({transport.slower, transport.faster});
    simulate->addSeparator();
    simulate->addActions(parts_.marksHere);
    simulate->addActions({actions.pauseAtPreemption, actions.guardLoops});
    simulate->addSeparator();
    simulate->addActions({parts_.board.fromNow, parts_.board.previewsDrags});
}

void MainMenus::fillRecent(QMenu& menu)
{
    menu.clear();
    for (const RecentFile& recent : parts_.recent.files()) {
        const QFileInfo info(recent.path);
        QAction* action = menu.addAction(info.fileName().replace('&', "&&"));
        action->setToolTip(recent.path);
        action->setEnabled(info.exists());
        connect(action, &QAction::triggered, this, [this, path = recent.path] { parts_.files.openPath(path); });
    }
    if (menu.isEmpty())
        menu.addAction(tr("None yet"))->setEnabled(false);
    menu.addSeparator();
    QAction* clear = menu.addAction(tr("&Clear list"));
    clear->setEnabled(!parts_.recent.files().isEmpty());
    connect(clear, &QAction::triggered, &parts_.recent, &RecentFiles::clear);
}

} // namespace quotaboard
