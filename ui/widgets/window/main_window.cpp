// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_window.h"

#include "ui/logic/bridge/apply_preview_service.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/bridge/what_if_service.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/pool_bars.h"
#include "ui/widgets/charts/charts_panel.h"
#include "ui/widgets/dialogs/about_box.h"
#include "ui/widgets/dialogs/run_to_dialog.h"
#include "ui/widgets/dialogs/shortcuts_dialog.h"
#include "ui/widgets/import/import_page.h"
#include "ui/widgets/palette/palette_panel.h"
#include "ui/widgets/panels/bookmarks_panel.h"
#include "ui/widgets/panels/breakpoints_panel.h"
#include "ui/widgets/panels/inspector.h"
#include "ui/widgets/panels/marks_panel.h"
#include "ui/widgets/panels/schedule_panel.h"
#include "ui/widgets/style/appearance.h"
#include "ui/widgets/style/theme.h"
#include "ui/widgets/transport/play_button.h"
#include "ui/widgets/transport/transport_actions.h"
#include "ui/widgets/transport/transport_bar.h"
#include "ui/widgets/window/board_menu.h"
#include "ui/widgets/window/coach_mark.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/find_field.h"
#include "ui/widgets/window/main_actions.h"
#include "ui/widgets/window/main_docks.h"
#include "ui/widgets/window/main_menus.h"
#include "ui/widgets/window/main_pages.h"
#include "ui/widgets/window/main_preferences.h"
#include "ui/widgets/window/main_project.h"
#include "ui/widgets/window/main_tool_bar.h"
#include "ui/widgets/window/message_bar.h"
#include "ui/widgets/window/page_rail.h"
#include "ui/widgets/window/pane_focus.h"
#include "ui/widgets/window/problem_list.h"
#include "ui/widgets/window/problems_panel.h"
#include "ui/widgets/window/project_banner.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/scenario_label.h"
#include "ui/widgets/window/settings.h"
#include "ui/widgets/window/shortcut_guard.h"
#include "ui/widgets/window/start_page.h"
#include "ui/widgets/window/status_strip.h"
#include "ui/widgets/workload/workload_page.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLocale>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QUndoView>
#include <QVBoxLayout>

#include <utility>

namespace quotaboard {

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr QSize kSmallestSize(1024, 640);

} // namespace

MainWindow::MainWindow(ScenarioDocument& document, Playback& playback, const Theme& theme,
    AppearanceController& appearance, Settings& settings, RecentFiles& recent)
    : document_(document)
    , playback_(playback)
    , theme_(theme)
    , appearance_(appearance)
    , settings_(settings)
    , recent_(recent)
    , actions_(new MainActions(document, theme, this))
    , transportActions_(new TransportActions(playback, theme, this))
    , files_(new DocumentFiles(document, recent, this))
    , problems_(new ProblemList(document, this))
    , project_(new MainProject(document, theme, recent, *files_, this))
{
    setObjectName("mainWindow");
    setMinimumSize(kSmallestSize);
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    new ShortcutGuard(this);
    buildPages();
    buildBars();
    buildDocks();
    buildMenus();
    connectActions();
    connectFiles();
    connectParts();
    preferences_ = new MainPreferences(*this, settings_, {*board_, *boardMenu_, *transport_, recent_, appearance_});
    followTitle();

    resize(kFirstSize);
    restoreGeometry(settings_.geometry());
    docks_->setLayout(settings_.layout());
    coach_ = new CoachMark(theme_, *this);
    connect(files_, &DocumentFiles::sampleOpened, this, &MainWindow::hintAtPlay);
    connect(&playback_, &Playback::playingChanged, coach_, &CoachMark::dismiss);
    followPage();
    if (document_.isOpen())
        followOpened();
}

MainWindow::~MainWindow()
{
    // Nobody may hear the parts go.
    document_.disconnect(this);
    playback_.disconnect(this);
}

void MainWindow::openFiles(const QStringList& paths)
{
    files_->openPaths(paths);
}

