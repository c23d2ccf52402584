// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/model/breakpoint.h"
#include "core/model/workload_class.h"
#include "core/workload/generator_spec.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace quotaboard {

/// A timed change that is switched off: it does not stand among the interventions, so that no program applies it.
struct DisabledIntervention {
    TimeMs at = 0;
    /// As it would stand under `interventions`.
    nlohmann::ordered_json words;
    bool operator==(const DisabledIntervention&) const = default;
};

/// What a scenario file holds for those who work with it and no run depends on (scenario-format, "What the simulator
/// ignores and keeps"). A plain value beside the Scenario; edits of it are undone like all others.
struct ScenarioExtras {
    std::vector<Breakpoint> breakpoints;
    /// In the order of the file, not of time.
    std::vector<Bookmark> bookmarks;
    std::vector<DisabledIntervention> disabledInterventions;
    std::vector<WorkloadClass> workloadClasses;
    /// What the generated jobs of the scenario were made from, and what a file says instead of them. Not a word to a
    /// run: that reads the jobs.
    std::vector<GeneratorSpec> generators;
    bool operator==(const ScenarioExtras&) const = default;
};

/// Reads what is of our shape out of a scenario document; other entries may be another program's and are kept in the
/// file but not read. Never fails.
[[nodiscard]] ScenarioExtras extrasFromJson(const nlohmann::ordered_json& document);

/// Carries the difference between `before`, which was read from `document`, and `after` over to it. What equals in both
/// keeps its words, and entries that are not of our shape stay (behind ours when the list changed).
void mergeExtras(nlohmann::ordered_json& document, const ScenarioExtras& before, const ScenarioExtras& after);

} // namespace quotaboard
