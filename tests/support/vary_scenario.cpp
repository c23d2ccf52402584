// SPDX-License-Identifier: Apache-2.0
#include "tests/support/vary_scenario.h"

#include <numeric>
#include <random>
#include <set>

namespace quotaboard::test {

namespace {

void scale(TimeMs& time, TimeMs factor)
{
    if (time != kNever)
        time *= factor;
}

void scale(std::optional<TimeMs>& time, TimeMs factor)
{
    if (time)
        scale(*time, factor);
}

void scale(std::vector<TimeLimitAction>& actions, TimeMs factor)
{
    for (TimeLimitAction& action : actions)
        scale(action.maxTime, factor);
}

void multiply(CapacityLimits& limits, std::int32_t factor)
{
    for (CapacityLimit& limit : limits)
        limit.maxCapacity *= factor;
}

void multiply(std::optional<CapacityLimits>& limits, std::int32_t factor)
{
    if (limits)
        multiply(*limits, factor);
}

/// An empty table whose jobs will be those of `scenario`, changed.
Job copyInto(JobTable& table, const Job& original, const JobProfile& profile)
{
    Job job = original;
    job.name = job.id = job.user = job.workloadClass = StringId{};
    job.profile = table.internProfile(profile);
    return job;
}

} // namespace

Scenario withJobs(const Scenario& scenario, const std::function<void(Job&, JobProfile&)>& change)
{
    Scenario result = scenario;
    result.jobs = JobTable{};
    for (const Job& original : scenario.jobs.jobs()) {
        JobProfile profile = scenario.jobs.profile(original.profile);
        Job changed = original;
        change(changed, profile);
        result.jobs.add(copyInto(result.jobs, changed, profile));
    }
    return result;
}

Scenario withTimesScaled(const Scenario& scenario, TimeMs factor)
{
    Scenario result = withJobs(scenario, [&](Job& job, JobProfile& profile) {
        scale(job.submit, factor);
        scale(job.work, factor);
        scale(job.deadline, factor);
        scale(profile.restore, factor);
        scale(profile.attemptDuration, factor);
        if (profile.checkpoint) {
            scale(profile.checkpoint->interval, factor);
            scale(profile.checkpoint->cost, factor);
        }
    });
    scale(result.horizon, factor);
    scale(result.platform.startup, factor);
    scale(result.platform.stopGrace, factor);
    scale(result.jobQueue.timeLimits, factor);
    for (Intervention& intervention : result.interventions) {
        scale(intervention.at, factor);
        if (auto* platform = std::get_if<UpdatePlatform>(&intervention.edit)) {
            scale(platform->startup, factor);
            scale(platform->stopGrace, factor);
        }
        if (auto* queue = std::get_if<UpdateJobQueue>(&intervention.edit); queue != nullptr && queue->timeLimits)
            scale(*queue->timeLimits, factor);
    }
    return result;
}

Scenario withSizesScaled(const Scenario& scenario, std::int32_t factor)
{
    Scenario result = withJobs(scenario, [&](Job& job, JobProfile&) { job.instances *= factor; });
    multiply(result.environment.limits, factor);
    for (QuotaShare& share : result.shares)
        multiply(share.limits, factor);
    for (Intervention& intervention : result.interventions) {
        if (auto* share = std::get_if<UpdateQuotaShare>(&intervention.edit))
            multiply(share->limits, factor);
        if (auto* environment = std::get_if<UpdateServiceEnvironment>(&intervention.edit))
            multiply(environment->limits, factor);
        if (auto* created = std::get_if<CreateQuotaShare>(&intervention.edit))
            multiply(created->share.limits, factor);
    }
    return result;
}

Scenario withJobOrder(const Scenario& scenario, const std::vector<std::size_t>& order)
{
    Scenario result = scenario;
    result.jobs = JobTable{};
    std::vector<std::size_t> newIndex(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Job& original = scenario.jobs[JobIndex{order[i]}];
        newIndex[order[i]] = i;
        result.jobs.add(copyInto(result.jobs, original, scenario.jobs.profile(original.profile)));
    }
    const auto follow = [&](JobIndex& job) {
        if (job.isValid())
            job = JobIndex{newIndex[job.value()]};
    };
    for (Intervention& intervention : result.interventions) {
        if (auto* update = std::get_if<UpdateServiceJob>(&intervention.edit))
            follow(update->job);
        if (auto* terminate = std::get_if<TerminateServiceJob>(&intervention.edit))
            follow(terminate->job);
        if (auto* submit = std::get_if<SubmitServiceJob>(&intervention.edit))
            follow(submit->job);
        if (auto* move = std::get_if<MoveServiceJob>(&intervention.edit))
            follow(move->job);
    }
    return result;
}

std::vector<std::size_t> shuffledOrder(std::size_t count, std::uint64_t seed)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(seed);
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random() % i]);
    return order;
}

