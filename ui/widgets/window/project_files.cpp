// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/project_files.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/window/project_banner.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/recovered_list.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace quotaboard {

namespace {

QString joined(const std::vector<std::string>& names)
{
    QStringList list;
    for (const std::string& name : names)
        list += toQt(name);
    return list.join(QStringLiteral(", "));
}

} // namespace

bool isProjectPath(const QString& path)
{
    return path.endsWith(QLatin1String(kProjectSuffix), Qt::CaseInsensitive);
}

ProjectFiles::ProjectFiles(
    ProjectSession& session, ScenarioDocument& document, RecentFiles& recent, ProjectBanner& banner, QWidget* window)
    : QObject(window)
    , session_(session)
    , document_(document)
    , recent_(recent)
    , banner_(banner)
    , window_(window)
    , askFirst_([](const std::function<void()>& goOn) { goOn(); })
{
    connectSession();
}

void ProjectFiles::connectSession()
{
    connect(&session_, &ProjectSession::ready, this, &ProjectFiles::takeReady);
    connect(&session_, &ProjectSession::opened, this, &ProjectFiles::takeOpened);
    connect(&session_, &ProjectSession::closed, &banner_, &ProjectBanner::dismiss);
    connect(&session_, &ProjectSession::saved, this, &ProjectFiles::takeSaved);
    connect(&session_, &ProjectSession::failed, this, &ProjectFiles::tellFailure);
    connect(&session_, &ProjectSession::lockedByOther, this, &ProjectFiles::tellLocked);
    connect(&session_, &ProjectSession::damaged, this, &ProjectFiles::tellDamaged);
    connect(&session_, &ProjectSession::salvaged, this, &ProjectFiles::tellSalvaged);
    connect(&session_, &ProjectSession::progressed, this, [this](double part) {
        isProgressShown_ = true;
        if (session_.isSaving())
            Q_EMIT savingProgressed(busyName_, part);
        else
            Q_EMIT openingProgressed(busyName_, part);
    });
    connect(&session_, &ProjectSession::ended, this, [this] {
        if (std::exchange(isProgressShown_, false))
            Q_EMIT ended();
    });
    connect(&session_, &ProjectSession::recordingFailed, this, [this](const Error& error) {
        banner_.present(MessageBar::Kind::Error,
            tr("Edits cannot be kept for recovery at the moment. %1. It is tried again every few seconds; saving "
               "elsewhere keeps them.")
                .arg(errorText(error)),
            {{"projectSaveCopy", tr("Save a copy…"), [this] { Q_EMIT saveAsWanted(); }}}, true);
    });
    connect(&session_, &ProjectSession::recordingResumed, this, [this] {
        banner_.dismiss();
        tellState();
        Q_EMIT noticed(tr("All edits are kept for recovery again."));
    });
}

QString ProjectFiles::nameOfWork(const QString& path) const
{
    return path.isEmpty() ? tr("New project") : QFileInfo(path).fileName();
}

void ProjectFiles::newProject()
{
    askFirst_([this] {
        openedOver_ = document_.scenario();
        busyName_ = nameOfWork({});
        session_.newProject();
    });
}

void ProjectFiles::open(const QString& path)
{
    const QString canonical = QFileInfo(path).canonicalFilePath();
    if (session_.isOpen() && !session_.isReadOnly() && !canonical.isEmpty()
        && canonical == QFileInfo(session_.path()).canonicalFilePath()) {
        Q_EMIT noticed(tr("“%1” is open in this window.").arg(nameOfWork(path)));
        return;
    }
    askFirst_([this, path] {
        openedOver_ = document_.scenario();
        busyName_ = nameOfWork(path);
        session_.open(path);
    });
}

void ProjectFiles::openReadOnly(const QString& path)
{
    askFirst_([this, path] {
        openedOver_ = document_.scenario();
        busyName_ = nameOfWork(path);
        session_.open(path, true);
    });
}

void ProjectFiles::revert()
{
    const QString path = session_.path();
    session_.discardEdits();
    // It lets go of the file, so that it can be opened once more.
    session_.close();
    openedOver_ = document_.scenario();
    busyName_ = nameOfWork(path);
    session_.open(path);
}

void ProjectFiles::openRecovered(const RecoveredProject& recovered)
{
    askFirst_([this, recovered] {
        openedOver_ = document_.scenario();
        busyName_ = titleOf(recovered);
        session_.openRecovered(recovered);
    });
}

void ProjectFiles::salvageRecovered(const RecoveredProject& recovered)
{
    askFirst_([this, recovered] {
        openedOver_ = document_.scenario();
        busyName_ = titleOf(recovered);
        salvaging_ = titleOf(recovered);
        session_.salvage(toQt(recovered.workingCopy()));
    });
}

void ProjectFiles::discardRecovered(const RecoveredProject& recovered)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Discard recovered work"),
        recovered.path.empty() ? tr("Discard the work that was never saved?")
                               : tr("Discard the recovered work of “%1”?").arg(titleOf(recovered)),
        QMessageBox::Cancel, window_);
    box->setTextFormat(Qt::PlainText);
    box->setObjectName("askDiscardRecovered");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("It cannot be brought back. A saved file stays as it is."));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton* discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    connect(discard, &QPushButton::clicked, this, [this, recovered] { session_.discardRecovered(recovered); });
    box->open();
}

