// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/models/board_tree_model.h"
#include "ui/widgets/board/board_commands.h"

#include <QTreeView>

namespace quotaboard {

/// The board as a plain list, for everyone who prefers one: the same state, the same keys and menus, no pictures.
class BoardList : public QTreeView {
    Q_OBJECT

public:
    BoardList(const BoardContent& content, BoardActions& actions, BoardSelection& selection, QWidget* parent = nullptr);

    [[nodiscard]] BoardPart current() const;
    void setCurrent(const BoardPart& part);
    [[nodiscard]] BoardCommands& commands() { return commands_; }
    [[nodiscard]] const BoardTreeModel& treeModel() const { return model_; }
    /// The list is only kept up to date while it is in view.
    void refresh();

Q_SIGNALS:
    void currentChangedTo(const quotaboard::BoardPart& part);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void askName(ShareIndex share);
    bool selectionKey(const QKeyEvent& event);
    void extendSelection(bool isForward);
    /// The same part in the scenario that is shown now, which may have other indices.
    [[nodiscard]] BoardPart translated(BoardPart part) const;

    const BoardContent& content_;
    BoardActions& actions_;
    BoardSelection& selection_;
    BoardTreeModel model_;
    BoardCommands commands_;
    /// The scenario that the rows are of.
    std::shared_ptr<const Scenario> indexedBy_;
    bool isRefreshing_ = false;
    /// Where Shift+arrows extend from.
    JobIndex anchor_;
    /// The job that has the focus while the board shows no jobs because the run is being made.
    BoardPart held_;
};

} // namespace quotaboard
