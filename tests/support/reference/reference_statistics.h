// SPDX-License-Identifier: Apache-2.0
//
// What random scenarios reach: the fraction of seeds in which each event, cause, reason, refusal, intervention,
// waiting reason and scheduling rule occurs.
#pragma once

#include <cstdint>
#include <iosfwd>

namespace quotaboard::reference {

// Runs the seeds [first, first + count) and prints the fractions, marking what stays under 4 % (rules of the pass:
// 0.5 %), and every violated invariant. Returns 0 when nothing is violated and nothing is too rare.
int printStatistics(std::uint64_t first, std::uint64_t count, std::ostream& out);

} // namespace quotaboard::reference
