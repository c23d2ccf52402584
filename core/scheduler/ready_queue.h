// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// Where the scheduler keeps a job that is in: valid from submit() to remove().
using JobSlot = Index<struct JobSlotTag>;

/// RUNNABLE jobs of one share and capacity unit by priority descending, queue time ascending, job index ascending
/// (scheduling.md section 2). Front in O(1), push and pop in O(log n), remove in O(n).
class ReadyQueue {
public:
    struct Item {
        std::int32_t priority;
        JobSlot slot;
        TimeMs queueTime;
        JobIndex job;
        /// Queue order.
        [[nodiscard]] bool before(const Item& other) const
        {
            if (priority != other.priority)
                return priority > other.priority;
            return queueTime != other.queueTime ? queueTime < other.queueTime : job < other.job;
        }
    };

    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] std::size_t size() const { return heap_.size(); }
    [[nodiscard]] const Item& front() const { return heap_.front(); }
    /// In no particular order.
    [[nodiscard]] const std::vector<Item>& items() const { return heap_; }
    void push(const Item& item);
    void pop();
    /// Does nothing when the job is not in.
    void remove(JobSlot slot);

private:
    std::vector<Item> heap_;
};

} // namespace quotaboard
