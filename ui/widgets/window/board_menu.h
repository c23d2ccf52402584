// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_commands.h"

#include <QAction>
#include <QHash>
#include <QObject>

class QMenu;

namespace quotaboard {

class BoardPage;

/// What can be done on the board, as menu entries for the part that has the focus there. Their keys stand beside them
/// and are heard by the board itself, so that they never reach a text field.
class BoardMenu : public QObject {
    Q_OBJECT

public:
    BoardMenu(BoardPage& board, QObject* parent);

    void addToEdit(QMenu& menu);
    void addToScenario(QMenu& menu);
    /// List or lanes, and how tall the lanes are.
    void addToView(QMenu& menu);

    /// Marks the height of lanes that is in force.
    void showDensity(BoardDensity density);

    /// Real shortcuts, for View and Simulate.
    QAction* const asList;
    QAction* const fromNow;
    QAction* const previewsDrags;

Q_SIGNALS:
    /// Invalid when nothing waits where the focus is.
    void explainWanted(quotaboard::JobIndex job);
    void densityWanted(quotaboard::BoardDensity density);

private:
    QAction* add(QMenu& menu, BoardCommand command, const QString& text, const QKeySequence& key);
    void run(BoardCommand command);

    BoardPage& board_;
    QHash<BoardDensity, QAction*> densities_;
};

} // namespace quotaboard
