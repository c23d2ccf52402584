// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/compare_files.h"
#include "app/cli/compare_text.h"
#include "app/cli/compare_words.h"
#include "app/cli/option_checks.h"
#include "app/cli/output_paths.h"
#include "app/cli/progress_line.h"
#include "app/cli/scenario_input.h"
#include "app/cli/text_output.h"
#include "core/base/atomic_file.h"
#include "core/exchange/redraw.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kMostSeeds = 100'000;
constexpr unsigned kMostThreads = 1024;

struct CompareArguments {
    std::vector<std::string> scenarios;
    std::size_t seeds = 20;
    std::string seed;
    unsigned threads = 0;
    std::string csv;
    bool resampleDays = false;
    bool victimOrders = false;
    bool onlyDifferences = false;
    bool procurement = false;
    bool json = false;
};

/// What is compared, and how the procurement scenarios were made.
struct CompareInput {
    std::vector<ComparedScenario> scenarios;
    std::vector<ProcurementScenario> procurement;
};

Status checkArguments(const CompareArguments& arguments)
{
    if (arguments.procurement && arguments.scenarios.size() != 1)
        return Error{
            ErrorCode::Usage, "--procurement", {"makes the scenarios to compare out of one; give one SCENARIO"}};
    if (!arguments.procurement && arguments.scenarios.size() < 2)
        return Error{ErrorCode::Usage, arguments.scenarios.front(),
            {"is one scenario only; give another one to compare it with, or --procurement"}};
    if (arguments.scenarios.size() > kMostCompared)
        return Error{ErrorCode::Usage, "SCENARIO",
            {fmt::format(
                "{} scenarios are given, at most {} are compared", arguments.scenarios.size(), kMostCompared)}};
    for (const std::string& scenario : arguments.scenarios) {
        if (isSameOutput(arguments.csv, scenario))
            return Error{ErrorCode::Usage, arguments.csv, {"is a scenario and would be overwritten"}};
    }
    return {};
}

/// Scenarios are told apart by name; two of one name by their files, too.
void nameApart(std::vector<ComparedScenario>& scenarios, const std::vector<std::string>& paths)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < scenarios.size(); ++i)
        names.push_back(scenarios[i].name.empty() ? paths[i] : scenarios[i].name);
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        scenarios[i].name = names[i];
        if (std::count(names.begin(), names.end(), names[i]) > 1 && names[i] != paths[i])
            scenarios[i].name = fmt::format("{} ({})", names[i], paths[i]);
    }
}

/// Nothing when the trouble was reported already.
std::optional<CompareInput> loadInput(const CompareArguments& arguments, Context& context)
{
    CompareInput input;
    for (const std::string& path : arguments.scenarios) {
        std::optional<ScenarioFile> file = loadScenarioFile(path, context);
        if (!file)
            return std::nullopt;
        input.scenarios.push_back({file->scenario->name, file->scenario, redrawOf(std::move(file->extras.generators))});
    }
    nameApart(input.scenarios, arguments.scenarios);
    if (!arguments.procurement)
        return input;
    const ComparedScenario current = std::move(input.scenarios.front());
    input.scenarios.clear();
    for (ProcurementScenario& made : procurementScenarios(*current.scenario)) {
        input.scenarios.push_back(
            {made.scenario.name, std::make_shared<const Scenario>(made.scenario), current.redraw});
        input.procurement.push_back(std::move(made));
    }
    return input;
}

nlohmann::ordered_json changesToJson(const std::vector<ProcurementScenario>& scenarios)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ProcurementScenario& made : scenarios) {
        nlohmann::ordered_json changes = nlohmann::ordered_json::array();
        for (const ProcurementChange& change : made.changes)
            changes.push_back(describe(change, made.scenario));
        list.push_back({{"scenario", made.scenario.name}, {"changes", changes}});
    }
    return list;
}

void printMade(std::FILE* out, const std::vector<ProcurementScenario>& scenarios)
{
    if (scenarios.empty())
        return;
    fmt::print(out, "What was changed in the given scenario\n");
    for (const ProcurementScenario& made : scenarios) {
        std::vector<std::string> changes;
        for (const ProcurementChange& change : made.changes)
            changes.push_back(describe(change, made.scenario));
        fmt::print(out, "  {}\n",
            wrapped(fmt::format("{}: {}", made.scenario.name,
                        changes.empty() ? std::string{"nothing"} : fmt::format("{}", fmt::join(changes, "; "))),
                4, 2));
    }
    fmt::print(out, "\n");
}

