// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/generator_spec.h"

#include <QString>

#include <optional>
#include <vector>

namespace quotaboard {

/// "1 × 3, 4": each value with its weight, where that is not 1.
[[nodiscard]] QString weightedText(const std::vector<Weighted<std::int32_t>>& list);
/// Reads it back; "x" and "*" may stand for "×". Returns what is wrong and leaves `list` then.
[[nodiscard]] QString readWeighted(
    const QString& text, std::int32_t least, std::int32_t most, std::vector<Weighted<std::int32_t>>& list);
/// 0 to 1e9, in the user's or in plain digits.
[[nodiscard]] std::optional<double> weightFromText(const QString& text);

} // namespace quotaboard
