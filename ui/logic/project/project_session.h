// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/project/ordered_worker.h"
#include "ui/logic/project/project_store.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quotaboard {

/// The open project of a window: the document shows one of its scenarios, and every edit, undo and redo of it is in the
/// working copy within two seconds. All work on the disk is done in order on a thread of its own; no member blocks but
/// the destructor, which waits until everything that was edited is in the working copy. What was asked for and could
/// not be done is told by failed(). Lives in the GUI thread.
class ProjectSession : public QObject {
    Q_OBJECT

public:
    /// `stateFolder` is where working copies lie; it is created when needed.
    ProjectSession(ScenarioDocument& document, const QString& stateFolder, QObject* parent = nullptr);
    ~ProjectSession() override;

    /// What failed() is about.
    enum class Task { Open, Recover, Salvage, Save, Change, Switch, Discard };

    [[nodiscard]] bool isOpen() const { return isOpen_; }
    /// Opening or saving is going on.
    [[nodiscard]] bool isBusy() const { return progress_ != nullptr; }
    [[nodiscard]] bool isSaving() const { return isBusy() && isSaving_; }
    /// As of the last change; of no meaning while none is open.
    [[nodiscard]] const ProjectFacts& facts() const { return facts_; }
    [[nodiscard]] const QString& path() const { return facts_.path; }
    [[nodiscard]] bool isReadOnly() const { return isOpen_ && facts_.readOnly.has_value(); }
    /// Edits that are not in the file.
    [[nodiscard]] bool isModified() const;
    [[nodiscard]] const std::vector<ScenarioEntry>& scenarios() const { return facts_.scenarios; }
    /// The one that the document shows; 0 for none.
    [[nodiscard]] ScenarioId active() const { return active_; }
    /// Null when there is none of that id.
    [[nodiscard]] const ScenarioEntry* entryOf(ScenarioId id) const;
    /// `base`, with a number when the project has such a name.
    [[nodiscard]] QString uniqueName(const QString& base) const;

    // Each of these makes or opens a project beside what is open; ready() follows, and enter() goes over to it.

    /// With a blank scenario.
    void newProject();
    /// With the document as its scenario, saved at `path`; the document goes on with its undo history.
    void newProjectOfDocument(const QString& path);
    void open(const QString& path, bool readOnly = false);
    void openRecovered(const RecoveredProject& recovered);
    /// What can be read of a damaged file, as a new project.
    void salvage(const QString& path);
    /// The project that is ready takes the place of the document and of the project that is open. Unsaved edits of the
    /// latter are kept for recovery unless discardEdits() was called.
    void enter();
    /// What is ready is the document that is shown, with its history: nothing is left by entering it.
    [[nodiscard]] bool isShownAlready() const { return ready_ && ready_->shown.has_value(); }
    /// What is ready is not wanted.
    void leave();

    void save();
    void saveAs(const QString& path);
    /// Stops opening or saving.
    void cancel();
    /// The user does not want the unsaved edits: closing drops them unless there are newer ones.
    void discardEdits() { isDiscarded_ = true; }
    /// Lets go of the project; the document stays as it is. Opening another document does the same.
    void close();

    void switchTo(ScenarioId id);
    /// Appends one and shows it.
    void addScenario(const QString& name, const ScenarioFile& file);
    void duplicateScenario(ScenarioId id, const QString& name);
    void renameScenario(ScenarioId id, const QString& name);
    /// With its runs and notes; not the last one. Cannot be undone.
    void removeScenario(ScenarioId id);
    void moveScenario(ScenarioId id, std::int64_t position);
    void setBaseline(std::optional<ScenarioId> id);

    /// Looks for work that was left; recoveredFound() follows.
    void findRecovered();
    void discardRecovered(const RecoveredProject& recovered);

    /// Edits are put into the working copy now and not within half a second.
    void flush();

Q_SIGNALS:
    /// What was opened waits for enter() or leave().
    void ready();
    void opened();
    void closed();
    /// Path, scenarios, modified mark or what can be changed.
    void changed();
    /// The scenarios, their order or which one is shown.
    void scenariosChanged();
    void saved(const QString& path);
    void failed(quotaboard::ProjectSession::Task task, const QString& path, const quotaboard::Error& error);
    /// Somebody else has the file open; it can be opened for reading.
    void lockedByOther(const QString& path, const quotaboard::Error& error);
    /// The file is damaged; salvage() may help.
    void damaged(const QString& path, const quotaboard::Error& error);
    void salvaged(const QString& path, const quotaboard::SalvageReport& report);
    /// Edits cannot be put into the working copy. Told once; it is tried again until recordingResumed().
    void recordingFailed(const quotaboard::Error& error);
    void recordingResumed();
    void recoveredFound(const std::vector<quotaboard::RecoveredProject>& found);
    /// Opening or saving takes long. 0 to 1, below 0 when unknown.
    void progressed(double part);
    void ended();

private:
    /// A project that was opened and not entered yet.
    struct Ready {
        ProjectFacts facts;
        ScenarioId scenario = 0;
        ScenarioFile file;
        /// The document has it already, as it was then.
        std::optional<ScenarioDocument::Snapshot> shown;
        std::optional<SalvageReport> salvage;
    };
    using Make = std::function<Result<OpenProject>(Progress*)>;
    using Fill = std::function<void(Ready&)>;

    template <class Work, class Take>
    void ask(Work work, Take take);
    void prepare(Task task, const QString& path, const Make& make, const Fill& fill = {});
    void takeReady(Task task, const QString& path, const Result<std::shared_ptr<Ready>>& result);
    void saveWith(const QString& path, const std::function<Status(ProjectStore&, Progress*)>& work);
    /// Changes the project, and shows the scenario that the work gives, if any.
    void change(const std::function<Result<ScenarioId>(Project&)>& work);
    void show(ScenarioId id, const ScenarioFile& file);
    void takeFacts(const Result<ProjectFacts>& facts);
    void noteStep(ScenarioDocument::Step step, const QString& mergeKey);
    void followOpened();
    void takePut(std::size_t count, const Status& status, const Result<ProjectFacts>& facts);
    void followOwner();
    void begin(bool isSaving);
    void end();
    void reportProgress();

    ScenarioDocument& document_;
    std::string stateFolder_;
    ProjectFacts facts_;
    ScenarioId active_ = 0;
    bool isOpen_ = false;
    bool isEntering_ = false;
    bool isDiscarded_ = false;
    std::shared_ptr<Ready> ready_;
    /// The document as the last step left it.
    ScenarioDocument::Snapshot seen_;
    std::vector<ProjectStep> pending_;
    /// Steps that are on their way into the working copy.
    std::size_t onTheWay_ = 0;
    bool isRecordingFailed_ = false;
    QTimer putTimer_;
    QTimer retryTimer_;
    /// Counts projects and switches, so that an answer that was overtaken is known.
    std::uint64_t project_ = 0;
    std::uint64_t switch_ = 0;
    std::uint64_t opening_ = 0;
    std::shared_ptr<Progress> progress_;
    bool isSaving_ = false;
    QTimer progressTimer_;
    std::unique_ptr<ProjectStore> store_;
    /// The last member: it ends first.
    std::unique_ptr<OrderedWorker> worker_;
};

} // namespace quotaboard
