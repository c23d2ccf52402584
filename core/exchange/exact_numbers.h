// SPDX-License-Identifier: Apache-2.0
// Numbers of a document that no double and no 64-bit integer holds, such as an id of 30 digits under a key that only
// another program knows.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace quotaboard {

/// Whether `value` is what the JSON number `text` says, to the last digit.
[[nodiscard]] bool isExactly(double value, std::string_view text);

/// The value that stands for such a number in documents that are read to be written again: binary, with its text.
[[nodiscard]] nlohmann::ordered_json exactNumber(const std::string& text);

/// The document with the nearest doubles in their places, for those who read numbers.
[[nodiscard]] nlohmann::ordered_json withNearestNumbers(const nlohmann::ordered_json& document);

/// JSON text of a document in which such numbers stand as they were written. `indent` as for nlohmann's dump(); invalid
/// UTF-8 becomes U+FFFD.
[[nodiscard]] std::string toText(const nlohmann::ordered_json& document, int indent = -1);

} // namespace quotaboard
