// SPDX-License-Identifier: Apache-2.0
// Selecting several jobs on the board, and drags that come from or go to other widgets.
#include "ui/widgets/board/board_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace quotaboard {

/// Every job that has a chip, in reading order.
std::vector<BoardPart> BoardView::jobParts() const
{
    std::vector<BoardPart> jobs;
    for (const std::vector<BoardPart>& row : focusRows(board_.layout)) {
        for (const BoardPart& part : row) {
            if (part.isJob())
                jobs.push_back(part);
        }
    }
    return jobs;
}

void BoardView::pressJob(const BoardPart& part, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ControlModifier)) {
        // The one that had the focus is the first of the several.
        if (selection_.isEmpty() && board_.current.isJob() && board_.current.job != part.job)
            selection_.setSelected(board_.current.job, true);
        selection_.toggle(part.job);
        anchor_ = part;
        pressed_ = {};
    } else if (modifiers.testFlag(Qt::ShiftModifier) && board_.current.isJob()) {
        const std::vector<BoardPart> jobs = jobParts();
        const auto from = std::find(jobs.begin(), jobs.end(), anchor_.isJob() ? anchor_ : board_.current);
        const auto to = std::find(jobs.begin(), jobs.end(), part);
        if (from != jobs.end() && to != jobs.end()) {
            anchor_ = *from;
            std::vector<JobIndex> chosen;
            for (auto it = std::min(from, to); it <= std::max(from, to); ++it)
                chosen.push_back(it->job);
            selection_.set(std::move(chosen));
        }
        pressed_ = {};
    } else if (!selection_.contains(part.job)) {
        // A press on one of several may be the drag of all of them; the release decides.
        selection_.clear();
        anchor_ = {};
    }
    setCurrent(part);
}

bool BoardView::selectionKey(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_A) {
        selectAllJobs();
        return true;
    }
    if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_Space) {
        if (board_.current.isJob())
            selection_.toggle(board_.current.job);
        else
            Q_EMIT statusMessage(tr("Select a job on the board first."));
        return true;
    }
    const bool isArrow = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right || event.key() == Qt::Key_Up
        || event.key() == Qt::Key_Down;
    if (modifiers != Qt::ShiftModifier || !isArrow)
        return false;
    extendSelection(event.key());
    return true;
}

void BoardView::extendSelection(int key)
{
    const std::vector<BoardPart> jobs = jobParts();
    if (jobs.empty())
        return;
    const auto at = std::find(jobs.begin(), jobs.end(), board_.current);
    if (at == jobs.end()) {
        setCurrent(jobs.front());
        anchor_ = jobs.front();
        selection_.set({jobs.front().job});
        return;
    }
    if (!anchor_.isJob() || std::find(jobs.begin(), jobs.end(), anchor_) == jobs.end())
        anchor_ = board_.current;
    auto to = at;
    const bool isSideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const bool isForward
        = board_.mirror.isOn && isSideways ? key == Qt::Key_Left : key == Qt::Key_Right || key == Qt::Key_Down;
    if (isSideways) {
        to = isForward ? (at + 1 == jobs.end() ? at : at + 1) : (at == jobs.begin() ? at : at - 1);
    } else {
        // To the nearest chip of the next row, as the arrows alone do.
        const QRectF here = rectOf(board_.layout, *at);
        const auto isRowBeyond = [&](const BoardPart& part) {
            const QRectF rect = rectOf(board_.layout, part);
            return isForward ? rect.top() >= here.bottom() : rect.bottom() <= here.top();
        };
        const auto distance = [&](const BoardPart& part) {
            const QRectF rect = rectOf(board_.layout, part);
            return std::abs(rect.top() - here.top()) * 1000 + std::abs(rect.left() - here.left());
        };
        for (auto it = jobs.begin(); it != jobs.end(); ++it) {
            if (isRowBeyond(*it) && (to == at || distance(*it) < distance(*to)))
                to = it;
        }
    }
    const auto from = std::find(jobs.begin(), jobs.end(), anchor_);
    std::vector<JobIndex> chosen;
    for (auto it = std::min(from, to); it <= std::max(from, to); ++it)
        chosen.push_back(it->job);
    setCurrent(*to);
    selection_.set(std::move(chosen));
}

