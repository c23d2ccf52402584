// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/run_service.h"

#include <utility>

namespace quotaboard {

RunService::RunService(QObject* parent)
    : QObject(parent)
{
}

void RunService::request(std::shared_ptr<const Scenario> scenario)
{
    isRunning_ = true;
    worker_.post([this, ticket = ++ticket_, scenario = std::move(scenario)](Progress& progress) {
        RecordOptions options;
        options.progress = &progress;
        Result<std::shared_ptr<const RunResult>> result = recordRun(scenario, options);
        QMetaObject::invokeMethod(
            this, [this, ticket, result = std::move(result)] { deliver(ticket, result); }, Qt::QueuedConnection);
    });
}

void RunService::cancel()
{
    ++ticket_;
    isRunning_ = false;
    worker_.cancel();
}

void RunService::deliver(std::uint64_t ticket, const Result<std::shared_ptr<const RunResult>>& result)
{
    if (ticket != ticket_)
        return;
    isRunning_ = false;
    if (result)
        Q_EMIT finished(result.value());
    else
        Q_EMIT failed(result.error());
}

} // namespace quotaboard
