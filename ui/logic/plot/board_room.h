// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// What the bars of a board need at most while a scenario is played from start to end, in instances, with every change
/// of its schedule: so that the scale of a unit stays what it is while capacity is borrowed and given back.
struct BoardRoom {
    /// By UnitIndex: the longest bar of any share at any time; 0 for a unit that no share ever limits.
    std::vector<std::int64_t> instances;
    /// By ShareIndex, then UnitIndex: the longest bar of that share.
    std::vector<std::vector<std::int64_t>> ofShare;
    /// The most capacity units that a share limits at once.
    std::size_t mostLedgers = 0;

    [[nodiscard]] std::int64_t reach(ShareIndex share, UnitIndex unit) const;
};

/// Does not run anything: own limits, and what may be borrowed of the capacity there is. O(changes x limits).
[[nodiscard]] BoardRoom boardRoomOf(const Scenario& scenario);

} // namespace quotaboard
