// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_commands.h"

#include "core/model/catalogue.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/new_job_dialog.h"
#include "ui/widgets/board/queue_priority.h"

#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace quotaboard {

BoardCommands::BoardCommands(
    BoardActions& actions, const BoardContent& content, BoardSelection& selection, QWidget* host)
    : QObject(host)
    , actions_(actions)
    , content_(content)
    , selection_(selection)
    , host_(host)
{
}

UnitIndex BoardCommands::unitOf(const BoardPart& part) const
{
    if (part.unit.isValid())
        return part.unit;
    const LaneState* lane = content_.lane(part.share);
    return lane == nullptr || lane->ledger.empty() ? UnitIndex{} : lane->ledger.front().unit;
}

void BoardCommands::run(BoardCommand command, const BoardPart& part, const QPoint& popupAt)
{
    if (!appliesTo(command, part)) {
        // Menus of the window offer everything at all times.
        const bool wantsJob = command == BoardCommand::CutJob || command == BoardCommand::MoveTo
            || command == BoardCommand::PriorityUp || command == BoardCommand::PriorityDown
            || command == BoardCommand::PriorityPlus || command == BoardCommand::PriorityMinus;
        Q_EMIT statusMessage(
            wantsJob ? tr("Select a job on the board first.") : tr("Select a share on the board first."));
        return;
    }
    switch (command) {
    case BoardCommand::Edit:
        edit(part, popupAt);
        break;
    case BoardCommand::Rename:
        Q_EMIT renameRequested(part.share);
        break;
    case BoardCommand::AddShare:
    case BoardCommand::AddUnit:
        popupToAdd(command, part, popupAt);
        break;
    case BoardCommand::NewJob:
        askJob(part.share);
        break;
    case BoardCommand::Delete:
        if (part.isJob())
            actions_.commit(actions_.proposeEnds(selection_.orOnly(part.job)));
        else
            deleteShare(part.share);
        break;
    case BoardCommand::MoveTo:
        moveTo(part, popupAt);
        break;
    case BoardCommand::CutJob:
        cut(part);
        break;
    case BoardCommand::PasteJob:
        paste(part.share);
        break;
    default:
        step(command, part);
        break;
    }
}

void BoardCommands::edit(const BoardPart& part, const QPoint& popupAt)
{
    if (part.kind == BoardPart::Kind::Segment)
        askLimit(part);
    else if (part.kind == BoardPart::Kind::Running || part.kind == BoardPart::Kind::Waiting)
        askPriority(part.job);
    else if (part.kind == BoardPart::Kind::AddShare)
        popupToAdd(BoardCommand::AddShare, part, popupAt);
    else
        Q_EMIT renameRequested(part.share);
}

