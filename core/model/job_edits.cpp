// SPDX-License-Identifier: Apache-2.0
#include "core/model/job_edits.h"

#include <algorithm>

namespace quotaboard {

namespace {

Error refuse(EditProblem problem, std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), std::string{nameOf(problem)});
    return Error{ErrorCode::EditRefused, {}, std::move(arguments)};
}

UpdateServiceJob* priorityEditAt(Scenario& scenario, TimeMs at, JobIndex job)
{
    for (auto it = scenario.interventions.rbegin(); it != scenario.interventions.rend(); ++it) {
        if (it->at != at)
            continue;
        auto* edit = std::get_if<UpdateServiceJob>(&it->edit);
        return edit != nullptr && edit->job == job ? edit : nullptr;
    }
    return nullptr;
}

/// Whether the job is in at a moment when interventions are applied: before the submissions of the same ms.
bool isSubmittedBefore(const Scenario& scenario, JobIndex job, TimeMs moment)
{
    return scenario.jobs[job].submit < moment;
}

/// Whether a new job that is there from the start may stand at the end of the list: that is the place of jobs that
/// interventions submit, and the scenario's own jobs come before those of traces and generators.
bool ownsTheEnd(const Scenario& scenario)
{
    return scenario.referredJobs == 0
        && std::none_of(scenario.interventions.begin(), scenario.interventions.end(),
            [](const Intervention& i) { return std::holds_alternative<SubmitServiceJob>(i.edit); });
}

/// Jobs of the list that belong to a share which only this intervention creates: they would belong to none.
std::size_t jobsThatNeed(const Scenario& scenario, InterventionIndex index)
{
    const auto* create = std::get_if<CreateQuotaShare>(&scenario.interventions[index.value()].edit);
    if (create == nullptr)
        return 0;
    const auto isOther = [&](const QuotaShare& share) { return share.name == create->share.name; };
    if (std::any_of(scenario.shares.begin(), scenario.shares.end(), isOther))
        return 0;
    for (std::size_t i = 0; i < scenario.interventions.size(); ++i) {
        const auto* other = std::get_if<CreateQuotaShare>(&scenario.interventions[i].edit);
        if (i != index.value() && other != nullptr && other->share.name == create->share.name)
            return 0;
    }
    const auto& jobs = scenario.jobs.jobs();
    return static_cast<std::size_t>(
        std::count_if(jobs.begin(), jobs.end(), [&](const Job& job) { return job.share == create->index; }));
}

} // namespace

Status setJobPriority(Scenario& scenario, const EditTime& when, JobIndex job, std::int32_t priority)
{
    if (priority < 0 || priority > kMaxPriority)
        return refuse(EditProblem::PriorityOutOfRange, {std::to_string(priority), std::to_string(kMaxPriority)});
    if (!when.at || !isSubmittedBefore(scenario, job, *when.at)) {
        Job changed = scenario.jobs[job];
        changed.priority = priority;
        scenario.jobs.replace(job, changed);
        return {};
    }
    if (UpdateServiceJob* known = priorityEditAt(scenario, *when.at, job); known != nullptr) {
        known->priority = priority;
        return {};
    }
    scenario.interventions.push_back(Intervention{
        *when.at, UpdateServiceJob{job, scenario.jobs.displayId(job), priority}, when.author, when.reason});
    return {};
}

Status moveJob(Scenario& scenario, const EditTime& when, JobIndex job, ShareIndex share)
{
    if (scenario.jobs[job].share == share && !when.at)
        return refuse(EditProblem::SameShare, {scenario.shareName(share)});
    const PolicyState policy = policyAt(scenario, when.at.value_or(-1));
    if (!policy.exists(share))
        return refuse(EditProblem::NoSuchShare, {share.isValid() ? scenario.shareName(share) : std::string{}});
    if (!policy.share(share).isEnabled)
        return refuse(EditProblem::ShareIsDisabled, {scenario.shareName(share)});
    if (!when.at || !isSubmittedBefore(scenario, job, *when.at)) {
        Job changed = scenario.jobs[job];
        changed.share = share;
        scenario.jobs.replace(job, changed);
        return {};
    }
    scenario.interventions.push_back(Intervention{*when.at,
        MoveServiceJob{job, scenario.jobs.displayId(job), share, scenario.shareName(share)}, when.author, when.reason});
    return {};
}

