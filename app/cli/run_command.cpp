// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/option_checks.h"
#include "app/cli/output_paths.h"
#include "app/cli/progress_line.h"
#include "app/cli/project_input.h"
#include "app/cli/scenario_input.h"
#include "app/cli/scorecard_text.h"
#include "core/base/atomic_file.h"
#include "core/exchange/event_log_writer.h"
#include "core/exchange/names.h"
#include "core/exchange/summary_writer.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"
#include "core/store/store_clock.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace quotaboard::cli {

namespace {

/// Hands events to the metrics and, where it is wanted, to a log; keeps what was refused, which a table of results
/// would not show.
class RunSink final : public EventSink {
public:
    RunSink(MetricsCollector& metrics, EventLog* log)
        : metrics_(metrics)
        , log_(log)
    {
    }

    void onEvent(const JobEvent& event) override
    {
        if (log_ != nullptr)
            log_->onEvent(event);
        metrics_.onEvent(event);
        if (event.kind == EventKind::Updated)
            lastUpdate_ = event;
        else
            lastOfJobs_ = event.time;
        if (event.refused != Refusal::None)
            refused_.push_back(event);
    }
    [[nodiscard]] const std::vector<JobEvent>& refused() const { return refused_; }
    /// The last Updated event, when nothing happened to a job at or after it.
    [[nodiscard]] std::optional<JobEvent> lateUpdate() const
    {
        return lastUpdate_ && lastUpdate_->time > lastOfJobs_ ? lastUpdate_ : std::nullopt;
    }
    /// When something happened to a job for the last time.
    [[nodiscard]] TimeMs lastOfJobs() const { return lastOfJobs_; }

private:
    MetricsCollector& metrics_;
    EventLog* log_;
    std::vector<JobEvent> refused_;
    std::optional<JobEvent> lastUpdate_;
    TimeMs lastOfJobs_ = 0;
};

void warnAboutRefusals(const std::vector<JobEvent>& refused)
{
    constexpr std::size_t kMostShown = 5;
    for (std::size_t i = 0; i < std::min(refused.size(), kMostShown); ++i)
        fmt::print(stderr, "quotaboard-cli: warning: intervention {} (counted from 0) was refused at {}: {}\n",
            refused[i].intervention.value(), formatDuration(refused[i].time), nameOf(refused[i].refused));
    if (refused.size() > kMostShown)
        fmt::print(stderr, "quotaboard-cli: warning: {} more interventions were refused; --events has all\n",
            refused.size() - kMostShown);
}

/// Paid capacity and idle time count up to the end of the window, which an edit after the last job moves.
void noteLateUpdate(const RunSink& sink)
{
    if (const std::optional<JobEvent> late = sink.lateUpdate())
        fmt::print(stderr,
            "quotaboard-cli: note: the window reaches to {} because of intervention {} (counted from 0), although no "
            "job "
            "does anything after {}; --horizon ends it elsewhere\n",
            formatDuration(late->time), late->intervention.value(), formatDuration(sink.lastOfJobs()));
}

struct RunArguments {
    /// A scenario file or a project.
    std::string scenario;
    /// Of a project.
    std::string scenarioName;
    std::string events;
    std::string summary;
    std::string seed;
    std::string horizon;
    std::string warmUp;
    bool json = false;
    bool hash = false;
    bool save = false;
};

/// What is run, and where it came from when that is a project.
struct RunInput {
    std::optional<OpenProject> project;
    ScenarioId id = 0;
    LoadedScenario document;
};

/// Nothing when the trouble was reported already.
Result<std::optional<RunInput>> loadInput(
    const RunArguments& arguments, std::optional<std::uint64_t> seed, Context& context)
{
    RunInput input;
    if (!isProject(arguments.scenario)) {
        if (arguments.save || !arguments.scenarioName.empty())
            return Error{ErrorCode::Usage, arguments.save ? "--save" : "--scenario",
                {fmt::format("is for projects, and {} is none", arguments.scenario)}};
        std::optional<LoadedScenario> document = loadScenario(arguments.scenario, seed, context);
        if (!document)
            return std::optional<RunInput>{};
        input.document = std::move(*document);
        return std::optional{std::move(input)};
    }
    input.project = loadProject(arguments.scenario, arguments.save, context);
    if (!input.project)
        return std::optional<RunInput>{};
    // What cannot be saved in the end is not kept either.
    input.project->discardOnClose();
    if (arguments.save && input.project->isReadOnly())
        return *input.project->project().readOnlyReason();
    const Result<ScenarioId> id = chooseScenario(input.project->project(), arguments.scenario, arguments.scenarioName);
    if (!id)
        return id.error();
    input.id = id.value();
    std::optional<LoadedScenario> document = loadScenarioOf(*input.project, input.id, seed, context);
    if (!document)
        return std::optional<RunInput>{};
    input.document = std::move(*document);
    return std::optional{std::move(input)};
}

/// Keeps the run in its project.
Status saveRun(RunInput& input, const EventLog& log, RunFacts facts, Context& context)
{
    facts.engine = "quotaboard " QUOTABOARD_VERSION;
    facts.seed = input.document.scenario.platform.seed;
    facts.finishedMs = epochNow();
    const ProgressLine line(context.progress, "Saving", "events", 1);
    const Result<RunId> run
        = input.project->project().recordRun(input.id, input.document.scenario, log, facts, &context.progress);
    return run ? input.project->save(&context.progress) : Status{run.error()};
}

/// Writing over the scenario would destroy it, and two results in one file would destroy one of them.
Status checkOutputs(const RunArguments& arguments)
{
    for (const std::string& output : {arguments.events, arguments.summary}) {
        if (isSameOutput(output, arguments.scenario))
            return Error{ErrorCode::Usage, output, {"is the scenario and would be overwritten"}};
    }
    if (isSameOutput(arguments.events, arguments.summary))
        return Error{ErrorCode::Usage, arguments.events, {"is given both to --events and to --summary"}};
    return {};
}

Error tooLongWarmUp(const std::string& text, TimeMs end)
{
    return Error{ErrorCode::Usage, "--warm-up",
        {fmt::format("{} leaves nothing to measure; the run ends after {}", text, formatDuration(end))}};
}

/// Start of the window; what can be refused before the run is. Error: Usage.
Result<TimeMs> parseWarmUp(const std::string& text, const Scenario& scenario)
{
    if (text.empty())
        return TimeMs{0};
    Result<TimeMs> from = parseTime(text, "--warm-up", scenario.startTime);
    if (from.ok() && from.value() > 0 && scenario.horizon && from.value() >= *scenario.horizon)
        return tooLongWarmUp(text, *scenario.horizon);
    return from;
}

Status writeResults(const RunArguments& arguments, const Scenario& scenario, const EventLog& log,
    const nlohmann::ordered_json& summary, const Progress& progress)
{
    if (!arguments.events.empty()) {
        if (Status status = writeEventLog(scenario, log, arguments.events, &progress); !status)
            return status;
    }
    if (!arguments.summary.empty())
        return writeFileAtomically(arguments.summary, summary.dump(1) + "\n");
    return {};
}

Status execute(const RunArguments& arguments, Context& context)
{
    if (const Status status = checkOutputs(arguments); !status)
        return status;
    const Result<std::optional<std::uint64_t>> seed = parseSeed(arguments.seed);
    if (!seed)
        return seed.error();
    Result<std::optional<RunInput>> input = loadInput(arguments, seed.value(), context);
    if (!input)
        return input.error();
    if (!input.value())
        return {};
    Scenario& scenario = input.value()->document.scenario;
    if (!arguments.horizon.empty()) {
        Result<TimeMs> horizon = parseTime(arguments.horizon, "--horizon", scenario.startTime);
        if (!horizon)
            return horizon.error();
        scenario.horizon = horizon.value();
    }

    const Result<TimeMs> warmUp = parseWarmUp(arguments.warmUp, scenario);
    if (!warmUp)
        return warmUp.error();

    EventLog log;
    MetricsCollector metrics(scenario, warmUp.value());
    const bool keepsLog = !arguments.events.empty() || arguments.hash || arguments.save;
    RunFacts facts;
    facts.startedMs = epochNow();
    RunSink sink(metrics, keepsLog ? &log : nullptr);
    Simulator simulator(scenario, &sink);
    context.progress.setDone(0);
    const Status finished = [&] {
        const ProgressLine line(context.progress, "Simulating", "jobs", 1);
        return simulator.run(&context.progress);
    }();
    if (!finished)
        return finished;
    warnAboutRefusals(sink.refused());
    if (!scenario.horizon)
        noteLateUpdate(sink);
    const TimeMs end = scenario.horizon.value_or(metrics.lastEventTime());
    if (warmUp.value() > 0 && warmUp.value() >= end)
        return tooLongWarmUp(arguments.warmUp, end);
    const Scorecard card = metrics.finish(end);
    Result<nlohmann::ordered_json> summary = summaryToJson(scenario, card);
    if (!summary)
        return Error{summary.error().code, arguments.scenario, summary.error().arguments};
    if (context.progress.isCancelled())
        return Error{ErrorCode::Interrupted, {}, {}};
    if (Status written = writeResults(arguments, scenario, log, summary.value(), context.progress); !written)
        return written;
    if (context.progress.isCancelled())
        return Error{ErrorCode::Interrupted, {}, {}};
    if (arguments.save) {
        facts.warmUp = warmUp.value();
        facts.end = end;
        facts.summary = summary.value();
        if (Status saved = saveRun(*input.value(), log, std::move(facts), context); !saved)
            return saved;
    }

    std::FILE* out = arguments.events == "-" || arguments.summary == "-" ? stderr : stdout;
    if (arguments.json) {
        // Whoever reads JSON finds the hash in it, not after it.
        if (arguments.hash)
            summary.value()["eventLogHash"] = eventLogHash(scenario, log);
        fmt::print(out, "{}\n", summary.value().dump(1));
        return {};
    }
    printScorecard(out, scenario, card);
    if (arguments.hash)
        fmt::print(out, "event-log hash {}\n", eventLogHash(scenario, log));
    return {};
}

constexpr const char* kFooter = R"(
Examples:
  quotaboard-cli run resources/samples/two-teams-3-lending-checkpoints.scenario.json
  quotaboard-cli run month.scenario.json --events month.events.jsonl --summary month.summary.json
  quotaboard-cli run month.scenario.json --horizon 7d --summary - | jq .preemption
  quotaboard-cli run generated.scenario.json --warm-up 1d
  quotaboard-cli run plan.qboard --scenario borrow --save

core/exchange/SCENARIO_FORMAT.md describes the scenario, the event log and the summary.
Exit status: 0 success, 2 usage error, 3 bad input, 4 internal error, 5 cannot write,
130 interrupted.)";

} // namespace

