// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/document/edit.h"

#include "core/exchange/generator_edits.h"
#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace quotaboard {

namespace {

struct EditTexts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Edit)
};

QString tr(const char* text)
{
    return EditTexts::tr(text);
}

QString shareText(const Scenario& scenario, ShareIndex share)
{
    return toQt(scenario.shareName(share));
}

QString unitText(const Scenario& scenario, UnitIndex unit)
{
    return toQt(scenario.unitName(unit));
}

/// Edits from the start and from a moment are different steps even when they follow each other.
QString keyOf(const char* kind, const EditTime& when, std::initializer_list<std::size_t> objects)
{
    QString key = QString::fromLatin1(kind);
    if (when.at)
        key += QStringLiteral("@%1").arg(*when.at);
    for (const std::size_t object : objects)
        key += QStringLiteral(":%1").arg(object);
    return key;
}

PolicyState policyFor(const Scenario& scenario, const EditTime& when)
{
    return policyAt(scenario, when.at.value_or(-1));
}

QString borrowText(std::optional<std::int32_t> percent)
{
    if (!percent || *percent < 0)
        return tr("unlimited");
    return tr("%1 %").arg(QLocale().toString(*percent));
}

/// A share's name wherever a timed change says it.
void renameInWords(nlohmann::ordered_json& words, const std::string& was, const std::string& name)
{
    for (auto& [key, value] : words.items()) {
        if (value.is_structured())
            renameInWords(value, was, name);
        else if ((key == "quotaShareName" || words.is_array()) && value == was)
            value = name;
    }
}

} // namespace

Edit shareLimitEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, UnitIndex unit, int instances)
{
    const auto was = policyFor(scenario, when).limit(share, unit);
    QString text;
    if (instances == 0)
        text = tr("Remove %1 from %2").arg(unitText(scenario, unit), shareText(scenario, share));
    else if (was == 0)
        text = tr("Add %1 %2 to %3").arg(instances).arg(unitText(scenario, unit), shareText(scenario, share));
    else
        text = tr("%1 limit %2 → %3 %4")
                   .arg(shareText(scenario, share))
                   .arg(was)
                   .arg(instances)
                   .arg(unitText(scenario, unit));
    return {text, keyOf("limit", when, {share.value(), unit.value()}),
        [=](Scenario& s) { return setShareLimit(s, when, share, unit, instances); }};
}

Edit moveCapacityEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex from, ShareIndex to, UnitIndex unit, int instances)
{
    return {tr("Move %1 %2 from %3 to %4")
                .arg(instances)
                .arg(unitText(scenario, unit), shareText(scenario, from), shareText(scenario, to)),
        {}, [=](Scenario& s) { return moveCapacity(s, when, from, to, unit, instances); }};
}

Edit environmentLimitEdit(const Scenario& scenario, const EditTime& when, const QString& unit, int instances)
{
    const UnitIndex known = scenario.findUnit(fromQt(unit));
    const auto was = known.isValid() ? policyFor(scenario, when).capacity(known) : 0;
    return {tr("Capacity of %1: %2 → %3").arg(unit).arg(was).arg(instances),
        QStringLiteral("capacity:%1@%2").arg(unit).arg(when.at.value_or(-1)),
        [=](Scenario& s) { return setEnvironmentLimit(s, when, fromQt(unit), instances); }};
}

Edit borrowLimitEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, std::optional<int> percent)
{
    const PolicyState policy = policyFor(scenario, when);
    const int was = policy.exists(share) ? policy.share(share).sharing.borrowLimit.value_or(-1) : -1;
    return {tr("%1 borrow limit %2 → %3").arg(shareText(scenario, share), borrowText(was), borrowText(percent)),
        keyOf("borrow", when, {share.value()}), [=](Scenario& s) { return setBorrowLimit(s, when, share, percent); }};
}

Edit strategyEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, SharingStrategy strategy)
{
    return {
        tr("%1: %2").arg(shareText(scenario, share), strategyText(ResourceSharing{strategy, 0}).section(" · ", 0, 0)),
        keyOf("strategy", when, {share.value()}), [=](Scenario& s) { return setStrategy(s, when, share, strategy); }};
}

