// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QString>

#include <vector>

namespace quotaboard {

/// A mark on a time axis: where, and what is written there.
struct TimeTick {
    TimeMs time = 0;
    QString label;
    /// The beginning of a day: written stronger.
    bool isDay = false;
};

/// Round moments between `from` and `to` (simulation time, ms), at most `most` of them (at least 2 are tried for).
/// `startTime` is the scenario's (epoch ms): with one, ticks lie at round times of the day and days are dates; at 0,
/// time counts from the start and days are "Day 2".
[[nodiscard]] std::vector<TimeTick> timeTicks(TimeMs from, TimeMs to, TimeMs startTime, int most);
/// "UTC" where there are dates, "from the start" where there are none; for the corner of the axis.
[[nodiscard]] QString timeAxisUnit(TimeMs startTime);

} // namespace quotaboard
