// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/comparison.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace quotaboard {

/// A run with what its share numbers mean.
struct RunFigures {
    const Scorecard* card = nullptr;
    const std::vector<std::string>* shareNames = nullptr;
};

/// A row without its cells, and how its number is found in a run.
struct RowSpec {
    MetricRow row;
    std::function<MetricValue(const RunFigures&)> read;
};

/// All rows that a comparison of these runs has, in the order in which they are shown.
[[nodiscard]] std::vector<RowSpec> comparisonRows(
    std::span<const RunFigures> runs, const std::optional<WaitPair>& waitPair);

/// The jobs of metric 2 as ComparisonOptions::waitPair says; one list of runs a scenario.
[[nodiscard]] std::optional<WaitPair> chooseWaitPair(
    const std::vector<std::vector<RunFigures>>& scenarios, std::size_t baseline);

} // namespace quotaboard
