// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/redraw.h"

#include "core/exchange/generator_edits.h"
#include "core/model/job_edits.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace quotaboard {

namespace {

/// Where the parts of the merged list begin, before and after.
struct Moved {
    std::size_t generated;
    std::size_t submittedBefore;
    std::size_t submittedNow;

    [[nodiscard]] JobIndex of(JobIndex job) const
    {
        if (!job.isValid() || job.value() < generated)
            return job;
        if (job.value() >= submittedBefore)
            return JobIndex{job.value() - submittedBefore + submittedNow};
        return job.value() < submittedNow ? job : JobIndex{};
    }
};

} // namespace

Result<Scenario> withSeed(
    const Scenario& scenario, const std::vector<GeneratorSpec>& specs, std::uint64_t seed, const Progress* progress)
{
    Scenario drawn = scenario;
    drawn.platform.seed = seed;
    if (specs.empty())
        return drawn;
    Moved moved{};
    moved.submittedBefore = firstSubmittedJob(scenario);
    moved.generated = moved.submittedBefore - scenario.generatedJobs;
    std::vector<bool> gone(scenario.jobs.size());
    std::fill(gone.begin() + static_cast<std::ptrdiff_t>(moved.generated), gone.end(), true);
    drawn.jobs.removeAll(gone);
    for (std::size_t i = 0; i < specs.size(); ++i) {
        // A generator whose share is gone makes no jobs.
        if (!hasShare(scenario, specs[i].share))
            continue;
        if (const Status status = appendJobsOf(drawn, specs[i], i, progress); !status)
            return status.error();
    }
    moved.submittedNow = drawn.jobs.size();
    for (std::size_t i = moved.submittedBefore; i < scenario.jobs.size(); ++i)
        drawn.jobs.add(scenario.jobs[JobIndex{i}]);
    drawn.generatedJobs = moved.submittedNow - moved.generated;
    drawn.referredJobs = scenario.referredJobs - scenario.generatedJobs + drawn.generatedJobs;
    for (Intervention& intervention : drawn.interventions) {
        std::visit(
            [&](auto& edit) {
                if constexpr (requires { edit.job; })
                    edit.job = moved.of(edit.job);
            },
            intervention.edit);
    }
    return drawn;
}

std::function<Result<Scenario>(const Scenario&, std::uint64_t, const Progress*)> redrawOf(
    std::vector<GeneratorSpec> specs)
{
    if (specs.empty())
        return {};
    // Shared, so that copies of the function cost nothing.
    auto shared = std::make_shared<const std::vector<GeneratorSpec>>(std::move(specs));
    return [shared](const Scenario& scenario, std::uint64_t seed, const Progress* progress) {
        return withSeed(scenario, *shared, seed, progress);
    };
}

} // namespace quotaboard
