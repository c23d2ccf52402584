// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/generator_edits.h"

#include "core/exchange/generator_json.h"
#include "core/exchange/job_check.h"
#include "core/model/job_edits.h"
#include "core/workload/generators.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// The job that an edit means; invalid for edits that mean none.
JobIndex meantJob(const PolicyEdit& edit)
{
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.job; })
                return e.job;
            else
                return JobIndex{};
        },
        edit);
}

void setMeantJob(PolicyEdit& edit, JobIndex job, const JobTable& jobs)
{
    std::visit(
        [&](auto& e) {
            if constexpr (requires { e.job; })
                e.job = job;
            if constexpr (requires { e.jobId; })
                e.jobId = jobs.displayId(job);
        },
        edit);
}

bool looksLike(const Job& a, const Job& b)
{
    return a.submit == b.submit && a.share == b.share && a.unit == b.unit && a.name == b.name;
}

/// Where the parts of the merged list begin.
struct Parts {
    std::size_t generated;
    std::size_t submitted;
    std::size_t end;
};

Parts partsOf(const Scenario& scenario)
{
    const std::size_t submitted = firstSubmittedJob(scenario);
    return {submitted - scenario.generatedJobs, submitted, scenario.jobs.size()};
}

/// Tells where the jobs of each begin and end.
Result<std::vector<std::size_t>> appendAll(
    Scenario& scenario, const std::vector<GeneratorSpec>& specs, Progress* progress)
{
    std::vector<std::size_t> starts{scenario.jobs.size()};
    if (progress != nullptr)
        progress->setTotal(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        // A generator whose share is gone makes no jobs.
        if (hasShare(scenario, specs[i].share)) {
            if (const Status status = appendJobsOf(scenario, specs[i], i, progress); !status)
                return status.error();
        }
        starts.push_back(scenario.jobs.size());
        if (progress != nullptr)
            progress->setDone(i + 1);
    }
    return starts;
}

/// The one of many that look alike is told by how many of them stand before it; invalid when there is none any more.
JobIndex sameGeneratedJob(
    const Scenario& before, const Parts& old, const Scenario& after, const Parts& parts, JobIndex job)
{
    const Job& wanted = before.jobs[job];
    std::size_t ordinal = 0;
    for (std::size_t i = old.generated; i < job.value(); ++i)
        ordinal += looksLike(before.jobs[JobIndex{i}], wanted) ? 1U : 0U;
    for (std::size_t i = parts.generated; i < parts.submitted; ++i) {
        if (looksLike(after.jobs[JobIndex{i}], wanted) && ordinal-- == 0)
            return JobIndex{i};
    }
    return JobIndex{};
}

/// Positions of jobs that mean the same generated job in the new list, for those that timed changes name.
class References {
public:
    References(const Scenario& before, const Parts& parts)
        : before_(before)
    {
        for (std::size_t i = 0; i < before.interventions.size(); ++i) {
            const JobIndex job = meantJob(before.interventions[i].edit);
            if (job.isValid() && job.value() >= parts.generated && job.value() < parts.submitted)
                list_.push_back({InterventionIndex{i}, job, {}});
        }
        parts_ = parts;
    }

    void findIn(const Scenario& after, const Parts& parts)
    {
        for (MovedReference& reference : list_)
            reference.now = sameGeneratedJob(before_, parts_, after, parts, reference.job);
    }

    [[nodiscard]] const std::vector<MovedReference>& list() const { return list_; }
    [[nodiscard]] const MovedReference* of(std::size_t intervention) const
    {
        const auto found = std::find_if(list_.begin(), list_.end(),
            [&](const MovedReference& r) { return r.intervention.value() == intervention; });
        return found == list_.end() ? nullptr : &*found;
    }

private:
    const Scenario& before_;
    Parts parts_{};
    std::vector<MovedReference> list_;
};

void followReferences(
    Scenario& after, const Scenario& before, const References& references, const Parts& old, const Parts& parts)
{
    std::vector<Intervention> kept;
    for (std::size_t i = 0; i < before.interventions.size(); ++i) {
        Intervention intervention = before.interventions[i];
        JobIndex job = meantJob(intervention.edit);
        if (const MovedReference* moved = references.of(i)) {
            if (!moved->now.isValid())
                continue;
            job = moved->now;
        } else if (job.isValid() && job.value() >= old.submitted) {
            job = JobIndex{job.value() - old.submitted + parts.submitted};
        }
        if (job.isValid())
            setMeantJob(intervention.edit, job, after.jobs);
        kept.push_back(std::move(intervention));
    }
    after.interventions = std::move(kept);
}

} // namespace

