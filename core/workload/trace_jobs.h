// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/workload/import_options.h"
#include "core/workload/job_selection.h"
#include "core/workload/trace.h"

#include <cstdint>

namespace quotaboard {

/// What had to be changed in jobs on their way into a scenario.
struct AppendedJobs {
    std::uint64_t renamedIds = 0;
    std::uint64_t clampedPriorities = 0;
};

/// Appends the selection's jobs to `scenario.jobs`, in order, with what the trace recorded of them. `origin` is the
/// trace's time that becomes simulation time 0. The selection's shares must be in `scenario.shareNames`; its units are
/// added when new. A job id that is taken already gets "#2", "#3" …
AppendedJobs appendTraceJobs(
    Scenario& scenario, const Trace& trace, const JobSelection& selection, const JobRules& rules, TimeMs origin);

/// Simulation time 0 of a selection that is not empty: its first submit, floored to the whole second.
[[nodiscard]] TimeMs originOf(const JobSelection& selection);

} // namespace quotaboard
