// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/replications.h"

#include "core/base/random.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace quotaboard {

namespace {

constexpr std::size_t kLeastPairs = 5;
constexpr double kMostUndefined = 0.2;
constexpr std::size_t kLeastForBootstrap = 10;
/// More scenarios than this against one baseline share the confidence.
constexpr std::size_t kMostUncorrected = 3;
constexpr std::size_t kBatch = 5;
/// Keeps the bootstrap's draws apart from those of workloads.
constexpr std::uint64_t kBootstrapPurpose = 0x626F6F74;

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squaresAround(std::span<const double> values, double mean)
{
    return std::accumulate(values.begin(), values.end(), 0.0,
        [mean](double sum, double value) { return sum + (value - mean) * (value - mean); });
}

double studentQuantile(std::size_t n, double confidence)
{
    const boost::math::students_t distribution(static_cast<double>(n - 1));
    return boost::math::quantile(distribution, 0.5 + confidence / 2);
}

double correctedConfidence(const ComparisonRule& rule)
{
    if (rule.comparisons <= kMostUncorrected)
        return rule.confidence;
    return 1 - (1 - rule.confidence) / static_cast<double>(rule.comparisons);
}

/// Positive for the good side.
double goodness(double difference, const ComparisonRule& rule)
{
    return rule.good == GoodDirection::Higher ? difference : -difference;
}

Verdict verdictOf(const PairedComparison& compared, const ComparisonRule& rule)
{
    const auto undefined = static_cast<double>(compared.pairs - compared.n);
    if (compared.n < kLeastPairs || undefined > kMostUndefined * static_cast<double>(compared.pairs))
        return Verdict::NotEnoughData;
    const double low = std::min(goodness(compared.interval->low, rule), goodness(compared.interval->high, rule));
    const double high = std::max(goodness(compared.interval->low, rule), goodness(compared.interval->high, rule));
    if (low > 0 && goodness(*compared.difference, rule) >= rule.threshold.of(*compared.baselineMean))
        return Verdict::Better;
    return high < 0 ? Verdict::Worse : Verdict::NoClearDifference;
}

} // namespace

double PracticalThreshold::of(double baselineMean) const
{
    return absolute > 0 ? absolute : relative * std::abs(baselineMean);
}

std::optional<SampleSummary> summarizeSample(std::span<const double> values, double confidence)
{
    if (values.empty())
        return std::nullopt;
    SampleSummary summary;
    summary.n = values.size();
    summary.mean = meanOf(values);
    if (summary.n < 2)
        return summary;
    const double n = static_cast<double>(summary.n);
    summary.deviation = std::sqrt(squaresAround(values, summary.mean) / (n - 1));
    summary.halfWidth = studentQuantile(summary.n, confidence) * *summary.deviation / std::sqrt(n);
    return summary;
}

std::optional<std::uint64_t> replicationsNeeded(
    std::span<const double> values, double relativePrecision, double confidence)
{
    const std::optional<SampleSummary> summary = summarizeSample(values, confidence);
    if (!summary || !summary->deviation || summary->mean == 0)
        return std::nullopt;
    const double t = studentQuantile(summary->n, confidence);
    const double ratio = t * *summary->deviation / (relativePrecision * summary->mean);
    const double needed = std::ceil(ratio * ratio);
    constexpr double kMost = 9.0e18;
    return static_cast<std::uint64_t>(std::min(needed, kMost));
}

std::optional<Interval> bootstrapInterval(
    std::span<const double> values, std::uint64_t seed, double confidence, std::size_t draws)
{
    if (values.empty() || draws == 0)
        return std::nullopt;
    const auto n = static_cast<double>(values.size());
    std::vector<double> means(draws);
    for (std::size_t draw = 0; draw < draws; ++draw) {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            sum += values[static_cast<std::size_t>(counterDraw(seed, kBootstrapPurpose, draw, i) * n)];
        means[draw] = sum / n;
    }
    std::sort(means.begin(), means.end());
    const double tail = (1 - confidence) / 2;
    return Interval{
        *quantile(std::span<const double>(means), tail), *quantile(std::span<const double>(means), 1 - tail)};
}