void BoardCommands::popupToAdd(BoardCommand command, const BoardPart& part, const QPoint& popupAt)
{
    auto* menu = new QMenu(host_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (command == BoardCommand::AddShare)
        fillTemplates(*menu, std::nullopt);
    else
        fillUnits(*menu, part.share);
    menu->popup(popupAt);
    if (!menu->actions().isEmpty())
        menu->setActiveAction(menu->actions().constFirst());
}

void BoardCommands::cut(const BoardPart& part)
{
    cut_ = selection_.orOnly(part.job);
    cutFrom_ = content_.sharedScenario();
    Q_EMIT statusMessage(cut_.size() == 1
            ? tr("%1 is cut: go to a share and press Ctrl+V.").arg(content_.jobTitle(part.job))
            : tr("%L1 jobs are cut: go to a share and press Ctrl+V.").arg(static_cast<qulonglong>(cut_.size())));
}

void BoardCommands::paste(ShareIndex share)
{
    std::vector<JobIndex> jobs;
    for (const JobIndex job : cut_) {
        if (const JobIndex now = sameJob(*cutFrom_, job, content_.scenario()); now.isValid())
            jobs.push_back(now);
    }
    if (jobs.empty())
        Q_EMIT statusMessage(tr("No job is cut."));
    else if (actions_.commit(actions_.proposeMoves(jobs, share)))
        forgetCut();
}

void BoardCommands::addNew(const NewThing& thing, const BoardPart& part)
{
    if (thing.kind == NewThing::Kind::Share) {
        const QString name = actions_.freeShareName();
        if (actions_.commit(actions_.proposeShare(thing.strategy, std::nullopt)))
            Q_EMIT shareAdded(name);
        return;
    }
    if (content_.lane(part.share) == nullptr)
        Q_EMIT statusMessage(tr("Select a share on the board first."));
    else if (thing.kind == NewThing::Kind::Unit)
        actions_.commit(actions_.proposeUnit(part.share, thing.unit, 1));
    else
        actions_.commit(actions_.proposeJobIn(part.share, thing.job));
}

/// Commands that change a value by one step.
void BoardCommands::step(BoardCommand command, const BoardPart& part)
{
    const UnitIndex unit = unitOf(part);
    const auto changePriority
        = [&](int by) { actions_.commit(actions_.proposePrioritySteps(selection_.orOnly(part.job), by)); };
    const auto changeLimit = [&](int by) {
        actions_.commit(actions_.proposeLimit(part.share, unit, actions_.limit(part.share, unit) + by));
    };
    const auto changeBorrow = [&](int by) {
        actions_.commit(actions_.proposeBorrow(part.share, actions_.nextBorrow(part.share, unit, by)));
    };
    const auto changeOrder
        = [&](int by) { actions_.commit(actions_.proposeOrder(part.share, content_.positionOf(part.share) + by)); };
    switch (command) {
    case BoardCommand::PriorityUp:
        return changePlace(part, -1);
    case BoardCommand::PriorityDown:
        return changePlace(part, 1);
    case BoardCommand::PriorityPlus:
        return changePriority(100);
    case BoardCommand::PriorityMinus:
        return changePriority(-100);
    case BoardCommand::LimitUp:
        return changeLimit(1);
    case BoardCommand::LimitDown:
        return changeLimit(-1);
    case BoardCommand::BorrowUp:
        return changeBorrow(1);
    case BoardCommand::BorrowDown:
        return changeBorrow(-1);
    case BoardCommand::GiveNext:
        return give(part, 1);
    case BoardCommand::GivePrevious:
        return give(part, -1);
    case BoardCommand::LaneUp:
        return changeOrder(-1);
    case BoardCommand::LaneDown:
        return changeOrder(1);
    default:
        break;
    }
}

bool BoardCommands::typeDigit(int digit, const BoardPart& part)
{
    if (part.kind != BoardPart::Kind::Segment || (typed_ == 0 && digit == 0))
        return false;
    typed_ = std::min<std::int64_t>(typed_ * 10 + digit, kMaxInstances);
    Q_EMIT statusMessage(tr("%L1 × %2: Ctrl+Shift+Right or Left moves them to the next or previous share.")
                             .arg(typed_)
                             .arg(content_.unitName(part.unit)));
    return true;
}

void BoardCommands::give(const BoardPart& part, int direction)
{
    const std::int64_t count = std::max<std::int64_t>(1, typed_);
    typed_ = 0;
    const int target = content_.positionOf(part.share) + direction;
    if (target < 0 || target >= static_cast<int>(content_.state().lanes.size())) {
        Q_EMIT statusMessage(direction > 0 ? tr("There is no share below.") : tr("There is no share above."));
        return;
    }
    const ShareIndex to = content_.state().lanes[static_cast<std::size_t>(target)].share;
    actions_.commit(actions_.proposeCapacity(part.share, to, unitOf(part), count));
}

void BoardCommands::changePlace(const BoardPart& part, int by)
{
    const LaneState* lane = content_.lane(part.share);
    if (lane == nullptr)
        return;
    const auto self = std::find_if(
        lane->waiting.begin(), lane->waiting.end(), [&](const WaitingJob& job) { return job.job == part.job; });
    if (self == lane->waiting.end())
        return;
    const auto place = (self - lane->waiting.begin()) + by;
    if (place < 0 || place >= static_cast<std::ptrdiff_t>(lane->waiting.size())) {
        Q_EMIT statusMessage(by < 0 ? tr("It is the first already.") : tr("It is the last already."));
        return;
    }
    const auto priority = priorityForPlace(lane->waiting, part.job, static_cast<std::size_t>(place));
    if (priority)
        actions_.commit(actions_.proposePriority(part.job, *priority));
    else
        askPriority(part.job);
}

void BoardCommands::moveTo(const BoardPart& part, const QPoint& popupAt)
{
    auto* menu = new QMenu(host_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"moveToMenu"_qs);
    if (part.kind == BoardPart::Kind::Segment) {
        for (const LaneState& lane : content_.state().lanes) {
            if (lane.share != part.share)
                menu->addAction(
                    content_.shareName(lane.share), this, [this, part, to = lane.share] { askCapacity(part, to); });
        }
    } else {
        const std::vector<JobIndex> jobs = selection_.orOnly(part.job);
        // Several may come from several shares.
        fillShares(*menu, jobs.size() > 1 ? ShareIndex{} : part.share,
            [this, jobs](ShareIndex to) { return actions_.proposeMoves(jobs, to); });
    }
    menu->popup(popupAt);
    if (!menu->actions().isEmpty())
        menu->setActiveAction(menu->actions().constFirst());
}

void BoardCommands::askNumber(
    const QString& title, const QString& label, int value, int least, int most, const std::function<void(int)>& then)
{
    auto* dialog = new QInputDialog(host_);
    dialog->setObjectName(u"boardNumber"_qs);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setIntRange(least, most);
    dialog->setIntValue(value);
    connect(dialog, &QInputDialog::intValueSelected, this, then);
    dialog->open();
}

void BoardCommands::askUnit(ShareIndex share)
{
    QStringList names;
    for (const CatalogueEntry& entry : catalogue()) {
        const QString name = toQt(entry.unit);
        const UnitIndex known = content_.scenario().findUnit(entry.unit);
        if (!known.isValid() || !actions_.hasUnit(share, known))
            names += name;
    }
    auto* dialog = new QInputDialog(host_);
    dialog->setObjectName(u"boardUnit"_qs);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add unit"));
    dialog->setLabelText(
        tr("Instance type to add to %1. The pool gets 1, too, where it has none.").arg(content_.shareName(share)));
    dialog->setComboBoxItems(names);
    dialog->setComboBoxEditable(true);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, share](const QString& name) {
        if (!name.trimmed().isEmpty())
            actions_.commit(actions_.proposeUnit(share, fromQt(name.trimmed()), 1));
    });
    dialog->open();
}

