// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/flows.h"
#include "core/metrics/scorecard.h"
#include "core/simulation/attempt_progress.h"
#include "core/simulation/job_event.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace quotaboard {

/// Computes the scorecard from events alone: as a sink while a run goes on, or from a stored log, with the same result.
/// The scenario must outlive it. Not thread-safe; does not block or throw (but for lack of memory).
///
/// `from` (ms) is the start of the window, 0 unless there is a warm-up. Events before it are heard as well, for what
/// they lead to; README.md says what of each figure belongs to the window.
/// Source: metrics.md sections 1 to 3.
class MetricsCollector final : public EventSink {
public:
    explicit MetricsCollector(const Scenario& scenario, TimeMs from = 0);

    void onEvent(const JobEvent& event) override;
    /// Closes the window at `end` (at or after the last event) and gives the results; the collector is used up. Where
    /// `end` is before `from`, the window is empty.
    [[nodiscard]] Scorecard finish(TimeMs end);
    [[nodiscard]] TimeMs lastEventTime() const { return lastTime_; }

private:
    enum class Phase : std::uint8_t { Runnable, Scheduled, Starting, Running, Stopping };

    /// A job that is in. Durations in ms of its own time. The first 128 bytes, two cache lines, are all that most jobs
    /// ever need between their first event and their last: what is of the job itself is copied for that reason.
    struct alignas(64) Live {
        JobIndex job;
        ShareIndex share;
        UnitIndex unit;
        std::int32_t instances = 0;
        std::int32_t priority = 0;
        std::int32_t firstPriority = 0;
        ProfileIndex profile;
        std::uint32_t preemptions = 0;
        Phase phase = Phase::Runnable;
        bool isImpossible : 1 = false;
        bool heldBefore : 1 = false;
        bool predecessorPreempted : 1 = false;
        bool restoreFailed : 1 = false;
        bool reclaimed : 1 = false;
        TimeMs since = 0;
        TimeMs runnableAt = 0;
        TimeMs firstRun = kNever;
        TimeMs work = 0;
        TimeMs deadline = kNever;
        TimeMs resumedFrom = 0;
        /// Progress kept so far.
        TimeMs durable = 0;
        TimeMs ran = 0;
        TimeMs requeueWait = 0;
        TimeMs firstStartup = 0;
        TimeMs instanceWait = 0;
        TimeMs startupWait = 0;
        TimeMs lastRunEnd = kNever;
        TimeMs durableAtPreemption = 0;
        /// How much of its progress was made before the window; see earlyOf().
        TimeMs early = 0;
        JobIndex preemptor;
        std::uint32_t row = 0;
        std::uint32_t longestRow = 0;
        PreemptionCause cause = PreemptionCause::CrossShare;
    };
    struct PairEntry {
        JobIndex by;
        JobIndex from;
        GpuMs lost = 0;
        GpuMs restart = 0;
    };
    struct WaitTimes {
        std::int32_t priority = 0;
        std::vector<TimeMs> started;
        std::vector<TimeMs> censored;
        std::uint64_t impossible = 0;
    };

    [[nodiscard]] Live& live(JobIndex job) { return lives_[slots_[job.value()]]; }
    [[nodiscard]] std::int64_t weight(const Live& l) const { return l.instances * unitWeights_[l.unit.value()]; }
    /// Not read without a warm-up: it is outside of what most jobs need.
    [[nodiscard]] TimeMs earlyOf(const Live& l) const { return from_ > 0 ? l.early : 0; }
    [[nodiscard]] bool isLive(JobIndex job) const { return job.isValid() && slots_[job.value()] < lives_.size(); }

