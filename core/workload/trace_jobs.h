// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/workload/import_options.h"
#include "core/workload/job_selection.h"
#include "core/workload/trace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace quotaboard {

/// What the scenario calls the shares of a trace that it calls by another name.
using ShareRenames = std::map<std::string, std::string, std::less<>>;

/// What had to be changed in jobs on their way into a scenario.
struct AppendedJobs {
    std::uint64_t renamedIds = 0;
    std::uint64_t clampedPriorities = 0;
};

/// Appends the selection's jobs to `scenario.jobs`, in order, with what the trace recorded of them. `origin` is the
/// trace's time that becomes simulation time 0. The selection's shares must be in `scenario.shareNames`; its units are
/// added when new. A job id that is taken already gets "#2", "#3" …
/// `renamed` says what the scenario calls shares of the selection that it calls by another name; `rules` know them by
/// the selection's.
AppendedJobs appendTraceJobs(Scenario& scenario, const Trace& trace, const JobSelection& selection,
    const JobRules& rules, TimeMs origin, const ShareRenames& renamed = {});

/// Simulation time 0 of a selection that is not empty: its first submit, floored to the whole second.
[[nodiscard]] TimeMs originOf(const JobSelection& selection);

} // namespace quotaboard
