// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quotaboard {

/// How many ms one unit of a numeric time column is.
enum class TimeUnit : std::uint8_t {
    Detect, ///< ISO stamp, or a number whose unit the column's name or magnitude tells; seconds otherwise
    Iso, ///< date and time
    Microseconds, ///< numbers, as are all that follow
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
    EpochSeconds, ///< since 1970-01-01T00:00:00Z
    EpochMilliseconds,
    Clock, ///< [D-]HH:MM:SS
};

/// "min", "ms", "epoch-ms", "iso" … as written in a mapping. Empty when it is no unit.
[[nodiscard]] std::optional<TimeUnit> timeUnitFromText(std::string_view text);
/// Unit that the end of a column name tells ("duration_ms", "service_sec", "runtime_hours"); Detect when none.
[[nodiscard]] TimeUnit timeUnitOfColumn(std::string_view column);
/// ms per unit; 0 for Detect, Iso and Clock.
[[nodiscard]] double millisecondsPerUnit(TimeUnit unit);

[[nodiscard]] constexpr bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Without blanks at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

/// Lower case ASCII letters and digits only: "GPU count" and "gpu_count" become "gpucount".
[[nodiscard]] std::string normalisedName(std::string_view column);
[[nodiscard]] bool equalsIgnoringCase(std::string_view a, std::string_view b);

/// The ways in which traces write "nothing": empty, NA, N/A, None, null, NaN, nan, Unknown, "-".
[[nodiscard]] bool isAbsentWord(std::string_view trimmedCell);
[[nodiscard]] inline bool isAbsent(std::string_view trimmedCell)
{
    // Most cells begin with a digit; only the rest is worth a closer look.
    const bool isDigit = !trimmedCell.empty() && trimmedCell.front() >= '0' && trimmedCell.front() <= '9';
    return !isDigit && isAbsentWord(trimmedCell);
}

/// A decimal number; `decimal` is '.' or ','. With ',' a '.' between groups of three digits is skipped. The whole
/// cell must be the number. Empty for anything else, infinities and NaN included.
[[nodiscard]] std::optional<double> parseNumber(std::string_view trimmedCell, char decimal = '.');
/// A whole number; "8" and "8.0" both are. Empty for anything else.
[[nodiscard]] std::optional<std::int64_t> parseWholeNumber(std::string_view trimmedCell, char decimal = '.');
/// A number in thousandths, half away from zero. Empty when it is none or above 9e15.
[[nodiscard]] std::optional<std::int64_t> parseThousandths(std::string_view trimmedCell, char decimal = '.');
/// A number of `unit`s in ms; not for Detect, Iso and Clock. Empty when it is none or out of range.
[[nodiscard]] std::optional<TimeMs> parseNumericTime(
    std::string_view trimmedCell, double msPerUnit, char decimal = '.');
/// Slurm's elapsed time "[D-]HH:MM:SS[.fff]", also "MM:SS", in ms.
[[nodiscard]] std::optional<TimeMs> parseClockDuration(std::string_view trimmedCell);

} // namespace quotaboard
