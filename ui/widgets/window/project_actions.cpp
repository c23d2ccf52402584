// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/project_actions.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/window/project_files.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace quotaboard {

namespace {

constexpr const char* kScenarioSuffix = ".scenario.json";

} // namespace

ProjectActions::ProjectActions(
    ProjectSession& session, ScenarioDocument& document, ProjectFiles& files, QWidget* window)
    : QObject(window)
    , newProject(make("actNewProject", tr("New pro&ject"), Qt::CTRL | Qt::ALT | Qt::Key_N))
    , importScenario(make("actProjectImport", tr("Import sc&enario file into project…"), {}))
    , exportScenario(make("actProjectExport", tr("E&xport scenario…"), {}))
    , addScenario(make("actScenarioAdd", tr("&New scenario in project"), {}))
    , duplicate(make("actScenarioDuplicate", tr("D&uplicate scenario"), Qt::CTRL | Qt::ALT | Qt::Key_D))
    , rename(make("actScenarioRename", tr("&Rename scenario…"), {}))
    , remove(make("actScenarioRemove", tr("Re&move scenario…"), {}))
    , earlier(make("actScenarioEarlier", tr("Move scenario &up the list"), {}))
    , later(make("actScenarioLater", tr("Move scenario &down the list"), {}))
    , baseline(make("actScenarioBaseline", tr("&Baseline of comparisons"), {}))
    , next(make("actScenarioNext", tr("Ne&xt scenario"), Qt::CTRL | Qt::ALT | Qt::Key_PageDown))
    , previous(make("actScenarioPrevious", tr("Pre&vious scenario"), Qt::CTRL | Qt::ALT | Qt::Key_PageUp))
    , session_(session)
    , document_(document)
    , window_(window)
{
    baseline->setCheckable(true);
    const auto on = [this](QAction* action, auto then) { connect(action, &QAction::triggered, this, then); };
    on(newProject, [&files] { files.newProject(); });
    on(importScenario, [this] { chooseImport(); });
    on(exportScenario, [this] { chooseExport(); });
    on(addScenario, [this] {
        const ScenarioFile blank = ScenarioDocument::blankFile();
        session_.addScenario(session_.uniqueName(toQt(blank.scenario->name)), blank);
    });
    on(duplicate, [this] {
        session_.duplicateScenario(
            session_.active(), session_.uniqueName(tr("%1 copy", "copy of a scenario").arg(activeName())));
    });
    on(rename, [this] {
        askForName("renameScenarioDialog", tr("Rename scenario"), activeName(),
            [this, id = session_.active()](const QString& name) { session_.renameScenario(id, name); });
    });
    on(remove, [this] { askToRemove(); });
    on(earlier, [this] { move(-1); });
    on(later, [this] { move(1); });
    on(baseline, [this](bool isOn) { session_.setBaseline(isOn ? std::optional(session_.active()) : std::nullopt); });
    on(next, [this] { step(1); });
    on(previous, [this] { step(-1); });
    for (const auto signal : {&ProjectSession::changed, &ProjectSession::scenariosChanged, &ProjectSession::closed})
        connect(&session_, signal, this, &ProjectActions::follow);
    connect(&document_, &ScenarioDocument::opened, this, &ProjectActions::follow);
    follow();
}

QAction* ProjectActions::make(const char* name, const QString& text, const QKeySequence& key)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    return action;
}

void ProjectActions::addTo(QMenu& menu) const
{
    menu.addActions({previous, next});
    menu.addSeparator();
    menu.addActions({addScenario, duplicate, rename, remove});
    menu.addSeparator();
    menu.addActions({earlier, later, baseline});
}

QString ProjectActions::activeName() const
{
    const ScenarioEntry* entry = session_.entryOf(session_.active());
    return entry ? toQt(entry->name) : QString();
}

std::ptrdiff_t ProjectActions::activePosition() const
{
    const ScenarioEntry* entry = session_.entryOf(session_.active());
    return entry ? entry - session_.scenarios().data() : -1;
}

