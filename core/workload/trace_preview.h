// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/importer.h"
#include "core/workload/trace_head.h"
#include "core/workload/trace_rejects.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quotaboard {

/// What became of one row of a trace.
struct PreviewRow {
    RowPlace place;
    /// The row as it stands in the file (at most 2,000 bytes), empty when that is not known.
    std::string text;
    /// Why it gave no job; empty when it did. A code of groupRejects, or "outside-window".
    std::string cause;
    /// As in the scenario, `other` included. Empty for rows that the reader refused.
    std::string share;
    std::string unit;
    /// On the trace's axis.
    std::optional<TimeMs> submit;
    std::optional<TimeMs> start;
    std::optional<TimeMs> duration;
    /// As the trace has it, thousandths, and as it will be simulated (0 without a job).
    std::int64_t milliSize = 0;
    std::int32_t instances = 0;
};

/// The first rows of the trace's first file, before and after. `head` is that file's beginning, `skipped` what the
/// importer left out under `rules`, `result` what it made, null when it made nothing.
[[nodiscard]] std::vector<PreviewRow> previewRows(const Trace& trace, const TraceHead& head, const JobRules& rules,
    std::span<const SkippedJob> skipped, const ImportResult* result, std::size_t count);

/// What is odd about a trace and may make a simulation of it misleading, besides what reader and importer noted
/// themselves. Codes and arguments: "missing-start" {jobs}, "zero-duration" {jobs}, "many-fractions" {jobs with a
/// fraction, all jobs}, "submit-gap" {gaps of more than 24 h, longest in ms, ms on the trace's axis where it begins},
/// "unknown-status" {jobs, first such word}, "end-before-start" {rows}, "recorded-over-limit" {jobs}: these started in
/// the record when their share had no room under the imported limits, so that their recorded waits cannot come out.
[[nodiscard]] std::vector<TraceNote> findTraceWarnings(
    const Trace& trace, const ImportOptions& options, const ImportResult& result);

} // namespace quotaboard
