// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/generator_spec.h"

namespace quotaboard {

/// The mean of the daily curve's weights over a week, and the largest rate that occurs, per hour.
struct CurveScale {
    double meanWeight = 1;
    double peakPerHour = 0;
};
[[nodiscard]] CurveScale scaleOf(const ArrivalSpec& arrival);

/// Arrivals per hour at an instant (epoch ms, UTC).
[[nodiscard]] double rateAt(const ArrivalSpec& arrival, const CurveScale& scale, TimeMs epoch);

} // namespace quotaboard
