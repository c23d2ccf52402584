// SPDX-License-Identifier: Apache-2.0
// Of changesBetween() only.
#pragma once

#include "core/store/policy_changes.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace quotaboard {

/// What the interventions of `after` say else, in the order of their times: where they edit a share, the environment,
/// the platform or a job, field by field as if the policy in force then were edited; all others, and those that change
/// nothing, as JSON. Interventions that both have stay out of it, wherever they stand.
[[nodiscard]] std::vector<PolicyChange> timedChangesBetween(const Scenario& before, const Scenario& after);

/// Values as texts, in the words of the scenario format.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& json);
[[nodiscard]] std::string secondsText(TimeMs time);
[[nodiscard]] std::string borrowLimitText(const ResourceSharing& sharing);
[[nodiscard]] std::string enabledText(bool isEnabled);
/// All keys of `platform` but the seed, with the defaults that a file leaves out; in the order of the format.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> platformTexts(const Platform& platform);

} // namespace quotaboard
