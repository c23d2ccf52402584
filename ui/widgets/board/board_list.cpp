// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_list.h"

#include "ui/widgets/board/board_selection.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QStyledItemDelegate>

#include <algorithm>
#include <memory>

namespace quotaboard {

namespace {

/// Rows as high as a target for a finger or an unsteady hand.
class RowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        return {size.width(), std::max(24, option.fontMetrics.height() + 10)};
    }
};

constexpr int kCellRoom = 16;

/// Ctrl+A, Ctrl+Space and Shift with Up or Down.
bool isSelectionKey(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier)
        return event.key() == Qt::Key_A || event.key() == Qt::Key_Space;
    return modifiers == Qt::ShiftModifier && (event.key() == Qt::Key_Up || event.key() == Qt::Key_Down);
}

} // namespace

BoardList::BoardList(const BoardContent& content, BoardActions& actions, BoardSelection& selection, QWidget* parent)
    : QTreeView(parent)
    , content_(content)
    , actions_(actions)
    , selection_(selection)
    , commands_(actions, content, selection, this)
{
    setObjectName(u"boardList"_qs);
    setAccessibleName(tr("Capacity board as a list"));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setModel(&model_);
    setItemDelegate(new RowDelegate(this));
    header()->setStretchLastSection(true);
    header()->resizeSection(BoardTreeModel::Name, 260);
    header()->resizeSection(BoardTreeModel::Capacity, 320);
    header()->resizeSection(BoardTreeModel::Priority, 80);
    header()->resizeSection(BoardTreeModel::Time, 120);
    header()->resizeSection(
        BoardTreeModel::Waits, fontMetrics().horizontalAdvance(tr("over 59 min 59 s · n = 1,000, few")) + kCellRoom);
    connect(&content_, &BoardContent::changed, this, [this] {
        if (isVisible())
            refresh();
    });
    model_.setWaits([this](ShareIndex share) { return content_.waitValueText(share) + content_.waitCountText(share); },
        [this](ShareIndex share) { return content_.waitsSentence(share); });
    model_.setTicks([this](JobIndex job) { return selection_.contains(job); });
    connect(&model_, &BoardTreeModel::tickWanted, &selection_, &BoardSelection::setSelected);
    connect(&selection_, &BoardSelection::changed, &model_, &BoardTreeModel::ticksChanged);
    connect(&commands_, &BoardCommands::renameRequested, this, &BoardList::askName);
    connect(&model_, &QAbstractItemModel::modelReset, this, [this] { expandToDepth(0); });
}

void BoardList::refresh()
{
    const BoardPart before = current();
    // Rows come and go one by one; only where the focus ends up is of interest.
    isRefreshing_ = true;
    BoardPart wanted = translated(before);
    if (const BoardPart there = content_.partOf(wanted.job); there.isValid())
        wanted.share = there.share;
    indexedBy_ = content_.sharedScenario();
    model_.setBoard(indexedBy_, content_.state());
    held_ = {};
    if (wanted.isValid() && current() != wanted) {
        setCurrent(wanted);
        // Not among the jobs that are listed: its share is.
        if (wanted.isJob() && current().job != wanted.job) {
            BoardPart lane;
            lane.kind = BoardPart::Kind::Lane;
            lane.share = wanted.share;
            setCurrent(lane);
        }
    }
    if (wanted.isJob() && content_.isProvisional())
        held_ = wanted;
    isRefreshing_ = false;
    const BoardPart after = current();
    // A job that is not listed, or in the other list, is still selected for the inspector.
    const bool isSameJob = before.isJob() && wanted.job == before.job && (!after.isJob() || after.job == before.job);
    if (after != before && !isSameJob)
        Q_EMIT currentChangedTo(after);
}

BoardPart BoardList::translated(BoardPart part) const
{
    const Scenario* before = indexedBy_.get();
    const Scenario& now = content_.scenario();
    if (before == nullptr || before == &now)
        return part;
    if (part.share.isValid()) {
        const ShareIndex found = now.findShare(before->shareName(part.share));
        // Not found among as many: it has another name now.
        if (found.isValid() || before->shareNames.size() != now.shareNames.size())
            part.share = found;
    }
    if (part.unit.isValid())
        part.unit = now.findUnit(before->unitName(part.unit));
    if (part.job.isValid())
        part.job = now.jobs.find(before->jobs.displayId(part.job));
    const bool isGone = !part.share.isValid() || (part.isJob() && !part.job.isValid());
    return isGone ? BoardPart{} : part;
}

