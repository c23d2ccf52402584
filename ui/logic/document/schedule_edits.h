// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/edit.h"

#include <vector>

namespace quotaboard {

// Edits of the policy schedule: timed changes that are on (Scenario::interventions) and those that are switched off
// (ScenarioExtras::disabledInterventions, by place). Each is one undo step.

/// A submitted job goes with its submission, and what names it is switched off, too.
[[nodiscard]] Edit switchOffEdit(
    const Scenario& scenario, const ScenarioExtras& extras, const std::vector<InterventionIndex>& indexes);
/// Refused when one no longer fits the scenario.
[[nodiscard]] Edit switchOnEdit(
    const Scenario& scenario, const ScenarioExtras& extras, const std::vector<std::size_t>& places);
[[nodiscard]] Edit removeTimedChangesEdit(const Scenario& scenario, const ScenarioExtras& extras,
    const std::vector<InterventionIndex>& indexes, const std::vector<std::size_t>& places);
/// Another time, author, reason or other values, of the same kind.
[[nodiscard]] Edit changeInterventionEdit(
    const Scenario& scenario, InterventionIndex index, const Intervention& changed);
/// The same of one that is switched off, whose values stay.
[[nodiscard]] Edit changeSwitchedOffEdit(const Scenario& scenario, const ScenarioExtras& extras, std::size_t place,
    TimeMs at, const std::string& author, const std::string& reason);

} // namespace quotaboard
