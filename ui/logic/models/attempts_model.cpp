// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/attempts_model.h"

#include "ui/logic/bridge/text_format.h"

#include <utility>

namespace quotaboard {

void AttemptsModel::show(std::shared_ptr<const Scenario> scenario, JobHistory history)
{
    beginResetModel();
    scenario_ = std::move(scenario);
    history_ = std::move(history);
    endResetModel();
}

int AttemptsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(history_.attempts.size());
}

int AttemptsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant AttemptsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const AttemptRecord& attempt = history_.attempts[static_cast<std::size_t>(index.row())];
    const auto at = [this](TimeMs time) { return time == kNever ? QStringLiteral("—") : clockText(*scenario_, time); };
    switch (index.column()) {
    case Number:
        return static_cast<qulonglong>(attempt.number);
    case Started:
        return at(attempt.running == kNever ? attempt.starting : attempt.running);
    case Ended:
        return at(attempt.end);
    case Outcome:
        return outcomeText(attempt);
    case Lost:
        return attempt.outcome == AttemptRecord::End::Preempted ? durationText(attempt.lost) : QStringLiteral("—");
    default:
        return {};
    }
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Attempt");
    case Started:
        return tr("Started");
    case Ended:
        return tr("Ended");
    case Outcome:
        return tr("How it ended");
    case Lost:
        return tr("Work lost");
    default:
        return {};
    }
}

QString AttemptsModel::outcomeText(const AttemptRecord& attempt) const
{
    switch (attempt.outcome) {
    case AttemptRecord::End::Alive:
        if (attempt.running != kNever)
            return attempt.resumedFrom > 0 ? tr("running, resumed from %1").arg(durationText(attempt.resumedFrom))
                                           : tr("running");
        return attempt.starting == kNever ? tr("waits for instances") : tr("starting");
    case AttemptRecord::End::Preempted:
        return attempt.cause == PreemptionCause::CrossShare
            ? tr("reclaimed for %1").arg(jobText(*scenario_, attempt.by))
            : tr("displaced by %1").arg(jobText(*scenario_, attempt.by));
    case AttemptRecord::End::Failed:
        return tr("failed");
    case AttemptRecord::End::TimedOut:
        return tr("timed out");
    case AttemptRecord::End::Succeeded:
        return tr("succeeded");
    case AttemptRecord::End::Ended:
        break;
    }
    return attempt.reason == FailureReason::Terminated ? tr("terminated") : tr("ended from outside");
}

} // namespace quotaboard
