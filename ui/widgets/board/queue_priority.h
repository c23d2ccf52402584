// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/board_state.h"

#include <cstdint>
#include <optional>
#include <span>

namespace quotaboard {

/// The priority that puts a waiting job at another place of its queue (0-based, counted without itself): the mean of
/// its neighbours' where that does it, one more than the first's at the front. Empty when no priority does, because the
/// neighbours are equal (scheduling.md section 2: then the queue time decides). `queue` is in queue order.
[[nodiscard]] std::optional<std::int32_t> priorityForPlace(
    std::span<const WaitingJob> queue, JobIndex job, std::size_t place);

/// The priority of a job that is submitted now and is to stand at a place of the queue; empty as above.
[[nodiscard]] std::optional<std::int32_t> priorityForNewPlace(std::span<const WaitingJob> queue, std::size_t place);

} // namespace quotaboard
