// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/workload/import_report.h"
#include "core/workload/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quotaboard {

/// Where a row stands; as in TraceJob.
struct RowPlace {
    std::uint16_t file = 0;
    std::uint32_t line = 0;
    auto operator<=>(const RowPlace&) const = default;
};

/// The rows that gave no job for the same cause.
struct RejectGroup {
    /// A RejectedRow's cause or a SkipCause's code.
    std::string cause;
    std::uint64_t rows = 0;
    /// The first of them, in file order.
    std::vector<RowPlace> places;
    /// A value that was to blame, where there is a single one; may be empty.
    std::string sample;
};

/// The rows that the reader refused and those that the importer left out, by cause: most rows first, then by name. At
/// most `mostPlaces` places each.
[[nodiscard]] std::vector<RejectGroup> groupRejects(
    const Trace& trace, std::span<const SkippedJob> skipped, std::size_t mostPlaces);

/// Writes these rows as CSV (file, line, cause, text), in file order, so that they can be repaired and read again.
/// Looks up the text of rows that only the importer left out in the trace's files; where that fails it stays empty.
/// Blocks on the disk. Errors: CannotWrite; Interrupted when `progress` (may be null) is cancelled, with `path` as it
/// was.
Status writeTraceRejects(const std::string& path, const Trace& trace, std::span<const SkippedJob> skipped,
    const Progress* progress = nullptr);

} // namespace quotaboard
