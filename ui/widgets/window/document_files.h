// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_file.h"
#include "ui/widgets/window/file_reader.h"
#include "ui/widgets/window/file_saver.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <utility>

class QWidget;

namespace quotaboard {

class ProjectFiles;
class RecentFiles;
class ScenarioDocument;

/// New, open, save, revert and close of the window's document: asks before changes are lost, reads in the background,
/// and tells what went wrong in one sentence. Dialogs are window-modal and return at once.
class DocumentFiles : public QObject {
    Q_OBJECT

public:
    DocumentFiles(ScenarioDocument& document, RecentFiles& recent, QWidget* window);

    /// Opens and saves what is, or becomes, a project; must outlive this.
    void setProjects(ProjectFiles& projects);

    void newBoard();
    void open();
    /// A scenario file or a bundled sample; any other file is taken for a trace.
    void openPath(const QString& path);
    /// Of several files dropped or named the first scenario is opened; without one they are the files of a trace.
    void openPaths(const QStringList& paths);
    /// A scenario that comes from no file, such as an import: it counts as changed until it is saved. Calls
    /// `afterwards` when it is open.
    void openUnsaved(ScenarioFile file, std::function<void()> afterwards);
    void save();
    void saveAs();
    void revert();
    void closeDocument();
    void cancelReading();
    /// A large document is written in the background; whoever wants to leave it waits for the end.
    [[nodiscard]] bool isSaving() const;
    void cancelSaving();

    /// Calls `goOn` at once when nothing would be lost, else after Save or Discard; not at all after Cancel.
    void askAboutChanges(std::function<void()> goOn);

Q_SIGNALS:
    /// A sentence.
    void failed(const QString& text);
    void noticed(const QString& text);
    /// These are no scenarios; they may be imported.
    void tracesChosen(const QStringList& paths);
    /// Reading takes long; ends with readingEnded().
    void readingProgressed(const QString& fileName, double part);
    void readingEnded();
    void saved();
    /// Saving takes long; ends with savingEnded().
    void savingProgressed(const QString& fileName, double part);
    void savingEnded();
    /// The document is a bundled sample now.
    void sampleOpened();

private:
    void read(const QString& path);
    void take(const QString& path, Result<ScenarioFile> result);
    /// Calls `afterwards` when it is saved, not at all when it could not be.
    void saveTo(const QString& path, std::function<void()> afterwards = {});
    void takeSaved(const QString& path, const SaveReport& report);
    void askForPath(std::function<void()> afterwards);
    /// A project is open.
    [[nodiscard]] bool isProject() const;
    /// The user is asked where to before it is saved.
    [[nodiscard]] bool needsPath() const;
    void goOnAfterSaving();
    void askToOverwrite();

    ScenarioDocument& document_;
    RecentFiles& recent_;
    QWidget* window_;
    ProjectFiles* projects_ = nullptr;
    FileReader reader_;
    FileSaver saver_;
    QString savingName_;
    /// What waits for the end of saving.
    std::function<void()> afterSaving_;
    QString readingName_;
    /// The document's value when reading began: edits since then are asked about.
    std::shared_ptr<const Scenario> readOver_;
    /// Time and size of the document's file when it was last read or written here.
    std::pair<QDateTime, qint64> savedAs_;
    QString lastFolder_;
    /// What the open question about changes is asked for.
    std::function<void()> afterAsking_;
};

} // namespace quotaboard
