// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/metrics/scorecard.h"
#include "core/model/scenario.h"

#include <optional>

namespace quotaboard {

/// The scorecard of [0, `until`], or of the whole run when its horizon comes before: what `run --horizon` gives.
/// Blocks. Errors: TooManyRounds {time}; Interrupted when `progress` is cancelled.
Result<Scorecard> scorecardUntil(const Scenario& scenario, TimeMs until, const Progress* progress = nullptr);

/// What an edit changes, in the numbers that a planner looks at first.
struct WhatIfEffect {
    /// The share and priority whose P95 wait changes most, of those with at least five jobs in both; invalid when none
    /// changes.
    ShareIndex share;
    std::int32_t priority = 0;
    CensoredQuantile p95Before;
    CensoredQuantile p95After;
    /// After minus before, GPU-ms: completed work, and lost work with restarts.
    GpuMs completed = 0;
    GpuMs waste = 0;
};

[[nodiscard]] WhatIfEffect compareScorecards(const Scorecard& before, const Scorecard& after);

} // namespace quotaboard
