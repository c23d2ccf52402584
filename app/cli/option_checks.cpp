// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_checks.h"

#include <charconv>
#include <fmt/format.h>

namespace quotaboard::cli {

Result<std::optional<std::uint64_t>> parseSeed(const std::string& text)
{
    if (text.empty())
        return std::optional<std::uint64_t>{};
    std::uint64_t seed = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, seed);
    if (failure != std::errc{} || stop != end)
        return Error{ErrorCode::Usage, "--seed",
            {fmt::format("\"{}\" is no seed; give a whole number from 0 to 18446744073709551615", text)}};
    return std::optional{seed};
}

} // namespace quotaboard::cli
