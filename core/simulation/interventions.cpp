// SPDX-License-Identifier: Apache-2.0
// Policy edits at a time, and time limits of waiting fronts (scheduling.md sections 6 and 7).
#include "core/simulation/simulator.h"

#include <algorithm>

namespace quotaboard {

namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

} // namespace

void Simulator::applyInterventions()
{
    for (; nextIntervention_ < interventionOrder_.size(); ++nextIntervention_) {
        const InterventionIndex index{interventionOrder_[nextIntervention_]};
        const Intervention& intervention = scenario_->interventions[index.value()];
        if (intervention.at > now_)
            return;
        const Refusal refused = applyIntervention(intervention.edit, index);
        if (refused != Refusal::None) {
            JobEvent event;
            event.kind = EventKind::Updated;
            event.intervention = index;
            event.refused = refused;
            logEvent(event);
        }
    }
}

/// Applies the edit and logs it, or says why it is not possible now and does neither.
Refusal Simulator::applyIntervention(const PolicyEdit& edit, InterventionIndex index)
{
    const auto log = [&] {
        JobEvent event;
        event.kind = EventKind::Updated;
        event.intervention = index;
        logEvent(event);
        return Refusal::None;
    };
    const auto ofPolicy = [&](ShareIndex deleted) {
        const Refusal refused = policy_.apply(edit);
        if (refused != Refusal::None)
            return refused;
        log();
        if (deleted.isValid())
            endJobsOf(deleted);
        scheduler_.setPolicy(policy_);
        return Refusal::None;
    };
    return std::visit(Overloaded{
                          [&](const UpdateServiceJob& e) {
                              if (const Refusal refused = refusalOfJob(e.job); refused != Refusal::None)
                                  return refused;
                              scheduler_.setPriority(slot(e.job), e.priority);
                              return log();
                          },
                          [&](const TerminateServiceJob& e) {
                              if (const Refusal refused = refusalOfJob(e.job); refused != Refusal::None)
                                  return refused;
                              log();
                              const JobSlot ended = slot(e.job);
                              scheduler_.release(ended);
                              supersede(attempts_[ended.value()]);
                              endJob(ended, EventKind::Failed, FailureReason::Terminated);
                              return Refusal::None;
                          },
                          [&](const MoveServiceJob& e) {
                              if (const Refusal refused = refusalOfMove(e); refused != Refusal::None)
                                  return refused;
                              log();
                              scheduler_.move(slot(e.job), e.share, now_);
                              JobEvent event = eventOf(EventKind::Moved, slot(e.job));
                              event.attempt = 0;
                              event.share = e.share;
                              logEvent(event);
                              return Refusal::None;
                          },
                          [&](const SubmitServiceJob&) { return log(); },
                          [&](const DeleteQuotaShare& e) { return ofPolicy(e.share); },
                          [&](const UpdateJobQueue& e) {
                              if (e.timeLimits)
                                  clocks_.clear();
                              return ofPolicy(ShareIndex{});
                          },
                          [&](const auto&) { return ofPolicy(ShareIndex{}); },
                      },
        edit);
}

Refusal Simulator::refusalOfJob(JobIndex job) const
{
    if (!job.isValid() || slots_[job.value()] == kNotSubmitted)
        return Refusal::NoSuchJob;
    return slots_[job.value()] == kFinished ? Refusal::JobFinished : Refusal::None;
}

Refusal Simulator::refusalOfMove(const MoveServiceJob& edit) const
{
    if (const Refusal refused = refusalOfJob(edit.job); refused != Refusal::None)
        return refused;
    if (scheduler_.phase(slot(edit.job)) != JobPhase::Runnable)
        return Refusal::JobDispatched;
    if (!policy_.exists(edit.share))
        return Refusal::NoSuchShare;
    return policy_.share(edit.share).isEnabled ? Refusal::None : Refusal::ShareDisabled;
}

void Simulator::endJobsOf(ShareIndex share)
{
    std::vector<JobIndex> jobs;
    for (std::size_t i = 0; i < scheduler_.slotCount(); ++i) {
        if (scheduler_.phase(JobSlot{i}) != JobPhase::Free && scheduler_.share(JobSlot{i}) == share)
            jobs.push_back(scheduler_.job(JobSlot{i}));
    }
    std::sort(jobs.begin(), jobs.end());
    for (const JobIndex job : jobs) {
        const JobSlot ended = slot(job);
        scheduler_.release(ended);
        supersede(attempts_[ended.value()]);
        endJob(ended, EventKind::Failed, FailureReason::ShareDeleted);
    }
}

bool Simulator::timeLimitReason(JobSlot front, TimeLimitReason& reason) const
{
    switch (scheduler_.frontReason(front)) {
    case WaitCode::EnvironmentMax:
        reason = TimeLimitReason::EnvironmentMaxResource;
        break;
    case WaitCode::ShareLimit:
    case WaitCode::BorrowLimitMax:
    case WaitCode::BorrowableMax:
        reason = TimeLimitReason::QuotaLimitExceeded;
        break;
    default:
        return false;
    }
    const auto& limits = policy_.timeLimits();
    return std::any_of(limits.begin(), limits.end(), [&](const TimeLimitAction& a) { return a.reason == reason; });
}

/// Starts the clock of every front that a time limit applies to, keeps those that run, and loses the others.
void Simulator::updateClocks()
{
    std::vector<LimitClock> running;
    for (const JobSlot front : scheduler_.fronts()) {
        LimitClock clock{scheduler_.job(front), {}, now_};
        if (!timeLimitReason(front, clock.reason))
            continue;
        const auto known = std::find_if(clocks_.begin(), clocks_.end(),
            [&](const LimitClock& c) { return c.job == clock.job && c.reason == clock.reason; });
        if (known != clocks_.end())
            clock.since = known->since;
        running.push_back(clock);
    }
    clocks_ = std::move(running);
}

TimeMs Simulator::nextClockTime() const
{
    TimeMs next = kNever;
    for (const LimitClock& clock : clocks_) {
        for (const TimeLimitAction& action : policy_.timeLimits()) {
            if (action.reason == clock.reason)
                next = std::min(next, clock.since + action.maxTime);
        }
    }
    return next;
}

void Simulator::applyTimeLimits()
{
    if (policy_.timeLimits().empty()) {
        clocks_.clear();
        return;
    }
    updateClocks();
    std::vector<JobIndex> expired;
    for (const LimitClock& clock : clocks_) {
        const bool isOver = std::any_of(policy_.timeLimits().begin(), policy_.timeLimits().end(),
            [&](const auto& a) { return a.reason == clock.reason && now_ - clock.since >= a.maxTime; });
        if (isOver)
            expired.push_back(clock.job);
    }
    std::sort(expired.begin(), expired.end());
    for (const JobIndex job : expired) {
        const JobSlot ended = slot(job);
        std::erase_if(clocks_, [&](const LimitClock& c) { return c.job == job; });
        scheduler_.release(ended);
        endJob(ended, EventKind::Failed, FailureReason::TimeLimit);
    }
}

} // namespace quotaboard
