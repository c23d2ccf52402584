// SPDX-License-Identifier: Apache-2.0
// usage: bench_simulation [JOBS [REPETITIONS]]
//
// The same workload, in one process, through (a) a minimal loop without policy, (b) the full simulation without event
// log, (c) the full simulation with event log and all metrics. Prints user time a job (median of the repetitions),
// ratios to (a), and memory beyond the input.
#include "core/metrics/collector.h"
#include "core/simulation/event_log.h"
#include "core/simulation/simulator.h"
#include "tests/bench/bench_workload.h"
#include "tests/support/event_tee.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <queue>
#include <vector>

using namespace quotaboard;

namespace {

struct Waiting {
    std::int32_t priority;
    TimeMs submit;
    std::uint32_t job;
    bool operator<(const Waiting& other) const
    {
        if (priority != other.priority)
            return priority < other.priority;
        return submit != other.submit ? submit > other.submit : job > other.job;
    }
};
struct End {
    TimeMs time;
    std::uint32_t job;
    bool operator<(const End& other) const { return time != other.time ? time > other.time : job > other.job; }
};

/// (a): sorted arrivals, a heap of ends, 20 priority queues served in turn, one pool a unit, and nothing else.
TimeMs runMinimal(const Scenario& scenario)
{
    const std::vector<Job>& jobs = scenario.jobs.jobs();
    std::vector<std::priority_queue<Waiting>> queues(scenario.shares.size());
    std::priority_queue<End> ends;
    std::vector<std::int64_t> room;
    for (const CapacityLimit& limit : scenario.environment.limits)
        room.push_back(limit.maxCapacity);
    std::size_t next = 0;
    std::size_t turn = 0;
    TimeMs now = 0;
    const auto start = [&](std::uint32_t job) {
        room[jobs[job].unit.value()] -= jobs[job].instances;
        ends.push({now + jobs[job].work, job});
    };
    while (next < jobs.size() || !ends.empty()) {
        const bool arrives = next < jobs.size() && (ends.empty() || jobs[next].submit < ends.top().time);
        if (arrives) {
            const auto job = static_cast<std::uint32_t>(next++);
            now = jobs[job].submit;
            auto& queue = queues[jobs[job].share.value()];
            if (queue.empty() && jobs[job].instances <= room[jobs[job].unit.value()])
                start(job);
            else
                queue.push({jobs[job].priority, jobs[job].submit, job});
            continue;
        }
        now = ends.top().time;
        room[jobs[ends.top().job].unit.value()] += jobs[ends.top().job].instances;
        ends.pop();
        for (std::size_t stuck = 0; stuck < queues.size();) {
            auto& queue = queues[turn];
            if (!queue.empty() && jobs[queue.top().job].instances <= room[jobs[queue.top().job].unit.value()]) {
                start(queue.top().job);
                queue.pop();
                stuck = 0;
            } else {
                ++stuck;
                turn = turn + 1 == queues.size() ? 0 : turn + 1;
            }
        }
    }
    return now;
}

struct Measured {
    std::vector<double> seconds;
    std::size_t bytes = 0;
    [[nodiscard]] double median()
    {
        std::sort(seconds.begin(), seconds.end());
        return seconds[seconds.size() / 2];
    }
};

/// `run` calls its argument once when everything it needs is still allocated.
void measure(Measured& measured, const std::function<void(const std::function<void()>&)>& run)
{
    const std::size_t heapBefore = bench::heapInUse();
    const double before = bench::userSeconds();
    run([&] {
        measured.seconds.push_back(bench::userSeconds() - before);
        const std::size_t heapAfter = bench::heapInUse();
        measured.bytes = std::max(measured.bytes, heapAfter > heapBefore ? heapAfter - heapBefore : 0);
    });
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
    const Scenario scenario = bench::makeWorkload(count);

    Measured minimal;
    Measured bare;
    Measured full;
    Scorecard card;
    std::size_t events = 0;
    TimeMs end = 0;
    for (int i = 0; i < repetitions; ++i) {
        measure(minimal, [&](const auto& done) {
            end = runMinimal(scenario);
            done();
        });
        measure(bare, [&](const auto& done) {
            Simulator simulator(scenario);
            if (!simulator.run().ok())
                std::abort();
            done();
        });
        measure(full, [&](const auto& done) {
            EventLog log;
            MetricsCollector metrics(scenario);
            EventTee both(log, metrics);
            Simulator simulator(scenario, &both);
            if (!simulator.run().ok())
                std::abort();
            events = log.size();
            card = metrics.finish(metrics.lastEventTime());
            done();
        });
    }

    const auto jobs = static_cast<double>(count);
    const double a = minimal.median();
    const auto line = [&](const char* what, Measured& m) {
        std::printf("%-44s %8.1f ns/job %6.2f x (a) %8.1f bytes/job\n", what, m.median() / jobs * 1e9, m.median() / a,
            static_cast<double>(m.bytes) / jobs);
    };
    std::printf("%zu jobs, 20 shares, 3 units, median of %d; makespan %.1f h (minimal loop %.1f h)\n", count,
        repetitions, static_cast<double>(card.to) / kMsPerHour, static_cast<double>(end) / kMsPerHour);
    std::printf("%.1f %% of paid capacity completed, %.2f %% of jobs preempted (%llu preemptions), %zu events\n",
        100 * card.completedOfPaid().value_or(0), 100.0 * static_cast<double>(card.preemption.count) / jobs,
        static_cast<unsigned long long>(card.preemption.count), events);
    line("(a) minimal loop, 20 queues, no policy", minimal);
    line("(b) simulation without event log", bare);
    line("(c) simulation, event log, all metrics", full);
    std::printf("input %.1f bytes/job; peak resident %.1f MB\n", static_cast<double>(sizeof(Job)),
        static_cast<double>(bench::peakResident()) / 1e6);
    return 0;
}
