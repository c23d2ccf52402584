// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace quotaboard {

// Statistics of metrics.md sections 2 and 4. Pure functions; none throws but for lack of memory.

/// Type-7 quantile (R's default): `h = (n-1)p`, linear interpolation. Empty for no values. `sorted` ascending.
[[nodiscard]] std::optional<double> quantile(std::span<const TimeMs> sorted, double p);
[[nodiscard]] std::optional<double> quantile(std::span<const double> sorted, double p);

/// A quantile of partly censored times: a value, or only "more than `atLeast`".
struct CensoredQuantile {
    std::optional<double> value;
    /// Set where `value` is not and there is data: the largest time seen.
    std::optional<TimeMs> atLeast;
};

/// Quantile of durations of which some are only known to be longer. Without censoring type 7; with censoring the
/// smallest `t` with Kaplan-Meier `S(t) <= 1 - p` (to 1e-12), events before censorings at a tie.
/// Both spans ascending.
[[nodiscard]] CensoredQuantile censoredQuantile(
    std::span<const TimeMs> events, std::span<const TimeMs> censored, double p);

struct Interval {
    double low = 0;
    double high = 0;
};

/// Wilson score interval of a proportion, 95 %. Empty for no trials.
[[nodiscard]] std::optional<Interval> wilsonInterval(std::uint64_t successes, std::uint64_t trials);

/// Jain's fairness index, 1/n to 1. Empty for no values or when all are 0.
[[nodiscard]] std::optional<double> jainIndex(std::span<const double> values);

/// Gini coefficient, 0 (all equal) to (n-1)/n. Empty for no values or when all are 0.
[[nodiscard]] std::optional<double> giniCoefficient(std::span<const double> values);

} // namespace quotaboard
