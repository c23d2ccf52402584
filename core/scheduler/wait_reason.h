// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// Why a job waits (scheduling.md section 7), in the order in which the codes are tried.
enum class WaitCode : std::uint8_t {
    None, ///< does not wait
    WaitingForInstances,
    EnvironmentDisabled,
    Behind,
    EnvironmentMax,
    ShareLimit,
    BorrowLimitMax,
    BorrowableMax,
    ShareFull,
    BorrowLimit,
    NothingToBorrow,
    Oversubscribed,
};

/// The reason with the numbers behind it; all capacities in instances of the job's unit, at the moment of the question.
struct WaitReason {
    WaitCode code = WaitCode::None;
    std::int64_t instances = 0;
    /// The share's limit, use, and how much it may borrow (kUnlimited when nothing limits it).
    std::int64_t limit = 0;
    std::int64_t dispatched = 0;
    std::int64_t borrowMax = 0;
    /// Environment capacity, what may be dispatched in all, what is dispatched, what other RESERVE shares hold back.
    std::int64_t capacity = 0;
    std::int64_t ceiling = 0;
    std::int64_t totalDispatched = 0;
    std::int64_t held = 0;
    /// 1-based position in its queue and the queue's front (invalid when it is the front itself).
    std::size_t position = 0;
    JobIndex front;
    /// The jobs ahead in queue order, at most the first 100.
    std::vector<JobIndex> ahead;
    /// For WaitingForInstances: its victims that still hold instances.
    std::vector<JobIndex> victims;
};

} // namespace quotaboard
