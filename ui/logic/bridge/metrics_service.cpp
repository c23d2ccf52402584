// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/metrics_service.h"

#include "core/metrics/collector.h"

#include <optional>
#include <utility>

namespace quotaboard {

/// Has told a collector the events up to a place in the log.
class MetricsService::Cursor {
public:
    /// Empty when cancelled.
    std::optional<Scorecard> at(const std::shared_ptr<const RunResult>& result, TimeMs moment, const Progress& progress)
    {
        constexpr std::size_t kEventsPerLook = 16384;
        const std::size_t until = result->log.lowerBound(moment + 1);
        if (result != result_ || until < told_) {
            result_ = result;
            collector_.emplace(*result->scenario);
            told_ = 0;
        }
        for (; told_ < until; ++told_) {
            if (told_ % kEventsPerLook == 0 && progress.isCancelled())
                return std::nullopt;
            collector_->onEvent(result->log[told_]);
        }
        // finish() uses a collector up, and the next moment goes on from here.
        MetricsCollector closing = *collector_;
        return closing.finish(moment);
    }

private:
    std::shared_ptr<const RunResult> result_;
    std::optional<MetricsCollector> collector_;
    std::size_t told_ = 0;
};

MetricsService::MetricsService(QObject* parent)
    : QObject(parent)
    , cursor_(std::make_unique<Cursor>())
{
}

MetricsService::~MetricsService() = default;

void MetricsService::request(std::shared_ptr<const RunResult> result, TimeMs moment)
{
    worker_.post([this, result = std::move(result), moment](const Progress& progress) {
        std::optional<Scorecard> card = cursor_->at(result, moment, progress);
        if (!card || progress.isCancelled())
            return;
        auto shared = std::make_shared<const Scorecard>(std::move(*card));
        QMetaObject::invokeMethod(
            this, [this, shared, moment] { Q_EMIT ready(shared, moment); }, Qt::QueuedConnection);
    });
}

} // namespace quotaboard
