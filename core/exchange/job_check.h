// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/json_cursor.h"
#include "core/model/scenario.h"

namespace quotaboard {

/// Checks one job: an attempt with all its checkpoint writes must stay below about 280,000 years, so that sums of many
/// fit. OutOfRange at the member `key` of `cursor`.
void checkAttemptLength(const Job& job, const JobProfile& profile, const JsonCursor& cursor, std::string_view key);

/// The same for the jobs from `first` on, which a trace or a generator made.
void checkAttemptLengths(const Scenario& scenario, JobIndex first, const JsonCursor& cursor, std::string_view key);

/// Checks, once the merged list is complete, that every id means one job: a `jobId` of the document that is the index
/// of a job without one is a Duplicate, and so is a reference of an intervention that a trace's id makes ambiguous.
void checkJobIds(const Scenario& scenario, const JsonCursor& root);

} // namespace quotaboard
