// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quotaboard::cli {

/// For CLI11's check(): an empty value would pass for an option that was not given. It is mostly a shell variable
/// without content.
inline std::string refuseEmpty(const std::string& value)
{
    return value.empty() ? "needs a value that is not empty" : "";
}

} // namespace quotaboard::cli