Status execute(const CompareArguments& arguments, Context& context)
{
    if (const Status status = checkArguments(arguments); !status)
        return status;
    const Result<std::optional<std::uint64_t>> seed = parseSeed(arguments.seed);
    if (!seed)
        return seed.error();
    const std::optional<CompareInput> input = loadInput(arguments, context);
    if (!input)
        return {};
    ComparisonOptions options;
    options.seeds = arguments.seeds;
    options.firstSeed = seed.value();
    options.threads = arguments.threads;
    options.resampleDays = arguments.resampleDays;
    options.victimOrders = arguments.victimOrders;
    options.progress = &context.progress;
    const Result<Comparison> comparison = [&] {
        const ProgressLine line(context.progress, "Simulating", "runs", static_cast<double>(kProgressPerRun));
        return compareScenarios(input->scenarios, options);
    }();
    if (!comparison)
        return comparison.error();
    if (!arguments.csv.empty()) {
        if (Status written = writeFileAtomically(arguments.csv, comparisonToCsv(comparison.value())); !written)
            return written;
    }
    std::FILE* out = arguments.csv == "-" ? stderr : stdout;
    if (arguments.json) {
        nlohmann::ordered_json json = comparisonToJson(comparison.value());
        if (arguments.procurement)
            json["procurement"] = changesToJson(input->procurement);
        // Names are whatever bytes a file holds.
        fmt::print(out, "{}\n", json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
        return {};
    }
    printMade(out, input->procurement);
    printComparison(out, comparison.value(), arguments.onlyDifferences);
    return {};
}

constexpr const char* kFooter = R"(
The first scenario is the baseline. Every scenario is simulated with the same seeds, so that the
same jobs arrive in all of them; one without anything random is simulated once.

Examples:
  quotaboard-cli compare isolated.scenario.json lending.scenario.json
  quotaboard-cli compare a.scenario.json b.scenario.json c.scenario.json --seeds 50 --only-differences
  quotaboard-cli compare today.scenario.json --procurement --csv table.csv
  quotaboard-cli compare trace.scenario.json lending.scenario.json --resample-days --json

Exit status: 0 success, 2 usage error, 3 bad input, 4 internal error, 5 cannot write,
130 interrupted.)";

} // namespace

void addCompareCommand(CLI::App& app, Context& context)
{
    auto arguments = std::make_shared<CompareArguments>();
    CLI::App* command = app.add_subcommand("compare", "Compare scenarios with a baseline, with many seeds");
    command->footer(kFooter);
    command->add_option("SCENARIO", arguments->scenarios, "Scenario files (*.scenario.json); the first is the baseline")
        ->required()
        ->check(refuseEmpty);
    command->add_option("--seeds", arguments->seeds, "How many seeds")
        ->check(CLI::Range(std::size_t{1}, kMostSeeds))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--seed", arguments->seed, "First seed instead of the baseline's; the others follow it")
        ->check(refuseEmpty)
        ->type_name("N");
    command->add_option("--threads", arguments->threads, "How many threads; 0 is one a core. The results are the same")
        ->check(CLI::Range(0U, kMostThreads))
        ->type_name("N");
    command->add_flag("--procurement", arguments->procurement,
        "Compare three scenarios made from the policy of one: isolated, lending where checkpoints make it safe, and "
        "lending with protected shares; every change is listed");
    command->add_flag("--resample-days", arguments->resampleDays,
        "Draw whole days of the recorded jobs with replacement for each seed, the same for every scenario");
    command->add_flag("--victim-orders", arguments->victimOrders,
        "Tell under how many of the five victim orders each verdict is the same; takes up to six times as long");
    command->add_flag("--only-differences", arguments->onlyDifferences, "Leave out rows that are equal in all");
    command
        ->add_option("--csv", arguments->csv,
            "Write all numbers to FILE as CSV; - is standard output, and the table then goes to standard error")
        ->check(refuseEmpty)
        ->type_name("FILE");
    command->add_flag("--json", arguments->json, "Print all numbers as JSON instead of the table");
    command->callback([arguments, &context] {
        if (const Status status = execute(*arguments, context); !status)
            context.status = report(status.error());
    });
}

} // namespace quotaboard::cli
