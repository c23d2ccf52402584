// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "random_draft.h"

namespace quotaboard::reference {

static Json drawCheckpoint(Draft& draft, Ms work)
{
    Random& random = draft.random;
    std::vector<Ms> intervals = {500, 5000, 20'000, 20'000, 60'000, work / 2, work, work * 2};
    if (work <= 2000)
        intervals.push_back(1);
    const Ms interval = std::max<Ms>(1, random.pick(intervals));
    Json checkpoint = {{"intervalSeconds", seconds(interval)}};
    if (!random.chance(15))
        checkpoint["costSeconds"] = random.pick<Json>({0, 0, 1, 1, 3, 0.5, 5, 30, 200});
    if (random.chance(40))
        checkpoint["onStop"] = random.chance(90);
    return checkpoint;
}

static Json drawRetryStrategy(Draft& draft)
{
    Random& random = draft.random;
    Json retry = {{"attempts", random.between(1, 5)}};
    if (random.chance(50))
        return retry;
    Json rules = Json::array();
    const std::int64_t count = random.pick<std::int64_t>({1, 1, 1, 2, 3});
    for (std::int64_t i = 0; i < count; ++i)
        rules.push_back({{"action", random.pick<std::string>({"RETRY", "EXIT", "Exit", "Retry", "exit", "EXIT"})},
            {"onStatusReason",
                random.pick<std::string>({"Job failed", "Job*", "*", "Job attempt duration exceeded timeout",
                    "Job attempt*", "job failed", "Job failed*", "Something else*", "Job fail", "Job f*iled"})}});
    retry["evaluateOnExit"] = rules;
    return retry;
}

// Mostly what the share can hold; now and then far too much.
static std::int64_t drawInstances(Draft& draft, const ShareStyle& style, std::int64_t limit, Ms submitAt)
{
    Random& random = draft.random;
    if (random.chance(draft.widePercent))
        return random.pick<std::int64_t>({limit + 1, limit + 2, limit * 2, limit * 3 + 1, 40});
    const bool late = submitAt >= style.from + (style.to - style.from) / 3;
    if (style.wide && late && random.chance(60))
        return random.between((limit + 1) / 2, limit);
    if (style.mayExceed && random.chance(10))
        return limit + random.between(0, 2);
    return random.between(1, std::min<std::int64_t>(limit, style.wide ? 2 : 3));
}

static Json drawPriority(Draft& draft, const ShareStyle& style, Ms submitAt)
{
    Random& random = draft.random;
    if (!style.risingPriority || style.to <= style.from || random.chance(20))
        return random.pick(draft.priorities);
    const std::int64_t steps = static_cast<std::int64_t>(draft.priorities.size());
    const std::int64_t step
        = std::clamp<std::int64_t>((submitAt - style.from) * steps / (style.to - style.from), 0, steps - 1);
    return draft.priorities[static_cast<std::size_t>(step)];
}

Json drawJob(Draft& draft, const std::string& share, Ms submitAt)
{
    Random& random = draft.random;
    const auto found = draft.styles.find(share);
    const ShareStyle style = found == draft.styles.end() ? ShareStyle{} : found->second;
    std::string unit = random.pick(draft.units);
    std::int64_t limit = random.between(1, 4);
    if (!style.limits.empty() && !random.chance(draft.widePercent)) {
        const Json own = style.limits[static_cast<std::size_t>(
            random.between(0, static_cast<std::int64_t>(style.limits.size()) - 1))];
        unit = own["capacityUnit"].get<std::string>();
        limit = own["maxCapacity"].get<std::int64_t>();
    }
    if (random.between(1, 400) == 1)
        unit = "nobody.lists.this";
    Ms work = random.pick(style.works.empty() ? draft.workChoices : style.works);
    if (draft.fractions && random.chance(20))
        work = random.between(0, 200'000);

    Json job = {{"jobName", "job"}, {"quotaShareName", share}, {"capacityUnit", unit}};
    job["instanceCount"] = drawInstances(draft, style, limit, submitAt);
    job["workSeconds"] = seconds(work);
    if (!random.chance(10))
        job["schedulingPriority"] = drawPriority(draft, style, submitAt);
    if (draft.checkpoints && random.chance(60))
        job["checkpoint"] = drawCheckpoint(draft, work);
    if (random.chance(40))
        job["restoreSeconds"] = random.pick<Json>({0, 2, 10, 30, 0.25});
    if (random.chance(30))
        job["preemptionConfiguration"] = {{"preemptionRetriesBeforeTermination", random.pick<int>({0, 1, 1, 2, 3})}};
    if (random.chance(12))
        job["outcome"] = "FAILED";
    if (random.chance(25))
        job["retryStrategy"] = drawRetryStrategy(draft);
    if (random.chance(15))
        job["timeoutConfig"] = {{"attemptDurationSeconds", random.pick<int>({1, 20, 60, 100, 120, 300})}};
    if (random.chance(3))
        job["outcome"] = "SUCCEEDED";
    if (random.chance(5))
        job["user"] = "ann";
    if (random.chance(1))
        job["deadlineSeconds"] = seconds(submitAt / 2); // hopeless, but allowed
    else if (random.chance(20))
        job["deadlineSeconds"] = seconds(submitAt + random.pick<Ms>({0, 20'000, 60'000, 300'000, 600'000, 2'000'000}));
    return job;
}

static const Json* shareWhere(const Draft& draft, const std::string& strategy, bool wide)
{
    for (const Json& share : draft.scenario["quotaShares"])
        if (share["resourceSharingConfiguration"]["strategy"] == strategy
            && draft.styles.at(share["quotaShareName"].get<std::string>()).wide == wide)
            return &share;
    return nullptr;
}

// An opening in which a wide job of high priority needs both its own share's narrow job and what others borrowed:
// in-share preemption together with reclaim, beside a reserve that was full and is not any more.
static void drawOpening(Draft& draft, Json& jobs)
{
    Random& random = draft.random;
    const Json* owner = nullptr;
    for (const std::string strategy : {"LEND", "RESERVE", "LEND_AND_BORROW"})
        if (owner == nullptr)
            owner = shareWhere(draft, strategy, true);
    const Json* borrower = shareWhere(draft, "LEND_AND_BORROW", false);
    const Json* reserve = shareWhere(draft, "RESERVE", false);
    if (owner == nullptr || borrower == nullptr)
        return;
    const Ms step = std::max<Ms>(1000, draft.grid);
    const std::string unit = draft.units.front();
    const auto limitOf
        = [](const Json& share) { return share["capacityLimits"][0]["maxCapacity"].get<std::int64_t>(); };
    const auto add = [&](const Json& share, std::int64_t count, Ms at, Ms work, std::int64_t priority) {
        Json job = drawJob(draft, share["quotaShareName"].get<std::string>(), at);
        for (const char* key : {"timeoutConfig", "outcome"})
            job.erase(key);
        job["capacityUnit"] = unit;
        job["instanceCount"] = std::max<std::int64_t>(1, count);
        job["submitSeconds"] = seconds(at);
        job["workSeconds"] = seconds(work);
        job["schedulingPriority"] = priority;
        jobs.push_back(job);
    };
    if (reserve != nullptr) {
        const std::int64_t limit = limitOf(*reserve);
        const bool lowered = random.chance(25); // the reserve's job is wider than its limit, and may be a victim
        const std::int64_t staying = lowered ? limit : random.chance(60) ? limit - 1 : random.between(1, limit - 1);
        add(*reserve, staying, 0, 2'000'000, 0);
        if (limit > staying)
            add(*reserve, limit - staying, 0, 5 * step, 0);
        if (lowered)
            draft.scenario["interventions"].push_back({{"atSeconds", seconds(3 * step)},
                {"updateQuotaShare",
                    {{"quotaShareName", (*reserve)["quotaShareName"]},
                        {"capacityLimits",
                            Json::array({{{"capacityUnit", unit}, {"maxCapacity", random.between(1, limit - 1)}}})}}}});
    }
    const std::int64_t narrow
        = random.chance(35) ? 0 : random.between(1, std::max<std::int64_t>(1, limitOf(*owner) / 2));
    if (narrow > 0)
        add(*owner, narrow, 0, 2'000'000, 0);
    const std::int64_t borrowers = random.between(2, 8);
    for (std::int64_t i = 0; i < borrowers; ++i) {
        const std::int64_t count = random.chance(80) ? 1 : 2;
        add(*borrower, count, step, 2'000'000, random.pick(draft.priorities));
    }
    const std::int64_t wide = random.chance(40)
        ? limitOf(*owner)
        : random.between(std::max<std::int64_t>(2, limitOf(*owner) - narrow), limitOf(*owner));
    add(*owner, wide, 8 * step, 50'000, 9999);
}

static Json drawSubmitSeconds(Draft& draft, Ms at)
{
    Random& random = draft.random;
    if (!draft.fractions || !random.chance(5))
        return seconds(at);
    // 1/16 s are exact in binary, and half of them are halves of a millisecond: the rounding is defined.
    return static_cast<double>(at / 1000) + static_cast<double>(random.between(0, 15)) / 16.0;
}

// Interventions were drawn with job indices; jobs that have a jobId are named by it, some others by their index as
// text.
static void nameJobsInInterventions(Draft& draft, const Json& jobs)
{
    if (!draft.scenario.contains("interventions"))
        return;
    for (Json& intervention : draft.scenario["interventions"])
        for (auto& item : intervention.items()) {
            if (!item.value().is_object() || !item.value().contains("jobId"))
                continue;
            Json& id = item.value()["jobId"];
            if (!id.is_number_integer())
                continue;
            const std::size_t index = id.get<std::size_t>();
            if (index < jobs.size() && jobs[index].contains("jobId"))
                id = jobs[index]["jobId"];
            else if (index % 2 == 1)
                id = std::to_string(index);
        }
}

void drawJobs(Draft& draft)
{
    Random& random = draft.random;
    const std::int64_t count = random.chance(5) ? random.between(100, 130) : random.between(5, 40);
    const int idPercent = random.pick<int>({0, 0, 50, 100});
    Json jobs = Json::array();
    const bool opening = draft.contended && random.chance(40);
    if (opening)
        drawOpening(draft, jobs);
    const Ms delay = opening && random.chance(70) ? 10 * std::max<Ms>(1000, draft.grid) : 0;
    for (std::int64_t i = 0; i < count; ++i) {
        std::string share = random.pick(draft.shares);
        if (!draft.futureShares.empty() && random.chance(12))
            share = random.pick(draft.futureShares);
        const auto style = draft.styles.find(share);
        const Ms from = style == draft.styles.end() ? 0 : style->second.from;
        const Ms to = style == draft.styles.end() ? draft.span : style->second.to;
        const Ms at = draft.time(from, to) + delay;
        Json job = drawJob(draft, share, at);
        job["submitSeconds"] = drawSubmitSeconds(draft, at);
        jobs.push_back(job);
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        jobs[i]["jobName"] = "j" + std::to_string(i);
        if (random.chance(idPercent))
            jobs[i]["jobId"] = "j" + std::to_string(i);
    }
    nameJobsInInterventions(draft, jobs);
    draft.scenario["jobs"] = jobs;
}

} // namespace quotaboard::reference
