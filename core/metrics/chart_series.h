// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/chart_grid.h"
#include "core/metrics/scorecard.h"
#include "core/model/policy_state.h"
#include "core/simulation/attempt_progress.h"
#include "core/simulation/job_event.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace quotaboard {

/// The labels of the accounting identity (metrics.md section 1), in the order of the stack.
enum class AccountingLabel : std::uint8_t { Completed, InProgress, Discarded, Lost, Restart, Checkpoint, Hold, Idle };
inline constexpr std::size_t kAccountingLabels = 8;

/// A wait and when it became known: at the first RUNNING, or at the censoring. ms.
struct WaitPoint {
    TimeMs time = 0;
    TimeMs wait = 0;
    bool operator==(const WaitPoint&) const = default;
};

/// RUNNABLE jobs and the GPUs they ask for at a sample moment, and the most since the sample before.
struct QueueSample {
    std::int64_t jobs = 0;
    std::int64_t peakJobs = 0;
    std::int64_t gpus = 0;
    std::int64_t peakGpus = 0;
    bool operator==(const QueueSample&) const = default;
};

/// The curves of one share. Cumulative ones have a value per ChartSeries::times, in GPU-ms.
struct ShareSeries {
    ShareIndex share;
    /// First starts, by time, of the jobs that are in the share at the end: as in Scorecard::waits.
    std::vector<WaitPoint> started;
    /// Jobs that never started: ended while waiting, or waiting at the end. By time. Without the impossible ones.
    std::vector<WaitPoint> censored;
    std::vector<GpuMs> claimable;
    std::vector<GpuMs> delivered;
    std::vector<GpuMs> shortfall;
    std::vector<QueueSample> queue;
    bool operator==(const ShareSeries&) const = default;
};

/// How a run went, for charts: a plain value of bounded size but for 16 bytes a job in the waits. Sample moments are
/// 0, spacing, 2 spacing … and the end; a value is the state after everything at or before its moment. The last value
/// of every cumulative curve equals the scorecard's exactly. Source: metrics.md.
struct ChartSeries {
    TimeMs spacing = 0;
    TimeMs end = 0;
    std::vector<TimeMs> times;
    /// Every share that ever existed, in order of creation, as in Scorecard::fairness.
    std::vector<ShareSeries> shares;
    /// All shares together.
    std::vector<QueueSample> queue;
    /// M3, cumulative: lost work, at the moment it is lost, and preemption-caused restart, while it goes on.
    std::vector<GpuMs> wasteLost;
    std::vector<GpuMs> wasteRestart;
    /// Cumulative paid and overcommitted capacity and its labels. Work carries the label it ends up with, at the time
    /// it was done: what turned out to be lost is lost from when it was worked on.
    std::vector<GpuMs> paid;
    std::vector<GpuMs> overcommitted;
    std::array<std::vector<GpuMs>, kAccountingLabels> labels;

    [[nodiscard]] bool isEmpty() const { return times.empty(); }
    [[nodiscard]] const std::vector<GpuMs>& label(AccountingLabel which) const
    {
        return labels[static_cast<std::size_t>(which)];
    }
    /// The last sample at or before `time`; 0 for times before the first. Only when it is not empty.
    [[nodiscard]] std::size_t sampleAt(TimeMs time) const;
    bool operator==(const ChartSeries&) const = default;
};

/// One point of a rolling wait curve.
struct RollingWait {
    TimeMs time = 0;
    /// Of the window `(time - window, time]`.
    std::uint32_t started = 0;
    std::uint32_t censored = 0;
    CensoredQuantile p50;
    CensoredQuantile p95;

    [[nodiscard]] std::uint32_t count() const { return started + censored; }
    /// Nothing to draw: a gap, never 0.
    [[nodiscard]] bool isGap() const { return count() == 0; }
    /// Drawn as a mark instead of a line.
    [[nodiscard]] bool isFew() const { return count() < 20; }
};

/// Rolling quantiles of a share's waits at `times` (ascending), exact: type 7, Kaplan-Meier where the window holds
/// censored waits (metrics.md M2). A window that reaches back to the start includes what happened at 0. About
/// 0.2 s for a million waits; meant for a worker thread when there are many.
[[nodiscard]] std::vector<RollingWait> rollingWaits(
    const ShareSeries& share, TimeMs window, std::span<const TimeMs> times);

/// M4's shortfall share in the window `(times[index] - window, times[index]]`; empty where nothing was claimed in it.
[[nodiscard]] std::optional<double> rollingShortfall(
    const ChartSeries& series, const ShareSeries& share, std::size_t index, TimeMs window = kMsPerDay);

/// Makes the ChartSeries from events alone: as a sink while a run goes on, or from a stored log, with the same result.
/// Some tens of ns an event. The scenario must outlive it. Not thread-safe; does not block or throw (but for lack of
/// memory).
class ChartSeriesCollector final : public EventSink {
public:
    explicit ChartSeriesCollector(const Scenario& scenario);

