// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/breakpoint.h"

#include <QAbstractTableModel>

#include <vector>

namespace quotaboard {

class ScenarioDocument;

/// The document's bookmarks in the order of time: when, and what the user wrote. Writing is an edit of the document.
class BookmarkModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Text, kColumns };

    explicit BookmarkModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// Of a row.
    [[nodiscard]] const Bookmark& bookmark(int row) const { return shown_[placeOf(row)]; }
    /// Where a row stands in ScenarioExtras::bookmarks.
    [[nodiscard]] std::size_t placeOf(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    /// -1 for none.
    [[nodiscard]] int rowAt(TimeMs time) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();

    ScenarioDocument& document_;
    std::vector<Bookmark> shown_;
    std::vector<std::size_t> rows_;
};

} // namespace quotaboard
