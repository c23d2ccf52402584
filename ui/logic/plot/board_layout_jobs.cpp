// SPDX-License-Identifier: Apache-2.0
// The lower part of a lane: running and reclaimed chips on the left, the queue on the right.
#include "ui/logic/plot/board_placement.h"

#include <algorithm>

namespace quotaboard::board_placement {

namespace {

constexpr double kMoreChip = 84;

/// Puts chips side by side and begins another row where one does not fit.
struct ChipRows {
    QRectF area;
    double height = 0;
    double gap = 0;
    int rows = 1;
    double x = 0;
    double y = 0;
    int row = 0;

    /// `reserve` is kept free at the end of the last row. Empty when there is no room left.
    std::optional<QRectF> place(double width, double reserve)
    {
        width = std::min(width, area.width());
        if (x > area.left() && x + width > end(reserve)) {
            if (row + 1 >= rows)
                return std::nullopt;
            ++row;
            x = area.left();
            y += height + gap;
        }
        if (x + width > end(reserve))
            return std::nullopt;
        const QRectF rect(x, y, width, height);
        x += width + gap;
        return rect;
    }

    [[nodiscard]] double end(double reserve) const { return area.right() - (row + 1 >= rows ? reserve : 0); }
};

} // namespace

double Placement::bodyHeight(int rows) const
{
    if (rows <= 0)
        return 0;
    return px(rows * (len_.chip + len_.chipGap) - len_.chipGap);
}

double Placement::chipWidth(const LaneShape& lane, const RunningJob& job, double base) const
{
    double scale = px(kSmallestChip);
    for (const LedgerShape& ledger : lane.ledgers) {
        if (ledger.unit == job.unit)
            scale = std::min(scale, ledger.scale);
    }
    if (job.phase == JobPhase::Stopping)
        return base > 0 ? in_.measure.stopping(job) : px(kSmallestChip * 1.6);
    if (base > 0)
        return px(base) + (job.instances - 1) * scale;
    return std::max(px(kSmallestChip), job.instances * scale);
}

std::int64_t Placement::capacityOf(UnitIndex unit) const
{
    for (const PoolState& pool : state_.pools) {
        if (pool.unit == unit)
            return pool.capacity;
    }
    return 0;
}

std::vector<std::size_t> Placement::reclaimedIn(ShareIndex share) const
{
    std::vector<std::size_t> found;
    if (in_.reclaimed == nullptr)
        return found;
    for (std::size_t i = 0; i < in_.reclaimed->size(); ++i) {
        if ((*in_.reclaimed)[i].share == share)
            found.push_back(i);
    }
    return found;
}

/// Lays chips of one width rule in rows; false when they do not all fit.
bool Placement::flowRunning(LaneShape& lane, const LaneState& state, const QRectF& area, int rows, double base) const
{
    lane.running.clear();
    lane.reclaimed.clear();
    lane.moreRunning = {};
    ChipRows flow{area, px(len_.chip), px(len_.chipGap), rows, area.left(), area.top(), 0};
    const std::vector<std::size_t> reclaimed = reclaimedIn(state.share);
    double reserve = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, reclaimed.size()); ++i)
        reserve += in_.measure.reclaimed((*in_.reclaimed)[reclaimed[i]]) + px(len_.chipGap);
    reserve = std::min(reserve, area.width() * 0.6);
    const bool isLast = base <= 0;
    const bool isExpanded = in_.isExpanded(state.share);
    const double more = px(kMoreChip + len_.chipGap);
    for (std::size_t i = 0; i < state.running.size(); ++i) {
        const bool mayEnd
            = isLast && (isExpanded || i + 1 < state.running.size() || state.runningCount > state.running.size());
        const auto rect = flow.place(chipWidth(lane, state.running[i], base), reserve + (mayEnd ? more : 0));
        if (!rect && !isLast)
            return false;
        if (!rect)
            break;
        lane.running.push_back({state.running[i].job, i, *rect});
    }
    lane.moreRunningCount = state.runningCount - lane.running.size();
    // A lane that shows all says so by the way back.
    if (lane.moreRunningCount > 0 || (isExpanded && !lane.running.empty()))
        lane.moreRunning = flow.place(px(kMoreChip), 0).value_or(QRectF());
    for (std::size_t i : reclaimed) {
        const auto rect = flow.place(in_.measure.reclaimed((*in_.reclaimed)[i]), 0);
        if (!rect)
            return isLast;
        lane.reclaimed.push_back({(*in_.reclaimed)[i].job, i, *rect});
    }
    return true;
}

void Placement::placeRunning(LaneShape& lane, const LaneState& state, const QRectF& area, int rows) const
{
    if (area.width() < px(kSmallestChip))
        return;
    for (double base : len_.chipWidths) {
        if (!in_.isExpanded(state.share) && flowRunning(lane, state, area, rows, base) && lane.moreRunningCount == 0)
            return;
    }
    flowRunning(lane, state, area, rows, 0);
}

