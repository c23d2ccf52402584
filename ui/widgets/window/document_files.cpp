// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/document_files.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/widgets/window/file_kind.h"
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
QString suggestedName(const QString& title)
{
    QString name = title;
    name.replace(QRegularExpression(R"([^\w\- ]+)"), QString());
    return (name.trimmed().isEmpty() ? QStringLiteral("scenario") : name.trimmed()) + kSuffix;
}

std::pair<QDateTime, qint64> stampOf(const QString& path)
{
    const QFileInfo info(path);
    return path.isEmpty() || !info.exists() ? std::pair<QDateTime, qint64>()
                                            : std::pair(info.lastModified(), info.size());
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
    auto* dialog = new QFileDialog(window_, tr("Open scenario"), lastFolder_,
        tr("Scenarios (*%1);;JSON files (*.json);;All files (*)").arg(kSuffix));
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
    const auto warnings = static_cast<int>(result.value().warnings.size());
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
}

void DocumentFiles::cancelReading()
{
    if (!reader_.isReading())
        return;
    reader_.cancel();
    Q_EMIT readingEnded();
}

void DocumentFiles::save()
{
    if (document_.path().isEmpty())
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

bool DocumentFiles::saveTo(const QString& path)
{
    if (const Status status = document_.save(path); !status) {
        Q_EMIT failed(tr("“%1” was not saved. %2").arg(nameOf(path), errorText(status.error())));
        return false;
    }
    savedAs_ = stampOf(path);
    lastFolder_ = QFileInfo(path).absolutePath();
    recent_.add(QFileInfo(path).absoluteFilePath());
    Q_EMIT saved();
    return true;
}

void DocumentFiles::askForPath(std::function<void()> afterwards)
{
    if (isAsking<QFileDialog>(*window_, "saveDialog"))
        return;
    auto* dialog = new QFileDialog(window_, tr("Save scenario as"), lastFolder_, tr("Scenarios (*%1)").arg(kSuffix));
    dialog->setObjectName("saveDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QString(kSuffix).mid(1));
    dialog->selectFile(document_.path().isEmpty() ? suggestedName(document_.displayName()) : document_.path());
    connect(dialog, &QFileDialog::fileSelected, this, [this, afterwards = std::move(afterwards)](const QString& path) {
        if (saveTo(path))
            afterwards();
    });
    dialog->open();
}

void DocumentFiles::revert()
{
    if (document_.path().isEmpty() || !document_.isModified())
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
    connect(revert, &QPushButton::clicked, this, [this] { read(document_.path()); });
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
        if (button == QMessageBox::Discard)
            goOn();
        else if (button == QMessageBox::Save && document_.path().isEmpty())
            askForPath(goOn);
        else if (button == QMessageBox::Save && saveTo(document_.path()))
            goOn();
    });
    box->open();
}

} // namespace quotaboard
