// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/remedy_service.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QStringList>

#include <utility>

namespace quotaboard {

namespace {

constexpr std::size_t kMostVictims = 4;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Remedy)
};

QString tr(const char* text)
{
    return Texts::tr(text);
}

QString titleOf(const Scenario& scenario, const Remedy& remedy)
{
    const QString job = jobText(scenario, remedy.job);
    const QString share = toQt(scenario.shareName(remedy.share));
    const QString other = remedy.other.isValid() ? toQt(scenario.shareName(remedy.other)) : QString();
    const QString unit = toQt(scenario.unitName(remedy.unit));
    switch (remedy.kind) {
    case Remedy::Kind::RaiseLimit:
        return tr("Raise the limit of %1 from %2 to %3 %4").arg(share).arg(remedy.from).arg(remedy.to).arg(unit);
    case Remedy::Kind::RaiseBorrowLimit:
        return tr("Raise the borrow limit of %1 from %2 % to %3 %").arg(share).arg(remedy.from).arg(remedy.to);
    case Remedy::Kind::LetBorrow:
        return tr("Let %1 borrow, up to %2 %").arg(share).arg(remedy.to);
    case Remedy::Kind::LetLend:
        return tr("Set %1 to Lend").arg(other);
    case Remedy::Kind::MoveCapacity:
        return tr("Move %1 %2 from %3 to %4").arg(remedy.to).arg(unit, other, share);
    case Remedy::Kind::RaisePriority:
        return tr("Priority of %1 from %2 to %3").arg(job).arg(remedy.from).arg(remedy.to);
    case Remedy::Kind::PreemptInShare:
        return remedy.from == remedy.to ? tr("In-share preemption of %1 on").arg(share)
                                        : tr("In-share preemption of %1 on, priority of %2 from %3 to %4")
                                              .arg(share, job)
                                              .arg(remedy.from)
                                              .arg(remedy.to);
    case Remedy::Kind::AddCapacity:
        return tr("Capacity of the environment from %1 to %2 %3").arg(remedy.from).arg(remedy.to).arg(unit);
    case Remedy::Kind::AddCapacityToShare:
        return tr("Capacity of the environment from %1 to %2 %3, all of it for %4")
            .arg(remedy.from)
            .arg(remedy.to)
            .arg(unit, share);
    case Remedy::Kind::MoveJob:
        return tr("Move %1 to %2").arg(job, other);
    }
    return {};
}

} // namespace

RemedyService::RemedyService(QObject* parent)
    : QObject(parent)
{
}

void RemedyService::request(std::shared_ptr<const RunResult> result, JobIndex job, TimeMs moment)
{
    worker_.post([this, result = std::move(result), job, moment](const Progress& progress) {
        auto list = std::make_shared<RemedyList>();
        list->job = job;
        list->moment = moment;
        list->result = result;
        list->remedies = findRemedies(*result, job, moment, &progress);
        list->startsAnyway = nextStart(*result, job, moment);
        if (progress.isCancelled())
            return;
        QMetaObject::invokeMethod(
            this, [this, list = std::shared_ptr<const RemedyList>(list)] { Q_EMIT found(list); }, Qt::QueuedConnection);
    });
}

Edit remedyEdit(const Scenario& scenario, const Remedy& remedy)
{
    return {titleOf(scenario, remedy), {}, remedy.change};
}

QString remedyConsequence(const Scenario& scenario, const Remedy& remedy)
{
    QStringList sentences;
    if (remedy.victims.empty()) {
        sentences.append(remedy.kind == Remedy::Kind::LetLend
                ? tr("Preempts nobody now; %1 may reclaim later.").arg(toQt(scenario.shareName(remedy.other)))
                : tr("Preempts nobody now."));
    } else {
        QStringList victims;
        for (std::size_t i = 0; i < remedy.victims.size() && i < kMostVictims; ++i)
            victims.append(jobText(scenario, remedy.victims[i].job));
        if (remedy.victims.size() > kMostVictims)
            victims.append(tr("%1 more").arg(remedy.victims.size() - kMostVictims));
        sentences.append(tr("Preempts %1; loses %2 %3.")
                             .arg(victims.join(tr(", ")), gpuHoursText(remedy.lost), gpuHourUnit(scenario)));
    }
    if (remedy.oversubscribedBy > 0) {
        sentences.append(tr("The limits for %1 then exceed the environment by %2: others may wait for what is theirs.")
                             .arg(toQt(scenario.unitName(remedy.unit)))
                             .arg(remedy.oversubscribedBy));
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace quotaboard
