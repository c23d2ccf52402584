// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_table_model.h"

#include "ui/logic/plot/chart_text.h"

#include <cmath>

namespace quotaboard {

void ChartTableModel::setContent(ChartContent content)
{
    beginResetModel();
    content_ = std::move(content);
    endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !content_.emptyText.isEmpty() ? 0 : static_cast<int>(content_.times.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(content_.columns.size()) + 1;
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return index.column() == 0 ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                   : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const auto row = static_cast<std::size_t>(index.row());
    if (index.column() == 0) {
        if (role == Qt::EditRole)
            return QVariant::fromValue<qlonglong>(content_.times[row]);
        return role == Qt::DisplayRole ? chartTimeText(content_, content_.times[row]) : QVariant();
    }
    const ChartColumn& column = content_.columns[static_cast<std::size_t>(index.column() - 1)];
    if (role == Qt::EditRole)
        return std::isnan(column.values[row]) ? QVariant() : QVariant(column.values[row]);
    return role == Qt::DisplayRole ? column.text(row) : QVariant();
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    if (section > static_cast<int>(content_.columns.size()))
        return {};
    return section == 0 ? tr("Time") : chartHeading(content_.columns[static_cast<std::size_t>(section - 1)]);
}

} // namespace quotaboard
