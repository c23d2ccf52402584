// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 6, "Interventions".
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

namespace {

constexpr std::size_t maxShares = 20;

Share* shareNamed(World& w, const std::string& name)
{
    for (Share& share : w.shares)
        if (share.name == name)
            return &share;
    return nullptr;
}

// Ids are texts; the index by which a job without one is known may be written as a number or as a text.
std::string idText(const Json& id)
{
    return id.is_string() ? id.get<std::string>() : id.dump();
}

Job* jobWithId(World& w, const Json& id)
{
    for (Job& job : w.jobs)
        if (idText(job.id) == idText(id))
            return &job;
    return nullptr;
}

// A refusal code, or "" when the intervention is possible.
std::string refusalForJob(const Job* job)
{
    if (job == nullptr || job->state == JobState::NotSubmitted)
        return "NO_SUCH_JOB";
    return isEnded(*job) ? "JOB_FINISHED" : "";
}

void logUpdated(World& w, const Intervention& intervention, const std::string& refused)
{
    Json& entry = logEvent(w, "UPDATED", nullptr);
    entry["intervention"] = intervention.index;
    if (!refused.empty())
        entry["refused"] = refused;
}

void updateQuotaShare(World& w, const Intervention& intervention, const Json& body)
{
    Share* share = shareNamed(w, body.at("quotaShareName").get<std::string>());
    logUpdated(w, intervention, share == nullptr ? "NO_SUCH_SHARE" : "");
    if (share == nullptr)
        return;
    updateShare(body, *share);
    if (body.contains("capacityLimits") || body.contains("resourceSharingConfiguration"))
        w.limitsOrStrategiesChanged = true;
}

void updateServiceEnvironment(World& w, const Intervention& intervention, const Json& body)
{
    logUpdated(w, intervention, "");
    std::map<std::string, Count> before;
    for (const std::string& unit : allUnits(w))
        before[unit] = capacity(w, unit);
    if (body.contains("capacityLimits"))
        w.environmentLimits = readLimits(body.at("capacityLimits"));
    if (body.contains("state"))
        w.environmentEnabled = body.at("state") == "ENABLED";
    for (const std::string& unit : allUnits(w))
        if (capacity(w, unit) < before[unit])
            w.capacityLowered = true;
    w.limitsOrStrategiesChanged = true;
}

void updateServiceJob(World& w, const Intervention& intervention, const Json& body)
{
    Job* job = jobWithId(w, body.at("jobId"));
    const std::string refused = refusalForJob(job);
    logUpdated(w, intervention, refused);
    if (refused.empty() && body.contains("schedulingPriority"))
        job->priority = body.at("schedulingPriority").get<Count>();
}

void terminateServiceJob(World& w, const Intervention& intervention, const Json& body)
{
    Job* job = jobWithId(w, body.at("jobId"));
    const std::string refused = refusalForJob(job);
    logUpdated(w, intervention, refused);
    if (refused.empty())
        failJob(w, *job, "TERMINATED");
}

void createQuotaShare(World& w, const Intervention& intervention, const Json& body)
{
    const Share created = readShare(body);
    std::string refused;
    if (findShare(w, created.name) != nullptr)
        refused = "SHARE_EXISTS";
    else if (w.shares.size() >= maxShares)
        refused = "TOO_MANY_SHARES";
    logUpdated(w, intervention, refused);
    if (!refused.empty())
        return;
    w.shares.push_back(created);
    w.limitsOrStrategiesChanged = true;
    if (std::find(w.sharesEver.begin(), w.sharesEver.end(), created.name) == w.sharesEver.end())
        w.sharesEver.push_back(created.name);
}

void deleteQuotaShare(World& w, const Intervention& intervention, const Json& body)
{
    const std::string name = body.at("quotaShareName").get<std::string>();
    const Share* share = findShare(w, name);
    std::string refused;
    if (share == nullptr)
        refused = "NO_SUCH_SHARE";
    else if (share->enabled)
        refused = "SHARE_NOT_DISABLED";
    logUpdated(w, intervention, refused);
    if (!refused.empty())
        return;
    w.limitsOrStrategiesChanged = true;
    for (Job& job : w.jobs)
        if (job.share == name && job.state != JobState::NotSubmitted && !isEnded(job))
            failJob(w, job, "SHARE_DELETED");
    w.shares.erase(w.shares.begin() + (share - w.shares.data()));
}

void moveServiceJob(World& w, const Intervention& intervention, const Json& body)
{
    Job* job = jobWithId(w, body.at("jobId"));
    const std::string name = body.at("quotaShareName").get<std::string>();
    const Share* share = findShare(w, name);
    std::string refused = refusalForJob(job);
    if (refused.empty() && job->state != JobState::Runnable)
        refused = "JOB_DISPATCHED";
    if (refused.empty() && share == nullptr)
        refused = "NO_SUCH_SHARE";
    if (refused.empty() && !share->enabled)
        refused = "SHARE_DISABLED";
    logUpdated(w, intervention, refused);
    if (!refused.empty())
        return;
    job->share = name;
    job->queueTime = w.now;
    logEvent(w, "MOVED", job)["quotaShareName"] = name;
}

void updatePlatform(World& w, const Intervention& intervention, const Json& body)
{
    logUpdated(w, intervention, "");
    const std::uint64_t seed = w.platform.seed;
    readPlatform(body, w.platform);
    w.platform.seed = seed;
    if (body.contains("unassignedCapacity"))
        w.limitsOrStrategiesChanged = true;
}

void updateJobQueue(World& w, const Intervention& intervention, const Json& body)
{
    logUpdated(w, intervention, "");
    if (body.contains("state"))
        w.queueEnabled = body.at("state") == "ENABLED";
    if (!body.contains("jobStateTimeLimitActions"))
        return;
    w.timeLimits = readTimeLimits(body.at("jobStateTimeLimitActions"));
    for (Job& job : w.jobs)
        job.clock.reset();
}

void reorderQuotaShares(World& w, const Intervention& intervention, const Json& names)
{
    std::vector<std::string> given = names.get<std::vector<std::string>>();
    std::vector<std::string> present;
    for (const Share& share : w.shares)
        present.push_back(share.name);
    std::vector<std::string> sorted = given;
    std::sort(sorted.begin(), sorted.end());
    std::sort(present.begin(), present.end());
    const bool sameNames = sorted == present; // "lists all share names"
    logUpdated(w, intervention, sameNames ? "" : "NO_SUCH_SHARE");
    if (!sameNames)
        return;
    std::vector<Share> ordered;
    for (const std::string& name : given)
        ordered.push_back(*findShare(w, name));
    w.shares = ordered;
}

} // namespace

