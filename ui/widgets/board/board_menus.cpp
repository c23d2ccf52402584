// SPDX-License-Identifier: Apache-2.0
// The context menus of the board.
#include "ui/widgets/board/board_commands.h"

#include "ui/widgets/board/board_selection.h"

#include <QActionGroup>
#include <QMenu>
#include <QWidget>

namespace quotaboard {

void BoardCommands::addProposal(QMenu& menu, const QString& text, const std::function<Proposal()>& propose)
{
    menu.addAction(text, this, [this, propose] { actions_.commit(propose()); });
}

void BoardCommands::fillStrategies(QMenu& menu, ShareIndex share)
{
    auto* group = new QActionGroup(&menu);
    const SharingStrategy now = actions_.sharing(share).strategy;
    const std::pair<SharingStrategy, QString> entries[]{
        {SharingStrategy::Reserve, tr("Reserve: idle capacity stays its own")},
        {SharingStrategy::Lend, tr("Lend: others may use what is idle")},
        {SharingStrategy::LendAndBorrow, tr("Lend and borrow: and it may use what others leave idle")}};
    for (const auto& [strategy, text] : entries) {
        QAction* action = menu.addAction(text, this,
            [this, share, strategy = strategy] { actions_.commit(actions_.proposeStrategy(share, strategy)); });
        action->setCheckable(true);
        action->setChecked(strategy == now);
        group->addAction(action);
    }
}

void BoardCommands::fillBorrowLimits(QMenu& menu, ShareIndex share)
{
    const ResourceSharing now = actions_.sharing(share);
    for (int percent : {0, 25, 50, 100, 150, 200}) {
        QAction* action = menu.addAction(tr("%L1 %").arg(percent), this,
            [this, share, percent] { actions_.commit(actions_.proposeBorrow(share, percent)); });
        action->setCheckable(true);
        action->setChecked(!now.borrowsWithoutLimit() && now.borrowLimit == percent);
    }
    QAction* unlimited = menu.addAction(
        tr("Unlimited"), this, [this, share] { actions_.commit(actions_.proposeBorrow(share, std::nullopt)); });
    unlimited->setCheckable(true);
    unlimited->setChecked(now.borrowsWithoutLimit());
    menu.addSeparator();
    menu.addAction(tr("Other…"), this, [this, share, now] {
        askNumber(tr("Borrow limit"), tr("Borrow limit of %1 in percent of its limit:").arg(content_.shareName(share)),
            now.borrowsWithoutLimit() ? 100 : *now.borrowLimit, 0, 100'000,
            [this, share](int percent) { actions_.commit(actions_.proposeBorrow(share, percent)); });
    });
}

void BoardCommands::fillShares(QMenu& menu, ShareIndex except, const std::function<Proposal(ShareIndex)>& propose)
{
    for (const LaneState& lane : content_.state().lanes) {
        if (lane.share != except)
            addProposal(menu, content_.shareName(lane.share), [propose, to = lane.share] { return propose(to); });
    }
}

void BoardCommands::fillUnits(QMenu& menu, ShareIndex share)
{
    for (UnitIndex unit : actions_.unitsToAdd(share))
        addProposal(
            menu, content_.unitName(unit), [this, share, unit] { return actions_.proposeLimit(share, unit, 1); });
    if (menu.actions().isEmpty())
        menu.addAction(tr("It has every unit of the pool"))->setEnabled(false);
    menu.addSeparator();
    menu.addAction(tr("Another unit…"), this, [this, share] { askUnit(share); });
}

void BoardCommands::fillTemplates(QMenu& menu, std::optional<int> position)
{
    menu.setObjectName(u"addShareMenu"_qs);
    const std::pair<SharingStrategy, QString> entries[]{{SharingStrategy::Reserve, tr("Add a share that reserves")},
        {SharingStrategy::Lend, tr("Add a share that lends")},
        {SharingStrategy::LendAndBorrow, tr("Add a share that lends and borrows")}};
    for (const auto& [strategy, text] : entries) {
        menu.addAction(text, this, [this, strategy = strategy, position] {
            const QString name = actions_.freeShareName();
            if (actions_.commit(actions_.proposeShare(strategy, position)))
                Q_EMIT shareAdded(name);
        });
    }
}

void BoardCommands::fillLedgerMenu(QMenu& menu, const BoardPart& part)
{
    menu.addAction(tr("Limit…\tEnter"), this, [this, part] { askLimit(part); });
    const ShareIndex share = part.share;
    const UnitIndex unit = part.unit;
    addProposal(menu, tr("One more\t+"),
        [this, share, unit] { return actions_.proposeLimit(share, unit, actions_.limit(share, unit) + 1); });
    addProposal(menu, tr("One less\t-"),
        [this, share, unit] { return actions_.proposeLimit(share, unit, actions_.limit(share, unit) - 1); });
    QMenu* shares = menu.addMenu(tr("Move capacity to"));
    for (const LaneState& lane : content_.state().lanes) {
        if (lane.share != share)
            shares->addAction(
                content_.shareName(lane.share), this, [this, part, to = lane.share] { askCapacity(part, to); });
    }
    const LaneState* lane = content_.lane(share);
    if (lane != nullptr && lane->ledger.size() > 1)
        addProposal(menu, tr("Take %1 away from %2").arg(content_.unitName(unit), content_.shareName(share)),
            [this, share, unit] { return actions_.proposeUnitRemoval(share, unit); });
    menu.addSeparator();
}

void BoardCommands::fillLaneMenu(QMenu& menu, ShareIndex share, const QPoint& popupAt)
{
    menu.addAction(tr("Rename…\tEnter"), this, [this, share] { Q_EMIT renameRequested(share); });
    fillStrategies(*menu.addMenu(tr("Sharing strategy")), share);
    QMenu* borrow = menu.addMenu(tr("Borrow limit"));
    borrow->setEnabled(actions_.sharing(share).strategy == SharingStrategy::LendAndBorrow);
    fillBorrowLimits(*borrow, share);
    const LaneState* lane = content_.lane(share);
    QAction* inShare = menu.addAction(tr("In-share preemption"), this,
        [this, share](bool on) { actions_.commit(actions_.proposeInShare(share, on)); });
    inShare->setCheckable(true);
    inShare->setChecked(lane != nullptr && lane->inSharePreemption);
    menu.addSeparator();
    fillUnits(*menu.addMenu(tr("Add unit\tAlt+A")), share);
    menu.addAction(tr("New job…\tN"), this, [this, share] { askJob(share); });
    BoardPart part;
    part.kind = BoardPart::Kind::Lane;
    part.share = share;
    if (!cut_.empty())
        menu.addAction(cut_.size() == 1 ? tr("Move the cut job here\tCtrl+V") : tr("Move the cut jobs here\tCtrl+V"),
            this, [this, part, popupAt] { run(BoardCommand::PasteJob, part, popupAt); });
    menu.addSeparator();
    menu.addAction(
        tr("Move up\tCtrl+Alt+Up"), this, [this, part, popupAt] { run(BoardCommand::LaneUp, part, popupAt); });
    menu.addAction(
        tr("Move down\tCtrl+Alt+Down"), this, [this, part, popupAt] { run(BoardCommand::LaneDown, part, popupAt); });
    menu.addSeparator();
    menu.addAction(tr("Add share\tIns"), this, [this, part, popupAt] { run(BoardCommand::AddShare, part, popupAt); });
    menu.addAction(tr("Delete share\tDel"), this, [this, share] { deleteShare(share); });
}

void BoardCommands::fillManyMenu(QMenu& menu, const BoardPart& part)
{
    const std::vector<JobIndex> jobs = selection_.jobs();
    menu.addSection(tr("%L1 jobs selected").arg(static_cast<qulonglong>(jobs.size())));
    fillShares(
        *menu.addMenu(tr("Move to\tM")), {}, [this, jobs](ShareIndex to) { return actions_.proposeMoves(jobs, to); });
    menu.addAction(tr("Cut\tCtrl+X"), this, [this, part] { cut(part); });
    menu.addSeparator();
    menu.addAction(tr("Priority…\tEnter"), this, [this, job = part.job] { askPriority(job); });
    addProposal(
        menu, tr("Priority +100\tAlt+Shift+Up"), [this, jobs] { return actions_.proposePrioritySteps(jobs, 100); });
    addProposal(
        menu, tr("Priority −100\tAlt+Shift+Down"), [this, jobs] { return actions_.proposePrioritySteps(jobs, -100); });
    menu.addSeparator();
    addProposal(menu, tr("End jobs\tDel"), [this, jobs] { return actions_.proposeEnds(jobs); });
}

void BoardCommands::fillJobMenu(QMenu& menu, const BoardPart& part)
{
    if (selection_.jobs().size() > 1) {
        fillManyMenu(menu, part);
        return;
    }
    const JobIndex job = part.job;
    const bool isWaiting = part.kind == BoardPart::Kind::Waiting;
    if (isWaiting || part.kind == BoardPart::Kind::Reclaimed)
        menu.addAction(tr("Why is it waiting?\tF2"), this, [this, job] { Q_EMIT explainRequested(job); });
    fillShares(*menu.addMenu(tr("Move to\tM")), part.share,
        [this, job](ShareIndex to) { return actions_.proposeMove(job, to); });
    menu.addAction(tr("Cut\tCtrl+X"), this, [this, part] { run(BoardCommand::CutJob, part, {}); });
    menu.addSeparator();
    menu.addAction(tr("Priority…\tEnter"), this, [this, job] { askPriority(job); });
    if (isWaiting) {
        menu.addAction(tr("One place up\tAlt+Up"), this, [this, part] { changePlace(part, -1); });
        menu.addAction(tr("One place down\tAlt+Down"), this, [this, part] { changePlace(part, 1); });
    }
    addProposal(menu, tr("Priority +100\tAlt+Shift+Up"),
        [this, job] { return actions_.proposePriority(job, actions_.priority(job) + 100); });
    addProposal(menu, tr("Priority −100\tAlt+Shift+Down"),
        [this, job] { return actions_.proposePriority(job, actions_.priority(job) - 100); });
    menu.addSeparator();
    addProposal(menu, tr("End job\tDel"), [this, job] { return actions_.proposeEnds({job}); });
}

void BoardCommands::fillMenu(QMenu& menu, const BoardPart& part, const QPoint& popupAt)
{
    using Kind = BoardPart::Kind;
    if (part.isJob()) {
        fillJobMenu(menu, part);
    } else if (part.kind == Kind::Strategy) {
        fillStrategies(menu, part.share);
        menu.addSeparator();
        QMenu* borrow = menu.addMenu(tr("Borrow limit"));
        borrow->setEnabled(actions_.sharing(part.share).strategy == SharingStrategy::LendAndBorrow);
        fillBorrowLimits(*borrow, part.share);
    } else if (part.kind == Kind::BorrowTick) {
        fillBorrowLimits(menu, part.share);
    } else if (part.kind == Kind::AddUnit) {
        fillUnits(menu, part.share);
    } else if (!part.share.isValid()) {
        fillTemplates(menu, std::nullopt);
    } else {
        if (part.kind == Kind::Segment || part.kind == Kind::LimitTick)
            fillLedgerMenu(menu, part);
        fillLaneMenu(menu, part.share, popupAt);
    }
}

void BoardCommands::popupMenu(const BoardPart& part, const QPoint& at)
{
    auto* menu = new QMenu(host_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, part, at);
    menu->popup(at);
}

} // namespace quotaboard
