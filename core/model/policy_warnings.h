// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// A consequence of the rules that a planner should know before it happens (scheduling.md sections 1 and 9).
struct PolicyWarning {
    enum class Code {
        UnassignedCapacity, ///< {unit, instances no share claims, environment capacity}; not lent
        Oversubscribed, ///< {unit, sum of the limits, environment capacity}
        UnitNotInEnvironment, ///< {unit, share} a limit for a unit that the environment does not have
        ImpossibleJobs, ///< {number of jobs, share, unit, first job, its instances, most it can ever get}
        FrontBlocksOwnQuota, ///< {share, unit, number of jobs wider than the limit, limit}
        WideFrontMayStarve, ///< {share, unit, widest job} limits are oversubscribed and narrower jobs compete
        WideVictims, ///< {share, unit, widest job} reclaiming one can free more than is needed
        PrioritiesAllRaised, ///< {share, priority} every job of a borrowing share has the same raised priority
        BorrowersUncheckpointed, ///< {share, number of jobs without checkpoint, number of jobs, unit}
        GuessedUnit, ///< {unit} neither declared nor in the catalogue, counts as 1 GPU
    };
    Code code{};
    std::vector<std::string> arguments;
    /// Empty for the policy that the scenario begins with, else the moment (ms) of the timed change that brings it on.
    std::optional<TimeMs> from = std::nullopt;
};

/// All that can be seen without running, in a stable order. Of the policy at time 0, but that jobs are
/// called impossible only when they are under every later policy too.
[[nodiscard]] std::vector<PolicyWarning> findPolicyWarnings(const Scenario& scenario);

/// The same, followed in time order by what the timed changes bring on: what did not hold before, or holds of more
/// instances or jobs than was told. A job counts from the start to the end, in the share it is submitted to: when it
/// will run, cannot be seen without running.
[[nodiscard]] std::vector<PolicyWarning> findPolicyWarningsOverTime(const Scenario& scenario);

} // namespace quotaboard