    // collector.cpp
    void onRunnable(const JobEvent& event);
    void onStarting(Live& l, TimeMs now);
    void onRunning(Live& l, const JobEvent& event);
    void onPreempted(Live& l, const JobEvent& event);
    void onAttemptFailed(Live& l, TimeMs now);
    void onEnd(Live& l, const JobEvent& event);
    void countEnd(const JobEvent& event, bool neverStarted);
    void onUpdated(const JobEvent& event);
    void onMoved(Live& l, const JobEvent& event);
    void becomeWaiting(Live& l, TimeMs now);
    void claim(Live& l, TimeMs now, bool claims);
    void setPolicy(TimeMs now);
    [[nodiscard]] bool isPossible(const Live& l) const
    {
        return l.instances <= largestPossible_[l.share.value() * unitWeights_.size() + l.unit.value()];
    }
    [[nodiscard]] AttemptPlan planOf(const Live& l, TimeMs from) const
    {
        return AttemptPlan::of(l.work, scenario_->jobs.profile(l.profile), from);
    }

    // attempt_labels.cpp
    void closePhase(Live& l, TimeMs now);
    void addLost(Live& l, TimeMs lost, TimeMs now);
    void labelStartup(Live& l, TimeMs spent);
    AttemptPlan::Spent labelRun(Live& l, TimeMs now);
    void clipRun(Live& l, TimeMs now, const AttemptPlan& plan, AttemptPlan::Spent& spent) const;
    [[nodiscard]] static TimeMs throwAway(Live& l, TimeMs progress, TimeMs kept);
    void chargePreemption(const Live& l, TimeMs lost, TimeMs restart);
    void addPair(JobIndex by, JobIndex from, GpuMs lost, GpuMs restart, PreemptionCause cause);
    void label(const Live& l, TimeMs spent, GpuMs& total) const;

    // collector_finish.cpp
    void recordEnd(Live& l, TimeMs end, bool succeeded);
    void recordWait(const Live& l, TimeMs end, bool isImpossibleAtEnd);
    void recordPreemptions(const Live& l);
    [[nodiscard]] WaitTimes& waitTimes(ShareIndex share, std::int32_t priority);
    void recordRecovery(const Live& l, TimeMs end, bool ended, bool succeeded);
    void closeUnfinished(TimeMs end);
    void finishWaits(Scorecard& card);
    void finishPairs(Scorecard& card) const;
    void finishFairness(Scorecard& card) const;
    void finishCosts(Scorecard& card) const;
    void finishBudgets(Scorecard& card) const;
    [[nodiscard]] ShareIndex finalShare(JobIndex job) const;

    [[nodiscard]] bool isInWindow(TimeMs time) const { return time >= from_; }

    const Scenario* scenario_;
    TimeMs from_;
    PolicyState policy_;
    CapacityFlows flows_;
    std::vector<std::int64_t> unitWeights_;
    /// Per share and unit: PolicyState::largestPossible().
    std::vector<std::int64_t> largestPossible_;
    std::vector<Live> lives_;
    std::vector<std::uint32_t> freeSlots_;
    /// Per job its place in lives_, 0xFFFFFFFF before and after.
    std::vector<std::uint32_t> slots_;

    Scorecard card_;
    TimeMs lastTime_ = 0;
    TimeMs firstSubmit_ = kNever;
    TimeMs lastEnd_ = kNever;
    /// Per share, in order of first use; a handful of priorities each.
    std::vector<std::vector<WaitTimes>> waits_;
    std::vector<PairEntry> pairs_;
    std::vector<TimeMs> reclaims_;
    std::vector<TimeMs> releases_;
    std::vector<TimeMs> deadlines_;
    std::vector<TimeMs> metDeadlines_;
    std::unordered_map<JobIndex, ShareIndex> movedTo_;
    /// GPU-ms lost per share and week of the scenario.
    std::map<std::pair<ShareIndex, std::int64_t>, GpuMs> lostByWeek_;
    std::map<ShareIndex, std::pair<std::uint32_t, JobIndex>> worstPreempted_;
    double slowdownSum_ = 0;
    double boundedSum_ = 0;
};

} // namespace quotaboard
