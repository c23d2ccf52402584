// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/min_heap.h"
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
    /// A waiting job; its place in the order is one number of 128 bits in two halves, compared without branches.
    class Item {
    public:
        Item(std::int32_t priority, JobSlot slot, TimeMs queueTime, JobIndex job, std::int32_t instances)
            : high_(std::uint64_t{~ordered(priority)} << 32 | ordered(queueTime) >> 32)
            , low_(ordered(queueTime) << 32 | job.value())
            , slot_(slot)
            , instances_(instances)
        {
        }
        [[nodiscard]] JobSlot slot() const { return slot_; }
        [[nodiscard]] std::int32_t priority() const
        {
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(~high_ >> 32) ^ 0x80000000U);
        }
        /// Here as well, so that a front is judged without a look at its entry.
        [[nodiscard]] std::int32_t instances() const { return instances_; }
        [[nodiscard]] JobIndex job() const { return JobIndex{low_ & 0xFFFFFFFF}; }
        /// Queue order.
        [[nodiscard]] bool before(const Item& other) const
        {
            const auto isLess = static_cast<unsigned>(high_ < other.high_);
            const auto isSame = static_cast<unsigned>(high_ == other.high_);
            return (isLess | (isSame & static_cast<unsigned>(low_ < other.low_))) != 0;
        }

    private:
        // Unsigned numbers in the order of the signed ones.
        static std::uint32_t ordered(std::int32_t value) { return static_cast<std::uint32_t>(value) ^ 0x80000000U; }
        static std::uint64_t ordered(TimeMs value)
        {
            return static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63);
        }

        std::uint64_t high_;
        std::uint64_t low_;
        JobSlot slot_;
        std::int32_t instances_;
    };

    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] std::size_t size() const { return heap_.size(); }
    [[nodiscard]] const Item& front() const { return heap_.front(); }
    /// In no particular order.
    [[nodiscard]] const std::vector<Item>& items() const { return heap_.items(); }
    void push(const Item& item) { heap_.push(item); }
    void pop() { heap_.pop(); }
    /// Does nothing when the job is not in.
    void remove(JobSlot slot);

private:
    MinHeap<Item> heap_;
};

} // namespace quotaboard
