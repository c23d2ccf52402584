// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/int128.h"
#include "core/experiment/run_result.h"

#include <optional>
#include <vector>

namespace quotaboard {

/// A running job that an edit puts at risk, and what a stop at that moment would throw away.
struct JobAtRisk {
    JobIndex job;
    ShareIndex share;
    UnitIndex unit;
    /// ms of the job's own time since its last durable checkpoint; 0 when a checkpoint at the stop would save it.
    TimeMs lost = 0;
    bool operator==(const JobAtRisk&) const = default;
};

/// What an edit from a moment on does to the jobs that run then.
struct ApplyPreview {
    /// Preempted at the very moment with the edit and not without it, in log order.
    std::vector<JobAtRisk> preempted;
    /// At risk (jobsAtRisk()) after the moment with the edit and not without it, in victim order by unit.
    std::vector<JobAtRisk> atRisk;
    /// Sums of their losses, GPU-ms.
    GpuMs preemptedLoss = 0;
    GpuMs riskedLoss = 0;
    [[nodiscard]] bool isEmpty() const { return preempted.empty() && atRisk.empty(); }
};

/// Dispatched jobs that other shares may take instances from at `now` (at or after simulator.now(), before its next
/// event). For each unit the jobs that a reclaim without end would take (scheduling.md section 4): all dispatched jobs
/// of shares above their limit, in the victim order in force, passing over those whose share is no longer above it.
/// Every reclaim starts out along the same list and stops sooner, so that no job outside of it is a victim before
/// another job borrows. A share is left out when no other share has a limit for the unit: nobody could claim.
[[nodiscard]] std::vector<JobAtRisk> jobsAtRisk(const Simulator& simulator, TimeMs now);

/// What `edited`, which is the scenario of `result` but for changes from `moment` on, does to the jobs that run then.
/// Empty when it differs before the moment, or cannot be compared (other units or shares). Runs the moment on a copy;
/// blocks for a seek.
[[nodiscard]] std::optional<ApplyPreview> previewOfApplying(
    const RunResult& result, const Scenario& edited, TimeMs moment);

} // namespace quotaboard
