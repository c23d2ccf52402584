// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/exchange/json_cursor.h"
#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// Reads the `generators` of a scenario document (core/workload/GENERATORS.md) and appends their jobs, generator by
/// generator. After an error the scenario may hold some of them. Errors, into the cursor's context: MissingKey,
/// WrongType, OutOfRange, NotAllowed, Duplicate (two generators of one share with one name), Conflict (bounds that
/// exclude each other), UnknownReference for a share that is not in `scenario.shareNames`, TooMany for more than
/// 10,000,000 jobs of one generator.
void appendGeneratedJobs(
    Scenario& scenario, const JsonCursor& document, std::uint64_t seed, const Progress* progress = nullptr);

/// The `generators` of a document without making jobs; those after the first error are missing. Errors: as above but
/// for UnknownReference and TooMany.
[[nodiscard]] std::vector<GeneratorSpec> readGenerators(const JsonCursor& document);

/// `name`, `checkpoint`, `restoreSeconds`, `preemptionConfiguration` and the attempts of `retryStrategy`: what jobs of
/// one kind have in common.
[[nodiscard]] CheckpointClass readCheckpointClass(const JsonCursor& cursor);

} // namespace quotaboard
