// SPDX-License-Identifier: Apache-2.0
#include "core/base/int128.h"
#include "core/model/job_edits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quotaboard {

namespace {

/// The longest an attempt may take, as in readers of jobs.
constexpr TimeMs kLongestAttempt = kNever / 1024;
constexpr std::int32_t kMostRetries = 1'000'000;

Error refuse(EditProblem problem, std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), std::string{nameOf(problem)});
    return Error{ErrorCode::EditRefused, {}, std::move(arguments)};
}

bool isTime(TimeMs time)
{
    return time >= 0 && time <= kMaxTimeMs;
}

bool isTooLong(TimeMs work, const JobProfile& profile)
{
    if (!profile.checkpoint || work <= 0)
        return false;
    const Int128 writes = Int128{(work - 1) / profile.checkpoint->interval} * profile.checkpoint->cost;
    return Int128{work} + writes > kLongestAttempt;
}

/// A share that jobs may belong to from the start.
bool hasJobs(const Scenario& scenario, const std::string& name)
{
    const auto isIt = [&](const QuotaShare& share) { return share.name == name; };
    return std::any_of(scenario.shares.begin(), scenario.shares.end(), isIt)
        || std::any_of(scenario.interventions.begin(), scenario.interventions.end(), [&](const Intervention& i) {
               const auto* create = std::get_if<CreateQuotaShare>(&i.edit);
               return create != nullptr && isIt(create->share);
           });
}

Status checkRanges(const JobChange& change)
{
    const auto outOfRange = [](const char* setting, auto value) {
        return refuse(EditProblem::SettingOutOfRange, {setting, std::to_string(value)});
    };
    if (change.instances && (*change.instances < 1 || *change.instances > kMaxInstances)) {
        return refuse(EditProblem::LimitOutOfRange,
            {{}, "instances", std::to_string(*change.instances), "1", std::to_string(kMaxInstances)});
    }
    if (change.priority && (*change.priority < 0 || *change.priority > kMaxPriority))
        return refuse(
            EditProblem::PriorityOutOfRange, {std::to_string(*change.priority), std::to_string(kMaxPriority)});
    const auto deadline = change.deadline == kNever ? std::nullopt : change.deadline;
    for (const std::optional<TimeMs>& time : {change.submit, change.work, change.restore, deadline}) {
        if (time && !isTime(*time))
            return refuse(EditProblem::WorkOutOfRange, {std::to_string(*time)});
    }
    if (change.workFactor && !(*change.workFactor > 0 && std::isfinite(*change.workFactor)))
        return outOfRange("workFactor", *change.workFactor);
    if (change.checkpoint && *change.checkpoint) {
        const CheckpointPlan& plan = **change.checkpoint;
        if (plan.interval < 1 || !isTime(plan.interval) || !isTime(plan.cost))
            return refuse(EditProblem::WorkOutOfRange, {std::to_string(plan.interval)});
    }
    if (change.preemptionRetries) {
        if (const auto retries = *change.preemptionRetries; retries && (*retries < 0 || *retries > kMostRetries))
            return outOfRange("preemptionRetries", *retries);
    }
    if (change.attempts && (*change.attempts < 1 || *change.attempts > kMostRetries))
        return outOfRange("attempts", *change.attempts);
    return {};
}

enum class Obstacle { None, Priority, Work, Attempt };

/// A change that was looked up in a scenario once.
class Changer {
public:
    Changer(const Scenario& scenario, const JobChange& change)
        : scenario_(scenario)
        , change_(change)
    {
        if (change.share)
            share_ = scenario.findShare(*change.share);
    }

    [[nodiscard]] Status check() const
    {
        if (Status status = checkRanges(change_); !status)
            return status;
        if (change_.share && (!share_.isValid() || !hasJobs(scenario_, *change_.share)))
            return refuse(EditProblem::NoSuchShare, {*change_.share});
        const bool isNewUnit = change_.unit && !scenario_.findUnit(*change_.unit).isValid();
        if (change_.unit && (change_.unit->empty() || (isNewUnit && scenario_.units.size() >= kMaxUnits)))
            return refuse(EditProblem::NoSuchUnit, {*change_.unit, {}});
        return {};
    }

