// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/import_options.h"
#include "core/workload/import_report.h"
#include "core/workload/name_grouping.h"
#include "core/workload/trace.h"

namespace quotaboard {

struct ImportResult {
    Scenario scenario;
    ImportReport report;
    /// How the trace's shares and units became the scenario's; a reference to the trace repeats it.
    NameGrouping shares;
    NameGrouping units;
};

/// Makes a scenario from a trace: selects and orders the jobs, groups shares and units to what a queue may have, sizes
/// limits and capacity. No I/O; the same trace in another row order gives the same scenario.
///
/// Shares stand in the order of the AWS export when there is one, then by GPU-time descending, then by name; `other`
/// comes last. Capacity that is not given is the environment's of the AWS export, else the sum of the limits.
/// Mean demand is taken over [from or first submit, to or last end).
///
/// Errors: TraceNoUsableJobs {rows, most frequent cause, rows with it, a value to blame or nothing}; OutOfRange when
/// the submit times lie further apart than a scenario's may, or the jobs or the capacity amount to more GPU-time than
/// the sums of a run can hold; UnknownReference for a share or unit that an option names and the trace does not have.
/// The place of the last is the command line option's name, of the others the trace file. Interrupted when `progress`
/// (may be null) is cancelled, which is looked at between the steps.
///
/// Report notes and their arguments: "zero-gpu-kept" {count, unit}, "fractions-rounded-up" {count}, "limit-raised"
/// {share, unit, from, to}, "limit-missing" {share, unit, limit}, "share-without-limit" {share}, "oversubscribed"
/// {unit, sum of limits, capacity}, "unassigned" {unit, capacity, sum of limits}, "unit-unknown" {unit},
/// "unit-several-gpus" {unit, gpus}, "duplicate-ids" {count}, "priority-clamped" {count}, "impossible-jobs" {count},
/// "share-disabled" {share, jobs}, "limits-without-jobs" {count, shares of the limits file}, "limits-are-peaks" {},
/// "processors-as-instances" {unit}.
[[nodiscard]] Result<ImportResult> importTrace(
    const Trace& trace, const ImportOptions& options, const Progress* progress = nullptr);

} // namespace quotaboard
