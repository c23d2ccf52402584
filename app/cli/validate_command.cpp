// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/option_checks.h"
#include "app/cli/scenario_input.h"
#include "app/cli/text_output.h"
#include "core/model/policy_warnings.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace quotaboard::cli {

namespace {

std::string_view nameOfCode(PolicyWarning::Code code)
{
    switch (code) {
    case PolicyWarning::Code::UnassignedCapacity:
        return "UNASSIGNED_CAPACITY";
    case PolicyWarning::Code::Oversubscribed:
        return "OVERSUBSCRIBED";
    case PolicyWarning::Code::UnitNotInEnvironment:
        return "UNIT_NOT_IN_ENVIRONMENT";
    case PolicyWarning::Code::ImpossibleJobs:
        return "IMPOSSIBLE_JOBS";
    case PolicyWarning::Code::FrontBlocksOwnQuota:
        return "FRONT_BLOCKS_OWN_QUOTA";
    case PolicyWarning::Code::WideFrontMayStarve:
        return "WIDE_FRONT_MAY_STARVE";
    case PolicyWarning::Code::WideVictims:
        return "WIDE_VICTIMS";
    case PolicyWarning::Code::PrioritiesAllRaised:
        return "PRIORITIES_ALL_RAISED";
    case PolicyWarning::Code::BorrowersUncheckpointed:
        return "BORROWERS_UNCHECKPOINTED";
    case PolicyWarning::Code::GuessedUnit:
        return "GUESSED_UNIT";
    }
    return {};
}

/// "1 of its 8 jobs writes no checkpoints".
std::string uncheckpointedText(std::uint64_t without, std::uint64_t all)
{
    if (without == all)
        return all == 1 ? "its only job writes no checkpoints"
                        : fmt::format("none of its {} jobs writes checkpoints", count(all));
    return fmt::format(
        "{} of its {} jobs {} no checkpoints", count(without), count(all), without == 1 ? "writes" : "write");
}

/// What the policy that a warning is about does.
std::string consequenceFor(const PolicyWarning& warning)
{
    const auto& a = warning.arguments;
    switch (warning.code) {
    case PolicyWarning::Code::UnassignedCapacity:
        return fmt::format("{}: {} of {} {} to no quota share; {} neither used nor lent "
                           "(platform.unassignedCapacity \"borrowable\" lends {})",
            a[0], a[1], counted(std::stoull(a[2]), "instance", "instances"), a[1] == "1" ? "belongs" : "belong",
            a[1] == "1" ? "it is" : "they are", a[1] == "1" ? "it" : "them");
    case PolicyWarning::Code::Oversubscribed:
        return fmt::format(
            "{}: the limits add up to {} instances, the environment has {}; a share may not get its limit", a[0], a[1],
            a[2]);
    case PolicyWarning::Code::UnitNotInEnvironment:
        return fmt::format("{}: share {} has a limit for it, but the environment has none of it", a[0], a[1]);
    case PolicyWarning::Code::ImpossibleJobs:
        return fmt::format("{} of share {} can never start on {} ({}job {}, {}; at most {} can ever be had) and {} the "
                           "share's queue",
            counted(std::stoull(a[0]), "job", "jobs"), a[1], a[2], a[0] == "1" ? "" : "first: ", a[3],
            counted(std::stoull(a[4]), "instance", "instances"), a[5], a[0] == "1" ? "blocks" : "block");
    case PolicyWarning::Code::FrontBlocksOwnQuota:
        return fmt::format(
            "share {}: {} wider than its limit of {} {}; while one waits to borrow, the share's own quota "
            "stays unused behind it",
            a[0], counted(std::stoull(a[2]), "job is", "jobs are"), a[3], a[1]);
    case PolicyWarning::Code::WideFrontMayStarve:
        return fmt::format(
            "share {}: limits on {} are oversubscribed, so its jobs of up to {} instances may wait without "
            "end while narrower jobs keep coming",
            a[0], a[1], a[2]);
    case PolicyWarning::Code::WideVictims:
        return fmt::format(
            "share {}: it borrows {} with jobs of up to {} instances; reclaiming one can free more than is "
            "needed",
            a[0], a[1], a[2]);
    case PolicyWarning::Code::PrioritiesAllRaised:
        return fmt::format(
            "share {}: all its jobs have priority {}; that protects what it borrows from the reclaim order "
            "of everyone else",
            a[0], a[1]);
    case PolicyWarning::Code::BorrowersUncheckpointed:
        return fmt::format("share {}: it borrows {}, and {}; under steady reclaim they may never finish", a[0], a[3],
            uncheckpointedText(std::stoull(a[1]), std::stoull(a[2])));
    case PolicyWarning::Code::GuessedUnit:
        return fmt::format("{}: neither in capacityUnits nor in the catalogue; it counts as 1 GPU", a[0]);
    }
    return {};
}

std::string sentenceFor(const PolicyWarning& warning)
{
    const std::string consequence = consequenceFor(warning);
    return warning.from ? fmt::format("from {} on: {}", formatDuration(*warning.from), consequence) : consequence;
}

using WarningGroup = std::vector<const PolicyWarning*>;

/// The warnings by kind, kinds in the order of their first one.
std::vector<WarningGroup> grouped(const std::vector<PolicyWarning>& warnings)
{
    std::vector<WarningGroup> groups;
    for (const PolicyWarning& warning : warnings) {
        const auto same = std::find_if(groups.begin(), groups.end(),
            [&](const WarningGroup& group) { return group.front()->code == warning.code; });
        if (same != groups.end())
            same->push_back(&warning);
        else
            groups.push_back({&warning});
    }
    return groups;
}

/// One case of a group, in a few words.
std::string wordsFor(const PolicyWarning& warning)
{
    const auto& a = warning.arguments;
    switch (warning.code) {
    case PolicyWarning::Code::UnassignedCapacity:
    case PolicyWarning::Code::Oversubscribed:
        return fmt::format("{} ({} of {} instances)", a[0], a[1], a[2]);
    case PolicyWarning::Code::UnitNotInEnvironment:
        return fmt::format("{} of share {}", a[0], a[1]);
    case PolicyWarning::Code::ImpossibleJobs:
        return fmt::format(
            "{} of share {} on {} (first: job {}, {} of at most {} instances)", a[0], a[1], a[2], a[3], a[4], a[5]);
    case PolicyWarning::Code::FrontBlocksOwnQuota:
        return fmt::format("{} ({} wider than {} {})", a[0], counted(std::stoull(a[2]), "job", "jobs"), a[3], a[1]);
    case PolicyWarning::Code::WideFrontMayStarve:
    case PolicyWarning::Code::WideVictims:
        return fmt::format("{} (up to {} {})", a[0], a[2], a[1]);
    case PolicyWarning::Code::PrioritiesAllRaised:
        return fmt::format("{} (priority {})", a[0], a[1]);
    case PolicyWarning::Code::BorrowersUncheckpointed:
        return fmt::format("{} ({}; {})", a[0], a[3], uncheckpointedText(std::stoull(a[1]), std::stoull(a[2])));
    case PolicyWarning::Code::GuessedUnit:
        return a[0];
    }
    return {};
}

std::string itemFor(const PolicyWarning& warning)
{
    const std::string words = wordsFor(warning);
    return warning.from ? fmt::format("from {} on {}", formatDuration(*warning.from), words) : words;
}

/// How many different names stand at `position` of the arguments.
std::string namesOf(const WarningGroup& group, std::size_t position, std::string_view singular, std::string_view plural)
{
    std::set<std::string_view> names;
    for (const PolicyWarning* warning : group)
        names.insert(warning->arguments[position]);
    return counted(names.size(), singular, plural);
}

std::string headFor(const WarningGroup& group)
{
    switch (group.front()->code) {
    case PolicyWarning::Code::UnassignedCapacity:
        return fmt::format("{} instances that belong to no quota share; they are neither used nor lent "
                           "(platform.unassignedCapacity \"borrowable\" lends them)",
            namesOf(group, 0, "unit has", "units have"));
    case PolicyWarning::Code::Oversubscribed:
        return fmt::format("on {} the limits add up to more instances than the environment has; a share may not get "
                           "its limit",
            namesOf(group, 0, "unit", "units"));
    case PolicyWarning::Code::UnitNotInEnvironment:
        return fmt::format(
            "{} for units of which the environment has none", counted(group.size(), "limit is", "limits are"));
    case PolicyWarning::Code::ImpossibleJobs: {
        std::uint64_t jobs = 0;
        for (const PolicyWarning* warning : group)
            jobs += std::stoull(warning->arguments[0]);
        return fmt::format("{} can never start and block the queue of their share", counted(jobs, "job", "jobs"));
    }
    case PolicyWarning::Code::FrontBlocksOwnQuota:
        return fmt::format(
            "{} jobs wider than the limit; while one waits to borrow, the share's own quota stays unused "
            "behind it",
            namesOf(group, 0, "share has", "shares have"));
    case PolicyWarning::Code::WideFrontMayStarve:
        return fmt::format(
            "limits are oversubscribed, so wide jobs of {} may wait without end while narrower jobs keep "
            "coming",
            namesOf(group, 0, "share", "shares"));
    case PolicyWarning::Code::WideVictims:
        return fmt::format("{} with jobs of several instances; reclaiming one can free more than is needed",
            namesOf(group, 0, "share borrows", "shares borrow"));
    case PolicyWarning::Code::PrioritiesAllRaised:
        return fmt::format(
            "in {} all jobs have the same priority above 0; that protects what is borrowed from the reclaim "
            "order of everyone else",
            namesOf(group, 0, "share", "shares"));
    case PolicyWarning::Code::BorrowersUncheckpointed:
        return fmt::format("{} with jobs that write no checkpoints; under steady reclaim they may never finish",
            namesOf(group, 0, "share borrows", "shares borrow"));
    case PolicyWarning::Code::GuessedUnit:
        return fmt::format("{} neither in capacityUnits nor in the catalogue; each counts as 1 GPU",
            namesOf(group, 0, "unit is", "units are"));
    }
    return {};
}

/// Many shares give the same warning: they are told once, with the first names.
std::string sentenceFor(const WarningGroup& group)
{
    constexpr std::size_t kMostNamed = 3;
    if (group.size() == 1)
        return sentenceFor(*group.front());
    std::vector<std::string> items;
    for (std::size_t i = 0; i < std::min(group.size(), kMostNamed); ++i)
        items.push_back(itemFor(*group[i]));
    return fmt::format("{}: {}{}", headFor(group), fmt::join(items, ", "),
        group.size() > kMostNamed ? fmt::format(" and {} more (all in --json)", count(group.size() - kMostNamed)) : "");
}

void execute(const std::string& path, bool json, Context& context)
{
    const std::optional<LoadedScenario> document = loadScenario(path, std::nullopt, context);
    if (!document)
        return;
    const Scenario& scenario = document->scenario;
    const std::vector<PolicyWarning> warnings = findPolicyWarningsOverTime(scenario);
    if (json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const ReadWarning& warning : document->warnings)
            list.push_back({{"code", "INPUT"}, {"place", warning.place}, {"text", describe(warning)}});
        for (const PolicyWarning& warning : warnings)
            list.push_back({{"code", nameOfCode(warning.code)}, {"place", ""}, {"text", sentenceFor(warning)},
                {"fromMs", warning.from ? nlohmann::ordered_json(*warning.from) : nlohmann::ordered_json(nullptr)}});
        const nlohmann::ordered_json result{{"scenario", scenario.name}, {"jobs", scenario.jobs.size()},
            {"quotaShares", scenario.shares.size()}, {"interventions", scenario.interventions.size()},
            {"warnings", list}};
        fmt::print("{}\n", result.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
        return;
    }
    fmt::print("{} is valid: {}, {}, {}\n", path, counted(scenario.shares.size(), "quota share", "quota shares"),
        counted(scenario.jobs.size(), "job", "jobs"),
        counted(scenario.interventions.size(), "intervention", "interventions"));
    for (const WarningGroup& group : grouped(warnings))
        fmt::print("{}\n", wrapped("warning: " + sentenceFor(group), 9));
}

} // namespace

void addValidateCommand(CLI::App& app, Context& context)
{
    auto path = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    CLI::App* command
        = app.add_subcommand("validate", "Check a scenario and warn about what its policy will do (no simulation)");
    command->footer("\nWarnings are about the policy at the start and after each timed change (interventions).\n\n"
                    "Example:\n  quotaboard-cli validate month.scenario.json\n\n"
                    "Exit status: 0 valid (with or without warnings), 3 not valid.");
    command->add_option("SCENARIO", *path, "Scenario file (*.scenario.json)")->required()->check(refuseEmpty);
    command->add_flag("--json", *json, "Print the result as JSON");
    command->callback([path, json, &context] { execute(*path, *json, context); });
}

} // namespace quotaboard::cli
