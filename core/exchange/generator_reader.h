// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/json_cursor.h"
#include "core/model/scenario.h"

#include <cstdint>

namespace quotaboard {

/// Reads the `generators` of a scenario document (core/workload/GENERATORS.md) and appends their jobs, generator by
/// generator. After an error the scenario may hold some of them. Errors, into the cursor's context: MissingKey,
/// WrongType, OutOfRange, NotAllowed, Duplicate (two generators of one share with one name), Conflict (bounds that
/// exclude each other), UnknownReference for a share that is not in `scenario.shareNames`, TooMany for more than
/// 10,000,000 jobs of one generator.
void appendGeneratedJobs(Scenario& scenario, const JsonCursor& document, std::uint64_t seed);

} // namespace quotaboard
