// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/event_queue.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// For the standard library's heaps, which keep the largest in front. A function object, so that calls are inlined.
struct EventAfter {
    bool operator()(const SimEvent& a, const SimEvent& b) const { return b.before(a); }
};

} // namespace

void EventHeap::push(const SimEvent& event)
{
    heap_.push_back(event);
    std::push_heap(heap_.begin(), heap_.end(), EventAfter{});
}

void EventHeap::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), EventAfter{});
    heap_.pop_back();
}

void EventLane::push(const SimEvent& event)
{
    auto place = events_.end();
    while (place != events_.begin() && event.before(*(place - 1)))
        --place;
    if (place == events_.end())
        events_.push_back(event);
    else
        events_.insert(place, event);
}

} // namespace quotaboard
