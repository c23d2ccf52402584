// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/simulator.h"

#include "core/base/random.h"

#include <algorithm>
#include <numeric>

namespace quotaboard {

namespace {

constexpr int kMaxRounds = 1'000'000;
/// Far enough below kNever that adding a duration cannot overflow.
constexpr TimeMs kLatestTime = kNever / 4;
constexpr std::uint64_t kProgressEvery = 4096;

} // namespace

/// The scheduler's decisions, told to the simulator that drives it.
class Simulator::Decisions final : public DecisionSink {
public:
    explicit Decisions(Simulator& simulator)
        : simulator_(simulator)
    {
    }

    void onPreempted(JobSlot victim, JobSlot claimant, PreemptionCause cause, JobPhase was) override
    {
        simulator_.onPreempted(victim, claimant, cause, was);
    }
    void onScheduled(JobSlot job, std::int32_t /*own*/, std::int32_t borrowed) override
    {
        ++simulator_.attempts_[job.value()].number;
        simulator_.logOf(EventKind::Scheduled, job, [&](JobEvent& event) { event.borrowed = borrowed; });
    }
    void onStarting(JobSlot job) override
    {
        simulator_.logOf(EventKind::Starting, job);
        simulator_.starts_.push(
            {simulator_.now_ + simulator_.policy_.platform().startup, simulator_.attempts_[job.value()].ticket, job},
            simulator_.scheduler_.dispatchSequence(job));
    }
    [[nodiscard]] TimeMs lossIfPreempted(JobSlot job) const override
    {
        return simulator_.lossIfPreempted(job, nullptr);
    }

private:
    Simulator& simulator_;
};

Simulator::Simulator(const Scenario& scenario, EventSink* sink)
    : scenario_(&scenario)
    , sink_(sink)
    , policy_(scenario)
    , scheduler_(scenario.shareNames.size(), scenario.units.size())
    , slots_(scenario.jobs.size(), kNotSubmitted)
{
    scheduler_.setPolicy(policy_);
    orderFuture();
    findNextSubmission();
    findNextTime();
}

/// Submissions and interventions in the order in which they come.
void Simulator::orderFuture()
{
    const auto& jobs = scenario_->jobs.jobs();
    const auto bySubmit = [](const Job& a, const Job& b) { return a.submit < b.submit; };
    submitOrder_.clear();
    if (!std::is_sorted(jobs.begin(), jobs.end(), bySubmit)) {
        submitOrder_.resize(jobs.size());
        std::iota(submitOrder_.begin(), submitOrder_.end(), 0U);
        std::stable_sort(submitOrder_.begin(), submitOrder_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return bySubmit(jobs[a], jobs[b]); });
    }
    interventionOrder_.resize(scenario_->interventions.size());
    std::iota(interventionOrder_.begin(), interventionOrder_.end(), 0U);
    std::stable_sort(interventionOrder_.begin(), interventionOrder_.end(), [this](std::uint32_t a, std::uint32_t b) {
        return scenario_->interventions[a].at < scenario_->interventions[b].at;
    });
}

std::optional<Simulator> Simulator::rebased(const Scenario& next) const
{
    if (next.units.size() != scenario_->units.size() || next.shareNames.size() != scenario_->shareNames.size())
        return std::nullopt;
    if (eventCount_ == 0)
        return Simulator(next);
    Simulator moved = *this;
    moved.scenario_ = &next;
    moved.sink_ = nullptr;
    moved.slots_.resize(next.jobs.size(), kNotSubmitted);
    for (std::size_t i = 0; i < moved.attempts_.size(); ++i) {
        const JobSlot slot{i};
        if (scheduler_.phase(slot) == JobPhase::Free)
            continue;
        const JobIndex job = scheduler_.job(slot);
        moved.attempts_[i].work = next.jobs[job].work;
        moved.attempts_[i].profile = &next.jobs.profileOf(job);
    }
    moved.orderFuture();
    // Places in the new orders: as many as have come by now, since nothing before it differs.
    const auto& jobs = next.jobs.jobs();
    moved.nextSubmission_ = static_cast<std::size_t>(
        std::count_if(jobs.begin(), jobs.end(), [this](const Job& job) { return job.submit <= now_; }));
    moved.nextIntervention_ = static_cast<std::size_t>(std::count_if(next.interventions.begin(),
        next.interventions.end(), [this](const Intervention& intervention) { return intervention.at <= now_; }));
    moved.findNextSubmission();
    moved.findNextTime();
    return moved;
}

void Simulator::logEvent(JobEvent event)
{
    event.time = now_;
    ++eventCount_;
    if (sink_ != nullptr)
        sink_->onEvent(event);
}

