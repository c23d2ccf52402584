// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/board_layout.h"

#include <cmath>

namespace quotaboard {

namespace {

BoardPart partOfKind(BoardPart::Kind kind, ShareIndex share)
{
    BoardPart part;
    part.kind = kind;
    part.share = share;
    return part;
}

BoardPart segmentPart(ShareIndex share, UnitIndex unit, const SegmentShape& segment)
{
    BoardPart part = partOfKind(BoardPart::Kind::Segment, share);
    part.unit = unit;
    part.segment = segment.kind;
    part.borrower = segment.borrower;
    return part;
}

BoardPart jobPart(BoardPart::Kind kind, ShareIndex share, const ChipShape& chip)
{
    BoardPart part = partOfKind(kind, share);
    part.job = chip.job;
    return part;
}

BoardPart tickAt(const LaneShape& lane, const LedgerShape& ledger, const QPointF& point, double em)
{
    BoardPart part;
    if (point.y() < ledger.area.top() - 4 * em || point.y() > ledger.area.bottom() + 4 * em)
        return part;
    const double reach = 6 * em;
    const bool onLimit = std::abs(point.x() - ledger.limitX) <= reach;
    const bool onBorrow = ledger.borrowX && std::abs(point.x() - *ledger.borrowX) <= reach;
    if (!onLimit && !onBorrow)
        return part;
    // Where both stand in one place, the left half is the limit and the right half the borrow limit.
    const bool isBorrow = onBorrow
        && (!onLimit
            || (*ledger.borrowX - ledger.limitX < 1
                    ? point.x() > ledger.limitX + 1
                    : std::abs(point.x() - *ledger.borrowX) < std::abs(point.x() - ledger.limitX)));
    part = partOfKind(isBorrow ? BoardPart::Kind::BorrowTick : BoardPart::Kind::LimitTick, lane.share);
    part.unit = ledger.unit;
    return part;
}

BoardPart chipAt(const LaneShape& lane, const QPointF& point)
{
    for (const ChipShape& chip : lane.running) {
        if (chip.rect.contains(point))
            return jobPart(BoardPart::Kind::Running, lane.share, chip);
    }
    for (const ChipShape& chip : lane.reclaimed) {
        if (chip.rect.contains(point))
            return jobPart(BoardPart::Kind::Reclaimed, lane.share, chip);
    }
    for (const ChipShape& chip : lane.waiting) {
        if (chip.rect.contains(point))
            return jobPart(BoardPart::Kind::Waiting, lane.share, chip);
    }
    return {};
}

BoardPart ledgerPartAt(const LaneShape& lane, const QPointF& point, double em)
{
    for (const LedgerShape& ledger : lane.ledgers) {
        const BoardPart tick = tickAt(lane, ledger, point, em);
        if (tick.isValid())
            return tick;
    }
    for (const LedgerShape& ledger : lane.ledgers) {
        for (const SegmentShape& segment : ledger.segments) {
            if (segment.rect.contains(point))
                return segmentPart(lane.share, ledger.unit, segment);
        }
    }
    return {};
}

BoardPart lanePartAt(const LaneShape& lane, const QPointF& point, double em)
{
    using Kind = BoardPart::Kind;
    if (const BoardPart chip = chipAt(lane, point); chip.isValid())
        return chip;
    if (const BoardPart ledger = ledgerPartAt(lane, point, em); ledger.isValid())
        return ledger;
    const std::pair<const QRectF&, Kind> simple[]
        = {{lane.moreRunning, Kind::MoreRunning}, {lane.moreWaiting, Kind::MoreWaiting}, {lane.why, Kind::Why},
            {lane.addUnit, Kind::AddUnit}, {lane.handle, Kind::Handle}, {lane.name, Kind::Name}};
    for (const auto& [rect, kind] : simple) {
        if (rect.contains(point))
            return partOfKind(kind, lane.share);
    }
    for (const HeaderChipShape& chip : lane.chips) {
        if (chip.rect.contains(point) && chip.kind == HeaderChip::Strategy)
            return partOfKind(Kind::Strategy, lane.share);
        if (chip.rect.contains(point) && chip.kind == HeaderChip::InShare)
            return partOfKind(Kind::InShare, lane.share);
    }
    return partOfKind(Kind::Lane, lane.share);
}

QRectF chipRect(const std::vector<ChipShape>& chips, JobIndex job)
{
    for (const ChipShape& chip : chips) {
        if (chip.job == job)
            return chip.rect;
    }
    return {};
}

QRectF headerChipRect(const LaneShape& lane, HeaderChip kind)
{
    for (const HeaderChipShape& chip : lane.chips) {
        if (chip.kind == kind)
            return chip.rect;
    }
    return {};
}

QRectF ledgerRect(const LaneShape& lane, const BoardPart& part)
{
    for (const LedgerShape& ledger : lane.ledgers) {
        if (ledger.unit != part.unit)
            continue;
        if (part.kind == BoardPart::Kind::LimitTick)
            return QRectF(ledger.limitX - 1, ledger.area.top(), 2, ledger.area.height());
        if (part.kind == BoardPart::Kind::BorrowTick)
            return ledger.borrowX ? QRectF(*ledger.borrowX - 1, ledger.area.top(), 2, ledger.area.height()) : QRectF();
        for (const SegmentShape& segment : ledger.segments) {
            if (segment.kind == part.segment && segment.borrower == part.borrower)
                return segment.rect.width() > 0 ? segment.rect : segment.rect.adjusted(-3, 0, 3, 0);
        }
    }
    return {};
}

} // namespace

double BoardLayout::scale(UnitIndex unit) const
{
    for (const LaneShape& lane : lanes) {
        for (const LedgerShape& ledger : lane.ledgers) {
            if (ledger.unit == unit)
                return ledger.scale;
        }
    }
    return 0;
}

const LaneShape* BoardLayout::lane(ShareIndex share) const
{
    for (const LaneShape& shape : lanes) {
        if (shape.share == share)
            return &shape;
    }
    return nullptr;
}

const LaneShape* BoardLayout::laneAt(const QPointF& point) const
{
    for (const LaneShape& shape : lanes) {
        if (shape.rect.contains(point))
            return &shape;
    }
    return nullptr;
}

QueuePlace queuePlaceAt(const LaneShape& lane, const QPointF& point, JobIndex without)
{
    QueuePlace found;
    const ChipShape* before = nullptr;
    const ChipShape* after = nullptr;
    for (const ChipShape& chip : lane.waiting) {
        const bool isBefore
            = chip.rect.bottom() < point.y() || (chip.rect.top() <= point.y() && chip.rect.center().x() < point.x());
        if (isBefore) {
            before = &chip;
            found.place += chip.job == without ? 0 : 1;
        } else if (after == nullptr) {
            after = &chip;
        }
    }
    const QRectF mark = after != nullptr ? after->rect : before != nullptr ? before->rect : lane.queue;
    const double x = after != nullptr ? mark.left() - 3 : before != nullptr ? mark.right() + 3 : mark.left();
    found.mark = QLineF(x, mark.top() - 2, x, mark.bottom() + 2);
    return found;
}

BoardPart partAt(const BoardLayout& layout, const QPointF& point)
{
    for (const LaneShape& lane : layout.lanes) {
        if (lane.rect.contains(point))
            return lanePartAt(lane, point, layout.em);
    }
    for (std::size_t i = 0; i < layout.templates.size(); ++i) {
        if (layout.templates[i].contains(point)) {
            BoardPart part = partOfKind(BoardPart::Kind::Template, {});
            part.index = static_cast<int>(i);
            return part;
        }
    }
    if (layout.addShare.contains(point))
        return partOfKind(BoardPart::Kind::AddShare, {});
    return {};
}

QRectF rectOf(const BoardLayout& layout, const BoardPart& part)
{
    using Kind = BoardPart::Kind;
    if (part.kind == Kind::AddShare)
        return layout.addShare;
    if (part.kind == Kind::Template)
        return static_cast<std::size_t>(part.index) < layout.templates.size()
            ? layout.templates[static_cast<std::size_t>(part.index)]
            : QRectF();
    const LaneShape* lane = layout.lane(part.share);
    if (lane == nullptr)
        return {};
    switch (part.kind) {
    case Kind::Lane:
        return lane->rect;
    case Kind::Handle:
        return lane->handle;
    case Kind::Name:
        return lane->name;
    case Kind::Strategy:
        return headerChipRect(*lane, HeaderChip::Strategy);
    case Kind::InShare:
        return headerChipRect(*lane, HeaderChip::InShare);
    case Kind::Segment:
    case Kind::LimitTick:
    case Kind::BorrowTick:
        return ledgerRect(*lane, part);
    case Kind::AddUnit:
        return lane->addUnit;
    case Kind::Running:
        return chipRect(lane->running, part.job);
    case Kind::Reclaimed:
        return chipRect(lane->reclaimed, part.job);
    case Kind::MoreRunning:
        return lane->moreRunning;
    case Kind::Waiting:
        return chipRect(lane->waiting, part.job);
    case Kind::MoreWaiting:
        return lane->moreWaiting;
    case Kind::Why:
        return lane->why;
    case Kind::None:
    case Kind::AddShare:
    case Kind::Template:
        break;
    }
    return {};
}

namespace {

/// Chips in the rows in which they stand.
void addRows(std::vector<std::vector<BoardPart>>& rows, const BoardLayout& layout, std::vector<BoardPart> chips)
{
    double bottom = 0;
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const QRectF rect = rectOf(layout, chips[i]);
        if (i == 0 || rect.top() >= bottom)
            rows.emplace_back();
        bottom = rect.bottom();
        rows.back().push_back(chips[i]);
    }
}

} // namespace

