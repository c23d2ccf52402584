// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/collector.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::uint32_t kNotIn = 0xFFFFFFFF;

} // namespace

MetricsCollector::MetricsCollector(const Scenario& scenario, TimeMs from)
    : scenario_(&scenario)
    , from_(from)
    , policy_(scenario)
    , flows_(scenario, from)
    , slots_(scenario.jobs.size(), kNotIn)
    , waits_(scenario.shareNames.size())
{
    for (std::size_t u = 0; u < scenario.units.size(); ++u)
        unitWeights_.push_back(scenario.gpuWeight(UnitIndex{u}));
    largestPossible_.resize(scenario.shareNames.size() * scenario.units.size());
    setPolicy(0);
}

/// Takes over `policy_` as it is now.
void MetricsCollector::setPolicy(TimeMs now)
{
    flows_.setPolicy(policy_, now);
    const std::size_t units = unitWeights_.size();
    for (std::size_t i = 0; i < largestPossible_.size(); ++i)
        largestPossible_[i] = policy_.largestPossible(ShareIndex{i / units}, UnitIndex{i % units});
}

void MetricsCollector::onEvent(const JobEvent& event)
{
    lastTime_ = event.time;
    switch (event.kind) {
    case EventKind::Submitted:
        ++(isInWindow(event.time) ? card_.jobs.submitted : card_.jobs.carriedIn);
        firstSubmit_ = std::min(firstSubmit_, event.time);
        if (const TimeMs deadline = scenario_->jobs[event.job].deadline; deadline != kNever)
            deadlines_.push_back(deadline);
        break;
    case EventKind::Runnable:
        onRunnable(event);
        break;
    case EventKind::Scheduled: {
        Live& l = live(event.job);
        closePhase(l, event.time);
        // It claims from now on even if its size was impossible a moment ago.
        claim(l, event.time, true);
        l.phase = Phase::Scheduled;
        break;
    }
    case EventKind::Starting:
        onStarting(live(event.job), event.time);
        break;
    case EventKind::Running:
        onRunning(live(event.job), event);
        break;
    case EventKind::Preempted:
        onPreempted(live(event.job), event);
        break;
    case EventKind::Stopped: {
        Live& l = live(event.job);
        if (isInWindow(l.since))
            releases_.push_back(event.time - l.since);
        closePhase(l, event.time);
        flows_.addOccupied(l.unit, -l.instances, event.time);
        l.phase = Phase::Runnable;
        break;
    }
    case EventKind::AttemptFailed:
        onAttemptFailed(live(event.job), event.time);
        break;
    case EventKind::Succeeded:
    case EventKind::Failed:
        if (isLive(event.job)) {
            onEnd(live(event.job), event);
        } else {
            countEnd(event, true);
        }
        break;
    case EventKind::Updated:
        onUpdated(event);
        break;
    case EventKind::Moved:
        onMoved(live(event.job), event);
        break;
    }
}

/// Counts the job among those that claim capacity, or not.
void MetricsCollector::claim(Live& l, TimeMs now, bool claims)
{
    if (l.isImpossible == !claims)
        return;
    l.isImpossible = !claims;
    flows_.addWant(l.share, l.unit, claims ? l.instances : -l.instances, now);
}

void MetricsCollector::onRunnable(const JobEvent& event)
{
    if (isLive(event.job)) {
        becomeWaiting(live(event.job), event.time);
        return;
    }
    const Job& job = scenario_->jobs[event.job];
    std::uint32_t slot = 0;
    if (freeSlots_.empty()) {
        slot = static_cast<std::uint32_t>(lives_.size());
        lives_.emplace_back();
    } else {
        slot = freeSlots_.back();
        freeSlots_.pop_back();
    }
    slots_[event.job.value()] = slot;
    Live& l = lives_[slot];
    l = Live{};
    l.job = event.job;
    l.share = job.share;
    l.unit = job.unit;
    l.instances = job.instances;
    l.priority = job.priority;
    l.profile = job.profile;
    l.work = job.work;
    l.deadline = job.deadline;
    l.runnableAt = event.time;
    l.isImpossible = true;
    becomeWaiting(l, event.time);
}

/// RUNNABLE: it claims unless it could never start. A job that was preempted stopped claiming at the preemption.
void MetricsCollector::becomeWaiting(Live& l, TimeMs now)
{
    l.phase = Phase::Runnable;
    l.since = now;
    claim(l, now, isPossible(l));
}

void MetricsCollector::onStarting(Live& l, TimeMs now)
{
    closePhase(l, now);
    l.phase = Phase::Starting;
    flows_.addHeld(l.share, l.unit, l.instances, now);
    flows_.addOccupied(l.unit, l.instances, now);
}

void MetricsCollector::onRunning(Live& l, const JobEvent& event)
{
    const TimeMs startup = event.time - l.since;
    closePhase(l, event.time);
    l.heldBefore = true;
    l.phase = Phase::Running;
    if (event.restoreFailed) {
        l.restoreFailed = true;
        const TimeMs lost = throwAway(l, l.durable, 0);
        addLost(l, lost, event.time);
        if (l.predecessorPreempted && isInWindow(event.time))
            chargePreemption(l, lost, 0);
        l.durable = 0;
    }
    l.resumedFrom = event.progress;
    if (l.firstRun == kNever) {
        l.firstRun = event.time;
        l.firstPriority = l.priority;
        l.firstStartup = startup;
    } else if (l.lastRunEnd != kNever) {
        l.requeueWait += event.time - l.lastRunEnd;
    }
}

