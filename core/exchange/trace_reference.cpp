// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/trace_reference.h"

#include "core/exchange/job_check.h"
#include "core/workload/job_selection.h"
#include "core/workload/trace_jobs.h"

#include <filesystem>

namespace quotaboard {

namespace {

namespace fs = std::filesystem;

std::string sharesText(const Scenario& scenario)
{
    std::string text;
    for (const std::string& name : scenario.shareNames)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

Status checkShares(const Scenario& scenario, const JobSelection& selection, const std::string& jsonPointer)
{
    for (const std::string& share : selection.shares) {
        if (!scenario.findShare(share).isValid())
            return Error{ErrorCode::UnknownReference, jsonPointer, {share, "one of the quota shares (" + sharesText(scenario) + ")"}};
    }
    return {};
}

} // namespace

Status appendReferencedJobs(Scenario& scenario, const TraceReference& reference, const Trace& trace,
                            const std::string& jsonPointer, std::vector<std::string>& warnings)
{
    JobSelection selection = selectJobs(trace, reference.rules);
    if (selection.jobs.empty())
        return Error{ErrorCode::TraceNoUsableJobs, jsonPointer, {std::to_string(trace.rows), ""}};
    applyGrouping(selection, reference.shares, reference.units);
    if (const Status status = checkShares(scenario, selection, jsonPointer); !status)
        return status;
    const TimeMs origin = reference.origin.value_or(originOf(selection));
    if (selection.jobs.front().submit < origin)
        return Error{ErrorCode::OutOfRange, jsonPointer + "/origin",
                     {"a time after the first submit", "at most the first submit of the trace"}};
    if (reference.jobs != 0 && reference.jobs != selection.jobs.size()) {
        warnings.push_back(jsonPointer + ": the trace gives " + std::to_string(selection.jobs.size())
                           + " jobs, but gave " + std::to_string(reference.jobs)
                           + " when the scenario was written; it has changed since");
    }
    const JobIndex first{scenario.jobs.size()};
    // Ids that had to be changed were told when the trace was imported.
    appendTraceJobs(scenario, trace, selection, reference.rules, origin);
    return checkAttemptLengths(scenario, first, jsonPointer + "/checkpoint");
}

Status appendReferencedJobs(Scenario& scenario, const nlohmann::json& traceEntry, const std::string& jsonPointer,
                            const std::string& scenarioFolder, Progress* progress, std::vector<std::string>& warnings)
{
    Result<TraceReference> parsed = parseTraceReference(traceEntry, jsonPointer, warnings);
    if (!parsed)
        return parsed.error();
    TraceReference& reference = parsed.value();
    std::vector<std::string> paths;
    for (const std::string& path : reference.paths)
        paths.push_back((fs::path(scenarioFolder) / path).lexically_normal().string());
    const Result<Trace> trace = readTrace(paths, reference.read, progress);
    if (!trace)
        return trace.error();
    return appendReferencedJobs(scenario, reference, trace.value(), jsonPointer, warnings);
}

std::string pathForScenario(const std::string& tracePath, const std::string& scenarioPath)
{
    std::error_code failure;
    const fs::path trace = fs::absolute(tracePath, failure).lexically_normal();
    const fs::path folder = fs::absolute(scenarioPath, failure).lexically_normal().parent_path();
    if (failure)
        return tracePath;
    const fs::path relative = trace.lexically_relative(folder);
    return relative.empty() ? trace.generic_string() : relative.generic_string();
}

} // namespace quotaboard
