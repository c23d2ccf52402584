// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_actions.h"

#include "ui/logic/document/scenario_document.h"
#include "ui/widgets/style/theme.h"

namespace quotaboard {

QString toolTipOf(const QString& text, const QKeySequence& key)
{
    if (key.isEmpty())
        return text;
    return MainActions::tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText));
}

MainActions::MainActions(ScenarioDocument& document, const Theme& theme, QObject* parent)
    : QObject(parent)
    , newBoard(make("actNew", tr("&New board"), {QKeySequence::New}))
    , open(make("actOpen", tr("&Open…"), {QKeySequence::Open}))
    , importTrace(make("actImport", tr("&Import trace…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_O}))
    , save(make("actSave", tr("&Save"), {QKeySequence::Save}))
    , saveAs(make("actSaveAs", tr("Save &as…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S}))
    , revert(make("actRevert", tr("&Revert to saved"), {Qt::CTRL | Qt::ALT | Qt::Key_Z}))
    , close(make("actClose", tr("&Close"), {Qt::CTRL | Qt::Key_W}))
    , quit(make("actQuit", tr("&Quit"), {Qt::CTRL | Qt::Key_Q}))
    , undo(document.undoStack().createUndoAction(this, tr("&Undo")))
    , redo(document.undoStack().createRedoAction(this, tr("&Redo")))
    , find(make("actFind", tr("&Find job or share"), {QKeySequence::Find}))
    , preferences(make("actPreferences", tr("&Preferences…"), {Qt::CTRL | Qt::Key_Comma}))
    , nextPane(make("actNextPane", tr("&Next pane"), {Qt::Key_F6}))
    , previousPane(make("actPreviousPane", tr("&Previous pane"), {Qt::SHIFT | Qt::Key_F6}))
    , resetLayout(make("actResetLayout", tr("&Reset layout"), {Qt::CTRL | Qt::ALT | Qt::Key_0}))
    , fullScreen(make("actFullScreen", tr("&Full screen"), {Qt::Key_F11}))
    , pauseAtPreemption(
          make("actPauseAtPreemption", tr("Pause at every pree&mption"), {Qt::CTRL | Qt::ALT | Qt::Key_B}))
    , guardLoops(make("actGuardLoops", tr("Pa&use at preemption loops"), {Qt::CTRL | Qt::ALT | Qt::Key_G}))
    , shortcuts(make("actShortcuts", tr("&Keyboard shortcuts"), {Qt::CTRL | Qt::Key_Question}))
    , showHints(make("actShowHints", tr("Show &hints again"), {}))
    , about(make("actAbout", tr("&About Quotaboard"), {Qt::SHIFT | Qt::Key_F1}))
    , document_(document)
{
    undo->setObjectName("actUndo");
    undo->setShortcut(QKeySequence::Undo);
    redo->setObjectName("actRedo");
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    fullScreen->setCheckable(true);
    pauseAtPreemption->setCheckable(true);
    guardLoops->setCheckable(true);
    guardLoops->setChecked(true);
    guardLoops->setToolTip(tr("A job was preempted three times in a row without durable progress between"));
    quit->setMenuRole(QAction::QuitRole);
    preferences->setMenuRole(QAction::PreferencesRole);
    about->setMenuRole(QAction::AboutRole);
    dress(newBoard, "new", tr("New"), theme);
    dress(open, "open", tr("Open"), theme);
    dress(save, "save", tr("Save"), theme);
    dress(undo, "undo", {}, theme);
    dress(redo, "redo", {}, theme);

    connect(&document_, &ScenarioDocument::titleChanged, this, &MainActions::followDocument);
    connect(&document_, &ScenarioDocument::opened, this, &MainActions::followDocument);
    followDocument();
}

QAction* MainActions::make(const char* name, const QString& text, const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    return action;
}

void MainActions::dress(QAction* action, const QString& icon, const QString& shortText, const Theme& theme)
{
    action->setIcon(theme.icon(icon));
    action->setIconVisibleInMenu(false);
    if (!shortText.isEmpty())
        action->setIconText(shortText);
    if (!shortText.isEmpty())
        action->setToolTip(toolTipOf(shortText, action->shortcut()));
}

void MainActions::followDocument()
{
    const bool isOpen = document_.isOpen();
    save->setEnabled(isOpen && (document_.isModified() || document_.path().isEmpty()));
    revert->setEnabled(document_.isModified() && !document_.path().isEmpty());
    for (QAction* action : {saveAs, close, find, pauseAtPreemption, guardLoops, resetLayout, nextPane, previousPane})
        action->setEnabled(isOpen);
}

} // namespace quotaboard
