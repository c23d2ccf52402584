// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/exchange/scenario_file.h"
#include "core/exchange/scenario_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace quotaboard::cli {

/// Reads a scenario and prints its warnings to standard error. On failure the error is reported, `context.status` is
/// set and the result is empty.
[[nodiscard]] std::optional<LoadedScenario> loadScenario(
    const std::string& path, std::optional<std::uint64_t> seed, Context& context);

/// The same with what its jobs are generated from.
[[nodiscard]] std::optional<ScenarioFile> loadScenarioFile(const std::string& path, Context& context);

[[nodiscard]] std::string describe(const ReadWarning& warning);

/// Tells warnings about `path` on standard error.
void printWarnings(const std::vector<ReadWarning>& warnings, const std::string& path);

/// A time on the command line: seconds, "1h30m", or an ISO instant; ms from the scenario's start. Usage error
/// otherwise.
Result<TimeMs> parseTime(const std::string& text, const std::string& option, TimeMs startTime);

} // namespace quotaboard::cli
