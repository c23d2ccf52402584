// SPDX-License-Identifier: Apache-2.0
#include "app/cli/explain_job.h"

#include "app/cli/text_output.h"
#include "core/exchange/names.h"

#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kMostIds = 5;

std::string momentText(const Scenario& scenario, TimeMs time)
{
    return fmt::format("{} ({})", formatDuration(time), formatIsoInstant(scenario.startTime + time));
}

std::string failureText(FailureReason reason, const std::string& share, bool atSubmission)
{
    switch (reason) {
    case FailureReason::Failed:
        return "its last attempt ended FAILED and was not retried";
    case FailureReason::Timeout:
        return "its last attempt ran into its timeout and was not retried";
    case FailureReason::PreemptionRetriesExhausted:
        return "it was preempted more often than its preemptionRetriesBeforeTermination allows";
    case FailureReason::Terminated:
        return "an intervention terminated it";
    case FailureReason::TimeLimit:
        return "it was a front that cannot run for as long as jobStateTimeLimitActions allows";
    case FailureReason::ShareDeleted:
        return fmt::format("quota share {} {}", share, atSubmission ? "does not exist at that time" : "was deleted");
    case FailureReason::ShareDisabled:
        return fmt::format("quota share {} is disabled then and takes no new jobs", share);
    case FailureReason::QueueDisabled:
        return "the job queue is disabled then and takes no new jobs";
    case FailureReason::None:
        break;
    }
    return {};
}

std::string endText(const Scenario& scenario, JobIndex job, const JobEndWatch& watch)
{
    const JobEvent& end = *watch.end();
    const std::string begin = fmt::format("Job {} has ended by then: it ", jobLabel(scenario, job));
    if (end.kind == EventKind::Succeeded)
        return fmt::format("{}SUCCEEDED at {}, in attempt {}", begin, momentText(scenario, end.time), end.attempt);
    const bool atSubmission = end.attempt == 0 && end.time == watch.submitted()
        && (end.reason == FailureReason::ShareDeleted || end.reason == FailureReason::ShareDisabled
            || end.reason == FailureReason::QueueDisabled);
    const std::string how = atSubmission ? "was refused at its submission and FAILED" : "FAILED";
    const std::string attempt = atSubmission ? std::string{}
        : end.attempt == 0                   ? ", without ever being dispatched"
                                             : fmt::format(", in attempt {}", end.attempt);
    return fmt::format("{}{} at {}{}, reason {}: {}", begin, how, momentText(scenario, end.time), attempt,
        nameOf(end.reason), failureText(end.reason, scenario.shareName(watch.share()), atSubmission));
}

} // namespace

Result<JobIndex> findAskedJob(const Scenario& scenario, const std::string& given)
{
    const JobTable& jobs = scenario.jobs;
    if (const JobIndex job = jobs.find(given); job.isValid())
        return job;
    std::vector<std::string> ids;
    std::size_t found = 0;
    JobIndex named;
    if (const StringId name = jobs.strings().find(given); name.isValid()) {
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (jobs[JobIndex{i}].name != name)
                continue;
            named = JobIndex{i};
            if (++found <= kMostIds)
                ids.push_back(jobs.displayId(named));
        }
    }
    if (found == 1)
        return named;
    if (found > 1)
        return Error{ErrorCode::Usage, "--job",
            {fmt::format("{} are named \"{}\"; ask for one by its id: {}{}", counted(found, "job", "jobs"), given,
                fmt::join(ids, ", "), found > ids.size() ? ", …" : "")}};
    return Error{ErrorCode::Usage, "--job",
        {fmt::format("there is no job \"{}\"; a job is named by its jobId or, without one, by its index (0 for the "
                     "first of {}), or by a jobName that no other job has",
            given, counted(jobs.size(), "job", "jobs"))}};
}

std::string jobLabel(const Scenario& scenario, JobIndex job)
{
    std::string id = scenario.jobs.displayId(job);
    const std::string_view name = scenario.jobs.text(scenario.jobs[job].name);
    return printable(name.empty() || name == id ? id : fmt::format("{} ({})", id, name));
}

void JobEndWatch::onEvent(const JobEvent& event)
{
    if (event.job != job_)
        return;
    if (event.kind == EventKind::Submitted)
        submitted_ = event.time;
    if (event.kind == EventKind::Submitted || event.kind == EventKind::Moved)
        share_ = event.share;
    if (event.kind == EventKind::Succeeded || event.kind == EventKind::Failed)
        end_ = event;
}

nlohmann::ordered_json explainAbsentJob(const Scenario& scenario, JobIndex job, const JobEndWatch& watch)
{
    nlohmann::ordered_json answer{
        {"jobId", scenario.jobs.displayId(job)}, {"jobName", scenario.jobs.text(scenario.jobs[job].name)}};
    answer["reason"] = nullptr;
    if (!watch.end()) {
        const TimeMs submit = scenario.jobs[job].submit;
        answer["state"] = "not submitted";
        answer["submitMs"] = submit;
        answer["text"]
            = fmt::format("Job {} is submitted later, at {}", jobLabel(scenario, job), momentText(scenario, submit));
        return answer;
    }
    const JobEvent& end = *watch.end();
    answer["state"] = nameOf(end.kind);
    answer["endMs"] = end.time;
    answer["attempt"] = end.attempt;
    answer["failureReason"] = end.reason == FailureReason::None ? nlohmann::ordered_json(nullptr)
                                                                : nlohmann::ordered_json(nameOf(end.reason));
    answer["text"] = endText(scenario, job, watch);
    return answer;
}

} // namespace quotaboard::cli
