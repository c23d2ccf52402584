// SPDX-License-Identifier: Apache-2.0
#include "core/workload/cell_parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace quotaboard {

namespace {

constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

constexpr std::pair<std::string_view, TimeUnit> kUnitWords[] = {
    {"iso", TimeUnit::Iso},
    {"us", TimeUnit::Microseconds},
    {"microseconds", TimeUnit::Microseconds},
    {"ms", TimeUnit::Milliseconds},
    {"msec", TimeUnit::Milliseconds},
    {"millis", TimeUnit::Milliseconds},
    {"milliseconds", TimeUnit::Milliseconds},
    {"s", TimeUnit::Seconds},
    {"sec", TimeUnit::Seconds},
    {"secs", TimeUnit::Seconds},
    {"second", TimeUnit::Seconds},
    {"seconds", TimeUnit::Seconds},
    {"min", TimeUnit::Minutes},
    {"mins", TimeUnit::Minutes},
    {"minute", TimeUnit::Minutes},
    {"minutes", TimeUnit::Minutes},
    {"h", TimeUnit::Hours},
    {"hr", TimeUnit::Hours},
    {"hrs", TimeUnit::Hours},
    {"hour", TimeUnit::Hours},
    {"hours", TimeUnit::Hours},
    {"d", TimeUnit::Days},
    {"day", TimeUnit::Days},
    {"days", TimeUnit::Days},
    {"epoch", TimeUnit::EpochSeconds},
    {"epoch-s", TimeUnit::EpochSeconds},
    {"epoch-ms", TimeUnit::EpochMilliseconds},
    {"clock", TimeUnit::Clock},
};

/// "1.234.567,5" without the dots between groups of three; empty when the dots stand elsewhere.
std::optional<std::string> withPointAndWithoutGroups(std::string_view cell)
{
    const std::size_t comma = std::min(cell.find(','), cell.size());
    std::string plain;
    std::size_t group = 0;
    bool hasGroups = false;
    for (const char c : cell.substr(0, comma)) {
        if (c == '.') {
            if (group == 0 || group > 3 || (hasGroups && group != 3)) {
                return std::nullopt;
            }
            hasGroups = true;
            group = 0;
            continue;
        }
        plain.push_back(c);
        group += isAsciiDigit(c);
    }
    if (hasGroups && group != 3) {
        return std::nullopt;
    }
    if (comma < cell.size()) {
        plain.push_back('.');
        plain.append(cell.substr(comma + 1));
    }
    return plain;
}

std::optional<double> parsePointNumber(std::string_view cell)
{
    if (cell.starts_with('+')) {
        cell.remove_prefix(1);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

/// "123.45" of at most 15 digits: an exact integer over an exact power of ten, so that one division rounds as
/// correctly as from_chars does. Empty when the cell is anything else.
std::optional<double> fewDecimals(std::string_view cell)
{
    constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (cell.size() < 2 || cell.size() > 16) {
        return std::nullopt;
    }
    std::int64_t digits = 0;
    std::size_t point = cell.size();
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (isAsciiDigit(cell[i])) {
            digits = digits * 10 + (cell[i] - '0');
        } else if (cell[i] == '.' && point == cell.size()) {
            point = i;
        } else {
            return std::nullopt;
        }
    }
    if (point == cell.size()) {
        return std::nullopt;
    }
    return static_cast<double>(digits) / kPowers[cell.size() - 1 - point];
}

/// A cell of a few digits, the overwhelming case; -1 when it is anything else.
std::int64_t fewDigits(std::string_view cell)
{
    if (cell.empty() || cell.size() > 15) {
        return -1;
    }
    std::int64_t value = 0;
    for (const char c : cell) {
        if (!isAsciiDigit(c)) {
            return -1;
        }
        value = value * 10 + (c - '0');
    }
    return value;
}

} // namespace

std::optional<TimeUnit> timeUnitFromText(std::string_view text)
{
    for (const auto& [word, unit] : kUnitWords) {
        if (equalsIgnoringCase(word, text)) {
            return unit;
        }
    }
    return std::nullopt;
}

TimeUnit timeUnitOfColumn(std::string_view column)
{
    const std::size_t at = column.find_last_of("_ (-");
    if (at == std::string_view::npos || at == 0) {
        return TimeUnit::Detect;
    }
    std::string_view word = column.substr(at + 1);
    if (word.ends_with(')')) {
        word.remove_suffix(1);
    }
    const std::optional<TimeUnit> unit = timeUnitFromText(word);
    const bool isLength = unit && *unit >= TimeUnit::Microseconds && *unit <= TimeUnit::Days;
    return isLength ? *unit : TimeUnit::Detect;
}

double millisecondsPerUnit(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Microseconds:
        return 1e-3;
    case TimeUnit::Milliseconds:
    case TimeUnit::EpochMilliseconds:
        return 1;
    case TimeUnit::Seconds:
    case TimeUnit::EpochSeconds:
        return static_cast<double>(kMsPerSecond);
    case TimeUnit::Minutes:
        return static_cast<double>(kMsPerMinute);
    case TimeUnit::Hours:
        return static_cast<double>(kMsPerHour);
    case TimeUnit::Days:
        return static_cast<double>(kMsPerDay);
    case TimeUnit::Detect:
    case TimeUnit::Iso:
    case TimeUnit::Clock:
        break;
    }
    return 0;
}

