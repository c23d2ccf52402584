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

/// Something that is not on the board yet and can be dragged onto it or added by key.
struct NewThing {
    enum class Kind { Share, Unit, Job };
    Kind kind = Kind::Share;
    /// Share.
    SharingStrategy strategy = SharingStrategy::Lend;
    /// Unit: its name; it need not be in the pool yet.
    std::string unit;
    /// Job: its share, and its unit where the share does not have it, are those of the lane that it goes to.
    JobDraft job;
};

/// What a drag in progress looks like.
struct DragPicture {
    /// Where the pointer is, board coordinates.
    QPointF at;
    /// Words on the ghost that follows the pointer; empty where the dragged thing itself moves (ticks).
    QString ghost;
    /// What will happen, or why it may not.
    QString badge;
    bool isLegal = false;
    /// The pointer is not on the board: nothing follows it there.
    bool isAway = false;
    /// Where it would be put in: a line between lanes or chips.
    std::optional<QLineF> insertion;
    /// The lane that a drop would make, at the line.
    std::optional<QRectF> newLane;
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
    /// `jobs`: what else is taken along when the part is one of several selected jobs.
    void start(const BoardLayout& layout, const BoardPart& part, const QPointF& at, std::vector<JobIndex> jobs = {});
    /// The drag of something new that comes from outside the board.
    void startNew(const BoardLayout& layout, const NewThing& thing, const QPointF& at);
    /// The pointer has left the board: over the bin, where shares and jobs end, or anywhere else.
    void leave(const BoardLayout& layout, bool isOverBin);
    void moveTo(const BoardLayout& layout, const QPointF& at);
    /// While capacity is dragged: more or fewer instances.
    void changeCount(const BoardLayout& layout, int by);
    void typeDigit(const BoardLayout& layout, int digit);
    /// Commits what the badge says, if it may be done.
    bool drop(const BoardLayout& layout);
    void cancel();

    [[nodiscard]] bool isActive() const { return kind_ != Kind::None; }
    /// Wheel and digits change how many instances are meant.
    [[nodiscard]] bool isCountable() const { return kind_ == Kind::Capacity || kind_ == Kind::Unit; }
    /// What is dragged is something new.
    [[nodiscard]] bool isNew() const { return isActive() && !part_.isValid(); }
    /// What is dragged can be dropped into the bin.
    [[nodiscard]] bool canEnd() const { return kind_ == Kind::Lane || kind_ == Kind::Job; }
    [[nodiscard]] const DragPicture& picture() const { return picture_; }

Q_SIGNALS:
    /// picture() or isActive() changed.
    void changed();
    /// The edit that a drop here would do, for previews; empty when none is possible.
    void editHovered(const std::optional<quotaboard::Edit>& edit);
    /// A drop added a share of this name.
    void shareAdded(const QString& name);
    /// Dropped into the bin: it asks first where jobs belong to the share.
    void removalWanted(quotaboard::ShareIndex share);
    /// Dropped between jobs of equal priority: only a number can say where it belongs.
    void priorityWanted(quotaboard::JobIndex job);

private:
    enum class Kind { None, Job, Capacity, Limit, Borrow, Lane, Template, Unit, NewJob };
    enum class Place { Board, Bin, Outside };
    /// What a drop does besides, or instead of, an edit.
    enum class Ending { Edit, Removal, Priority };

    void update(const BoardLayout& layout);
    void updateJob(const BoardLayout& layout);
    void updateQueuePlace(const LaneShape& lane, const LaneState& state);
    void updateCapacity(const BoardLayout& layout);
    void updateLimit(const BoardLayout& layout);
    void updateBorrow(const BoardLayout& layout);
    void updateLane(const BoardLayout& layout);
    void updateTemplate(const BoardLayout& layout);
    void updateUnit(const BoardLayout& layout);
    void updateNewJob(const BoardLayout& layout);
    void updateBin();
    void updateOutside(const BoardLayout& layout);
    void updateOnBoard(const BoardLayout& layout);
    void begin(const QPointF& at);
    void showNowhere(const QString& advice);
    [[nodiscard]] QString jobsText() const;
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
    Place place_ = Place::Board;
    Ending ending_ = Ending::Edit;
    NewThing thing_;
    /// All jobs that are dragged; the one under the pointer at least.
    std::vector<JobIndex> jobs_;
    /// Shares that cannot take it, whatever the place.
    std::vector<ShareIndex> refusing_;
    std::int64_t count_ = 1;
    bool hasTyped_ = false;
    std::optional<Proposal> proposal_;
    /// What proposal_ was made for, so that it is not made anew for every pixel.
    QString asked_;
    DragPicture picture_;
};

} // namespace quotaboard
