// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/run_result.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QObject>

#include <memory>

namespace quotaboard {

/// Runs scenarios on a thread of its own, the latest asked for only: asking again cancels what is running. Results come
/// in the thread that made the service. Destroying it cancels and waits for a few timestamps at most.
class RunService : public QObject {
    Q_OBJECT

public:
    explicit RunService(QObject* parent = nullptr);

    /// Starts a run; finished() or failed() follows unless request() or cancel() is called again before.
    void request(std::shared_ptr<const Scenario> scenario);
    void cancel();
    [[nodiscard]] bool isRunning() const { return isRunning_; }
    /// Jobs ended of all, 0 to 1.
    [[nodiscard]] double fraction() const { return worker_.fraction(); }

Q_SIGNALS:
    void finished(std::shared_ptr<const quotaboard::RunResult> result);
    void failed(quotaboard::Error error);

private:
    void deliver(std::uint64_t ticket, const Result<std::shared_ptr<const RunResult>>& result);

    /// Counts requests, so that an answer that was overtaken is known.
    std::uint64_t ticket_ = 0;
    bool isRunning_ = false;
    LatestWorker worker_;
};

} // namespace quotaboard
