// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace quotaboard {

/// Appends a text as a JSON string with quotes; control characters, quotes and backslashes are escaped, invalid UTF-8
/// becomes U+FFFD.
void appendJsonString(std::string& out, std::string_view text);

} // namespace quotaboard
