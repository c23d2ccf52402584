// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.h"

#include <array>
#include <charconv>
#include <cmath>
#include <date/date.h>
#include <fmt/format.h>

namespace quotaboard {

namespace {

/// Reads exactly `digits` decimal digits off the front.
std::optional<int> takeDigits(std::string_view& text, std::size_t digits)
{
    if (text.size() < digits)
        return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool takeChar(std::string_view& text, char wanted)
{
    if (text.empty() || text.front() != wanted)
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<TimeMs> takeDate(std::string_view& text)
{
    const auto year = takeDigits(text, 4);
    if (!year || !takeChar(text, '-'))
        return std::nullopt;
    const auto month = takeDigits(text, 2);
    if (!month || !takeChar(text, '-'))
        return std::nullopt;
    const auto day = takeDigits(text, 2);
    if (!day)
        return std::nullopt;
    const date::year_month_day ymd{
        date::year{*year}, date::month{static_cast<unsigned>(*month)}, date::day{static_cast<unsigned>(*day)}};
    if (!ymd.ok())
        return std::nullopt;
    return TimeMs{date::sys_days{ymd}.time_since_epoch().count()} * kMsPerDay;
}

/// ".123", ".5": a fraction of a second in ms, cut after the third digit.
std::optional<TimeMs> takeFraction(std::string_view& text)
{
    TimeMs fraction = 0;
    TimeMs scale = 100;
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
        fraction += scale * (text[digits] - '0');
        scale /= 10;
        ++digits;
    }
    if (digits == 0)
        return std::nullopt;
    text.remove_prefix(digits);
    return fraction;
}

std::optional<TimeMs> takeTimeOfDay(std::string_view& text)
{
    const auto hour = takeDigits(text, 2);
    if (!hour || *hour > 24 || !takeChar(text, ':'))
        return std::nullopt;
    const auto minute = takeDigits(text, 2);
    if (!minute || *minute > 59)
        return std::nullopt;
    TimeMs result = *hour * kMsPerHour + *minute * kMsPerMinute;
    if (!takeChar(text, ':'))
        return result;
    const auto second = takeDigits(text, 2);
    if (!second || *second > 60)
        return std::nullopt;
    result += *second * kMsPerSecond;
    if (takeChar(text, '.')) {
        const auto fraction = takeFraction(text);
        if (!fraction)
            return std::nullopt;
        result += *fraction;
    }
    return result > kMsPerDay ? std::nullopt : std::optional{result};
}

/// "Z", "+08:00", "+0800", "-07" to the offset in ms east of UTC.
std::optional<TimeMs> takeZone(std::string_view& text)
{
    if (takeChar(text, 'Z') || takeChar(text, 'z'))
        return 0;
    const bool west = !text.empty() && text.front() == '-';
    if (!takeChar(text, '+') && !takeChar(text, '-'))
        return std::nullopt;
    const auto hours = takeDigits(text, 2);
    if (!hours || *hours > 23)
        return std::nullopt;
    takeChar(text, ':');
    int minutes = 0;
    if (!text.empty()) {
        const auto given = takeDigits(text, 2);
        if (!given || *given > 59)
            return std::nullopt;
        minutes = *given;
    }
    const TimeMs offset = *hours * kMsPerHour + minutes * kMsPerMinute;
    return west ? -offset : offset;
}

std::optional<TimeMs> unitLength(std::string_view unit)
{
    if (unit == "ms")
        return 1;
    if (unit == "s")
        return kMsPerSecond;
    if (unit == "m" || unit == "min")
        return kMsPerMinute;
    if (unit == "h")
        return kMsPerHour;
    if (unit == "d")
        return kMsPerDay;
    return std::nullopt;
}

bool isUnitLetter(char c)
{
    return (c >= 'a' && c <= 'z');
}

} // namespace

std::optional<TimeMs> millisecondsFromSeconds(double seconds)
{
    const double ms = seconds * 1000.0;
    if (!std::isfinite(ms) || std::abs(ms) > static_cast<double>(kMaxTimeMs))
        return std::nullopt;
    return static_cast<TimeMs>(std::round(ms));
}

std::optional<TimeMs> parseDuration(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    double total = 0;
    while (!text.empty()) {
        double amount = 0;
        const auto [end, failure]
            = std::from_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
        if (failure != std::errc{} || amount < 0)
            return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        std::size_t letters = 0;
        while (letters < text.size() && isUnitLetter(text[letters]))
            ++letters;
        const auto unit
            = letters == 0 && text.empty() ? std::optional{kMsPerSecond} : unitLength(text.substr(0, letters));
        if (!unit)
            return std::nullopt;
        total += amount * static_cast<double>(*unit);
        text.remove_prefix(letters);
    }
    if (!(total <= static_cast<double>(kMaxTimeMs)))
        return std::nullopt;
    return static_cast<TimeMs>(std::round(total));
}

std::optional<TimeMs> parseIsoInstant(std::string_view text, bool* hadZone)
{
    const auto day = takeDate(text);
    if (!day)
        return std::nullopt;
    TimeMs result = *day;
    if (!text.empty() && (takeChar(text, 'T') || takeChar(text, 't') || takeChar(text, ' '))) {
        const auto timeOfDay = takeTimeOfDay(text);
        if (!timeOfDay)
            return std::nullopt;
        result += *timeOfDay;
    }
    if (hadZone != nullptr)
        *hadZone = !text.empty();
    if (text.empty())
        return result;
    const auto offset = takeZone(text);
    if (!offset || !text.empty())
        return std::nullopt;
    return result - *offset;
}

std::string formatIsoInstant(TimeMs epochMs)
{
    TimeMs days = epochMs / kMsPerDay;
    TimeMs rest = epochMs % kMsPerDay;
    if (rest < 0) {
        rest += kMsPerDay;
        --days;
    }
    const date::year_month_day ymd{date::sys_days{date::days{days}}};
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(ymd.year()),
        static_cast<unsigned>(ymd.month()), static_cast<unsigned>(ymd.day()), rest / kMsPerHour,
        rest / kMsPerMinute % 60, rest / kMsPerSecond % 60);
    if (rest % kMsPerSecond != 0)
        text += fmt::format(".{:03}", rest % kMsPerSecond);
    return text + "Z";
}

std::string formatDuration(TimeMs duration)
{
    if (duration == kNever)
        return "never";
    const std::string sign = duration < 0 ? "-" : "";
    const TimeMs ms = duration < 0 ? -duration : duration;
    if (ms < kMsPerMinute) {
        return ms % kMsPerSecond == 0 ? fmt::format("{}{} s", sign, ms / kMsPerSecond)
                                      : fmt::format("{}{}.{:03} s", sign, ms / kMsPerSecond, ms % kMsPerSecond);
    }
    const TimeMs seconds = (ms + kMsPerSecond / 2) / kMsPerSecond;
    if (seconds < 3600)
        return fmt::format("{}{} min {:02} s", sign, seconds / 60, seconds % 60);
    const TimeMs minutes = (seconds + 30) / 60;
    if (minutes < kMsPerDay / kMsPerMinute)
        return fmt::format("{}{} h {:02} min", sign, minutes / 60, minutes % 60);
    const TimeMs hours = (minutes + 30) / 60;
    return fmt::format("{}{} d {:02} h", sign, hours / 24, hours % 24);
}

} // namespace quotaboard
