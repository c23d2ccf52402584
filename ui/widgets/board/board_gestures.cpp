// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_gestures.h"

#include "ui/widgets/board/queue_priority.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

bool isWithinLimit(SegmentKind kind)
{
    return kind == SegmentKind::Own || kind == SegmentKind::Idle || kind == SegmentKind::Lent
        || kind == SegmentKind::ReservedIdle;
}

} // namespace

BoardGestures::BoardGestures(BoardActions& actions, const BoardContent& content, QObject* parent)
    : QObject(parent)
    , actions_(actions)
    , content_(content)
{
}

bool BoardGestures::canStart(const BoardPart& part)
{
    using PartKind = BoardPart::Kind;
    switch (part.kind) {
    case PartKind::Running:
    case PartKind::Waiting:
    case PartKind::LimitTick:
    case PartKind::BorrowTick:
    case PartKind::Handle:
    case PartKind::Template:
        return true;
    case PartKind::Segment:
        return isWithinLimit(part.segment);
    case PartKind::None:
    case PartKind::Lane:
    case PartKind::Name:
    case PartKind::Strategy:
    case PartKind::InShare:
    case PartKind::AddUnit:
    case PartKind::Reclaimed:
    case PartKind::MoreRunning:
    case PartKind::MoreWaiting:
    case PartKind::Why:
    case PartKind::AddShare:
        break;
    }
    return false;
}

void BoardGestures::begin(const QPointF& at)
{
    at_ = at;
    place_ = Place::Board;
    hasTyped_ = false;
    asked_.clear();
    proposal_.reset();
    refusing_.clear();
}

void BoardGestures::start(
    const BoardLayout& layout, const BoardPart& part, const QPointF& at, std::vector<JobIndex> jobs)
{
    using PartKind = BoardPart::Kind;
    part_ = part;
    jobs_ = std::move(jobs);
    if (jobs_.empty())
        jobs_ = {part.job};
    begin(at);
    kind_ = part.isJob()                    ? Kind::Job
        : part.kind == PartKind::LimitTick  ? Kind::Limit
        : part.kind == PartKind::BorrowTick ? Kind::Borrow
        : part.kind == PartKind::Handle     ? Kind::Lane
        : part.kind == PartKind::Template   ? Kind::Template
                                            : Kind::Capacity;
    if (kind_ == Kind::Template) {
        static constexpr SharingStrategy kStrategies[]{
            SharingStrategy::Reserve, SharingStrategy::Lend, SharingStrategy::LendAndBorrow};
        thing_.strategy = kStrategies[part.index];
    }
    if (kind_ == Kind::Capacity) {
        // The slice from the pointer to the right end of the segment, as if the bar were cut there.
        const LedgerShape* ledger = ledgerOf(layout);
        const QRectF rect = rectOf(layout, part);
        const double width = ledger != nullptr && ledger->scale > 0 ? (rect.right() - at.x()) / ledger->scale : 1;
        const std::int64_t most = std::max<std::int64_t>(1, actions_.limit(part.share, part.unit) - 1);
        count_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(width)), 1, most);
    }
    update(layout);
}

void BoardGestures::moveTo(const BoardLayout& layout, const QPointF& at)
{
    at_ = at;
    place_ = Place::Board;
    update(layout);
}

void BoardGestures::leave(const BoardLayout& layout, bool isOverBin)
{
    place_ = isOverBin && canEnd() ? Place::Bin : Place::Outside;
    update(layout);
}

void BoardGestures::changeCount(const BoardLayout& layout, int by)
{
    count_ = std::max<std::int64_t>(1, count_ + by);
    hasTyped_ = false;
    update(layout);
}

void BoardGestures::typeDigit(const BoardLayout& layout, int digit)
{
    const std::int64_t typed = hasTyped_ ? count_ * 10 + digit : digit;
    count_ = std::clamp<std::int64_t>(typed, 1, kMaxInstances);
    hasTyped_ = true;
    update(layout);
}

bool BoardGestures::drop(const BoardLayout& layout)
{
    // The clock may have gone on since the badge was made; the edit is of this moment.
    asked_.clear();
    update(layout);
    const std::optional<Proposal> proposal = std::move(proposal_);
    const Ending ending = ending_;
    const BoardPart part = part_;
    const QString newShare = kind_ == Kind::Template ? picture_.ghost : QString();
    cancel();
    if (ending == Ending::Removal)
        Q_EMIT removalWanted(part.share);
    else if (ending == Ending::Priority)
        Q_EMIT priorityWanted(part.job);
    if (ending != Ending::Edit)
        return true;
    const bool isDone = proposal && actions_.commit(*proposal);
    if (isDone && !newShare.isEmpty())
        Q_EMIT shareAdded(newShare);
    return isDone;
}