    /// Changes numbers and share; texts, unit and profile are the caller's, who may add to the scenario.
    [[nodiscard]] Obstacle changeValues(Job& job) const
    {
        if (change_.share)
            job.share = share_;
        job.instances = change_.instances.value_or(job.instances);
        job.submit = change_.submit.value_or(job.submit);
        job.deadline = change_.deadline.value_or(job.deadline);
        const std::int64_t priority
            = std::int64_t{change_.priority.value_or(job.priority)} + change_.raisePriority.value_or(0);
        if (priority < 0 || priority > kMaxPriority)
            return Obstacle::Priority;
        job.priority = static_cast<std::int32_t>(priority);
        job.work = change_.work.value_or(job.work);
        if (change_.workFactor) {
            const double work = std::floor(static_cast<double>(job.work) * *change_.workFactor + 0.5);
            if (!(work <= static_cast<double>(kMaxTimeMs)))
                return Obstacle::Work;
            job.work = static_cast<TimeMs>(work);
        }
        return Obstacle::None;
    }

    [[nodiscard]] bool changesProfiles() const
    {
        return change_.checkpoint || change_.restore || change_.preemptionRetries || change_.attempts;
    }

    void changeProfile(JobProfile& profile) const
    {
        if (change_.checkpoint)
            profile.checkpoint = *change_.checkpoint;
        profile.restore = change_.restore.value_or(profile.restore);
        if (change_.preemptionRetries)
            profile.preemptionRetries = *change_.preemptionRetries;
        profile.attempts = change_.attempts.value_or(profile.attempts);
    }

    [[nodiscard]] bool changesTexts(const Job& job) const
    {
        const auto differs = [this](const std::optional<std::string>& wanted, StringId has) {
            return wanted && *wanted != scenario_.jobs.text(has);
        };
        return differs(change_.name, job.name) || differs(change_.user, job.user)
            || differs(change_.workloadClass, job.workloadClass)
            || (change_.unit && *change_.unit != scenario_.unitName(job.unit));
    }

private:
    const Scenario& scenario_;
    const JobChange& change_;
    ShareIndex share_;
};

bool sameValues(const Job& a, const Job& b)
{
    return a.share == b.share && a.instances == b.instances && a.submit == b.submit && a.deadline == b.deadline
        && a.priority == b.priority && a.work == b.work;
}

/// What the change makes of each profile that jobs have, worked out once.
class ProfileChanges {
public:
    ProfileChanges(const Scenario& scenario, const Changer& changer)
        : scenario_(scenario)
        , changer_(changer)
    {
    }

    const JobProfile& of(ProfileIndex index)
    {
        if (!changer_.changesProfiles())
            return scenario_.jobs.profile(index);
        if (index.value() >= changed_.size())
            changed_.resize(index.value() + 1U);
        std::optional<JobProfile>& profile = changed_[index.value()];
        if (!profile) {
            profile = scenario_.jobs.profile(index);
            changer_.changeProfile(*profile);
        }
        return *profile;
    }

private:
    const Scenario& scenario_;
    const Changer& changer_;
    std::vector<std::optional<JobProfile>> changed_;
};

/// The texts of a change in a table that may grow.
struct ChangedTexts {
    ChangedTexts(Scenario& scenario, const JobChange& change)
    {
        const auto intern = [&](const std::optional<std::string>& text) {
            return text && !text->empty() ? scenario.jobs.intern(*text) : StringId{};
        };
        name = change.name ? scenario.jobs.intern(*change.name) : StringId{};
        user = intern(change.user);
        workloadClass = intern(change.workloadClass);
        if (change.unit)
            unit = scenario.internUnit(*change.unit);
    }

