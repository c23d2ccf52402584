// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/import_options.h"
#include "core/workload/import_report.h"
#include "core/workload/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// A usable trace row, with what was decided about it.
struct SelectedJob {
    TimeMs submit = 0;
    TimeMs duration = 0;
    /// Position in Trace::jobs.
    std::uint32_t row = 0;
    /// Positions in JobSelection::shares and units.
    std::uint32_t share = 0;
    std::uint32_t unit = 0;
    /// Instances of the unit, at least 1.
    std::int32_t instances = 1;
};

/// The jobs of a trace that can be simulated, in the order in which they will stand in the scenario.
struct JobSelection {
    /// By submit time; equal ones by id (shorter first, so that numbers sort as numbers), share, size, duration, and
    /// only then by place in the file: the order does not depend on how the rows were sorted.
    std::vector<SelectedJob> jobs;
    /// Names in order of first use by `jobs`.
    std::vector<std::string> shares;
    std::vector<std::string> units;
    /// GPUs of one instance of each unit.
    std::vector<std::int32_t> unitGpus;
    std::vector<SkippedJob> skipped;
    std::uint64_t outsideWindow = 0;
    std::uint64_t roundedUp = 0;
    std::uint64_t zeroKept = 0;
};

/// Applies the rules row by row. Never fails; an empty selection is possible. Does not block.
[[nodiscard]] JobSelection selectJobs(const Trace& trace, const JobRules& rules);

/// A bound of the window as people give it, on the trace's axis: an ISO instant, or seconds or a duration since the
/// first submit. Empty text: no bound. Error: NotAllowed {text} for what is no time, {text, "relative"} for an instant
/// where the trace counts from an unknown zero; `place` says which bound.
Result<std::optional<TimeMs>> readWindowBound(const std::string& text, const std::string& place, const Trace& trace);

/// Whether limits are given for units only that the trace or the options name. Error: UnknownReference {unit, the unit
/// of the options} at "--limits".
Status checkLimitUnits(const ImportOptions& options, const Trace& trace);

/// The unit of jobs that are sized by processors; it has no GPUs (some readers set it, `--unit cpu` gives it).
inline constexpr std::string_view kProcessorUnit = "cpu";

/// GPUs that one instance of a unit counts: the catalogue's number, 0 for kProcessorUnit, else 1.
[[nodiscard]] std::int32_t gpusOfUnit(std::string_view unit);

/// The name of a job in reports: its id, else its name, else its place in the file.
[[nodiscard]] std::string traceJobLabel(const Trace& trace, const TraceJob& job);

} // namespace quotaboard
