// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"

#include <array>

// How layOutBoard() works inside; for its own sources only.
namespace quotaboard::board_placement {

/// Lengths of one density, in pixels at em 1.
struct Lengths {
    double margin;
    double laneGap;
    double padding;
    double header;
    double ledger;
    double ledgerGap;
    double chip;
    double chipGap;
    double bottom;
    int rows;
    std::array<double, 2> chipWidths;
};

inline constexpr double kStripe = 6;
inline constexpr double kHandle = 14;
inline constexpr double kSmallestChip = 56;

[[nodiscard]] const Lengths& lengthsOf(BoardDensity density);

/// Places the parts of one board; lives for one call.
class Placement {
public:
    explicit Placement(const BoardLayoutInput& input)
        : in_(input)
        , state_(*input.state)
        , len_(lengthsOf(input.density))
        , em_(input.measure.em)
    {
    }

    BoardLayout run();

private:
    [[nodiscard]] double px(double length) const { return length * em_; }
    void measureUnits();
    void leaveRoom();
    [[nodiscard]] double scaleOf(UnitIndex unit, double room) const;
    void placeHeader(LaneShape& lane, const LaneState& state) const;
    double placeLedgers(LaneShape& lane, const LaneState& state, double top) const;
    /// The end of segments and ticks of one bar in instances.
    [[nodiscard]] std::int64_t reachOf(const LaneState& lane, const LedgerSegments& ledger) const;
    void placeBar(LedgerShape& shape, const LedgerSegments& ledger, double scale) const;
    void placeTicks(LedgerShape& shape, const LaneState& lane, const LedgerSegments& ledger) const;
    void placeBody(LaneShape& lane, const LaneState& state, double top) const;
    bool flowRunning(LaneShape& lane, const LaneState& state, const QRectF& area, int rows, double base) const;
    void placeRunning(LaneShape& lane, const LaneState& state, const QRectF& area, int rows) const;
    void placeQueue(LaneShape& lane, const LaneState& state, const QRectF& area) const;
    void placeWaiting(LaneShape& lane, const LaneState& state, const QRectF& area) const;
    void placeDense(LaneShape& lane, const LaneState& state) const;
    void placeAddShare(BoardLayout& layout, double top) const;
    [[nodiscard]] int rowsNeeded(const LaneShape& lane, const LaneState& state, double width) const;
    [[nodiscard]] double bodyHeight(int rows) const;
    [[nodiscard]] double chipWidth(const LaneShape& lane, const RunningJob& job, double base) const;
    [[nodiscard]] std::int64_t capacityOf(UnitIndex unit) const;
    [[nodiscard]] std::vector<std::size_t> reclaimedIn(ShareIndex share) const;

    const BoardLayoutInput& in_;
    const BoardState& state_;
    const Lengths& len_;
    double em_;
    /// Per unit what the scale must leave room for.
    std::vector<std::int64_t> extents_;
    std::size_t mostLedgers_ = 1;
    double label_ = 0;
};

} // namespace quotaboard::board_placement
