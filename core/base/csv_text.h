// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace quotaboard {

/// A cell of a CSV row as it is written (RFC 4180): in quotes where it holds a comma, a quote or a line break.
[[nodiscard]] inline std::string csvCell(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string{text};
    std::string cell = "\"";
    for (const char c : text) {
        cell += c;
        if (c == '"')
            cell += c;
    }
    return cell + "\"";
}

} // namespace quotaboard
