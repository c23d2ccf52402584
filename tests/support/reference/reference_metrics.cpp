// SPDX-License-Identifier: Apache-2.0
//
// metrics.md sections 2, 3 and 5: the summary.
#include <algorithm>
#include <cmath>

#include "reference_world.h"

namespace quotaboard::reference {

namespace {

Json ratio(Ms numerator, Ms denominator)
{
    if (denominator == 0)
        return nullptr;
    return static_cast<double>(numerator) / static_cast<double>(denominator);
}

// One observed wait; `started` false = censored at that time.
struct Wait {
    Ms time = 0;
    bool started = false;
};

double type7Quantile(std::vector<Ms> values, double p)
{
    std::sort(values.begin(), values.end());
    const double h = static_cast<double>(values.size() - 1) * p;
    const std::size_t below = static_cast<std::size_t>(std::floor(h));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const double low = static_cast<double>(values[below]);
    return low + (h - static_cast<double>(below)) * (static_cast<double>(values[above]) - low);
}

// Kaplan-Meier: the smallest t with S(t) <= 1 - p, or nothing.
std::optional<Ms> kaplanMeierQuantile(std::vector<Wait> waits, double p)
{
    std::sort(waits.begin(), waits.end(),
        [](const Wait& a, const Wait& b) { return a.time != b.time ? a.time < b.time : a.started && !b.started; });
    double survival = 1.0;
    for (std::size_t i = 0; i < waits.size(); ++i) {
        if (!waits[i].started)
            continue;
        const double atRisk = static_cast<double>(waits.size() - i);
        survival *= 1.0 - 1.0 / atRisk;
        if (survival <= 1.0 - p + 1e-12)
            return waits[i].time;
    }
    return std::nullopt;
}

void addQuantile(Json& into, const std::string& name, const std::vector<Wait>& waits, double p)
{
    into[name + "Ms"] = nullptr;
    if (waits.empty())
        return;
    std::vector<Ms> times;
    bool censored = false;
    for (const Wait& wait : waits) {
        times.push_back(wait.time);
        if (!wait.started)
            censored = true;
    }
    if (!censored) {
        into[name + "Ms"] = type7Quantile(times, p);
    } else if (const std::optional<Ms> quantile = kaplanMeierQuantile(waits, p)) {
        into[name + "Ms"] = *quantile;
    } else {
        into[name + "AtLeastMs"] = *std::max_element(times.begin(), times.end());
    }
}

Json summariseWaits(const World& w, Ms windowEnd)
{
    struct Group {
        std::vector<Wait> waits;
        Count impossible = 0;
    };
    std::map<std::pair<std::string, Count>, Group> groups;
    for (const Job& job : w.jobs) {
        if (!job.firstRunnable)
            continue;
        if (job.firstRunning) {
            groups[{job.share, job.priorityAtFirstStart}].waits.push_back(
                {*job.firstRunning - *job.firstRunnable, true});
        } else if (isImpossible(w, job)) {
            ++groups[{job.share, job.priority}].impossible;
        } else {
            groups[{job.share, job.priority}].waits.push_back(
                {job.finishedAt.value_or(windowEnd) - *job.firstRunnable, false});
        }
    }
    Json list = Json::array();
    for (const auto& [key, group] : groups) {
        Count started = 0;
        for (const Wait& wait : group.waits)
            if (wait.started)
                ++started;
        Json entry = {{"quotaShareName", key.first}, {"schedulingPriority", key.second}, {"started", started},
            {"waiting", static_cast<Count>(group.waits.size()) - started}, {"impossible", group.impossible}};
        addQuantile(entry, "p50", group.waits, 0.50);
        addQuantile(entry, "p95", group.waits, 0.95);
        addQuantile(entry, "p99", group.waits, 0.99);
        list.push_back(entry);
    }
    return list;
}

Json summariseJobs(const World& w)
{
    Count submitted = 0, succeeded = 0, failed = 0, neverStarted = 0;
    for (const Job& job : w.jobs) {
        if (job.state == JobState::NotSubmitted)
            continue;
        ++submitted;
        if (job.state == JobState::Succeeded)
            ++succeeded;
        if (job.state == JobState::Failed)
            ++failed;
        if (!job.firstRunning)
            ++neverStarted;
    }
    return {{"submitted", submitted}, {"succeeded", succeeded}, {"failed", failed},
        {"unfinished", submitted - succeeded - failed}, {"neverStarted", neverStarted}};
}

Json summariseReclaim(const World& w)
{
    std::vector<Ms> times;
    for (const Job& job : w.jobs)
        if (job.triggeredReclaim && job.firstRunning)
            times.push_back(*job.firstRunning - *job.firstRunnable);
    Json reclaim = {{"count", times.size()}, {"p50Ms", nullptr}, {"maxMs", nullptr}};
    if (times.empty())
        return reclaim;
    reclaim["p50Ms"] = type7Quantile(times, 0.5);
    reclaim["maxMs"] = *std::max_element(times.begin(), times.end());
    return reclaim;
}

Count missedDeadlines(const World& w, Ms windowEnd)
{
    Count missed = 0;
    for (const Job& job : w.jobs) {
        if (job.state == JobState::NotSubmitted || !job.deadline || *job.deadline > windowEnd)
            continue;
        if (job.state != JobState::Succeeded || *job.finishedAt > *job.deadline)
            ++missed;
    }
    return missed;
}

// Preempted three times or more in a row without durable progress between.
bool isLoop(const Job& job)
{
    int inARow = 0;
    Ms durableBefore = 0;
    for (const Attempt& attempt : job.attempts) {
        if (attempt.end != AttemptEnd::Preempted)
            continue;
        inARow = inARow > 0 && attempt.durableAfter <= durableBefore ? inARow + 1 : 1;
        durableBefore = attempt.durableAfter;
        if (inARow >= 3)
            return true;
    }
    return false;
}

Json summariseLoops(const World& w)
{
    Json loops = Json::array();
    for (const Job& job : w.jobs)
        if (isLoop(job))
            loops.push_back(job.id);
    return loops;
}

Json summariseFairness(const World& w)
{
    Json list = Json::array();
    for (const std::string& name : w.sharesEver) {
        const auto found = w.fairness.find(name);
        const FairnessSums sums = found == w.fairness.end() ? FairnessSums{} : found->second;
        list.push_back({{"quotaShareName", name}, {"claimableMs", sums.claimable}, {"deliveredMs", sums.delivered},
            {"shortfallMs", sums.shortfall}, {"surplusMs", sums.surplus},
            {"drift", ratio(sums.delivered - sums.claimable, sums.claimable)},
            {"shortfall", ratio(sums.shortfall, sums.claimable)}});
    }
    return list;
}

// M5. phi = 2; uninterrupted duration = start-up + work + checkpoint writes.
Json summariseRecovery(const World& w, Ms windowEnd)
{
    Count good = 0, bad = 0, undecided = 0;
    for (const Job& job : w.jobs) {
        if (job.preemptions == 0 || !job.firstRunning)
            continue;
        bool restoreFailed = false;
        for (const Attempt& attempt : job.attempts)
            restoreFailed = restoreFailed || attempt.restoreFailed;
        // "Start-up" read as the one that the job's first run had: updatePlatform may change it later.
        Ms startup = 0;
        for (const Attempt& attempt : job.attempts)
            if (attempt.runningAt) {
                startup = attempt.startup;
                break;
            }
        const Ms uninterrupted = startup + runLength(job, Attempt{});
        const Ms window = job.deadline ? *job.deadline - *job.firstRunning : 2 * uninterrupted;
        if (job.state == JobState::Succeeded && !restoreFailed && *job.finishedAt - *job.firstRunning <= window)
            ++good;
        else if (job.state == JobState::Failed || restoreFailed || windowEnd - *job.firstRunning >= window)
            ++bad;
        else
            ++undecided;
    }
    return {{"good", good}, {"bad", bad}, {"undecided", undecided}, {"reliability", ratio(good, good + bad)}};
}

} // namespace

Json summarise(const World& w)
{
    const Ms windowEnd = windowEndOf(w);
    JobAccount sum;
    std::map<PairKey, PairWaste> pairs;
    Count crossShare = 0, inShare = 0;
    for (const Job& job : w.jobs) {
        const JobAccount account = accountOf(w, job, windowEnd, &pairs);
        sum.completed += account.completed;
        sum.inProgress += account.inProgress;
        sum.discarded += account.discarded;
        sum.lost += account.lost;
        sum.restart += account.restart;
        sum.checkpoint += account.checkpoint;
        sum.hold += account.hold;
        sum.restartByPreemption += account.restartByPreemption;
        for (const Attempt& attempt : job.attempts)
            if (attempt.preemptedAt)
                ++(attempt.crossShare ? crossShare : inShare);
    }
    const Ms allocated
        = sum.completed + sum.inProgress + sum.discarded + sum.lost + sum.restart + sum.checkpoint + sum.hold;
    const Ms waste = sum.lost + sum.restartByPreemption;

    Json summary;
    summary["format"] = "quotaboard-summary";
    summary["version"] = 1;
    summary["scenario"] = w.name;
    summary["windowMs"] = {0, windowEnd};
    summary["jobs"] = summariseJobs(w);
    summary["accounting"] = {{"paidMs", w.paid}, {"overcommittedMs", w.overcommitted}, {"completedMs", sum.completed},
        {"inProgressMs", sum.inProgress}, {"discardedMs", sum.discarded}, {"lostMs", sum.lost},
        {"restartMs", sum.restart}, {"checkpointMs", sum.checkpoint}, {"holdMs", sum.hold}, {"idleMs", w.idle}};
    summary["completedWorkUtilization"] = {
        {"ofPaid", ratio(sum.completed, w.paid + w.overcommitted)}, {"ofAllocated", ratio(sum.completed, allocated)}};
    summary["waits"] = summariseWaits(w, windowEnd);
    summary["preemption"]
        = {{"count", crossShare + inShare}, {"crossShare", crossShare}, {"inShare", inShare}, {"lostMs", sum.lost},
            {"restartMs", sum.restartByPreemption}, {"wasteMs", waste}, {"wasteOfAllocated", ratio(waste, allocated)}};
    summary["wasteByPair"] = Json::array();
    for (const auto& [key, pair] : pairs)
        summary["wasteByPair"].push_back(
            {{"by", key.first}, {"from", key.second}, {"lostMs", pair.lost}, {"restartMs", pair.restart}});
    summary["reclaim"] = summariseReclaim(w);
    summary["missedDeadlines"] = missedDeadlines(w, windowEnd);
    summary["loops"] = summariseLoops(w);
    summary["fairness"] = summariseFairness(w);
    summary["recovery"] = summariseRecovery(w, windowEnd);
    return summary;
}

} // namespace quotaboard::reference