void MainWindow::buildPages()
{
    rail_ = new PageRail(theme_, this);
    addToolBar(Qt::LeftToolBarArea, rail_);
    auto* center = new QWidget(this);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    messages_ = new MessageBar(theme_, center);
    column->addWidget(messages_);
    column->addWidget(&project_->banner());
    pages_ = new MainPages(*rail_, center);
    column->addWidget(pages_, 1);
    setCentralWidget(center);

    start_ = new StartPage(theme_, recent_, pages_);
    pages_->addAlone(start_);
    project_->addTo(*start_);
    import_ = new ImportPage(theme_, pages_);
    pages_->addAlone(import_);
    board_ = new BoardPage(document_, playback_, theme_, pages_);
    pages_->add({"board", tr("Board"), "board", 1}, board_);
    workload_ = new WorkloadPage(document_, playback_, theme_, pages_);
    workload_->setLayoutState(settings_.workload());
    pages_->add({"workload", tr("Workload"), "workload", 6}, workload_);
}

void MainWindow::buildBars()
{
    toolBar_ = new MainToolBar(document_, theme_, *actions_, this);
    find_ = &toolBar_->findField();
    project_->addTo(*toolBar_);
    addToolBar(Qt::TopToolBarArea, toolBar_);

    transportToolBar_ = new QToolBar(tr("Transport"), this);
    transportToolBar_->setObjectName("transportToolBar");
    transportToolBar_->setMovable(false);
    transportToolBar_->setFloatable(false);
    transportToolBar_->setContextMenuPolicy(Qt::PreventContextMenu);
    transportToolBar_->toggleViewAction()->setVisible(false);
    transport_ = new TransportBar(document_, playback_, theme_, *transportActions_, transportToolBar_);
    transportToolBar_->addWidget(transport_);
    addToolBar(Qt::BottomToolBarArea, transportToolBar_);

    status_ = new StatusStrip(document_, *problems_, this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(status_, 1);
}

void MainWindow::buildDocks()
{
    docks_ = new MainDocks(*this, theme_);
    connect(docks_, &MainDocks::overlayDismissed, this,
        [this] { pages_->currentWidget()->setFocus(Qt::OtherFocusReason); });
    inspector_ = new InspectorPanel(document_, playback_, theme_, this);
    inspectorDock_ = docks_->add(
        {"inspectorDock", tr("Inspector"), Qt::Key_F4, Qt::RightDockWidgetArea, {"board", "workload"}, {}}, inspector_);
    paletteDock_ = docks_->add({"paletteDock", tr("Palette"), Qt::Key_F9, Qt::LeftDockWidgetArea, {}, {"board"}},
        new PalettePanel(*board_, theme_, this));
    auto* charts = new ChartsPanel(document_, playback_, theme_, this);
    connect(charts, &ChartsPanel::messageRaised, status_, &StatusStrip::showMessage);
    charts->restoreChoices(settings_.charts());
    connect(charts, &ChartsPanel::choicesChanged, this, [this, charts] { settings_.setCharts(charts->choices()); });
    docks_->add({"chartsDock", tr("Charts"), Qt::Key_F7, Qt::BottomDockWidgetArea, {"board"}, {}}, charts);
    auto* schedule = new SchedulePanel(document_, playback_, this);
    connect(schedule, &SchedulePanel::statusMessage, status_, &StatusStrip::showMessage);
    docks_->add(
        {"scheduleDock", tr("Policy schedule"), Qt::CTRL | Qt::ALT | Qt::Key_P, Qt::BottomDockWidgetArea, {}, {}},
        schedule);
    marks_ = new MarksPanel(document_, playback_, this);
    connect(marks_, &MarksPanel::statusMessage, status_, &StatusStrip::showMessage);
    docks_->add({"breakpointsDock", tr("Breakpoints and bookmarks"), Qt::CTRL | Qt::ALT | Qt::Key_K,
                    Qt::BottomDockWidgetArea, {}, {}},
        marks_);
    auto* problems = new ProblemsPanel(*problems_, this);
    connect(problems, &ProblemsPanel::chosen, this, &MainWindow::select);
    problemsDock_ = docks_->add(
        {"problemsDock", tr("Problems"), Qt::CTRL | Qt::SHIFT | Qt::Key_M, Qt::BottomDockWidgetArea, {}, {}}, problems);
    auto* history = new QUndoView(&document_.undoStack(), this);
    history->setObjectName("undoHistory");
    history->setAccessibleName(tr("Undo history"));
    history->setEmptyLabel(tr("As opened"));
    docks_->add({"historyDock", tr("Undo history"), Qt::Key_F8, Qt::RightDockWidgetArea, {}, {}}, history);
}

void MainWindow::buildMenus()
{
    boardMenu_ = new BoardMenu(*board_, this);
    new MainMenus(*this,
        {*actions_, *transportActions_, *pages_, *docks_, *boardMenu_, *files_, recent_, project_->actions(),
            {marks_->breakpoints().hereAction(), marks_->bookmarks().hereAction()}});
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto member) { connect(action, &QAction::triggered, this, member); };
    on(actions_->newBoard, [this] { files_->newBoard(); });
    on(actions_->open, [this] { files_->open(); });
    on(actions_->importTrace, [this] { showImport({}); });
    on(actions_->save, [this] { files_->save(); });
    on(actions_->saveAs, [this] { files_->saveAs(); });
    on(actions_->revert, [this] { files_->revert(); });
    on(actions_->close, [this] { files_->closeDocument(); });
    on(actions_->quit, [] { qApp->closeAllWindows(); });
    on(actions_->find, [this] { find_->setFocus(Qt::ShortcutFocusReason); });
    on(actions_->preferences, [this] { preferences_->show(); });
    on(actions_->nextPane, [this] { movePane(1); });
    on(actions_->previousPane, [this] { movePane(-1); });
    on(actions_->resetLayout, [this] { docks_->reset(); });
    on(actions_->fullScreen, [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    on(transportActions_->runTo, &MainWindow::showRunTo);
    on(actions_->guardLoops, [this](bool isOn) { playback_.watch().setGuardsLoops(isOn); });
    on(actions_->pauseAtPreemption, &MainWindow::setPauseAtPreemption);
    on(actions_->shortcuts, &MainWindow::showShortcuts);
    on(actions_->showHints, [this] {
        settings_.forgetHints();
        if (document_.isOpen() && playback_.isAtStart())
            hintAtPlay();
        else
            status_->showMessage(tr("Hints are shown once more."));
    });
    on(actions_->about, &MainWindow::showAbout);
}

void MainWindow::connectFiles()
{
    connect(project_, &MainProject::statusMessage, status_, &StatusStrip::showMessage);
    connect(start_, &StartPage::pathChosen, files_, &DocumentFiles::openPath);
    connect(start_, &StartPage::openWanted, files_, &DocumentFiles::open);
    connect(start_, &StartPage::importWanted, this, [this] { showImport({}); });
    connect(files_, &DocumentFiles::tracesChosen, this, &MainWindow::showImport);
    connect(import_, &ImportPage::closed, pages_, &MainPages::back);
    connect(import_, &ImportPage::statusMessage, status_, &StatusStrip::showMessage);
    connect(import_, &ImportPage::imported, this, [this](const std::shared_ptr<ImportedScenario>& made) {
        files_->openUnsaved(made->file, [this, jobs = made->report.jobs] {
            import_->setFiles({});
            status_->showMessage(tr("Imported. Jobs: %1").arg(QLocale().toString(static_cast<qulonglong>(jobs))));
        });
    });
    connect(start_, &StartPage::blankWanted, files_, &DocumentFiles::newBoard);
    connect(messages_, &MessageBar::cancelRequested, files_, &DocumentFiles::cancelReading);
    connect(messages_, &MessageBar::cancelRequested, files_, &DocumentFiles::cancelSaving);
    connect(files_, &DocumentFiles::savingEnded, messages_, &MessageBar::clear);
    connect(files_, &DocumentFiles::savingProgressed, this,
        [this](const QString& name, double part) { messages_->showProgress(tr("Saving “%1”…").arg(name), part); });
    connect(files_, &DocumentFiles::saved, status_, &StatusStrip::noteSaved);
    connect(files_, &DocumentFiles::failed, this,
        [this](const QString& text) { messages_->showMessage(MessageBar::Kind::Error, text); });
    connect(files_, &DocumentFiles::noticed, this,
        [this](const QString& text) { messages_->showMessage(MessageBar::Kind::Info, text); });
    connect(files_, &DocumentFiles::readingEnded, messages_, &MessageBar::clear);
    connect(files_, &DocumentFiles::readingProgressed, this,
        [this](const QString& name, double part) { messages_->showProgress(tr("Reading “%1”…").arg(name), part); });
}

void MainWindow::connectParts()
{
    connect(pages_, &MainPages::pageChanged, this, &MainWindow::followPage);
    connect(&document_, &ScenarioDocument::opened, this, &MainWindow::followOpened);
    connect(&document_, &ScenarioDocument::titleChanged, this, &MainWindow::followTitle);
    connect(&playback_, &Playback::computingChanged, this, &MainWindow::followFailure);
    connect(&playback_, &Playback::resultChanged, this, &MainWindow::followFailure);
    connect(&playback_, &Playback::paused, status_, &StatusStrip::showMessage);
    connect(&playback_, &Playback::loopFound, this, &MainWindow::showLoop);
    connect(board_, &BoardPage::statusMessage, status_, &StatusStrip::showMessage);
    connect(board_, &BoardPage::summarized, status_, &StatusStrip::showMessage);
    connect(board_, &BoardPage::selectionChanged, inspector_, &InspectorPanel::showSelection);
    connect(board_, &BoardPage::selectionChanged, this, [this](const Selection& selection) {
        selection_ = selection;
        marks_->breakpoints().suggest(selection);
    });
    connect(board_, &BoardPage::explainRequested, this, &MainWindow::explain);
    connect(inspector_, &InspectorPanel::affectedJobs, board_, &BoardPage::showAffected);
    connect(inspector_, &InspectorPanel::statusMessage, status_, &StatusStrip::showMessage);
    connect(workload_, &WorkloadPage::statusMessage, status_, &StatusStrip::showMessage);
    connect(workload_, &WorkloadPage::selectionChanged, this, [this](const Selection& selection) {
        board_->select(selection);
        inspector_->showSelection(selection);
    });
    connect(workload_, &WorkloadPage::showOnBoardRequested, this, &MainWindow::select);
    connect(workload_, &WorkloadPage::explainRequested, this, &MainWindow::explain);
    auto* whatIf = new WhatIfService(document_, playback_, this);
    connect(board_, &BoardPage::editHovered, whatIf, &WhatIfService::hover);
    auto* applying = new ApplyPreviewService(document_, playback_, this);
    connect(board_, &BoardPage::editHovered, applying, &ApplyPreviewService::hover);
    connect(inspector_, &InspectorPanel::editHovered, applying, &ApplyPreviewService::hover);
    connect(whatIf, &WhatIfService::effectFound, applying, &ApplyPreviewService::addEffect);
    connect(applying, &ApplyPreviewService::effectFound, board_, &BoardPage::setHoverEffect);
    connect(applying, &ApplyPreviewService::riskFound, inspector_, &InspectorPanel::showRisk);
    connect(applying, &ApplyPreviewService::editAtRisk, status_, &StatusStrip::showEdit);
    connect(boardMenu_->previewsDrags, &QAction::toggled, whatIf, &WhatIfService::setEnabled);
    connect(boardMenu_->fromNow, &QAction::toggled, inspector_, &InspectorPanel::setEditFromNow);
    connect(boardMenu_, &BoardMenu::explainWanted, this, &MainWindow::explain);
    connect(find_, &FindField::found, this, &MainWindow::select);
    connect(status_, &StatusStrip::problemsWanted, this, [this] {
        problemsDock_->show();
        problemsDock_->raise();
        problemsDock_->widget()->setFocus(Qt::OtherFocusReason);
    });
}

void MainWindow::followOpened()
{
    messages_->clear();
    setPauseAtPreemption(actions_->pauseAtPreemption->isChecked());
    pages_->setScenarioOpen(document_.isOpen());
    if (!document_.isOpen())
        return;
    // On a blank board there is nothing to begin with but what the palette has.
    const bool isBlank = document_.path().isEmpty() && document_.value().jobs.size() == 0;
    if (isBlank && pages_->currentWidget() == board_)
        paletteDock_->show();
    board_->setFocus(Qt::OtherFocusReason);
}

void MainWindow::followTitle()
{
    if (document_.isOpen())
        setWindowTitle(tr("%1[*] — Quotaboard").arg(titleWithFile(document_)));
    else
        setWindowTitle(tr("Quotaboard"));
    setWindowModified(document_.isModified());
}

void MainWindow::followFailure()
{
    if (const std::optional<Error> failure = playback_.failure()) {
        showsFailure_ = true;
        messages_->showMessage(MessageBar::Kind::Error, tr("This scenario cannot be run. %1").arg(errorText(*failure)));
    } else if (std::exchange(showsFailure_, false)) {
        messages_->clear();
    }
}

void MainWindow::showImport(const QStringList& paths)
{
    messages_->clear();
    const bool isShown = pages_->currentWidget() == import_;
    if (!paths.isEmpty())
        import_->setFiles(paths);
    pages_->open(import_);
    // An import that was left comes back as it was.
    if (paths.isEmpty() && (isShown || import_->files().isEmpty()))
        import_->chooseFiles();
}

void MainWindow::followPage()
{
    const QString page = pages_->currentKey();
    const auto showBars = [this](bool shows) {
        for (QWidget* part : std::initializer_list<QWidget*>{toolBar_, rail_, transportToolBar_, statusBar()})
            part->setVisible(shows);
    };
    // A layout holds the bars too: it is kept before they go, and they are shown whatever it says.
    if (!page.isEmpty())
        showBars(true);
    docks_->showFor(page);
    showBars(!page.isEmpty());
    if (pages_->currentWidget() == start_)
        start_->focusFirst();
    else
        pages_->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::select(const Selection& selection)
{
    pages_->open(board_);
    board_->select(selection);
    inspector_->showSelection(selection);
    board_->setFocus(Qt::OtherFocusReason);
    if (selection.kind != Selection::Kind::Pool)
        return;
    for (auto* bar : board_->findChildren<PoolBar*>()) {
        if (bar->unit() == selection.unit)
            bar->setFocus(Qt::OtherFocusReason);
    }
}

void MainWindow::explain(JobIndex job)
{
    if (!job.isValid())
        return status_->showMessage(tr("Nothing waits here."));
    inspectorDock_->show();
    inspectorDock_->raise();
    inspector_->showSelection(Selection::ofJob(job, document_.value().jobs[job].share));
    inspector_->showWhy();
}

void MainWindow::movePane(int step)
{
    QList<QWidget*> panes{rail_, pages_->currentWidget()};
    panes += docks_->panes();
    panes.append(transport_);
    moveFocusToPane(panes, step);
}

void MainWindow::showShortcuts()
{
    auto* dialog = new ShortcutsDialog(*menuBar(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::showAbout()
{
    openAboutBox(theme_, this);
}

void MainWindow::showRunTo()
{
    const Scenario& scenario = document_.value();
    ConditionForm::Suggestion suggestion;
    if (selection_.share.isValid() && selection_.share.value() < scenario.shareNames.size())
        suggestion.share = scenario.shareName(selection_.share);
    if (selection_.job.isValid() && selection_.job.value() < scenario.jobs.size())
        suggestion.job = scenario.jobs.displayId(selection_.job);
    auto* dialog = new RunToDialog(document_, playback_, suggestion, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

/// Brings the jobs of a preemption loop to where one sees them.
void MainWindow::showLoop(const std::vector<JobIndex>& jobs)
{
    const Scenario& shown = *playback_.result()->scenario;
    select(Selection::ofJob(jobs.front(), shown.jobs[jobs.front()].share));
    if (jobs.size() > 1)
        board_->jobSelection().set(jobs);
}

void MainWindow::setPauseAtPreemption(bool isOn)
{
    playback_.watch().setPausesAtPreemption(isOn);
}

void MainWindow::hintAtPlay()
{
    if (settings_.isHintSeen("play"))
        return;
    settings_.setHintSeen("play");
    coach_->point(transport_->findChild<PlayButton*>(),
        tr("Press Play, or the space bar: the jobs of this sample arrive, run, borrow and are preempted as the clock "
           "moves."));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayClose_ && (document_.isModified() || files_->isSaving())) {
        event->ignore();
        files_->askAboutChanges([this] {
            mayClose_ = true;
            close();
        });
        return;
    }
    settings_.setWorkload(workload_->layoutState());
    settings_.setWindow(saveGeometry(), docks_->layout());
    playback_.pause();
    project_->close();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    if (paths.isEmpty())
        messages_->showMessage(MessageBar::Kind::Error, tr("Only files on this computer can be dropped here."));
    else
        files_->openPaths(paths);
    event->acceptProposedAction();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::WindowStateChange)
        actions_->fullScreen->setChecked(isFullScreen());
    QMainWindow::changeEvent(event);
}

QMenu* MainWindow::createPopupMenu()
{
    // What can be shown and hidden stands in the View menu.
    return nullptr;
}

} // namespace quotaboard
