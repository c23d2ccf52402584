// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/policy_json.h"

#include "core/exchange/json_numbers.h"
#include "core/exchange/names.h"

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

const char* stateWord(bool isEnabled)
{
    return isEnabled ? "ENABLED" : "DISABLED";
}

void setText(Json& object, const char* key, const std::string& text)
{
    if (!text.empty())
        object[key] = text;
}

Json limitsToJson(const Scenario& scenario, const CapacityLimits& limits)
{
    Json list = Json::array();
    for (const CapacityLimit& limit : limits)
        list.push_back({{"capacityUnit", scenario.unitName(limit.unit)}, {"maxCapacity", limit.maxCapacity}});
    return list;
}

Json sharingToJson(const ResourceSharing& sharing)
{
    Json object{{"strategy", nameOf(sharing.strategy)}};
    if (sharing.borrowLimit)
        object["borrowLimit"] = *sharing.borrowLimit;
    return object;
}

Json inSharePreemptionToJson(bool isEnabled)
{
    return Json{{"inSharePreemption", stateWord(isEnabled)}};
}

Json timeLimitsToJson(const std::vector<TimeLimitAction>& actions)
{
    Json list = Json::array();
    for (const TimeLimitAction& action : actions) {
        list.push_back({{"reason", nameOf(action.reason)}, {"state", "RUNNABLE"},
            {"maxTimeSeconds", secondsToJson(action.maxTime)}, {"action", "TERMINATE"}});
    }
    return list;
}

Json budgetToJson(const InterruptionBudget& budget)
{
    Json object = Json::object();
    if (budget.preemptionsPerJob)
        object["preemptionsPerJob"] = *budget.preemptionsPerJob;
    if (budget.lostGpuHoursPerWeek)
        object["lostGpuHoursPerWeek"] = numberToJson(*budget.lostGpuHoursPerWeek);
    return object;
}

/// A job is named by its id, or by its number when it has none; a name that exists nowhere is kept as given.
Json jobReference(const Scenario& scenario, JobIndex job, const std::string& given)
{
    if (!job.isValid())
        return given;
    const StringId id = scenario.jobs[job].id;
    return id.isValid() ? Json(scenario.jobs.text(id)) : Json(job.value());
}

/// Adds the one key that says what an intervention does.
struct EditWriter {
    const Scenario& scenario;
    Json& out;

    void operator()(const UpdateQuotaShare& edit) const
    {
        Json& o = out["updateQuotaShare"] = Json{{"quotaShareName", edit.name}};
        if (edit.isEnabled)
            o["state"] = stateWord(*edit.isEnabled);
        if (edit.limits)
            o["capacityLimits"] = limitsToJson(scenario, *edit.limits);
        if (edit.sharing)
            o["resourceSharingConfiguration"] = sharingToJson(*edit.sharing);
        if (edit.inSharePreemption)
            o["preemptionConfiguration"] = inSharePreemptionToJson(*edit.inSharePreemption);
    }
    void operator()(const UpdateServiceEnvironment& edit) const
    {
        Json& o = out["updateServiceEnvironment"] = Json::object();
        setText(o, "serviceEnvironment", edit.name);
        if (edit.isEnabled)
            o["state"] = stateWord(*edit.isEnabled);
        if (edit.limits)
            o["capacityLimits"] = limitsToJson(scenario, *edit.limits);
    }
    void operator()(const UpdateServiceJob& edit) const
    {
        out["updateServiceJob"]
            = Json{{"jobId", jobReference(scenario, edit.job, edit.jobId)}, {"schedulingPriority", edit.priority}};
    }
    void operator()(const TerminateServiceJob& edit) const
    {
        Json& o = out["terminateServiceJob"] = Json{{"jobId", jobReference(scenario, edit.job, edit.jobId)}};
        setText(o, "reason", edit.reason);
    }
    void operator()(const CreateQuotaShare& edit) const
    {
        out["createQuotaShare"] = quotaShareToJson(scenario, edit.share);
    }
    void operator()(const DeleteQuotaShare& edit) const
    {
        out["deleteQuotaShare"] = Json{{"quotaShareName", edit.name}};
    }
    void operator()(const SubmitServiceJob& edit) const
    {
        out["submitServiceJob"] = jobToJson(scenario, edit.job, false);
    }
    void operator()(const MoveServiceJob& edit) const
    {
        out["moveServiceJob"]
            = Json{{"jobId", jobReference(scenario, edit.job, edit.jobId)}, {"quotaShareName", edit.name}};
    }
    void operator()(const UpdatePlatform& edit) const
    {
        Json& o = out["updatePlatform"] = Json::object();
        if (edit.startup)
            o["startupSeconds"] = secondsToJson(*edit.startup);
        if (edit.stopGrace)
            o["stopGraceSeconds"] = secondsToJson(*edit.stopGrace);
        if (edit.victimOrder)
            o["victimOrder"] = nameOf(*edit.victimOrder);
        if (edit.unassignedCapacity)
            o["unassignedCapacity"] = nameOf(*edit.unassignedCapacity);
        if (edit.queueFront)
            o["queueFront"] = nameOf(*edit.queueFront);
        if (edit.requeue)
            o["requeue"] = nameOf(*edit.requeue);
        if (edit.resumeSuccessProbability)
            o["resumeSuccessProbability"] = numberToJson(*edit.resumeSuccessProbability);
    }
    void operator()(const UpdateJobQueue& edit) const
    {
        Json& o = out["updateJobQueue"] = Json::object();
        if (edit.isEnabled)
            o["state"] = stateWord(*edit.isEnabled);
        if (edit.timeLimits)
            o["jobStateTimeLimitActions"] = timeLimitsToJson(*edit.timeLimits);
    }
    void operator()(const ReorderQuotaShares& edit) const { out["reorderQuotaShares"] = edit.names; }
};

} // namespace