void applyIntervention(World& w, const Intervention& intervention)
{
    const Json& body = intervention.body;
    if (body.contains("updateQuotaShare"))
        updateQuotaShare(w, intervention, body.at("updateQuotaShare"));
    if (body.contains("updateServiceEnvironment"))
        updateServiceEnvironment(w, intervention, body.at("updateServiceEnvironment"));
    if (body.contains("updateServiceJob"))
        updateServiceJob(w, intervention, body.at("updateServiceJob"));
    if (body.contains("terminateServiceJob"))
        terminateServiceJob(w, intervention, body.at("terminateServiceJob"));
    if (body.contains("createQuotaShare"))
        createQuotaShare(w, intervention, body.at("createQuotaShare"));
    if (body.contains("deleteQuotaShare"))
        deleteQuotaShare(w, intervention, body.at("deleteQuotaShare"));
    if (body.contains("submitServiceJob"))
        logUpdated(w, intervention, "");
    if (body.contains("moveServiceJob"))
        moveServiceJob(w, intervention, body.at("moveServiceJob"));
    if (body.contains("updatePlatform"))
        updatePlatform(w, intervention, body.at("updatePlatform"));
    if (body.contains("updateJobQueue"))
        updateJobQueue(w, intervention, body.at("updateJobQueue"));
    if (body.contains("reorderQuotaShares"))
        reorderQuotaShares(w, intervention, body.at("reorderQuotaShares"));
}

} // namespace quotaboard::reference
