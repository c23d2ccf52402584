// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/day_resampling.h"

#include "core/base/random.h"
#include "core/model/job_edits.h"

#include <algorithm>
#include <variant>

namespace quotaboard {

namespace {

/// Keeps these draws apart from those of workloads.
constexpr std::uint64_t kResamplePurpose = 0x64617973;

std::size_t firstNotRecorded(const Scenario& scenario)
{
    return firstSubmittedJob(scenario) - scenario.generatedJobs;
}

std::size_t dayOf(const Job& job)
{
    return static_cast<std::size_t>(std::max<TimeMs>(job.submit, 0) / kMsPerDay);
}

/// Appends a job that moved by `shift` and tells its place.
JobIndex addMoved(JobTable& jobs, const JobTable& from, JobIndex index, TimeMs shift, bool keepsId)
{
    Job job = from[index];
    job.submit = std::min(job.submit + shift, kMaxTimeMs);
    if (job.deadline != kNever)
        job.deadline = std::clamp<TimeMs>(job.deadline + shift, 0, kMaxTimeMs);
    if (!keepsId)
        job.id = StringId{};
    return jobs.add(job);
}

void followJobs(std::vector<Intervention>& interventions, const std::vector<JobIndex>& now)
{
    for (Intervention& intervention : interventions) {
        std::visit(
            [&](auto& edit) {
                if constexpr (requires { edit.job; }) {
                    if (edit.job.isValid())
                        edit.job = now[edit.job.value()];
                }
            },
            intervention.edit);
    }
}

} // namespace

std::size_t recordedDays(const Scenario& scenario)
{
    std::size_t days = 0;
    for (std::size_t i = 0; i < firstNotRecorded(scenario); ++i)
        days = std::max(days, dayOf(scenario.jobs[JobIndex{i}]) + 1);
    return days;
}

std::vector<std::size_t> drawDays(std::size_t days, std::uint64_t seed)
{
    std::vector<std::size_t> drawn(days);
    for (std::size_t k = 0; k < days; ++k)
        drawn[k] = static_cast<std::size_t>(counterDraw(seed, kResamplePurpose, 0, k) * static_cast<double>(days));
    return drawn;
}

Scenario resampled(const Scenario& scenario, const std::vector<std::size_t>& days)
{
    const std::size_t recorded = firstNotRecorded(scenario);
    std::vector<std::vector<std::size_t>> jobsOfDay(days.size());
    for (std::size_t i = 0; i < recorded; ++i) {
        if (const std::size_t day = dayOf(scenario.jobs[JobIndex{i}]); day < days.size())
            jobsOfDay[day].push_back(i);
    }
    Scenario result = scenario;
    result.jobs.removeAll(std::vector<bool>(scenario.jobs.size(), true));
    std::vector<JobIndex> now(scenario.jobs.size());
    for (std::size_t k = 0; k < days.size(); ++k) {
        const TimeMs shift = (static_cast<TimeMs>(k) - static_cast<TimeMs>(days[k])) * kMsPerDay;
        for (const std::size_t i : jobsOfDay[days[k]]) {
            const JobIndex added = addMoved(result.jobs, scenario.jobs, JobIndex{i}, shift, !now[i].isValid());
            if (!now[i].isValid())
                now[i] = added;
        }
    }
    const std::size_t drawn = result.jobs.size();
    for (std::size_t i = recorded; i < scenario.jobs.size(); ++i)
        now[i] = addMoved(result.jobs, scenario.jobs, JobIndex{i}, 0, true);
    // Which of the drawn ones a trace gave does not matter to a run.
    result.referredJobs = drawn + scenario.generatedJobs;
    followJobs(result.interventions, now);
    return result;
}

} // namespace quotaboard