JobEvent Simulator::eventOf(EventKind kind, JobSlot slot) const
{
    JobEvent event;
    event.kind = kind;
    event.job = scheduler_.job(slot);
    event.attempt = attempts_[slot.value()].number;
    return event;
}

TimeMs Simulator::runningSince(JobSlot slot) const
{
    return scheduler_.phase(slot) == JobPhase::Running ? attempts_[slot.value()].runningSince : kNever;
}

Simulator::WorkDone Simulator::workDone(JobSlot slot, TimeMs at) const
{
    const Attempt& attempt = attempts_[slot.value()];
    if (scheduler_.phase(slot) != JobPhase::Running)
        return {attempt.durable, attempt.durable};
    const AttemptPlan plan = planOf(slot);
    const AttemptPlan::Spent spent = plan.at(std::min(at - attempt.runningSince, plan.duration()));
    return {plan.from + spent.work, spent.durable};
}

std::size_t Simulator::memoryUse() const
{
    constexpr std::size_t kSchedulerBytesPerSlot = 104;
    constexpr std::size_t kQueueBytesPerSlot = 48;
    return sizeof(*this) + slots_.size() * sizeof(slots_[0]) + submitOrder_.size() * sizeof(std::uint32_t)
        + attempts_.size() * (sizeof(Attempt) + kSchedulerBytesPerSlot + kQueueBytesPerSlot);
}

AttemptPlan Simulator::planOf(JobSlot slot) const
{
    const Attempt& attempt = attempts_[slot.value()];
    return AttemptPlan::of(attempt.work, profileOf(slot), attempt.resumed ? attempt.durable : 0);
}

bool Simulator::isMeant(const SimEvent& event) const
{
    return attempts_[event.slot.value()].ticket == event.ticket;
}

/// Forgets superseded events at the head of a queue, so that no timestamp is processed for their sake.
template <class Queue>
void Simulator::dropStale(Queue& queue)
{
    while (!queue.isHeadChecked() && !queue.empty()) {
        if (isMeant(queue.front()))
            queue.setHeadChecked(true);
        else
            queue.pop();
    }
}

/// What is still queued for the attempt is no longer meant.
void Simulator::supersede(Attempt& attempt)
{
    ++attempt.ticket;
    ends_.setHeadChecked(false);
    starts_.setHeadChecked(false);
    releases_.setHeadChecked(false);
}

void Simulator::findNextTime()
{
    dropStale(ends_);
    dropStale(starts_);
    dropStale(releases_);
    TimeMs next = std::min({ends_.nextTime(), starts_.nextTime(), releases_.nextTime(), nextSubmitTime_});
    if (nextIntervention_ < interventionOrder_.size())
        next = std::min(next, scenario_->interventions[interventionOrder_[nextIntervention_]].at);
    nextTime_ = clocks_.empty() ? next : std::min(next, nextClockTime());
}

void Simulator::findNextSubmission()
{
    nextSubmitTime_ = kNever;
    if (nextSubmission_ < slots_.size()) {
        const std::size_t job = submitOrder_.empty() ? nextSubmission_ : submitOrder_[nextSubmission_];
        nextSubmitTime_ = scenario_->jobs.jobs()[job].submit;
    }
}

Status Simulator::step(TimeMs now)
{
    now_ = now;
    Decisions decisions(*this);
    for (int round = 0; round < kMaxRounds; ++round) {
        if (std::min(ends_.nextTime(), releases_.nextTime()) <= now)
            applyReleasesAndEnds();
        if (starts_.nextTime() <= now)
            applyStarts();
        if (nextIntervention_ < interventionOrder_.size())
            applyInterventions();
        if (nextSubmitTime_ <= now)
            applySubmissions();
        if (!policy_.timeLimits().empty() || !clocks_.empty())
            applyTimeLimits();
        if (scheduler_.needsPass() && !scheduler_.pass(decisions))
            return Error{ErrorCode::TooManyRounds, {}, {std::to_string(now)}};
        if (!policy_.timeLimits().empty())
            updateClocks();
        scheduler_.startReady(decisions);
        findNextTime();
        if (nextTime_ > now)
            return {};
    }
    return Error{ErrorCode::TooManyRounds, {}, {std::to_string(now)}};
}

