// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/job_check.h"

#include "core/simulation/attempt_progress.h"

#include <string>
#include <variant>

namespace quotaboard {

namespace {

/// The longest an attempt may take without interruption, so that sums of many stay representable.
constexpr TimeMs kLongestAttempt = kNever / 1024;

void checkId(const JobTable& jobs, JobIndex job, const JsonCursor& root, const std::string& pointer)
{
    if (!jobs[job].id.isValid())
        return;
    const std::string id{jobs.text(jobs[job].id)};
    if (const JobIndex other = jobs.findByIndex(id); other.isValid())
        root.context().fail(ErrorCode::Duplicate, pointer, {id, std::to_string(other.value())});
}

/// The ids in one edit: that of the job it submits, or that of the job it means.
void checkEdit(const JobTable& jobs, const PolicyEdit& edit, const JsonCursor& root, const std::string& intervention)
{
    if (const auto* submitted = std::get_if<SubmitServiceJob>(&edit))
        return checkId(jobs, submitted->job, root, intervention + "/submitServiceJob/jobId");
    const auto check = [&](const auto* meant, const char* kind) {
        if (meant == nullptr)
            return;
        const JobIndex job = jobs.find(meant->jobId);
        if (job.isValid())
            checkId(jobs, job, root, intervention + "/" + kind + "/jobId");
    };
    check(std::get_if<UpdateServiceJob>(&edit), "updateServiceJob");
    check(std::get_if<TerminateServiceJob>(&edit), "terminateServiceJob");
    check(std::get_if<MoveServiceJob>(&edit), "moveServiceJob");
}

} // namespace

void checkAttemptLength(const Job& job, const JobProfile& profile, const JsonCursor& cursor, std::string_view key)
{
    if (profile.checkpoint && AttemptPlan::of(job, profile, 0).duration() > kLongestAttempt)
        cursor.fail(ErrorCode::OutOfRange, key, {"checkpoint writes of more than 100,000 years in all", "less"});
}

void checkAttemptLengths(const Scenario& scenario, JobIndex first, const JsonCursor& cursor, std::string_view key)
{
    const JobTable& jobs = scenario.jobs;
    for (std::size_t i = first.value(); i < jobs.size() && !cursor.context().failed(); ++i) {
        const Job& job = jobs[JobIndex{i}];
        checkAttemptLength(job, jobs.profile(job.profile), cursor, key);
    }
}

void checkJobIds(const Scenario& scenario, const JsonCursor& root)
{
    if (root.context().failed())
        return;
    const auto jobs = root.value().find("jobs");
    const std::size_t written = jobs == root.value().end() ? 0 : jobs->size();
    for (std::size_t i = 0; i < written; ++i)
        checkId(scenario.jobs, JobIndex{i}, root, "/jobs/" + std::to_string(i) + "/jobId");
    for (std::size_t i = 0; i < scenario.interventions.size(); ++i)
        checkEdit(scenario.jobs, scenario.interventions[i].edit, root, "/interventions/" + std::to_string(i));
}

} // namespace quotaboard
