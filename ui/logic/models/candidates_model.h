// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/preemption_reason.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace quotaboard {

/// Whom a decision could have preempted, in victim order: what each was ranked by, and what became of it.
class CandidatesModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Job, Outcome, Priority, Borrowed, Age, Loss, Share, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(std::shared_ptr<const Scenario> scenario, TimeMs moment, std::vector<PreemptionCandidate> candidates);
    [[nodiscard]] const PreemptionCandidate& at(int row) const { return candidates_[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const PreemptionCandidate& candidate, int column) const;

    std::shared_ptr<const Scenario> scenario_;
    TimeMs moment_ = 0;
    std::vector<PreemptionCandidate> candidates_;
};

} // namespace quotaboard
