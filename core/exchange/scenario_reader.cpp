// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_reader.h"

#include "core/base/atomic_file.h"
#include "core/exchange/generator_reader.h"
#include "core/exchange/job_check.h"
#include "core/exchange/json_parse.h"
#include "core/exchange/policy_reader.h"
#include "core/exchange/trace_reference.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::int64_t kVersion = 1;
/// A parsed document takes several times its size. More jobs than fit come from traces and generators.
constexpr std::uint64_t kMostBytes = 1ULL << 30;
constexpr std::size_t kMostJobs = 100'000'000;
constexpr std::size_t kJobsPerLook = 4096;
constexpr std::size_t kMostTraces = 1000;
constexpr std::size_t kMostInterventions = 1'000'000;

bool readHeader(const JsonCursor& root, Scenario& scenario)
{
    if (!root.expectObject())
        return false;
    const auto format = root.text("format", true);
    if (format && *format != "quotaboard-scenario")
        root.fail(ErrorCode::WrongFormat, "format", {*format, "quotaboard-scenario"});
    const auto version = root.integer("version", 1, std::numeric_limits<std::int32_t>::max(), true);
    if (version && *version > kVersion)
        root.fail(ErrorCode::UnsupportedVersion, "version", {std::to_string(*version), std::to_string(kVersion)});
    scenario.name = root.textOr("name", "");
    scenario.description = root.textOr("description", "");
    if (const auto start = root.text("startTime")) {
        if (const auto instant = parseIsoInstant(*start))
            scenario.startTime = *instant;
        else
            root.fail(ErrorCode::NotAllowed, "startTime", {*start, "an instant such as 2026-11-30T00:00:00Z"});
    }
    scenario.horizon = root.seconds("horizonSeconds", 0);
    return !root.context().failed();
}

void readPolicy(const JsonCursor& root, Scenario& scenario)
{
    root.object("capacityUnits", [&](const JsonCursor& item) { readCapacityUnits(item, scenario); });
    root.array(
        "serviceEnvironments", 1, 1, true, [&](const JsonCursor& item) { readServiceEnvironment(item, scenario); });
    root.object("schedulingPolicy", [&](const JsonCursor& item) {
        scenario.schedulingPolicyName = item.textOr("name", "");
        item.object("quotaSharePolicy", [](const JsonCursor& policy) {
            const std::string strategy = policy.textOr("idleResourceAssignmentStrategy", "FIFO");
            if (strategy != "FIFO")
                policy.fail(ErrorCode::NotAllowed, "idleResourceAssignmentStrategy", {strategy, "FIFO"});
            policy.warnUnknownKeys();
        });
        item.ignore("tags");
        item.warnUnknownKeys();
    });
    root.object("jobQueue", [&](const JsonCursor& item) { readJobQueue(item, scenario.jobQueue); });
    root.array("quotaShares", 1, kMaxShares, true, [&](const JsonCursor& item) {
        QuotaShare share = readQuotaShare(item, scenario);
        if (item.context().failed())
            return;
        if (scenario.findShare(share.name).isValid())
            item.fail(ErrorCode::Duplicate, "quotaShareName", {share.name});
        scenario.internShare(share.name);
        scenario.shares.push_back(std::move(share));
    });
    root.object("platform", [&](const JsonCursor& item) { readPlatform(item, scenario.platform); });
}

/// Shares that interventions create may be named by jobs and by earlier interventions.
void internCreatedShares(const nlohmann::json& document, Scenario& scenario)
{
    const auto interventions = document.find("interventions");
    if (interventions == document.end() || !interventions->is_array())
        return;
    for (const nlohmann::json& intervention : *interventions) {
        const auto pointer = nlohmann::json::json_pointer("/createQuotaShare/quotaShareName");
        if (intervention.contains(pointer) && intervention.at(pointer).is_string()
            && scenario.shareNames.size() < kMaxShareNames)
            scenario.internShare(intervention.at(pointer).get<std::string>());
    }
}

/// Ids are known once the merged list is complete.
void resolveJobReferences(Scenario& scenario)
{
    for (Intervention& intervention : scenario.interventions) {
        std::visit(
            [&](auto& edit) {
                if constexpr (requires { edit.jobId; })
                    edit.job = scenario.jobs.find(edit.jobId);
            },
            intervention.edit);
    }
}

} // namespace

Result<LoadedScenario> readScenarioText(
    std::string_view text, const std::string& name, const std::string& folder, const ScenarioReadOptions& options)
{
    const Result<nlohmann::json> parsed = parseJson(text, name, options.progress);
    if (!parsed)
        return parsed.error();
    const nlohmann::json& document = parsed.value();
    JsonContext context(name);
    const JsonCursor root(document, context);
    LoadedScenario result;
    Scenario& scenario = result.scenario;
    if (!readHeader(root, scenario))
        return context.error();
    readPolicy(root, scenario);
    if (context.failed())
        return context.error();
    if (options.seed)
        scenario.platform.seed = *options.seed;
    internCreatedShares(document, scenario);
    if (const auto jobs = document.find("jobs"); jobs != document.end() && jobs->is_array())
        scenario.jobs.reserve(jobs->size());
    root.array("jobs", 0, kMostJobs, false, [&](const JsonCursor& item) {
        readJob(item, scenario, std::nullopt);
        if (scenario.jobs.size() % kJobsPerLook == 0 && options.progress != nullptr && options.progress->isCancelled())
            context.fail(Error{ErrorCode::Interrupted, {}, {}});
    });
    const std::size_t ownJobs = scenario.jobs.size();
    root.array("traces", 0, kMostTraces, false, [&](const JsonCursor& item) {
        appendReferencedJobs(scenario, item, folder, result.traceFiles, options.progress);
    });
    const std::size_t beforeGenerators = scenario.jobs.size();
    appendGeneratedJobs(scenario, root, scenario.platform.seed, options.progress);
    scenario.referredJobs = scenario.jobs.size() - ownJobs;
    scenario.generatedJobs = scenario.jobs.size() - beforeGenerators;
    root.array("interventions", 0, kMostInterventions, false,
        [&](const JsonCursor& item) { readIntervention(item, scenario); });
    for (const std::string_view key :
        {"breakpoints", "bookmarks", "workloadClasses", "initialJobs", "disabledInterventions"})
        root.ignore(key);
    root.warnUnknownKeys();
    checkJobIds(scenario, root);
    if (context.failed())
        return context.error();
    resolveJobReferences(scenario);
    result.warnings = context.takeWarnings();
    return result;
}

Result<LoadedScenario> readScenario(const std::string& path, const ScenarioReadOptions& options)
{
    Result<std::string> text = readWholeFile(path, kMostBytes);
    if (!text)
        return text.error();
    const std::size_t slash = path.find_last_of('/');
    return readScenarioText(text.value(), path, slash == std::string::npos ? "." : path.substr(0, slash), options);
}

} // namespace quotaboard