Json capacityUnitsToJson(const Scenario& scenario)
{
    Json object = Json::object();
    for (const CapacityUnit& unit : scenario.units) {
        if (!unit.isDeclared)
            continue;
        Json& entry = object[unit.name] = Json{{"gpus", unit.gpus}};
        if (unit.hourlyCost != 0)
            entry["hourlyCost"] = numberToJson(unit.hourlyCost);
        setText(entry, "currency", unit.currency);
    }
    return object;
}

Json environmentToJson(const Scenario& scenario)
{
    Json object{{"serviceEnvironmentName", scenario.environment.name}};
    if (!scenario.environment.isEnabled)
        object["state"] = stateWord(false);
    object["capacityLimits"] = limitsToJson(scenario, scenario.environment.limits);
    return object;
}

Json jobQueueToJson(const JobQueue& queue)
{
    Json object = Json::object();
    setText(object, "jobQueueName", queue.name);
    if (!queue.isEnabled)
        object["state"] = stateWord(false);
    if (queue.priority != JobQueue{}.priority)
        object["priority"] = queue.priority;
    if (!queue.timeLimits.empty())
        object["jobStateTimeLimitActions"] = timeLimitsToJson(queue.timeLimits);
    return object;
}

Json quotaShareToJson(const Scenario& scenario, const QuotaShare& share)
{
    Json object{{"quotaShareName", share.name}};
    if (!share.isEnabled)
        object["state"] = stateWord(false);
    object["capacityLimits"] = limitsToJson(scenario, share.limits);
    object["resourceSharingConfiguration"] = sharingToJson(share.sharing);
    object["preemptionConfiguration"] = inSharePreemptionToJson(share.inSharePreemption);
    setText(object, "owner", share.owner);
    setText(object, "color", share.color);
    setText(object, "notes", share.notes);
    if (share.isProtected)
        object["protected"] = true;
    if (share.budget)
        object["interruptionBudget"] = budgetToJson(*share.budget);
    return object;
}

Json platformToJson(const Platform& platform)
{
    const Platform standard;
    Json object = Json::object();
    if (platform.startup != standard.startup)
        object["startupSeconds"] = secondsToJson(platform.startup);
    if (platform.stopGrace != standard.stopGrace)
        object["stopGraceSeconds"] = secondsToJson(platform.stopGrace);
    if (platform.victimOrder != standard.victimOrder)
        object["victimOrder"] = nameOf(platform.victimOrder);
    if (platform.unassignedCapacity != standard.unassignedCapacity)
        object["unassignedCapacity"] = nameOf(platform.unassignedCapacity);
    if (platform.queueFront != standard.queueFront)
        object["queueFront"] = nameOf(platform.queueFront);
    if (platform.requeue != standard.requeue)
        object["requeue"] = nameOf(platform.requeue);
    if (platform.resumeSuccessProbability != standard.resumeSuccessProbability)
        object["resumeSuccessProbability"] = numberToJson(platform.resumeSuccessProbability);
    if (platform.seed != standard.seed)
        object["seed"] = platform.seed;
    return object;
}

Json checkpointToJson(const CheckpointPlan& plan)
{
    Json object{{"intervalSeconds", secondsToJson(plan.interval)}};
    if (plan.cost != 0)
        object["costSeconds"] = secondsToJson(plan.cost);
    if (plan.onStop)
        object["onStop"] = true;
    return object;
}

Json profileToJson(const JobProfile& profile)
{
    Json object = Json::object();
    if (profile.checkpoint)
        object["checkpoint"] = checkpointToJson(*profile.checkpoint);
    if (profile.restore != 0)
        object["restoreSeconds"] = secondsToJson(profile.restore);
    if (profile.preemptionRetries)
        object["preemptionConfiguration"] = Json{{"preemptionRetriesBeforeTermination", *profile.preemptionRetries}};
    if (profile.attempts != 1 || !profile.exitRules.empty()) {
        Json& retry = object["retryStrategy"] = Json{{"attempts", profile.attempts}};
        for (const ExitRule& rule : profile.exitRules)
            retry["evaluateOnExit"].push_back(
                {{"action", rule.retries ? "RETRY" : "EXIT"}, {"onStatusReason", rule.pattern}});
    }
    if (profile.attemptDuration != kNever)
        object["timeoutConfig"] = Json{{"attemptDurationSeconds", secondsToJson(profile.attemptDuration)}};
    if (profile.outcomeFails)
        object["outcome"] = "FAILED";
    return object;
}

Json interventionToJson(const Scenario& scenario, const Intervention& intervention)
{
    Json object{{"atSeconds", secondsToJson(intervention.at)}};
    std::visit(EditWriter{scenario, object}, intervention.edit);
    setText(object, "author", intervention.author);
    setText(object, "reason", intervention.reason);
    return object;
}

} // namespace quotaboard
