// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/experiment/run_result.h"
#include "core/scheduler/wait_reason.h"

#include <vector>

namespace quotaboard {

/// A stretch of a wait in which the reason's code was the same.
struct WaitStretch {
    /// [from, to), ms. The state after everything at a ms counts, as the clock shows it.
    TimeMs from = 0;
    TimeMs to = 0;
    /// As it was at `from`; its numbers may have changed since.
    WaitReason reason;
};

/// Why a job that is RUNNABLE at `moment` of a recorded run has waited since it last became RUNNABLE: stretches without
/// gaps, the last one ends at `moment`. Empty for a job that does not wait then. Replays the wait: blocks for as long
/// as the run took there. Ends early, with the stretches found so far, when `progress` is cancelled.
[[nodiscard]] std::vector<WaitStretch> waitHistory(
    const RunResult& result, JobIndex job, TimeMs moment, const Progress* progress = nullptr);

} // namespace quotaboard
