// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/run_result.h"

#include "core/metrics/collector.h"

namespace quotaboard {

namespace {

constexpr std::uint64_t kTimestampsPerReport = 1024;

/// Everything that a recorded run listens with.
class RunListeners final : public EventSink {
public:
    RunListeners(RunResult& result, const Scenario& scenario)
        : result_(result)
        , metrics_(scenario)
        , series_(scenario)
    {
    }

    void onEvent(const JobEvent& event) override
    {
        result_.log.append(event);
        metrics_.onEvent(event);
        series_.onEvent(event);
    }

    void finish(TimeMs end)
    {
        result_.end = end;
        result_.scorecard = metrics_.finish(end);
        result_.series = series_.finish(end, result_.scorecard);
    }

private:
    RunResult& result_;
    MetricsCollector metrics_;
    ChartSeriesCollector series_;
};

} // namespace

Result<std::shared_ptr<const RunResult>> recordRun(
    std::shared_ptr<const Scenario> scenario, const RecordOptions& options)
{
    auto result = std::make_shared<RunResult>();
    result->scenario = std::move(scenario);
    result->snapshots = RunSnapshots(options.snapshotBudget);
    RunListeners listeners(*result, *result->scenario);
    Simulator simulator(*result->scenario, &listeners);
    const TimeMs last = result->scenario->horizon.value_or(kNever);
    if (options.progress != nullptr)
        options.progress->setTotal(result->scenario->jobs.size());
    for (std::uint64_t steps = 0; simulator.nextTime() != kNever && simulator.nextTime() <= last; ++steps) {
        if (Status status = simulator.step(simulator.nextTime()); !status)
            return status.error();
        result->snapshots.offer(simulator);
        if (options.progress == nullptr || steps % kTimestampsPerReport != 0)
            continue;
        options.progress->setDone(simulator.endedJobs());
        if (options.progress->isCancelled())
            return Error{ErrorCode::Interrupted, {}, {}};
    }
    listeners.finish(result->scenario->horizon.value_or(simulator.now()));
    return std::shared_ptr<const RunResult>(std::move(result));
}

} // namespace quotaboard
