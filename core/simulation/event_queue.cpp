// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/event_queue.h"

namespace quotaboard {

namespace {

constexpr std::size_t kFewestToDrop = 64;

} // namespace

void EventLane::push(const SimEvent& event, std::uint64_t order)
{
    events_.push_back({event, order});
    std::size_t place = events_.size() - 1;
    for (; place > first_; --place) {
        const Ordered& previous = events_[place - 1];
        const bool isInOrder
            = previous.event.time != event.time ? previous.event.time < event.time : previous.order <= order;
        if (isInOrder)
            break;
        events_[place] = previous;
    }
    events_[place] = {event, order};
    setNextTime(front().time);
}

void EventLane::pop()
{
    setHeadChecked(false);
    ++first_;
    if (first_ == events_.size()) {
        events_.clear();
        first_ = 0;
        setNextTime(kNever);
        return;
    }
    setNextTime(front().time);
    if (first_ >= kFewestToDrop && first_ >= events_.size() / 2) {
        events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
}

} // namespace quotaboard
