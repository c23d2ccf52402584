// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/metrics/scorecard.h"
#include "core/model/scenario.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace quotaboard {

/// Gives a scenario the jobs that another seed draws (exchange/redraw.h). Called by several threads at once.
using Redraw = std::function<Result<Scenario>(const Scenario&, std::uint64_t seed, const Progress*)>;

/// What is run again and again.
struct ReplicatedScenario {
    std::shared_ptr<const Scenario> scenario;
    /// Empty for one whose jobs no seed changes.
    Redraw redraw;
    /// Replaces that of the platform at the start; timed changes of it stay.
    std::optional<VictimOrder> victimOrder;
};

/// One run with one seed: its results, or why there are none. No log is kept.
struct Replication {
    std::uint64_t seed = 0;
    std::shared_ptr<const Scorecard> scorecard;
    std::optional<Error> error;
};

struct ReplicationOptions {
    /// Replication i has the seed `firstSeed + i`. At least 1.
    std::size_t seeds = 20;
    std::uint64_t firstSeed = 1;
    /// 0: as many as the machine has cores.
    unsigned threads = 0;
    /// Start of the window of all figures, ms.
    TimeMs warmUp = 0;
    /// Days to draw for each replication (day_resampling.h); 0: recorded jobs stay as they are.
    std::size_t resampledDays = 0;
    /// Done and total in thousandths of a run.
    Progress* progress = nullptr;
};

/// Thousandths: what one run counts in ReplicationOptions::progress.
inline constexpr std::uint64_t kProgressPerRun = 1000;

/// Whether a run makes no random draw, so that every seed gives the same: no redraw, and no checkpoint can fail to be
/// restored, at the start or after a timed change.
[[nodiscard]] bool isDeterministic(const ReplicatedScenario& scenario);

/// Runs every scenario with every seed, or once where it is deterministic and no days are drawn; on as many threads as
/// asked for, with results that do not depend on how many: ordered by scenario and seed. A run that fails
/// (TooManyRounds, or whatever a redraw reports) is kept with its error and stops no other. Blocks. Errors:
/// Interrupted, within a second of the cancel.
Result<std::vector<std::vector<Replication>>> runReplications(
    std::span<const ReplicatedScenario> scenarios, const ReplicationOptions& options);

} // namespace quotaboard
