// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/selection.h"

#include <QMainWindow>

#include <vector>

namespace quotaboard {

class AppearanceController;
class BoardMenu;
class BoardPage;
class MarksPanel;
class CoachMark;
class DocumentFiles;
class FindField;
class ImportPage;
class InspectorPanel;
class MainActions;
class MainDocks;
class MainPages;
class MainPreferences;
class MainProject;
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
class WorkloadPage;

/// The window of one scenario: start page while none is open, else pages, docks, transport and status strip around it.
/// Puts the parts together and passes on what one tells the other; each part does its work itself. The objects handed
/// in must outlive it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(ScenarioDocument& document, Playback& playback, const Theme& theme, AppearanceController& appearance,
        Settings& settings, RecentFiles& recent);
    ~MainWindow() override;

    /// Opens the first scenario file of `paths`, asking first when changes would be lost. Without one they are shown on
    /// the import page, as the files of one trace.
    void openFiles(const QStringList& paths);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    QMenu* createPopupMenu() override;

private:
    /// The three places where a page, a bar or a dock is added; menus and pane keys follow.
    void buildPages();
    void buildBars();
    void buildDocks();
    void buildMenus();
    void connectActions();
    void connectFiles();
    void connectParts();

    void followOpened();
    void followTitle();
    void followFailure();
    void showImport(const QStringList& paths);
    /// Bars and docks of the page that is shown.
    void followPage();
    void select(const Selection& selection);
    /// Why a job waits, in the inspector.
    void explain(JobIndex job);
    void movePane(int step);
    void showShortcuts();
    void showAbout();
    void showRunTo();
    void showLoop(const std::vector<JobIndex>& jobs);
    void setPauseAtPreemption(bool isOn);
    /// Points at Play, once in a lifetime.
    void hintAtPlay();

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
    MainProject* project_;
    MainPreferences* preferences_ = nullptr;

    MessageBar* messages_ = nullptr;
    PageRail* rail_ = nullptr;
    MainPages* pages_ = nullptr;
    StartPage* start_ = nullptr;
    ImportPage* import_ = nullptr;
    BoardPage* board_ = nullptr;
    WorkloadPage* workload_ = nullptr;
    BoardMenu* boardMenu_ = nullptr;
    MainToolBar* toolBar_ = nullptr;
    QToolBar* transportToolBar_ = nullptr;
    TransportBar* transport_ = nullptr;
    FindField* find_ = nullptr;
    StatusStrip* status_ = nullptr;
    MainDocks* docks_ = nullptr;
    InspectorPanel* inspector_ = nullptr;
    QDockWidget* inspectorDock_ = nullptr;
    QDockWidget* paletteDock_ = nullptr;
    QDockWidget* problemsDock_ = nullptr;
    MarksPanel* marks_ = nullptr;
    /// On the board; what dialogs are about at first.
    Selection selection_;

    CoachMark* coach_ = nullptr;
    bool mayClose_ = false;
    bool showsFailure_ = false;
};

} // namespace quotaboard
