// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace quotaboard {

/// A thread that does everything it is asked for, in order. Destroying it waits until all of that is done. post() may
/// be called from any thread and does not block for long.
class OrderedWorker {
public:
    using Task = std::function<void()>;

    OrderedWorker();
    OrderedWorker(const OrderedWorker&) = delete;
    OrderedWorker& operator=(const OrderedWorker&) = delete;
    ~OrderedWorker();

    void post(Task task);

private:
    void work();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Task> tasks_;
    bool stops_ = false;
    std::thread thread_;
};

} // namespace quotaboard
