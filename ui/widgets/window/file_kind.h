// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace quotaboard {

/// What to do with a file that is opened or dropped.
enum class FileKind { Missing, Scenario, Project, Trace };

/// By its name, and for databases and other JSON by the first bytes. What is no scenario may be a trace; reading it
/// tells. Reads at most 64 kB and never waits for a pipe.
[[nodiscard]] FileKind fileKind(const QString& path);

} // namespace quotaboard
