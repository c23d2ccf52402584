// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/job_check.h"

#include "core/simulation/attempt_progress.h"

namespace quotaboard {

Status checkAttemptLengths(const Scenario& scenario, JobIndex first, const std::string& jsonPointer)
{
    constexpr TimeMs kLongestAttempt = kNever / 1024;
    const JobTable& jobs = scenario.jobs;
    for (std::size_t i = first.value(); i < jobs.size(); ++i) {
        const Job& job = jobs[JobIndex{i}];
        const JobProfile& profile = jobs.profile(job.profile);
        if (profile.checkpoint && AttemptPlan::of(job, profile, 0).duration() > kLongestAttempt)
            return Error{ErrorCode::OutOfRange, jsonPointer, {"checkpoint writes of more than 100,000 years in all", "less"}};
    }
    return {};
}

} // namespace quotaboard