int Placement::rowsNeeded(const LaneShape& lane, const LaneState& state, double width) const
{
    if (len_.rows == 0)
        return 0;
    const bool hasJobs = state.runningCount > 0 || !reclaimedIn(state.share).empty();
    int rows = hasJobs || state.waitingCount > 0 ? 1 : 0;
    if (state.waitingCount > 0)
        rows = len_.rows;
    LaneShape trial;
    trial.ledgers = lane.ledgers;
    const bool isExpanded = in_.isExpanded(state.share);
    const int most = isExpanded ? 200 : len_.rows;
    if (isExpanded && state.waitingCount > 0)
        rows = std::max(rows, std::min(8, static_cast<int>(state.waiting.size() + 2) / 2));
    // Rather another row than narrower chips, as long as rows may be added.
    const double base = isExpanded ? 0 : len_.chipWidths[0];
    for (int tried = std::max(1, rows); hasJobs && tried <= most; ++tried) {
        rows = tried;
        const bool fits = flowRunning(trial, state, QRectF(0, 0, width, 1), tried, base);
        if (fits && trial.moreRunningCount == state.runningCount - state.running.size())
            break;
    }
    return rows;
}

void Placement::placeBody(LaneShape& lane, const LaneState& state, double top) const
{
    const double left = lane.rect.left() + px(kStripe) + px(4) + px(kHandle) + px(2);
    const double right = lane.rect.right() - px(16);
    const double queue = std::max((right - left) * 0.36, std::min(px(260), (right - left) * 0.5));
    const QRectF running(left, top, right - left - queue - px(24), 0);
    int rows = std::max(rowsNeeded(lane, state, running.width()), in_.keptRows(state.share));
    if (!in_.isExpanded(state.share))
        rows = std::min(rows, len_.rows);
    lane.bodyRows = rows;
    if (rows == 0)
        return;
    const double height = bodyHeight(rows);
    placeRunning(lane, state, QRectF(running.left(), top, running.width(), height), rows);
    lane.queue = QRectF(right - queue, top, queue, height);
    placeQueue(lane, state, lane.queue);
}

void Placement::placeQueue(LaneShape& lane, const LaneState& state, const QRectF& area) const
{
    const double why = px(66);
    if (in_.density == BoardDensity::Compact) {
        lane.queueTitle = QRectF(area.left(), area.top(), px(84), px(len_.chip));
        if (state.waitingCount > 0)
            lane.why = QRectF(area.right() - why, area.top(), why, px(len_.chip));
        const double right = state.waitingCount > 0 ? lane.why.left() - px(6) : area.right();
        placeWaiting(lane, state,
            QRectF(
                lane.queueTitle.right() + px(4), area.top(), right - lane.queueTitle.right() - px(4), px(len_.chip)));
        return;
    }
    const double line = px(18);
    lane.queueTitle = QRectF(area.left(), area.top(), area.width() - why, line);
    const double below = area.top() + line + px(2);
    if (state.waitingCount == 0) {
        lane.reason = QRectF(area.left(), below, area.width(), std::min(line, area.bottom() - below));
        return;
    }
    lane.why = QRectF(area.right() - why, area.top(), why, line);
    const double reason = px(36);
    const double chips = std::max(px(24), area.bottom() - below - reason - px(4));
    placeWaiting(lane, state, QRectF(area.left(), below, area.width(), chips));
    const double end
        = lane.waiting.empty() ? below : std::max(lane.waiting.back().rect.bottom(), lane.moreWaiting.bottom()) + px(4);
    if (area.bottom() - end >= line)
        lane.reason = QRectF(area.left(), end, area.width(), std::min(reason, area.bottom() - end));
}

void Placement::placeWaiting(LaneShape& lane, const LaneState& state, const QRectF& area) const
{
    const double height = std::min(px(24), area.height());
    const double gap = px(6);
    const double more = px(70);
    double x = area.left();
    double y = area.top();
    for (std::size_t i = 0; i < state.waiting.size(); ++i) {
        const double width = std::min(in_.measure.waitingChip(state.waiting[i], i + 1), area.width());
        const auto isLastRow = [&] { return y + 2 * height + gap > area.bottom() + 0.5; };
        if (x + width > area.right() && !isLastRow()) {
            x = area.left();
            y += height + gap;
        }
        // An expanded lane always has room for the way back.
        const bool isLast = i + 1 == state.waitingCount && !in_.isExpanded(state.share);
        const double right = area.right() - (isLastRow() && !isLast ? more + gap : 0);
        if (x + width > right && !(i == 0 && x + width <= area.right()))
            break;
        lane.waiting.push_back({state.waiting[i].job, i, QRectF(x, y, width, height)});
        x += width + gap;
    }
    lane.moreWaitingCount = state.waitingCount - lane.waiting.size();
    const bool wantsMore = lane.moreWaitingCount > 0 || (in_.isExpanded(state.share) && !lane.waiting.empty());
    if (wantsMore && x + more > area.right() + 0.5 && y + 2 * height + gap <= area.bottom() + 0.5) {
        x = area.left();
        y += height + gap;
    }
    if (wantsMore && x + more <= area.right() + 0.5)
        lane.moreWaiting = QRectF(x, y, more, height);
}

} // namespace quotaboard::board_placement
