// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/document_files.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/widgets/window/file_kind.h"
#include "ui/widgets/window/project_files.h"
#include "ui/widgets/window/recent_files.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

#include <utility>

namespace quotaboard {

namespace {

constexpr const char* kSuffix = ".scenario.json";

QString nameOf(const QString& path)
{
    return QFileInfo(path).fileName();
}

/// A file name that every system takes.
QString suggestedName(const QString& title, const QString& suffix)
{
    QString name = title;
    name.replace(QRegularExpression(R"([^\w\- ]+)"), QString());
    return (name.trimmed().isEmpty() ? QStringLiteral("scenario") : name.trimmed()) + suffix;
}

std::pair<QDateTime, qint64> stampOf(const QString& path)
{
    const QFileInfo info(path);
    return path.isEmpty() || !info.exists() ? std::pair<QDateTime, qint64>()
                                            : std::pair(info.lastModified(), info.size());
}

/// Names of the trace files that are not what they were.
QStringList changedTraces(const std::vector<ReadWarning>& warnings)
{
    QStringList names;
    for (const ReadWarning& warning : warnings) {
        if (warning.code == ReadWarning::Code::TraceChanged && !warning.arguments.empty())
            names += nameOf(toQt(warning.arguments.front()));
    }
    return names;
}

/// Whether the question is on the screen already; it is brought to the front then. One that was answered is on its way
/// out.
template <class Dialog>
bool isAsking(QWidget& window, const QString& name)
{
    for (auto* dialog : window.findChildren<Dialog*>(name)) {
        if (dialog->isHidden())
            continue;
        dialog->raise();
        dialog->activateWindow();
        return true;
    }
    return false;
}

} // namespace

DocumentFiles::DocumentFiles(ScenarioDocument& document, RecentFiles& recent, QWidget* window)
    : QObject(window)
    , document_(document)
    , recent_(recent)
    , window_(window)
{
    connect(
        &reader_, &FileReader::progressed, this, [this](double part) { Q_EMIT readingProgressed(readingName_, part); });
    connect(&saver_, &FileSaver::progressed, this, [this](double part) { Q_EMIT savingProgressed(savingName_, part); });
}

void DocumentFiles::setProjects(ProjectFiles& projects)
{
    projects_ = &projects;
    projects.setAskFirst([this](std::function<void()> goOn) { askAboutChanges(std::move(goOn)); });
    connect(&projects, &ProjectFiles::failed, this, &DocumentFiles::failed);
    connect(&projects, &ProjectFiles::noticed, this, &DocumentFiles::noticed);
    connect(&projects, &ProjectFiles::saved, this, &DocumentFiles::saved);
    connect(&projects, &ProjectFiles::openingProgressed, this, &DocumentFiles::readingProgressed);
    connect(&projects, &ProjectFiles::savingProgressed, this, &DocumentFiles::savingProgressed);
    connect(&projects, &ProjectFiles::ended, this, &DocumentFiles::readingEnded);
    connect(&projects, &ProjectFiles::settled, this, &DocumentFiles::goOnAfterSaving);
    connect(&projects, &ProjectFiles::saveAsWanted, this, &DocumentFiles::saveAs);
    connect(&projects, &ProjectFiles::fileSeen, this, [this](const QString& path) {
        savedAs_ = stampOf(path);
        lastFolder_ = QFileInfo(path).absolutePath();
    });
}

bool DocumentFiles::isProject() const
{
    return projects_ && projects_->isOpen();
}

bool DocumentFiles::needsPath() const
{
    return document_.path().isEmpty() || (isProject() && projects_->needsPath());
}

bool DocumentFiles::isSaving() const
{
    return saver_.isSaving() || (projects_ && projects_->isSaving());
}

void DocumentFiles::cancelSaving()
{
    saver_.cancel();
    if (projects_)
        projects_->cancel();
}

void DocumentFiles::goOnAfterSaving()
{
    if (const std::function<void()> waiting = std::exchange(afterSaving_, {}))
        waiting();
}

void DocumentFiles::newBoard()
{
    askAboutChanges([this] {
        cancelReading();
        document_.openBlank();
    });
}

void DocumentFiles::open()
{
    if (isAsking<QFileDialog>(*window_, "openDialog"))
        return;
    auto* dialog = new QFileDialog(window_, tr("Open scenario or project"), lastFolder_,
        tr("Scenarios and projects (*%1 *%2);;JSON files (*.json);;All files (*)").arg(kSuffix, kProjectSuffix));
    dialog->setObjectName("openDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &DocumentFiles::openPath);
    dialog->open();
}

void DocumentFiles::openPath(const QString& path)
{
    openPaths({path});
}

void DocumentFiles::openPaths(const QStringList& paths)
{
    QStringList traces;
    for (const QString& path : paths) {
        const FileKind kind = fileKind(path);
        if (kind == FileKind::Scenario)
            return askAboutChanges([this, path] { read(path); });
        if (kind == FileKind::Project && projects_)
            return projects_->open(QFileInfo(path).absoluteFilePath());
        if (kind == FileKind::Trace)
            traces.append(path);
    }
    if (!traces.isEmpty())
        Q_EMIT tracesChosen(traces);
    else if (!paths.isEmpty())
        Q_EMIT failed(tr("“%1” was not opened. There is no such file.").arg(nameOf(paths.first())));
}

void DocumentFiles::openUnsaved(ScenarioFile file, std::function<void()> afterwards)
{
    askAboutChanges([this, file = std::move(file), afterwards = std::move(afterwards)] {
        cancelReading();
        document_.open(file, {});
        document_.undoStack().resetClean();
        savedAs_ = {};
        afterwards();
    });
}

void DocumentFiles::read(const QString& path)
{
    readingName_ = nameOf(path);
    readOver_ = document_.scenario();
    reader_.read(path, [this, path](Result<ScenarioFile> result) { take(path, std::move(result)); });
}

void DocumentFiles::take(const QString& path, Result<ScenarioFile> result)
{
    if (saver_.isSaving()) {
        auto shared = std::make_shared<Result<ScenarioFile>>(std::move(result));
        afterSaving_ = [this, path, shared] { take(path, std::move(*shared)); };
        return;
    }
    Q_EMIT readingEnded();
    if (!result) {
        Q_EMIT failed(tr("“%1” was not opened. %2").arg(nameOf(path), errorText(result.error())));
        return;
    }
    // Whoever edits while a file is read is asked before the edits go.
    if (document_.isModified() && document_.scenario() != readOver_) {
        auto shared = std::make_shared<Result<ScenarioFile>>(std::move(result));
        askAboutChanges([this, path, shared] {
            readOver_ = document_.scenario();
            take(path, std::move(*shared));
        });
        return;
    }
    const QStringList traces = changedTraces(result.value().warnings);
    const auto warnings = static_cast<int>(result.value().warnings.size()) - static_cast<int>(traces.size());
    const bool isSample = path.startsWith(":/");
    // A sample is a starting point: saving it asks where to.
    document_.open(std::move(result).value(), isSample ? QString() : path);
    savedAs_ = stampOf(document_.path());
    if (isSample) {
        Q_EMIT sampleOpened();
        return;
    }
    lastFolder_ = QFileInfo(path).absolutePath();
    recent_.add(QFileInfo(path).absoluteFilePath());
    if (warnings > 0) {
        Q_EMIT noticed(warnings == 1
                ? tr("One thing in “%1” means nothing to Quotaboard. It stays in the file.").arg(nameOf(path))
                : tr("%1 things in “%2” mean nothing to Quotaboard. They stay in the file.")
                      .arg(QLocale().toString(warnings), nameOf(path)));
    }
    if (!traces.isEmpty())
        Q_EMIT noticed(tr("A trace is not the file that “%1” was written for: %2. Its jobs are what it holds now.")
                           .arg(nameOf(path), traces.join(QStringLiteral(", "))));
}

void DocumentFiles::cancelReading()
{
    if (projects_ && !projects_->isSaving())
        projects_->cancel();
    if (!reader_.isReading())
        return;
    reader_.cancel();
    Q_EMIT readingEnded();
}

void DocumentFiles::save()
{
    if (needsPath())
        saveAs();
    else if (savedAs_ != stampOf(document_.path()))
        askToOverwrite();
    else
        saveTo(document_.path());
}

/// Another program has written, or removed, the file since it was read.
void DocumentFiles::askToOverwrite()
{
    if (!QFileInfo::exists(document_.path())) {
        saveTo(document_.path());
        return;
    }
    if (isAsking<QMessageBox>(*window_, "askOverwrite"))
        return;
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Changed on disk"),
        tr("“%1” was changed by another program since it was opened.").arg(nameOf(document_.path())),
        QMessageBox::Cancel, window_);
    box->setObjectName("askOverwrite");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Overwriting loses the other program's changes."));
    QPushButton* as = box->addButton(tr("Save as…"), QMessageBox::AcceptRole);
    QPushButton* overwrite = box->addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
    connect(as, &QPushButton::clicked, this, &DocumentFiles::saveAs);
    connect(overwrite, &QPushButton::clicked, this, [this] { saveTo(document_.path()); });
    box->open();
}

void DocumentFiles::saveAs()
{
    askForPath([] {});
}

void DocumentFiles::saveTo(const QString& path, std::function<void()> afterwards)
{
    if (isSaving())
        return;
    if (projects_ && (projects_->isOpen() || isProjectPath(path)))
        return projects_->saveTo(path, std::move(afterwards));
    const auto finish
        = [this, path, afterwards = std::move(afterwards)](const Status& status, const SaveReport& report) {
              if (!status) {
                  Q_EMIT failed(tr("“%1” was not saved. %2").arg(nameOf(path), errorText(status.error())));
                  return;
              }
              takeSaved(path, report);
              if (afterwards)
                  afterwards();
          };
    if (!FileSaver::takesLong(document_.value())) {
        SaveReport report;
        const Status status = document_.save(path, &report);
        return finish(status, report);
    }
    savingName_ = nameOf(path);
    const ScenarioDocument::Snapshot snapshot = document_.snapshot();
    saver_.save(snapshot, path, [this, path, snapshot, finish](const Status& status, const SaveReport& report) {
        if (status)
            document_.noteSaved(path, snapshot);
        Q_EMIT savingEnded();
        finish(status, report);
        goOnAfterSaving();
    });
}

void DocumentFiles::takeSaved(const QString& path, const SaveReport& report)
{
    savedAs_ = stampOf(path);
    lastFolder_ = QFileInfo(path).absolutePath();
    recent_.add(QFileInfo(path).absoluteFilePath());
    Q_EMIT saved();
    if (report.changedTraces.empty())
        return;
    QStringList names;
    for (const std::string& file : report.changedTraces)
        names += nameOf(toQt(file));
    Q_EMIT noticed(tr("Saved with all jobs written out, because a trace is gone or was changed since it was read: %1")
                       .arg(names.join(QStringLiteral(", "))));
}

void DocumentFiles::askForPath(std::function<void()> afterwards)
{
    if (isAsking<QFileDialog>(*window_, "saveDialog"))
        return;
    const QString scenarios = tr("Scenarios (*%1)").arg(kSuffix);
    const QString projects = tr("Project (*%1)").arg(kProjectSuffix);
    const QString suffix = isProject() ? kProjectSuffix : kSuffix;
    auto* dialog = new QFileDialog(window_, isProject() ? tr("Save project as") : tr("Save scenario as"), lastFolder_,
        isProject() ? projects : scenarios + ";;" + projects);
    dialog->setObjectName("saveDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(suffix.mid(1));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, projects](const QString& filter) {
        dialog->setDefaultSuffix(QString(filter == projects ? kProjectSuffix : kSuffix).mid(1));
    });
    dialog->selectFile(needsPath() ? suggestedName(document_.displayName(), suffix) : document_.path());
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, afterwards = std::move(afterwards)](const QString& path) { saveTo(path, afterwards); });
    dialog->open();
}