void BoardCommands::askLimit(const BoardPart& part)
{
    const UnitIndex unit = unitOf(part);
    const std::int64_t now = actions_.limit(part.share, unit);
    askNumber(tr("Limit"),
        tr("Limit of %1, instances of %2 (pool left %L3):")
            .arg(content_.shareName(part.share), content_.unitName(unit))
            .arg(actions_.poolLeft(unit)),
        static_cast<int>(now), 1, kMaxInstances,
        [this, part, unit](int value) { actions_.commit(actions_.proposeLimit(part.share, unit, value)); });
}

void BoardCommands::askPriority(JobIndex job)
{
    if (const std::vector<JobIndex> jobs = selection_.orOnly(job); jobs.size() > 1) {
        askNumber(tr("Priority"),
            tr("Priority of the %L1 selected jobs, 0 to 9999:").arg(static_cast<qulonglong>(jobs.size())),
            actions_.priority(job), 0, kMaxPriority,
            [this, jobs](int value) { actions_.commit(actions_.proposePriorities(jobs, value)); });
        return;
    }
    askNumber(tr("Priority"), tr("Priority of %1, 0 to 9999:").arg(content_.jobTitle(job)), actions_.priority(job), 0,
        kMaxPriority, [this, job](int value) { actions_.commit(actions_.proposePriority(job, value)); });
}

void BoardCommands::askCapacity(const BoardPart& part, ShareIndex to)
{
    const UnitIndex unit = unitOf(part);
    const auto most = static_cast<int>(actions_.limit(part.share, unit) - 1);
    if (most < 1) {
        Q_EMIT statusMessage(
            tr("%1 keeps at least 1 %2.").arg(content_.shareName(part.share), content_.unitName(unit)));
        return;
    }
    askNumber(tr("Move capacity"),
        tr("Instances of %1 to move from %2 to %3, 1 to %L4:")
            .arg(content_.unitName(unit), content_.shareName(part.share), content_.shareName(to))
            .arg(most),
        1, 1, most,
        [this, part, to, unit](int value) { actions_.commit(actions_.proposeCapacity(part.share, to, unit, value)); });
}

void BoardCommands::askJob(ShareIndex share)
{
    const std::vector<LaneState>& lanes = content_.state().lanes;
    if (lanes.empty()) {
        Q_EMIT statusMessage(tr("Add a share first: a job belongs to one."));
        return;
    }
    if (content_.lane(share) == nullptr)
        share = lanes.front().share;
    auto* dialog = new NewJobDialog(content_, share, host_);
    dialog->setClasses(actions_.workloadClasses());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(
        dialog, &QDialog::accepted, this, [this, dialog] { actions_.commit(actions_.proposeJob(dialog->draft())); });
    dialog->open();
}

void BoardCommands::deleteShare(ShareIndex share)
{
    const std::size_t jobs = actions_.jobsOf(share);
    if (jobs == 0) {
        actions_.commit(actions_.proposeRemoval(share, false));
        return;
    }
    const bool isTimed = actions_.when().at.has_value();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete share"),
        tr("Delete %1?").arg(content_.shareName(share)), QMessageBox::NoButton, host_);
    box->setObjectName(u"confirmDeleteShare"_qs);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(isTimed
            ? (jobs == 1 ? tr("1 of its jobs runs or waits now and would fail.")
                         : tr("%L1 of its jobs run or wait now and would fail.").arg(static_cast<qulonglong>(jobs)))
            : (jobs == 1 ? tr("1 job of the scenario belongs to it and would be taken out.")
                         : tr("%L1 jobs of the scenario belong to it and would be taken out.")
                               .arg(static_cast<qulonglong>(jobs))));
    QPushButton* remove = box->addButton(tr("Delete"), QMessageBox::AcceptRole);
    // Enter does what can be taken back by asking again.
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    box->setEscapeButton(QMessageBox::Cancel);
    connect(
        remove, &QPushButton::clicked, this, [this, share] { actions_.commit(actions_.proposeRemoval(share, true)); });
    box->open();
}

} // namespace quotaboard
