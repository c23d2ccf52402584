// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_extras.h"
#include "core/exchange/trace_reference.h"
#include "core/model/scenario.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

struct ScenarioSource;

/// Whether a job of `b`, which is a changed copy of `a`, is what a job of `a` is. O(1).
[[nodiscard]] bool isSameJob(const Scenario& a, JobIndex inA, const Scenario& b, JobIndex inB);

/// How the jobs of traces in `edited` came from those of `original`: which of their shares have another name. Empty
/// when anything else about them was changed, which a reference cannot say. O(jobs of traces).
[[nodiscard]] std::optional<ShareRenames> traceRenames(const Scenario& original, const Scenario& edited);

/// Has the `traces` of a document say them, on top of what they say already.
void renameInTraces(nlohmann::ordered_json& document, const ShareRenames& renames);

/// What a file would say of the jobs of one value of a document: `scenario` with the generators in its extras.
struct ReferredValue {
    const Scenario& scenario;
    const std::vector<GeneratorSpec>& generators;
};

/// Whether a file of it can refer to traces and to generators for its jobs.
struct FileReferences {
    bool traces = true;
    bool generators = true;
    [[nodiscard]] bool areKept() const { return traces && generators; }
};

/// The answer for `after`, which an edit made of `before`, whose answer was `known`. `source` is what both came from,
/// null for no file. `isMadeAnew`: the edit made all generated jobs from `after.generators`. Makes no jobs unless the
/// generators changed in another way, so that it may be asked with every edit: O(jobs).
[[nodiscard]] FileReferences referencesAfter(const ScenarioSource* source, const FileReferences& known,
    const ReferredValue& before, const ReferredValue& after, bool isMadeAnew);

/// The same from nothing: makes the generated jobs to compare them when the generators changed. O(jobs).
[[nodiscard]] FileReferences findReferences(const ScenarioSource& source, const ReferredValue& edited);

} // namespace quotaboard
