// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/schedule_model.h"

#include "core/exchange/disabled_interventions.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/schedule_edits.h"

#include <QCoreApplication>

#include <algorithm>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Intervention)
};

QString tr(const char* text)
{
    return Texts::tr(text);
}

/// One sentence per kind of change.
class ChangeText {
public:
    explicit ChangeText(const Scenario& scenario)
        : scenario_(scenario)
    {
    }

    QString operator()(const UpdateQuotaShare& edit) const
    {
        QStringList parts;
        if (edit.limits)
            parts.append(tr("limits %1").arg(limits(*edit.limits)));
        if (edit.sharing)
            parts.append(strategyText(*edit.sharing));
        if (edit.inSharePreemption)
            parts.append(*edit.inSharePreemption ? tr("in-share preemption on") : tr("in-share preemption off"));
        if (edit.isEnabled)
            parts.append(*edit.isEnabled ? tr("enabled") : tr("disabled"));
        return tr("%1: %2").arg(toQt(edit.name), parts.join(tr(", ")));
    }
    QString operator()(const UpdateServiceEnvironment& edit) const
    {
        QStringList parts;
        if (edit.limits)
            parts.append(tr("capacity %1").arg(limits(*edit.limits)));
        if (edit.isEnabled)
            parts.append(*edit.isEnabled ? tr("enabled") : tr("disabled"));
        return tr("Environment: %1").arg(parts.join(tr(", ")));
    }
    QString operator()(const UpdateServiceJob& edit) const
    {
        return tr("Priority of %1: %2").arg(job(edit.job, edit.jobId)).arg(edit.priority);
    }
    QString operator()(const TerminateServiceJob& edit) const
    {
        return tr("Terminate %1").arg(job(edit.job, edit.jobId));
    }
    QString operator()(const CreateQuotaShare& edit) const
    {
        return tr("Create share %1 with %2").arg(toQt(edit.share.name), limits(edit.share.limits));
    }
    QString operator()(const DeleteQuotaShare& edit) const { return tr("Delete share %1").arg(toQt(edit.name)); }
    QString operator()(const SubmitServiceJob& edit) const { return tr("Submit %1").arg(job(edit.job, {})); }
    QString operator()(const MoveServiceJob& edit) const
    {
        return tr("Move %1 to %2").arg(job(edit.job, edit.jobId), toQt(edit.name));
    }
    QString operator()(const UpdatePlatform&) const { return tr("Change assumptions"); }
    QString operator()(const UpdateJobQueue&) const { return tr("Change the job queue"); }
    QString operator()(const ReorderQuotaShares& edit) const
    {
        QStringList names;
        for (const std::string& name : edit.names)
            names.append(toQt(name));
        return tr("Order of shares: %1").arg(names.join(tr(", ")));
    }

private:
    [[nodiscard]] QString job(JobIndex index, const std::string& id) const
    {
        return index.isValid() ? jobText(scenario_, index) : toQt(id);
    }
    [[nodiscard]] QString limits(const CapacityLimits& all) const
    {
        QStringList parts;
        for (const CapacityLimit& limit : all)
            parts.append(tr("%1 %2").arg(limit.maxCapacity).arg(toQt(scenario_.unitName(limit.unit))));
        return parts.join(tr(", "));
    }

    const Scenario& scenario_;
};

/// The same words as while it was on, where it still fits; else the key that says what it does.
QString switchedOffText(const Scenario& scenario, const DisabledIntervention& disabled)
{
    Scenario trial = scenario;
    if (const auto index = putBackIntervention(trial, disabled))
        return std::visit(ChangeText(trial), trial.interventions[index.value().value()].edit);
    for (const auto& [key, value] : disabled.words.items()) {
        if (key != "atSeconds" && key != "author" && key != "reason" && key != "place")
            return tr("%1 (no longer fits the scenario)").arg(toQt(key));
    }
    return tr("Nothing");
}

} // namespace

QString interventionText(const Scenario& scenario, const Intervention& intervention)
{
    return std::visit(ChangeText(scenario), intervention.edit);
}

ScheduleModel::ScheduleModel(ScenarioDocument& document, QObject* parent)
    : QAbstractTableModel(parent)
    , document_(document)
{
    connect(&document_, &ScenarioDocument::changed, this, &ScheduleModel::rebuild);
    connect(&document_, &ScenarioDocument::extrasChanged, this, &ScheduleModel::rebuild);
    rebuild();
}

void ScheduleModel::rebuild()
{
    beginResetModel();
    scenario_ = document_.scenario();
    disabled_ = document_.extras().disabledInterventions;
    rows_.clear();
    for (std::size_t i = 0; i < scenario_->interventions.size(); ++i)
        rows_.push_back({scenario_->interventions[i].at, InterventionIndex{i}, 0, {}});
    for (std::size_t i = 0; i < disabled_.size(); ++i)
        rows_.push_back({disabled_[i].at, {}, i, switchedOffText(*scenario_, disabled_[i])});
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.time < b.time; });
    endResetModel();
}

std::optional<std::size_t> ScheduleModel::switchedOffAt(int row) const
{
    return at(row).intervention.isValid() ? std::nullopt : std::optional(at(row).place);
}

int ScheduleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ScheduleModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString ScheduleModel::text(const Row& row, int column) const
{
    if (column == When)
        return clockText(*scenario_, row.time);
    if (row.intervention.isValid()) {
        const Intervention& intervention = scenario_->interventions[row.intervention.value()];
        if (column == Change)
            return interventionText(*scenario_, intervention);
        return toQt(column == Author ? intervention.author : intervention.reason);
    }
    const nlohmann::ordered_json& words = disabled_[row.place].words;
    if (column == Change)
        return row.words;
    const auto member = words.find(column == Author ? "author" : "reason");
    return member != words.end() && member->is_string() ? toQt(member->get<std::string>()) : QString();
}

QVariant ScheduleModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = at(index.row());
    if (role == Qt::CheckStateRole && index.column() == When)
        return row.intervention.isValid() ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::ToolTipRole && !row.intervention.isValid())
        return tr("%1 (switched off: not part of the run)").arg(text(row, Change));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    return text(row, index.column());
}

bool ScheduleModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != When || role != Qt::CheckStateRole)
        return false;
    const Row& row = at(index.row());
    const bool isOn = value.toInt() == Qt::Checked;
    if (isOn == row.intervention.isValid())
        return false;
    const Status status
        = document_.apply(isOn ? switchOnEdit(document_.value(), document_.extras(), {row.place})
                               : switchOffEdit(document_.value(), document_.extras(), {row.intervention}));
    if (!status)
        Q_EMIT refused(errorText(status.error()));
    return status.ok();
}

Qt::ItemFlags ScheduleModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == When ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant ScheduleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case When:
        return tr("When");
    case Change:
        return tr("Change");
    case Author:
        return tr("By");
    case Reason:
        return tr("Reason");
    default:
        return {};
    }
}

} // namespace quotaboard