void ProjectActions::follow()
{
    const std::ptrdiff_t at = activePosition();
    const auto count = static_cast<std::ptrdiff_t>(session_.scenarios().size());
    const bool canChange = session_.isOpen() && !session_.isReadOnly();
    const bool isShown = canChange && at >= 0;
    importScenario->setEnabled(canChange);
    exportScenario->setEnabled(session_.isOpen());
    addScenario->setEnabled(canChange);
    for (QAction* action : {duplicate, rename, baseline})
        action->setEnabled(isShown);
    remove->setEnabled(isShown && count > 1);
    earlier->setEnabled(isShown && at > 0);
    later->setEnabled(isShown && at + 1 < count);
    next->setEnabled(session_.isOpen() && count > 1);
    previous->setEnabled(session_.isOpen() && count > 1);
    const ScenarioEntry* entry = session_.entryOf(session_.active());
    baseline->setChecked(entry && entry->isBaseline);
}

/// Around the end to the other one.
void ProjectActions::step(int by)
{
    const auto count = static_cast<std::ptrdiff_t>(session_.scenarios().size());
    if (count < 2)
        return;
    const std::ptrdiff_t to = (activePosition() + by + count) % count;
    session_.switchTo(session_.scenarios()[static_cast<std::size_t>(to)].id);
}

void ProjectActions::move(int by)
{
    session_.moveScenario(session_.active(), activePosition() + by);
}

void ProjectActions::askForName(
    const char* objectName, const QString& title, const QString& name, const std::function<void(QString)>& then)
{
    auto* dialog = new QInputDialog(window_);
    dialog->setObjectName(objectName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(tr("Name in this project"));
    dialog->setInputMode(QInputDialog::TextInput);
    dialog->setTextValue(name);
    connect(dialog, &QInputDialog::textValueSelected, this, [name, then](const QString& chosen) {
        if (!chosen.trimmed().isEmpty() && chosen.trimmed() != name)
            then(chosen.trimmed());
    });
    dialog->open();
}

void ProjectActions::askToRemove()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Remove scenario"),
        tr("Remove “%1” from the project?").arg(activeName()), QMessageBox::Cancel, window_);
    box->setTextFormat(Qt::PlainText);
    box->setObjectName("askRemoveScenario");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Its runs, notes and bookmarks go with it. This cannot be undone; the change record keeps "
           "what it says of it."));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton* remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, this, [this, id = session_.active(), name = activeName()] {
        session_.removeScenario(id);
        Q_EMIT statusMessage(tr("Removed “%1” from the project").arg(name));
    });
    box->open();
}

void ProjectActions::chooseImport()
{
    auto* dialog
        = new QFileDialog(window_, tr("Import scenario file into project"), QFileInfo(session_.path()).absolutePath(),
            tr("Scenarios (*%1);;JSON files (*.json);;All files (*)").arg(kScenarioSuffix));
    dialog->setObjectName("importScenarioDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        reader_.read(path, [this, path](Result<ScenarioFile> result) {
            const QString file = QFileInfo(path).fileName();
            if (!result)
                return Q_EMIT failed(tr("“%1” was not imported. %2").arg(file, errorText(result.error())));
            const QString name = toQt(result.value().scenario->name);
            session_.addScenario(session_.uniqueName(name.isEmpty() ? file : name), result.value());
            Q_EMIT statusMessage(tr("Imported “%1” into the project").arg(file));
        });
    });
    dialog->open();
}

void ProjectActions::chooseExport()
{
    auto* dialog = new QFileDialog(window_, tr("Export scenario"), QFileInfo(session_.path()).absolutePath(),
        tr("Scenarios (*%1)").arg(kScenarioSuffix));
    dialog->setObjectName("exportScenarioDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QString(kScenarioSuffix).mid(1));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (saver_.isSaving())
            return;
        saver_.save(document_.snapshot(), path, [this, path](const Status& status, const SaveReport&) {
            const QString file = QFileInfo(path).fileName();
            if (status)
                Q_EMIT statusMessage(tr("Exported to “%1”").arg(file));
            else
                Q_EMIT failed(tr("“%1” was not exported. %2").arg(file, errorText(status.error())));
        });
    });
    dialog->open();
}

} // namespace quotaboard
