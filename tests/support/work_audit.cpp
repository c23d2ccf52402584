// SPDX-License-Identifier: Apache-2.0
#include "tests/support/work_audit.h"

#include <algorithm>

namespace quotaboard::test {

WorkAudit::WorkAudit(const Scenario& scenario)
    : scenario_(&scenario)
    , policy_(scenario)
    , works_(scenario.jobs.size())
    , occupied_(scenario.units.size(), 0)
{
}

void WorkAudit::fail(JobIndex job, const std::string& what)
{
    if (violation_.empty())
        violation_ = "job " + std::to_string(job.value()) + ": " + what;
}

std::int64_t WorkAudit::weightOf(UnitIndex unit) const
{
    const bool anyGpus = std::any_of(
        scenario_->units.begin(), scenario_->units.end(), [](const CapacityUnit& u) { return u.gpus > 0; });
    return anyGpus ? scenario_->units[unit.value()].gpus : 1;
}

/// Restore, then intervals of work with a write after each but the last, one after the other.
WorkAudit::Run WorkAudit::runUpTo(JobIndex job, TimeMs elapsed) const
{
    const JobProfile& profile = profileOf(job);
    const TimeMs from = works_[job.value()].from;
    TimeMs remaining = scenario_->jobs[job].work - from;
    Run run;
    run.durable = profile.checkpoint ? from : 0;
    run.restore = std::min(elapsed, from > 0 ? profile.restore : 0);
    TimeMs left = elapsed - run.restore;
    if (from > 0 && run.restore < profile.restore)
        return run;
    for (;;) {
        const TimeMs stretch = std::min({left, remaining, profile.checkpoint ? profile.checkpoint->interval : kNever});
        run.work += stretch;
        remaining -= stretch;
        left -= stretch;
        if (!profile.checkpoint || remaining == 0 || stretch < profile.checkpoint->interval)
            return run;
        if (left < profile.checkpoint->cost) {
            run.writing = left;
            return run;
        }
        left -= profile.checkpoint->cost;
        run.written += profile.checkpoint->cost;
        run.durable = from + run.work;
    }
}

void WorkAudit::enter(Work& work, Phase phase, TimeMs now)
{
    if (work.phase == Phase::Starting || work.phase == Phase::Running || work.phase == Phase::Stopping)
        work.held += now - work.since;
    work.phase = phase;
    work.since = now;
}

void WorkAudit::closeStartup(Work& work, TimeMs now)
{
    (work.heldBefore ? work.restart : work.hold) += now - work.since;
    work.heldBefore = true;
}

WorkAudit::Run WorkAudit::closeRun(JobIndex job, TimeMs now, bool writeIsInVain)
{
    Work& work = works_[job.value()];
    const Run run = runUpTo(job, now - work.since);
    work.restart += run.restore;
    work.checkpoint += run.written;
    (writeIsInVain ? work.restart : work.checkpoint) += run.writing;
    if (run.restore + run.work + run.written + run.writing != now - work.since)
        fail(job, "ran on after its work was complete");
    return run;
}

void WorkAudit::integrate(TimeMs now)
{
    for (std::size_t u = 0; u < occupied_.size(); ++u) {
        const Int128 duration = Int128{now - integratedTo_} * weightOf(UnitIndex{u});
        const std::int64_t capacity = policy_.capacity(UnitIndex{u});
        total_.paid += capacity * duration;
        total_.idle += std::max<std::int64_t>(0, capacity - occupied_[u]) * duration;
        total_.overcommitted += std::max<std::int64_t>(0, occupied_[u] - capacity) * duration;
    }
    integratedTo_ = now;
}

void WorkAudit::occupy(JobIndex job, std::int64_t sign, TimeMs now)
{
    integrate(now);
    occupied_[scenario_->jobs[job].unit.value()] += sign * scenario_->jobs[job].instances;
}

void WorkAudit::onEvent(const JobEvent& event)
{
    if (event.kind == EventKind::Updated) {
        integrate(event.time);
        if (event.refused == Refusal::None)
            policy_.apply(scenario_->interventions[event.intervention.value()].edit);
        return;
    }
    Work& work = works_[event.job.value()];
    switch (event.kind) {
    case EventKind::Submitted:
        work.isSubmitted = true;
        break;
    case EventKind::Runnable:
        work.firstRunnable = std::min(work.firstRunnable, event.time);
        enter(work, Phase::Waiting, event.time);
        break;
    case EventKind::Scheduled:
        enter(work, Phase::Scheduled, event.time);
        break;
    case EventKind::Starting:
        occupy(event.job, 1, event.time);
        enter(work, Phase::Starting, event.time);
        break;
    case EventKind::Running:
        onRunning(event);
        break;
    case EventKind::Preempted:
        onPreempted(event);
        break;
    case EventKind::Stopped:
        work.hold += event.time - work.since;
        occupy(event.job, -1, event.time);
        enter(work, Phase::Away, event.time);
        break;
    case EventKind::AttemptFailed:
        onAttemptFailed(event);
        break;
    case EventKind::Succeeded:
        onSucceeded(event);
        break;
    case EventKind::Failed:
        onFailed(event);
        break;
    case EventKind::Updated:
    case EventKind::Moved:
        break;
    }
}

void WorkAudit::onRunning(const JobEvent& event)
{
    Work& work = works_[event.job.value()];
    closeStartup(work, event.time);
    if (event.restoreFailed) {
        if (work.durable == 0)
            fail(event.job, "a restore failed without a checkpoint");
        work.lost += work.durable;
        work.durable = 0;
    }
    if (event.progress != work.durable)
        fail(event.job, "resumes from something else than what is durable");
    work.from = event.progress;
    work.firstRunning = std::min(work.firstRunning, event.time);
    enter(work, Phase::Running, event.time);
}

void WorkAudit::onPreempted(const JobEvent& event)
{
    Work& work = works_[event.job.value()];
    TimeMs lost = 0;
    if (work.phase == Phase::Starting)
        closeStartup(work, event.time);
    if (work.phase == Phase::Running) {
        const Run run = closeRun(event.job, event.time, true);
        const auto& checkpoint = profileOf(event.job).checkpoint;
        const bool isSaved = checkpoint && checkpoint->onStop && checkpoint->cost <= policy_.platform().stopGrace;
        work.durable = isSaved ? work.from + run.work : run.durable;
        lost = work.from + run.work - work.durable;
    }
    work.lost += lost;
    if (event.progress != lost)
        fail(event.job, "PREEMPTED says another loss");
    enter(work, work.phase == Phase::Scheduled ? Phase::Away : Phase::Stopping, event.time);
}

void WorkAudit::onAttemptFailed(const JobEvent& event)
{
    Work& work = works_[event.job.value()];
    const TimeMs elapsed = event.time - work.since;
    const Run run = closeRun(event.job, event.time, true);
    const bool isComplete = work.from + run.work == scenario_->jobs[event.job].work;
    const bool timedOut = event.reason == FailureReason::Timeout;
    if (timedOut && (elapsed != profileOf(event.job).attemptDuration))
        fail(event.job, "timed out at another time than it must");
    if (!timedOut && (!isComplete || !profileOf(event.job).outcomeFails))
        fail(event.job, "its attempt failed for no reason");
    work.discarded += work.from + run.work - run.durable;
    work.durable = run.durable;
    occupy(event.job, -1, event.time);
    enter(work, Phase::Away, event.time);
}

void WorkAudit::onSucceeded(const JobEvent& event)
{
    Work& work = works_[event.job.value()];
    const TimeMs elapsed = event.time - work.since;
    const Run run = closeRun(event.job, event.time, true);
    if (work.from + run.work != scenario_->jobs[event.job].work)
        fail(event.job, "SUCCEEDED before its work was complete");
    if (elapsed > run.restore && runUpTo(event.job, elapsed - 1).work == run.work)
        fail(event.job, "SUCCEEDED later than its work was complete");
    work.completed = work.from + run.work;
    work.hasEnded = true;
    occupy(event.job, -1, event.time);
    enter(work, Phase::Away, event.time);
}

void WorkAudit::onFailed(const JobEvent& event)
{
    Work& work = works_[event.job.value()];
    TimeMs useful = work.durable;
    if (work.phase == Phase::Starting)
        closeStartup(work, event.time);
    if (work.phase == Phase::Running)
        useful = work.from + closeRun(event.job, event.time, true).work;
    if (work.phase == Phase::Stopping)
        work.hold += event.time - work.since;
    if (work.phase == Phase::Starting || work.phase == Phase::Running || work.phase == Phase::Stopping)
        occupy(event.job, -1, event.time);
    work.discarded += useful;
    work.hasEnded = true;
    enter(work, Phase::Away, event.time);
}

void WorkAudit::closeUnfinished(JobIndex job, TimeMs end)
{
    Work& work = works_[job.value()];
    TimeMs useful = work.durable;
    if (work.phase == Phase::Starting)
        closeStartup(work, end);
    if (work.phase == Phase::Running)
        useful = work.from + closeRun(job, end, false).work;
    if (work.phase == Phase::Stopping)
        work.hold += end - work.since;
    work.inProgress = useful;
    enter(work, work.phase, end);
}

void WorkAudit::finish(TimeMs end, const Scorecard& card)
{
    integrate(end);
    for (std::size_t i = 0; i < works_.size(); ++i) {
        const JobIndex job{i};
        Work& work = works_[i];
        if (work.isSubmitted && !work.hasEnded)
            closeUnfinished(job, end);
        const TimeMs sum = work.completed + work.inProgress + work.discarded + work.lost + work.restart
            + work.checkpoint + work.hold;
        if (sum != work.held)
            fail(job, "invariant 6: held " + std::to_string(work.held) + " ms, labels give " + std::to_string(sum));
        const Int128 weight = Int128{scenario_->jobs[job].instances} * weightOf(scenario_->jobs[job].unit);
        total_.completed += weight * work.completed;
        total_.inProgress += weight * work.inProgress;
        total_.discarded += weight * work.discarded;
        total_.lost += weight * work.lost;
        total_.restart += weight * work.restart;
        total_.checkpoint += weight * work.checkpoint;
        total_.hold += weight * work.hold;
    }
    if (!total_.isBalanced() || !card.accounting.isBalanced())
        fail(JobIndex{0}, "the accounting identity does not hold");
    if (!(total_ == card.accounting))
        fail(JobIndex{0}, "the product gives other labels");
    compareWaits(card);
}

/// The parts of all waits add up to the waits.
void WorkAudit::compareWaits(const Scorecard& card)
{
    TimeMs waits = 0;
    std::uint64_t started = 0;
    for (const Work& work : works_) {
        if (work.firstRunning == kNever)
            continue;
        waits += work.firstRunning - work.firstRunnable;
        ++started;
    }
    const WaitParts& parts = card.waitParts;
    if (parts.started != started || parts.queueMs + parts.instancesMs + parts.startupMs != waits)
        fail(JobIndex{0}, "the parts of the waits do not add up to the waits");
}

} // namespace quotaboard::test
