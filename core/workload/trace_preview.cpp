// SPDX-License-Identifier: Apache-2.0
#include "core/workload/trace_preview.h"

#include "core/workload/job_selection.h"

#include <algorithm>
#include <map>

namespace quotaboard {

namespace {

constexpr std::size_t kMostTextBytes = 2000;
constexpr std::int64_t kThousand = 1000;

bool holdsRecords(std::string_view format)
{
    return format.find("json") != std::string_view::npos;
}

std::string_view causeOf(
    const TraceJob& job, const JobRules& rules, const std::map<std::uint32_t, SkipCause>& skippedLines)
{
    const bool isBefore = job.submit && rules.from && *job.submit < *rules.from;
    const bool isAfter = job.submit && rules.to && *job.submit >= *rules.to;
    if (isBefore || isAfter)
        return "outside-window";
    const auto skipped = skippedLines.find(job.line);
    return skipped == skippedLines.end() ? std::string_view{} : skipCauseCode(skipped->second);
}

std::string nameOr(const Trace& trace, StringId id, std::string_view fallback)
{
    const std::string_view text = trace.strings.text(id);
    return std::string(text.empty() ? fallback : text);
}

bool namesShares(const Trace& trace)
{
    return std::any_of(trace.jobs.begin(), trace.jobs.end(),
        [&](const TraceJob& job) { return !trace.strings.text(job.share).empty(); });
}

PreviewRow rowOf(const Trace& trace, const TraceJob& job, const JobRules& rules, const ImportResult* result)
{
    PreviewRow row;
    row.place = {job.file, job.line};
    row.share = nameOr(trace, job.share, namesShares(trace) ? "unassigned" : "all");
    row.unit = nameOr(trace, job.unit, rules.unit);
    if (result != nullptr) {
        row.share = result->shares.merges() ? result->shares.groupOf(row.share) : row.share;
        row.unit = result->units.merges() ? result->units.groupOf(row.unit) : row.unit;
    }
    row.submit = job.submit;
    row.start = job.start;
    row.duration = job.duration;
    row.milliSize = job.milliSize;
    return row;
}

} // namespace

std::vector<PreviewRow> previewRows(const Trace& trace, const TraceHead& head, const JobRules& rules,
    std::span<const SkippedJob> skipped, const ImportResult* result, std::size_t count)
{
    std::map<std::uint32_t, SkipCause> skippedLines;
    for (const SkippedJob& job : skipped) {
        if (job.file == 0)
            skippedLines.emplace(job.line, job.cause);
    }
    std::vector<PreviewRow> rows;
    std::size_t job = 0;
    std::size_t rejected = 0;
    while (rows.size() < count) {
        const bool hasJob = job < trace.jobs.size() && trace.jobs[job].file == 0;
        const bool hasRejected = rejected < trace.rejected.size() && trace.rejected[rejected].file == 0;
        if (!hasJob && !hasRejected)
            break;
        if (hasJob && (!hasRejected || trace.jobs[job].line <= trace.rejected[rejected].line)) {
            PreviewRow row = rowOf(trace, trace.jobs[job], rules, result);
            row.cause = causeOf(trace.jobs[job], rules, skippedLines);
            if (row.cause.empty())
                row.instances
                    = static_cast<std::int32_t>(std::max<std::int64_t>(1, (row.milliSize + kThousand - 1) / kThousand));
            // A row of an array gives several jobs; one stands for all.
            for (const std::uint32_t line = row.place.line;
                 job < trace.jobs.size() && trace.jobs[job].line == line && trace.jobs[job].file == 0;)
                ++job;
            rows.push_back(std::move(row));
        } else {
            const RejectedRow& source = trace.rejected[rejected++];
            PreviewRow row;
            row.place = {source.file, source.line};
            row.cause = trace.strings.text(source.cause);
            row.text = source.text;
            rows.push_back(std::move(row));
        }
    }
    for (PreviewRow& row : rows) {
        if (row.text.empty())
            row.text = holdsRecords(trace.format) ? jsonRecord(head.text, row.place.line, kMostTextBytes)
                                                  : textLine(head.text, row.place.line, kMostTextBytes);
    }
    return rows;
}

} // namespace quotaboard
