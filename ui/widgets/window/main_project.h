// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace quotaboard {

class DocumentFiles;
class MainToolBar;
class ProjectActions;
class ProjectBanner;
class ProjectFiles;
class ProjectSession;
class RecentFiles;
class ScenarioDocument;
class StartPage;
class Theme;

/// The parts of the window that belong to projects, put together: session, files, actions, banner, scenario bar and
/// recovered work.
class MainProject : public QObject {
    Q_OBJECT

public:
    MainProject(
        ScenarioDocument& document, const Theme& theme, RecentFiles& recent, DocumentFiles& files, QWidget* window);

    [[nodiscard]] ProjectBanner& banner() const { return *banner_; }
    [[nodiscard]] ProjectActions& actions() const { return *actions_; }
    void addTo(MainToolBar& toolBar);
    /// Lists recovered work there, now and whenever it changes.
    void addTo(StartPage& start);
    /// The window goes: what is open is let go of.
    void close();

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    ProjectSession* session_;
    ProjectBanner* banner_;
    ProjectFiles* files_;
    ProjectActions* actions_;
};

} // namespace quotaboard
