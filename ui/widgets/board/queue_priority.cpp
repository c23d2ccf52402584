// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/queue_priority.h"

#include "core/model/policy.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace quotaboard {

namespace {

/// Of two jobs of equal priority.
bool isEarlier(const WaitingJob& a, const WaitingJob& b)
{
    return std::tie(a.queueTime, a.job) < std::tie(b.queueTime, b.job);
}

} // namespace

std::optional<std::int32_t> priorityForPlace(std::span<const WaitingJob> queue, JobIndex job, std::size_t place)
{
    const auto self
        = std::find_if(queue.begin(), queue.end(), [job](const WaitingJob& entry) { return entry.job == job; });
    if (self == queue.end())
        return std::nullopt;
    std::vector<WaitingJob> others;
    for (const WaitingJob& entry : queue) {
        if (entry.job != job)
            others.push_back(entry);
    }
    place = std::min(place, others.size());
    const WaitingJob* above = place > 0 ? &others[place - 1] : nullptr;
    const WaitingJob* below = place < others.size() ? &others[place] : nullptr;
    const std::int32_t highest = above == nullptr ? kMaxPriority : above->priority - (isEarlier(*self, *above) ? 1 : 0);
    const std::int32_t lowest = below == nullptr ? 0 : below->priority + (isEarlier(*self, *below) ? 0 : 1);
    if (lowest > highest)
        return std::nullopt;
    std::int32_t wanted = self->priority;
    if (above != nullptr && below != nullptr)
        wanted = (above->priority + below->priority) / 2;
    else if (below != nullptr)
        wanted = below->priority + 1;
    else if (above != nullptr)
        wanted = above->priority - 1;
    return std::clamp(wanted, lowest, highest);
}

std::optional<std::int32_t> priorityForNewPlace(std::span<const WaitingJob> queue, std::size_t place)
{
    // Nobody has waited shorter.
    WaitingJob self;
    self.queueTime = kMaxTimeMs;
    std::uint32_t next = 0;
    for (const WaitingJob& entry : queue)
        next = std::max<std::uint32_t>(next, static_cast<std::uint32_t>(entry.job.value()) + 1);
    self.job = JobIndex(next);
    std::vector<WaitingJob> all(queue.begin(), queue.end());
    all.push_back(self);
    return priorityForPlace(all, self.job, place);
}

} // namespace quotaboard