Status Simulator::run(Progress* progress, TimeMs until)
{
    const TimeMs last = std::min(until, scenario_->horizon.value_or(kNever));
    if (progress != nullptr)
        progress->setTotal(slots_.size());
    std::uint64_t steps = 0;
    for (TimeMs next = nextTime(); next != kNever && next <= last; next = nextTime()) {
        if (next > kLatestTime)
            return Error{ErrorCode::OutOfRange, {}, {std::to_string(next), std::to_string(kLatestTime)}};
        if (Status status = step(next); !status)
            return status;
        if (progress != nullptr && ++steps % kProgressEvery == 0) {
            progress->setDone(endedJobs_);
            if (progress->isCancelled())
                return Error{ErrorCode::Interrupted, {}, {}};
        }
    }
    if (progress != nullptr)
        progress->setDone(endedJobs_);
    return {};
}

void Simulator::applyReleasesAndEnds()
{
    due_.clear();
    for (; ends_.nextTime() <= now_; ends_.pop()) {
        if (isMeant(ends_.front()))
            due_.push_back(ends_.front().slot);
        // One of these is asked for as soon as this one is popped, and their jobs are far away.
        ends_.forEachNext([this](const SimEvent& next) {
            __builtin_prefetch(&attempts_[next.slot.value()]);
            scheduler_.prefetch(next.slot);
        });
    }
    for (; releases_.nextTime() <= now_; releases_.pop()) {
        if (isMeant(releases_.front()))
            due_.push_back(releases_.front().slot);
    }
    if (due_.size() > 1)
        std::sort(
            due_.begin(), due_.end(), [this](JobSlot a, JobSlot b) { return scheduler_.job(a) < scheduler_.job(b); });
    for (const JobSlot slot : due_) {
        if (scheduler_.phase(slot) == JobPhase::Stopping)
            finishStop(slot);
        else
            finishAttempt(slot);
    }
}

void Simulator::applyStarts()
{
    while (starts_.nextTime() <= now_) {
        const SimEvent event = starts_.front();
        starts_.pop();
        if (isMeant(event))
            run(event.slot);
    }
}

/// STARTING to RUNNING: decides from where the attempt resumes and when it will end.
void Simulator::run(JobSlot slot)
{
    Attempt& attempt = attempts_[slot.value()];
    const JobProfile& profile = profileOf(slot);
    scheduler_.markRunning(slot);
    const JobIndex job = scheduler_.job(slot);
    bool restoreFailed = false;
    attempt.resumed = attempt.durable > 0;
    const double probability = policy_.platform().resumeSuccessProbability;
    if (attempt.resumed && probability < 1.0) {
        const double draw = restoreDraw(policy_.platform().seed, job.value(), attempt.number);
        attempt.resumed = draw < probability;
        restoreFailed = !attempt.resumed;
    }
    if (!attempt.resumed)
        attempt.durable = 0;
    logOf(EventKind::Running, slot, [&](JobEvent& event) {
        event.progress = attempt.durable;
        event.restoreFailed = restoreFailed;
    });

    attempt.runningSince = now_;
    const TimeMs duration = planOf(slot).duration();
    attempt.timesOut = profile.attemptDuration < duration;
    ends_.push({now_ + std::min(duration, profile.attemptDuration), attempt.ticket, slot});
}

/// The running attempt's work is complete or its time is up.
void Simulator::finishAttempt(JobSlot slot)
{
    Attempt& attempt = attempts_[slot.value()];
    const JobProfile& profile = profileOf(slot);
    scheduler_.release(slot);
    if (!attempt.timesOut && !profile.outcomeFails) {
        endJob(slot, EventKind::Succeeded, FailureReason::None);
        return;
    }
    const FailureReason reason = attempt.timesOut ? FailureReason::Timeout : FailureReason::Failed;
    attempt.durable = planOf(slot).at(now_ - attempt.runningSince).durable;
    ++attempt.failures;
    JobEvent event = eventOf(EventKind::AttemptFailed, slot);
    event.reason = reason;
    logEvent(event);

    const std::string_view text = attempt.timesOut ? "Job attempt duration exceeded timeout" : "Job failed";
    const auto rule = std::find_if(profile.exitRules.begin(), profile.exitRules.end(),
        [&](const ExitRule& candidate) { return candidate.matches(text); });
    const bool ruleRetries = rule == profile.exitRules.end() || rule->retries;
    if (ruleRetries && std::uint32_t{attempt.failures} < static_cast<std::uint32_t>(profile.attempts))
        becomeRunnable(slot);
    else
        endJob(slot, EventKind::Failed, reason);
}

void Simulator::finishStop(JobSlot slot)
{
    logEvent(eventOf(EventKind::Stopped, slot));
    scheduler_.release(slot);
    returnToQueue(slot);
}

