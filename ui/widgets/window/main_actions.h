// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>

namespace quotaboard {

class ScenarioDocument;
class Theme;

/// The window's own actions with words, keys and icons (those of the transport and of the pages are theirs). Whoever
/// owns them connects them.
class MainActions : public QObject {
    Q_OBJECT

public:
    MainActions(ScenarioDocument& document, const Theme& theme, QObject* parent);

    QAction* const newBoard;
    QAction* const open;
    QAction* const importTrace;
    QAction* const save;
    QAction* const saveAs;
    QAction* const revert;
    QAction* const close;
    QAction* const quit;
    QAction* const undo;
    QAction* const redo;
    QAction* const find;
    QAction* const preferences;
    QAction* const nextPane;
    QAction* const previousPane;
    QAction* const resetLayout;
    QAction* const fullScreen;
    QAction* const pauseAtPreemption;
    QAction* const guardLoops;
    QAction* const shortcuts;
    QAction* const showHints;
    QAction* const about;

private:
    QAction* make(const char* name, const QString& text, const QList<QKeySequence>& keys);
    void dress(QAction* action, const QString& icon, const QString& shortText, const Theme& theme);
    void followDocument();

    ScenarioDocument& document_;
};

/// "Save (Ctrl+S)".
[[nodiscard]] QString toolTipOf(const QString& text, const QKeySequence& key);

} // namespace quotaboard
