// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/scenario.h"

#include <string>

namespace quotaboard {

/// Checks the jobs from `first` on, which a trace or a generator made: an attempt with all its checkpoint writes must stay
/// below about 280,000 years, so that sums of many fit. Error: OutOfRange at `jsonPointer`.
Status checkAttemptLengths(const Scenario& scenario, JobIndex first, const std::string& jsonPointer);

} // namespace quotaboard