void BoardView::selectAllJobs()
{
    std::vector<JobIndex> jobs;
    std::size_t all = 0;
    for (const LaneState& lane : content_.state().lanes) {
        for (const RunningJob& job : lane.running)
            jobs.push_back(job.job);
        for (const WaitingJob& job : lane.waiting)
            jobs.push_back(job.job);
        all += lane.runningCount + lane.waitingCount;
    }
    const auto count = static_cast<qulonglong>(jobs.size());
    if (jobs.size() < all)
        Q_EMIT statusMessage(tr("%L1 jobs selected, of %L2: queues are listed up to their 50th job.")
                                 .arg(count)
                                 .arg(static_cast<qulonglong>(all)));
    selectJobs(std::move(jobs));
}

void BoardView::selectJobs(std::vector<JobIndex> jobs)
{
    if (jobs.size() > 0
        && (!board_.current.isJob() || std::find(jobs.begin(), jobs.end(), board_.current.job) == jobs.end()))
        setCurrent(content_.partOf(jobs.front()));
    selection_.set(std::move(jobs));
}

void BoardView::startBand()
{
    bandFrom_ = boardPoint(pressedAt_);
    bandBefore_ = selection_.jobs();
    scroll_.start();
    updateBand();
}

void BoardView::updateBand()
{
    board_.band = QRectF(bandFrom_, boardPoint(pointer_)).normalized();
    std::vector<JobIndex> jobs = bandAdds_ ? bandBefore_ : std::vector<JobIndex>();
    for (const LaneShape& lane : board_.layout.lanes) {
        if (!lane.rect.intersects(*board_.band))
            continue;
        for (const std::vector<ChipShape>* chips : {&lane.running, &lane.reclaimed, &lane.waiting}) {
            for (const ChipShape& chip : *chips) {
                if (chip.rect.intersects(*board_.band) && std::find(jobs.begin(), jobs.end(), chip.job) == jobs.end())
                    jobs.push_back(chip.job);
            }
        }
    }
    selection_.set(std::move(jobs));
    viewport()->update();
}

void BoardView::endBand(bool keeps)
{
    scroll_.stop();
    pressed_ = {};
    mayBand_ = false;
    board_.band.reset();
    if (!keeps)
        selection_.set(bandBefore_);
    else if (!selection_.isEmpty())
        selectJobs(selection_.jobs());
    viewport()->update();
}

void BoardView::startNew(const NewThing& thing, const QPoint& at)
{
    if (gestures_.isActive())
        finishDrag(false);
    pointer_ = viewport()->mapFromGlobal(at);
    gestures_.startNew(board_.layout, thing, boardPoint(pointer_));
    scroll_.start();
    updateDrag();
}

void BoardView::moveNew(const QPoint& at)
{
    if (!gestures_.isActive())
        return;
    pointer_ = viewport()->mapFromGlobal(at);
    updateDrag();
}

void BoardView::endNew(bool commits)
{
    if (!gestures_.isActive())
        return;
    // On whatever it is dropped, the next key is for the board; a name that is asked for takes it over from there.
    if (commits)
        setFocus(Qt::OtherFocusReason);
    finishDrag(commits && viewport()->rect().contains(pointer_));
}

void BoardView::changeDragCount(int by)
{
    if (gestures_.isCountable())
        gestures_.changeCount(board_.layout, by);
}

bool BoardView::isOverBin() const
{
    return bin_ != nullptr && bin_->isVisible() && gestures_.canEnd()
        && bin_->rect().contains(bin_->mapFromGlobal(viewport()->mapToGlobal(pointer_)));
}

void BoardView::tellBin()
{
    const bool isDragged = gestures_.isActive() && gestures_.canEnd();
    const bool isOver = isDragged && isOverBin();
    Q_EMIT binHovered(isDragged, isOver, isOver ? gestures_.picture().badge : QString());
}

} // namespace quotaboard
