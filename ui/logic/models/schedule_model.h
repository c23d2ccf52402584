// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace quotaboard {

class ScenarioDocument;

/// The timed policy changes of the document in order of time: when, what, by whom and why.
class ScheduleModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { When, Change, Author, Reason, kColumns };

    explicit ScheduleModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// The intervention in a row; its place in the scenario's list.
    [[nodiscard]] InterventionIndex interventionAt(int row) const { return order_[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();

    ScenarioDocument& document_;
    std::shared_ptr<const Scenario> scenario_;
    std::vector<InterventionIndex> order_;
};

/// One sentence for what an intervention does: "research: limit 6 ml.g5.xlarge".
[[nodiscard]] QString interventionText(const Scenario& scenario, const Intervention& intervention);

} // namespace quotaboard
