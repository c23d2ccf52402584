// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <QString>

#include <optional>

namespace quotaboard {

/// A moment as a person writes it: a time since the start ("3h", "1d4h30m"), a date and time (UTC unless a zone is
/// given), or the clock's own words. ms since the start, which may be negative or after the end; empty when it is none.
[[nodiscard]] std::optional<TimeMs> momentFromText(const Scenario& scenario, const QString& text);

/// How a moment of this scenario may be written: its start.
[[nodiscard]] QString momentExample(const Scenario& scenario);

/// The shortest words for a moment that momentFromText() reads back exactly: "1d4h30m", "12.5s".
[[nodiscard]] QString momentToText(TimeMs time);

} // namespace quotaboard