std::vector<std::vector<BoardPart>> focusRows(const BoardLayout& layout)
{
    using Kind = BoardPart::Kind;
    std::vector<std::vector<BoardPart>> rows;
    for (const LaneShape& lane : layout.lanes) {
        rows.push_back({partOfKind(Kind::Lane, lane.share)});
        for (const LedgerShape& ledger : lane.ledgers) {
            std::vector<BoardPart>& row = rows.emplace_back();
            for (const SegmentShape& segment : ledger.segments)
                row.push_back(segmentPart(lane.share, ledger.unit, segment));
        }
        std::vector<BoardPart> running;
        for (const ChipShape& chip : lane.running)
            running.push_back(jobPart(Kind::Running, lane.share, chip));
        if (!lane.moreRunning.isEmpty())
            running.push_back(partOfKind(Kind::MoreRunning, lane.share));
        for (const ChipShape& chip : lane.reclaimed)
            running.push_back(jobPart(Kind::Reclaimed, lane.share, chip));
        addRows(rows, layout, std::move(running));
        std::vector<BoardPart> waiting;
        for (const ChipShape& chip : lane.waiting)
            waiting.push_back(jobPart(Kind::Waiting, lane.share, chip));
        if (!lane.moreWaiting.isEmpty())
            waiting.push_back(partOfKind(Kind::MoreWaiting, lane.share));
        addRows(rows, layout, std::move(waiting));
    }
    rows.push_back({partOfKind(Kind::AddShare, {})});
    return rows;
}

} // namespace quotaboard
