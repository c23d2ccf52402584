// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/generator_list_model.h"

#include "ui/logic/models/generator_preview.h"

#include <utility>

namespace quotaboard {

void GeneratorListModel::setGenerators(std::vector<GeneratorSpec> generators)
{
    beginResetModel();
    generators_ = std::move(generators);
    endResetModel();
}

void GeneratorListModel::setGenerator(int row, const GeneratorSpec& spec)
{
    generators_[static_cast<std::size_t>(row)] = spec;
    Q_EMIT dataChanged(index(row), index(row));
}

int GeneratorListModel::append(const GeneratorSpec& spec)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    generators_.push_back(spec);
    endInsertRows();
    return row;
}

void GeneratorListModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    generators_.erase(generators_.begin() + row);
    endRemoveRows();
}

int GeneratorListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(generators_.size());
}

QVariant GeneratorListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    return generatorTitle(generators_[static_cast<std::size_t>(index.row())]);
}

} // namespace quotaboard
