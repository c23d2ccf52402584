// SPDX-License-Identifier: Apache-2.0
#include "app/cli/project_input.h"

#include "app/cli/progress_line.h"
#include "app/cli/scenario_input.h"
#include "app/cli/text_output.h"
#include "core/store/schema.h"
#include "core/store/working_folder.h"

#include <cstdlib>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

namespace quotaboard::cli {

namespace {

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

void printFindings(const ProjectFindings& findings, const std::string& path)
{
    const auto warn
        = [&](const std::string& text) { fmt::print(stderr, "quotaboard-cli: warning: {}: {}\n", path, text); };
    if (findings.newerVersion > 0)
        warn(fmt::format(
            "was written by a newer program (version {} of the project format, this one knows up to {}); it "
            "is read as far as it is known",
            findings.newerVersion, kProjectVersion));
    if (!findings.unknownParts.empty())
        warn(fmt::format("what this program does not know is left out: {}", fmt::join(findings.unknownParts, ", ")));
    if (!findings.changedContent.empty())
        warn(fmt::format("was changed by another program, or is damaged, since it was saved: {}",
            fmt::join(findings.changedContent, ", ")));
}

} // namespace

bool isProject(const std::string& path)
{
    const Result<FileHead> head = readHead(path);
    return head && head.value().isDatabase && head.value().applicationId == kProjectApplicationId;
}

std::string stateFolder()
{
    // The specification of these folders says that relative values are not to be heard.
    if (const std::string state = environment("XDG_STATE_HOME"); state.starts_with('/'))
        return state + "/quotaboard";
    std::string home = environment("HOME");
    if (home.empty()) {
        const passwd* user = ::getpwuid(::getuid());
        home = user != nullptr ? user->pw_dir : "";
    }
    return home.empty() ? std::string{} : home + "/.local/state/quotaboard";
}

std::optional<OpenProject> loadProject(const std::string& path, bool writes, Context& context)
{
    ProjectOpenOptions options;
    options.readOnly = !writes;
    options.progress = &context.progress;
    Result<OpenProject> opened = openProject(path, stateFolder(), options);
    if (!opened) {
        context.status = report(opened.error());
        return std::nullopt;
    }
    printFindings(opened.value().findings(), path);
    return std::move(opened).value();
}

Result<ScenarioId> chooseScenario(Project& project, const std::string& path, const std::string& name)
{
    const Result<std::vector<ScenarioEntry>> entries = project.scenarios();
    if (!entries)
        return entries.error();
    std::vector<std::string> names;
    for (const ScenarioEntry& entry : entries.value()) {
        if (entry.name == name || (name.empty() && entries.value().size() == 1))
            return entry.id;
        names.push_back(fmt::format("\"{}\"", entry.name));
    }
    if (names.empty())
        return Error{ErrorCode::Usage, path, {"has no scenarios; 'quotaboard-cli project import' adds them"}};
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    return Error{ErrorCode::Usage, path,
        {name.empty() ? fmt::format(
             "has {}; choose one with --scenario: {}", counted(names.size(), "scenario", "scenarios"), list)
                      : fmt::format("has no scenario \"{}\"; there are: {}", name, list)}};
}

std::optional<LoadedScenario> loadScenarioOf(
    OpenProject& opened, ScenarioId id, std::optional<std::uint64_t> seed, Context& context)
{
    ScenarioReadOptions options;
    options.seed = seed;
    options.progress = &context.progress;
    const std::string& folder = opened.project().folder();
    Result<LoadedScenario> document = [&]() -> Result<LoadedScenario> {
        const ProgressLine line(context.progress, "Reading", "MB", 1 << 20);
        Result<std::string> text = opened.project().scenarioText(id, folder, &context.progress);
        if (!text)
            return text.error();
        return readScenarioText(text.value(), opened.path(), folder, options);
    }();
    if (!document) {
        context.status = report(document.error());
        return std::nullopt;
    }
    printWarnings(document.value().warnings, opened.path());
    return std::move(document).value();
}

std::string userName()
{
    const passwd* user = ::getpwuid(::geteuid());
    return user != nullptr ? user->pw_name : environment("USER");
}

} // namespace quotaboard::cli
