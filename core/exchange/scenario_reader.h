// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/exchange/json_cursor.h"
#include "core/exchange/trace_reference.h"
#include "core/model/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

struct ScenarioReadOptions {
    /// Replaces `platform.seed` before generators draw from it.
    std::optional<std::uint64_t> seed;
    Progress* progress = nullptr;
};

struct LoadedScenario {
    Scenario scenario;
    std::vector<ReadWarning> warnings;
    /// What the jobs of `traces` were read from.
    std::vector<TraceFile> traceFiles;
};

/// Reads a scenario file with the traces it refers to and the workloads it generates (scenario-format section 1).
/// All or nothing; the error names the file, the JSON pointer, what was found and what is allowed. Blocks.
Result<LoadedScenario> readScenario(const std::string& path, const ScenarioReadOptions& options = {});

/// The same from memory. `name` stands for the file in errors; traces are looked for in `folder`.
Result<LoadedScenario> readScenarioText(
    std::string_view text, const std::string& name, const std::string& folder, const ScenarioReadOptions& options = {});

} // namespace quotaboard