void addRunCommand(CLI::App& app, Context& context)
{
    auto arguments = std::make_shared<RunArguments>();
    CLI::App* command = app.add_subcommand("run", "Simulate a scenario and print its scorecard");
    command->footer(kFooter);
    command->add_option("SCENARIO", arguments->scenario, "Scenario file (*.scenario.json) or project (*.qboard)")
        ->required()
        ->check(refuseEmpty);
    command
        ->add_option(
            "--scenario", arguments->scenarioName, "Which scenario of a project; not needed when it has one only")
        ->check(refuseEmpty)
        ->type_name("NAME");
    command->add_flag("--save", arguments->save,
        "Keep the run in the project: its events, results, seed and hashes; one with another seed or horizon counts as "
        "stale");
    command
        ->add_option("--events", arguments->events,
            "Write the event log (JSON lines) to FILE; - is standard output, and the table then goes to standard error")
        ->check(refuseEmpty)
        ->type_name("FILE");
    command
        ->add_option("--summary", arguments->summary,
            "Write the summary (JSON) to FILE; - is standard output, and the table then goes to standard error")
        ->check(refuseEmpty)
        ->type_name("FILE");
    command->add_option("--seed", arguments->seed, "Random seed instead of the scenario's")
        ->check(refuseEmpty)
        ->type_name("N");
    command
        ->add_option("--horizon", arguments->horizon,
            "End of the run instead of the scenario's: seconds, 1h30m, or an ISO instant")
        ->check(refuseEmpty)
        ->type_name("TIME");
    command
        ->add_option("--warm-up", arguments->warmUp,
            "Measure from TIME on only: the simulation still begins at 0, but every figure counts what lies between "
            "TIME and the end of the run")
        ->check(refuseEmpty)
        ->type_name("TIME");
    command->add_flag("--json", arguments->json, "Print the summary as JSON instead of the table");
    command->add_flag("--hash", arguments->hash, "Print the SHA-256 of the event log: equal runs have equal hashes");
    command->callback([arguments, &context] {
        if (const Status status = execute(*arguments, context); !status)
            context.status = report(status.error());
    });
}

} // namespace quotaboard::cli
