// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_window.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/bridge/what_if_service.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/charts/charts_panel.h"
#include "ui/widgets/dialogs/about_box.h"
#include "ui/widgets/dialogs/go_to_time_dialog.h"
#include "ui/widgets/dialogs/preferences_dialog.h"
#include "ui/widgets/dialogs/shortcuts_dialog.h"
#include "ui/widgets/panels/inspector.h"
#include "ui/widgets/panels/schedule_panel.h"
#include "ui/widgets/style/appearance.h"
#include "ui/widgets/style/theme.h"
#include "ui/widgets/transport/transport_actions.h"
#include "ui/widgets/transport/transport_bar.h"
#include "ui/widgets/window/board_menu.h"
#include "ui/widgets/window/dock_title.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/find_field.h"
#include "ui/widgets/window/main_actions.h"
#include "ui/widgets/window/main_tool_bar.h"
#include "ui/widgets/window/message_bar.h"
#include "ui/widgets/window/page_rail.h"
#include "ui/widgets/window/pane_focus.h"
#include "ui/widgets/window/problem_list.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/sample.h"
#include "ui/widgets/window/scenario_label.h"
#include "ui/widgets/window/shortcut_guard.h"
#include "ui/widgets/window/start_page.h"
#include "ui/widgets/window/status_strip.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr QSize kSmallestSize(1024, 640);
constexpr int kInspectorWidth = 300;
constexpr int kChartsHeight = 232;
/// Raise when a dock or tool bar is added, so that older layouts are not applied to it.
constexpr int kLayoutVersion = 2;

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
{
    setObjectName("mainWindow");
    textSize_ = theme.fontScale();
    setMinimumSize(kSmallestSize);
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    new ShortcutGuard(this);
    buildCenter();
    buildBars();
    buildDocks();
    buildMenus();
    connectActions();
    connectFiles();
    connectParts();
    followTitle();

    resize(kFirstSize);
    restoreGeometry(settings_.geometry());
    defaultLayout_ = saveState(kLayoutVersion);
    layout_ = settings_.layout();
    showStart();
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

void MainWindow::buildCenter()
{
    auto* center = new QWidget(this);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    messages_ = new MessageBar(theme_, center);
    column->addWidget(messages_);
    pages_ = new QStackedWidget(center);
    pages_->setObjectName("pages");
    start_ = new StartPage(theme_, recent_, pages_);
    board_ = new BoardPage(document_, playback_, theme_, pages_);
    boardMenu_ = new BoardMenu(*board_, this);
    pages_->addWidget(start_);
    pages_->addWidget(board_);
    column->addWidget(pages_, 1);
    setCentralWidget(center);
}

void MainWindow::buildBars()
{
    toolBar_ = new MainToolBar(document_, theme_, *actions_, this);
    find_ = &toolBar_->findField();
    addToolBar(Qt::TopToolBarArea, toolBar_);

    rail_ = new PageRail(theme_, this);
    boardAction_ = rail_->addPage(tr("Board"), "board", Qt::CTRL | Qt::Key_1);
    boardAction_->setObjectName("actPageBoard");
    boardAction_->setChecked(true);
    addToolBar(Qt::LeftToolBarArea, rail_);

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
    inspector_ = new InspectorPanel(document_, playback_, theme_, this);
    inspectorDock_ = addDock("inspectorDock", tr("Inspector"), inspector_, Qt::RightDockWidgetArea, Qt::Key_F4);
    auto* charts = new ChartsPanel(document_, playback_, theme_, this);
    connect(charts, &ChartsPanel::messageRaised, this, [this](const QString& text) { status_->showMessage(text); });
    chartsDock_ = addDock("chartsDock", tr("Charts"), charts, Qt::BottomDockWidgetArea, Qt::Key_F7);
    auto* history = new QUndoView(&document_.undoStack(), this);
    history->setObjectName("undoHistory");
    history->setAccessibleName(tr("Undo history"));
    history->setEmptyLabel(tr("As opened"));
    historyDock_ = addDock("historyDock", tr("Undo history"), history, Qt::RightDockWidgetArea, Qt::Key_F8);
    auto* schedule = new SchedulePanel(document_, playback_, this);
    connect(schedule, &SchedulePanel::statusMessage, status_, &StatusStrip::showMessage);
    scheduleDock_ = addDock(
        "scheduleDock", tr("Policy schedule"), schedule, Qt::BottomDockWidgetArea, Qt::CTRL | Qt::ALT | Qt::Key_P);
    // What is opened seldom takes no room from what is always there.
    tabifyDockWidget(inspectorDock_, historyDock_);
    tabifyDockWidget(chartsDock_, scheduleDock_);
    historyDock_->hide();
    scheduleDock_->hide();
    makeRoomForDocks();
}

void MainWindow::makeRoomForDocks()
{
    // The board keeps most of the window, at every text size.
    const int wide = std::min(theme_.scaled(kInspectorWidth), width() * 3 / 10);
    const int high = std::min(theme_.scaled(kChartsHeight), height() * 2 / 5);
    resizeDocks({inspectorDock_}, {wide}, Qt::Horizontal);
    resizeDocks({chartsDock_}, {high}, Qt::Vertical);
}

QDockWidget* MainWindow::addDock(
    const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area, const QKeySequence& key)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setTitleBarWidget(new DockTitle(theme_, *dock));
    dock->setWidget(content);
    dock->toggleViewAction()->setShortcut(key);
    dock->toggleViewAction()->setObjectName(name + "Toggle");
    // Among docks on top of each other the one that was asked for.
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool shows) {
        if (shows)
            dock->raise();
    });
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildMenus()
{
    buildFileMenu(*menuBar()->addMenu(tr("&File")));
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({actions_->undo, actions_->redo});
    edit->addSeparator();
    boardMenu_->addToEdit(*edit);
    edit->addAction(actions_->find);
    edit->addSeparator();
    edit->addAction(actions_->preferences);
    buildViewMenu(*menuBar()->addMenu(tr("&View")));
    QMenu* scenario = menuBar()->addMenu(tr("S&cenario"));
    boardMenu_->addToScenario(*scenario);
    buildSimulateMenu(*menuBar()->addMenu(tr("&Simulate")));
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({actions_->shortcuts, actions_->about});
}

