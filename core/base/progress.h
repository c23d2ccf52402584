// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace quotaboard {

/// How far a long task is, and whether it should stop. One thread works and reports, any number may look or cancel.
/// All members may be called from any thread and from a signal handler; none blocks.
class Progress {
public:
    void setTotal(std::uint64_t total) { total_.store(total, std::memory_order_relaxed); }
    void setDone(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }

    /// Same units as done(); 0 while unknown.
    [[nodiscard]] std::uint64_t total() const { return total_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return cancelled_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> total_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> cancelled_{false};
};

} // namespace quotaboard
