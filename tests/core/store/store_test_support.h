// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/event_log_writer.h"
#include "core/exchange/scenario_words.h"
#include "core/exchange/summary_writer.h"
#include "core/store/project_file.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <QTemporaryDir>
#include <QTest>

#include <string>

namespace quotaboard::test {

/// What went wrong, for messages of tests.
inline std::string why(const Error& error)
{
    std::string text = std::to_string(static_cast<int>(error.code)) + " " + error.place;
    for (const std::string& argument : error.arguments)
        text += " | " + argument;
    return text;
}

/// The value, or a test that stops.
template <class T>
T must(Result<T> result)
{
    if (!result.ok())
        qFatal("%s", why(result.error()).c_str());
    return std::move(result).value();
}

inline void must(const Status& status)
{
    if (!status.ok())
        qFatal("%s", why(status.error()).c_str());
}

inline std::string randomText(std::uint64_t seed)
{
    return reference::randomScenario(seed).dump();
}

inline ScenarioFile scenarioFrom(const std::string& text, const std::string& folder = "/")
{
    return must(readScenarioFileText(text, "test", folder));
}

/// A folder for the state and one for the user's files.
struct Folders {
    QTemporaryDir folder;
    [[nodiscard]] std::string state() const { return folder.filePath("state").toStdString(); }
    [[nodiscard]] std::string file(const char* name) const { return folder.filePath(name).toStdString(); }
};

/// Runs a scenario and keeps the run.
inline RunId keepRun(Project& project, ScenarioId id, const FinishedRun& run)
{
    RunFacts facts;
    facts.engine = "test";
    facts.seed = run.scenario->platform.seed;
    facts.end = run.log.empty() ? 0 : run.log.timeOf(run.log.size() - 1);
    facts.startedMs = 1;
    facts.finishedMs = 2;
    facts.summary = must(summaryToJson(*run.scenario, run.card));
    return must(project.recordRun(id, *run.scenario, run.log, facts));
}

} // namespace quotaboard::test
