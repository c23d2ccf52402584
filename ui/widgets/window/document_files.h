// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_file.h"
#include "ui/widgets/window/file_reader.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <utility>

class QWidget;

namespace quotaboard {

class RecentFiles;
class ScenarioDocument;

/// New, open, save, revert and close of the window's document: asks before changes are lost, reads in the background,
/// and tells what went wrong in one sentence. Dialogs are window-modal and return at once.
class DocumentFiles : public QObject {
    Q_OBJECT

public:
    DocumentFiles(ScenarioDocument& document, RecentFiles& recent, QWidget* window);

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
    /// The document is a bundled sample now.
    void sampleOpened();

private:
    void read(const QString& path);
    void take(const QString& path, Result<ScenarioFile> result);
    bool saveTo(const QString& path);
    void askForPath(std::function<void()> afterwards);
    void askToOverwrite();

    ScenarioDocument& document_;
    RecentFiles& recent_;
    QWidget* window_;
    FileReader reader_;
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
