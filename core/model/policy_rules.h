// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// What AWS would refuse, or take for nothing, of a policy that the simulator can run all the same (aws-batch.md
/// section A). The comment gives the arguments after share and unit.
enum class PolicyRule {
    ShareName, ///< {name} 1 to 128 of A-Z a-z 0-9 _ -
    TooManyShares, ///< {number, allowed}
    ShareLimitCount, ///< {number, allowed} 1 to 5 limits
    ShareLimitTooLow, ///< {limit} at least 1
    EnvironmentLimitCount, ///< {number, allowed} 1 to 5 limits
    UnitIsNoInstanceType, ///< {} quota management counts instance types, which begin with "ml."
    BorrowLimitWithoutBorrow, ///< {percent} only LEND_AND_BORROW has one
    BorrowLimitRoundsToZero, ///< {percent, limit} of this unit nothing can be borrowed
    QueuePriority, ///< {priority, highest}
    TimeLimitRange, ///< {seconds, shortest, longest}
    QueueDisabled, ///< {} takes no new jobs
    EnvironmentDisabled, ///< {} places no new jobs
    DisabledShareHasJobs, ///< {number of jobs} it refuses them
    JobPriority, ///< {number of jobs, highest allowed}
    JobAttempts, ///< {number of jobs, most allowed}
    JobExitRules, ///< {number of jobs, most allowed}
};

/// One breach, and what it is about: the share and the unit, invalid where it is about none.
struct RuleBreach {
    PolicyRule rule{};
    ShareIndex share;
    UnitIndex unit;
    std::vector<std::string> arguments;
};

/// Every breach of the policy at time 0 and of the jobs, jobs counted by share; in a stable order. O(jobs).
[[nodiscard]] std::vector<RuleBreach> findRuleBreaches(const Scenario& scenario);

/// 1 to 128 of `A-Z a-z 0-9 _ -`: what AWS takes as the name of a share, queue or job.
[[nodiscard]] bool isAwsName(std::string_view name);

} // namespace quotaboard
