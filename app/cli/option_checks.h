// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quotaboard::cli {

/// For CLI11's check(): an empty value would pass for an option that was not given. It is mostly a shell variable
/// without content.
inline std::string refuseEmpty(const std::string& value)
{
    return value.empty() ? "needs a value that is not empty" : "";
}

/// The value of --seed; none for an empty text. Error: Usage.
[[nodiscard]] Result<std::optional<std::uint64_t>> parseSeed(const std::string& text);

} // namespace quotaboard::cli