void MetricsCollector::onPreempted(Live& l, const JobEvent& event)
{
    const bool counts = isInWindow(event.time);
    card_.preemption.count += counts ? 1 : 0;
    card_.preemptionByCause[static_cast<std::size_t>(event.cause)].count += counts ? 1 : 0;
    l.preemptions += counts ? 1 : 0;
    if (event.cause == PreemptionCause::CrossShare && isLive(event.by))
        live(event.by).reclaimed = true;
    claim(l, event.time, false);
    if (l.phase == Phase::Scheduled) {
        closePhase(l, event.time);
    } else {
        const bool ran = l.phase == Phase::Running;
        flows_.addHeld(l.share, l.unit, -l.instances, event.time);
        const AttemptPlan::Spent spent = ran ? labelRun(l, event.time) : AttemptPlan::Spent{};
        closePhase(l, event.time);
        l.heldBefore = true;
        l.predecessorPreempted = true;
        l.preemptor = event.by;
        l.cause = event.cause;
        TimeMs lost = 0;
        if (ran) {
            l.lastRunEnd = event.time;
            label(l, spent.unfinishedWrite, card_.accounting.restart);
            const TimeMs progress = l.resumedFrom + spent.work;
            l.durable = progress - event.progress;
            lost = throwAway(l, progress, l.durable);
            addLost(l, lost, event.time);
        }
        if (counts)
            chargePreemption(l, lost, spent.unfinishedWrite);
        l.phase = Phase::Stopping;
    }
    l.row = !counts ? 0 : l.row > 0 && l.durable <= l.durableAtPreemption ? l.row + 1 : 1;
    l.longestRow = std::max(l.longestRow, l.row);
    l.durableAtPreemption = l.durable;
}

void MetricsCollector::onAttemptFailed(Live& l, TimeMs now)
{
    const AttemptPlan::Spent spent = labelRun(l, now);
    l.lastRunEnd = now;
    closePhase(l, now);
    label(l, spent.unfinishedWrite, card_.accounting.restart);
    label(l, throwAway(l, l.resumedFrom + spent.work, spent.durable), card_.accounting.discarded);
    l.durable = spent.durable;
    l.predecessorPreempted = false;
    claim(l, now, false);
    flows_.addHeld(l.share, l.unit, -l.instances, now);
    flows_.addOccupied(l.unit, -l.instances, now);
    l.phase = Phase::Runnable;
}

void MetricsCollector::onEnd(Live& l, const JobEvent& event)
{
    const bool succeeded = event.kind == EventKind::Succeeded;
    const Phase was = l.phase;
    const AttemptPlan::Spent spent = was == Phase::Running ? labelRun(l, event.time) : AttemptPlan::Spent{};
    closePhase(l, event.time);
    claim(l, event.time, false);
    if (was == Phase::Starting || was == Phase::Running)
        flows_.addHeld(l.share, l.unit, -l.instances, event.time);
    if (was == Phase::Starting || was == Phase::Running || was == Phase::Stopping)
        flows_.addOccupied(l.unit, -l.instances, event.time);
    TimeMs useful = l.durable;
    if (was == Phase::Running) {
        label(l, spent.unfinishedWrite, card_.accounting.restart);
        useful = l.resumedFrom + spent.work;
    }
    label(l, useful - earlyOf(l), succeeded ? card_.accounting.completed : card_.accounting.discarded);
    countEnd(event, l.firstRun == kNever);
    recordEnd(l, event.time, succeeded);
    freeSlots_.push_back(slots_[l.job.value()]);
    slots_[l.job.value()] = kNotIn;
    l.job = JobIndex{};
}

void MetricsCollector::countEnd(const JobEvent& event, bool neverStarted)
{
    const bool succeeded = event.kind == EventKind::Succeeded;
    const TimeMs deadline = scenario_->jobs[event.job].deadline;
    if (succeeded && event.time <= deadline && deadline != kNever)
        metDeadlines_.push_back(deadline);
    if (!isInWindow(event.time)) {
        --card_.jobs.carriedIn;
        return;
    }
    ++(succeeded ? card_.jobs.succeeded : card_.jobs.failed);
    card_.jobs.neverStarted += neverStarted ? 1 : 0;
    lastEnd_ = event.time;
}

void MetricsCollector::onUpdated(const JobEvent& event)
{
    if (event.refused != Refusal::None)
        return;
    const PolicyEdit& edit = scenario_->interventions[event.intervention.value()].edit;
    if (const auto* priority = std::get_if<UpdateServiceJob>(&edit)) {
        if (isLive(priority->job))
            live(priority->job).priority = priority->priority;
        return;
    }
    (void)policy_.apply(edit);
    setPolicy(event.time);
    for (Live& l : lives_) {
        if (l.job.isValid() && l.phase == Phase::Runnable)
            claim(l, event.time, isPossible(l));
    }
}

void MetricsCollector::onMoved(Live& l, const JobEvent& event)
{
    claim(l, event.time, false);
    l.share = event.share;
    movedTo_[l.job] = event.share;
    claim(l, event.time, isPossible(l));
}

} // namespace quotaboard
