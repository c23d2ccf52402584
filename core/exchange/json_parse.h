// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace quotaboard {

/// Parses a document of `name`. Reports the bytes read to `progress` (may be null) and stops soon after it is
/// cancelled. Errors: JsonSyntax, Interrupted. Blocks.
Result<nlohmann::json> parseJson(std::string_view text, const std::string& name, Progress* progress);

/// The same with the members of objects in the order of the text, and with numbers that no double holds kept to the
/// last digit (exact_numbers.h): to be written again.
Result<nlohmann::ordered_json> parseOrderedJson(std::string_view text, const std::string& name, Progress* progress);

} // namespace quotaboard
