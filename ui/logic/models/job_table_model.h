// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/latest_worker.h"
#include "ui/logic/models/job_order.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace quotaboard {

struct RunResult;
class Simulator;

/// All jobs of a scenario, filtered and sorted: reads the job list in place and keeps one number a row. Sorting and
/// filtering long lists happens in another thread; until it is done the rows stay as they were. Edits of a cell are
/// not made here but asked for.
class JobTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit JobTableModel(QObject* parent = nullptr);
    ~JobTableModel() override;

    /// Shows the jobs of `scenario`. A list of as many jobs keeps its rows until they are sorted again.
    void setScenario(std::shared_ptr<const Scenario> scenario);
    /// The state at the clock: of `simulator` at `now`, whose run was `result`. Both null: not known. Keeps neither;
    /// call it whenever the position changes, and before the simulator goes.
    void setMoment(const RunResult* result, const Simulator* simulator, TimeMs now);
    void setFilter(const JobFilter& filter);
    /// Column -1: in the order of the job list.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// What the rows are of; while isBusy() this may be older than what was set last.
    [[nodiscard]] const std::shared_ptr<const Scenario>& scenario() const { return shown_; }
    [[nodiscard]] bool isBusy() const { return isBusy_; }
    /// Of the sorting going on, 0 to 1.
    [[nodiscard]] double fraction() const { return worker_.fraction(); }
    void cancel();
    [[nodiscard]] JobIndex jobAt(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    /// -1 when it is not shown. O(rows) when they are sorted.
    [[nodiscard]] int rowOf(JobIndex job) const;
    [[nodiscard]] const JobFilter& filter() const { return filter_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    /// A text was typed into a cell of this job that can be read.
    void changeWanted(quotaboard::JobIndex job, const quotaboard::JobChange& change);
    /// The text cannot be read; why.
    void textRefused(const QString& problem);
    /// isBusy() changed.
    void busyChanged();

private:
    void reorder();
    void take(const std::shared_ptr<const Scenario>& scenario, std::vector<JobIndex> rows);
    [[nodiscard]] bool needsStates() const;
    [[nodiscard]] JobState stateOf(JobIndex job) const;
    /// kNever when it does not wait.
    [[nodiscard]] TimeMs waitOf(JobIndex job) const;
    void setBusy(bool isBusy);

    std::shared_ptr<const Scenario> wanted_;
    std::shared_ptr<const Scenario> shown_;
    std::vector<JobIndex> rows_;
    /// rows_ are all jobs in the order of the list.
    bool isPlain_ = true;
    JobFilter filter_;
    std::optional<JobColumn> column_;
    bool isDescending_ = false;

    const Simulator* simulator_ = nullptr;
    TimeMs now_ = 0;
    /// Jobs that end FAILED in the run that this is of.
    std::vector<bool> failed_;
    const RunResult* failedOf_ = nullptr;

    bool isBusy_ = false;
    std::uint64_t ticket_ = 0;
    LatestWorker worker_;
};

} // namespace quotaboard

Q_DECLARE_METATYPE(quotaboard::JobChange)
