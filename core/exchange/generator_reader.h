// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace quotaboard {

/// Reads the `generators` of a scenario (core/workload/GENERATORS.md). `jsonPointer` is their place ("/generators").
/// Errors: MissingKey, WrongType, OutOfRange, NotAllowed, Duplicate (two generators of one share with one name), Conflict
/// (bounds that exclude each other). Unknown keys become warnings.
[[nodiscard]] Result<std::vector<GeneratorSpec>> readGenerators(const nlohmann::json& generators,
                                                                const std::string& jsonPointer,
                                                                std::vector<std::string>& warnings);

/// Reads them and appends their jobs, generator by generator. After an error the scenario may hold some of them.
/// Further errors: UnknownReference for a share that is not in `scenario.shareNames`, TooMany for more than
/// 10,000,000 jobs of one generator.
Status appendGeneratedJobs(Scenario& scenario, const nlohmann::json& generators, const std::string& jsonPointer,
                           std::uint64_t seed, std::vector<std::string>& warnings);

} // namespace quotaboard
