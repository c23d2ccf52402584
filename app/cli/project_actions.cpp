// SPDX-License-Identifier: Apache-2.0
#include "app/cli/project_actions.h"

#include "app/cli/output_paths.h"
#include "app/cli/project_input.h"
#include "app/cli/scenario_input.h"
#include "app/cli/text_output.h"
#include "core/base/atomic_file.h"
#include "core/store/store_clock.h"
#include "core/store/working_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace quotaboard::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// Runs of a scenario, and how many of them are of what it says now.
struct RunCount {
    std::size_t all = 0;
    std::size_t fresh = 0;
};

RunCount countRuns(const std::vector<RunEntry>& runs, ScenarioId id)
{
    RunCount found;
    for (const RunEntry& run : runs) {
        found.all += run.scenario == id ? 1 : 0;
        found.fresh += run.scenario == id && !run.isStale ? 1 : 0;
    }
    return found;
}

Json toJson(const ScenarioEntry& entry, const std::vector<RunEntry>& runs)
{
    Json list = Json::array();
    for (const RunEntry& run : runs) {
        if (run.scenario == entry.id)
            list.push_back({{"run", run.id}, {"engine", run.facts.engine}, {"seed", run.facts.seed},
                {"finished", formatIsoInstant(run.facts.finishedMs)}, {"events", run.events},
                {"eventLogHash", run.eventLogHash}, {"isStale", run.isStale}});
    }
    return {{"name", entry.name}, {"isBaseline", entry.isBaseline}, {"jobsKept", entry.jobs}, {"hash", entry.hash},
        {"modified", formatIsoInstant(entry.modifiedMs)}, {"note", entry.note}, {"runs", list}};
}

/// What the scenario of a file is called in a project.
std::string nameFor(const ProjectArguments& arguments, const std::string& path, const Scenario& scenario)
{
    if (!arguments.name.empty())
        return arguments.name;
    if (!scenario.name.empty())
        return scenario.name;
    std::string name = path.substr(path.find_last_of('/') + 1);
    for (const char* suffix : {".json", ".scenario"}) {
        if (name.ends_with(suffix))
            name.resize(name.size() - std::string_view{suffix}.size());
    }
    return name;
}

Result<OpenProject> openOrMake(const std::string& path, Context& context)
{
    if (::access(path.c_str(), F_OK) != 0)
        return newProject(stateFolder());
    ProjectOpenOptions options;
    options.progress = &context.progress;
    return openProject(path, stateFolder(), options);
}

/// Puts a scenario in place of the one of its name. An error when it may not.
Status replaceScenario(Project& project, ScenarioId id, const ScenarioFile& file, ChangeRow like, Context& context)
{
    const Result<ScenarioFile> before = project.readScenario(id, &context.progress);
    if (!before)
        return before.error();
    std::vector<ChangeRow> rows = rowsFor(changesBetween(*before.value().scenario, *file.scenario), like);
    return project.putScenario(id, *file.scenario, file.extras, file.source, rows, &context.progress);
}

Status importOne(Project& project, const ProjectArguments& arguments, const std::string& path, Context& context)
{
    const Result<ScenarioFile> file = readScenarioFile(path, &context.progress);
    if (!file)
        return file.error();
    printWarnings(file.value().warnings, path);
    const std::string name = nameFor(arguments, path, *file.value().scenario);
    ChangeRow row;
    row.wallMs = epochNow();
    row.actor = userName();
    row.scenario = name;
    row.reason = arguments.reason;
    row.kind = ChangeKind::Import;
    if (const Result<ScenarioId> same = project.findScenario(name); same.ok() && arguments.replace)
        return replaceScenario(project, same.value(), file.value(), row, context);
    const Result<ScenarioId> added = project.addScenario(name, file.value(), &context.progress);
    if (!added) {
        if (added.error().code == ErrorCode::Duplicate)
            return Error{ErrorCode::Usage, arguments.project,
                {fmt::format("has a scenario \"{}\" already; --replace replaces it, --name gives another name", name)}};
        return added.error();
    }
    row.what = {"scenario", name, "scenario", {}, path};
    return project.appendChanges({&row, 1});
}

void printRow(TextTable& table, const ChangeRow& row)
{
    const PolicyChange& what = row.what;
    const std::string object = what.object.empty() ? what.objectKind : what.objectKind + " " + what.object;
    table.addRow({std::to_string(row.seq), formatIsoInstant(row.wallMs), what.at ? formatDuration(*what.at) : "—",
        row.actor, std::string{nameOf(row.kind)}, row.scenario, object, what.field,
        what.oldValue.empty() ? "—" : what.oldValue, what.newValue.empty() ? "—" : what.newValue, row.reason,
        row.ticket});
}

} // namespace

