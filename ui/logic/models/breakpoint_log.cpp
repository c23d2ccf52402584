// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/breakpoint_log.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/breakpoint_edits.h"
#include "ui/logic/playback/playback.h"

namespace quotaboard {

BreakpointLog::BreakpointLog(ScenarioDocument& document, Playback& playback, QObject* parent)
    : QAbstractTableModel(parent)
    , document_(document)
    , playback_(playback)
{
    connect(&playback_, &Playback::breakpointsPassed, this, &BreakpointLog::take);
    connect(&document_, &ScenarioDocument::opened, this, &BreakpointLog::clear);
}

void BreakpointLog::clear()
{
    beginResetModel();
    lines_.clear();
    endResetModel();
}

void BreakpointLog::take(const std::vector<BreakpointWatch::Passed>& passed)
{
    std::vector<Line> lines;
    std::vector<Bookmark> bookmarks;
    const std::vector<Breakpoint>& breakpoints = playback_.breakpoints();
    for (const BreakpointWatch::Passed& one : passed) {
        if (breakpoints[one.breakpoint].action == Breakpoint::Action::Bookmark)
            bookmarks.push_back({one.at, fromQt(one.text)});
        else
            lines.push_back({one.at, one.text});
    }
    if (!lines.empty())
        append(lines);
    if (!bookmarks.empty())
        static_cast<void>(document_.apply(addBookmarksEdit(document_.value(), bookmarks, true)));
}

void BreakpointLog::append(const std::vector<Line>& lines)
{
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(lines.size()) - 1);
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    endInsertRows();
    if (lines_.size() <= kMostLines)
        return;
    const auto over = static_cast<int>(lines_.size() - kMostLines);
    beginRemoveRows({}, 0, over - 1);
    lines_.erase(lines_.begin(), lines_.begin() + over);
    endRemoveRows();
}

int BreakpointLog::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int BreakpointLog::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant BreakpointLog::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    return index.column() == Time ? clockText(document_.value(), line.at) : line.text;
}

QVariant BreakpointLog::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Time ? tr("Time") : tr("What was met");
}

} // namespace quotaboard
