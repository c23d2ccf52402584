// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/schedule_model.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

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
    rebuild();
}

void ScheduleModel::rebuild()
{
    beginResetModel();
    scenario_ = document_.scenario();
    order_.clear();
    for (std::size_t i = 0; i < scenario_->interventions.size(); ++i)
        order_.emplace_back(i);
    std::stable_sort(order_.begin(), order_.end(), [this](InterventionIndex a, InterventionIndex b) {
        return scenario_->interventions[a.value()].at < scenario_->interventions[b.value()].at;
    });
    endResetModel();
}

int ScheduleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int ScheduleModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ScheduleModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Intervention& intervention = scenario_->interventions[interventionAt(index.row()).value()];
    switch (index.column()) {
    case When:
        return clockText(*scenario_, intervention.at);
    case Change:
        return interventionText(*scenario_, intervention);
    case Author:
        return toQt(intervention.author);
    case Reason:
        return toQt(intervention.reason);
    default:
        return {};
    }
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
