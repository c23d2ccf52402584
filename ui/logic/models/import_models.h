// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/import_service.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace quotaboard {

/// A table of texts that is replaced as a whole, for what an import would give. Read only; columns of numbers are
/// aligned to the right, and every cell has its whole text as tool tip.
class ImportTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Null empties the table.
    void show(std::shared_ptr<const ImportPreview> preview);

protected:
    struct Column {
        QString title;
        bool isNumber = false;
    };
    [[nodiscard]] virtual std::vector<Column> columns(const ImportPreview& preview) const = 0;
    [[nodiscard]] virtual std::vector<QStringList> rows(const ImportPreview& preview) const = 0;

private:
    std::vector<Column> columns_;
    std::vector<QStringList> rows_;
};

/// The first rows as they stand in the file, and what became of each.
class SampleRowsModel : public ImportTableModel {
    Q_OBJECT

public:
    using ImportTableModel::ImportTableModel;

protected:
    [[nodiscard]] std::vector<Column> columns(const ImportPreview& preview) const override;
    [[nodiscard]] std::vector<QStringList> rows(const ImportPreview& preview) const override;
};

/// Rows that give no job, by cause, with where they stand.
class RejectsModel : public ImportTableModel {
    Q_OBJECT

public:
    using ImportTableModel::ImportTableModel;

protected:
    [[nodiscard]] std::vector<Column> columns(const ImportPreview& preview) const override;
    [[nodiscard]] std::vector<QStringList> rows(const ImportPreview& preview) const override;
};

/// The quota shares that an import would make, with their demand and limits.
class ImportSharesModel : public ImportTableModel {
    Q_OBJECT

public:
    using ImportTableModel::ImportTableModel;

protected:
    [[nodiscard]] std::vector<Column> columns(const ImportPreview& preview) const override;
    [[nodiscard]] std::vector<QStringList> rows(const ImportPreview& preview) const override;
};

} // namespace quotaboard
