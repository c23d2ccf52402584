// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/int128.h"
#include "core/base/time.h"
#include "core/metrics/statistics.h"
#include "core/model/policy.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// GPU-milliseconds: instances x GPUs per instance x ms. Sums stay exact.
using GpuMs = Int128;

/// The accounting identity of metrics.md section 1; `paid + overcommitted` equals the sum of the other eight.
struct Accounting {
    GpuMs paid = 0;
    GpuMs overcommitted = 0;
    GpuMs completed = 0;
    GpuMs inProgress = 0;
    GpuMs discarded = 0;
    GpuMs lost = 0;
    GpuMs restart = 0;
    GpuMs checkpoint = 0;
    GpuMs hold = 0;
    GpuMs idle = 0;

    [[nodiscard]] GpuMs allocated() const
    {
        return completed + inProgress + discarded + lost + restart + checkpoint + hold;
    }
    [[nodiscard]] bool isBalanced() const { return paid + overcommitted == allocated() + idle; }
    bool operator==(const Accounting&) const = default;
};

/// `submitted`, `succeeded` and `failed` in the window. Those carried in and submitted are those ended and unfinished.
struct JobCounts {
    /// Alive at the start of the window, submitted before it.
    std::uint64_t carriedIn = 0;
    std::uint64_t submitted = 0;
    std::uint64_t succeeded = 0;
    std::uint64_t failed = 0;
    std::uint64_t unfinished = 0;
    std::uint64_t neverStarted = 0;
};

/// M2 for one share and priority. Waits in ms.
struct WaitGroup {
    ShareIndex share;
    std::int32_t priority = 0;
    std::uint64_t started = 0;
    std::uint64_t waiting = 0;
    std::uint64_t impossible = 0;
    CensoredQuantile p50;
    CensoredQuantile p95;
    CensoredQuantile p99;
    /// The waits themselves, ascending, where there are fewer than five (no percentile is shown then).
    std::vector<TimeMs> fewStarted;
    std::vector<TimeMs> fewCensored;
};

/// Sums over started jobs, ms: what their waits consisted of.
struct WaitParts {
    std::uint64_t started = 0;
    /// RUNNABLE (and, for attempts preempted before they ran, stopping).
    std::int64_t queueMs = 0;
    /// SCHEDULED, waiting for instances that victims or reserves still hold.
    std::int64_t instancesMs = 0;
    std::int64_t startupMs = 0;
};

/// Lost work and preemption-caused restarts, and how many preemptions.
struct Waste {
    std::uint64_t count = 0;
    GpuMs lost = 0;
    GpuMs restart = 0;
};

struct WastePair {
    ShareIndex by;
    ShareIndex from;
    GpuMs lost = 0;
    GpuMs restart = 0;
};

/// Count, median and maximum of some durations, ms.
struct DurationSummary {
    std::uint64_t count = 0;
    std::optional<double> p50;
    std::optional<TimeMs> max;
};

/// M4 for one share, GPU-ms.
struct ShareFairness {
    ShareIndex share;
    GpuMs claimable = 0;
    GpuMs delivered = 0;
    GpuMs shortfall = 0;
    GpuMs surplus = 0;
    /// The share's P50 wait over the pooled P50; empty when either is undefined or the pooled one is 0.
    std::optional<double> waitRatio;

    [[nodiscard]] std::optional<double> drift() const;
    [[nodiscard]] std::optional<double> shortfallShare() const;
};

/// M5.
struct Recovery {
    std::uint64_t good = 0;
    std::uint64_t bad = 0;
    std::uint64_t undecided = 0;
    [[nodiscard]] std::optional<double> reliability() const;
    [[nodiscard]] std::optional<Interval> interval() const { return wilsonInterval(good, good + bad); }
};

/// A job preempted three times or more in a row without durable progress between.
struct PreemptionLoop {
    JobIndex job;
    /// Longest such row.
    std::uint32_t preemptions = 0;
};

struct SlowdownSummary {
    std::uint64_t count = 0;
    std::optional<double> mean;
    std::optional<double> boundedMean;
    std::optional<double> boundedMax;
};

struct CostSummary {
    std::string currency;
    double total = 0;
    std::optional<double> perCompletedJob;
};

/// Borrowing over the window, GPU-ms, of jobs that hold instances.
struct Borrowing {
    GpuMs held = 0;
    GpuMs borrowed = 0;
    /// Idle limit of the shares that lend, and the part of it that others used.
    GpuMs idleOfLenders = 0;
    GpuMs lent = 0;
};

/// Interruption budget use of one share.
struct BudgetUse {
    ShareIndex share;
    /// What the share is allowed; empty where nothing is said.
    std::optional<InterruptionBudget> budget;
    std::uint32_t worstJobPreemptions = 0;
    JobIndex worstJob;
    /// Most GPU-time lost in one week (7 d from the scenario's start), GPU-ms.
    GpuMs worstWeekLost = 0;
    /// Worst job and worst week over what is allowed; empty without a budget, and for a budget of 0.
    [[nodiscard]] std::optional<double> preemptionsUsed() const;
    [[nodiscard]] std::optional<double> lostUsed() const;
};

/// All results of a run up to a moment (metrics.md sections 1 to 3).
struct Scorecard {
    TimeMs from = 0;
    TimeMs to = 0;
    JobCounts jobs;
    Accounting accounting;
    std::vector<WaitGroup> waits;
    /// The waits of all groups together; its share is invalid, its priority without meaning.
    WaitGroup allWaits;
    WaitParts waitParts;
    Waste preemption;
    /// By cause: CrossShare, InShare.
    std::array<Waste, 2> preemptionByCause;
    std::vector<WastePair> wasteByPair;
    DurationSummary reclaim;
    /// From the decision to preempt to the release of the instances.
    DurationSummary release;
    /// Between attempts of jobs that ran more than once: total and how many jobs.
    std::int64_t requeueWaitMs = 0;
    std::uint64_t requeuedJobs = 0;
    std::uint64_t missedDeadlines = 0;
    std::vector<PreemptionLoop> loops;
    std::vector<ShareFairness> fairness;
    std::optional<double> jain;
    Recovery recovery;
    SlowdownSummary slowdown;
    /// First submission (or the start of the window, where that is later) to last end of a job in it, ms; empty when
    /// none ended.
    std::optional<TimeMs> makespan;
    struct {
        TimeMs wait = 0;
        JobIndex job;
        bool hasStarted = false;
    } longestWait;
    std::vector<CostSummary> costs;
    Borrowing borrowing;
    std::vector<BudgetUse> budgets;

    [[nodiscard]] std::optional<double> completedOfPaid() const;
    [[nodiscard]] std::optional<double> completedOfAllocated() const;
    /// `(completed + inProgress) / paid`.
    [[nodiscard]] std::optional<double> upperBoundOfPaid() const;
    [[nodiscard]] std::optional<double> occupancy() const;
    [[nodiscard]] std::optional<double> wasteOfAllocated() const;
    [[nodiscard]] std::optional<double> preemptionsPerThousandGpuHours() const;
    /// Completed jobs per hour of the window.
    [[nodiscard]] std::optional<double> throughputPerHour() const;
    /// The share with the largest shortfall share; null when no share claimed anything.
    [[nodiscard]] const ShareFairness* worstShortfall() const;
};

/// `numerator / denominator`, empty for 0 below.
[[nodiscard]] std::optional<double> ratioOf(GpuMs numerator, GpuMs denominator);

} // namespace quotaboard
