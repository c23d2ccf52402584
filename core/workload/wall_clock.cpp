// SPDX-License-Identifier: Apache-2.0
#include "core/workload/wall_clock.h"

#include "core/workload/cell_parse.h"

#include <date/tz.h>

#include <algorithm>
#include <chrono>
#include <exception>

namespace quotaboard {

namespace {

/// Two digits at `text`, or a value above 99.
constexpr unsigned twoDigits(const char* text)
{
    return isAsciiDigit(text[0]) && isAsciiDigit(text[1])
        ? static_cast<unsigned>((text[0] - '0') * 10 + (text[1] - '0'))
        : 100U;
}

/// Days since 1970-01-01 of a proleptic Gregorian date (H. Hinnant, chrono-compatible date algorithms).
constexpr std::int64_t daysFromCivil(std::int64_t year, unsigned month, unsigned day)
{
    year -= month <= 2;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const auto yearOfEra = static_cast<unsigned>(year - era * 400);
    const unsigned dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    const unsigned dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146097 + static_cast<std::int64_t>(dayOfEra) - 719468;
}

constexpr unsigned daysInMonth(unsigned year, unsigned month)
{
    constexpr unsigned kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && isLeap ? 29 : kDays[month - 1];
}

/// "YYYY-MM-DD HH:MM:SS" (blank or T) at the start of `text`, in ms as if UTC. Empty when it does not start so.
std::optional<TimeMs> parsePlainStamp(std::string_view text)
{
    const char* t = text.data();
    if (text.size() < 19 || t[4] != '-' || t[7] != '-' || (t[10] != ' ' && t[10] != 'T') || t[13] != ':'
        || t[16] != ':') {
        return std::nullopt;
    }
    const unsigned century = twoDigits(t);
    const unsigned yearPart = twoDigits(t + 2);
    const unsigned month = twoDigits(t + 5);
    const unsigned day = twoDigits(t + 8);
    const unsigned hour = twoDigits(t + 11);
    const unsigned minute = twoDigits(t + 14);
    const unsigned second = twoDigits(t + 17);
    // 60 is a leap second: it reads as the first second of the next minute.
    if (century > 99 || yearPart > 99 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) {
        return std::nullopt;
    }
    const unsigned year = century * 100 + yearPart;
    if (day < 1 || day > daysInMonth(year, month)) {
        return std::nullopt;
    }
    const std::int64_t minutes = (daysFromCivil(year, month, day) * 24 + hour) * 60 + minute;
    const std::int64_t seconds = minutes * 60 + second;
    return seconds * kMsPerSecond;
}

std::optional<TimeMs> parseFixedOffset(std::string_view text)
{
    if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) {
        return std::nullopt;
    }
    const unsigned hours = twoDigits(text.data() + 1);
    std::string_view rest = text.substr(3);
    if (rest.starts_with(':')) {
        rest.remove_prefix(1);
    }
    const unsigned minutes = rest.empty() ? 0 : (rest.size() == 2 ? twoDigits(rest.data()) : 100U);
    if (hours > 18 || minutes > 59) {
        return std::nullopt;
    }
    const TimeMs offset = hours * kMsPerHour + minutes * kMsPerMinute;
    return text[0] == '-' ? -offset : offset;
}

/// "2025-12-31 09:05" from "2025/12/31 9:05"; also from dots and with single digits. Only a year in front leaves no
/// doubt about day and month. Empty when the stamp does not begin so.
std::string withDashes(std::string_view stamp)
{
    const auto isDigitAt = [stamp](std::size_t i) { return i < stamp.size() && isAsciiDigit(stamp[i]); };
    if (stamp.size() < 8 || !isDigitAt(0) || !isDigitAt(1) || !isDigitAt(2) || !isDigitAt(3)
        || (stamp[4] != '/' && stamp[4] != '.' && stamp[4] != '-')) {
        return {};
    }
    std::string plain(stamp.substr(0, 4));
    std::size_t at = 4;
    const auto takeTwoDigits = [&](char separator, char written) {
        if (at + 1 >= stamp.size() || stamp[at] != separator || !isDigitAt(at + 1)) {
            return false;
        }
        const std::size_t digits = isDigitAt(at + 2) ? 2 : 1;
        plain += written;
        plain.append(2 - digits, '0');
        plain += stamp.substr(at + 1, digits);
        at += 1 + digits;
        return true;
    };
    if (!takeTwoDigits(stamp[4], '-') || !takeTwoDigits(stamp[4], '-')) {
        return {};
    }
    if (!takeTwoDigits(' ', ' ')) {
        takeTwoDigits('T', 'T');
    }
    return plain + std::string(stamp.substr(at));
}

} // namespace

