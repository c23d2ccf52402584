// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/breakpoint.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace quotaboard {

// One entry of `breakpoints` in a scenario document (SCENARIO_FORMAT.md). Neither throws.

/// Empty for what is not of our shape: it may be another program's.
[[nodiscard]] std::optional<Breakpoint> breakpointFromJson(const nlohmann::ordered_json& entry);
[[nodiscard]] nlohmann::ordered_json breakpointToJson(const Breakpoint& point);

// The same for one entry of `bookmarks`.

[[nodiscard]] std::optional<Bookmark> bookmarkFromJson(const nlohmann::ordered_json& entry);
[[nodiscard]] nlohmann::ordered_json bookmarkToJson(const Bookmark& bookmark);

} // namespace quotaboard
