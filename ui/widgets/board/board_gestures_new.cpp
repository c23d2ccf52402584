// SPDX-License-Identifier: Apache-2.0
// Drags that begin or end outside the board: new shares, units and jobs, and the bin.
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_gestures.h"
#include "ui/widgets/board/queue_priority.h"

#include <algorithm>

namespace quotaboard {

void BoardGestures::startNew(const BoardLayout& layout, const NewThing& thing, const QPointF& at)
{
    begin(at);
    part_ = {};
    thing_ = thing;
    count_ = 1;
    kind_ = thing.kind == NewThing::Kind::Share ? Kind::Template
        : thing.kind == NewThing::Kind::Unit    ? Kind::Unit
                                                : Kind::NewJob;
    for (const LaneShape& lane : layout.lanes) {
        if (kind_ == Kind::Unit && !actions_.proposeUnit(lane.share, thing.unit, 1).isPossible())
            refusing_.push_back(lane.share);
    }
    leave(layout, false);
}

void BoardGestures::showNowhere(const QString& advice)
{
    asked_ = u"nowhere"_qs;
    proposal_.reset();
    picture_.isLegal = false;
    picture_.badge = advice;
}

void BoardGestures::updateOutside(const BoardLayout& layout)
{
    // What is on the board already is where it was, however far the pointer goes.
    if (!isNew()) {
        updateOnBoard(layout);
        return;
    }
    picture_.ghost = kind_ == Kind::Template ? actions_.freeShareName()
        : kind_ == Kind::Unit                ? toQt(thing_.unit)
                                             : toQt(thing_.job.name);
    showNowhere(kind_ == Kind::Template ? tr("Drop it between two shares of the board.")
                                        : tr("Drop it on a share of the board."));
}

void BoardGestures::updateBin()
{
    asked_ = u"bin"_qs;
    if (kind_ == Kind::Job) {
        picture_.ghost = jobsText();
        show(actions_.proposeEnds(jobs_));
        return;
    }
    picture_.ghost = content_.shareName(part_.share);
    const Proposal removal = actions_.proposeRemoval(part_.share, true);
    show(removal);
    if (!removal.isPossible())
        return;
    // The drop asks first where jobs belong to it, and then commits by itself.
    ending_ = Ending::Removal;
    const std::size_t jobs = actions_.jobsOf(part_.share);
    if (jobs > 0)
        picture_.badge = (jobs == 1 ? tr("%1\n1 job belongs to it: the drop asks first.").arg(picture_.badge)
                                    : tr("%1\n%L2 jobs belong to it: the drop asks first.")
                                          .arg(picture_.badge)
                                          .arg(static_cast<qulonglong>(jobs)));
}

void BoardGestures::updateTemplate(const BoardLayout& layout)
{
    picture_.ghost = actions_.freeShareName();
    const int gap = gapAt(layout);
    showGap(layout, gap);
    if (picture_.insertion) {
        const double height = 32 * layout.em;
        picture_.newLane
            = QRectF(picture_.insertion->x1(), picture_.insertion->y1() - height / 2, picture_.insertion->dx(), height);
    }
    const QString asked = QString::number(gap);
    if (asked != asked_)
        show(actions_.proposeShare(thing_.strategy, gap));
    asked_ = asked;
}

void BoardGestures::updateUnit(const BoardLayout& layout)
{
    picture_.ghost = tr("%L1 × %2").arg(count_).arg(toQt(thing_.unit));
    const LaneShape* target = layout.laneAt(at_);
    if (target == nullptr) {
        showNowhere(tr("Drop it on a share. Wheel or digits change the number."));
        markLanes(layout, {});
        return;
    }
    const QString asked = QString::number(target->share.value()) + u':' + QString::number(count_);
    if (asked != asked_)
        show(actions_.proposeUnit(target->share, thing_.unit, count_));
    asked_ = asked;
    markLanes(layout, target->share);
}

void BoardGestures::updateNewJob(const BoardLayout& layout)
{
    picture_.ghost = toQt(thing_.job.name);
    const LaneShape* target = layout.laneAt(at_);
    const LaneState* state = target != nullptr ? content_.lane(target->share) : nullptr;
    if (state == nullptr) {
        showNowhere(tr("Drop it on a share or at a place in its queue."));
        markLanes(layout, {});
        return;
    }
    JobDraft draft = thing_.job;
    QString asked = QString::number(target->share.value());
    if (!state->waiting.empty() && !target->queue.isEmpty() && at_.x() >= target->queue.left()
        && at_.y() >= target->queue.top()) {
        const auto [place, mark] = queuePlaceAt(*target, at_, {});
        picture_.insertion = mark;
        asked += u'@' + QString::number(place);
        // Where the neighbours are equal, it stands behind them.
        const std::optional<std::int32_t> priority = priorityForNewPlace(state->waiting, place);
        draft.priority = priority.value_or(place > 0 ? state->waiting[place - 1].priority : draft.priority);
    }
    if (asked != asked_)
        show(actions_.proposeJobIn(target->share, draft));
    asked_ = asked;
    markLanes(layout, target->share);
}

} // namespace quotaboard
