// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/simulation/event_log.h"

#include <string>

namespace quotaboard {

/// Appends one event as a JSON object without blanks and with sorted keys, and a line feed (scenario-format section 2).
void appendEventLine(const Scenario& scenario, const JobEvent& event, std::size_t sequence, std::string& text);

/// Writes the whole log to a file that appears complete or not at all. CannotWrite; Interrupted when `progress` is
/// cancelled. Blocks.
Status writeEventLog(
    const Scenario& scenario, const EventLog& log, const std::string& path, const Progress* progress = nullptr);

/// SHA-256 in hex over the event lines: equal runs have equal hashes.
[[nodiscard]] std::string eventLogHash(const Scenario& scenario, const EventLog& log);

} // namespace quotaboard
