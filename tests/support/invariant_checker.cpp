// SPDX-License-Identifier: Apache-2.0
#include "tests/support/invariant_checker.h"

#include <algorithm>

namespace quotaboard::test {

InvariantChecker::InvariantChecker(const Scenario& scenario)
    : scenario_(&scenario)
    , policy_(scenario)
    , jobs_(scenario.jobs.size())
{
}

void InvariantChecker::fail(const std::string& what)
{
    if (violation_.empty())
        violation_ = "t=" + std::to_string(now_) + ": " + what;
}

void InvariantChecker::require(bool holds, const char* what)
{
    if (!holds)
        fail(what);
}

void InvariantChecker::enter(Tracked& job, JobPhase phase)
{
    job.spent[static_cast<std::size_t>(job.phase)] += now_ - job.since;
    job.phase = phase;
    job.since = now_;
}

/// Over all shares when `share` is invalid.
std::int64_t InvariantChecker::sumOver(UnitIndex unit, ShareIndex share, bool (*counts)(JobPhase)) const
{
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (counts(jobs_[i].phase) && unitOf(i) == unit && (!share.isValid() || jobs_[i].share == share))
            sum += sizeOf(i);
    }
    return sum;
}

std::int64_t InvariantChecker::used(ShareIndex share, UnitIndex unit) const
{
    return sumOver(unit, share, isDispatched);
}

std::int64_t InvariantChecker::occupied(ShareIndex share, UnitIndex unit) const
{
    return sumOver(unit, share, isOccupying);
}

std::int64_t InvariantChecker::scheduled(ShareIndex share, UnitIndex unit) const
{
    return sumOver(unit, share, [](JobPhase phase) { return phase == JobPhase::Scheduled; });
}

std::int64_t InvariantChecker::heldAgainst(ShareIndex share, UnitIndex unit) const
{
    std::int64_t held = 0;
    for (const ShareIndex other : policy_.shares()) {
        if (other != share && policy_.isReserve(other))
            held += std::max<std::int64_t>(0, policy_.limit(other, unit) - used(other, unit));
    }
    return held;
}

void InvariantChecker::onEvent(const JobEvent& event)
{
    require(event.time >= now_, "time runs backwards");
    now_ = event.time;
    if (event.kind != EventKind::Updated && event.kind != EventKind::Submitted)
        require(job(event.job).isSubmitted && !job(event.job).hasEnded, "an event of a job that is not in");
    switch (event.kind) {
    case EventKind::Submitted:
        onSubmitted(event);
        break;
    case EventKind::Runnable: {
        Tracked& tracked = job(event.job);
        require(tracked.phase == JobPhase::Free || tracked.phase == JobPhase::Detached, "RUNNABLE out of turn");
        if (tracked.phase == JobPhase::Detached && policy_.platform().requeue == Requeue::Back)
            tracked.queueTime = now_;
        tracked.victims.clear();
        enter(tracked, JobPhase::Runnable);
        break;
    }
    case EventKind::Scheduled:
        onScheduled(event);
        break;
    case EventKind::Starting:
        onStarting(event);
        break;
    case EventKind::Running:
        require(job(event.job).phase == JobPhase::Starting, "RUNNING without STARTING");
        require(now_ == job(event.job).since + job(event.job).delay, "start-up took another time than it must");
        enter(job(event.job), JobPhase::Running);
        break;
    case EventKind::Preempted:
        onPreempted(event);
        break;
    case EventKind::Stopped:
    case EventKind::AttemptFailed:
    case EventKind::Succeeded:
    case EventKind::Failed:
        onReleased(event);
        break;
    case EventKind::Updated:
        onUpdated(event);
        break;
    case EventKind::Moved:
        require(job(event.job).phase == JobPhase::Runnable, "MOVED although it does not wait");
        job(event.job).share = event.share;
        job(event.job).queueTime = now_;
        break;
    }
}

void InvariantChecker::onSubmitted(const JobEvent& event)
{
    Tracked& tracked = job(event.job);
    require(!tracked.isSubmitted, "submitted twice");
    tracked.isSubmitted = true;
    tracked.share = event.share;
    tracked.priority = scenario_->jobs[event.job].priority;
    tracked.queueTime = now_;
    tracked.since = now_;
    require(now_ == scenario_->jobs[event.job].submit, "submitted at another time");
}

