// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <fmt/format.h>
#include <new>

namespace {

quotaboard::Progress* interruptible = nullptr;

extern "C" void onSignal(int signal)
{
    // A second Ctrl-C ends a program that does not come to the point where it looks.
    if (interruptible->isCancelled()) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    interruptible->cancel();
}

constexpr const char* kDescription = R"(Quotaboard: capacity planning for AWS Batch quota shares.

Simulates how jobs of several teams share GPU capacity under a quota-share policy (RESERVE, LEND, LEND_AND_BORROW,
preemption) and says what the policy does to completed work, waits, lost work and fairness.)";

constexpr const char* kFooter = R"(
'quotaboard-cli SUBCOMMAND --help' explains each subcommand with examples.)";

int runCommandLine(int argc, char** argv)
{
    using namespace quotaboard::cli;
    Context context;
    interruptible = &context.progress;
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);

    CLI::App app(kDescription, "quotaboard-cli");
    app.footer(kFooter);
    app.set_version_flag("--version", "quotaboard-cli " QUOTABOARD_VERSION);
    app.require_subcommand(1);
    addRunCommand(app, context);
    addImportCommand(app, context);
    addValidateCommand(app, context);
    addExplainCommand(app, context);
    addFormatsCommand(app, context);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& failure) {
        const bool isHelp = failure.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
        app.exit(failure);
        return isHelp ? 0 : static_cast<int>(ExitStatus::Usage);
    }
    if (context.status == ExitStatus::Success && std::fflush(stdout) != 0) {
        fmt::print(stderr, "quotaboard-cli: standard output cannot be written\n");
        return static_cast<int>(ExitStatus::CannotWrite);
    }
    return static_cast<int>(context.status);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return runCommandLine(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("quotaboard-cli: out of memory\n", stderr);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "quotaboard-cli: internal error: %s\n", failure.what());
    }
    return static_cast<int>(quotaboard::cli::ExitStatus::Internal);
}
