// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/min_heap.h"
#include "core/scheduler/ready_queue.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quotaboard {

/// Future work of one job; `ticket` tells whether it is still meant.
struct SimEvent {
    TimeMs time = 0;
    std::uint32_t ticket = 0;
    JobSlot slot;
    [[nodiscard]] bool before(const SimEvent& other) const { return time < other.time; }
};

/// What is asked of a queue at every timestamp, kept at hand: when its first event comes, kNever when it is empty, and
/// whether that event has been found to be still meant. The answer to that lies in the job's memory, far away.
class QueueHead {
public:
    [[nodiscard]] bool empty() const { return nextTime_ == kNever; }
    [[nodiscard]] TimeMs nextTime() const { return nextTime_; }
    [[nodiscard]] bool isHeadChecked() const { return isHeadChecked_; }
    void setHeadChecked(bool checked) { isHeadChecked_ = checked; }

protected:
    void setNextTime(TimeMs time) { nextTime_ = time; }

private:
    TimeMs nextTime_ = kNever;
    bool isHeadChecked_ = false;
};

/// Events at arbitrary times before kNever; those of one time come in no particular order. A new event is meant.
class EventHeap : public QueueHead {
public:
    [[nodiscard]] const SimEvent& front() const { return heap_.front(); }
    /// Calls `look` with the events one of which is in front after the next pop().
    template <class Look>
    void forEachNext(Look&& look) const
    {
        heap_.forEachNext(look);
    }
    void push(const SimEvent& event)
    {
        heap_.push(event);
        setNextTime(heap_.front().time);
    }
    void pop()
    {
        heap_.pop();
        setNextTime(heap_.empty() ? kNever : heap_.front().time);
        setHeadChecked(false);
    }

private:
    MinHeap<SimEvent> heap_;
};

/// Events before kNever that nearly always come in the order in which they are pushed, because their delay is a
/// constant of the platform: a sorted queue with O(1) push at the end. `order` decides among events of one time.
class EventLane : public QueueHead {
public:
    [[nodiscard]] const SimEvent& front() const { return events_[first_].event; }
    void push(const SimEvent& event, std::uint64_t order);
    void pop();

private:
    struct Ordered {
        SimEvent event;
        std::uint64_t order = 0;
    };

    /// The events before `first_` are gone; their room is used again from time to time.
    std::vector<Ordered> events_;
    std::size_t first_ = 0;
};

} // namespace quotaboard
