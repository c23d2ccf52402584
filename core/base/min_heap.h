// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace quotaboard {

/// A heap whose front is the item that is `before()` all others; equal ones come in no particular order. Four children
/// a node: half as deep as a binary heap, and the children lie side by side. Front in O(1), push and pop in O(log n).
///
/// Which child is the smallest is as good as random, so `before()` should decide without branches.
template <class Item>
class MinHeap {
public:
    [[nodiscard]] bool empty() const { return items_.empty(); }
    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] const Item& front() const { return items_.front(); }
    /// In no particular order.
    [[nodiscard]] const std::vector<Item>& items() const { return items_; }

    /// Calls `look` with the items one of which is the front after the next pop().
    template <class Look>
    void forEachNext(Look&& look) const
    {
        const std::size_t end = items_.size() < kChildren + 1 ? items_.size() : kChildren + 1;
        for (std::size_t i = 1; i < end; ++i)
            look(items_[i]);
    }

    void push(const Item& item)
    {
        items_.push_back(item);
        raise(items_.size() - 1, item);
    }

    void pop() { erase(0); }

    /// Takes out the item at a position in items().
    void erase(std::size_t place)
    {
        const Item last = items_.back();
        items_.pop_back();
        if (place == items_.size())
            return;
        // The hole sinks to a leaf and the last item rises from there: it nearly always belongs far down.
        raise(sinkHole(place), last);
    }

private:
    static constexpr std::size_t kChildren = 4;

    /// Moves the smallest children up along a path from `hole` to a leaf; gives the leaf's place.
    std::size_t sinkHole(std::size_t hole)
    {
        Item* const items = items_.data();
        const std::size_t count = items_.size();
        std::size_t first = hole * kChildren + 1;
        while (first + kChildren <= count) {
            const std::size_t left = first + static_cast<std::size_t>(items[first + 1].before(items[first]));
            const std::size_t right = first + 2 + static_cast<std::size_t>(items[first + 3].before(items[first + 2]));
            // Arithmetic, because compilers make a jump of a conditional expression here.
            const auto isRight = static_cast<std::size_t>(items[right].before(items[left]));
            const std::size_t least = left + (right - left) * isRight;
            items[hole] = items[least];
            hole = least;
            first = hole * kChildren + 1;
        }
        if (first < count) {
            std::size_t least = first;
            for (std::size_t child = first + 1; child < count; ++child) {
                if (items[child].before(items[least]))
                    least = child;
            }
            items[hole] = items[least];
            hole = least;
        }
        return hole;
    }

    /// Puts `item` into the hole at `place` or further up.
    void raise(std::size_t place, const Item item)
    {
        Item* const items = items_.data();
        while (place > 0) {
            const std::size_t parent = (place - 1) / kChildren;
            if (!item.before(items[parent]))
                break;
            items[place] = items[parent];
            place = parent;
        }
        items[place] = item;
    }

    std::vector<Item> items_;
};

} // namespace quotaboard