    void onEvent(const JobEvent& event) override;
    /// Closes the window at `end` (at or after the last event), the scorecard's `to`; the collector is used up.
    [[nodiscard]] ChartSeries finish(TimeMs end, const Scorecard& scorecard);

private:
    enum class Phase : std::uint8_t { Idle, Starting, Running, Stopping };
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    /// A job that is in. Times in ms.
    struct Live {
        JobIndex job;
        ShareIndex share;
        UnitIndex unit;
        std::int32_t instances = 0;
        Phase phase = Phase::Idle;
        /// RUNNABLE, and counted in the queue.
        bool waits = false;
        bool claims = false;
        bool heldBefore = false;
        bool predecessorPreempted = false;
        bool hasRun = false;
        /// GPUs.
        std::int64_t weight = 0;
        TimeMs since = 0;
        TimeMs runnableAt = 0;
        /// First RUNNING; only when it has run.
        TimeMs ranAt = 0;
        TimeMs resumedFrom = 0;
        TimeMs durable = 0;
        /// Kept work of earlier attempts, whose label is not known yet: a list in pending_.
        std::uint32_t pending = kNone;
    };
    /// Work and finished checkpoint writes of one attempt, mixed evenly over `length` from `from` on.
    struct Pending {
        TimeMs from = 0;
        TimeMs length = 0;
        TimeMs work = 0;
        std::uint32_t next = kNone;
    };
    struct Cell {
        std::int64_t limit = 0;
        std::int64_t want = 0;
        std::int64_t held = 0;
        [[nodiscard]] std::int64_t claim() const { return want < limit ? want : limit; }
        [[nodiscard]] std::int64_t shortfall() const { return claim() > held ? claim() - held : 0; }
    };
    /// Waiting jobs now and the most since the last sample; moments of no length do not count.
    struct Queue {
        QueueSample sample;
        TimeMs since = 0;
        void add(std::int64_t jobs, std::int64_t gpus, TimeMs now);
        void keepPeak();
    };
    /// Rates in GPUs, integrals in GPU-ms.
    struct ShareFlow {
        TimeMs last = 0;
        std::int64_t claimRate = 0;
        std::int64_t heldRate = 0;
        std::int64_t shortRate = 0;
        GpuMs claimable = 0;
        GpuMs delivered = 0;
        GpuMs shortfall = 0;
        Queue queue;
        void advance(TimeMs now);
    };
    struct Pool {
        std::int64_t capacity = 0;
        std::int64_t occupied = 0;
        std::int64_t weight = 1;
    };
    struct PoolFlow {
        TimeMs last = 0;
        std::int64_t paidRate = 0;
        std::int64_t idleRate = 0;
        std::int64_t overRate = 0;
        GpuMs paid = 0;
        GpuMs idle = 0;
        GpuMs over = 0;
        void advance(TimeMs now);
    };

    [[nodiscard]] Live& live(JobIndex job) { return lives_[slots_[job.value()]]; }
    [[nodiscard]] bool isLive(JobIndex job) const { return slots_[job.value()] != kNone; }
    [[nodiscard]] ChartBuckets& buckets(AccountingLabel label) { return labels_[static_cast<std::size_t>(label)]; }

    // chart_series.cpp
    void onRunnable(const JobEvent& event);
    void onRunning(Live& l, const JobEvent& event);
    void onPreempted(Live& l, const JobEvent& event);
    void onAttemptFailed(Live& l, TimeMs now);
    void onEnd(Live& l, const JobEvent& event);
    void onUpdated(const JobEvent& event);
    void onMoved(Live& l, const JobEvent& event);
    void moveStart(const Live& l, ShareIndex to);

    // chart_labels.cpp
    void closePhase(Live& l, TimeMs now);
    [[nodiscard]] AttemptPlan::Spent spentOf(const Live& l, TimeMs now) const;
    void labelRun(Live& l, const AttemptPlan::Spent& spent, TimeMs thrownAway, AccountingLabel thrownAwayIs,
        AccountingLabel unfinishedIs);
    void keepWork(Live& l, TimeMs from, TimeMs length, TimeMs work);
    void settle(Live& l, AccountingLabel label);
    void addMixed(const Live& l, const Pending& span, AccountingLabel label);
    void addSpan(AccountingLabel label, const Live& l, TimeMs from, TimeMs to);
    void closeUnfinished(TimeMs end);

    // chart_flows.cpp
    void setPolicy(TimeMs now);
    void setClaim(Live& l, bool claims, TimeMs now);
    void setWaits(Live& l, bool waits, TimeMs now);
    void changeCell(const Live& l, std::int64_t want, std::int64_t held, TimeMs now);
    void occupy(const Live& l, std::int64_t instances, TimeMs now);
    void sampleBefore(TimeMs time);
    void widen(TimeMs time);
    void takeSample(TimeMs time);

    const Scenario* scenario_;
    PolicyState policy_;
    ChartGrid grid_;
    TimeMs nextSample_ = 0;
    /// By label, all but Idle.
    std::vector<ChartBuckets> labels_;
    ChartBuckets wasteRestart_;
    GpuMs wasteLost_ = 0;

    std::vector<Live> lives_;
    std::vector<std::uint32_t> freeSlots_;
    /// Per job its place in lives_, kNone before and after.
    std::vector<std::uint32_t> slots_;
    std::vector<Pending> pending_;
    std::uint32_t freePending_ = kNone;

    /// By share and unit.
    std::vector<Cell> cells_;
    std::vector<ShareFlow> flows_;
    std::vector<Pool> pools_;
    PoolFlow poolFlow_;
    Queue queue_;
    /// What is sampled goes straight in here; `shares` by share index until finish().
    ChartSeries series_;
};

} // namespace quotaboard
