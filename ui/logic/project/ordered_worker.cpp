// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/project/ordered_worker.h"

#include <utility>

namespace quotaboard {

OrderedWorker::OrderedWorker()
    : thread_([this] { work(); })
{
}

OrderedWorker::~OrderedWorker()
{
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void OrderedWorker::post(Task task)
{
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
}

void OrderedWorker::work()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return stops_ || !tasks_.empty(); });
        if (tasks_.empty())
            return;
        {
            const Task task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
        }
        lock.lock();
    }
}

} // namespace quotaboard
