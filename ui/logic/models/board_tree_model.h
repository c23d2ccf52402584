// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"

#include <QAbstractItemModel>

#include <functional>
#include <memory>
#include <vector>

namespace quotaboard {

/// The capacity board as a tree for lists and screen readers: shares, below each its capacity units, its running jobs
/// and its queue. The same state as on the picture of the board, in words. Rows of jobs are inserted, removed and
/// changed in place while the clock runs, so that a selected or expanded row stays what it is.
class BoardTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Capacity, Priority, Time, Waits, State, ColumnCount };

    explicit BoardTreeModel(QObject* parent = nullptr);

    /// `state` speaks of `scenario`, which must not change.
    void setBoard(std::shared_ptr<const Scenario> scenario, const BoardState& state);

    /// Which jobs have a tick; empty for a tree without ticks. The model asks whenever it is read; whoever changes the
    /// answer calls ticksChanged().
    void setTicks(std::function<bool(JobIndex)> isTicked) { isTicked_ = std::move(isTicked); }
    void ticksChanged();

    /// The waits of a share in short, and in a sentence that says what they cover or why there are none; without them
    /// the column stays empty.
    void setWaits(std::function<QString(ShareIndex)> text, std::function<QString(ShareIndex)> sentence)
    {
        waitsText_ = std::move(text);
        waitsSentence_ = std::move(sentence);
    }

    /// What a row stands for; Lane, Segment (the whole unit), Running or Waiting. For the two groups: the lane.
    [[nodiscard]] BoardPart partOf(const QModelIndex& index) const;
    /// The first column of the row that stands for a part; invalid when it is not listed.
    [[nodiscard]] QModelIndex indexOf(const BoardPart& part) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The tick of a job was clicked.
    void tickWanted(quotaboard::JobIndex job, bool isTicked);

private:
    enum class Level { Share, Group, Job };
    enum class Jobs { Running, Waiting };
    struct Lane {
        LaneState state;
        /// The jobs listed, in the order of the rows; what `state` holds once an update is complete.
        std::vector<JobIndex> running;
        std::vector<JobIndex> waiting;
        [[nodiscard]] int units() const { return static_cast<int>(state.ledger.size()); }
    };

    [[nodiscard]] static Level levelOf(const QModelIndex& index);
    [[nodiscard]] static int laneOf(const QModelIndex& index);
    [[nodiscard]] static Jobs jobsOf(const QModelIndex& index);
    [[nodiscard]] bool hasSameRows(const Scenario* scenario, const BoardState& state) const;
    void update(int lane, const LaneState& state);
    void sync(int lane, Jobs jobs, const std::vector<JobIndex>& wanted);
    [[nodiscard]] QModelIndex groupIndex(int lane, Jobs jobs) const;
    [[nodiscard]] QString shareText(const Lane& lane, int column) const;
    [[nodiscard]] QString unitText(const LedgerSegments& ledger, const Lane& lane, int column) const;
    [[nodiscard]] QString groupText(const Lane& lane, Jobs jobs, int column) const;
    [[nodiscard]] QString runningText(const Lane& lane, std::size_t row, int column) const;
    [[nodiscard]] QString waitingText(const Lane& lane, std::size_t row, int column) const;
    [[nodiscard]] QString text(const QModelIndex& index) const;

    std::shared_ptr<const Scenario> scenario_;
    TimeMs now_ = 0;
    std::vector<Lane> lanes_;
    std::function<bool(JobIndex)> isTicked_;
    std::function<QString(ShareIndex)> waitsText_;
    std::function<QString(ShareIndex)> waitsSentence_;
};

} // namespace quotaboard
