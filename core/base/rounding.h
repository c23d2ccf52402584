// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace quotaboard {

/// `value` at `decimals` places, halves away from zero. Every place that shows a number rounds with it first, so that
/// command line and application never show two different numbers for one value.
[[nodiscard]] inline double roundedTo(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(value * scale) / scale;
    return std::isfinite(rounded) ? rounded : value;
}

} // namespace quotaboard
