// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/simulator.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// What else is so for a waiting job, besides the reason it waits (design C9). Numbers are instances of the job's unit
/// unless said otherwise.
struct WaitFact {
    enum class Kind : std::uint8_t {
        UnitNotInShare, ///< its share has no limit for the unit
        BorrowLimitRoundsToZero, ///< `first` percent of a limit of `second`
        NobodyToDisplace, ///< in-share preemption is on, but none of `first` jobs has a lower priority
        InSharePreemptionOff, ///< `first` jobs of a lower priority run in its share
        SomeFree, ///< `first` of the `second` that it needs at once are free for it
        LimitsExceedEnvironment, ///< limits add up to `first`, the environment has `second`
        UnclaimedCapacity, ///< `first` are in no share's limit and are not lent
    };
    Kind kind = Kind::UnitNotInShare;
    std::int64_t first = 0;
    std::int64_t second = 0;
    bool operator==(const WaitFact&) const = default;
};

/// All that hold for a job that is RUNNABLE, in the order above; empty for another one.
[[nodiscard]] std::vector<WaitFact> waitFacts(const Simulator& simulator, JobSlot slot);

} // namespace quotaboard
