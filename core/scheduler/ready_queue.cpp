// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler/ready_queue.h"

#include <algorithm>

namespace quotaboard {

void ReadyQueue::remove(JobSlot slot)
{
    const auto& items = heap_.items();
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.slot() == slot; });
    if (found != items.end())
        heap_.erase(static_cast<std::size_t>(found - items.begin()));
}

} // namespace quotaboard
