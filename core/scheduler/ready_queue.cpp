// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler/ready_queue.h"

#include <algorithm>

namespace quotaboard {

namespace {

bool after(const ReadyQueue::Item& a, const ReadyQueue::Item& b)
{
    return b.before(a);
}

} // namespace

bool ReadyQueue::Item::before(const Item& other) const
{
    if (priority != other.priority)
        return priority > other.priority;
    if (queueTime != other.queueTime)
        return queueTime < other.queueTime;
    return job < other.job;
}

void ReadyQueue::push(const Item& item)
{
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), after);
}

void ReadyQueue::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), after);
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
    std::make_heap(heap_.begin(), heap_.end(), after);
}

} // namespace quotaboard