PairedComparison comparePaired(std::span<const std::optional<double>> baseline,
    std::span<const std::optional<double>> candidate, const ComparisonRule& rule)
{
    PairedComparison compared;
    compared.pairs = std::min(baseline.size(), candidate.size());
    std::vector<double> before;
    std::vector<double> after;
    std::vector<double> differences;
    for (std::size_t i = 0; i < compared.pairs; ++i) {
        if (!baseline[i] || !candidate[i])
            continue;
        before.push_back(*baseline[i]);
        after.push_back(*candidate[i]);
        differences.push_back(*candidate[i] - *baseline[i]);
    }
    compared.n = differences.size();
    if (differences.empty())
        return compared;
    const double confidence = correctedConfidence(rule);
    const SampleSummary summary = *summarizeSample(differences, confidence);
    compared.baselineMean = meanOf(before);
    compared.mean = meanOf(after);
    compared.difference = summary.mean;
    compared.deviation = summary.deviation;
    if (rule.usesBootstrap && compared.n >= kLeastForBootstrap)
        compared.interval = bootstrapInterval(differences, rule.seed, confidence);
    else if (summary.halfWidth)
        compared.interval = Interval{summary.mean - *summary.halfWidth, summary.mean + *summary.halfWidth};
    compared.verdict = verdictOf(compared, rule);
    return compared;
}

PairedComparison compareDeterministic(
    std::optional<double> baseline, std::optional<double> candidate, const ComparisonRule& rule)
{
    PairedComparison compared;
    compared.pairs = 1;
    if (!baseline || !candidate)
        return compared;
    compared.n = 1;
    compared.baselineMean = baseline;
    compared.mean = candidate;
    compared.difference = *candidate - *baseline;
    const double gain = goodness(*compared.difference, rule);
    const double threshold = rule.threshold.of(*baseline);
    compared.verdict = gain == 0 || std::abs(gain) < threshold ? Verdict::NoClearDifference
        : gain > 0                                             ? Verdict::Better
                                                               : Verdict::Worse;
    return compared;
}

QuantileRanks quantileRanks(std::size_t n, double p, double confidence)
{
    QuantileRanks ranks;
    if (n == 0)
        return ranks;
    const boost::math::binomial distribution(static_cast<double>(n), p);
    // How many of the sample lie below the quantile.
    const auto atMost = [&](std::size_t count) { return boost::math::cdf(distribution, static_cast<double>(count)); };
    const double tail = (1 - confidence) / 2;
    std::size_t low = 0;
    while (low < n && atMost(low) <= tail)
        ++low;
    if (low > 0)
        ranks.low = low;
    std::size_t high = low;
    while (high < n && atMost(high) < 1 - tail)
        ++high;
    if (high < n)
        ranks.high = high + 1;
    ranks.coverage = (ranks.high ? atMost(*ranks.high - 1) : 1.0) - (ranks.low ? atMost(*ranks.low - 1) : 0.0);
    return ranks;
}

std::optional<WarmUpAdvice> suggestWarmUp(std::span<const double> values)
{
    std::vector<double> batches;
    for (std::size_t i = 0; i + kBatch <= values.size(); i += kBatch)
        batches.push_back(meanOf(values.subspan(i, kBatch)));
    if (batches.size() < 2)
        return std::nullopt;
    WarmUpAdvice advice;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d <= batches.size() / 2 && d < batches.size(); ++d) {
        const std::span<const double> rest = std::span(batches).subspan(d);
        const double mean = meanOf(rest);
        const double size = static_cast<double>(rest.size());
        const double error = squaresAround(rest, mean) / (size * size);
        if (error < least) {
            least = error;
            advice.batches = d;
            advice.mean = mean;
        }
    }
    advice.values = advice.batches * kBatch;
    advice.meanOfAll = meanOf(batches);
    return advice;
}

double youngInterval(double cost, double meanTimeBetween)
{
    return std::sqrt(2 * cost * meanTimeBetween);
}

double dalyInterval(double cost, double meanTimeBetween)
{
    if (cost >= 2 * meanTimeBetween)
        return meanTimeBetween;
    const double ratio = cost / (2 * meanTimeBetween);
    return youngInterval(cost, meanTimeBetween) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - cost;
}

} // namespace quotaboard
