// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

namespace quotaboard::bench {

/// `jobs` jobs of 20 shares on 3 capacity units at about 85 % load, sorted by submit time: Poisson arrivals, sizes 1 to
/// 8, log-normal work, four priorities, checkpoints. 4 shares RESERVE, 6 LEND, 10 LEND_AND_BORROW. Same jobs for the
/// same count on every machine with the same libm.
[[nodiscard]] Scenario makeWorkload(std::size_t jobs);

/// User CPU time of this process so far, seconds.
[[nodiscard]] double userSeconds();
/// Bytes that the allocator has handed out and not got back.
[[nodiscard]] std::size_t heapInUse();
/// Largest resident size so far, bytes.
[[nodiscard]] std::size_t peakResident();

} // namespace quotaboard::bench
