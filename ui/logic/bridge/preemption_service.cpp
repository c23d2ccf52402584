// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/preemption_service.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Preemption)
};

const PreemptionCandidate* candidateOf(const PreemptionReason& reason)
{
    const auto found = std::find_if(reason.candidates.begin(), reason.candidates.end(),
        [&](const PreemptionCandidate& candidate) { return candidate.job == reason.job; });
    return found == reason.candidates.end() ? nullptr : &*found;
}

QString number(std::int64_t value)
{
    return QLocale().toString(static_cast<qlonglong>(value));
}

} // namespace

PreemptionService::PreemptionService(QObject* parent)
    : QObject(parent)
{
}

void PreemptionService::request(std::shared_ptr<const RunResult> result, std::size_t index)
{
    worker_.post([this, result = std::move(result), index](const Progress& progress) {
        auto answer = std::make_shared<PreemptionAnswer>();
        answer->result = result;
        answer->index = index;
        answer->reason = explainPreemption(*result, index);
        if (progress.isCancelled())
            return;
        QMetaObject::invokeMethod(
            this, [this, answer = std::shared_ptr<const PreemptionAnswer>(answer)] { Q_EMIT found(answer); },
            Qt::QueuedConnection);
    });
}

QString preemptionHeadline(PreemptionReason::Kind kind)
{
    switch (kind) {
    case PreemptionReason::Kind::Reclaim:
        return Texts::tr("Cross-share: an owner reclaimed what was lent");
    case PreemptionReason::Kind::LimitLowered:
        return Texts::tr("Limit lowered: its share was above its new limit");
    case PreemptionReason::Kind::InShare:
        return Texts::tr("In-share: a job of higher priority in the same share");
    }
    return {};
}

QString preemptionSentence(const Scenario& scenario, const PreemptionReason& reason)
{
    const PreemptionCandidate* job = candidateOf(reason);
    const QString claimant = jobText(scenario, reason.claimant);
    const QString share = toQt(scenario.shareName(reason.claimantShare));
    const QString needs = Texts::tr("%1 × %2", "number of instances, unit")
                              .arg(number(reason.claimantInstances), toQt(scenario.unitName(reason.unit)));
    const QString own = job != nullptr ? toQt(scenario.shareName(job->share)) : QString();
    const QString over = job != nullptr ? number(job->shareOver) : QString();
    switch (reason.kind) {
    case PreemptionReason::Kind::Reclaim:
        return Texts::tr("%1 of %2 needed %3 within the limit of its share. %4 was above its own limit by %5.")
            .arg(claimant, share, needs, own, over);
    case PreemptionReason::Kind::LimitLowered:
        return Texts::tr("%1 of %2 needed %3 within the limit of its share. %4 was above its limit by %5, because that "
                         "had been lowered while its jobs ran.")
            .arg(claimant, share, needs, own, over);
    case PreemptionReason::Kind::InShare:
        return Texts::tr("%1 of the same share %2 needed %3 and has priority %4; jobs of a lower priority made room.")
            .arg(claimant, share, needs, number(reason.claimantPriority));
    }
    return {};
}

QString preemptionConsequence(const Scenario& scenario, const PreemptionReason& reason)
{
    const PreemptionCandidate* job = candidateOf(reason);
    if (job == nullptr || job->loss == 0)
        return Texts::tr("It lost no work. Re-queued; resumes from last durable checkpoint in this model.");
    return Texts::tr("It lost %1 of its work, %2 %3. Re-queued; resumes from last durable checkpoint in this model.")
        .arg(durationText(job->loss), gpuHoursText(job->lossOfAll), gpuHourUnit(scenario));
}

QString victimOrderText(VictimOrder order)
{
    switch (order) {
    case VictimOrder::Priority:
        return Texts::tr("lowest priority first, then the latest dispatched");
    case VictimOrder::Youngest:
        return Texts::tr("latest dispatched first");
    case VictimOrder::Oldest:
        return Texts::tr("earliest dispatched first");
    case VictimOrder::LeastLoss:
        return Texts::tr("least work lost first, then lowest priority, then the latest dispatched");
    case VictimOrder::MostBorrowed:
        return Texts::tr("most borrowed instances first, then lowest priority, then the latest dispatched");
    }
    return {};
}

QString candidateFateText(PreemptionCandidate::Fate fate)
{
    switch (fate) {
    case PreemptionCandidate::Fate::Chosen:
        return Texts::tr("preempted");
    case PreemptionCandidate::Fate::NotNeeded:
        return Texts::tr("not needed");
    case PreemptionCandidate::Fate::ShareNoLongerOver:
        return Texts::tr("share back at its limit");
    case PreemptionCandidate::Fate::Spared:
        return Texts::tr("spared, enough without it");
    }
    return {};
}

} // namespace quotaboard
