// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler/ready_queue.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// For the standard library's heaps, which keep the largest in front. A function object, so that calls are inlined.
struct After {
    bool operator()(const ReadyQueue::Item& a, const ReadyQueue::Item& b) const { return b.before(a); }
};

} // namespace

void ReadyQueue::push(const Item& item)
{
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), After{});
}

void ReadyQueue::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), After{});
    heap_.pop_back();
}

void ReadyQueue::remove(JobSlot slot)
{
    if (!heap_.empty() && heap_.front().slot == slot) {
        pop();
        return;
    }
    const auto found = std::find_if(heap_.begin(), heap_.end(), [&](const Item& item) { return item.slot == slot; });
    if (found == heap_.end())
        return;
    *found = heap_.back();
    heap_.pop_back();
    std::make_heap(heap_.begin(), heap_.end(), After{});
}

} // namespace quotaboard
