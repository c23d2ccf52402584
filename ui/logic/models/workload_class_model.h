// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/model/workload_class.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace quotaboard {

/// The workload classes of a scenario with their defaults, and how many jobs belong to each; behind them the names that
/// jobs use without such a class. Edits of a cell are not
/// made here but asked for.
class WorkloadClassModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Checkpoint, Restore, Retries, Attempts, Priority, Jobs, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    /// Counts jobs: O(jobs).
    void show(std::shared_ptr<const Scenario> scenario, std::vector<WorkloadClass> classes);
    [[nodiscard]] const std::vector<WorkloadClass>& classes() const { return classes_; }
    [[nodiscard]] std::size_t jobsOf(int row) const { return jobs_[static_cast<std::size_t>(row)]; }
    /// Rows behind those of classes() are names that jobs use and nobody has defined.
    [[nodiscard]] bool isDefined(int row) const { return static_cast<std::size_t>(row) < classes_.size(); }
    [[nodiscard]] std::string nameOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    /// The class of a row is to become this one.
    void changeWanted(int row, const quotaboard::WorkloadClass& kind);
    /// The text cannot be read; why.
    void textRefused(const QString& problem);

private:
    [[nodiscard]] QString text(const WorkloadClass& kind, int column, bool toEdit) const;
    /// What is wrong with the text; empty when it was put into `kind`.
    [[nodiscard]] QString read(WorkloadClass& kind, int column, const QString& text) const;

    std::shared_ptr<const Scenario> scenario_;
    std::vector<WorkloadClass> classes_;
    std::vector<std::string> undefined_;
    /// Of the classes, then of the undefined.
    std::vector<std::size_t> jobs_;
};

} // namespace quotaboard

Q_DECLARE_METATYPE(quotaboard::WorkloadClass)
