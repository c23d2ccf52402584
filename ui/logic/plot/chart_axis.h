// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace quotaboard {

struct ValueTick {
    /// On the axis: the value, or its decimal logarithm.
    double position = 0;
    QString label;
};

/// A value axis with round ends and ticks.
struct ValueAxis {
    double low = 0;
    double high = 1;
    std::vector<ValueTick> ticks;
    bool isLog = false;

    /// Where a value lies on the axis; on a logarithmic one everything below its low end, 0 too, at the low end.
    [[nodiscard]] double position(double value) const;
};

/// 0 and all values between `low` and `high`, not much more below them, and about `wanted` ticks at 1, 2 or 5 times a
/// power of ten. `isSigned` writes a plus in front of positive ones.
[[nodiscard]] ValueAxis linearAxis(double low, double high, int wanted, bool isSigned);
/// Whole powers of ten around the values; `low` is the smallest value above 0.
[[nodiscard]] ValueAxis logAxis(double low, double high);

} // namespace quotaboard
