// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

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
};

/// All that can be seen without running, in a stable order. Of the policy at time 0, but that jobs are
/// called impossible only when they are under every later policy too.
[[nodiscard]] std::vector<PolicyWarning> findPolicyWarnings(const Scenario& scenario);

} // namespace quotaboard
