// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace quotaboard {

/// Whole milliseconds. A point in time counts from the scenario's start unless a declaration says "epoch".
using TimeMs = std::int64_t;

/// A time that never comes: no end, no deadline, no timeout.
inline constexpr TimeMs kNever = std::numeric_limits<TimeMs>::max();

inline constexpr TimeMs kMsPerSecond = 1000;
inline constexpr TimeMs kMsPerMinute = 60 * kMsPerSecond;
inline constexpr TimeMs kMsPerHour = 60 * kMsPerMinute;
inline constexpr TimeMs kMsPerDay = 24 * kMsPerHour;

/// The largest time or duration a scenario may hold, about 2,900 years in ms. Sums of a few such values and
/// products with instance counts stay inside 64 and 128 bits.
inline constexpr TimeMs kMaxTimeMs = 92'000'000'000'000;

/// Seconds to whole ms, halves away from zero (scenario-format, conventions). Empty when not finite or out of range.
[[nodiscard]] std::optional<TimeMs> millisecondsFromSeconds(double seconds);

/// "1h30m", "90", "1.5", "2d4h", "250ms": a duration in ms. Empty when it is none.
[[nodiscard]] std::optional<TimeMs> parseDuration(std::string_view text);

/// ISO-8601 instant ("2026-11-30T14:20:00Z", "…+08:00", blank instead of T, fraction allowed) to epoch ms.
/// Without a zone it is read as UTC and `*hadZone` (when given) is set to false.
[[nodiscard]] std::optional<TimeMs> parseIsoInstant(std::string_view text, bool* hadZone = nullptr);

/// Epoch ms as "2026-11-30T14:20:00Z" (with ".mmm" when not a whole second).
[[nodiscard]] std::string formatIsoInstant(TimeMs epochMs);

/// A duration in the two largest units that matter: "1 h 05 min", "3 d 02 h", "42 s", "7.250 s" below a minute
/// when not whole (metrics.md, introduction).
[[nodiscard]] std::string formatDuration(TimeMs duration);

} // namespace quotaboard
