// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/board_state.h"
#include "ui/logic/plot/board_room.h"

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace quotaboard {

enum class BoardDensity { Comfortable, Compact, Dense };

/// What a part of a ledger bar says (design: capacity board).
enum class SegmentKind { Own, Lent, Idle, ReservedIdle, Borrowed, Over, MayBorrow };

/// Small labels in the first row of a lane, in the order in which they are placed.
enum class HeaderChip { Strategy, InShare, Disabled, Protected, Budget };
inline constexpr int kHeaderChips = static_cast<int>(HeaderChip::Budget) + 1;

/// A preemption that happened a moment ago, shown in the lane that the job was taken from.
struct ReclaimedJob {
    JobIndex job;
    ShareIndex share;
    /// Whose claim it was.
    ShareIndex by;
    JobIndex claimant;
    PreemptionCause cause = PreemptionCause::CrossShare;
    std::int32_t instances = 0;
    TimeMs at = 0;
    /// Of the job's own time, ms.
    TimeMs lost = 0;
    bool operator==(const ReclaimedJob&) const = default;
};

/// How wide texts are; the layout knows no fonts. `em` is the height of a line of the base font over its height at
/// 13 pixels, so that everything grows with the text.
struct BoardMeasure {
    double em = 1;
    std::function<double(ShareIndex)> name = [](ShareIndex) { return 80.0; };
    /// 0 where the lane does not have this chip.
    std::function<double(ShareIndex, HeaderChip)> headerChip = [](ShareIndex, HeaderChip) { return 0.0; };
    std::function<double(ShareIndex)> waits = [](ShareIndex) { return 140.0; };
    std::function<double(UnitIndex)> unit = [](UnitIndex) { return 90.0; };
    std::function<double(const WaitingJob&, std::size_t position)> waitingChip
        = [](const WaitingJob&, std::size_t) { return 120.0; };
    std::function<double(const ReclaimedJob&)> reclaimed = [](const ReclaimedJob&) { return 220.0; };
    /// A chip of a job that is being stopped: it says for whom.
    std::function<double(const RunningJob&)> stopping = [](const RunningJob&) { return 220.0; };
};

struct SegmentShape {
    SegmentKind kind = SegmentKind::Own;
    std::int64_t instances = 0;
    /// Lent: to whom.
    ShareIndex borrower;
    QRectF rect;
};

/// One capacity unit in one lane. Instances are to scale: the same width in every lane of the unit.
struct LedgerShape {
    UnitIndex unit;
    QRectF label;
    /// From the start of the segments to the last of segments and ticks.
    QRectF area;
    /// Width of one instance.
    double scale = 0;
    std::vector<SegmentShape> segments;
    double limitX = 0;
    /// At limit + borrow limit, at the right end where that is more than the pool has; only for shares that may borrow.
    std::optional<double> borrowX;
    bool borrowsWithoutLimit = false;
    /// A borrow tick dragged beyond here means: without limit.
    double unlimitedX = 0;
    /// The borrow limit is a percentage that rounds to no instance at all.
    bool borrowRoundsToNothing = false;

    [[nodiscard]] double xOf(double instances) const { return area.left() + instances * scale; }
    [[nodiscard]] double instancesAt(double x) const { return scale > 0 ? (x - area.left()) / scale : 0; }
};

/// A chip; `index` is the position in LaneState::running, LaneState::waiting or the list of reclaimed jobs.
struct ChipShape {
    JobIndex job;
    std::size_t index = 0;
    QRectF rect;
};

struct HeaderChipShape {
    HeaderChip kind = HeaderChip::Strategy;
    QRectF rect;
};

/// One lane. Rectangles are in board coordinates; an empty one means that the part is not shown.
struct LaneShape {
    ShareIndex share;
    QRectF rect;
    QRectF handle;
    QRectF name;
    std::vector<HeaderChipShape> chips;
    QRectF waits;
    std::vector<LedgerShape> ledgers;
    QRectF addUnit;
    std::vector<ChipShape> running;
    std::vector<ChipShape> reclaimed;
    /// "+148 more": running jobs that have no chip; "fewer" with none, where the lane is expanded. Likewise waiting.
    QRectF moreRunning;
    std::size_t moreRunningCount = 0;
    QRectF queue;
    QRectF queueTitle;
    std::vector<ChipShape> waiting;
    QRectF moreWaiting;
    std::size_t moreWaitingCount = 0;
    QRectF reason;
    QRectF why;
    /// Dense: "12 running, 7 waiting" in words.
    QRectF counts;
    /// Rows of chips it takes; fed back so that lanes keep their height while jobs come and go.
    int bodyRows = 0;
};

struct BoardLayout {
    BoardDensity density = BoardDensity::Comfortable;
    double em = 1;
    QSizeF size;
    std::vector<LaneShape> lanes;
    /// "Add share" with its three templates, below the last lane.
    QRectF addShare;
    std::vector<QRectF> templates;
    /// Pixels per instance of the unit, the same in all lanes; 0 where no lane shows it.
    [[nodiscard]] double scale(UnitIndex unit) const;
    [[nodiscard]] const LaneShape* lane(ShareIndex share) const;
    [[nodiscard]] const LaneShape* laneAt(const QPointF& point) const;
};

struct BoardLayoutInput {
    const BoardState* state = nullptr;
    const std::vector<ReclaimedJob>* reclaimed = nullptr;
    /// What the scales leave room for besides the state itself; null: the state alone.
    const BoardRoom* room = nullptr;
    double width = 1000;
    BoardDensity density = BoardDensity::Comfortable;
    BoardMeasure measure;
    /// Rows of chips a lane keeps at least; 0 for lanes not seen before.
    std::function<int(ShareIndex)> keptRows = [](ShareIndex) { return 0; };
    /// Lanes whose running jobs are all shown.
    std::function<bool(ShareIndex)> isExpanded = [](ShareIndex) { return false; };
};

/// Where everything on the capacity board is. A pure function; cost grows with what is visible, not with the jobs.
[[nodiscard]] BoardLayout layOutBoard(const BoardLayoutInput& input);

/// The end of the ledger bar in instances, for one lane of a unit: what the common scale must leave room for.
[[nodiscard]] std::int64_t ledgerExtent(const LedgerSegments& ledger, std::int64_t poolCapacity);

/// Turns the board around where languages are written from right to left. Layouts always read from left to right;
/// whoever paints them or asks for a point mirrors at the last moment. Mirroring twice changes nothing.
struct BoardMirror {
    bool isOn = false;
    /// Of the board.
    double width = 0;
    [[nodiscard]] double operator()(double x) const { return isOn ? width - x : x; }
    [[nodiscard]] QPointF operator()(const QPointF& point) const { return {(*this)(point.x()), point.y()}; }
    [[nodiscard]] QRectF operator()(const QRectF& rect) const
    {
        return isOn ? QRectF(width - rect.right(), rect.top(), rect.width(), rect.height()) : rect;
    }
    [[nodiscard]] QLineF operator()(const QLineF& line) const { return {(*this)(line.p1()), (*this)(line.p2())}; }
};

/// What is at a point of the board, or has the keyboard focus. Names things by what they are, so that it survives
/// another layout.
struct BoardPart {
    enum class Kind {
        None,
        Lane,
        Handle,
        Name,
        Strategy,
        InShare,
        Segment,
        LimitTick,
        BorrowTick,
        AddUnit,
        Running,
        Reclaimed,
        MoreRunning,
        Waiting,
        MoreWaiting,
        Why,
        AddShare,
        Template,
    };
    Kind kind = Kind::None;
    ShareIndex share;
    UnitIndex unit;
    SegmentKind segment = SegmentKind::Own;
    /// Segment of kind Lent.
    ShareIndex borrower;
    JobIndex job;
    /// Template: 0 Reserve, 1 Lend, 2 Lend and borrow.
    int index = 0;
    bool operator==(const BoardPart&) const = default;
    [[nodiscard]] bool isValid() const { return kind != Kind::None; }
    [[nodiscard]] bool isJob() const
    {
        return kind == Kind::Running || kind == Kind::Waiting || kind == Kind::Reclaimed;
    }
};

/// The smallest thing at a point. Ticks win over segments within a few pixels.
[[nodiscard]] BoardPart partAt(const BoardLayout& layout, const QPointF& point);
/// Where a part is; empty when it is not shown.
[[nodiscard]] QRectF rectOf(const BoardLayout& layout, const BoardPart& part);

/// A place in a queue (0 is the first) and the line between chips that shows it.
struct QueuePlace {
    std::size_t place = 0;
    QLineF mark;
};
/// Where in the lane's queue something dropped at the point would stand, counted without `without`.
[[nodiscard]] QueuePlace queuePlaceAt(const LaneShape& lane, const QPointF& point, JobIndex without);

/// Parts that the keyboard reaches: rows of a lane from top to bottom, each from left to right.
[[nodiscard]] std::vector<std::vector<BoardPart>> focusRows(const BoardLayout& layout);

} // namespace quotaboard