void forEachSharing(Scenario& scenario, const std::function<void(ResourceSharing&)>& change)
{
    for (QuotaShare& share : scenario.shares)
        change(share.sharing);
    for (Intervention& intervention : scenario.interventions) {
        if (auto* update = std::get_if<UpdateQuotaShare>(&intervention.edit); update != nullptr && update->sharing)
            change(*update->sharing);
        if (auto* created = std::get_if<CreateQuotaShare>(&intervention.edit))
            change(created->share.sharing);
    }
}

void forEachPlatform(Scenario& scenario, const std::function<void(Requeue&, double&)>& change)
{
    change(scenario.platform.requeue, scenario.platform.resumeSuccessProbability);
    for (Intervention& intervention : scenario.interventions) {
        auto* update = std::get_if<UpdatePlatform>(&intervention.edit);
        if (update == nullptr)
            continue;
        Requeue requeue = update->requeue.value_or(scenario.platform.requeue);
        double probability = update->resumeSuccessProbability.value_or(scenario.platform.resumeSuccessProbability);
        change(requeue, probability);
        if (update->requeue)
            update->requeue = requeue;
        if (update->resumeSuccessProbability)
            update->resumeSuccessProbability = probability;
    }
}

Renaming::Renaming(const nlohmann::json& document)
{
    std::set<std::string> shares;
    std::set<std::string> jobs;
    const std::function<void(const nlohmann::json&)> collect = [&](const nlohmann::json& value) {
        if (value.is_object() && value.contains("quotaShareName"))
            shares.insert(value.at("quotaShareName").get<std::string>());
        if (value.is_object() && value.contains("jobName") && value.contains("jobId"))
            jobs.insert(value.at("jobId").get<std::string>());
        for (const nlohmann::json& child : value) {
            if (child.is_structured())
                collect(child);
        }
    };
    collect(document);
    const auto rename
        = [](const std::set<std::string>& names, const char* prefix, std::map<std::string, std::string>& to) {
              std::size_t number = 10'000 + names.size();
              for (const std::string& name : names)
                  to[name] = prefix + std::to_string(number--);
          };
    rename(shares, "team ", shares_);
    rename(jobs, "job ", jobs_);
}

nlohmann::json Renaming::renamed(const std::string& key, const nlohmann::json& value) const
{
    static const std::set<std::string> shareKeys{"quotaShareName", "by", "from"};
    static const std::set<std::string> jobKeys{"jobId", "byJobId", "worstJob"};
    if (value.is_array() && (key == "reorderQuotaShares" || key == "loops")) {
        nlohmann::json list = nlohmann::json::array();
        for (const nlohmann::json& item : value)
            list.push_back(renamed(key == "loops" ? "jobId" : "quotaShareName", item));
        return list;
    }
    if (!value.is_string())
        return applyTo(value);
    const auto& names = shareKeys.contains(key) ? shares_ : jobs_;
    if (!shareKeys.contains(key) && !jobKeys.contains(key))
        return value;
    const auto found = names.find(value.get<std::string>());
    return found == names.end() ? value : nlohmann::json(found->second);
}

nlohmann::json Renaming::applyTo(const nlohmann::json& value) const
{
    nlohmann::json result = value;
    if (value.is_object()) {
        for (const auto& [key, child] : value.items())
            result[key] = renamed(key, child);
    } else if (value.is_array()) {
        for (nlohmann::json& child : result)
            child = applyTo(child);
    }
    return result;
}

} // namespace quotaboard::test
