// SPDX-License-Identifier: Apache-2.0
#include "tests/support/run_scenario.h"

#include "core/exchange/event_log_writer.h"
#include "core/exchange/summary_writer.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"
#include "tests/support/event_tee.h"

namespace quotaboard::test {

namespace {

std::string textOf(const Error& error)
{
    std::string text = error.place;
    for (const std::string& argument : error.arguments)
        text += " | " + argument;
    return text;
}

FinishedRun finish(Result<LoadedScenario> document, TimeMs from)
{
    if (!document) {
        FinishedRun run;
        run.error = textOf(document.error());
        return run;
    }
    return runScenario(std::move(document.value().scenario), from);
}

} // namespace

FinishedRun runScenario(Scenario scenario, TimeMs from)
{
    FinishedRun run;
    run.scenario = std::make_unique<Scenario>(std::move(scenario));
    MetricsCollector metrics(*run.scenario, from);
    EventTee tee(run.log, metrics);
    Simulator simulator(*run.scenario, &tee);
    if (const Status status = simulator.run(); !status) {
        run.error = textOf(status.error());
        return run;
    }
    run.card = metrics.finish(run.scenario->horizon.value_or(metrics.lastEventTime()));
    for (std::size_t i = 0; i < run.log.size(); ++i) {
        std::string line;
        appendEventLine(*run.scenario, run.log[i], i, line);
        run.events.push_back(nlohmann::json::parse(line));
    }
    Result<nlohmann::ordered_json> summary = summaryToJson(*run.scenario, run.card);
    if (summary)
        run.summary = summary.value();
    else
        run.error = textOf(summary.error());
    return run;
}

FinishedRun runScenario(const nlohmann::json& document)
{
    return finish(readScenarioText(document.dump(), "scenario", "."), 0);
}

FinishedRun runScenarioFile(const std::string& path, TimeMs from)
{
    return finish(readScenario(path), from);
}

std::shared_ptr<const RunResult> recordedRun(const nlohmann::json& document)
{
    Result<LoadedScenario> loaded = readScenarioText(document.dump(), "test", "/nowhere");
    if (!loaded)
        return nullptr;
    auto result = recordRun(std::make_shared<const Scenario>(std::move(loaded.value().scenario)));
    return result ? result.value() : nullptr;
}

} // namespace quotaboard::test
