// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_numbers.h"

#include <cmath>

namespace quotaboard {

void appendSeconds(std::string& out, TimeMs time)
{
    if (time < 0)
        out += '-';
    const TimeMs magnitude = time < 0 ? -time : time;
    out += std::to_string(magnitude / kMsPerSecond);
    const TimeMs rest = magnitude % kMsPerSecond;
    if (rest == 0)
        return;
    const char digits[3] = {static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
        static_cast<char>('0' + rest % 10)};
    const std::size_t count = digits[2] != '0' ? 3 : digits[1] != '0' ? 2 : 1;
    out += '.';
    out.append(digits, count);
}

nlohmann::ordered_json secondsToJson(TimeMs time)
{
    if (time % kMsPerSecond == 0)
        return time / kMsPerSecond;
    // Below kMaxTimeMs there are at most 14 digits, which the shortest text of a double always gives back.
    return static_cast<double>(time) / static_cast<double>(kMsPerSecond);
}

nlohmann::ordered_json numberToJson(double value)
{
    constexpr double kExact = 9007199254740992.0;
    if (std::floor(value) == value && std::fabs(value) < kExact)
        return static_cast<std::int64_t>(value);
    return value;
}

} // namespace quotaboard