Result<WallClock> WallClock::forZone(const std::string& zoneName)
{
    WallClock clock;
    if (zoneName.empty() || zoneName == "UTC") {
        return clock;
    }
    if (const std::optional<TimeMs> offset = parseFixedOffset(zoneName)) {
        clock.offset_ = *offset;
        return clock;
    }
    try {
        clock.zone_ = date::locate_zone(zoneName);
        clock.offsetFrom_ = clock.offsetUntil_ = 0;
    } catch (const std::exception&) { // unknown name, or no zone data on this machine
        return Error{ErrorCode::TimezoneUnknown, {}, {zoneName}};
    }
    return clock;
}

std::optional<TimeMs> WallClock::parse(std::string_view stamp)
{
    if (stamp.size() == 19) {
        if (const std::optional<TimeMs> local = parsePlainStamp(stamp)) {
            ++zoneless_;
            return utcFromLocal(*local);
        }
    }
    // "+00:00" and "+08:00" after whole seconds: the other shape that comes by the million.
    if (stamp.size() == 25 && stamp[22] == ':' && (stamp[19] == '+' || stamp[19] == '-')) {
        const std::optional<TimeMs> local = parsePlainStamp(stamp);
        const std::optional<TimeMs> offset = parseFixedOffset(stamp.substr(19));
        if (local && offset) {
            return *local - *offset;
        }
    }
    bool hadZone = true;
    std::optional<TimeMs> instant = parseIsoInstant(stamp, &hadZone);
    if (!instant) {
        hadZone = true;
        instant = parseIsoInstant(withDashes(stamp), &hadZone);
    }
    if (instant && !hadZone) {
        ++zoneless_;
        return utcFromLocal(*instant);
    }
    return instant;
}

TimeMs WallClock::utcFromLocal(TimeMs local)
{
    if (local >= offsetFrom_ && local < offsetUntil_) {
        return local - offset_;
    }
    lookUpOffset(local);
    return local - offset_;
}

/// Sets offset_ for `local`, and the range in which it may be used again: a day away from any change of the clock.
void WallClock::lookUpOffset(TimeMs local)
{
    const date::local_seconds seconds{std::chrono::seconds(local >= 0 ? local / 1000 : (local - 999) / 1000)};
    const date::local_info info = zone_->get_info(seconds);
    const auto offsetMs = [](const date::sys_info& i) { return static_cast<TimeMs>(i.offset.count()) * kMsPerSecond; };
    offset_ = offsetMs(info.first);
    offsetFrom_ = offsetUntil_ = 0;
    if (info.result == date::local_info::ambiguous) {
        // The earlier of the two instants is the one with the larger offset, which is the first.
        ++repeated_;
        return;
    }
    if (info.result == date::local_info::nonexistent) {
        // With the offset before the gap the time lands after it by as much as it was into it.
        ++skipped_;
        return;
    }
    constexpr std::int64_t kFarSeconds = 80'000'000'000;
    const std::int64_t begin = std::max<std::int64_t>(info.first.begin.time_since_epoch().count(), -kFarSeconds);
    const std::int64_t end = std::min<std::int64_t>(info.first.end.time_since_epoch().count(), kFarSeconds);
    offsetFrom_ = begin * kMsPerSecond + offset_ + kMsPerDay;
    offsetUntil_ = end * kMsPerSecond + offset_ - kMsPerDay;
}

} // namespace quotaboard