Edit inSharePreemptionEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, bool enabled)
{
    return {(enabled ? tr("In-share preemption of %1 on") : tr("In-share preemption of %1 off"))
                .arg(shareText(scenario, share)),
        keyOf("inShare", when, {share.value()}),
        [=](Scenario& s) { return setInSharePreemption(s, when, share, enabled); }};
}

Edit addShareEdit(const Scenario&, const EditTime& when, const QuotaShare& share, std::optional<int> position)
{
    const auto place = position ? std::optional(static_cast<std::size_t>(std::max(0, *position))) : std::nullopt;
    return {tr("Add share %1").arg(toQt(share.name)), {}, [=](Scenario& s) { return addShare(s, when, share, place); }};
}

Edit removeShareEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, bool withJobs)
{
    return {tr("Delete share %1").arg(shareText(scenario, share)), {},
        [=](Scenario& s) { return removeShare(s, when, share, withJobs); }};
}

Edit renameShareEdit(const Scenario& scenario, ShareIndex share, const QString& name)
{
    const std::string was = scenario.shareName(share);
    return {tr("Rename share %1 to %2").arg(shareText(scenario, share), name), {},
        [=](Scenario& s) { return renameShare(s, share, fromQt(name)); },
        [=](const Scenario&, ScenarioExtras& extras) {
            for (Breakpoint& point : extras.breakpoints) {
                if (point.share == was)
                    point.share = fromQt(name);
            }
            for (DisabledIntervention& change : extras.disabledInterventions)
                renameInWords(change.words, was, fromQt(name));
            renameShare(extras.generators, was, fromQt(name));
            return Status{};
        }};
}

Edit reorderShareEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, int position)
{
    return {tr("Move share %1 to place %2").arg(shareText(scenario, share)).arg(position + 1),
        keyOf("order", when, {share.value()}),
        [=](Scenario& s) { return reorderShare(s, when, share, static_cast<std::size_t>(std::max(0, position))); }};
}

Edit shareDetailsEdit(const Scenario& scenario, ShareIndex share, const QuotaShare& details)
{
    return {tr("Details of %1").arg(shareText(scenario, share)),
        keyOf("details", EditTime::fromStart(), {share.value()}),
        [=](Scenario& s) { return setShareDetails(s, share, details); }};
}

Edit jobPriorityEdit(const Scenario& scenario, const EditTime& when, JobIndex job, int priority)
{
    return {tr("Priority of %1: %2 → %3").arg(jobText(scenario, job)).arg(scenario.jobs[job].priority).arg(priority),
        keyOf("priority", when, {job.value()}), [=](Scenario& s) { return setJobPriority(s, when, job, priority); }};
}

Edit moveJobEdit(const Scenario& scenario, const EditTime& when, JobIndex job, ShareIndex share)
{
    return {tr("Move %1 to %2").arg(jobText(scenario, job), shareText(scenario, share)), {},
        [=](Scenario& s) { return moveJob(s, when, job, share); }};
}

Edit terminateJobEdit(const Scenario& scenario, TimeMs at, JobIndex job)
{
    const std::string reason = fromQt(tr("terminated on the board"));
    return {tr("Terminate %1").arg(jobText(scenario, job)), {},
        [=](Scenario& s) { return terminateJob(s, at, job, reason); }};
}

Edit submitJobEdit(const EditTime& when, const JobDraft& draft, TimeMs submit)
{
    return {tr("Submit %1 to %2").arg(toQt(draft.name), toQt(draft.share)), {},
        [=](Scenario& s) { return submitJob(s, when, draft, submit); }};
}

Edit platformEdit(const Scenario&, const EditTime& when, const Platform& platform)
{
    return {tr("Change assumptions"), keyOf("platform", when, {}),
        [=](Scenario& s) { return setPlatform(s, when, platform); }};
}

Edit moveInterventionEdit(const Scenario& scenario, InterventionIndex index, TimeMs at)
{
    return {tr("Move timed change to %1").arg(clockText(scenario, at)),
        keyOf("moveIntervention", EditTime::fromStart(), {index.value()}),
        [=](Scenario& s) { return moveIntervention(s, index, at); }};
}

Edit removeInterventionEdit(const Scenario& scenario, InterventionIndex index)
{
    return {tr("Delete timed change at %1").arg(clockText(scenario, scenario.interventions[index.value()].at)), {},
        [=](Scenario& s) { return removeIntervention(s, index); }};
}

} // namespace quotaboard