void DocumentFiles::revert()
{
    if (document_.path().isEmpty() || !document_.isModified() || isSaving())
        return;
    if (isAsking<QMessageBox>(*window_, "askRevert"))
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Revert"),
        tr("Go back to “%1” as it was saved?").arg(nameOf(document_.path())), QMessageBox::Cancel, window_);
    box->setObjectName("askRevert");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("The changes since then cannot be brought back."));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton* revert = box->addButton(tr("Revert"), QMessageBox::DestructiveRole);
    connect(revert, &QPushButton::clicked, this, [this] {
        if (isProject())
            projects_->revert();
        else
            read(document_.path());
    });
    box->open();
}

void DocumentFiles::closeDocument()
{
    askAboutChanges([this] {
        cancelReading();
        document_.close();
    });
}

void DocumentFiles::askAboutChanges(std::function<void()> goOn)
{
    // Whether anything would be lost shows when it is saved.
    if (isSaving()) {
        afterSaving_ = [this, goOn = std::move(goOn)] { askAboutChanges(goOn); };
        return;
    }
    if (!document_.isModified()) {
        goOn();
        return;
    }
    if (isAsking<QFileDialog>(*window_, "saveDialog"))
        return;
    // Asked for twice, done once: what was asked for last.
    afterAsking_ = std::move(goOn);
    if (isAsking<QMessageBox>(*window_, "askChanges"))
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
        tr("Save the changes to “%1”?").arg(document_.displayName()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box->setObjectName("askChanges");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Without saving they are lost."));
    box->setDefaultButton(QMessageBox::Save);
    box->setEscapeButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::finished, this, [this](int button) {
        const std::function<void()> goOn = std::exchange(afterAsking_, {});
        if (button == QMessageBox::Discard) {
            if (projects_)
                projects_->discardEdits();
            goOn();
        } else if (button == QMessageBox::Save && needsPath())
            askForPath([this, goOn] { askAboutChanges(goOn); });
        else if (button == QMessageBox::Save)
            saveTo(document_.path(), [this, goOn] { askAboutChanges(goOn); });
    });
    box->open();
}

} // namespace quotaboard