/// A preempted job without instances: RUNNABLE, or FAILED when it was preempted too often.
void Simulator::returnToQueue(JobSlot slot)
{
    const auto& retries = profileOf(slot).preemptionRetries;
    if (retries && attempts_[slot.value()].preemptions > static_cast<std::uint32_t>(*retries))
        endJob(slot, EventKind::Failed, FailureReason::PreemptionRetriesExhausted);
    else
        becomeRunnable(slot);
}

void Simulator::becomeRunnable(JobSlot slot)
{
    JobEvent event = eventOf(EventKind::Runnable, slot);
    event.attempt = 0;
    logEvent(event);
    attempts_[slot.value()].waitingSince = now_;
    const bool toBack = policy_.platform().requeue == Requeue::Back;
    scheduler_.requeue(slot, toBack ? now_ : scheduler_.queueTime(slot));
}

/// Logs the end of a job that holds and queues nothing any more and for which no event is pending, and forgets it.
void Simulator::endJob(JobSlot slot, EventKind kind, FailureReason reason)
{
    logOf(kind, slot, [&](JobEvent& event) { event.reason = reason; });
    slots_[scheduler_.job(slot).value()] = kFinished;
    ++endedJobs_;
    scheduler_.remove(slot);
}

TimeMs Simulator::lossIfPreempted(JobSlot slot, TimeMs* durable) const
{
    const Attempt& attempt = attempts_[slot.value()];
    if (scheduler_.phase(slot) != JobPhase::Running && durable == nullptr)
        return 0;
    const AttemptPlan plan = planOf(slot);
    const AttemptPlan::Spent spent = plan.at(now_ - attempt.runningSince);
    const TimeMs progress = plan.from + spent.work;
    const bool saved
        = plan.checkpoint && plan.checkpoint->onStop && plan.checkpoint->cost <= policy_.platform().stopGrace;
    const TimeMs kept = saved ? progress : spent.durable;
    if (durable != nullptr)
        *durable = kept;
    return progress - kept;
}

void Simulator::onPreempted(JobSlot victim, JobSlot claimant, PreemptionCause cause, JobPhase was)
{
    Attempt& attempt = attempts_[victim.value()];
    ++attempt.preemptions;
    JobEvent event = eventOf(EventKind::Preempted, victim);
    event.cause = cause;
    event.by = scheduler_.job(claimant);
    if (was == JobPhase::Running)
        event.progress = lossIfPreempted(victim, &attempt.durable);
    logEvent(event);
    supersede(attempt);
    if (was == JobPhase::Scheduled) {
        returnToQueue(victim);
        return;
    }
    attempt.releaseTime = now_ + policy_.platform().stopGrace;
    releases_.push({attempt.releaseTime, attempt.ticket, victim}, event.job.value());
}

void Simulator::applySubmissions()
{
    while (nextSubmitTime_ <= now_) {
        const std::size_t job = submitOrder_.empty() ? nextSubmission_ : submitOrder_[nextSubmission_];
        ++nextSubmission_;
        submitJob(JobIndex{job});
        findNextSubmission();
    }
}

void Simulator::submitJob(JobIndex index)
{
    const Job& job = scenario_->jobs[index];
    const auto log = [&](EventKind kind, FailureReason reason) {
        ++eventCount_;
        if (sink_ == nullptr)
            return;
        JobEvent event;
        event.time = now_;
        event.kind = kind;
        event.job = index;
        event.reason = reason;
        event.share = kind == EventKind::Submitted ? job.share : ShareIndex{};
        sink_->onEvent(event);
    };
    log(EventKind::Submitted, FailureReason::None);

    FailureReason refused = FailureReason::None;
    if (!policy_.queueEnabled())
        refused = FailureReason::QueueDisabled;
    else if (!policy_.exists(job.share))
        refused = FailureReason::ShareDeleted;
    else if (!policy_.share(job.share).isEnabled)
        refused = FailureReason::ShareDisabled;
    if (refused != FailureReason::None) {
        log(EventKind::Failed, refused);
        slots_[index.value()] = kFinished;
        ++endedJobs_;
        return;
    }
    log(EventKind::Runnable, FailureReason::None);
    const JobSlot slot = scheduler_.submit(index, job.share, job.unit, job.instances, job.priority, job.submit);
    slots_[index.value()] = slot.value();
    if (attempts_.size() <= slot.value())
        attempts_.resize(slot.value() + 1U);
    // The ticket goes on, so that what is still queued for the slot's last job stays stale.
    Attempt& attempt = attempts_[slot.value()];
    const std::uint32_t ticket = attempt.ticket;
    attempt = Attempt{};
    attempt.ticket = ticket;
    attempt.waitingSince = now_;
    attempt.work = job.work;
    attempt.profile = &scenario_->jobs.profile(job.profile);
}

} // namespace quotaboard
