// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_actions.h"
#include "ui/widgets/board/board_gestures.h"

#include <QObject>
#include <QPoint>
#include <QString>

#include <functional>
#include <optional>

class QKeyEvent;
class QMenu;
class QWidget;

namespace quotaboard {

class BoardSelection;

/// What keys and menus can do to a part of the board.
enum class BoardCommand {
    Edit,
    Rename,
    AddShare,
    AddUnit,
    NewJob,
    Delete,
    MoveTo,
    CutJob,
    PasteJob,
    PriorityUp,
    PriorityDown,
    PriorityPlus,
    PriorityMinus,
    LimitUp,
    LimitDown,
    BorrowUp,
    BorrowDown,
    GiveNext,
    GivePrevious,
    LaneUp,
    LaneDown,
};

/// Whether a command means something for a part.
[[nodiscard]] bool appliesTo(BoardCommand command, const BoardPart& part);

/// The keyboard and menu ways of every gesture, shared by the board and its list view: which key means what for which
/// part, the context menus, and the small dialogs that ask for a number or a name. Nothing blocks: dialogs and menus
/// are shown and answer later.
class BoardCommands : public QObject {
    Q_OBJECT

public:
    BoardCommands(BoardActions& actions, const BoardContent& content, BoardSelection& selection, QWidget* host);

    /// The command of a key, for the part that has the focus.
    [[nodiscard]] std::optional<BoardCommand> commandOf(const QKeyEvent& event, const BoardPart& part) const;
    void run(BoardCommand command, const BoardPart& part, const QPoint& popupAt);
    /// Adds something new: a share at the end, a unit or job to the share of the part.
    void addNew(const NewThing& thing, const BoardPart& part);
    void removeShare(ShareIndex share) { deleteShare(share); }
    void askPriorityOf(JobIndex job) { askPriority(job); }
    /// A digit typed on a segment: how many instances the next move of capacity takes.
    bool typeDigit(int digit, const BoardPart& part);
    void forgetDigits() { typed_ = 0; }
    void forgetCut()
    {
        cut_.clear();
        cutFrom_.reset();
    }

    void fillMenu(QMenu& menu, const BoardPart& part, const QPoint& popupAt);
    void popupMenu(const BoardPart& part, const QPoint& at);

Q_SIGNALS:
    void renameRequested(quotaboard::ShareIndex share);
    /// The name that a share just added has; it can be edited once its lane is there.
    void shareAdded(const QString& name);
    void explainRequested(quotaboard::JobIndex job);
    void statusMessage(const QString& text);

private:
    void edit(const BoardPart& part, const QPoint& popupAt);
    void popupToAdd(BoardCommand command, const BoardPart& part, const QPoint& popupAt);
    void paste(ShareIndex share);
    void step(BoardCommand command, const BoardPart& part);
    void fillLaneMenu(QMenu& menu, ShareIndex share, const QPoint& popupAt);
    void fillLedgerMenu(QMenu& menu, const BoardPart& part);
    void fillJobMenu(QMenu& menu, const BoardPart& part);
    void fillStrategies(QMenu& menu, ShareIndex share);
    void fillBorrowLimits(QMenu& menu, ShareIndex share);
    void fillShares(QMenu& menu, ShareIndex except, const std::function<Proposal(ShareIndex)>& propose);
    void fillUnits(QMenu& menu, ShareIndex share);
    void fillTemplates(QMenu& menu, std::optional<int> position);
    /// A checkable or plain entry that commits a proposal; disabled with the reason when it may not be done.
    void addProposal(QMenu& menu, const QString& text, const std::function<Proposal()>& propose);
    void moveTo(const BoardPart& part, const QPoint& popupAt);
    void askNumber(const QString& title, const QString& label, int value, int least, int most,
        const std::function<void(int)>& then);
    void askLimit(const BoardPart& part);
    void askPriority(JobIndex job);
    void askUnit(ShareIndex share);
    void cut(const BoardPart& part);
    void fillManyMenu(QMenu& menu, const BoardPart& part);
    void askCapacity(const BoardPart& part, ShareIndex to);
    void askJob(ShareIndex share);
    void deleteShare(ShareIndex share);
    void changePlace(const BoardPart& part, int by);
    void give(const BoardPart& part, int direction);
    [[nodiscard]] UnitIndex unitOf(const BoardPart& part) const;

    BoardActions& actions_;
    const BoardContent& content_;
    BoardSelection& selection_;
    QWidget* host_;
    /// The jobs that are cut, and the scenario in which they have these indices.
    std::vector<JobIndex> cut_;
    std::shared_ptr<const Scenario> cutFrom_;
    std::int64_t typed_ = 0;
};

} // namespace quotaboard
