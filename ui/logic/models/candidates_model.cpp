// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/candidates_model.h"

#include "ui/logic/bridge/preemption_service.h"
#include "ui/logic/bridge/text_format.h"

#include <QFont>
#include <QLocale>

#include <utility>

namespace quotaboard {

void CandidatesModel::show(
    std::shared_ptr<const Scenario> scenario, TimeMs moment, std::vector<PreemptionCandidate> candidates)
{
    beginResetModel();
    scenario_ = std::move(scenario);
    moment_ = moment;
    candidates_ = std::move(candidates);
    endResetModel();
}

int CandidatesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(candidates_.size());
}

int CandidatesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString CandidatesModel::text(const PreemptionCandidate& candidate, int column) const
{
    const QLocale locale;
    switch (column) {
    case Job:
        return jobText(*scenario_, candidate.job);
    case Outcome:
        return candidateFateText(candidate.fate);
    case Priority:
        return locale.toString(candidate.priority);
    case Borrowed:
        return tr("%1 of %2")
            .arg(locale.toString(static_cast<qlonglong>(candidate.borrowed)), locale.toString(candidate.instances));
    case Age:
        return durationText(moment_ - candidate.dispatched);
    case Loss:
        return durationText(candidate.loss);
    case Share:
        return toQt(scenario_->shareName(candidate.share));
    default:
        return {};
    }
}

QVariant CandidatesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PreemptionCandidate& candidate = at(index.row());
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text(candidate, index.column());
    if (role == Qt::FontRole && candidate.fate == PreemptionCandidate::Fate::Chosen) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant CandidatesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case Job:
        return isTip ? tr("In victim order, the first to be preempted on top") : tr("Job");
    case Outcome:
        return isTip ? tr("What became of it in this decision") : tr("Outcome");
    case Priority:
        return isTip ? tr("Priority at that moment") : tr("Priority");
    case Borrowed:
        return isTip ? tr("Instances above its share's limit, of all its instances") : tr("Borrowed");
    case Age:
        return isTip ? tr("Time since it was dispatched") : tr("Dispatched for");
    case Loss:
        return isTip ? tr("Work since its last durable checkpoint that a stop then loses") : tr("A stop loses");
    case Share:
        return isTip ? tr("Quota share of the job") : tr("Share");
    default:
        return {};
    }
}

} // namespace quotaboard
