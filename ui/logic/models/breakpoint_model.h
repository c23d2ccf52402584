// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/breakpoint.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace quotaboard {

class Playback;
class ScenarioDocument;
struct Scenario;

/// The document's breakpoints in its order: kind (with a check mark: on or off), condition, what it does, name, and
/// how often playing met it. Ticking and naming are edits of the document.
class BreakpointModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Kind, Condition, Does, Name, Hits, kColumns };

    BreakpointModel(ScenarioDocument& document, Playback& playback, QObject* parent = nullptr);

    /// Of a row.
    [[nodiscard]] const Breakpoint& breakpoint(int row) const { return shown_[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();

    ScenarioDocument& document_;
    Playback& playback_;
    std::vector<Breakpoint> shown_;
    std::vector<int> hits_;
};

} // namespace quotaboard
