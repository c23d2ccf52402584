// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <QString>

namespace quotaboard {

/// What the clock shows.
enum class ClockStyle {
    Utc, ///< day and date, in UTC
    Local, ///< day and date, in the zone of this computer, which is named
    Elapsed, ///< time since the start
};

/// clockText() in that style: "Day 3 · 2026-11-04 05:12:30 CET", "2 d 04:12:30 since the start". A scenario without a
/// date has no zone either.
[[nodiscard]] QString clockText(const Scenario& scenario, TimeMs time, ClockStyle style);

} // namespace quotaboard
