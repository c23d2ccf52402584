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

// The same for bookmarks, which stand in the list in the order in which they were made.

/// Moments that have a bookmark already get no second one. Those of breakpoints that follow each other within two
/// seconds are one undo step.
[[nodiscard]] Edit addBookmarksEdit(
    const Scenario& scenario, const std::vector<Bookmark>& bookmarks, bool isOfBreakpoint = false);
[[nodiscard]] Edit renameBookmarkEdit(
    const Scenario& scenario, const Bookmark& bookmark, std::size_t place, const QString& text);
[[nodiscard]] Edit removeBookmarksEdit(
    const Scenario& scenario, const std::vector<Bookmark>& bookmarks, std::vector<std::size_t> places);
/// "owner returns (Day 1 · 03:00:00)", or the time alone.
[[nodiscard]] QString bookmarkText(const Scenario& scenario, const Bookmark& bookmark);

} // namespace quotaboard
