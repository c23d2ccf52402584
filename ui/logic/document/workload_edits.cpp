// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/document/workload_edits.h"

#include "core/exchange/scenario_file.h"
#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::WorkloadEdit)
};

/// "J17 resnet" or "312 jobs".
QString jobsText(const Scenario& scenario, const std::vector<JobIndex>& jobs)
{
    return jobs.size() == 1 ? jobText(scenario, jobs.front())
                            : Texts::tr("%Ln jobs", nullptr, static_cast<int>(jobs.size()));
}

QString number(std::int64_t value)
{
    return QLocale().toString(static_cast<qlonglong>(value));
}

QString textOrNone(const std::string& text)
{
    return text.empty() ? Texts::tr("none") : toQt(text);
}

QString timeText(TimeMs time)
{
    return time == kNever ? Texts::tr("none") : durationText(time);
}

QString checkpointValue(const std::optional<CheckpointPlan>& plan)
{
    return plan ? Texts::tr("every %1").arg(durationText(plan->interval)) : Texts::tr("none");
}

QString retriesValue(const std::optional<std::int32_t>& retries)
{
    return retries ? number(*retries) : Texts::tr("unlimited");
}

/// What changes, a sentence each.
QStringList changeTexts(const QString& jobs, const JobChange& change)
{
    QStringList texts;
    if (change.name)
        texts += Texts::tr("Name of %1 → %2").arg(jobs, toQt(*change.name));
    if (change.share)
        texts += Texts::tr("Move %1 to %2").arg(jobs, toQt(*change.share));
    if (change.unit)
        texts += Texts::tr("Unit of %1 → %2").arg(jobs, toQt(*change.unit));
    if (change.instances)
        texts += Texts::tr("Instances of %1 → %2").arg(jobs, number(*change.instances));
    if (change.submit)
        texts += Texts::tr("Submit time of %1 → %2").arg(jobs, timeText(*change.submit));
    if (change.work)
        texts += Texts::tr("Work of %1 → %2").arg(jobs, durationText(*change.work));
    if (change.workFactor)
        texts += Texts::tr("Work of %1 × %2").arg(jobs, QLocale().toString(*change.workFactor, 'g', 6));
    if (change.priority)
        texts += Texts::tr("Priority of %1 → %2").arg(jobs, number(*change.priority));
    if (change.raisePriority && *change.raisePriority >= 0)
        texts += Texts::tr("Raise priority of %1 by %2").arg(jobs, number(*change.raisePriority));
    if (change.raisePriority && *change.raisePriority < 0)
        texts += Texts::tr("Lower priority of %1 by %2").arg(jobs, number(-std::int64_t{*change.raisePriority}));
    if (change.checkpoint)
        texts += Texts::tr("Checkpoints of %1 → %2").arg(jobs, checkpointValue(*change.checkpoint));
    if (change.restore)
        texts += Texts::tr("Restore of %1 → %2").arg(jobs, durationText(*change.restore));
    if (change.preemptionRetries)
        texts += Texts::tr("Preemption retries of %1 → %2").arg(jobs, retriesValue(*change.preemptionRetries));
    if (change.attempts)
        texts += Texts::tr("Attempts of %1 → %2").arg(jobs, number(*change.attempts));
    if (change.deadline)
        texts += Texts::tr("Deadline of %1 → %2").arg(jobs, timeText(*change.deadline));
    if (change.workloadClass)
        texts += Texts::tr("Class of %1 → %2").arg(jobs, textOrNone(*change.workloadClass));
    if (change.user)
        texts += Texts::tr("User of %1 → %2").arg(jobs, textOrNone(*change.user));
    return texts;
}

} // namespace

Edit changeJobsEdit(const Scenario& scenario, std::vector<JobIndex> jobs, const JobChange& change)
{
    const QString named = jobsText(scenario, jobs);
    const QStringList texts = changeTexts(named, change);
    const QString text = texts.size() == 1 ? texts.front() : Texts::tr("Change %1").arg(named);
    return {text, {}, [jobs = std::move(jobs), change](Scenario& s) { return changeJobs(s, jobs, change); }};
}

Edit removeJobsEdit(const Scenario& scenario, std::vector<JobIndex> jobs)
{
    const QString text = Texts::tr("Delete %1").arg(jobsText(scenario, jobs));
    return {text, {}, [jobs = std::move(jobs)](Scenario& s) {
                std::vector<bool> gone(s.jobs.size());
                for (const JobIndex job : jobs)
                    gone[job.value()] = true;
                removeJobs(s, gone);
                return Status{};
            }};
}

Edit duplicateJobsEdit(const Scenario& scenario, std::vector<JobIndex> jobs)
{
    const QString text = Texts::tr("Duplicate %1").arg(jobsText(scenario, jobs));
    return {text, {}, [jobs = std::move(jobs)](Scenario& s) { return duplicateJobs(s, jobs); }};
}

Edit generatorsEdit(
    const QString& text, std::shared_ptr<const Scenario> before, std::shared_ptr<const RegeneratedScenario> after)
{
    Edit edit;
    edit.text = text;
    edit.makesGeneratedJobs = true;
    edit.jobNow = [before, after](JobIndex job) { return after->now(*before, job); };
    edit.change = [before = std::move(before), after](Scenario& s) -> Status {
        if (!isSameScenario(*before, s)) {
            return Error{
                ErrorCode::Conflict, {}, {fromQt(Texts::tr("the scenario was changed while the jobs were made"))}};
        }
        s = after->scenario;
        return {};
    };
    edit.changeExtras = [after](const Scenario&, ScenarioExtras& extras) {
        extras.generators = after->generators;
        return Status{};
    };
    return edit;
}

Edit workloadClassesEdit(const QString& text, std::vector<WorkloadClass> classes)
{
    Edit edit;
    edit.text = text;
    edit.changeExtras = [classes = std::move(classes)](const Scenario&, ScenarioExtras& extras) {
        extras.workloadClasses = classes;
        return Status{};
    };
    return edit;
}

JobChange changeOf(const WorkloadClass& kind)
{
    JobChange change;
    change.checkpoint = kind.profile.checkpoint;
    change.restore = kind.profile.restore;
    change.preemptionRetries = kind.profile.preemptionRetries;
    change.attempts = kind.profile.attempts;
    change.priority = kind.priority;
    return change;
}

Edit applyClassEdit(const Scenario& scenario, const WorkloadClass& kind)
{
    std::vector<JobIndex> jobs = jobsOfClass(scenario, kind.name);
    const QString text = Texts::tr("Defaults of %1 → %2").arg(toQt(kind.name), jobsText(scenario, jobs));
    Edit edit = changeJobsEdit(scenario, std::move(jobs), changeOf(kind));
    edit.text = text;
    return edit;
}

std::vector<JobIndex> jobsOfClass(const Scenario& scenario, const std::string& name)
{
    std::vector<JobIndex> jobs;
    const StringId id = scenario.jobs.strings().find(name);
    if (!id.isValid())
        return jobs;
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        if (scenario.jobs[JobIndex{i}].workloadClass == id)
            jobs.emplace_back(i);
    }
    return jobs;
}

} // namespace quotaboard
