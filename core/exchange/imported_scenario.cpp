// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/imported_scenario.h"

#include "core/simulation/attempt_progress.h"
#include "core/workload/gpu_time.h"

#include <filesystem>
#include <utility>

namespace quotaboard {

TraceReference makeTraceReference(std::vector<std::string> paths, const Trace& trace, const TraceReadOptions& read,
    const JobRules& rules, const ImportResult& result)
{
    TraceReference reference;
    reference.paths = std::move(paths);
    reference.read = read;
    reference.read.format = trace.format;
    reference.rules = rules;
    reference.shares = result.shares;
    reference.units = result.units;
    reference.timesAreAbsolute = trace.timesAreAbsolute;
    reference.origin = result.report.origin;
    reference.jobs = result.report.jobs;
    reference.marks = trace.fileMarks;
    return reference;
}

Status checkImportedCheckpoints(const Scenario& scenario)
{
    constexpr TimeMs kLongestAttempt = kNever / 1024;
    const JobTable& jobs = scenario.jobs;
    GpuMs total = 0;
    for (const Job& job : jobs.jobs()) {
        const JobProfile& profile = jobs.profile(job.profile);
        if (!profile.checkpoint)
            continue;
        const TimeMs duration = AttemptPlan::of(job, profile, 0).duration();
        if (duration > kLongestAttempt)
            return Error{
                ErrorCode::OutOfRange, "--checkpoint", {"checkpoint writes of more than 100,000 years in all", "less"}};
        total += GpuMs{duration} * job.instances * scenario.gpuWeight(job.unit);
    }
    if (total > GpuMs{kNever})
        return Error{ErrorCode::OutOfRange, "--checkpoint",
            {"GPU-time sums beyond 64 bits with the checkpoint writes", "at most 9.2e18 GPU-ms"}};
    return {};
}

ScenarioFile makeImportedFile(ImportResult result, const std::vector<std::string>& files, const Trace& trace,
    const TraceReadOptions& read, const JobRules& rules)
{
    if (result.report.jobs <= kMostInlineJobs) {
        ScenarioFile file;
        file.scenario = std::make_shared<const Scenario>(std::move(result.scenario));
        return file;
    }
    namespace fs = std::filesystem;
    const fs::path folder = fs::absolute(files.front()).lexically_normal().parent_path();
    std::vector<std::string> paths;
    for (const std::string& file : files) {
        const fs::path full = fs::absolute(file).lexically_normal();
        const fs::path relative = full.lexically_relative(folder);
        paths.push_back(relative.empty() ? full.string() : relative.string());
    }
    const TraceReference reference = makeTraceReference(std::move(paths), trace, read, rules, result);
    return newScenarioFile(std::move(result.scenario), reference, folder.string());
}

} // namespace quotaboard
