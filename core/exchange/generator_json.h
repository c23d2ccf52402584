// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace quotaboard {

/// One entry of `generators` in the key order of GENERATORS.md, defaults and what its process and law do not use
/// omitted. Reads back to the same jobs.
[[nodiscard]] nlohmann::ordered_json generatorToJson(const GeneratorSpec& spec);

/// The generators of a document that was read without error; what is no generator is left out. Never fails.
[[nodiscard]] std::vector<GeneratorSpec> generatorsFromJson(const nlohmann::ordered_json& document);

/// Carries the difference between `before`, which was read from `document`, and `after` over to its `generators`. A
/// generator that stays one, by share and name or else by its place, keeps its words.
void mergeGenerators(nlohmann::ordered_json& document, const std::vector<GeneratorSpec>& before,
    const std::vector<GeneratorSpec>& after);

/// The generators as a file would hold them. Errors, in `place` the JSON pointer from `/generators` on: those of
/// appendGeneratedJobs but for UnknownReference and TooMany.
[[nodiscard]] Result<std::vector<GeneratorSpec>> checkedGenerators(const std::vector<GeneratorSpec>& specs);

} // namespace quotaboard
