// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/option_checks.h"
#include "app/cli/project_actions.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace quotaboard::cli {

namespace {

constexpr const char* kFooter = R"(
Examples:
  quotaboard-cli project import plan.qboard today.scenario.json borrow.scenario.json
  quotaboard-cli project list plan.qboard
  quotaboard-cli run plan.qboard --scenario borrow --save
  quotaboard-cli project export plan.qboard borrow -o borrow.scenario.json
  quotaboard-cli project changes plan.qboard --csv > changes.csv

A project is an SQLite database; core/store/FORMAT.md describes its tables. It is written as a
whole and checked before it takes the place of the old file. While it is open in the application
it can be read here, not written.
Exit status: 0 success, 2 usage error, 3 bad input (damaged, locked, not verified), 4 internal
error, 5 cannot write, 130 interrupted.)";

/// A subcommand of `project` whose first argument is the project.
CLI::App* addAction(CLI::App& project, const char* name, const char* text, std::string& path)
{
    CLI::App* action = project.add_subcommand(name, text);
    action->add_option("PROJECT", path, "Project file (*.qboard)")->required()->check(refuseEmpty);
    return action;
}

} // namespace

void addProjectCommand(CLI::App& app, Context& context)
{
    auto arguments = std::make_shared<ProjectArguments>();
    CLI::App* project = app.add_subcommand("project", "List, fill, export and verify a project (*.qboard)");
    project->footer(kFooter);
    project->require_subcommand(1);
    const auto runs = [arguments, &context](CLI::App* action, auto execute) {
        action->callback([arguments, &context, execute] {
            if (const Status status = execute(*arguments, context); !status)
                context.status = report(status.error());
        });
    };

    CLI::App* list = addAction(*project, "list", "List its scenarios and their runs", arguments->project);
    list->add_flag("--json", arguments->json, "Print the list as JSON");
    runs(list, listProject);

    CLI::App* import = addAction(
        *project, "import", "Add scenario files; the project is made when it is not there", arguments->project);
    import->add_option("SCENARIO", arguments->scenarios, "Scenario files (*.scenario.json)")
        ->required()
        ->check(refuseEmpty);
    import
        ->add_option("--name", arguments->name, "Name of the scenario in the project instead of its own; with one file")
        ->check(refuseEmpty)
        ->type_name("NAME");
    import->add_flag("--replace", arguments->replace, "Replace scenarios of the same name; their runs become stale");
    import->add_option("--reason", arguments->reason, "Reason for the change record")
        ->check(refuseEmpty)
        ->type_name("TEXT");
    runs(import, importScenarios);

    CLI::App* exported = addAction(*project, "export", "Write a scenario of it to a file", arguments->project);
    exported->add_option("NAME", arguments->name, "Name of the scenario")->required()->check(refuseEmpty);
    exported->add_option("-o,--output", arguments->output, "Scenario file to write; - is standard output")
        ->required()
        ->check(refuseEmpty)
        ->type_name("FILE");
    runs(exported, exportScenario);

    CLI::App* verify = addAction(
        *project, "verify", "Check the file, all contents and the chain of the change record", arguments->project);
    verify->add_flag("--json", arguments->json, "Print the result as JSON");
    runs(verify, verifyProject);

    CLI::App* changes = addAction(*project, "changes", "Print the change record", arguments->project);
    CLI::Option* csv = changes->add_flag("--csv", arguments->csv, "As CSV, with all columns");
    changes->add_flag("--json", arguments->json, "As JSON, with all columns")->excludes(csv);
    runs(changes, printChanges);
}

} // namespace quotaboard::cli
