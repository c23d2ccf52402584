// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/breakpoint.h"
#include "ui/logic/document/edit.h"

#include <vector>

namespace quotaboard {

// Edits of the document's breakpoints, each one undo step. `place` is the position in ScenarioExtras::breakpoints when
// the edit is made. None changes a run.

[[nodiscard]] Edit addBreakpointEdit(const Scenario& scenario, const Breakpoint& point);
[[nodiscard]] Edit changeBreakpointEdit(const Scenario& scenario, std::size_t place, const Breakpoint& point);
[[nodiscard]] Edit enableBreakpointEdit(
    const Scenario& scenario, const Breakpoint& point, std::size_t place, bool isEnabled);
[[nodiscard]] Edit removeBreakpointsEdit(
    const Scenario& scenario, const std::vector<Breakpoint>& points, std::vector<std::size_t> places);

} // namespace quotaboard
