// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quotaboard {

/// Days of 24 h from the scenario's start in which jobs that no generator and no intervention made are submitted; the
/// last one counts whole. 0 without such jobs. Days after the horizon count, too: they may be drawn into it.
[[nodiscard]] std::size_t recordedDays(const Scenario& scenario);

/// `days` days drawn with replacement out of `days`: a function of the seed alone, and so the same for every scenario
/// (metrics.md section 4).
[[nodiscard]] std::vector<std::size_t> drawDays(std::size_t days, std::uint64_t seed);

/// `scenario` with the recorded jobs of day `days[k]` on day k: submit times and deadlines move by whole days. A job
/// that is there twice keeps its id once. A timed change that names a job means its first copy; of a job that was not
/// drawn, it is refused when its time comes. Generated jobs and those that interventions submit stay. O(jobs).
[[nodiscard]] Scenario resampled(const Scenario& scenario, const std::vector<std::size_t>& days);

} // namespace quotaboard
