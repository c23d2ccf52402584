// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <nlohmann/json.hpp>

namespace quotaboard {

// The parts of a scenario document besides its jobs, in the key order of scenario-format section 1, defaults omitted.
// None throws or fails.

[[nodiscard]] nlohmann::ordered_json capacityUnitsToJson(const Scenario& scenario);
[[nodiscard]] nlohmann::ordered_json environmentToJson(const Scenario& scenario);
[[nodiscard]] nlohmann::ordered_json jobQueueToJson(const JobQueue& queue);
/// AWS shape; strategy and preemption are always written, as AWS requires them.
[[nodiscard]] nlohmann::ordered_json quotaShareToJson(const Scenario& scenario, const QuotaShare& share);
/// Only what differs from the defaults; an empty object when nothing does.
[[nodiscard]] nlohmann::ordered_json platformToJson(const Platform& platform);
[[nodiscard]] nlohmann::ordered_json checkpointToJson(const CheckpointPlan& plan);
/// The keys of a job that come from its profile, in order (checkpoint, restoreSeconds …).
[[nodiscard]] nlohmann::ordered_json profileToJson(const JobProfile& profile);
[[nodiscard]] nlohmann::ordered_json interventionToJson(const Scenario& scenario, const Intervention& intervention);
/// One job; without `submitSeconds` for `submitServiceJob`.
[[nodiscard]] nlohmann::ordered_json jobToJson(const Scenario& scenario, JobIndex index, bool withSubmit);

} // namespace quotaboard
