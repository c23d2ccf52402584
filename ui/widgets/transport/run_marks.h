// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/exchange/scenario_extras.h"
#include "core/model/scenario.h"
#include "core/simulation/event_log.h"
#include "ui/widgets/transport/scrubber.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// Preemptions counted in `bins` equal parts of 0 to `end`. Reads the whole log; may run in any thread.
[[nodiscard]] std::vector<std::uint32_t> preemptionDensity(const EventLog& log, TimeMs end, std::size_t bins);

/// Times of the scenario's policy edits, ascending, each once.
[[nodiscard]] std::vector<TimeMs> interventionTimes(const Scenario& scenario);

/// The document's breakpoints at a time and its bookmarks, for the line of time.
[[nodiscard]] std::vector<ScrubberMark> marksOf(const Scenario& scenario, const ScenarioExtras& extras);

} // namespace quotaboard
