// SPDX-License-Identifier: Apache-2.0
// usage: bench_project [JOBS [EVENTS [FOLDER]]]
//
// Wall-clock time of what a project does with a large scenario: add it, edit its policy, record a run of at least
// EVENTS events (the jobs of the run are as many as that takes), read it back, save, open, recover.
#include "core/exchange/scenario_words.h"
#include "core/exchange/summary_writer.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"
#include "core/store/project_file.h"
#include "tests/bench/bench_workload.h"
#include "tests/support/event_tee.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace quotaboard;

namespace {

template <class T>
T must(Result<T> result)
{
    if (!result.ok()) {
        std::fprintf(stderr, "failed: %d %s\n", static_cast<int>(result.error().code), result.error().place.c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

void must(const Status& status)
{
    if (!status.ok()) {
        std::fprintf(stderr, "failed: %d %s\n", static_cast<int>(status.error().code), status.error().place.c_str());
        std::exit(1);
    }
}

template <class Work>
auto timed(const char* what, Work&& work)
{
    const auto start = std::chrono::steady_clock::now();
    struct Print {
        const char* what;
        std::chrono::steady_clock::time_point start;
        ~Print()
        {
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            std::printf("%-44s %8.3f s\n", what, seconds.count());
        }
    } print{what, start};
    return work();
}

struct Run {
    Scenario scenario;
    EventLog log;
    RunFacts facts;
};

/// A run of at least so many events.
void simulate(Run& run, std::size_t events)
{
    for (std::size_t jobs = events / 5; run.log.size() < events; jobs += jobs / 4) {
        run.scenario = bench::makeWorkload(jobs);
        run.log = EventLog();
        MetricsCollector metrics(run.scenario);
        EventTee both(run.log, metrics);
        Simulator simulator(run.scenario, &both);
        must(simulator.run());
        run.facts.end = metrics.lastEventTime();
        run.facts.summary = must(summaryToJson(run.scenario, metrics.finish(run.facts.end)));
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t jobs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const std::size_t events = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
    const std::filesystem::path folder
        = argc > 3 ? std::filesystem::path(argv[3]) : std::filesystem::temp_directory_path() / "bench_project";
    std::filesystem::create_directories(folder);
    const std::string state = folder / "state";
    const std::string path = folder / "bench.qboard";
    Run run;
    simulate(run, events);
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(bench::makeWorkload(jobs));
    std::printf("%zu jobs, %zu events\n", jobs, run.log.size());
    {
        OpenProject opened = must(newProject(state));
        Project& project = opened.project();
        const ScenarioId id = timed("add a scenario", [&] { return must(project.addScenario("large", file)); });
        Scenario edited = *file.scenario;
        edited.platform.startup += 1000;
        timed("put a policy edit", [&] { must(project.putScenario(id, edited, {}, nullptr)); });
        const RunId kept
            = timed("record the run", [&] { return must(project.recordRun(id, run.scenario, run.log, run.facts)); });
        timed("read its events", [&] { must(project.readEvents(kept, [](std::string_view) { return true; })); });
        timed("save, first time", [&] { must(opened.saveAs(path)); });
        edited.platform.startup += 1000;
        must(project.putScenario(id, edited, {}, nullptr));
        timed("save after a policy edit", [&] { must(opened.save()); });
    }
    std::printf("the file has %.1f MB\n", static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    OpenProject opened = timed("open", [&] { return must(openProject(path, state)); });
    const ScenarioEntry entry = must(opened.project().scenarios()).front();
    timed("read the scenario", [&] { return must(opened.project().readScenario(entry.id)); });
    timed("verify all contents", [&] { return must(opened.project().verifyContent()); });
    std::printf("peak resident %.1f MB\n", static_cast<double>(bench::peakResident()) / 1e6);
    std::filesystem::remove_all(path);
    return 0;
}
