// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_project.h"

#include "ui/logic/project/project_session.h"
#include "ui/logic/project/state_folder.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/main_tool_bar.h"
#include "ui/widgets/window/project_actions.h"
#include "ui/widgets/window/project_banner.h"
#include "ui/widgets/window/project_files.h"
#include "ui/widgets/window/recovered_list.h"
#include "ui/widgets/window/scenario_bar.h"
#include "ui/widgets/window/start_page.h"

namespace quotaboard {

MainProject::MainProject(
    ScenarioDocument& document, const Theme& theme, RecentFiles& recent, DocumentFiles& files, QWidget* window)
    : QObject(window)
    , session_(new ProjectSession(document, stateFolder(), this))
    , banner_(new ProjectBanner(theme, window))
    , files_(new ProjectFiles(*session_, document, recent, *banner_, window))
    , actions_(new ProjectActions(*session_, document, *files_, window))
{
    files.setProjects(*files_);
    connect(actions_, &ProjectActions::failed, &files, &DocumentFiles::failed);
    connect(actions_, &ProjectActions::statusMessage, this, &MainProject::statusMessage);
    connect(files_, &ProjectFiles::exportWanted, actions_->exportScenario, &QAction::trigger);
}

void MainProject::addTo(MainToolBar& toolBar)
{
    toolBar.setScenarioBar(new ScenarioBar(*session_, *actions_, &toolBar));
    connect(session_, &ProjectSession::opened, &toolBar, [&toolBar] { toolBar.showScenarioBar(true); });
    connect(session_, &ProjectSession::closed, &toolBar, [&toolBar] { toolBar.showScenarioBar(false); });
}

void MainProject::addTo(StartPage& start)
{
    RecoveredList& list = start.recovered();
    connect(&list, &RecoveredList::openWanted, files_, &ProjectFiles::openRecovered);
    connect(&list, &RecoveredList::lastSavedWanted, files_, &ProjectFiles::open);
    connect(&list, &RecoveredList::salvageWanted, files_, &ProjectFiles::salvageRecovered);
    connect(&list, &RecoveredList::discardWanted, files_, &ProjectFiles::discardRecovered);
    connect(session_, &ProjectSession::recoveredFound, &list, &RecoveredList::setRecovered);
    for (const auto signal : {&ProjectSession::opened, &ProjectSession::closed})
        connect(session_, signal, session_, &ProjectSession::findRecovered);
    session_->findRecovered();
}

void MainProject::close()
{
    session_->close();
}

} // namespace quotaboard
