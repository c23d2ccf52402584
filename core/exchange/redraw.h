// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace quotaboard {

/// `scenario` as its file would be read with another `platform.seed`: the jobs of `specs` are drawn anew, all others
/// and the timed changes stay. A timed change that names a generated job by its number means the one that has it now;
/// none, and it is refused when its time comes. O(jobs). Errors: TooMany, OutOfRange for attempts that would be too
/// long, Interrupted when `progress` (which is only looked at) is cancelled.
[[nodiscard]] Result<Scenario> withSeed(const Scenario& scenario, const std::vector<GeneratorSpec>& specs,
    std::uint64_t seed, const Progress* progress = nullptr);

/// withSeed() of these generators, for those who may not know what a generator is; empty without generators.
[[nodiscard]] std::function<Result<Scenario>(const Scenario&, std::uint64_t, const Progress*)> redrawOf(
    std::vector<GeneratorSpec> specs);

} // namespace quotaboard
