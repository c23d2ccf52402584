// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/store/change_record.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quotaboard {

/// What one share asked for in one week beyond its ordinary policy (product C11, "Repeated exceptions").
struct ExceptionWeek {
    /// Empty for jobs that the scenario does not have any more.
    std::string share;
    /// Epoch ms of the Monday, 00:00 UTC, with which the week begins.
    TimeMs weekMs = 0;
    /// Rows that gave a job a higher priority; undone ones count as what they were, a decision that was made.
    std::int64_t raises = 0;
    /// Jobs that were raised in this week and at least once before, in it or earlier.
    std::int64_t jobsRaisedAgain = 0;
    std::int64_t raisesWithoutTicket = 0;
    /// Median of (new - old priority) of the raises; nothing without raises.
    std::optional<double> medianRaise;
    /// Changes of limits, strategies and borrow limits of the share in the week.
    std::int64_t limitChanges = 0;
    /// Priority-inflation index: the part of the share's jobs, 0 to 1, that at the end of the week have a priority of
    /// at least nine tenths of the highest that any job of the scenario then has. Nothing for a share without jobs, or
    /// when no job has a priority.
    std::optional<double> topPriorityPart;
};

/// The weeks of `rows` in which anything was raised or changed, by share and then by week. Looks at rows of
/// `scenarioName` only (empty = all); `scenario` is what they led to: it tells which share a job belongs to, and what
/// its priority is now. Pure: the same rows give the same weeks. O(rows x log + weeks x jobs).
[[nodiscard]] std::vector<ExceptionWeek> exceptionWeeks(
    std::span<const ChangeRow> rows, const Scenario& scenario, const std::string& scenarioName = {});

} // namespace quotaboard
