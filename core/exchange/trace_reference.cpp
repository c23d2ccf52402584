// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/trace_reference.h"

#include "core/exchange/job_check.h"
#include "core/exchange/policy_reader.h"
#include "core/workload/job_selection.h"
#include "core/workload/trace_jobs.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace quotaboard {

namespace {

namespace fs = std::filesystem;

void checkShares(
    const Scenario& scenario, const JobSelection& selection, const ShareRenames& renamed, const JsonCursor& entry)
{
    for (const std::string& name : selection.shares) {
        const auto now = renamed.find(name);
        const std::string& share = now == renamed.end() ? name : now->second;
        if (!scenario.findShare(share).isValid())
            entry.fail(ErrorCode::UnknownReference, {},
                {share, fmt::format("one of the quota shares ({})", fmt::join(scenario.shareNames, ", "))});
    }
}

void appendSelectedJobs(
    Scenario& scenario, const TraceReference& reference, const Trace& trace, const JsonCursor& entry)
{
    JobSelection selection = selectJobs(trace, reference.rules);
    if (selection.jobs.empty())
        return entry.fail(ErrorCode::TraceNoUsableJobs, {}, {std::to_string(trace.rows), ""});
    applyGrouping(selection, reference.shares, reference.units);
    checkShares(scenario, selection, reference.renamedShares, entry);
    for (const std::string& unit : selection.units)
        (void)internUnit(entry, {}, scenario, unit);
    const TimeMs origin = reference.origin.value_or(originOf(selection));
    if (selection.jobs.front().submit < origin)
        entry.fail(ErrorCode::OutOfRange, "origin",
            {"a time after the first submit", "at most the first submit of the trace"});
    if (entry.context().failed())
        return;
    if (reference.jobs != 0 && reference.jobs != selection.jobs.size()) {
        entry.context().warn(ReadWarning::Code::TraceNote, entry.pointer(),
            {fmt::format("{}: the trace gives {} jobs, but gave {} when the scenario was written; it has "
                         "changed since",
                entry.pointer(), selection.jobs.size(), reference.jobs)});
    }
    const JobIndex first{scenario.jobs.size()};
    // Ids that had to be changed were told when the trace was imported.
    appendTraceJobs(scenario, trace, selection, reference.rules, origin, reference.renamedShares);
    checkAttemptLengths(scenario, first, entry, "checkpoint");
}

void checkFiles(const TraceReference& reference, const std::vector<FileMark>& marks, const JsonCursor& entry)
{
    for (std::size_t i = 0; i < std::min({reference.paths.size(), reference.marks.size(), marks.size()}); ++i) {
        const FileMark& was = reference.marks[i];
        if (was.isKnown() && !was.isSameContent(marks[i]))
            entry.context().warn(ReadWarning::Code::TraceChanged, entry.pointer(), {reference.paths[i]});
    }
}

} // namespace

void appendReferencedJobs(Scenario& scenario, const JsonCursor& entry, const std::string& scenarioFolder,
    std::vector<TraceFile>& files, Progress* progress)
{
    const TraceReference reference = readTraceReference(entry);
    if (entry.context().failed())
        return;
    std::vector<std::string> paths;
    for (const std::string& path : reference.paths)
        paths.push_back(traceFilePath(scenarioFolder, path));
    const Result<Trace> trace = readTrace(paths, reference.read, progress);
    if (trace) {
        checkFiles(reference, trace.value().fileMarks, entry);
        for (std::size_t i = 0; i < paths.size(); ++i)
            files.push_back({paths[i], trace.value().fileMarks[i]});
        return appendSelectedJobs(scenario, reference, trace.value(), entry);
    }
    const Error& error = trace.error();
    if (error.code == ErrorCode::Interrupted)
        return entry.context().fail(error);
    if (error.code == ErrorCode::TraceFormatUnknown)
        return entry.fail(
            ErrorCode::NotAllowed, "format", {excerpt(nlohmann::json(error.arguments.at(0))), error.arguments.at(1)});
    if (error.code == ErrorCode::TimezoneUnknown)
        return entry.fail(ErrorCode::NotAllowed, "timezone",
            {excerpt(nlohmann::json(error.arguments.at(0))), "the name of a time zone, such as UTC or Europe/Berlin"});
    const std::string place = error.place.empty() ? std::string{} : ": " + error.place;
    entry.context().fail(error.code, entry.pointer() + place, error.arguments);
}

std::string traceFilePath(const std::string& folder, const std::string& path)
{
    std::error_code failure;
    const fs::path file = fs::path(folder) / path;
    const fs::path absolute = fs::absolute(file, failure);
    // Where it was looked for must be plain, whatever folder the reader of a message is in.
    return (failure ? file : absolute).lexically_normal().string();
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