void BoardGestures::cancel()
{
    kind_ = Kind::None;
    proposal_.reset();
    picture_ = {};
    Q_EMIT editHovered(std::nullopt);
    Q_EMIT changed();
}

void BoardGestures::update(const BoardLayout& layout)
{
    const QString before = asked_;
    picture_.at = at_;
    picture_.insertion.reset();
    picture_.newLane.reset();
    picture_.tick.reset();
    picture_.lanes.clear();
    if (kind_ == Kind::None)
        return;
    ending_ = Ending::Edit;
    picture_.isAway = place_ == Place::Bin || (place_ == Place::Outside && isNew());
    if (place_ == Place::Bin)
        updateBin();
    else if (place_ == Place::Outside)
        updateOutside(layout);
    else
        updateOnBoard(layout);
    if (asked_ != before)
        Q_EMIT editHovered(proposal_ && proposal_->isPossible() ? std::optional(proposal_->edit) : std::nullopt);
    Q_EMIT changed();
}

void BoardGestures::updateOnBoard(const BoardLayout& layout)
{
    switch (kind_) {
    case Kind::None:
        break;
    case Kind::Job:
        updateJob(layout);
        break;
    case Kind::Capacity:
        updateCapacity(layout);
        break;
    case Kind::Limit:
        updateLimit(layout);
        break;
    case Kind::Borrow:
        updateBorrow(layout);
        break;
    case Kind::Lane:
        updateLane(layout);
        break;
    case Kind::Template:
        updateTemplate(layout);
        break;
    case Kind::Unit:
        updateUnit(layout);
        break;
    case Kind::NewJob:
        updateNewJob(layout);
        break;
    }
}

void BoardGestures::show(const Proposal& proposal)
{
    proposal_ = proposal;
    picture_.isLegal = proposal.isPossible();
    picture_.badge = proposal.isPossible() ? proposal.text : proposal.refusal;
}

void BoardGestures::markLanes(const BoardLayout& layout, ShareIndex target)
{
    for (const LaneShape& lane : layout.lanes) {
        DropState state = lane.share == part_.share ? DropState::None : DropState::Legal;
        const bool refuses = std::find(refusing_.begin(), refusing_.end(), lane.share) != refusing_.end();
        if (refuses || (lane.share == target && !picture_.isLegal))
            state = DropState::Illegal;
        picture_.lanes.emplace_back(lane.share, state);
    }
}

void BoardGestures::updateJob(const BoardLayout& layout)
{
    picture_.ghost = jobsText();
    const LaneShape* target = layout.laneAt(at_);
    if (target == nullptr) {
        showNowhere(tr("Drop it on a share or at another place in its queue."));
        markLanes(layout, {});
        return;
    }
    const LaneState* state = content_.lane(target->share);
    if (jobs_.size() == 1 && target->share == part_.share && part_.kind == BoardPart::Kind::Waiting && state != nullptr
        && at_.x() >= target->queue.left()) {
        updateQueuePlace(*target, *state);
        return;
    }
    const QString asked = tr("move to %1").arg(content_.shareName(target->share));
    if (asked != asked_)
        show(actions_.proposeMoves(jobs_, target->share));
    asked_ = asked;
    markLanes(layout, target->share);
}

QString BoardGestures::jobsText() const
{
    return jobs_.size() == 1 ? content_.jobTitle(part_.job) : tr("%L1 jobs").arg(static_cast<qulonglong>(jobs_.size()));
}

void BoardGestures::updateQueuePlace(const LaneShape& lane, const LaneState& state)
{
    const auto [place, mark] = queuePlaceAt(lane, at_, part_.job);
    picture_.insertion = mark;
    const QString asked = u"place"_qs + QString::number(place);
    const auto priority = priorityForPlace(state.waiting, part_.job, place);
    ending_ = priority ? Ending::Edit : Ending::Priority;
    if (asked == asked_)
        return;
    asked_ = asked;
    const auto self = std::find_if(
        state.waiting.begin(), state.waiting.end(), [&](const WaitingJob& job) { return job.job == part_.job; });
    if (self != state.waiting.end() && static_cast<std::size_t>(self - state.waiting.begin()) == place) {
        proposal_.reset();
        picture_.isLegal = false;
        picture_.badge = tr("%1 stays at position %L2").arg(content_.jobTitle(part_.job)).arg(place + 1);
        return;
    }
    if (priority) {
        show(actions_.proposePriority(part_.job, *priority));
        return;
    }
    proposal_.reset();
    picture_.isLegal = true;
    picture_.badge = tr("The jobs there have equal priorities. The drop asks for a number.");
}

const LedgerShape* BoardGestures::ledgerOf(const BoardLayout& layout) const
{
    const LaneShape* lane = layout.lane(part_.share);
    if (lane == nullptr)
        return nullptr;
    const auto it = std::find_if(lane->ledgers.begin(), lane->ledgers.end(),
        [&](const LedgerShape& ledger) { return ledger.unit == part_.unit; });
    return it == lane->ledgers.end() ? nullptr : &*it;
}

