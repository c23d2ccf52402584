// SPDX-License-Identifier: Apache-2.0
//
// Reading a scenario (scenario-format.md section 1) into the world.
#include <cmath>
#include <fstream>
#include <sstream>

#include "reference_model.h"
#include "reference_world.h"

namespace quotaboard::reference {

Ms toMs(const Json& seconds)
{
    return static_cast<Ms>(std::llround(seconds.get<double>() * 1000.0));
}

static Ms msOr(const Json& object, const char* key, Ms otherwise)
{
    return object.contains(key) ? toMs(object.at(key)) : otherwise;
}

Limits readLimits(const Json& capacityLimits)
{
    Limits limits;
    for (const Json& limit : capacityLimits)
        limits[limit.at("capacityUnit").get<std::string>()] = limit.at("maxCapacity").get<Count>();
    return limits;
}

static void readSharing(const Json& sharing, Share& share)
{
    const std::string strategy = sharing.value("strategy", "RESERVE");
    share.strategy = Strategy::Reserve;
    if (strategy == "LEND")
        share.strategy = Strategy::Lend;
    if (strategy == "LEND_AND_BORROW")
        share.strategy = Strategy::LendAndBorrow;
    share.borrowLimit.reset();
    if (sharing.contains("borrowLimit"))
        share.borrowLimit = sharing.at("borrowLimit").get<Count>();
}

// Also used for updates: reads the keys that are given and leaves the others.
static void readShareKeys(const Json& json, Share& share)
{
    if (json.contains("state"))
        share.enabled = json.at("state") == "ENABLED";
    if (json.contains("capacityLimits"))
        share.limits = readLimits(json.at("capacityLimits"));
    if (json.contains("resourceSharingConfiguration"))
        readSharing(json.at("resourceSharingConfiguration"), share);
    if (json.contains("preemptionConfiguration"))
        share.inSharePreemption
            = json.at("preemptionConfiguration").value("inSharePreemption", "DISABLED") == "ENABLED";
}

Share readShare(const Json& json)
{
    Share share;
    share.name = json.at("quotaShareName").get<std::string>();
    readShareKeys(json, share);
    return share;
}

void updateShare(const Json& json, Share& share)
{
    readShareKeys(json, share);
}

void readPlatform(const Json& json, Platform& into)
{
    into.startup = msOr(json, "startupSeconds", into.startup);
    into.stopGrace = msOr(json, "stopGraceSeconds", into.stopGrace);
    into.victimOrder = json.value("victimOrder", into.victimOrder);
    into.unassignedCapacity = json.value("unassignedCapacity", into.unassignedCapacity);
    into.queueFront = json.value("queueFront", into.queueFront);
    into.requeue = json.value("requeue", into.requeue);
    into.resumeSuccessProbability = json.value("resumeSuccessProbability", into.resumeSuccessProbability);
    into.seed = json.value("seed", into.seed);
}

std::vector<TimeLimit> readTimeLimits(const Json& actions)
{
    std::vector<TimeLimit> limits;
    for (const Json& action : actions)
        limits.push_back({action.at("reason").get<std::string>(), toMs(action.at("maxTimeSeconds"))});
    return limits;
}

static Job readJob(const Json& json, int index, Ms submitAt)
{
    Job job;
    job.index = index;
    job.id = json.contains("jobId") ? json.at("jobId") : Json(index);
    job.share = json.at("quotaShareName").get<std::string>();
    job.unit = json.at("capacityUnit").get<std::string>();
    job.count = json.at("instanceCount").get<Count>();
    job.submitAt = submitAt;
    job.work = toMs(json.at("workSeconds"));
    job.priority = json.value("schedulingPriority", Count{0});
    if (json.contains("checkpoint")) {
        const Json& c = json.at("checkpoint");
        job.checkpoint = Checkpoint{toMs(c.at("intervalSeconds")), msOr(c, "costSeconds", 0), c.value("onStop", false)};
    }
    job.restore = msOr(json, "restoreSeconds", 0);
    if (json.contains("preemptionConfiguration")) {
        const Json& p = json.at("preemptionConfiguration");
        if (p.contains("preemptionRetriesBeforeTermination"))
            job.preemptionRetries = p.at("preemptionRetriesBeforeTermination").get<Count>();
    }
    if (json.contains("retryStrategy")) {
        const Json& retry = json.at("retryStrategy");
        job.maxAttempts = retry.value("attempts", Count{1});
        if (retry.contains("evaluateOnExit"))
            for (const Json& rule : retry.at("evaluateOnExit"))
                job.exitRules.push_back({rule.at("action").get<std::string>(), rule.value("onStatusReason", "")});
    }
    if (json.contains("timeoutConfig") && json.at("timeoutConfig").contains("attemptDurationSeconds"))
        job.attemptDuration = toMs(json.at("timeoutConfig").at("attemptDurationSeconds"));
    job.outcomeFailed = json.value("outcome", "SUCCEEDED") == "FAILED";
    if (json.contains("deadlineSeconds"))
        job.deadline = toMs(json.at("deadlineSeconds"));
    return job;
}

static void loadWorkload(const Json& scenario, World& w)
{
    if (scenario.contains("jobs"))
        for (const Json& job : scenario.at("jobs"))
            w.jobs.push_back(readJob(job, static_cast<int>(w.jobs.size()), toMs(job.at("submitSeconds"))));
    if (!scenario.contains("interventions"))
        return;
    for (const Json& json : scenario.at("interventions")) {
        Intervention intervention;
        intervention.index = static_cast<int>(w.interventions.size());
        intervention.at = toMs(json.at("atSeconds"));
        intervention.body = json;
        w.interventions.push_back(intervention);
        if (json.contains("submitServiceJob"))
            w.jobs.push_back(readJob(json.at("submitServiceJob"), static_cast<int>(w.jobs.size()), intervention.at));
    }
}

// Every capacity unit that the scenario names anywhere.
static void collectUnits(const Json& json, std::set<std::string>& units)
{
    if (json.is_object()) {
        if (json.contains("capacityUnit") && json.at("capacityUnit").is_string())
            units.insert(json.at("capacityUnit").get<std::string>());
        for (const auto& item : json.items())
            collectUnits(item.value(), units);
    } else if (json.is_array()) {
        for (const Json& element : json)
            collectUnits(element, units);
    }
}

static void loadGpus(const Json& scenario, const std::map<std::string, int>& catalogue, World& w)
{
    std::set<std::string> units;
    collectUnits(scenario, units);
    const Json overrides = scenario.value("capacityUnits", Json::object());
    bool allZero = true;
    for (const std::string& unit : units) {
        Count gpus = 1;
        if (catalogue.count(unit) > 0)
            gpus = catalogue.at(unit);
        if (overrides.contains(unit) && overrides.at(unit).contains("gpus"))
            gpus = overrides.at(unit).at("gpus").get<Count>();
        w.gpus[unit] = gpus;
        if (gpus != 0)
            allZero = false;
    }
    if (allZero)
        for (auto& entry : w.gpus)
            entry.second = 1;
}

World load(const Json& scenario, const std::map<std::string, int>& catalogue)
{
    World w;
    w.name = scenario.value("name", "");
    if (scenario.contains("horizonSeconds"))
        w.horizon = toMs(scenario.at("horizonSeconds"));
    const Json& environment = scenario.at("serviceEnvironments").at(0);
    w.environmentLimits = readLimits(environment.at("capacityLimits"));
    w.environmentEnabled = environment.value("state", "ENABLED") == "ENABLED";
    if (scenario.contains("jobQueue")) {
        const Json& queue = scenario.at("jobQueue");
        w.queueEnabled = queue.value("state", "ENABLED") == "ENABLED";
        if (queue.contains("jobStateTimeLimitActions"))
            w.timeLimits = readTimeLimits(queue.at("jobStateTimeLimitActions"));
    }
    for (const Json& share : scenario.at("quotaShares")) {
        w.shares.push_back(readShare(share));
        w.sharesEver.push_back(w.shares.back().name);
    }
    if (scenario.contains("platform"))
        readPlatform(scenario.at("platform"), w.platform);
    loadWorkload(scenario, w);
    loadGpus(scenario, catalogue, w);
    return w;
}

std::map<std::string, int> readCatalogue(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::map<std::string, int> catalogue;
    std::string line;
    bool heading = true;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#')
            continue;
        if (heading) {
            heading = false;
            continue;
        }
        std::istringstream fields(line);
        std::string unit, gpus;
        if (std::getline(fields, unit, ',') && std::getline(fields, gpus, ','))
            catalogue[unit] = std::stoi(gpus);
    }
    return catalogue;
}

} // namespace quotaboard::reference
