// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <nlohmann/json.hpp>

#include <string>

namespace quotaboard {

/// Appends ms as seconds with up to three decimals ("1.5", "0.001", "3600"), exactly, without a detour by a double.
void appendSeconds(std::string& out, TimeMs time);

/// The same as a JSON number: an integer when whole. Reads back to the same ms.
[[nodiscard]] nlohmann::ordered_json secondsToJson(TimeMs time);

/// A number without a needless ".0".
[[nodiscard]] nlohmann::ordered_json numberToJson(double value);

} // namespace quotaboard