/// Queue order of section 2 among the jobs that wait in the same queue.
bool InvariantChecker::isFront(JobIndex index) const
{
    const Tracked& mine = jobs_[index.value()];
    const bool perUnit = policy_.platform().queueFront == QueueFront::CapacityUnit;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        const Tracked& other = jobs_[i];
        if (other.phase != JobPhase::Runnable || other.share != mine.share || i == index.value())
            continue;
        if (perUnit && unitOf(i) != unitOf(index.value()))
            continue;
        if (other.priority != mine.priority         ? other.priority > mine.priority
                : other.queueTime != mine.queueTime ? other.queueTime < mine.queueTime
                                                    : i < index.value())
            return false;
    }
    return true;
}

/// Invariants 1 and 2, and the inequalities of section 3.
void InvariantChecker::onScheduled(const JobEvent& event)
{
    Tracked& tracked = job(event.job);
    const UnitIndex unit = unitOf(event.job.value());
    require(!claimant_.isValid() || claimant_ == event.job, "victims were preempted for another job");
    claimant_ = JobIndex{};
    require(tracked.phase == JobPhase::Runnable, "SCHEDULED although it does not wait");
    require(event.attempt == tracked.attempt + 1, "attempts are not counted one by one");
    require(isFront(event.job), "SCHEDULED although it is not in front");
    require(policy_.exists(tracked.share), "SCHEDULED in a share that does not exist");
    require(policy_.environmentEnabled(), "SCHEDULED in a DISABLED environment");
    tracked.attempt = event.attempt;
    enter(tracked, JobPhase::Scheduled);

    const std::int64_t use = used(tracked.share, unit);
    const std::int64_t own = policy_.limit(tracked.share, unit);
    require(total(unit) <= policy_.ceiling(unit), "invariant 1: a dispatch beyond the ceiling");
    require(policy_.mayUse(tracked.share, unit, use), "invariant 2: a dispatch beyond what the share may borrow");
    if (use > own || !policy_.isOversubscribed(unit)) {
        require(total(unit) <= policy_.ceiling(unit) - heldAgainst(tracked.share, unit),
            "a dispatch on idle capacity of a RESERVE share");
    }
    const std::int64_t borrowed = std::clamp<std::int64_t>(use - own, 0, sizeOf(event.job.value()));
    require(event.borrowed == borrowed, "SCHEDULED says another number of borrowed instances");
    requireNoneToSpare(event);
    taken_.clear();
}

/// Section 4: with any one victim back, the rule that dispatched would not hold. In-share victims only where nothing
/// was reclaimed and the job would borrow with them back: otherwise reclaiming, more or less of it, plays a part.
void InvariantChecker::requireNoneToSpare(const JobEvent& event)
{
    const ShareIndex share = job(event.job).share;
    const UnitIndex unit = unitOf(event.job.value());
    const auto fitsBesideReserves = [&] { return total(unit) <= policy_.ceiling(unit) - heldAgainst(share, unit); };
    const auto fits = [&] { return total(unit) <= policy_.ceiling(unit); };
    // A2 comes before A4, so the set is of A4 only where A2 found none.
    const bool besideReserves = fitsBesideReserves();
    const bool reclaimed = std::any_of(
        taken_.begin(), taken_.end(), [](const Victim& victim) { return victim.cause == PreemptionCause::CrossShare; });
    for (const Victim& victim : taken_) {
        Tracked& spared = job(victim.job);
        const JobPhase phase = spared.phase;
        spared.phase = JobPhase::Running;
        const bool isReclaimed = victim.cause == PreemptionCause::CrossShare;
        const bool borrows = used(share, unit) > policy_.limit(share, unit);
        const bool mayBorrow = policy_.mayUse(share, unit, used(share, unit)) && fitsBesideReserves();
        const bool holds = isReclaimed ? (besideReserves ? fitsBesideReserves() : fits()) : mayBorrow;
        const bool isCertain = isReclaimed || (borrows && !reclaimed);
        require(!isCertain || !holds, "a victim could have been spared");
        spared.phase = phase;
    }
}

