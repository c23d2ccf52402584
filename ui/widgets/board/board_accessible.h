// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quotaboard {

/// Makes every BoardView known to screen readers as a table of lanes with their bars and jobs: Board (table) > lane
/// (row) > ledger (list) > segments, running jobs (list) and queue (list) > jobs. QGraphicsView tells of none of its
/// items by itself. Safe to call more than once.
void installBoardAccessibility();

} // namespace quotaboard
