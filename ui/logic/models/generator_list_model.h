// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/generator_spec.h"

#include <QAbstractListModel>

#include <vector>

namespace quotaboard {

/// The generators of a scenario, one a row: which share, name, and what arrives.
class GeneratorListModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] const std::vector<GeneratorSpec>& generators() const { return generators_; }
    void setGenerators(std::vector<GeneratorSpec> generators);
    /// Replaces one row.
    void setGenerator(int row, const GeneratorSpec& spec);
    /// Behind all others; returns its row.
    int append(const GeneratorSpec& spec);
    void remove(int row);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<GeneratorSpec> generators_;
};

} // namespace quotaboard
