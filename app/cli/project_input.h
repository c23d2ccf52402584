// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/exchange/scenario_reader.h"
#include "core/store/project_file.h"

#include <optional>
#include <string>

namespace quotaboard::cli {

/// Whether a file is a project (*.qboard), by its first bytes. False for one that cannot be read.
[[nodiscard]] bool isProject(const std::string& path);

/// Where working copies of projects lie: the same folder as the application's. Empty only where the system knows no
/// home.
[[nodiscard]] std::string stateFolder();

/// Opens a project and tells on standard error what is odd about it. `writes`: it will be saved; else nothing is
/// locked. On failure the error is reported, `context.status` is set and the result is empty.
[[nodiscard]] std::optional<OpenProject> loadProject(const std::string& path, bool writes, Context& context);

/// The id of the scenario called `name`; without a name, of the only one. A usage error that lists the names there are
/// otherwise.
Result<ScenarioId> chooseScenario(Project& project, const std::string& path, const std::string& name);

/// Reads a scenario of a project, as loadScenario() does a file.
[[nodiscard]] std::optional<LoadedScenario> loadScenarioOf(
    OpenProject& opened, ScenarioId id, std::optional<std::uint64_t> seed, Context& context);

/// The user of this system, for the change record.
[[nodiscard]] std::string userName();

} // namespace quotaboard::cli
