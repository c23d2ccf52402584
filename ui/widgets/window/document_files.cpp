// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/document_files.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
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

bool isScenarioName(const QString& path)
{
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
}

/// A file name that every system takes.
QString suggestedName(const QString& title)
{
    QString name = title;
    name.replace(QRegularExpression(R"([^\w\- ]+)"), QString());
    return (name.trimmed().isEmpty() ? QStringLiteral("scenario") : name.trimmed()) + kSuffix;
}

/// What to do with a trace; for what is called otherwise than a scenario file.
QString importHint(const QString& path)
{
    const QString name = nameOf(path);
    // "trace.csv.gz" becomes "trace".
    return DocumentFiles::tr("From a job trace make one with: quotaboard-cli import %1 -o %2")
        .arg(name.contains(' ') ? '"' + name + '"' : name, suggestedName(QFileInfo(path).baseName()).replace(' ', '-'));
}

std::pair<QDateTime, qint64> stampOf(const QString& path)
{
    const QFileInfo info(path);
    return path.isEmpty() || !info.exists() ? std::pair<QDateTime, qint64>()
                                            : std::pair(info.lastModified(), info.size());
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
    askAboutChanges([this, path] { read(path); });
}

void DocumentFiles::openPaths(const QStringList& paths)
{
    for (const QString& path : paths) {
        if (isScenarioName(path))
            return openPath(path);
    }
    if (!paths.isEmpty())
        Q_EMIT failed(tr("“%1” is not a scenario file (*%2), so it was not opened. %3")
                          .arg(nameOf(paths.first()), kSuffix, importHint(paths.first())));
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
        QString text = tr("“%1” was not opened. %2").arg(nameOf(path), errorText(result.error()));
        if (!isScenarioName(path) && QFileInfo::exists(path))
            text += ' ' + importHint(path);
        Q_EMIT failed(text);
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
    if (isSample)
        return;
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
    auto* box = new QMessageBox(QMessageBox::Question, tr("Revert"),
        tr("Go back to “%1” as it was saved?").arg(nameOf(document_.path())), QMessageBox::Cancel, window_);
    box->setObjectName("askRevert");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("The changes since then cannot be brought back."));
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
    auto* box = new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
        tr("Save the changes to “%1”?").arg(document_.displayName()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box->setObjectName("askChanges");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Without saving they are lost."));
    box->setDefaultButton(QMessageBox::Save);
    box->setEscapeButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::finished, this, [this, goOn = std::move(goOn)](int button) {
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
