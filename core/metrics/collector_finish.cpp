// SPDX-License-Identifier: Apache-2.0
// What is known only at a job's end or at the end of the window (metrics.md sections 2 and 3).
#include "core/metrics/collector.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::uint32_t kLoopLength = 3;
constexpr std::size_t kFewest = 5;
constexpr TimeMs kShortestForSlowdown = 10 * kMsPerSecond;
/// Expected window of a job without deadline, in uninterrupted durations (phi of M5).
constexpr TimeMs kRecoveryFactor = 2;

DurationSummary summarise(std::vector<TimeMs>& durations)
{
    std::sort(durations.begin(), durations.end());
    DurationSummary summary;
    summary.count = durations.size();
    summary.p50 = quantile(durations, 0.5);
    if (!durations.empty())
        summary.max = durations.back();
    return summary;
}

/// What a share is allowed, be it there from the start or created later.
std::optional<InterruptionBudget> budgetOf(const Scenario& scenario, ShareIndex share)
{
    for (const QuotaShare& given : scenario.shares) {
        if (given.name == scenario.shareName(share))
            return given.budget;
    }
    for (const Intervention& intervention : scenario.interventions) {
        const auto* created = std::get_if<CreateQuotaShare>(&intervention.edit);
        if (created != nullptr && created->index == share)
            return created->share.budget;
    }
    return std::nullopt;
}

/// Merges an ascending list into another.
void mergeInto(std::vector<TimeMs>& all, const std::vector<TimeMs>& more)
{
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), more.begin(), more.end());
    std::inplace_merge(all.begin(), all.begin() + middle, all.end());
}

WaitGroup groupOf(ShareIndex share, std::int32_t priority, const std::vector<TimeMs>& started,
    const std::vector<TimeMs>& censored, std::uint64_t impossible)
{
    WaitGroup group;
    group.share = share;
    group.priority = priority;
    group.started = started.size();
    group.waiting = censored.size();
    group.impossible = impossible;
    group.p50 = censoredQuantile(started, censored, 0.50);
    group.p95 = censoredQuantile(started, censored, 0.95);
    group.p99 = censoredQuantile(started, censored, 0.99);
    if (started.size() + censored.size() < kFewest) {
        group.fewStarted = started;
        group.fewCensored = censored;
    }
    return group;
}

} // namespace

ShareIndex MetricsCollector::finalShare(JobIndex job) const
{
    const auto moved = movedTo_.find(job);
    return moved == movedTo_.end() ? scenario_->jobs[job].share : moved->second;
}

void MetricsCollector::recordEnd(Live& l, TimeMs end, bool succeeded)
{
    recordPreemptions(l);
    recordRecovery(l, end, true, succeeded);
    if (!isInWindow(l.runnableAt))
        return;
    recordWait(l, end, false);
    if (l.firstRun == kNever)
        return;
    const TimeMs waited = l.firstRun - l.runnableAt + l.requeueWait;
    if (l.ran > 0) {
        const auto total = static_cast<double>(waited + l.ran);
        slowdownSum_ += total / static_cast<double>(l.ran);
        const double bounded = std::max(1.0, total / static_cast<double>(std::max(l.ran, kShortestForSlowdown)));
        boundedSum_ += bounded;
        ++card_.slowdown.count;
        card_.slowdown.boundedMax = std::max(card_.slowdown.boundedMax.value_or(0), bounded);
    }
}

MetricsCollector::WaitTimes& MetricsCollector::waitTimes(ShareIndex share, std::int32_t priority)
{
    std::vector<WaitTimes>& groups = waits_[share.value()];
    for (WaitTimes& group : groups) {
        if (group.priority == priority)
            return group;
    }
    groups.push_back({priority, {}, {}, 0});
    return groups.back();
}

