// SPDX-License-Identifier: Apache-2.0
// When each label of the accounting identity was spent (metrics.md section 1). The rules are those of
// attempt_labels.cpp; here they have a place in time as well.
#include "core/metrics/chart_series.h"

namespace quotaboard {

void ChartSeriesCollector::addSpan(AccountingLabel label, const Live& l, TimeMs from, TimeMs to)
{
    if (from < to)
        buckets(label).addSpan(from, to, l.weight);
}

/// Ends start-up or stop grace. Running is labelRun()'s.
void ChartSeriesCollector::closePhase(Live& l, TimeMs now)
{
    if (l.phase == Phase::Starting && l.heldBefore) {
        addSpan(AccountingLabel::Restart, l, l.since, now);
        if (l.predecessorPreempted && l.since < now)
            wasteRestart_.addSpan(l.since, now, l.weight);
    } else if (l.phase == Phase::Starting || l.phase == Phase::Stopping) {
        addSpan(AccountingLabel::Hold, l, l.since, now);
    }
}

AttemptPlan::Spent ChartSeriesCollector::spentOf(const Live& l, TimeMs now) const
{
    const Job& job = scenario_->jobs[l.job];
    return AttemptPlan::of(job, scenario_->jobs.profile(job.profile), l.resumedFrom).at(now - l.since);
}

/// Ends RUNNING. In time: restore, work and finished writes mixed, work thrown away, an unfinished write.
void ChartSeriesCollector::labelRun(Live& l, const AttemptPlan::Spent& spent, TimeMs thrownAway,
    AccountingLabel thrownAwayIs, AccountingLabel unfinishedIs)
{
    TimeMs at = l.since;
    addSpan(AccountingLabel::Restart, l, at, at + spent.restore);
    if (l.predecessorPreempted && spent.restore > 0)
        wasteRestart_.addSpan(at, at + spent.restore, l.weight);
    at += spent.restore;
    const TimeMs kept = spent.work - thrownAway;
    keepWork(l, at, kept + spent.finishedWrites, kept);
    at += kept + spent.finishedWrites;
    addSpan(thrownAwayIs, l, at, at + thrownAway);
    at += thrownAway;
    addSpan(unfinishedIs, l, at, at + spent.unfinishedWrite);
}

/// Remembers work whose label is decided later.
void ChartSeriesCollector::keepWork(Live& l, TimeMs from, TimeMs length, TimeMs work)
{
    if (length == 0)
        return;
    if (freePending_ == kNone) {
        freePending_ = static_cast<std::uint32_t>(pending_.size());
        pending_.emplace_back();
    }
    const std::uint32_t index = freePending_;
    freePending_ = pending_[index].next;
    pending_[index] = {from, length, work, l.pending};
    l.pending = index;
}

/// All remembered work of the job gets this label.
void ChartSeriesCollector::settle(Live& l, AccountingLabel label)
{
    while (l.pending != kNone) {
        const std::uint32_t index = l.pending;
        Pending& span = pending_[index];
        addMixed(l, span, label);
        l.pending = span.next;
        span.next = freePending_;
        freePending_ = index;
    }
}

void ChartSeriesCollector::addMixed(const Live& l, const Pending& span, AccountingLabel label)
{
    const TimeMs end = span.from + span.length;
    if (span.work == span.length) {
        addSpan(label, l, span.from, end);
    } else if (span.work == 0) {
        addSpan(AccountingLabel::Checkpoint, l, span.from, end);
    } else {
        // The writes are what the work leaves, so that both together are the span at every moment.
        buckets(label).addPartOfSpan(span.from, end, span.work, l.weight);
        buckets(AccountingLabel::Checkpoint).addSpan(span.from, end, l.weight);
        buckets(AccountingLabel::Checkpoint).addPartOfSpan(span.from, end, span.work, -l.weight);
    }
}

/// Jobs that are in when the window ends.
void ChartSeriesCollector::closeUnfinished(TimeMs end)
{
    for (Live& l : lives_) {
        if (!l.job.isValid())
            continue;
        closePhase(l, end);
        if (l.phase == Phase::Running)
            labelRun(l, spentOf(l, end), 0, AccountingLabel::Discarded, AccountingLabel::Checkpoint);
        settle(l, AccountingLabel::InProgress);
        const bool isImpossible = l.waits && policy_.isImpossible(l.share, l.unit, l.instances);
        if (!l.hasRun && !isImpossible)
            series_.shares[l.share.value()].censored.push_back({end, end - l.runnableAt});
    }
}

} // namespace quotaboard
