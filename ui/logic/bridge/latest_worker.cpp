// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/latest_worker.h"

#include <utility>

namespace quotaboard {

LatestWorker::LatestWorker()
    : thread_([this] { work(); })
{
}

LatestWorker::~LatestWorker()
{
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
        if (progress_)
            progress_->cancel();
    }
    wake_.notify_one();
    thread_.join();
}

void LatestWorker::post(Task task)
{
    {
        const std::lock_guard lock(mutex_);
        if (progress_)
            progress_->cancel();
        progress_ = std::make_shared<Progress>();
        wanted_ = std::move(task);
    }
    wake_.notify_one();
}

void LatestWorker::cancel()
{
    const std::lock_guard lock(mutex_);
    if (progress_)
        progress_->cancel();
    wanted_ = nullptr;
}

double LatestWorker::fraction() const
{
    const std::lock_guard lock(mutex_);
    if (!progress_ || progress_->total() == 0)
        return 0;
    return static_cast<double>(progress_->done()) / static_cast<double>(progress_->total());
}

void LatestWorker::work()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return stops_ || wanted_; });
        if (stops_)
            return;
        const Task task = std::exchange(wanted_, nullptr);
        const std::shared_ptr<Progress> progress = progress_;
        lock.unlock();
        task(*progress);
        lock.lock();
    }
}

} // namespace quotaboard
