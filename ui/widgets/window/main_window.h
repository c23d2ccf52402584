// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/selection.h"

#include <QByteArray>
#include <QMainWindow>

class QStackedWidget;

namespace quotaboard {

class AppearanceController;
class BoardMenu;
class BoardPage;
class DocumentFiles;
class FindField;
class InspectorPanel;
class MainActions;
class MainToolBar;
class MessageBar;
class PageRail;
class Playback;
class ProblemList;
class RecentFiles;
class ScenarioDocument;
class Settings;
class StartPage;
class StatusStrip;
class Theme;
class TransportActions;
class TransportBar;

/// The window of one scenario: start page while none is open, else pages, docks, transport and status strip around it.
/// Puts the parts together and passes on what one tells the other; each part does its work itself. The objects handed
/// in must outlive it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(ScenarioDocument& document, Playback& playback, const Theme& theme, AppearanceController& appearance,
        Settings& settings, RecentFiles& recent);
    ~MainWindow() override;

    /// Opens the first scenario file of `paths`, asking first when changes would be lost.
    void openFiles(const QStringList& paths);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    QMenu* createPopupMenu() override;

private:
    void buildCenter();
    void buildBars();
    void buildDocks();
    QDockWidget* addDock(
        const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area, const QKeySequence& key);
    void buildMenus();
    void buildFileMenu(QMenu& menu);
    void buildViewMenu(QMenu& menu);
    void buildSimulateMenu(QMenu& menu);
    void connectActions();
    void connectFiles();
    void connectParts();

    void followOpened();
    void followTitle();
    void followFailure();
    void showStart();
    void showBoard();
    void restoreLayout();
    void resetLayout();
    /// Gives the docks their usual room, as far as the window has it.
    void makeRoomForDocks();
    void followTextSize();
    void fillRecentMenu(QMenu& menu);
    void select(const Selection& selection);
    /// Why a job waits, in the inspector.
    void explain(JobIndex job);
    void movePane(int step);
    void showPreferences();
    void showShortcuts();
    void showAbout();
    void showGoToTime();
    void setPauseAtPreemption(bool isOn);

    ScenarioDocument& document_;
    Playback& playback_;
    const Theme& theme_;
    AppearanceController& appearance_;
    Settings& settings_;
    RecentFiles& recent_;

    MainActions* actions_;
    TransportActions* transportActions_;
    DocumentFiles* files_;
    ProblemList* problems_;

    MessageBar* messages_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    StartPage* start_ = nullptr;
    BoardPage* board_ = nullptr;
    BoardMenu* boardMenu_ = nullptr;
    PageRail* rail_ = nullptr;
    QAction* boardAction_ = nullptr;
    MainToolBar* toolBar_ = nullptr;
    QToolBar* transportToolBar_ = nullptr;
    TransportBar* transport_ = nullptr;
    FindField* find_ = nullptr;
    StatusStrip* status_ = nullptr;
    InspectorPanel* inspector_ = nullptr;
    QDockWidget* inspectorDock_ = nullptr;
    QDockWidget* chartsDock_ = nullptr;
    QDockWidget* scheduleDock_ = nullptr;
    QDockWidget* historyDock_ = nullptr;

    /// Docks as the user left them; what is on the screen only while a board is shown.
    QByteArray layout_;
    QByteArray defaultLayout_;
    int textSize_ = 100;
    bool mayClose_ = false;
    bool showsFailure_ = false;
};

} // namespace quotaboard
