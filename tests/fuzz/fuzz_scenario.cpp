// SPDX-License-Identifier: Apache-2.0
// libFuzzer target of the scenario format: reads a document, and simulates it where it is small.
#include "core/exchange/event_log_writer.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_writer.h"
#include "core/exchange/summary_writer.h"
#include "core/exchange/trace_reference.h"
#include "core/metrics/collector.h"
#include "core/model/policy_warnings.h"
#include "core/simulation/event_log.h"
#include "core/simulation/simulator.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace quotaboard;

namespace {

constexpr std::uint64_t kLongestWarmUp = 600'000;
constexpr std::size_t kMostJobs = 200;
constexpr std::int64_t kMostGenerated = 300;
constexpr std::int32_t kMostAttempts = 20;
constexpr std::size_t kMostEvents = 20'000;

void require(bool holds, const char* what)
{
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

/// Generators may make millions of jobs, and traces name files: neither belongs here. Entries of `traces` are only
/// parsed.
bool isBounded(const nlohmann::json& document)
{
    if (!document.is_object())
        return true;
    if (const auto traces = document.find("traces");
        traces != document.end() && traces->is_array() && !traces->empty()) {
        for (const nlohmann::json& entry : *traces) {
            JsonContext context("fuzz");
            (void)readTraceReference(JsonCursor(entry, context));
        }
        return false;
    }
    const auto generators = document.find("generators");
    if (generators == document.end() || !generators->is_array())
        return true;
    for (const nlohmann::json& generator : *generators) {
        const auto count = generator.is_object() ? generator.find("count") : generator.end();
        if (generator.is_object() && count != generator.end() && count->is_number()
            && count->get<double>() > kMostGenerated)
            return false;
        if (generator.is_object() && count == generator.end() && generator.contains("untilSeconds"))
            return false;
    }
    return generators->size() <= 4;
}

bool isSmall(const Scenario& scenario)
{
    if (scenario.jobs.size() > kMostJobs || scenario.interventions.size() > kMostJobs)
        return false;
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        if (scenario.jobs.profile(scenario.jobs[JobIndex{i}].profile).attempts > kMostAttempts)
            return false;
    }
    return true;
}

/// Keeps the events, counts them into the metrics, and stops a run that has too many.
class Recorder final : public EventSink {
public:
    explicit Recorder(const Scenario& scenario)
        : metrics(scenario)
        , late(scenario, static_cast<TimeMs>(scenario.platform.seed % kLongestWarmUp))
    {
    }

    void onEvent(const JobEvent& event) override
    {
        log.onEvent(event);
        metrics.onEvent(event);
        late.onEvent(event);
        if (log.size() > kMostEvents)
            progress.cancel();
    }

    EventLog log;
    MetricsCollector metrics;
    /// The same after a warm-up.
    MetricsCollector late;
    Progress progress;
};

/// Runs it and checks what must hold for every scenario; gives the hash of its events, empty when it was too long.
std::string simulate(const Scenario& scenario)
{
    Recorder recorder(scenario);
    Simulator simulator(scenario, &recorder);
    const Status status = simulator.run(&recorder.progress);
    require(
        status.ok() || status.error().code == ErrorCode::Interrupted || status.error().code == ErrorCode::TooManyRounds,
        "a run ends or says why");
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        const JobIndex job{i};
        if (simulator.isIn(job))
            (void)simulator.scheduler().explain(simulator.slot(job));
    }
    if (!status)
        return {};
    const Scorecard card = recorder.metrics.finish(scenario.horizon.value_or(recorder.metrics.lastEventTime()));
    require(card.accounting.isBalanced(), "paid + overcommitted = allocated + idle");
    require(card.jobs.submitted == card.jobs.succeeded + card.jobs.failed + card.jobs.unfinished,
        "every job is counted once");
    (void)summaryToJson(scenario, card);
    const Scorecard late = recorder.late.finish(card.to);
    require(late.accounting.isBalanced(), "the identity holds after a warm-up");
    require(late.jobs.carriedIn + late.jobs.submitted == late.jobs.succeeded + late.jobs.failed + late.jobs.unfinished,
        "every job of the window is counted once");
    return eventLogHash(scenario, recorder.log);
}

/// What is written reads back to the same run.
void checkRoundTrip(const Scenario& scenario, const std::string& hash)
{
    const std::string text = scenarioToText(scenario, nullptr);
    const Result<LoadedScenario> again = readScenarioText(text, "again", "/nowhere");
    if (!again)
        std::fprintf(stderr, "%s: %s\n", again.error().place.c_str(), text.c_str());
    require(again.ok(), "what was written can be read");
    require(simulate(again.value().scenario) == hash, "what was written gives the same events");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_discarded() && !isBounded(document))
        return 0;
    const Result<LoadedScenario> read = readScenarioText(text, "fuzz", "/nowhere");
    if (!read) {
        require(read.error().place.starts_with("fuzz"), "an error names its place");
        return 0;
    }
    const Scenario& scenario = read.value().scenario;
    (void)findPolicyWarningsOverTime(scenario);
    if (!isSmall(scenario))
        return 0;
    const std::string hash = simulate(scenario);
    require(hash == simulate(scenario), "the same scenario gives the same events");
    if (!hash.empty())
        checkRoundTrip(scenario, hash);
    return 0;
}
