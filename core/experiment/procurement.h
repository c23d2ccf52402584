// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// The three ways to share capacity that a planner compares (product J4).
enum class ProcurementKind : std::uint8_t {
    Isolated, ///< every share RESERVE
    LendCheckpointSafe, ///< checkpoint-safe shares LEND_AND_BORROW, the others LEND
    LendProtected, ///< the same, but protected shares RESERVE with in-share preemption off
};

/// What was made else of one share, at the start or in a timed change.
struct ProcurementChange {
    std::string share;
    /// The timed change it stands in; invalid: what holds from the start.
    InterventionIndex intervention;
    /// Empty when it stayed as it was.
    std::optional<ResourceSharing> sharingBefore;
    std::optional<ResourceSharing> sharingNow;
    /// In-share preemption was on and is off.
    bool turnedPreemptionOff = false;
};

struct ProcurementScenario {
    ProcurementKind kind{};
    /// An ordinary scenario, called "Isolated", "Lend checkpoint-safe" or "Lend with protected priority".
    Scenario scenario;
    std::vector<ProcurementChange> changes;
};

/// Names of the shares of which at least 80 % of the requested GPU-time (instances x GPUs x work of all jobs) has a
/// checkpoint. A share that requests nothing is none of them.
[[nodiscard]] std::vector<std::string> checkpointSafeShares(const Scenario& scenario);

/// The three scenarios made from the policy of `current`, timed changes of it included. But for what `changes` list and
/// the name nothing else is other than in `current`. A borrow limit stays where the share still borrows, and goes with
/// the borrowing. O(jobs).
[[nodiscard]] std::array<ProcurementScenario, 3> procurementScenarios(const Scenario& current);

} // namespace quotaboard
