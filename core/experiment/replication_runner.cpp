// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/replication_runner.h"

#include "core/experiment/day_resampling.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::uint64_t kTimestampsPerLook = 256;

/// How far all runs together are.
class SharedProgress {
public:
    SharedProgress(Progress* progress, std::size_t runs)
        : progress_(progress)
    {
        if (progress_ == nullptr)
            return;
        progress_->setDone(0);
        progress_->setTotal(runs * kProgressPerRun);
    }

    void add(std::uint64_t thousandths)
    {
        if (progress_ == nullptr || thousandths == 0)
            return;
        const std::scoped_lock lock(mutex_);
        done_ += thousandths;
        progress_->setDone(done_);
    }

    [[nodiscard]] bool isCancelled() const { return progress_ != nullptr && progress_->isCancelled(); }
    [[nodiscard]] const Progress* get() const { return progress_; }

private:
    Progress* progress_;
    std::mutex mutex_;
    std::uint64_t done_ = 0;
};

/// One run among many: tells its part of the progress.
class SingleRun {
public:
    SingleRun(const ReplicatedScenario& what, const ReplicationOptions& options, SharedProgress& progress)
        : what_(what)
        , options_(options)
        , progress_(progress)
    {
    }

    Replication run(std::uint64_t seed)
    {
        Replication replication;
        replication.seed = seed;
        Result<Scenario> scenario = drawn(seed);
        if (!scenario) {
            replication.error = scenario.error();
        } else {
            Result<Scorecard> card = simulate(scenario.value());
            if (card)
                replication.scorecard = std::make_shared<const Scorecard>(std::move(card).value());
            else
                replication.error = card.error();
        }
        report(kProgressPerRun);
        return replication;
    }

private:
    [[nodiscard]] Result<Scenario> drawn(std::uint64_t seed) const
    {
        Scenario scenario = *what_.scenario;
        scenario.platform.seed = seed;
        if (what_.victimOrder)
            scenario.platform.victimOrder = *what_.victimOrder;
        if (options_.resampledDays > 0)
            scenario = resampled(scenario, drawDays(options_.resampledDays, seed));
        return what_.redraw ? what_.redraw(scenario, seed, progress_.get()) : Result<Scenario>(std::move(scenario));
    }

    Result<Scorecard> simulate(const Scenario& scenario)
    {
        MetricsCollector metrics(scenario, options_.warmUp);
        Simulator simulator(scenario, &metrics);
        const TimeMs last = scenario.horizon.value_or(kNever);
        const std::size_t jobs = std::max<std::size_t>(scenario.jobs.size(), 1);
        for (std::uint64_t steps = 0; simulator.nextTime() != kNever && simulator.nextTime() <= last; ++steps) {
            if (Status status = simulator.step(simulator.nextTime()); !status)
                return status.error();
            if (steps % kTimestampsPerLook != 0)
                continue;
            if (progress_.isCancelled())
                return Error{ErrorCode::Interrupted, {}, {}};
            report(simulator.endedJobs() * kProgressPerRun / jobs);
        }
        return metrics.finish(scenario.horizon.value_or(metrics.lastEventTime()));
    }

    void report(std::uint64_t thousandths)
    {
        if (thousandths <= reported_)
            return;
        progress_.add(thousandths - reported_);
        reported_ = thousandths;
    }

    const ReplicatedScenario& what_;
    const ReplicationOptions& options_;
    SharedProgress& progress_;
    std::uint64_t reported_ = 0;
};

/// Which run has which place in the results.
struct Task {
    std::size_t scenario = 0;
    std::size_t run = 0;
};

/// Seed by seed, so that what there is early compares all scenarios.
std::vector<Task> tasksOf(const std::vector<std::vector<Replication>>& results, std::size_t seeds)
{
    std::vector<Task> tasks;
    for (std::size_t run = 0; run < seeds; ++run) {
        for (std::size_t s = 0; s < results.size(); ++s) {
            if (run < results[s].size())
                tasks.push_back({s, run});
        }
    }
    return tasks;
}

/// Threads that take the next task until there is none. What one of them throws is thrown again where they are joined.
class Crew {
public:
    template <class Work>
    Crew(unsigned threads, std::size_t tasks, Work work)
    {
        const auto loop = [this, tasks, work] {
            try {
                for (std::size_t i = next_++; i < tasks && !failed_; i = next_++)
                    work(i);
            } catch (...) {
                const std::scoped_lock lock(mutex_);
                failed_ = true;
                failure_ = std::current_exception();
            }
        };
        try {
            for (unsigned t = 1; t < threads; ++t)
                threads_.emplace_back(loop);
        } catch (const std::system_error&) {
            // Fewer threads do the same.
        }
        loop();
        for (std::thread& thread : threads_)
            thread.join();
        if (failure_)
            std::rethrow_exception(failure_);
    }

private:
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

unsigned threadsFor(unsigned wanted, std::size_t tasks)
{
    const unsigned most = wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::min<std::size_t>(most, std::max<std::size_t>(tasks, 1)));
}

} // namespace

bool isDeterministic(const ReplicatedScenario& scenario)
{
    const auto restores = [](const Intervention& intervention) {
        const auto* update = std::get_if<UpdatePlatform>(&intervention.edit);
        return update == nullptr || update->resumeSuccessProbability.value_or(1) >= 1;
    };
    const Scenario& s = *scenario.scenario;
    return !scenario.redraw && s.platform.resumeSuccessProbability >= 1
        && std::all_of(s.interventions.begin(), s.interventions.end(), restores);
}

Result<std::vector<std::vector<Replication>>> runReplications(
    std::span<const ReplicatedScenario> scenarios, const ReplicationOptions& options)
{
    const std::size_t seeds = std::max<std::size_t>(options.seeds, 1);
    std::vector<std::vector<Replication>> results(scenarios.size());
    for (std::size_t s = 0; s < scenarios.size(); ++s)
        results[s].resize(options.resampledDays == 0 && isDeterministic(scenarios[s]) ? 1 : seeds);
    const std::vector<Task> tasks = tasksOf(results, seeds);
    SharedProgress progress(options.progress, tasks.size());
    const Crew crew(threadsFor(options.threads, tasks.size()), tasks.size(), [&](std::size_t i) {
        if (progress.isCancelled())
            return;
        const Task task = tasks[i];
        results[task.scenario][task.run]
            = SingleRun(scenarios[task.scenario], options, progress).run(options.firstSeed + task.run);
    });
    if (progress.isCancelled())
        return Error{ErrorCode::Interrupted, {}, {}};
    return results;
}

} // namespace quotaboard