Status terminateJob(Scenario& scenario, TimeMs at, JobIndex job, std::string_view reason)
{
    if (!isSubmittedBefore(scenario, job, at))
        return refuse(EditProblem::JobNotSubmitted, {scenario.jobs.displayId(job)});
    scenario.interventions.push_back(Intervention{
        at, TerminateServiceJob{job, scenario.jobs.displayId(job), std::string{reason}}, {}, std::string{reason}});
    return {};
}

Status submitJob(Scenario& scenario, const EditTime& when, const JobDraft& draft, TimeMs submit)
{
    const TimeMs at = when.at.value_or(submit);
    const ShareIndex share = scenario.findShare(draft.share);
    if (!share.isValid() || !policyAt(scenario, when.at.value_or(-1)).exists(share))
        return refuse(EditProblem::NoSuchShare, {draft.share});
    if (draft.unit.empty() || (!scenario.findUnit(draft.unit).isValid() && scenario.units.size() >= kMaxUnits))
        return refuse(EditProblem::NoSuchUnit, {draft.unit, draft.share});
    if (draft.instances < 1 || draft.instances > kMaxInstances) {
        return refuse(EditProblem::LimitOutOfRange,
            {draft.share, draft.unit, std::to_string(draft.instances), "1", std::to_string(kMaxInstances)});
    }
    if (draft.priority < 0 || draft.priority > kMaxPriority)
        return refuse(EditProblem::PriorityOutOfRange, {std::to_string(draft.priority), std::to_string(kMaxPriority)});
    if (draft.work < 0 || draft.work > kMaxTimeMs || at < 0 || at > kMaxTimeMs)
        return refuse(EditProblem::WorkOutOfRange, {std::to_string(draft.work)});
    if (!draft.id.empty() && scenario.jobs.find(draft.id).isValid())
        return refuse(EditProblem::NameTaken, {draft.id});
    Job job;
    job.submit = at;
    job.work = draft.work;
    job.profile = scenario.jobs.internProfile(draft.profile);
    job.name = scenario.jobs.intern(draft.name);
    if (!draft.id.empty())
        job.id = scenario.jobs.intern(draft.id);
    if (!draft.workloadClass.empty())
        job.workloadClass = scenario.jobs.intern(draft.workloadClass);
    job.instances = draft.instances;
    job.share = share;
    job.unit = scenario.internUnit(draft.unit);
    job.priority = draft.priority;
    // A job in between would renumber all that follow.
    const bool isSubmitted = when.at || !ownsTheEnd(scenario);
    const JobIndex index = scenario.jobs.add(job);
    keepIdsDistinct(scenario);
    if (isSubmitted)
        scenario.interventions.push_back(Intervention{at, SubmitServiceJob{index}, when.author, when.reason});
    return {};
}

Status setPlatform(Scenario& scenario, const EditTime& when, const Platform& platform)
{
    if (platform.startup < 0 || platform.startup > kMaxTimeMs)
        return refuse(EditProblem::SettingOutOfRange, {"startup", std::to_string(platform.startup)});
    if (platform.stopGrace < 0 || platform.stopGrace > kMaxTimeMs)
        return refuse(EditProblem::SettingOutOfRange, {"stopGrace", std::to_string(platform.stopGrace)});
    if (!(platform.resumeSuccessProbability >= 0 && platform.resumeSuccessProbability <= 1)) {
        return refuse(EditProblem::SettingOutOfRange,
            {"resumeSuccessProbability", std::to_string(platform.resumeSuccessProbability)});
    }
    if (!when.at) {
        const std::uint64_t seed = scenario.platform.seed;
        scenario.platform = platform;
        scenario.platform.seed = seed;
        return {};
    }
    const Platform now = policyAt(scenario, *when.at).platform();
    UpdatePlatform edit;
    const auto put = [](auto& target, const auto& value, const auto& current) {
        if (value != current)
            target = value;
    };
    put(edit.startup, platform.startup, now.startup);
    put(edit.stopGrace, platform.stopGrace, now.stopGrace);
    put(edit.victimOrder, platform.victimOrder, now.victimOrder);
    put(edit.unassignedCapacity, platform.unassignedCapacity, now.unassignedCapacity);
    put(edit.queueFront, platform.queueFront, now.queueFront);
    put(edit.requeue, platform.requeue, now.requeue);
    if (platform.resumeSuccessProbability < now.resumeSuccessProbability
        || platform.resumeSuccessProbability > now.resumeSuccessProbability)
        edit.resumeSuccessProbability = platform.resumeSuccessProbability;
    scenario.interventions.push_back(Intervention{*when.at, edit, when.author, when.reason});
    return {};
}

