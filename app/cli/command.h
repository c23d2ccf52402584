// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <string>

namespace CLI {
class App;
}

namespace quotaboard::cli {

/// Exit status of the command line (scenario-format section 3).
enum class ExitStatus : int {
    Success = 0,
    Usage = 2,
    BadInput = 3,
    Internal = 4,
    CannotWrite = 5,
    Interrupted = 130,
};

/// What the subcommands share. `progress` is cancelled by SIGINT and SIGTERM; `status` is set by the subcommand that
/// ran.
struct Context {
    Progress progress;
    ExitStatus status = ExitStatus::Success;
};

// One source per subcommand; each adds its subcommand with its help to `app` and runs it from CLI11's callback.
void addRunCommand(CLI::App& app, Context& context);
void addImportCommand(CLI::App& app, Context& context);
void addValidateCommand(CLI::App& app, Context& context);
void addExplainCommand(CLI::App& app, Context& context);
void addFormatsCommand(CLI::App& app, Context& context);
void addProjectCommand(CLI::App& app, Context& context);
void addCompareCommand(CLI::App& app, Context& context);

/// One sentence for a person: where, what was found, what is allowed.
[[nodiscard]] std::string describe(const Error& error);

/// Prints "quotaboard-cli: SENTENCE" to standard error and returns the status that belongs to the error.
ExitStatus report(const Error& error);

} // namespace quotaboard::cli
