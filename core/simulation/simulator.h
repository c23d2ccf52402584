// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/scheduler/scheduler.h"
#include "core/simulation/attempt_progress.h"
#include "core/simulation/event_queue.h"
#include "core/simulation/job_event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quotaboard {

/// Drives the scheduler through simulated time: submissions, attempts with their checkpoints, retries, time limits and
/// interventions (scheduling.md sections 5 and 6). It is told which timestamp to process and asks no clock.
///
/// The scenario must outlive it and not change. Copying gives an independent simulator in the same state that reports
/// to the same sink until setSink(). Not thread-safe; does not block or throw (but for lack of memory).
class Simulator {
public:
    explicit Simulator(const Scenario& scenario, EventSink* sink = nullptr);

    void setSink(EventSink* sink) { sink_ = sink; }
    /// The state that a run of `next` has reached at now(), without a sink. `next` must be scenario() but for what
    /// happens after now(): further interventions then, jobs that they submit, other values of jobs not yet submitted.
    /// Empty when `next` has other units or share names. `next` must outlive the result.
    [[nodiscard]] std::optional<Simulator> rebased(const Scenario& next) const;
    /// Bytes that a copy takes, roughly.
    [[nodiscard]] std::size_t memoryUse() const;

    /// The next timestamp at which something happens, kNever when nothing is left.
    [[nodiscard]] TimeMs nextTime() const { return nextTime_; }
    /// Applies everything that happens at `now`, which must be nextTime(). TooManyRounds when the timestamp never ends.
    Status step(TimeMs now);
    /// Steps until nothing is left or the next event lies after `until` or the horizon. Reports the jobs that have
    /// ended to `progress`; Interrupted when that is cancelled, with the state after a whole timestamp.
    Status run(Progress* progress = nullptr, TimeMs until = kNever);

    /// The last timestamp processed; 0 before the first.
    [[nodiscard]] TimeMs now() const { return now_; }
    [[nodiscard]] std::uint64_t eventCount() const { return eventCount_; }
    [[nodiscard]] std::size_t endedJobs() const { return endedJobs_; }
    [[nodiscard]] const Scenario& scenario() const { return *scenario_; }
    [[nodiscard]] const Scheduler& scheduler() const { return scheduler_; }
    [[nodiscard]] const PolicyState& policy() const { return policy_; }

    /// Whether the job is in (submitted and not ended).
    [[nodiscard]] bool isIn(JobIndex job) const { return slots_[job.value()] < kFinished; }
    [[nodiscard]] bool hasEnded(JobIndex job) const { return slots_[job.value()] == kFinished; }
    /// Only for a job that is in.
    [[nodiscard]] JobSlot slot(JobIndex job) const { return JobSlot{slots_[job.value()]}; }
    [[nodiscard]] std::uint32_t attemptNumber(JobSlot slot) const { return attempts_[slot.value()].number; }
    /// When a stopping job releases its instances.
    [[nodiscard]] TimeMs releaseTime(JobSlot slot) const { return attempts_[slot.value()].releaseTime; }
    /// Useful work of a job that is in, ms of its own time: done in all by `at` (at or after now(), before the next
    /// event), and kept by finished checkpoints.
    struct WorkDone {
        TimeMs done = 0;
        TimeMs durable = 0;
    };
    [[nodiscard]] WorkDone workDone(JobSlot slot, TimeMs at) const;
    /// Preemptions that the job has survived so far.
    [[nodiscard]] std::uint32_t preemptionCount(JobSlot slot) const { return attempts_[slot.value()].preemptions; }
    /// When it last became RUNNABLE; unlike its queue time, not the submit time of a job that ran before.
    [[nodiscard]] TimeMs waitingSince(JobSlot slot) const { return attempts_[slot.value()].waitingSince; }
    /// RUNNING since, kNever when it is not RUNNING.
    [[nodiscard]] TimeMs runningSince(JobSlot slot) const;

private:
    static constexpr std::uint32_t kNotSubmitted = 0xFFFFFFFF;
    static constexpr std::uint32_t kFinished = 0xFFFFFFFE;

