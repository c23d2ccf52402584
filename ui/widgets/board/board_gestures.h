// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_actions.h"
#include "ui/widgets/board/lane_painter.h"

#include <QLineF>
#include <QObject>
#include <QPointF>
#include <QString>

#include <optional>
#include <vector>

namespace quotaboard {

/// What a drag in progress looks like.
struct DragPicture {
    /// Where the pointer is, board coordinates.
    QPointF at;
    /// Words on the ghost that follows the pointer; empty where the dragged thing itself moves (ticks).
    QString ghost;
    /// What will happen, or why it may not.
    QString badge;
    bool isLegal = false;
    /// Where it would be put in: a line between lanes or chips.
    std::optional<QLineF> insertion;
    /// The place of a dragged tick.
    std::optional<QLineF> tick;
    std::vector<std::pair<ShareIndex, DropState>> lanes;
};

/// The drags of the board as one state machine over its geometry: it is told where the pointer is and answers with a
/// picture and, at the end, one edit. It knows no widget and no event; nothing changes before drop(), and cancel()
/// leaves no trace.
class BoardGestures : public QObject {
    Q_OBJECT

public:
    BoardGestures(BoardActions& actions, const BoardContent& content, QObject* parent = nullptr);

    /// Whether a drag can begin on this part.
    [[nodiscard]] static bool canStart(const BoardPart& part);
    void start(const BoardLayout& layout, const BoardPart& part, const QPointF& at);
    void moveTo(const BoardLayout& layout, const QPointF& at);
    /// While capacity is dragged: more or fewer instances.
    void changeCount(const BoardLayout& layout, int by);
    void typeDigit(const BoardLayout& layout, int digit);
    /// Commits what the badge says, if it may be done.
    bool drop(const BoardLayout& layout);
    void cancel();

    [[nodiscard]] bool isActive() const { return kind_ != Kind::None; }
    [[nodiscard]] bool isCountable() const { return kind_ == Kind::Capacity; }
    [[nodiscard]] const DragPicture& picture() const { return picture_; }

Q_SIGNALS:
    /// picture() or isActive() changed.
    void changed();
    /// The edit that a drop here would do, for previews; empty when none is possible.
    void editHovered(const std::optional<quotaboard::Edit>& edit);

private:
    enum class Kind { None, Job, Capacity, Limit, Borrow, Lane, Template };

    void update(const BoardLayout& layout);
    void updateJob(const BoardLayout& layout);
    void updateQueuePlace(const LaneShape& lane, const LaneState& state);
    void updateCapacity(const BoardLayout& layout);
    void updateLimit(const BoardLayout& layout);
    void updateBorrow(const BoardLayout& layout);
    void updateLane(const BoardLayout& layout);
    void updateTemplate(const BoardLayout& layout);
    void show(const Proposal& proposal);
    void showTick(const LedgerShape& ledger, double instances);
    void markLanes(const BoardLayout& layout, ShareIndex target);
    [[nodiscard]] const LedgerShape* ledgerOf(const BoardLayout& layout) const;
    /// Where between the lanes the pointer is: 0 above the first.
    [[nodiscard]] int gapAt(const BoardLayout& layout) const;
    void showGap(const BoardLayout& layout, int gap);

    BoardActions& actions_;
    const BoardContent& content_;
    Kind kind_ = Kind::None;
    BoardPart part_;
    QPointF at_;
    std::int64_t count_ = 1;
    bool hasTyped_ = false;
    std::optional<Proposal> proposal_;
    /// What proposal_ was made for, so that it is not made anew for every pixel.
    QString asked_;
    DragPicture picture_;
};

} // namespace quotaboard