void InvariantChecker::onStarting(const JobEvent& event)
{
    Tracked& tracked = job(event.job);
    require(tracked.phase == JobPhase::Scheduled, "STARTING without SCHEDULED");
    require(tracked.victims.empty(), "STARTING before its victims released their instances");
    requireRoomToStart(event);
    enter(tracked, JobPhase::Starting);
    tracked.delay = policy_.platform().startup;
}

/// Section 5: `occupied[u] + n <= C[u] - min(kept, max(0, C[u] - total[u]) + waiting)`; and so invariant 5.
void InvariantChecker::requireRoomToStart(const JobEvent& event)
{
    const UnitIndex unit = unitOf(event.job.value());
    const std::int64_t capacity = policy_.capacity(unit);
    std::int64_t kept = 0;
    std::int64_t waiting = 0;
    for (const ShareIndex other : policy_.shares()) {
        if (other == job(event.job).share || !policy_.isReserve(other))
            continue;
        kept += std::max<std::int64_t>(0, policy_.limit(other, unit) - occupied(other, unit));
        waiting += scheduled(other, unit);
    }
    const std::int64_t free = std::max<std::int64_t>(0, capacity - total(unit));
    const std::int64_t after = occupied(ShareIndex{}, unit) + sizeOf(event.job.value());
    require(after <= capacity, "invariant 5: more instances held than there are");
    require(
        after <= capacity - std::min(kept, free + waiting), "STARTING on instances that a RESERVE share holds back");
}

void InvariantChecker::onPreempted(const JobEvent& event)
{
    Tracked& victim = job(event.job);
    Tracked& by = job(event.by);
    const UnitIndex unit = unitOf(event.job.value());
    require(isDispatched(victim.phase), "PREEMPTED although it is not dispatched");
    require(by.phase == JobPhase::Runnable, "PREEMPTED for a job that does not wait");
    require(unit == unitOf(event.by.value()), "PREEMPTED on another capacity unit");
    if (event.cause == PreemptionCause::CrossShare) {
        require(victim.share != by.share, "CROSS_SHARE within a share");
        require(
            used(victim.share, unit) > policy_.limit(victim.share, unit), "reclaimed from a share within its limit");
    } else {
        require(victim.share == by.share, "IN_SHARE from another share");
        require(victim.priority < by.priority, "IN_SHARE for a job that is not more important");
        require(!sawReclaim_ || claimant_ != event.by, "IN_SHARE victims come before reclaimed ones");
    }
    sawReclaim_ = event.cause == PreemptionCause::CrossShare;
    require(!claimant_.isValid() || claimant_ == event.by, "victims of two claims are mixed");
    claimant_ = event.by;
    taken_.push_back({event.job, event.cause});
    if (victim.phase == JobPhase::Scheduled) {
        enter(victim, JobPhase::Detached);
        return;
    }
    by.victims.push_back(event.job);
    enter(victim, JobPhase::Stopping);
    victim.delay = policy_.platform().stopGrace;
}

/// Everything that ends an attempt or a job, from whatever phase.
void InvariantChecker::onReleased(const JobEvent& event)
{
    Tracked& tracked = job(event.job);
    if (event.kind == EventKind::Stopped) {
        require(tracked.phase == JobPhase::Stopping, "STOPPED without PREEMPTED");
        require(now_ == tracked.since + tracked.delay, "the stop grace took another time than it must");
    }
    if (event.kind == EventKind::AttemptFailed || event.kind == EventKind::Succeeded)
        require(tracked.phase == JobPhase::Running, "an attempt ends that is not RUNNING");
    if (isOccupying(tracked.phase)) {
        for (Tracked& other : jobs_)
            std::erase(other.victims, event.job);
    }
    const bool isLast = event.kind == EventKind::Succeeded || event.kind == EventKind::Failed;
    enter(tracked, isLast ? JobPhase::Free : JobPhase::Detached);
    tracked.hasEnded = isLast;
}

void InvariantChecker::onUpdated(const JobEvent& event)
{
    if (event.refused != Refusal::None)
        return;
    const PolicyEdit& edit = scenario_->interventions[event.intervention.value()].edit;
    policy_.apply(edit);
    if (const auto* update = std::get_if<UpdateServiceJob>(&edit))
        job(update->job).priority = update->priority;
}

} // namespace quotaboard::test