    /// What the simulator knows of a job that is in. One cache line: most are touched long after their neighbours.
    struct alignas(64) Attempt {
        const JobProfile* profile = nullptr;
        /// The job's, ms.
        TimeMs work = 0;
        /// Progress kept by finished checkpoints.
        TimeMs durable = 0;
        TimeMs runningSince = 0;
        /// Last became RUNNABLE.
        TimeMs waitingSince = 0;
        TimeMs releaseTime = 0;
        /// Changes whenever the slot's pending event is superseded; there is never a second one. Wraps; an event is
        /// never pending for so long.
        std::uint32_t ticket = 0;
        std::uint32_t number = 0;
        std::uint32_t preemptions = 0;
        /// Own failures; never more than the profile's attempts, which 30 bits hold.
        std::uint32_t failures : 30 = 0;
        /// The attempt resumed from progress.
        bool resumed : 1 = false;
        bool timesOut : 1 = false;
    };
    struct LimitClock {
        JobIndex job;
        TimeLimitReason reason{};
        TimeMs since = 0;
    };

    class Decisions;
    friend class Decisions;

    /// Tells the sink, if there is one, what `fill` adds to an event of a job that is in.
    template <class Fill>
    void logOf(EventKind kind, JobSlot slot, Fill&& fill)
    {
        ++eventCount_;
        if (sink_ == nullptr)
            return;
        JobEvent event = eventOf(kind, slot);
        event.time = now_;
        fill(event);
        sink_->onEvent(event);
    }
    void logOf(EventKind kind, JobSlot slot)
    {
        logOf(kind, slot, [](JobEvent&) {});
    }
    void logEvent(JobEvent event);
    [[nodiscard]] JobEvent eventOf(EventKind kind, JobSlot slot) const;
    [[nodiscard]] const JobProfile& profileOf(JobSlot slot) const { return *attempts_[slot.value()].profile; }
    [[nodiscard]] AttemptPlan planOf(JobSlot slot) const;
    [[nodiscard]] bool isMeant(const SimEvent& event) const;
    template <class Queue>
    void dropStale(Queue& queue);
    void supersede(Attempt& attempt);
    void findNextTime();
    void findNextSubmission();

    void orderFuture();
    // One method per step of section 6.
    void applyReleasesAndEnds();
    void applyStarts();
    void applyInterventions();
    void applySubmissions();
    void applyTimeLimits();

    void finishAttempt(JobSlot slot);
    void finishStop(JobSlot slot);
    void becomeRunnable(JobSlot slot);
    void endJob(JobSlot slot, EventKind kind, FailureReason reason);
    void run(JobSlot slot);
    void submitJob(JobIndex job);
    void onPreempted(JobSlot victim, JobSlot claimant, PreemptionCause cause, JobPhase was);
    void returnToQueue(JobSlot slot);
    [[nodiscard]] TimeMs lossIfPreempted(JobSlot slot, TimeMs* durable) const;

    Refusal applyIntervention(const PolicyEdit& edit, InterventionIndex index);
    [[nodiscard]] Refusal refusalOfJob(JobIndex job) const;
    [[nodiscard]] Refusal refusalOfMove(const MoveServiceJob& edit) const;
    void endJobsOf(ShareIndex share);
    void updateClocks();
    [[nodiscard]] bool timeLimitReason(JobSlot front, TimeLimitReason& reason) const;
    [[nodiscard]] TimeMs nextClockTime() const;

    const Scenario* scenario_;
    EventSink* sink_;
    PolicyState policy_;
    Scheduler scheduler_;
    std::vector<Attempt> attempts_;
    /// Per job: its slot, kNotSubmitted or kFinished.
    std::vector<std::uint32_t> slots_;
    /// Jobs by submit time; empty when the list is in that order already.
    std::vector<std::uint32_t> submitOrder_;
    std::size_t nextSubmission_ = 0;
    TimeMs nextSubmitTime_ = kNever;
    std::vector<std::uint32_t> interventionOrder_;
    std::size_t nextIntervention_ = 0;

    EventHeap ends_;
    EventLane starts_;
    EventLane releases_;
    std::vector<LimitClock> clocks_;
    std::vector<JobSlot> due_;

    std::uint64_t eventCount_ = 0;
    std::size_t endedJobs_ = 0;
    TimeMs now_ = 0;
    TimeMs nextTime_ = kNever;
};

} // namespace quotaboard
