// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/workload/trace.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// What a person may say about a trace that its files do not.
struct TraceReadOptions {
    /// Name or alias from traceFormats(); empty = found out from the content.
    std::string format;
    /// For delimited text with a header: which column is which field. Key `field` or `field:unit`, value a column name,
    /// or "#3" for the third column (with which a file may have no header); an empty value means "not in this file".
    /// Fields: submit, start, end, duration, wait (queue time), gpus (or instances), workers (multiplies gpus), share,
    /// user, id, name, priority, unit, status, workloadClass, attempts.
    /// Units of time fields: iso, us, ms, s, min, h, d (numbers since some zero, or lengths), epoch, epoch-ms
    /// (numbers since 1970) and clock ([D-]HH:MM:SS). Without unit: an ISO stamp, or a number in the unit that its
    /// column name ends with ("run_min"), or seconds (epoch ms and epoch seconds are told by their size).
    std::map<std::string, std::string> mapping;
    /// Column (CSV, sacct) or field (SWF: user, group, queue, partition; JSON: a key of the job) that becomes the
    /// quota share; empty = the format's default.
    std::string shareBy;
    /// IANA name or "+02:00": where stamps without a zone were written; empty = UTC, with a note.
    std::string timezone;
    /// '.' or ','; 0 = found out from the content.
    char decimalSeparator = 0;
    /// Largest file, and largest content of a gzip file, in bytes.
    std::uint64_t maxFileBytes = 8ULL << 30;
    /// Reading ends with an error soon after this many rows. It bounds what a small packed file of tiny rows can cost.
    std::uint64_t maxRows = 30'000'000;
};

/// What happened to a job as far as its status word tells.
enum class RecordedOutcome : std::uint8_t { Unknown, Succeeded, Failed, Cancelled, Unfinished };

/// For people: one format that can be read.
struct TraceFormatInfo {
    std::string_view name;
    /// Other names that `format` may have, separated by blanks.
    std::string_view aliases;
    std::string_view title;
    /// Columns or marks by which it is recognised.
    std::string_view marks;
    /// Column of the quota share unless told otherwise.
    std::string_view defaultShare;
    /// Options that matter for this format.
    std::string_view options;
    /// What is easily got wrong with it, and what the reader does.
    std::string_view notes;
};

/// All formats, in the order in which they are tried.
[[nodiscard]] std::span<const TraceFormatInfo> traceFormats();
/// By name or alias, nullptr when unknown.
[[nodiscard]] const TraceFormatInfo* findTraceFormat(std::string_view nameOrAlias);

/// The meaning of a status word of any known format ("Pass", "COMPLETED", "Terminated", SWF's "1" …).
[[nodiscard]] RecordedOutcome recordedOutcome(std::string_view format, std::string_view status);

/// Reads files of one format (the AWS kinds count as one and are joined by job). Jobs come in file order. A trace
/// without a single usable job is not an error here; see Trace::rejected. Blocks; `progress` (may be null) counts
/// bytes, and `rows` (may be null) the rows so far. Errors: those of readTextFile, TraceNotRecognised (for a table also
/// {fields without column, columns, an example of a mapping}), TraceFormatUnknown, TraceMixedFormats,
/// TraceColumnMissing (likewise an example as third argument when fields are missing), Duplicate (a column),
/// TimezoneUnknown, NotAllowed (a mapping's field or unit), JsonSyntax, TooMany (rows), Interrupted.
Result<Trace> readTrace(const std::vector<std::string>& paths, const TraceReadOptions& options, Progress* progress,
    std::atomic<std::uint64_t>* rows = nullptr);

/// The same for one file that is in memory, packed or not. `name` stands for the path.
Result<Trace> readTraceFromText(std::string name, std::string content, const TraceReadOptions& options);

} // namespace quotaboard