/// The wait, known or censored at `end`, of a job that became RUNNABLE in the window.
void MetricsCollector::recordWait(const Live& l, TimeMs end, bool isImpossibleAtEnd)
{
    const bool started = l.firstRun != kNever;
    WaitTimes& group = waitTimes(l.share, started ? l.firstPriority : l.priority);
    const TimeMs wait = (started ? l.firstRun : end) - l.runnableAt;
    if (started) {
        group.started.push_back(wait);
        ++card_.waitParts.started;
        card_.waitParts.queueMs += wait - l.instanceWait - l.startupWait;
        card_.waitParts.instancesMs += l.instanceWait;
        card_.waitParts.startupMs += l.startupWait;
        if (l.reclaimed)
            reclaims_.push_back(wait);
        if (l.requeueWait > 0) {
            card_.requeueWaitMs += l.requeueWait;
            ++card_.requeuedJobs;
        }
    } else if (isImpossibleAtEnd) {
        ++group.impossible;
    } else {
        group.censored.push_back(wait);
    }
    const bool isLonger = wait > card_.longestWait.wait
        || (wait == card_.longestWait.wait && (!card_.longestWait.job.isValid() || l.job < card_.longestWait.job));
    if (!isImpossibleAtEnd && isLonger) {
        card_.longestWait.wait = wait;
        card_.longestWait.job = l.job;
        card_.longestWait.hasStarted = started;
    }
}

/// What is known of the preemptions of a job when it ends or the window does.
void MetricsCollector::recordPreemptions(const Live& l)
{
    if (l.preemptions > 0) {
        if (l.longestRow >= kLoopLength)
            card_.loops.push_back({l.job, l.longestRow});
        auto& worst = worstPreempted_[l.share];
        if (l.preemptions > worst.first || (l.preemptions == worst.first && l.job < worst.second))
            worst = {l.preemptions, l.job};
    }
}

void MetricsCollector::recordRecovery(const Live& l, TimeMs end, bool ended, bool succeeded)
{
    if (l.preemptions == 0 || l.firstRun == kNever)
        return;
    const TimeMs window
        = l.deadline != kNever ? l.deadline - l.firstRun : kRecoveryFactor * (l.firstStartup + planOf(l, 0).duration());
    const TimeMs taken = end - l.firstRun;
    if (succeeded && !l.restoreFailed && taken <= window)
        ++card_.recovery.good;
    else if (ended || l.restoreFailed || taken >= window)
        ++card_.recovery.bad;
    else
        ++card_.recovery.undecided;
}

void MetricsCollector::closeUnfinished(TimeMs end)
{
    for (Live& l : lives_) {
        if (!l.job.isValid())
            continue;
        ++card_.jobs.unfinished;
        const Phase phase = l.phase;
        TimeMs useful = l.durable;
        if (phase == Phase::Running) {
            const AttemptPlan::Spent spent = labelRun(l, end);
            label(l, spent.unfinishedWrite, card_.accounting.checkpoint);
            useful = l.resumedFrom + spent.work;
        }
        closePhase(l, end);
        label(l, useful - earlyOf(l), card_.accounting.inProgress);
        if (l.firstRun == kNever)
            ++card_.jobs.neverStarted;
        const bool isImpossible = phase == Phase::Runnable && !isPossible(l);
        if (isInWindow(l.runnableAt))
            recordWait(l, end, isImpossible);
        recordPreemptions(l);
        recordRecovery(l, end, false, false);
    }
}

Scorecard MetricsCollector::finish(TimeMs end)
{
    closeUnfinished(end);
    flows_.advanceAll(end);
    card_.from = std::min(from_, end);
    card_.to = end;
    card_.accounting.paid = flows_.paid();
    card_.accounting.idle = flows_.idle();
    card_.accounting.overcommitted = flows_.overcommitted();
    card_.borrowing = flows_.borrowing();
    card_.reclaim = summarise(reclaims_);
    card_.release = summarise(releases_);
    const auto due = [&](TimeMs deadline) { return deadline >= from_ && deadline <= end; };
    card_.missedDeadlines = static_cast<std::uint64_t>(std::count_if(deadlines_.begin(), deadlines_.end(), due)
        - std::count_if(metDeadlines_.begin(), metDeadlines_.end(), due));
    std::sort(card_.loops.begin(), card_.loops.end(),
        [](const PreemptionLoop& a, const PreemptionLoop& b) { return a.job < b.job; });
    if (card_.slowdown.count > 0) {
        card_.slowdown.mean = slowdownSum_ / static_cast<double>(card_.slowdown.count);
        card_.slowdown.boundedMean = boundedSum_ / static_cast<double>(card_.slowdown.count);
    }
    if (lastEnd_ != kNever && firstSubmit_ != kNever)
        card_.makespan = lastEnd_ - std::max(firstSubmit_, from_);
    finishPairs(card_);
    finishFairness(card_);
    finishWaits(card_);
    finishCosts(card_);
    finishBudgets(card_);
    return std::move(card_);
}

