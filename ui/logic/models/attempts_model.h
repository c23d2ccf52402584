// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/simulation/job_history.h"

#include <QAbstractTableModel>

#include <memory>

namespace quotaboard {

/// The attempts of one job as rows: number, started, ended, why, work kept and lost.
class AttemptsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Started, Ended, Outcome, Lost, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(std::shared_ptr<const Scenario> scenario, JobHistory history);

    [[nodiscard]] const AttemptRecord& attempt(int row) const
    {
        return history_.attempts[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString outcomeText(const AttemptRecord& attempt) const;

    std::shared_ptr<const Scenario> scenario_;
    JobHistory history_;
};

} // namespace quotaboard
