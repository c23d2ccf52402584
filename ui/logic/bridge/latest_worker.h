// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace quotaboard {

/// A thread that does the latest thing asked for: asking again cancels what is going on and forgets what waits.
/// Destroying it cancels and waits. post() and cancel() may be called from any thread and do not block for long.
class LatestWorker {
public:
    /// Gets the progress of its own task, which is cancelled when another one is asked for.
    using Task = std::function<void(Progress& progress)>;

    LatestWorker();
    LatestWorker(const LatestWorker&) = delete;
    LatestWorker& operator=(const LatestWorker&) = delete;
    ~LatestWorker();

    void post(Task task);
    void cancel();
    /// How far the latest task is; done of total.
    [[nodiscard]] double fraction() const;

private:
    void work();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    Task wanted_;
    std::shared_ptr<Progress> progress_;
    bool stops_ = false;
    std::thread thread_;
};

} // namespace quotaboard
