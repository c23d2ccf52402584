// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/breakpoint_model.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/breakpoint_edits.h"
#include "ui/logic/playback/playback.h"

#include <QLocale>

namespace quotaboard {

BreakpointModel::BreakpointModel(ScenarioDocument& document, Playback& playback, QObject* parent)
    : QAbstractTableModel(parent)
    , document_(document)
    , playback_(playback)
{
    connect(&document_, &ScenarioDocument::extrasChanged, this, &BreakpointModel::follow);
    // Names of jobs and the clock's words come from the scenario.
    connect(&document_, &ScenarioDocument::changed, this, &BreakpointModel::follow);
    connect(&playback_.watch(), &BreakpointWatch::changed, this, &BreakpointModel::follow);
    follow();
}

void BreakpointModel::follow()
{
    const std::vector<Breakpoint>& now = document_.extras().breakpoints;
    const BreakpointWatch& watch = playback_.watch();
    std::vector<int> hits(now.size(), 0);
    for (std::size_t i = 0; i < now.size() && watch.breakpoints().size() == now.size(); ++i)
        hits[i] = watch.hits(i);
    const bool isReset = now.size() != shown_.size();
    if (isReset)
        beginResetModel();
    shown_ = now;
    hits_ = std::move(hits);
    if (isReset)
        endResetModel();
    else if (!shown_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int BreakpointModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int BreakpointModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant BreakpointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Breakpoint& point = breakpoint(index.row());
    if (role == Qt::CheckStateRole && index.column() == Kind)
        return point.isEnabled ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole && index.column() == Hits)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Kind)
        return point.isEnabled ? tr("On") : tr("Off");
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Kind:
        return breakpointKindText(point.kind);
    case Condition:
        return breakpointText(document_.value(), point);
    case Does:
        return breakpointActionText(point.action);
    case Name:
        return toQt(point.name);
    case Hits:
        return QLocale().toString(hits_[static_cast<std::size_t>(index.row())]);
    default:
        return {};
    }
}

bool BreakpointModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid())
        return false;
    const auto place = static_cast<std::size_t>(index.row());
    const Breakpoint& point = breakpoint(index.row());
    if (role == Qt::CheckStateRole && index.column() == Kind) {
        const bool isEnabled = value.toInt() == Qt::Checked;
        return document_.apply(enableBreakpointEdit(document_.value(), point, place, isEnabled)).ok();
    }
    if (role != Qt::EditRole || index.column() != Name)
        return false;
    Breakpoint named = point;
    named.name = fromQt(value.toString().trimmed());
    return document_.apply(changeBreakpointEdit(document_.value(), place, named)).ok();
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == Kind)
        flags |= Qt::ItemIsUserCheckable;
    if (index.column() == Name)
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant BreakpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Kind:
        return tr("Kind");
    case Condition:
        return tr("When");
    case Does:
        return tr("Action");
    case Name:
        return tr("Name");
    case Hits:
        return tr("Hits");
    default:
        return {};
    }
}

} // namespace quotaboard
