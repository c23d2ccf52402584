// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/metrics/chart_series.h"
#include "core/metrics/scorecard.h"
#include "core/simulation/event_log.h"
#include "core/simulation/run_snapshots.h"

#include <memory>

namespace quotaboard {

/// One simulator execution from the start to its end, kept for looking at: immutable once made, may be read by several
/// threads.
struct RunResult {
    std::shared_ptr<const Scenario> scenario;
    EventLog log;
    RunSnapshots snapshots;
    Scorecard scorecard;
    ChartSeries series;
    /// The horizon, else the time of the last event.
    TimeMs end = 0;
};

struct RecordOptions {
    /// Bytes that snapshots for seeking may take.
    std::size_t snapshotBudget = std::size_t{256} << 20;
    Progress* progress = nullptr;
};

/// Runs a scenario to its end and keeps everything. Blocks; meant for a worker thread. Errors: TooManyRounds {time};
/// Interrupted when `progress` is cancelled.
Result<std::shared_ptr<const RunResult>> recordRun(
    std::shared_ptr<const Scenario> scenario, const RecordOptions& options = {});

} // namespace quotaboard
