// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/bookmark_model.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/breakpoint_edits.h"

#include <algorithm>
#include <numeric>

namespace quotaboard {

BookmarkModel::BookmarkModel(ScenarioDocument& document, QObject* parent)
    : QAbstractTableModel(parent)
    , document_(document)
{
    connect(&document_, &ScenarioDocument::extrasChanged, this, &BookmarkModel::follow);
    // The clock's words come from the scenario.
    connect(&document_, &ScenarioDocument::changed, this, [this] {
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, Time), index(rowCount() - 1, Time));
    });
    follow();
}

void BookmarkModel::follow()
{
    const std::vector<Bookmark>& now = document_.extras().bookmarks;
    if (now == shown_)
        return;
    const bool isReset = now.size() != shown_.size();
    if (isReset)
        beginResetModel();
    shown_ = now;
    rows_.resize(shown_.size());
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::stable_sort(
        rows_.begin(), rows_.end(), [this](std::size_t a, std::size_t b) { return shown_[a].at < shown_[b].at; });
    if (isReset)
        endResetModel();
    else
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int BookmarkModel::rowAt(TimeMs time) const
{
    const auto found
        = std::find_if(rows_.begin(), rows_.end(), [&](std::size_t place) { return shown_[place].at == time; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int BookmarkModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int BookmarkModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant BookmarkModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole))
        return {};
    const Bookmark& shown = bookmark(index.row());
    return index.column() == Time ? clockText(document_.value(), shown.at) : toQt(shown.text);
}

bool BookmarkModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() != Text)
        return false;
    const Edit edit = renameBookmarkEdit(
        document_.value(), bookmark(index.row()), placeOf(index.row()), value.toString().trimmed());
    return document_.apply(edit).ok();
}

Qt::ItemFlags BookmarkModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Text ? flags | Qt::ItemIsEditable : flags;
}

QVariant BookmarkModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Time ? tr("Time") : tr("Note");
}

} // namespace quotaboard