void MetricsCollector::finishPairs(Scorecard& card) const
{
    std::map<std::pair<std::string_view, std::string_view>, WastePair> byName;
    for (const PairEntry& entry : pairs_) {
        const ShareIndex by = finalShare(entry.by);
        const ShareIndex from = finalShare(entry.from);
        WastePair& pair = byName[{scenario_->shareName(by), scenario_->shareName(from)}];
        pair.by = by;
        pair.from = from;
        pair.lost += entry.lost;
        pair.restart += entry.restart;
    }
    for (const auto& [names, pair] : byName)
        card.wasteByPair.push_back(pair);
}

void MetricsCollector::finishWaits(Scorecard& card)
{
    WaitTimes pooled;
    std::map<ShareIndex, CensoredQuantile> medians;
    for (std::size_t s = 0; s < waits_.size(); ++s) {
        WaitTimes share;
        for (WaitTimes& times : waits_[s]) {
            std::sort(times.started.begin(), times.started.end());
            std::sort(times.censored.begin(), times.censored.end());
            card.waits.push_back(
                groupOf(ShareIndex{s}, times.priority, times.started, times.censored, times.impossible));
            mergeInto(share.started, times.started);
            mergeInto(share.censored, times.censored);
        }
        if (!waits_[s].empty())
            medians[ShareIndex{s}] = censoredQuantile(share.started, share.censored, 0.5);
        mergeInto(pooled.started, share.started);
        mergeInto(pooled.censored, share.censored);
    }
    std::sort(card.waits.begin(), card.waits.end(), [&](const WaitGroup& a, const WaitGroup& b) {
        const int order = scenario_->shareName(a.share).compare(scenario_->shareName(b.share));
        return order != 0 ? order < 0 : a.priority < b.priority;
    });
    for (const WaitGroup& group : card.waits)
        pooled.impossible += group.impossible;
    card.allWaits = groupOf(ShareIndex{}, 0, pooled.started, pooled.censored, pooled.impossible);
    const CensoredQuantile& all = card.allWaits.p50;
    for (ShareFairness& fairness : card.fairness) {
        const auto own = medians.find(fairness.share);
        if (own != medians.end() && own->second.value && all.value && *all.value > 0)
            fairness.waitRatio = *own->second.value / *all.value;
    }
}

void MetricsCollector::finishFairness(Scorecard& card) const
{
    std::vector<double> served;
    for (const ShareIndex share : policy_.created()) {
        card.fairness.push_back(flows_.fairness(share));
        if (const auto shortfall = card.fairness.back().shortfallShare())
            served.push_back(1 - *shortfall);
    }
    card.jain = jainIndex(served);
}

void MetricsCollector::finishCosts(Scorecard& card) const
{
    std::map<std::string, double> byCurrency;
    for (std::size_t u = 0; u < scenario_->units.size(); ++u) {
        const CapacityUnit& unit = scenario_->units[u];
        if (unit.hourlyCost > 0) {
            const double hours
                = static_cast<double>(flows_.paidInstances(UnitIndex{u})) / static_cast<double>(kMsPerHour);
            byCurrency[unit.currency] += hours * unit.hourlyCost;
        }
    }
    for (const auto& [currency, total] : byCurrency) {
        CostSummary cost{currency, total, std::nullopt};
        if (card.jobs.succeeded > 0)
            cost.perCompletedJob = total / static_cast<double>(card.jobs.succeeded);
        card.costs.push_back(cost);
    }
}

void MetricsCollector::finishBudgets(Scorecard& card) const
{
    for (const ShareIndex share : policy_.created()) {
        BudgetUse use;
        use.share = share;
        use.budget = budgetOf(*scenario_, share);
        if (const auto worst = worstPreempted_.find(share); worst != worstPreempted_.end()) {
            use.worstJobPreemptions = worst->second.first;
            use.worstJob = worst->second.second;
        }
        for (const auto& [key, lost] : lostByWeek_) {
            if (key.first == share)
                use.worstWeekLost = std::max(use.worstWeekLost, lost);
        }
        card.budgets.push_back(use);
    }
}

} // namespace quotaboard
