// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/exchange/scenario_extras.h"
#include "core/model/scenario.h"

#include <functional>

namespace quotaboard {

/// Jobs without an id are known by their number, which edits change. After `edit` has made `after` out of `before`, has
/// what `extras` say of such jobs mean the same ones as before: breakpoints and switched-off changes take the new
/// number; those whose job is gone go, too, when its number means another job now. `edit` is done once more for it, on
/// a copy, when there is anything to follow. O(jobs) then, else O(extras).
void followJobs(ScenarioExtras& extras, const Scenario& before, const Scenario& after,
    const std::function<Status(Scenario&)>& edit);

/// The same for an edit whose maker knows: `jobNow` tells which job a job of `before` is in `after`, invalid for one
/// that is gone.
void followJobs(ScenarioExtras& extras, const Scenario& before, const Scenario& after,
    const std::function<JobIndex(JobIndex)>& jobNow);

} // namespace quotaboard