std::string normalisedName(std::string_view column)
{
    std::string name;
    for (const char c : column) {
        if (isAsciiDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'z')) {
            name.push_back(lowered(c));
        }
    }
    return name;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lowered(x) == lowered(y); });
}

bool isAbsentWord(std::string_view cell)
{
    if (cell.empty() || cell.size() > 7) {
        return cell.empty();
    }
    constexpr std::string_view kWords[] = {"na", "n/a", "none", "null", "nan", "nat", "unknown", "-", "\\n", "inf"};
    return std::any_of(
        std::begin(kWords), std::end(kWords), [cell](std::string_view word) { return equalsIgnoringCase(cell, word); });
}

std::optional<double> parseNumber(std::string_view cell, char decimal)
{
    if (const std::int64_t whole = fewDigits(cell); whole >= 0) {
        return static_cast<double>(whole);
    }
    if (decimal == '.') {
        const std::optional<double> value = fewDecimals(cell);
        return value ? value : parsePointNumber(cell);
    }
    if (cell.find_first_of(".,") != std::string_view::npos) {
        const std::optional<std::string> plain = withPointAndWithoutGroups(cell);
        return plain ? parsePointNumber(*plain) : std::nullopt;
    }
    return parsePointNumber(cell);
}

std::optional<std::int64_t> parseWholeNumber(std::string_view cell, char decimal)
{
    if (const std::int64_t whole = fewDigits(cell); whole >= 0) {
        return whole;
    }
    const std::optional<double> value = parseNumber(cell, decimal);
    if (!value || std::abs(*value) > 9e15 || *value != std::trunc(*value)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*value);
}

std::optional<std::int64_t> parseThousandths(std::string_view cell, char decimal)
{
    if (const std::int64_t whole = cell.size() < 12 ? fewDigits(cell) : -1; whole >= 0) {
        return whole * 1000;
    }
    const std::optional<double> value = parseNumber(cell, decimal);
    if (!value || std::abs(*value) > 9e12) {
        return std::nullopt;
    }
    return std::llround(*value * 1000);
}

std::optional<TimeMs> parseNumericTime(std::string_view cell, double msPerUnit, char decimal)
{
    const std::optional<double> value = parseNumber(cell, decimal);
    if (!value) {
        return std::nullopt;
    }
    const double ms = *value * msPerUnit;
    return std::abs(ms) <= static_cast<double>(kMaxTimeMs) ? std::optional<TimeMs>(std::llround(ms)) : std::nullopt;
}

std::optional<TimeMs> parseClockDuration(std::string_view cell)
{
    std::int64_t days = 0;
    if (const std::size_t dash = cell.find('-'); dash != std::string_view::npos) {
        days = fewDigits(cell.substr(0, dash));
        cell.remove_prefix(dash + 1);
    }
    std::int64_t fractionMs = 0;
    if (const std::size_t dot = cell.find('.'); dot != std::string_view::npos) {
        const std::optional<double> fraction = parsePointNumber(cell.substr(dot));
        fractionMs = fraction && *fraction >= 0 && *fraction < 1 ? std::llround(*fraction * 1000) : -1;
        cell = cell.substr(0, dot);
    }
    std::int64_t seconds = 0;
    int parts = 0;
    for (;; ++parts) {
        const std::size_t colon = cell.find(':');
        const std::int64_t part = fewDigits(cell.substr(0, colon));
        if (part < 0 || part > 100'000'000 || parts > 2) {
            return std::nullopt;
        }
        seconds = seconds * 60 + part;
        if (colon == std::string_view::npos) {
            break;
        }
        cell.remove_prefix(colon + 1);
    }
    const bool isWellFormed = parts >= 1 && days >= 0 && days < 1'000'000 && fractionMs >= 0;
    const TimeMs total = days * kMsPerDay + seconds * kMsPerSecond + fractionMs;
    return isWellFormed && total <= kMaxTimeMs ? std::optional<TimeMs>(total) : std::nullopt;
}

} // namespace quotaboard