void BoardGestures::updateCapacity(const BoardLayout& layout)
{
    picture_.ghost = tr("%n × %1", nullptr, static_cast<int>(count_)).arg(content_.unitName(part_.unit));
    const LaneShape* target = layout.laneAt(at_);
    const ShareIndex share = target != nullptr ? target->share : ShareIndex{};
    const QString asked
        = target == nullptr ? u"nowhere"_qs : QString::number(share.value()) + u':' + QString::number(count_);
    if (asked != asked_) {
        asked_ = asked;
        Proposal nowhere;
        nowhere.refusal = tr("Drop it on another share. Wheel or digits change the number.");
        show(target == nullptr ? nowhere : actions_.proposeCapacity(part_.share, share, part_.unit, count_));
    }
    markLanes(layout, share);
}

void BoardGestures::showTick(const LedgerShape& ledger, double instances)
{
    const double x = ledger.xOf(instances);
    picture_.tick = QLineF(x, ledger.area.top() - 6, x, ledger.area.bottom() + 6);
}

void BoardGestures::updateLimit(const BoardLayout& layout)
{
    const LedgerShape* ledger = ledgerOf(layout);
    if (ledger == nullptr)
        return;
    const auto wanted
        = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::llround(ledger->instancesAt(at_.x()))));
    showTick(*ledger, static_cast<double>(wanted));
    const QString asked = QString::number(wanted);
    if (asked == asked_)
        return;
    asked_ = asked;
    if (wanted == actions_.limit(part_.share, part_.unit)) {
        proposal_.reset();
        picture_.isLegal = true;
        picture_.badge = tr("limit %L1 %2, unchanged").arg(wanted).arg(content_.unitName(part_.unit));
        return;
    }
    show(actions_.proposeLimit(part_.share, part_.unit, wanted));
}

void BoardGestures::updateBorrow(const BoardLayout& layout)
{
    const LedgerShape* ledger = ledgerOf(layout);
    if (ledger == nullptr)
        return;
    const std::int64_t limit = std::max<std::int64_t>(1, actions_.limit(part_.share, part_.unit));
    const bool isUnlimited = at_.x() > ledger->unlimitedX;
    const std::int64_t borrowed
        = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::llround(ledger->instancesAt(at_.x()))) - limit);
    const std::optional<int> percent
        = isUnlimited ? std::nullopt : std::optional(BoardActions::percentFor(limit, borrowed));
    showTick(*ledger, isUnlimited ? ledger->instancesAt(ledger->unlimitedX) : static_cast<double>(limit + borrowed));
    const QString asked = percent ? QString::number(*percent) : u"unlimited"_qs;
    if (asked == asked_)
        return;
    asked_ = asked;
    const ResourceSharing now = actions_.sharing(part_.share);
    const bool isSame = now.borrowsWithoutLimit() ? !percent.has_value() : percent == now.borrowLimit;
    if (isSame) {
        proposal_.reset();
        picture_.isLegal = true;
        picture_.badge = percent ? tr("borrow limit %L1 %, unchanged").arg(*percent) : tr("borrows without limit");
        return;
    }
    Proposal proposal = actions_.proposeBorrow(part_.share, percent);
    if (percent)
        proposal.text = tr("%1\nup to %L2 %3 above the limit")
                            .arg(proposal.text)
                            .arg(limit * *percent / 100)
                            .arg(content_.unitName(part_.unit));
    show(proposal);
}

int BoardGestures::gapAt(const BoardLayout& layout) const
{
    int gap = 0;
    for (const LaneShape& lane : layout.lanes)
        gap += at_.y() > lane.rect.center().y() ? 1 : 0;
    return gap;
}

void BoardGestures::showGap(const BoardLayout& layout, int gap)
{
    if (layout.lanes.empty())
        return;
    const bool isLast = gap >= static_cast<int>(layout.lanes.size());
    const QRectF lane = isLast ? layout.lanes.back().rect : layout.lanes[static_cast<std::size_t>(gap)].rect;
    const double y = isLast ? lane.bottom() + 4 : lane.top() - 4;
    picture_.insertion = QLineF(lane.left(), y, lane.right(), y);
}

void BoardGestures::updateLane(const BoardLayout& layout)
{
    picture_.ghost = content_.shareName(part_.share);
    const int gap = gapAt(layout);
    showGap(layout, gap);
    // Taking the lane out moves those below it up by one.
    const int from = content_.positionOf(part_.share);
    const int to = gap > from ? gap - 1 : gap;
    const QString asked = QString::number(to);
    if (asked != asked_)
        show(actions_.proposeOrder(part_.share, to));
    asked_ = asked;
}

} // namespace quotaboard
