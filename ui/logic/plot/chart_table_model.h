// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/chart_content.h"

#include <QAbstractTableModel>

namespace quotaboard {

/// A chart as a table: a row per moment, a column per value, those that are not drawn too. The alternative for people
/// who do not see the curves.
class ChartTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setContent(ChartContent content);
    [[nodiscard]] const ChartContent& content() const { return content_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    /// Display: as on screen. Edit role: the number itself, or nothing.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ChartContent content_;
};

} // namespace quotaboard
