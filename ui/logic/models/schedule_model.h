// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_extras.h"
#include "core/model/scenario.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace quotaboard {

class ScenarioDocument;

/// The timed policy changes of the document in order of time: when (with a check mark: on or off), what, by whom and
/// why. Those that are switched off are no part of the scenario. Ticking is an edit of the document.
class ScheduleModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { When, Change, Author, Reason, kColumns };

    explicit ScheduleModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// The intervention in a row, its place in the scenario's list; invalid for one that is switched off.
    [[nodiscard]] InterventionIndex interventionAt(int row) const { return at(row).intervention; }
    /// The place in ScenarioExtras::disabledInterventions of one that is switched off.
    [[nodiscard]] std::optional<std::size_t> switchedOffAt(int row) const;
    [[nodiscard]] TimeMs timeAt(int row) const { return at(row).time; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// A change could not be switched on or off.
    void refused(const QString& reason);

private:
    struct Row {
        TimeMs time = 0;
        InterventionIndex intervention;
        /// Of one that is switched off: its place, and what it would do.
        std::size_t place = 0;
        QString words;
    };
    [[nodiscard]] const Row& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QString text(const Row& row, int column) const;
    void rebuild();

    ScenarioDocument& document_;
    std::shared_ptr<const Scenario> scenario_;
    std::vector<DisabledIntervention> disabled_;
    std::vector<Row> rows_;
};

/// One sentence for what an intervention does: "research: limit 6 ml.g5.xlarge".
[[nodiscard]] QString interventionText(const Scenario& scenario, const Intervention& intervention);

} // namespace quotaboard
