// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/statistics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace quotaboard {

// Statistics across replications and scenarios (metrics.md section 4). A replication is one run with one seed; its
// metric is one value here, or none where it is undefined. Pure functions; none throws but for lack of memory.

/// Mean of a sample with its two-sided Student interval.
struct SampleSummary {
    std::size_t n = 0;
    double mean = 0;
    /// Standard deviation (n - 1) and half-width of the interval; empty for n = 1: one seed gives no interval.
    std::optional<double> deviation;
    std::optional<double> halfWidth;
};
/// Empty for no values. `confidence` in (0, 1).
[[nodiscard]] std::optional<SampleSummary> summarizeSample(std::span<const double> values, double confidence = 0.95);

/// Replications that bring the half-width down to `relativePrecision` of the mean: `(t s / (e mean))^2`, rounded up.
/// Empty where the mean is 0 or fewer than two values are there.
[[nodiscard]] std::optional<std::uint64_t> replicationsNeeded(
    std::span<const double> values, double relativePrecision, double confidence = 0.95);

/// Percentile bootstrap of the mean: `draws` resamples, seeded; ends by type 7. Empty for no values.
[[nodiscard]] std::optional<Interval> bootstrapInterval(
    std::span<const double> values, std::uint64_t seed, double confidence = 0.95, std::size_t draws = 2000);

/// Whether more of a metric is good.
enum class GoodDirection : std::uint8_t { Higher, Lower };

enum class Verdict : std::uint8_t {
    Better, ///< the interval lies on the good side, and the mean difference is at least the practical threshold
    Worse, ///< the interval lies on the bad side
    NoClearDifference,
    NotEnoughData, ///< fewer than 5 pairs, or undefined in more than 20 % of them
};

/// What counts as a difference that matters: a part of the baseline's mean, or an amount in the metric's unit when
/// `absolute` is above 0 (times: one minute).
struct PracticalThreshold {
    double relative = 0.01;
    double absolute = 0;
    [[nodiscard]] double of(double baselineMean) const;
};

/// How a metric of two scenarios is compared.
struct ComparisonRule {
    GoodDirection good = GoodDirection::Higher;
    PracticalThreshold threshold;
    /// Ratios and percentiles: percentile bootstrap instead of Student's t from 10 pairs on.
    bool usesBootstrap = false;
    /// Scenarios that are compared with the one baseline; from 4 on the confidence is Bonferroni's.
    std::size_t comparisons = 1;
    double confidence = 0.95;
    /// Of the bootstrap.
    std::uint64_t seed = 1;
};

/// A scenario against the baseline, pair by pair: the same seeds, common random numbers.
struct PairedComparison {
    /// Pairs in which both values are defined, and all pairs.
    std::size_t n = 0;
    std::size_t pairs = 0;
    /// Of the defined pairs; empty without any.
    std::optional<double> baselineMean;
    std::optional<double> mean;
    /// mean - baselineMean.
    std::optional<double> difference;
    std::optional<double> deviation;
    /// Of the difference; empty below two pairs.
    std::optional<Interval> interval;
    Verdict verdict = Verdict::NotEnoughData;
};

/// Replication i of both has the same seed; both spans are of one length.
[[nodiscard]] PairedComparison comparePaired(std::span<const std::optional<double>> baseline,
    std::span<const std::optional<double>> candidate, const ComparisonRule& rule);

/// The same for two runs that draw nothing at random: the threshold alone decides, "for this workload".
[[nodiscard]] PairedComparison compareDeterministic(
    std::optional<double> baseline, std::optional<double> candidate, const ComparisonRule& rule);

/// Ranks (from 1) of a sorted sample between which its `p` quantile lies: order statistics, binomial, equal tails. An
/// end that the sample is too small for is empty: open.
struct QuantileRanks {
    std::optional<std::size_t> low;
    std::optional<std::size_t> high;
    /// Probability that the quantile lies between the ends.
    double coverage = 0;
};
[[nodiscard]] QuantileRanks quantileRanks(std::size_t n, double p, double confidence = 0.95);

/// A warm-up that MSER-5 suggests: batches of 5, `d` in the first half that minimises `sum (z - mean)^2 / (m - d)^2`.
struct WarmUpAdvice {
    /// Batches and values to leave out.
    std::size_t batches = 0;
    std::size_t values = 0;
    /// Of all batches, and of those that stay.
    double meanOfAll = 0;
    double mean = 0;
};
/// Empty for fewer than two batches. Values behind the last whole batch are left out.
[[nodiscard]] std::optional<WarmUpAdvice> suggestWarmUp(std::span<const double> values);

/// Time between checkpoints that loses least, for a checkpoint cost and a mean time between interruptions, both in ms
/// and above 0. Preemptions are rarely Poisson, which both assume. Young 1974; Daly 2006, eq. 37.
[[nodiscard]] double youngInterval(double cost, double meanTimeBetween);
[[nodiscard]] double dalyInterval(double cost, double meanTimeBetween);

} // namespace quotaboard