Result<RegeneratedScenario> regenerate(
    const Scenario& scenario, const std::vector<GeneratorSpec>& specs, Progress* progress)
{
    Result<std::vector<GeneratorSpec>> checked = checkedGenerators(specs);
    if (!checked)
        return checked.error();
    RegeneratedScenario result{scenario, std::move(checked.value()), {}, {}};
    Scenario& after = result.scenario;
    const Parts old = partsOf(scenario);
    std::vector<bool> gone(old.end);
    std::fill(gone.begin() + static_cast<std::ptrdiff_t>(old.generated), gone.end(), true);
    after.jobs.removeAll(gone);
    Result<std::vector<std::size_t>> starts = appendAll(after, result.generators, progress);
    if (!starts)
        return starts.error();
    result.starts = std::move(starts.value());
    const std::size_t submitted = after.jobs.size();
    for (std::size_t i = old.submitted; i < old.end; ++i) {
        const JobIndex added = after.jobs.add(scenario.jobs[JobIndex{i}]);
        if (const RecordedRun* run = scenario.jobs.recorded(JobIndex{i}))
            after.jobs.setRecorded(added, *run);
    }
    const Parts parts{old.generated, submitted, after.jobs.size()};
    after.referredJobs = after.referredJobs - after.generatedJobs + (submitted - old.generated);
    after.generatedJobs = submitted - old.generated;
    References references(scenario, old);
    references.findIn(after, parts);
    keepIdsDistinct(after);
    followReferences(after, scenario, references, old, parts);
    result.references = references.list();
    return result;
}

JobIndex RegeneratedScenario::now(const Scenario& before, JobIndex job) const
{
    const Parts old = partsOf(before);
    const Parts parts = partsOf(scenario);
    if (job.value() < old.generated)
        return job;
    if (job.value() >= old.submitted)
        return JobIndex{job.value() - old.submitted + parts.submitted};
    return sameGeneratedJob(before, old, scenario, parts, job);
}

Status appendJobsOf(Scenario& scenario, const GeneratorSpec& spec, std::size_t place, const Progress* progress)
{
    const JobIndex first{scenario.jobs.size()};
    if (const Status status = generateJobs(scenario, spec, scenario.platform.seed, progress); !status) {
        Error error = status.error();
        if (!error.place.empty())
            error.place = "/generators/" + std::to_string(place) + "/" + error.place;
        return error;
    }
    const nlohmann::json words = nlohmann::json::object();
    JsonContext context({}, "/generators/" + std::to_string(place));
    checkAttemptLengths(scenario, first, JsonCursor(words, context), "checkpointClasses");
    return context.failed() ? Status{context.error()} : Status{};
}

bool hasShare(const Scenario& scenario, const std::string& name)
{
    return std::any_of(scenario.shares.begin(), scenario.shares.end(), [&](const QuotaShare& share) {
        return share.name == name;
    }) || std::any_of(scenario.interventions.begin(), scenario.interventions.end(), [&](const Intervention& i) {
        const auto* create = std::get_if<CreateQuotaShare>(&i.edit);
        return create != nullptr && create->share.name == name;
    });
}

void renameShare(std::vector<GeneratorSpec>& specs, const std::string& was, const std::string& now)
{
    for (GeneratorSpec& spec : specs) {
        if (spec.share != was)
            continue;
        spec.drawsAs = spec.drawKey() == now ? std::string{} : spec.drawKey();
        if (spec.jobName.empty())
            spec.jobName = was;
        if (spec.jobName == now)
            spec.jobName.clear();
        spec.share = now;
    }
}

bool areGeneratedBy(const Scenario& scenario, const std::vector<GeneratorSpec>& specs)
{
    const bool haveShares = std::all_of(
        specs.begin(), specs.end(), [&](const GeneratorSpec& spec) { return hasShare(scenario, spec.share); });
    if (!haveShares)
        return false;
    const Parts parts = partsOf(scenario);
    Scenario made = scenario;
    if (!appendAll(made, specs, nullptr) || made.jobs.size() - parts.end != scenario.generatedJobs)
        return false;
    for (std::size_t i = 0; i < scenario.generatedJobs; ++i) {
        const Job& is = made.jobs[JobIndex{parts.generated + i}];
        const Job& given = made.jobs[JobIndex{parts.end + i}];
        if (!looksLike(is, given) || is.work != given.work || is.deadline != given.deadline
            || is.profile != given.profile || is.id != given.id || is.user != given.user
            || is.workloadClass != given.workloadClass || is.instances != given.instances
            || is.priority != given.priority)
            return false;
    }
    return true;
}

} // namespace quotaboard
