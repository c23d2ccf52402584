// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/project/project_session.h"

#include <QObject>
#include <QString>

#include <functional>

class QWidget;

namespace quotaboard {

class ProjectBanner;
class RecentFiles;

/// Opening, saving and recovering projects in a window: dialogs, questions and what the user is told. The work is the
/// session's. Dialogs are window-modal and return at once.
class ProjectFiles : public QObject {
    Q_OBJECT

public:
    ProjectFiles(ProjectSession& session, ScenarioDocument& document, RecentFiles& recent, ProjectBanner& banner,
        QWidget* window);

    /// How the user is asked before unsaved edits are left; it calls what it is given when they may be.
    using AskFirst = std::function<void(std::function<void()>)>;
    void setAskFirst(AskFirst ask) { askFirst_ = std::move(ask); }

    [[nodiscard]] bool isOpen() const { return session_.isOpen(); }
    [[nodiscard]] bool isSaving() const { return session_.isSaving(); }
    /// Saving needs a path first: there is none, or what is open can only be read.
    [[nodiscard]] bool needsPath() const { return session_.isOpen() && (path().isEmpty() || session_.isReadOnly()); }
    [[nodiscard]] QString path() const { return session_.path(); }

    void newProject();
    void open(const QString& path);
    void openReadOnly(const QString& path);
    /// As it was saved last, without the unsaved edits.
    void revert();
    /// The project, or the document as a new project. Calls `afterwards` when it is saved, not at all when it was not.
    void saveTo(const QString& path, std::function<void()> afterwards);
    void discardEdits() { session_.discardEdits(); }
    void cancel() { session_.cancel(); }

    void openRecovered(const RecoveredProject& recovered);
    void salvageRecovered(const RecoveredProject& recovered);
    /// Asks first: it cannot be brought back.
    void discardRecovered(const RecoveredProject& recovered);

Q_SIGNALS:
    /// A sentence.
    void failed(const QString& text);
    void noticed(const QString& text);
    /// The file at `path` is what the project has.
    void fileSeen(const QString& path);
    void saved();
    /// The user wants to choose where a copy is saved.
    void saveAsWanted();
    void exportWanted();
    /// Opening or saving takes long; ends with ended(), which comes for nothing else.
    void openingProgressed(const QString& name, double part);
    void savingProgressed(const QString& name, double part);
    void ended();
    /// Saving ended, well or not, and saved() was told.
    void settled();

private:
    void connectSession();
    void takeReady();
    void takeOpened();
    void takeSaved(const QString& path);
    void tellFailure(ProjectSession::Task task, const QString& path, const Error& error);
    void tellLocked(const QString& path, const Error& error);
    void tellDamaged(const QString& path, const Error& error);
    void tellSalvaged(const QString& path, const SalvageReport& report);
    /// What one should know of the project that is open; nothing when all is well.
    void tellState();
    [[nodiscard]] QString nameOfWork(const QString& path) const;

    ProjectSession& session_;
    ScenarioDocument& document_;
    RecentFiles& recent_;
    ProjectBanner& banner_;
    QWidget* window_;
    AskFirst askFirst_;
    std::function<void()> afterSaving_;
    /// The document when opening began: edits since then are asked about.
    std::shared_ptr<const Scenario> openedOver_;
    QString busyName_;
    bool isProgressShown_ = false;
    /// The working copy that is salvaged, for its own words.
    QString salvaging_;
};

/// The suffix of project files, with its dot.
inline constexpr const char* kProjectSuffix = ".qboard";
[[nodiscard]] bool isProjectPath(const QString& path);

} // namespace quotaboard
