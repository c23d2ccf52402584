// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/policy_calls.h"
#include "core/experiment/replication_runner.h"
#include "core/metrics/replications.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

// Scenarios side by side with common random numbers (metrics.md section 4, product C8). Plain values; texts for people
// are made by who shows them.

inline constexpr std::size_t kMostCompared = 24;

struct ComparedScenario {
    std::string name;
    std::shared_ptr<const Scenario> scenario;
    /// redrawOf() its generators; empty without any.
    Redraw redraw;
};

/// Jobs whose waits are metric 2.
struct WaitPair {
    std::string share;
    std::int32_t priority = 0;
    bool operator==(const WaitPair&) const = default;
};

struct ComparisonOptions {
    /// Position of the scenario that the others are compared with.
    std::size_t baseline = 0;
    std::size_t seeds = 20;
    /// Empty: the baseline's seed.
    std::optional<std::uint64_t> firstSeed;
    /// 0: as many as the machine has cores. The results do not depend on it.
    unsigned threads = 0;
    TimeMs warmUp = 0;
    /// Draw whole days of the recorded jobs for each seed, the same for every scenario.
    bool resampleDays = false;
    /// Run everything under each of the five victim orders, too, to tell how many of them a verdict survives.
    bool victimOrders = false;
    /// Empty: of those that every scenario has (five jobs or more, in at least 80 % of its runs), the one that waits
    /// longest (P95) in the baseline.
    std::optional<WaitPair> waitPair;
    Progress* progress = nullptr;
};

enum class MetricSection : std::uint8_t { Scorecard, Procurement, Accounting, WasteByPair, Shares, Waits };

/// What the numbers of a row count, before they are shown: ratios of 1, ms, GPU-ms, things, money.
enum class MetricUnit : std::uint8_t { Ratio, Milliseconds, GpuMilliseconds, Count, Money };

/// Why there is no number.
enum class MissingReason : std::uint8_t {
    None,
    NothingPaid,
    NothingAllocated,
    NoSuchJobs, ///< no job of the share and priority, or fewer than five
    OpenQuantile, ///< most of them still wait: only a lower bound is known
    NothingToRecover, ///< no preempted job to judge
    NoClaim, ///< the share, or every share, claimed nothing
    NoSuchShare,
    NoCost, ///< no unit has an hourly cost
    NoCompletedJobs,
    RunFailed,
};

/// A number of one run, or why there is none.
struct MetricValue {
    std::optional<double> value;
    MissingReason missing = MissingReason::None;
};

/// What one scenario shows in one row.
struct MetricCell {
    /// In the order of the seeds; one for a scenario that was run once.
    std::vector<MetricValue> values;
    /// Of the defined ones; empty without any.
    std::optional<SampleSummary> summary;
    /// 95 % interval of the mean: Student's, or the bootstrap's for ratios and percentiles of ten runs or more. Empty
    /// for one run.
    std::optional<Interval> interval;
    /// Most frequent one of the missing values.
    MissingReason missing = MissingReason::None;
    /// Against the baseline; empty for the baseline itself.
    std::optional<PairedComparison> comparison;
    /// Empty where no direction is good.
    std::optional<Verdict> verdict;
    /// Of the five victim orders those under which the verdict is the same; empty when they were not run.
    std::optional<std::uint32_t> ordersWithSameVerdict;
};

struct MetricRow {
    MetricSection section{};
    /// "completedOfPaid"; stable, for files.
    std::string key;
    /// The share it is about (of a pair, whose jobs were preempted), else empty.
    std::string share;
    /// The preempting share of a pair; the currency of a cost.
    std::string other;
    std::optional<std::int32_t> priority;
    MetricUnit unit{};
    /// Empty: neither more nor less is good in itself.
    std::optional<GoodDirection> good;
    bool usesBootstrap = false;
    /// In the order of the scenarios.
    std::vector<MetricCell> cells;

    /// Whether a scenario shows another number than the baseline.
    [[nodiscard]] bool hasDifference(std::size_t baseline) const;
};

/// One scenario of a comparison.
struct ScenarioRuns {
    std::string name;
    /// It draws nothing at random and was run once: "1 run, recorded workload".
    bool isDeterministic = false;
    std::vector<Replication> runs;
    /// Runs that gave results.
    std::size_t usable = 0;
    /// What leads there from the baseline: "changes needed".
    std::vector<PolicyCall> calls;
};

struct Comparison {
    std::vector<ScenarioRuns> scenarios;
    std::size_t baseline = 0;
    std::vector<std::uint64_t> seeds;
    /// Whole days were drawn for each seed, so many; 0 when not.
    std::size_t resampledDays = 0;
    /// Of every interval of a difference: 0.95, or Bonferroni's.
    double confidence = 0.95;
    /// What metric 2 is about; empty when no such jobs are in all.
    std::optional<WaitPair> waitPair;
    /// Every unit has 0 accelerators: hours are instance-hours.
    bool countsInstanceHours = false;
    std::vector<MetricRow> rows;
};

/// Blocks. Errors: TooMany {found, allowed} for none or more than kMostCompared scenarios, OutOfRange {found, allowed}
/// for a baseline that is not there or no seeds, Conflict when days are to be drawn and no scenario has recorded jobs,
/// Interrupted. Runs that fail are told in the result.
Result<Comparison> compareScenarios(const std::vector<ComparedScenario>& scenarios, const ComparisonOptions& options);

/// The first row of a key in the scorecard, the procurement table or the accounting; null when there is none.
[[nodiscard]] const MetricRow* findRow(const Comparison& comparison, std::string_view key);

} // namespace quotaboard
