// SPDX-License-Identifier: Apache-2.0
#include "core/workload/trace_rejects.h"

#include "core/base/atomic_file.h"
#include "core/base/csv_text.h"
#include "core/workload/text_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

namespace quotaboard {

namespace {

constexpr std::size_t kMostTextBytes = 2000;
constexpr std::size_t kRowsPerLook = 4096;

struct Reject {
    std::uint16_t file = 0;
    std::uint32_t line = 0;
    std::string_view cause;
    std::string text;
};

/// Fills in the text of rows that the reader understood and the importer refused. `begin` to `end` are in line order.
void fillTexts(const std::string& path, std::vector<Reject>::iterator begin, std::vector<Reject>::iterator end)
{
    if (std::all_of(begin, end, [](const Reject& r) { return !r.text.empty(); }))
        return;
    const Result<TextInput> input = readTextFile(path);
    if (!input)
        return;
    std::string_view rest = input.value().view();
    std::uint32_t line = 1;
    for (auto reject = begin; reject != end && !rest.empty();) {
        const std::size_t stop = rest.find('\n');
        if (reject->line > line) {
            rest.remove_prefix(stop == std::string_view::npos ? rest.size() : stop + 1);
            ++line;
            continue;
        }
        if (reject->line == line && reject->text.empty()) {
            std::string_view text = rest.substr(0, std::min(stop, kMostTextBytes));
            if (text.ends_with('\r'))
                text.remove_suffix(1);
            reject->text = std::string{text};
        }
        ++reject;
    }
}

std::vector<Reject> collect(const Trace& trace, std::span<const SkippedJob> skipped)
{
    std::vector<Reject> rejects;
    for (const RejectedRow& row : trace.rejected)
        rejects.push_back({row.file, row.line, trace.strings.text(row.cause), row.text});
    for (const SkippedJob& job : skipped)
        rejects.push_back({job.file, job.line, skipCauseCode(job.cause), {}});
    std::stable_sort(rejects.begin(), rejects.end(),
        [](const Reject& a, const Reject& b) { return a.file != b.file ? a.file < b.file : a.line < b.line; });
    return rejects;
}

} // namespace

std::vector<RejectGroup> groupRejects(const Trace& trace, std::span<const SkippedJob> skipped, std::size_t mostPlaces)
{
    std::map<std::string_view, std::vector<RowPlace>> places;
    for (const RejectedRow& row : trace.rejected)
        places[trace.strings.text(row.cause)].push_back({row.file, row.line});
    for (const SkippedJob& job : skipped)
        places[skipCauseCode(job.cause)].push_back({job.file, job.line});
    std::vector<RejectGroup> groups;
    for (auto& [cause, rows] : places) {
        RejectGroup group;
        group.cause = cause;
        group.rows = rows.size();
        const std::size_t named = std::min(mostPlaces, rows.size());
        std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(named), rows.end());
        group.places.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(named));
        if (const auto sample = trace.samples.find(cause); sample != trace.samples.end())
            group.sample = sample->second;
        groups.push_back(std::move(group));
    }
    std::stable_sort(
        groups.begin(), groups.end(), [](const RejectGroup& a, const RejectGroup& b) { return a.rows > b.rows; });
    return groups;
}

Status writeTraceRejects(
    const std::string& path, const Trace& trace, std::span<const SkippedJob> skipped, const Progress* progress)
{
    const auto isCancelled = [progress] { return progress != nullptr && progress->isCancelled(); };
    std::vector<Reject> rejects = collect(trace, skipped);
    // In JSON formats "line" counts records, so there is no line of text to look up.
    const bool hasLines
        = trace.format.find("json") == std::string::npos && trace.format.find("aws") == std::string::npos;
    for (std::size_t file = 0; hasLines && file < trace.files.size() && !isCancelled(); ++file) {
        const auto belongs = [file](const Reject& r) { return r.file < file; };
        const auto begin = std::partition_point(rejects.begin(), rejects.end(), belongs);
        const auto end = std::partition_point(begin, rejects.end(), [file](const Reject& r) { return r.file <= file; });
        fillTexts(trace.files[file], begin, end);
    }
    std::string csv = "file,line,cause,text\n";
    for (std::size_t i = 0; i < rejects.size() && (i % kRowsPerLook != 0 || !isCancelled()); ++i) {
        const Reject& reject = rejects[i];
        csv += fmt::format(
            "{},{},{},{}\n", csvCell(trace.files[reject.file]), reject.line, reject.cause, csvCell(reject.text));
    }
    AtomicFile file;
    if (const Status status = file.open(path); !status)
        return status;
    file.write(csv);
    // Until here nothing stands at `path`.
    if (isCancelled())
        return Error{ErrorCode::Interrupted, path, {}};
    return file.commit();
}

} // namespace quotaboard