    void putInto(Job& job, const JobChange& change) const
    {
        if (change.name)
            job.name = name;
        if (change.user)
            job.user = user;
        if (change.workloadClass)
            job.workloadClass = workloadClass;
        if (change.unit)
            job.unit = unit;
    }

    StringId name;
    StringId user;
    StringId workloadClass;
    UnitIndex unit;
};

Error obstacleError(const JobChangeCount& count)
{
    if (count.priorityOutOfRange > 0)
        return refuse(EditProblem::PriorityOutOfRange, {{}, std::to_string(kMaxPriority)});
    return refuse(EditProblem::WorkOutOfRange, {count.workOutOfRange > 0 ? "work" : "checkpoint"});
}

/// Interventions that submit jobs say when, too.
void followSubmitTimes(Scenario& scenario)
{
    for (Intervention& intervention : scenario.interventions) {
        if (const auto* submit = std::get_if<SubmitServiceJob>(&intervention.edit))
            intervention.at = scenario.jobs[submit->job].submit;
    }
}

} // namespace

std::size_t firstSubmittedJob(const Scenario& scenario)
{
    return scenario.jobs.size()
        - static_cast<std::size_t>(std::count_if(scenario.interventions.begin(), scenario.interventions.end(),
            [](const Intervention& i) { return std::holds_alternative<SubmitServiceJob>(i.edit); }));
}

std::size_t firstReferredJob(const Scenario& scenario)
{
    return firstSubmittedJob(scenario) - scenario.referredJobs;
}

Result<JobChangeCount> countJobChange(const Scenario& scenario, std::span<const JobIndex> jobs, const JobChange& change)
{
    const Changer changer(scenario, change);
    if (const Status status = changer.check(); !status)
        return status.error();
    ProfileChanges profiles(scenario, changer);
    const std::size_t referredEnd = firstSubmittedJob(scenario);
    const std::size_t referredFrom = referredEnd - scenario.referredJobs;
    JobChangeCount count;
    for (const JobIndex index : jobs) {
        const Job& was = scenario.jobs[index];
        Job job = was;
        const JobProfile& profile = profiles.of(was.profile);
        const Obstacle obstacle = changer.changeValues(job);
        if (obstacle == Obstacle::Priority)
            ++count.priorityOutOfRange;
        else if (obstacle == Obstacle::Work)
            ++count.workOutOfRange;
        else if (sameValues(job, was) && profile == scenario.jobs.profile(was.profile) && !changer.changesTexts(was))
            ++count.same;
        else if (isTooLong(job.work, profile))
            ++count.attemptTooLong;
        else {
            ++count.changed;
            count.referred += index.value() >= referredFrom && index.value() < referredEnd ? 1U : 0U;
        }
    }
    return count;
}

Status changeJobs(Scenario& scenario, std::span<const JobIndex> jobs, const JobChange& change)
{
    const Result<JobChangeCount> count = countJobChange(scenario, jobs, change);
    if (!count)
        return count.error();
    if (count.value().changed == 0)
        return count.value().same > 0 || jobs.empty() ? Status{} : Status{obstacleError(count.value())};
    const Changer changer(scenario, change);
    ProfileChanges profiles(scenario, changer);
    const ChangedTexts texts(scenario, change);
    std::vector<ProfileIndex> profileOf;
    for (const JobIndex index : jobs) {
        Job job = scenario.jobs[index];
        const JobProfile& profile = profiles.of(job.profile);
        if (changer.changeValues(job) != Obstacle::None || isTooLong(job.work, profile))
            continue;
        if (job.profile.value() >= profileOf.size())
            profileOf.resize(job.profile.value() + 1U);
        ProfileIndex& changed = profileOf[job.profile.value()];
        if (!changed.isValid())
            changed = scenario.jobs.internProfile(profile);
        job.profile = changed;
        texts.putInto(job, change);
        scenario.jobs.replace(index, job);
    }
    if (change.submit)
        followSubmitTimes(scenario);
    return {};
}

} // namespace quotaboard
