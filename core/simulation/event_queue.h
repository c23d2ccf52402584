// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scheduler/ready_queue.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace quotaboard {

/// Future work of one job. `order` decides among entries of one time; `ticket` tells whether it is still meant.
struct SimEvent {
    TimeMs time = 0;
    std::uint64_t order = 0;
    std::uint32_t ticket = 0;
    JobSlot slot;
    [[nodiscard]] bool before(const SimEvent& other) const
    {
        return time != other.time ? time < other.time : order < other.order;
    }
};

/// Events at arbitrary times: a binary heap by (time, order).
class EventHeap {
public:
    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] const SimEvent& front() const { return heap_.front(); }
    void push(const SimEvent& event);
    void pop();

private:
    std::vector<SimEvent> heap_;
};

/// Events that nearly always come in the order in which they are pushed, because their delay is a constant of the
/// platform: a sorted queue with O(1) push at the end.
class EventLane {
public:
    [[nodiscard]] bool empty() const { return events_.empty(); }
    [[nodiscard]] const SimEvent& front() const { return events_.front(); }
    void push(const SimEvent& event);
    void pop() { events_.pop_front(); }

private:
    std::deque<SimEvent> events_;
};

} // namespace quotaboard