Status moveIntervention(Scenario& scenario, InterventionIndex index, TimeMs at)
{
    if (at < 0 || at > kMaxTimeMs)
        return refuse(EditProblem::SettingOutOfRange, {"at", std::to_string(at)});
    Intervention& intervention = scenario.interventions[index.value()];
    intervention.at = at;
    if (const auto* submit = std::get_if<SubmitServiceJob>(&intervention.edit)) {
        Job job = scenario.jobs[submit->job];
        job.submit = at;
        scenario.jobs.replace(submit->job, job);
    }
    return {};
}

Status removeIntervention(Scenario& scenario, InterventionIndex index)
{
    if (const std::size_t jobs = jobsThatNeed(scenario, index); jobs > 0) {
        const auto& create = std::get<CreateQuotaShare>(scenario.interventions[index.value()].edit);
        return refuse(EditProblem::ShareHasJobs, {create.share.name, std::to_string(jobs)});
    }
    const auto* submit = std::get_if<SubmitServiceJob>(&scenario.interventions[index.value()].edit);
    if (submit == nullptr) {
        scenario.interventions.erase(scenario.interventions.begin() + index.value());
        return {};
    }
    std::vector<bool> gone(scenario.jobs.size());
    gone[submit->job.value()] = true;
    removeJobs(scenario, gone);
    return {};
}

Status duplicateJobs(Scenario& scenario, std::span<const JobIndex> jobs)
{
    const bool isSubmitted = !ownsTheEnd(scenario);
    for (const JobIndex job : jobs) {
        Job copy = scenario.jobs[job];
        copy.id = {};
        const JobIndex index = scenario.jobs.add(copy);
        if (isSubmitted)
            scenario.interventions.push_back(Intervention{copy.submit, SubmitServiceJob{index}, {}, {}});
    }
    keepIdsDistinct(scenario);
    return {};
}

void keepIdsDistinct(Scenario& scenario)
{
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        const StringId given = scenario.jobs[JobIndex{i}].id;
        if (!given.isValid())
            continue;
        const std::string number{scenario.jobs.text(given)};
        const JobIndex same = scenario.jobs.findByIndex(number);
        if (!same.isValid())
            continue;
        std::string id = "job-" + number;
        for (int copy = 2; scenario.jobs.find(id).isValid(); ++copy)
            id = "job-" + number + "-" + std::to_string(copy);
        scenario.jobs.setId(same, scenario.jobs.intern(id));
    }
}

void removeJobs(Scenario& scenario, const std::vector<bool>& gone)
{
    std::vector<JobIndex> places(gone.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < gone.size(); ++i) {
        if (!gone[i])
            places[i] = JobIndex{kept++};
    }
    const auto submitted
        = static_cast<std::size_t>(std::count_if(scenario.interventions.begin(), scenario.interventions.end(),
            [](const Intervention& i) { return std::holds_alternative<SubmitServiceJob>(i.edit); }));
    const std::size_t referredEnd = gone.size() - std::min(submitted, gone.size());
    const std::size_t generatedFrom = referredEnd - std::min(scenario.generatedJobs, referredEnd);
    for (std::size_t i = generatedFrom; i < referredEnd; ++i)
        scenario.generatedJobs -= gone[i] ? 1U : 0U;
    for (std::size_t i = referredEnd - std::min(scenario.referredJobs, referredEnd); i < referredEnd; ++i)
        scenario.referredJobs -= gone[i] ? 1U : 0U;

    std::erase_if(scenario.interventions, [&](const Intervention& intervention) {
        return std::visit(
            [&](const auto& edit) {
                if constexpr (requires { edit.job; })
                    return edit.job.isValid() && gone[edit.job.value()];
                else
                    return false;
            },
            intervention.edit);
    });
    scenario.jobs.removeAll(gone);
    keepIdsDistinct(scenario);
    for (Intervention& intervention : scenario.interventions) {
        std::visit(
            [&](auto& edit) {
                if constexpr (requires { edit.job; }) {
                    if (edit.job.isValid())
                        edit.job = places[edit.job.value()];
                }
                if constexpr (requires { edit.jobId; }) {
                    if (edit.job.isValid())
                        edit.jobId = scenario.jobs.displayId(edit.job);
                }
            },
            intervention.edit);
    }
}

} // namespace quotaboard
