// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/board_placement.h"

#include "core/model/policy_state.h"

#include <algorithm>

namespace quotaboard::board_placement {

namespace {

constexpr Lengths kComfortable{16, 12, 20, 40, 24, 8, 34, 6, 12, 3, {158, 112}};
constexpr Lengths kCompact{12, 8, 16, 28, 16, 5, 20, 4, 6, 1, {120, 84}};
constexpr Lengths kDense{12, 4, 14, 28, 16, 4, 0, 0, 0, 0, {0, 0}};

constexpr double kWidestInstance = 72;
constexpr double kWidestLabel = 150;
/// Of a lane's width for the longest bar where lanes have two, so that short ones stand side by side.
constexpr double kLongestOfTwo = 0.6;
constexpr double kLedgerGap = 36;
constexpr double kAddUnit = 24;

} // namespace

const Lengths& lengthsOf(BoardDensity density)
{
    switch (density) {
    case BoardDensity::Comfortable:
        return kComfortable;
    case BoardDensity::Compact:
        return kCompact;
    case BoardDensity::Dense:
        break;
    }
    return kDense;
}

void Placement::measureUnits()
{
    for (const LaneState& lane : state_.lanes) {
        mostLedgers_ = std::max(mostLedgers_, lane.ledger.size());
        for (const LedgerSegments& ledger : lane.ledger) {
            if (extents_.size() <= ledger.unit.value())
                extents_.resize(ledger.unit.value() + std::size_t{1}, 0);
            std::int64_t& extent = extents_[ledger.unit.value()];
            extent = std::max(extent, ledgerExtent(ledger, capacityOf(ledger.unit)));
            label_ = std::max(label_, in_.measure.unit(ledger.unit) + px(14));
        }
    }
    leaveRoom();
    label_ = std::min(label_, px(kWidestLabel));
}

/// For the largest bars of the whole scenario: nothing moves when they come.
void Placement::leaveRoom()
{
    if (in_.room == nullptr)
        return;
    mostLedgers_ = std::max(mostLedgers_, in_.room->mostLedgers);
    extents_.resize(std::max(extents_.size(), in_.room->instances.size()), 0);
    for (std::size_t i = 0; i < in_.room->instances.size(); ++i) {
        if (in_.room->instances[i] == 0)
            continue;
        extents_[i] = std::max(extents_[i], in_.room->instances[i]);
        label_ = std::max(label_, in_.measure.unit(UnitIndex(i)) + px(14));
    }
}

double Placement::scaleOf(UnitIndex unit, double room) const
{
    const double extent = static_cast<double>(std::max<std::int64_t>(1, extents_[unit.value()]));
    return std::min(px(kWidestInstance), std::max(1.0, room) / extent);
}

void Placement::placeHeader(LaneShape& lane, const LaneState& state) const
{
    const double height = px(len_.header);
    double x = lane.rect.left() + px(kStripe) + px(4);
    lane.handle = QRectF(x, lane.rect.top(), px(kHandle), height);
    x = lane.handle.right() + px(2);
    const double right = lane.rect.right() - px(16);
    const double waits = std::min(in_.measure.waits(state.share), (right - x) * 0.6);
    lane.waits = QRectF(right - waits, lane.rect.top(), waits, height);
    const double room = lane.waits.left() - px(12) - x;
    lane.name = QRectF(x, lane.rect.top(), std::clamp(in_.measure.name(state.share), px(8), room), height);
    x = lane.name.right() + px(12);
    const double chip = std::min(height - px(6), px(22));
    for (int i = 0; i < kHeaderChips; ++i) {
        const auto kind = static_cast<HeaderChip>(i);
        const double width = in_.measure.headerChip(state.share, kind);
        if (width <= 0 || x + width > lane.waits.left() - px(12))
            continue;
        lane.chips.push_back({kind, QRectF(x, lane.rect.top() + (height - chip) / 2, width, chip)});
        x += width + px(8);
    }
}

double Placement::placeLedgers(LaneShape& lane, const LaneState& state, double top) const
{
    const double left = lane.rect.left() + px(kStripe) + px(4) + px(kHandle) + px(2);
    const double right = lane.rect.right() - px(16) - px(kAddUnit) - px(8);
    const double height = px(len_.ledger);
    const double row = height + px(len_.ledgerGap);
    const double whole = right - left - label_ - px(18);
    const double room = mostLedgers_ == 1 ? whole
        : mostLedgers_ == 2               ? whole * kLongestOfTwo
                                          : std::max(px(120), (right - left) / 3 - label_ - px(kLedgerGap));
    double x = left;
    double y = top;
    for (const LedgerSegments& ledger : state.ledger) {
        LedgerShape shape;
        shape.unit = ledger.unit;
        const double scale = scaleOf(ledger.unit, room);
        const double length = std::max(px(20), static_cast<double>(reachOf(state, ledger)) * scale);
        if (x > left && x + label_ + length > right) {
            x = left;
            y += row;
        }
        shape.label = QRectF(x, y, label_ - px(8), height);
        shape.area = QRectF(x + label_, y, length, height);
        placeBar(shape, ledger, scale);
        placeTicks(shape, state, ledger);
        shape.unlimitedX = std::min(shape.unlimitedX, lane.rect.right() - px(30));
        x = shape.area.right() + px(kLedgerGap);
        lane.ledgers.push_back(std::move(shape));
    }
    if (lane.ledgers.empty())
        return top;
    const double size = std::min(px(kAddUnit), row);
    lane.addUnit = QRectF(right + px(8), lane.ledgers.back().area.top(), px(kAddUnit), size);
    return y + row;
}

std::int64_t Placement::reachOf(const LaneState& lane, const LedgerSegments& ledger) const
{
    if (lane.sharing.strategy == SharingStrategy::LendAndBorrow) {
        const std::int64_t now = ledgerExtent(ledger, capacityOf(ledger.unit));
        const bool isLimited = ledger.borrowMax < kUnlimited || in_.room == nullptr;
        return isLimited ? now : std::max(now, in_.room->reach(lane.share, ledger.unit));
    }
    return ledger.limit + ledger.borrowed + ledger.over + ledger.mayBorrow;
}

void Placement::placeBar(LedgerShape& shape, const LedgerSegments& ledger, double scale) const
{
    shape.scale = scale;
    double x = shape.area.left();
    const auto add = [&](SegmentKind kind, std::int64_t instances, ShareIndex borrower = {}) {
        if (instances <= 0)
            return;
        const double width = static_cast<double>(instances) * scale;
        shape.segments.push_back({kind, instances, borrower, QRectF(x, shape.area.top(), width, shape.area.height())});
        x += width;
    };
    add(SegmentKind::Own, ledger.own);
    for (const LentPart& part : ledger.lent)
        add(SegmentKind::Lent, part.instances, part.borrower);
    add(SegmentKind::Idle, ledger.idle);
    add(SegmentKind::ReservedIdle, ledger.reservedIdle);
    add(SegmentKind::Borrowed, ledger.borrowed);
    add(SegmentKind::Over, ledger.over);
    add(SegmentKind::MayBorrow, ledger.mayBorrow);
    // A bar of nothing is still something to point at.
    if (shape.segments.empty())
        shape.segments.push_back({SegmentKind::Idle, 0, {}, QRectF(x, shape.area.top(), 0, shape.area.height())});
}

void Placement::placeTicks(LedgerShape& shape, const LaneState& lane, const LedgerSegments& ledger) const
{
    shape.limitX = shape.xOf(static_cast<double>(ledger.limit));
    shape.unlimitedX = shape.xOf(static_cast<double>(std::max(capacityOf(ledger.unit), ledger.limit))) + px(12);
    if (lane.sharing.strategy != SharingStrategy::LendAndBorrow)
        return;
    shape.borrowsWithoutLimit = ledger.borrowMax >= kUnlimited;
    shape.borrowRoundsToNothing = ledger.borrowMax == 0 && lane.sharing.borrowLimit.value_or(0) > 0;
    const std::int64_t reach = reachOf(lane, ledger);
    const std::int64_t wanted = ledger.limit + std::min(ledger.borrowMax, reach);
    shape.borrowX = shape.xOf(static_cast<double>(std::min(wanted, reach)));
}

void Placement::placeDense(LaneShape& lane, const LaneState& state) const
{
    const double height = px(len_.header);
    double x = lane.rect.left() + px(kStripe) + px(2);
    lane.handle = QRectF(x, lane.rect.top(), px(kHandle), height);
    const double name = std::min(px(150), lane.rect.width() * 0.2);
    lane.name = QRectF(lane.handle.right() + px(2), lane.rect.top(), name, height);
    const double counts = std::min(px(190), lane.rect.width() * 0.25);
    lane.counts = QRectF(lane.rect.right() - px(10) - counts, lane.rect.top(), counts, height);
    x = lane.name.right() + px(10);
    const double slot = (lane.counts.left() - px(10) - x) / static_cast<double>(mostLedgers_);
    const double label = slot >= label_ + px(70) ? label_ : 0;
    const double bar = px(len_.ledger);
    for (const LedgerSegments& ledger : state.ledger) {
        LedgerShape shape;
        shape.unit = ledger.unit;
        const double y = lane.rect.top() + (height - bar) / 2;
        if (label > 0)
            shape.label = QRectF(x, lane.rect.top(), label - px(8), height);
        shape.area = QRectF(x + label, y, std::max(px(8), slot - label - px(14)), bar);
        placeBar(shape, ledger, scaleOf(ledger.unit, shape.area.width()));
        placeTicks(shape, state, ledger);
        lane.ledgers.push_back(std::move(shape));
        x += slot;
    }
}

void Placement::placeAddShare(BoardLayout& layout, double top) const
{
    const double height = px(in_.density == BoardDensity::Dense ? 28 : 36);
    double x = px(len_.margin);
    layout.addShare = QRectF(x, top, px(150), height);
    x = layout.addShare.right() + px(12);
    for (double width : {92.0, 80.0, 150.0}) {
        if (x + px(width) > in_.width - px(len_.margin))
            break;
        layout.templates.emplace_back(x, top + px(4), px(width), height - px(8));
        x += px(width) + px(8);
    }
    layout.size = QSizeF(in_.width, top + height + px(len_.margin));
}

BoardLayout Placement::run()
{
    measureUnits();
    BoardLayout layout;
    layout.density = in_.density;
    layout.em = em_;
    const double width = std::max(px(320), in_.width - 2 * px(len_.margin));
    double y = px(12);
    for (const LaneState& state : state_.lanes) {
        LaneShape lane;
        lane.share = state.share;
        lane.rect = QRectF(px(len_.margin), y, width, px(len_.header));
        if (in_.density == BoardDensity::Dense) {
            placeDense(lane, state);
        } else {
            placeHeader(lane, state);
            const double body = placeLedgers(lane, state, y + px(len_.header));
            placeBody(lane, state, body);
            const double bodyEnd = body + bodyHeight(lane.bodyRows);
            lane.rect.setHeight(bodyEnd - y + px(lane.bodyRows > 0 ? len_.bottom : len_.bottom / 2));
        }
        y = lane.rect.bottom() + px(len_.laneGap);
        layout.lanes.push_back(std::move(lane));
    }
    placeAddShare(layout, y);
    return layout;
}

} // namespace quotaboard::board_placement

namespace quotaboard {

std::int64_t ledgerExtent(const LedgerSegments& ledger, std::int64_t poolCapacity)
{
    const std::int64_t drawn = ledger.limit + ledger.borrowed + ledger.over + ledger.mayBorrow;
    // Without limit there is no place to scale: the tick stands a little beyond what is drawn.
    if (ledger.borrowMax >= kUnlimited)
        return drawn + std::max<std::int64_t>(1, drawn / 8);
    // How far it could ever borrow, so that the second tick stands to scale; never more than there is.
    const std::int64_t reach = std::min(poolCapacity, ledger.limit + ledger.borrowMax);
    return std::max(drawn, reach);
}

BoardLayout layOutBoard(const BoardLayoutInput& input)
{
    return board_placement::Placement(input).run();
}

} // namespace quotaboard
