// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace quotaboard {

/// Carries the difference between `before` and `after` over to `original`, the words that `before` was read from: what
/// equals in both keeps original's words, keys that neither knows stay, and objects in lists are followed by their
/// names (quotaShareName, capacityUnit, serviceEnvironmentName), else by their place. Never throws.
[[nodiscard]] nlohmann::ordered_json mergeEdits(const nlohmann::ordered_json& original,
    const nlohmann::ordered_json& before, const nlohmann::ordered_json& after);

} // namespace quotaboard
