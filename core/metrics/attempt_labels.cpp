// SPDX-License-Identifier: Apache-2.0
// Which label of the accounting identity each span of a job gets (metrics.md section 1), as far as it lies in the
// window.
#include "core/metrics/collector.h"

#include <algorithm>

namespace quotaboard {

/// Ends the phase that the job is in: its waiting parts, start-up and stop grace. Of Running labelRun() comes first,
/// which must know since when. What a job waited besides, it waited in its queue.
void MetricsCollector::closePhase(Live& l, TimeMs now)
{
    const TimeMs spent = std::max<TimeMs>(0, now - std::max(l.since, from_));
    const bool hasNotRun = l.firstRun == kNever;
    switch (l.phase) {
    case Phase::Runnable:
    case Phase::Running:
        break;
    case Phase::Scheduled:
        l.instanceWait += hasNotRun ? spent : 0;
        break;
    case Phase::Starting:
        l.startupWait += hasNotRun ? spent : 0;
        labelStartup(l, spent);
        break;
    case Phase::Stopping:
        label(l, spent, card_.accounting.hold);
        break;
    }
    l.since = now;
}

void MetricsCollector::labelStartup(Live& l, TimeMs spent)
{
    if (!l.heldBefore) {
        label(l, spent, card_.accounting.hold);
        return;
    }
    label(l, spent, card_.accounting.restart);
    if (l.predecessorPreempted && spent > 0)
        chargePreemption(l, 0, spent);
}

/// Ends RUNNING: restore and finished checkpoint writes get their labels; what becomes of the work and of an
/// unfinished write depends on why it ended and is the caller's.
AttemptPlan::Spent MetricsCollector::labelRun(Live& l, TimeMs now)
{
    const TimeMs ran = now - l.since;
    const AttemptPlan plan = planOf(l, l.resumedFrom);
    AttemptPlan::Spent spent = plan.at(ran);
    if (!isInWindow(l.since))
        clipRun(l, now, plan, spent);
    label(l, spent.restore, card_.accounting.restart);
    label(l, spent.finishedWrites, card_.accounting.checkpoint);
    // Whoever preempted the attempt before this one caused its restore.
    if (l.predecessorPreempted && spent.restore > 0)
        chargePreemption(l, 0, spent.restore);
    l.ran += ran;
    return spent;
}

/// A run that began before the window: takes the times before it off, and takes down how far the work had come then.
/// A write that the start of the window cuts is judged by its end.
void MetricsCollector::clipRun(Live& l, TimeMs now, const AttemptPlan& plan, AttemptPlan::Spent& spent) const
{
    const AttemptPlan::Spent before = plan.at(std::min(now, from_) - l.since);
    l.early = l.resumedFrom + before.work;
    spent.restore -= before.restore;
    if (spent.finishedWrites > before.finishedWrites) {
        spent.finishedWrites -= before.finishedWrites + before.unfinishedWrite;
    } else {
        spent.finishedWrites = 0;
        spent.unfinishedWrite -= before.unfinishedWrite;
    }
}

/// The progress falls back to `kept`: how much of what is gone was made in the window.
TimeMs MetricsCollector::throwAway(Live& l, TimeMs progress, TimeMs kept)
{
    const TimeMs gone = std::max<TimeMs>(0, progress - std::max(kept, l.early));
    l.early = std::min(l.early, kept);
    return gone;
}

/// Work (ms of the job) of the window that is thrown away at a preemption or a failed restore.
void MetricsCollector::addLost(Live& l, TimeMs lost, TimeMs now)
{
    label(l, lost, card_.accounting.lost);
    card_.preemption.lost += Int128{lost} * weight(l);
    lostByWeek_[{l.share, now / (7 * kMsPerDay)}] += Int128{lost} * weight(l);
}

/// Lost work and restart time (ms of the job) that the job's last preemption caused.
void MetricsCollector::chargePreemption(const Live& l, TimeMs lost, TimeMs restart)
{
    addPair(l.preemptor, l.job, Int128{lost} * weight(l), Int128{restart} * weight(l), l.cause);
}

void MetricsCollector::addPair(JobIndex by, JobIndex from, GpuMs lost, GpuMs restart, PreemptionCause cause)
{
    pairs_.push_back({by, from, lost, restart});
    card_.preemption.restart += restart;
    Waste& waste = card_.preemptionByCause[static_cast<std::size_t>(cause)];
    waste.lost += lost;
    waste.restart += restart;
}

/// Adds a span (ms of the job) to one of the totals.
void MetricsCollector::label(const Live& l, TimeMs spent, GpuMs& total) const
{
    if (spent != 0)
        total += Int128{spent} * weight(l);
}

} // namespace quotaboard