BoardPart BoardList::current() const
{
    return held_.isValid() ? held_ : model_.partOf(currentIndex());
}

void BoardList::setCurrent(const BoardPart& part)
{
    const QModelIndex index = model_.indexOf(part);
    if (index.isValid() && index != currentIndex())
        setCurrentIndex(index);
}

void BoardList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (isRefreshing_)
        return;
    held_ = {};
    Q_EMIT currentChangedTo(model_.partOf(current));
}

void BoardList::showEvent(QShowEvent* event)
{
    QTreeView::showEvent(event);
    refresh();
    if (!currentIndex().isValid() && model_.rowCount() > 0)
        setCurrentIndex(model_.index(0, 0));
}

bool BoardList::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride
        && (commands_.commandOf(*static_cast<QKeyEvent*>(event), current())
            || isSelectionKey(*static_cast<QKeyEvent*>(event)))) {
        event->accept();
        return true;
    }
    return QTreeView::event(event);
}

bool BoardList::selectionKey(const QKeyEvent& event)
{
    if (!isSelectionKey(event))
        return false;
    const BoardPart part = current();
    if (event.key() == Qt::Key_Space) {
        if (part.isJob())
            selection_.toggle(part.job);
    } else if (event.key() == Qt::Key_A) {
        std::vector<JobIndex> jobs;
        for (const LaneState& lane : content_.state().lanes) {
            for (const RunningJob& job : lane.running)
                jobs.push_back(job.job);
            for (const WaitingJob& job : lane.waiting)
                jobs.push_back(job.job);
        }
        selection_.set(std::move(jobs));
    } else {
        extendSelection(event.key() == Qt::Key_Down);
    }
    return true;
}

/// To the next job that is in view; jobs of folded shares are passed over.
void BoardList::extendSelection(bool isForward)
{
    if (!current().isJob())
        return;
    if (!anchor_.isValid() || !selection_.contains(anchor_))
        anchor_ = current().job;
    const auto beyond
        = [isForward, this](const QModelIndex& index) { return isForward ? indexBelow(index) : indexAbove(index); };
    const JobIndex anchor = anchor_;
    QModelIndex next = beyond(currentIndex());
    while (next.isValid() && !model_.partOf(next).isJob())
        next = beyond(next);
    if (!next.isValid())
        return;
    const std::vector<JobIndex> before = selection_.jobs();
    const JobIndex left = current().job;
    const JobIndex reached = model_.partOf(next).job;
    setCurrentIndex(next);
    std::vector<JobIndex> chosen = before.empty() ? std::vector{anchor} : before;
    // Going back towards the anchor gives up what was left.
    if (std::find(chosen.begin(), chosen.end(), reached) != chosen.end())
        std::erase(chosen, left);
    else
        chosen.push_back(reached);
    selection_.set(std::move(chosen));
    anchor_ = anchor;
}

void BoardList::keyPressEvent(QKeyEvent* event)
{
    if (selectionKey(*event)) {
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Escape && !selection_.isEmpty()) {
        selection_.clear();
        return;
    }
    const BoardPart part = current();
    // In a tree, + and - open and close rows; on a unit they change its limit as on the board.
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier
        || event->modifiers() == Qt::ShiftModifier;
    const bool isFold = (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Minus) && isPlain
        && part.kind != BoardPart::Kind::Segment;
    const auto command = commands_.commandOf(*event, part);
    if (!isFold && command) {
        commands_.run(*command, part, viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
        event->accept();
        return;
    }
    const bool isDigit = event->key() >= Qt::Key_0 && event->key() <= Qt::Key_9 && isPlain;
    if (isDigit && commands_.typeDigit(event->key() - Qt::Key_0, part))
        return;
    // Space belongs to the transport.
    if (event->key() == Qt::Key_Space) {
        event->ignore();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void BoardList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = isMouse ? indexAt(event->pos()) : currentIndex();
    const QPoint at = isMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
    commands_.popupMenu(model_.partOf(index), at);
    event->accept();
}

void BoardList::askName(ShareIndex share)
{
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(u"boardName"_qs);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename share"));
    dialog->setLabelText(tr("Name of the share:"));
    dialog->setTextValue(content_.shareName(share));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, share](const QString& name) {
        if (name.trimmed() != content_.shareName(share))
            actions_.commit(actions_.proposeRename(share, name.trimmed()));
    });
    dialog->open();
}

} // namespace quotaboard
