// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/import_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Reads capacity limits of quota shares: CSV lines "share,unit,limit" or "share,limit" (a header line is allowed, "#"
/// starts a comment), or JSON: {"teamA": 8}, [{"share": "teamA", "unit": "gpu", "limit": 8}], or anything with AWS's
/// `quotaShares` (list-quota-shares output, a scenario). Limits are 1 to 10,000,000 instances. Blocks on the disk.
/// Errors: those of readTextFile, JsonSyntax, WrongType, MissingKey, OutOfRange, Duplicate; the place names file and
/// line or JSON pointer.
Result<std::vector<GivenLimit>> readLimitsFile(const std::string& path);

/// The same for text in memory; `name` stands for the path.
Result<std::vector<GivenLimit>> parseLimits(const std::string& name, std::string_view text);

} // namespace quotaboard