Status listProject(const ProjectArguments& arguments, Context& context)
{
    std::optional<OpenProject> opened = loadProject(arguments.project, false, context);
    if (!opened)
        return {};
    const Result<std::vector<ScenarioEntry>> entries = opened->project().scenarios();
    if (!entries)
        return entries.error();
    const Result<std::vector<RunEntry>> runs = opened->project().runs();
    if (!runs)
        return runs.error();
    if (arguments.json) {
        Json list = Json::array();
        for (const ScenarioEntry& entry : entries.value())
            list.push_back(toJson(entry, runs.value()));
        fmt::print("{}\n", dump({{"project", arguments.project}, {"scenarios", list}}));
        return {};
    }
    fmt::print("{}: {}, {}\n", arguments.project, counted(entries.value().size(), "scenario", "scenarios"),
        counted(runs.value().size(), "run", "runs"));
    TextTable table({"scenario", "jobs kept", "runs", "of them stale", "changed"});
    for (const ScenarioEntry& entry : entries.value()) {
        const RunCount found = countRuns(runs.value(), entry.id);
        table.addRow({entry.isBaseline ? entry.name + " (baseline)" : entry.name,
            count(static_cast<std::uint64_t>(entry.jobs)), count(found.all), count(found.all - found.fresh),
            formatIsoInstant(entry.modifiedMs / kMsPerSecond * kMsPerSecond)});
    }
    if (!table.empty())
        table.print(stdout, TextStyle(stdout));
    return {};
}

Status importScenarios(const ProjectArguments& arguments, Context& context)
{
    if (!arguments.name.empty() && arguments.scenarios.size() > 1)
        return Error{ErrorCode::Usage, "--name", {"names one scenario; give one file with it"}};
    Result<OpenProject> opened = openOrMake(arguments.project, context);
    if (!opened)
        return opened.error();
    OpenProject& project = opened.value();
    // What is not saved is not wanted: all files are imported or none.
    project.discardOnClose();
    for (const std::string& path : arguments.scenarios) {
        if (Status status = importOne(project.project(), arguments, path, context); !status)
            return status;
    }
    const Status saved = project.path().empty() ? project.saveAs(arguments.project, &context.progress)
                                                : project.save(&context.progress);
    if (!saved)
        return saved;
    fmt::print("{}: {} imported\n", arguments.project, counted(arguments.scenarios.size(), "scenario", "scenarios"));
    return {};
}

Status exportScenario(const ProjectArguments& arguments, Context& context)
{
    if (isSameOutput(arguments.output, arguments.project))
        return Error{ErrorCode::Usage, arguments.output, {"is the project and would be overwritten"}};
    std::optional<OpenProject> opened = loadProject(arguments.project, false, context);
    if (!opened)
        return {};
    const Result<ScenarioId> id = chooseScenario(opened->project(), arguments.project, arguments.name);
    if (!id)
        return id.error();
    const bool isStream = arguments.output == AtomicFile::kStandardOutput;
    const Result<std::string> text = opened->project().scenarioText(
        id.value(), isStream ? opened->project().folder() : folderOf(arguments.output), &context.progress);
    return text ? writeFileAtomically(arguments.output, text.value()) : Status{text.error()};
}

Status verifyProject(const ProjectArguments& arguments, Context& context)
{
    // What opening finds is told by the result.
    std::optional<OpenProject> opened = loadProject(arguments.project, false, context);
    if (!opened)
        return {};
    const Result<std::vector<std::string>> content = opened->project().verifyContent(&context.progress);
    if (!content)
        return content.error();
    const Result<ChangeVerdict> record = opened->project().verifyChanges();
    if (!record)
        return record.error();
    const ChangeVerdict& verdict = record.value();
    const bool isWhole = content.value().empty() && verdict.isWhole();
    if (arguments.json) {
        fmt::print("{}\n",
            dump({{"project", arguments.project}, {"isWhole", isWhole}, {"changedContent", content.value()},
                {"changes", verdict.rows},
                {"firstBrokenChange", verdict.firstBroken ? Json(*verdict.firstBroken) : Json(nullptr)},
                {"changeHash", verdict.head}}));
    } else if (isWhole) {
        fmt::print("{} is whole: the database, all contents, and {} in one chain\n", arguments.project,
            counted(static_cast<std::uint64_t>(verdict.rows), "change", "changes"));
    }
    if (!verdict.isWhole())
        fmt::print(stderr, "quotaboard-cli: {}: the change record is broken at row {}\n", arguments.project,
            *verdict.firstBroken);
    if (!content.value().empty())
        fmt::print(stderr, "quotaboard-cli: {}: not what was saved: {}\n", arguments.project,
            fmt::join(content.value(), ", "));
    if (!isWhole)
        context.status = ExitStatus::BadInput;
    return {};
}

Status printChanges(const ProjectArguments& arguments, Context& context)
{
    std::optional<OpenProject> opened = loadProject(arguments.project, false, context);
    if (!opened)
        return {};
    const Result<std::vector<ChangeRow>> rows = opened->project().changes();
    if (!rows)
        return rows.error();
    if (arguments.csv || arguments.json) {
        fmt::print("{}", arguments.csv ? changesToCsv(rows.value()) : changesToJson(rows.value()));
        return {};
    }
    fmt::print("{}: {}\n", arguments.project, counted(rows.value().size(), "change", "changes"));
    TextTable table({"#", "time (UTC)", "sim time", "actor", "kind", "scenario", "object", "field", "old", "new",
                        "reason", "ticket"},
        12);
    for (const ChangeRow& row : rows.value())
        printRow(table, row);
    if (!table.empty())
        table.print(stdout, TextStyle(stdout));
    return {};
}

} // namespace quotaboard::cli
