// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/job_check.h"

#include "core/simulation/attempt_progress.h"

namespace quotaboard {

namespace {

/// The longest an attempt may take without interruption, so that sums of many stay representable.
constexpr TimeMs kLongestAttempt = kNever / 1024;

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

} // namespace quotaboard