void MainWindow::buildFileMenu(QMenu& menu)
{
    menu.addActions({actions_->newBoard, actions_->open});
    QMenu* recent = menu.addMenu(tr("Open &recent"));
    recent->setObjectName("recentMenu");
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
    QMenu* samples = menu.addMenu(tr("Open sa&mple"));
    for (const Sample& sample : bundledSamples())
        connect(samples->addAction(sample.title), &QAction::triggered, this,
            [this, path = sample.path] { files_->openPath(path); });
    menu.addSeparator();
    menu.addActions({actions_->save, actions_->saveAs, actions_->revert});
    menu.addSeparator();
    menu.addActions({actions_->close, actions_->quit});
}

void MainWindow::buildViewMenu(QMenu& menu)
{
    menu.addAction(boardAction_);
    boardMenu_->addToView(menu);
    menu.addSeparator();
    for (const QDockWidget* dock : {inspectorDock_, chartsDock_, scheduleDock_, historyDock_})
        menu.addAction(dock->toggleViewAction());
    menu.addSeparator();
    menu.addActions({actions_->nextPane, actions_->previousPane});
    menu.addSeparator();
    menu.addActions({actions_->resetLayout, actions_->fullScreen});
}

void MainWindow::buildSimulateMenu(QMenu& menu)
{
    menu.addActions({transportActions_->play});
    menu.addSeparator();
    menu.addActions({transportActions_->nextEvent, transportActions_->previousEvent, transportActions_->nextDecision,
        transportActions_->previousDecision});
    menu.addSeparator();
    menu.addActions({transportActions_->toStart, transportActions_->toEnd, actions_->goToTime});
    menu.addSeparator();
    menu.addActions({transportActions_->slower, transportActions_->faster});
    menu.addSeparator();
    menu.addActions({actions_->pauseAtPreemption, boardMenu_->fromNow, boardMenu_->previewsDrags});
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto member) { connect(action, &QAction::triggered, this, member); };
    on(actions_->newBoard, [this] { files_->newBoard(); });
    on(actions_->open, [this] { files_->open(); });
    on(actions_->save, [this] { files_->save(); });
    on(actions_->saveAs, [this] { files_->saveAs(); });
    on(actions_->revert, [this] { files_->revert(); });
    on(actions_->close, [this] { files_->closeDocument(); });
    on(actions_->quit, [] { qApp->closeAllWindows(); });
    on(actions_->find, [this] { find_->setFocus(Qt::ShortcutFocusReason); });
    on(actions_->preferences, &MainWindow::showPreferences);
    on(actions_->nextPane, [this] { movePane(1); });
    on(actions_->previousPane, [this] { movePane(-1); });
    on(actions_->resetLayout, &MainWindow::resetLayout);
    on(actions_->fullScreen, [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    on(actions_->goToTime, &MainWindow::showGoToTime);
    on(actions_->pauseAtPreemption, &MainWindow::setPauseAtPreemption);
    on(actions_->shortcuts, &MainWindow::showShortcuts);
    on(actions_->about, &MainWindow::showAbout);
}

void MainWindow::connectFiles()
{
    connect(start_, &StartPage::pathChosen, files_, &DocumentFiles::openPath);
    connect(start_, &StartPage::openWanted, files_, &DocumentFiles::open);
    connect(start_, &StartPage::blankWanted, files_, &DocumentFiles::newBoard);
    connect(messages_, &MessageBar::cancelRequested, files_, &DocumentFiles::cancelReading);
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
    connect(&document_, &ScenarioDocument::opened, this, &MainWindow::followOpened);
    connect(&document_, &ScenarioDocument::titleChanged, this, &MainWindow::followTitle);
    connect(&playback_, &Playback::computingChanged, this, &MainWindow::followFailure);
    connect(&playback_, &Playback::resultChanged, this, &MainWindow::followFailure);
    connect(&playback_, &Playback::paused, status_, &StatusStrip::showMessage);
    connect(board_, &BoardPage::statusMessage, status_, &StatusStrip::showMessage);
    connect(board_, &BoardPage::selectionChanged, inspector_, &InspectorPanel::showSelection);
    connect(board_, &BoardPage::explainRequested, this, &MainWindow::explain);
    connect(inspector_, &InspectorPanel::statusMessage, status_, &StatusStrip::showMessage);
    connect(&theme_, &Theme::changed, this, &MainWindow::followTextSize);
    auto* whatIf = new WhatIfService(document_, playback_, this);
    connect(board_, &BoardPage::editHovered, whatIf, &WhatIfService::hover);
    connect(whatIf, &WhatIfService::effectFound, board_, &BoardPage::setHoverEffect);
    connect(boardMenu_->previewsDrags, &QAction::toggled, whatIf, &WhatIfService::setEnabled);
    connect(boardMenu_->fromNow, &QAction::toggled, inspector_, &InspectorPanel::setEditFromNow);
    connect(boardMenu_, &BoardMenu::explainWanted, this, &MainWindow::explain);
    connect(find_, &FindField::found, this, &MainWindow::select);
    connect(status_, &StatusStrip::problemClicked, this, [this](const PolicyProblem& problem) {
        if (problem.share.isValid())
            select(Selection::ofShare(problem.share));
    });
}

void MainWindow::followOpened()
{
    messages_->clear();
    setPauseAtPreemption(actions_->pauseAtPreemption->isChecked());
    if (document_.isOpen())
        showBoard();
    else
        showStart();
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

void MainWindow::showStart()
{
    if (pages_->currentWidget() == board_)
        layout_ = saveState(kLayoutVersion);
    pages_->setCurrentWidget(start_);
    for (QWidget* part : std::initializer_list<QWidget*>{
             toolBar_, rail_, transportToolBar_, inspectorDock_, chartsDock_, scheduleDock_, historyDock_, statusBar()})
        part->hide();
    start_->focusFirst();
}

void MainWindow::showBoard()
{
    if (pages_->currentWidget() != board_) {
        pages_->setCurrentWidget(board_);
        statusBar()->show();
        restoreLayout();
    }
    board_->setFocus(Qt::OtherFocusReason);
}

void MainWindow::restoreLayout()
{
    if (layout_.isEmpty() || !restoreState(layout_, kLayoutVersion))
        resetLayout();
}

void MainWindow::resetLayout()
{
    restoreState(defaultLayout_, kLayoutVersion);
    makeRoomForDocks();
}

void MainWindow::followTextSize()
{
    if (std::exchange(textSize_, theme_.fontScale()) != theme_.fontScale() && pages_->currentWidget() == board_)
        makeRoomForDocks();
}

void MainWindow::fillRecentMenu(QMenu& menu)
{
    menu.clear();
    for (const RecentFile& file : recent_.files()) {
        const QFileInfo info(file.path);
        QAction* action = menu.addAction(info.fileName().replace('&', "&&"));
        action->setToolTip(file.path);
        action->setEnabled(info.exists());
        connect(action, &QAction::triggered, this, [this, path = file.path] { files_->openPath(path); });
    }
    if (menu.isEmpty())
        menu.addAction(tr("None yet"))->setEnabled(false);
    menu.addSeparator();
    QAction* clear = menu.addAction(tr("&Clear list"));
    clear->setEnabled(!recent_.files().isEmpty());
    connect(clear, &QAction::triggered, &recent_, &RecentFiles::clear);
}

void MainWindow::select(const Selection& selection)
{
    board_->select(selection);
    inspector_->showSelection(selection);
    board_->setFocus(Qt::OtherFocusReason);
}

void MainWindow::explain(JobIndex job)
{
    if (!job.isValid())
        return status_->showMessage(tr("Nothing waits here."));
    inspectorDock_->show();
    inspector_->showSelection(Selection::ofJob(job, document_.value().jobs[job].share));
    inspector_->showWhy();
}

void MainWindow::movePane(int step)
{
    moveFocusToPane({rail_, board_, inspectorDock_, historyDock_, chartsDock_, scheduleDock_, transport_}, step);
}

void MainWindow::showPreferences()
{
    auto* dialog = new PreferencesDialog(appearance_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
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

void MainWindow::showGoToTime()
{
    auto* dialog = new GoToTimeDialog(document_, playback_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::setPauseAtPreemption(bool isOn)
{
    std::vector<Breakpoint> breakpoints = playback_.breakpoints();
    std::erase_if(breakpoints,
        [](const Breakpoint& point) { return point.kind == Breakpoint::Kind::Preemption && point.share.isEmpty(); });
    if (isOn)
        breakpoints.push_back({});
    playback_.setBreakpoints(std::move(breakpoints));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayClose_ && document_.isModified()) {
        event->ignore();
        files_->askAboutChanges([this] {
            mayClose_ = true;
            close();
        });
        return;
    }
    settings_.setWindow(saveGeometry(), pages_->currentWidget() == board_ ? saveState(kLayoutVersion) : layout_);
    playback_.pause();
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
