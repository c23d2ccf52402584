// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/workload_class_model.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/job_cells.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

JobColumn cellOf(int column)
{
    switch (column) {
    case WorkloadClassModel::Checkpoint:
        return JobColumn::Checkpoint;
    case WorkloadClassModel::Restore:
        return JobColumn::Restore;
    case WorkloadClassModel::Retries:
        return JobColumn::Retries;
    default:
        return JobColumn::Priority;
    }
}

} // namespace

void WorkloadClassModel::show(std::shared_ptr<const Scenario> scenario, std::vector<WorkloadClass> classes)
{
    std::vector<std::size_t> byText(scenario->jobs.strings().size());
    for (const Job& job : scenario->jobs.jobs()) {
        if (job.workloadClass.isValid())
            ++byText[job.workloadClass.value()];
    }
    std::vector<std::size_t> jobs;
    for (const WorkloadClass& kind : classes) {
        const StringId id = scenario->jobs.strings().find(kind.name);
        jobs.push_back(id.isValid() ? std::exchange(byText[id.value()], 0) : 0);
    }
    std::vector<std::string> undefined;
    for (std::size_t i = 0; i < byText.size(); ++i) {
        const std::string_view name = scenario->jobs.text(StringId(i));
        if (byText[i] == 0 || name.empty())
            continue;
        undefined.emplace_back(name);
        jobs.push_back(byText[i]);
    }
    scenario_ = std::move(scenario);
    if (classes.size() == classes_.size() && undefined.size() == undefined_.size()) {
        classes_ = std::move(classes);
        undefined_ = std::move(undefined);
        jobs_ = std::move(jobs);
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
        return;
    }
    beginResetModel();
    classes_ = std::move(classes);
    undefined_ = std::move(undefined);
    jobs_ = std::move(jobs);
    endResetModel();
}

std::string WorkloadClassModel::nameOf(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return isDefined(row) ? classes_[place].name : undefined_[place - classes_.size()];
}

int WorkloadClassModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(classes_.size() + undefined_.size());
}

int WorkloadClassModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant WorkloadClassModel::data(const QModelIndex& index, int role) const
{
    if (index.isValid() && role == Qt::ToolTipRole && !isDefined(index.row()))
        return tr("No class is defined under this name: its jobs keep what they have. Define makes one.");
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole))
        return {};
    if (index.column() == Jobs)
        return QLocale().toString(static_cast<qulonglong>(jobsOf(index.row())));
    if (!isDefined(index.row())) {
        return index.column() == Name    ? toQt(nameOf(index.row()))
            : index.column() == Name + 1 ? tr("not defined")
                                         : QString();
    }
    return text(classes_[static_cast<std::size_t>(index.row())], index.column(), role == Qt::EditRole);
}

QString WorkloadClassModel::text(const WorkloadClass& kind, int column, bool toEdit) const
{
    const JobProfile& profile = kind.profile;
    switch (column) {
    case Name:
        return toQt(kind.name);
    case Checkpoint:
        if (!toEdit || !profile.checkpoint)
            return checkpointText(profile.checkpoint);
        return QStringLiteral("%1 / %2%3")
            .arg(durationEditText(profile.checkpoint->interval), durationEditText(profile.checkpoint->cost),
                profile.checkpoint->onStop ? QStringLiteral(", on stop") : QString());
    case Restore:
        return toEdit ? durationEditText(profile.restore) : durationText(profile.restore);
    case Retries:
        return profile.preemptionRetries ? QString::number(*profile.preemptionRetries) : tr("unlimited");
    case Attempts:
        return QString::number(profile.attempts);
    case Priority:
        return kind.priority ? QString::number(*kind.priority) : tr("none");
    default:
        return {};
    }
}

QVariant WorkloadClassModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Name:
        return tr("Class");
    case Checkpoint:
        return jobColumnTitle(JobColumn::Checkpoint);
    case Restore:
        return jobColumnTitle(JobColumn::Restore);
    case Retries:
        return jobColumnTitle(JobColumn::Retries);
    case Attempts:
        return tr("Attempts");
    case Priority:
        return jobColumnTitle(JobColumn::Priority);
    case Jobs:
        return tr("Jobs");
    default:
        return {};
    }
}

Qt::ItemFlags WorkloadClassModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (index.column() != Jobs && isDefined(index.row()))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QString WorkloadClassModel::read(WorkloadClass& kind, int column, const QString& text) const
{
    if (column == Name) {
        const std::string name = fromQt(text.trimmed());
        if (name.empty())
            return tr("A class needs a name.");
        const bool isTaken = name != kind.name
            && std::any_of(classes_.begin(), classes_.end(), [&](const WorkloadClass& k) { return k.name == name; });
        if (isTaken)
            return tr("There is a class “%1” already.").arg(text);
        kind.name = name;
        return {};
    }
    if (column == Attempts) {
        bool isNumber = false;
        const int attempts = text.trimmed().toInt(&isNumber);
        if (!isNumber || attempts < 1 || attempts > 1'000'000)
            return tr("Found “%1”; allowed is a whole number from 1 to 1,000,000.").arg(text);
        kind.profile.attempts = attempts;
        return {};
    }
    const bool isNone = text.trimmed().isEmpty() || text.trimmed().compare(tr("none"), Qt::CaseInsensitive) == 0;
    if (column == Priority && isNone) {
        kind.priority.reset();
        return {};
    }
    const ParsedCell cell = parseJobCell(*scenario_, cellOf(column), text);
    if (!cell.problem.isEmpty())
        return cell.problem;
    if (cell.change.checkpoint)
        kind.profile.checkpoint = *cell.change.checkpoint;
    if (cell.change.restore)
        kind.profile.restore = *cell.change.restore;
    if (cell.change.preemptionRetries)
        kind.profile.preemptionRetries = *cell.change.preemptionRetries;
    if (cell.change.priority)
        kind.priority = cell.change.priority;
    return {};
}

bool WorkloadClassModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() == Jobs || !isDefined(index.row()))
        return false;
    const WorkloadClass& present = classes_[static_cast<std::size_t>(index.row())];
    WorkloadClass kind = present;
    const QString problem = read(kind, index.column(), value.toString());
    if (!problem.isEmpty()) {
        Q_EMIT textRefused(problem);
        return false;
    }
    if (!(kind == present))
        Q_EMIT changeWanted(index.row(), kind);
    return true;
}

} // namespace quotaboard