void ProjectFiles::saveTo(const QString& path, std::function<void()> afterwards)
{
    if (session_.isBusy())
        return;
    afterSaving_ = std::move(afterwards);
    busyName_ = nameOfWork(path);
    if (!session_.isOpen()) {
        openedOver_ = document_.scenario();
        session_.newProjectOfDocument(path);
    } else if (path == session_.path() && !session_.isReadOnly()) {
        session_.save();
    } else {
        session_.saveAs(path);
    }
}

void ProjectFiles::takeReady()
{
    // Whoever edits while a file is opened is asked before the edits go.
    const bool isEdited = document_.isModified() && document_.scenario() != openedOver_;
    if (!isEdited || session_.isShownAlready())
        session_.enter();
    else
        askFirst_([this] { session_.enter(); });
}

void ProjectFiles::takeOpened()
{
    tellState();
    if (session_.path().isEmpty())
        return;
    recent_.add(QFileInfo(session_.path()).absoluteFilePath());
    Q_EMIT fileSeen(session_.path());
}

void ProjectFiles::takeSaved(const QString& path)
{
    recent_.add(QFileInfo(path).absoluteFilePath());
    Q_EMIT fileSeen(path);
    Q_EMIT saved();
    banner_.dismiss();
    tellState();
    if (const std::function<void()> goOn = std::exchange(afterSaving_, {}))
        goOn();
    Q_EMIT settled();
}

void ProjectFiles::tellFailure(ProjectSession::Task task, const QString& path, const Error& error)
{
    const QString name = nameOfWork(path);
    const QString why = errorText(error);
    if (task == ProjectSession::Task::Save)
        afterSaving_ = {};
    switch (task) {
    case ProjectSession::Task::Save:
        Q_EMIT failed(tr("“%1” was not saved. %2").arg(name, why));
        Q_EMIT settled();
        break;
    case ProjectSession::Task::Change:
        Q_EMIT failed(tr("The project was not changed. %1").arg(why));
        break;
    case ProjectSession::Task::Switch:
        Q_EMIT failed(tr("The scenario cannot be shown. %1").arg(why));
        break;
    case ProjectSession::Task::Discard:
        Q_EMIT failed(tr("The recovered work was not discarded. %1").arg(why));
        break;
    case ProjectSession::Task::Open:
    case ProjectSession::Task::Recover:
    case ProjectSession::Task::Salvage:
        Q_EMIT failed(tr("“%1” was not opened. %2").arg(name, why));
        break;
    }
}

void ProjectFiles::tellLocked(const QString& path, const Error& error)
{
    banner_.present(MessageBar::Kind::Warning, tr("“%1” was not opened. %2").arg(nameOfWork(path), errorText(error)),
        {{"projectOpenReadOnly", tr("Open read-only"), [this, path] { openReadOnly(path); }}});
}

void ProjectFiles::tellDamaged(const QString& path, const Error& error)
{
    banner_.present(MessageBar::Kind::Error, tr("“%1” was not opened. %2").arg(nameOfWork(path), errorText(error)),
        {{"projectSalvage", tr("Open what can be read"), [this, path] {
              askFirst_([this, path] {
                  openedOver_ = document_.scenario();
                  busyName_ = nameOfWork(path);
                  session_.salvage(path);
              });
          }}});
}

void ProjectFiles::tellSalvaged(const QString& path, const SalvageReport& report)
{
    const QString name = salvaging_.isEmpty() ? nameOfWork(path) : std::exchange(salvaging_, {});
    QStringList words{tr("This is what can be read of “%1”; the damaged file was left as it is.").arg(name)};
    words += report.scenarios.empty() ? tr("No scenario could be read.")
                                      : tr("Scenarios read: %1.").arg(joined(report.scenarios));
    if (!report.lostScenarios.empty())
        words += tr("Scenarios lost: %1.").arg(joined(report.lostScenarios));
    words += report.firstBrokenChange ? tr("The change record is whole up to row %1.")
                                            .arg(QLocale().toString(qlonglong(*report.firstBrokenChange - 1)))
                                      : tr("The change record is whole.");
    if (report.lostRuns > 0)
        words += tr("Runs that were not kept and can be made again: %1.")
                     .arg(QLocale().toString(static_cast<qlonglong>(report.lostRuns)));
    banner_.present(MessageBar::Kind::Warning, words.join(' '),
        {{"projectSaveCopy", tr("Save a copy…"), [this] { Q_EMIT saveAsWanted(); }}});
}

void ProjectFiles::tellState()
{
    const ProjectFacts& facts = session_.facts();
    if (facts.findings.newerVersion > 0) {
        const QString unknown = joined(facts.findings.unknownParts);
        banner_.present(MessageBar::Kind::Warning,
            unknown.isEmpty()
                ? tr("This project was written by a newer version of Quotaboard. It can be looked at, not changed.")
                : tr("This project was written by a newer version of Quotaboard. It can be looked at, not changed. Not "
                     "shown because this version does not know it: %1")
                      .arg(unknown),
            {{"projectExport", tr("Export scenario…"), [this] { Q_EMIT exportWanted(); }}}, true);
    } else if (facts.readOnly) {
        banner_.present(MessageBar::Kind::Info,
            tr("This project is open for reading only. What you change here can be saved as a copy."),
            {{"projectSaveCopy", tr("Save a copy…"), [this] { Q_EMIT saveAsWanted(); }}}, true);
    } else if (!facts.findings.changedContent.empty()) {
        banner_.present(MessageBar::Kind::Warning,
            tr("Parts of this project are not what Quotaboard saved: another program changed them, or they are "
               "damaged: %1")
                .arg(joined(facts.findings.changedContent)),
            {});
    }
}

} // namespace quotaboard
