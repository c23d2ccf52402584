// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/help_format.h"

#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <system_error>
#include <unistd.h>

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

Simulates how jobs of several teams share GPU capacity under a quota-share policy (RESERVE, LEND,
LEND_AND_BORROW, preemption) and says what the policy does to completed work, waits, lost work and
fairness.

A scenario is a JSON file (*.scenario.json): the capacity, the quota shares of the teams, the jobs.)";

constexpr const char* kFooter = R"(
First steps:
  quotaboard-cli run resources/samples/three-projects.scenario.json  simulate a sample
  quotaboard-cli import jobs.csv.gz -o jobs.scenario.json            make a scenario of your trace
  quotaboard-cli validate jobs.scenario.json                         see what its policy will do
  quotaboard-cli run jobs.scenario.json --events jobs.events.jsonl   simulate it, keep every event
  quotaboard-cli explain jobs.scenario.json --job 17 --at 2h         ask why a job waits

'quotaboard-cli SUBCOMMAND --help' explains each subcommand with examples.
Exit status: 0 success, 2 usage error, 3 bad input, 4 internal error, 5 cannot write,
130 interrupted.)";

/// A file opened while a standard stream is closed would take its number and get what is printed. An unusable one in
/// its place makes writing fail instead.
void occupyStandardStreams()
{
    for (const int handle : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(handle, F_GETFD) < 0)
            (void)::open("/dev/null", handle == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/// What is wrong with the arguments and where to read on.
std::string usageText(const CLI::App& app, const CLI::ParseError& failure)
{
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (!chosen.empty())
        return fmt::format("quotaboard-cli {0}: {1}\n'quotaboard-cli {0} --help' explains its arguments.\n",
            chosen.front()->get_name(), failure.what());
    std::string what = failure.what();
    if (const std::vector<std::string> words = app.remaining(); !words.empty())
        what = fmt::format("there is no subcommand \"{}\"", words.front());
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(subcommand->get_name());
    return fmt::format(
        "quotaboard-cli: {}; there are: {}\n'quotaboard-cli --help' explains them.\n", what, fmt::join(names, ", "));
}

/// What was printed must have arrived before success is claimed.
int statusOfOutput()
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return 0;
    fmt::print(stderr, "quotaboard-cli: standard output cannot be written\n");
    return static_cast<int>(quotaboard::cli::ExitStatus::CannotWrite);
}

int runCommandLine(int argc, char** argv)
{
    using namespace quotaboard::cli;
    Context context;
    interruptible = &context.progress;
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);

    CLI::App app(kDescription, "quotaboard-cli");
    app.formatter(std::make_shared<HelpFormatter>());
    app.get_help_ptr()->description("Print this help and exit");
    app.footer(kFooter);
    app.set_version_flag("--version", "quotaboard-cli " QUOTABOARD_VERSION, "Print the version and exit");
    app.require_subcommand(1);
    addRunCommand(app, context);
    addImportCommand(app, context);
    addValidateCommand(app, context);
    addExplainCommand(app, context);
    addFormatsCommand(app, context);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& failure) {
        if (failure.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            app.exit(failure);
            return statusOfOutput();
        }
        fmt::print(stderr, "{}", usageText(app, failure));
        return static_cast<int>(ExitStatus::Usage);
    }
    return context.status == ExitStatus::Success ? statusOfOutput() : static_cast<int>(context.status);
}

} // namespace

int main(int argc, char** argv)
{
    occupyStandardStreams();
    try {
        return runCommandLine(argc, argv);
    } catch (const std::system_error& failure) {
        // Thrown by fmt::print, when the stream it prints to cannot be written.
        std::fprintf(stderr, "quotaboard-cli: %s\n", failure.what());
        return static_cast<int>(quotaboard::cli::ExitStatus::CannotWrite);
    } catch (const std::bad_alloc&) {
        std::fputs("quotaboard-cli: out of memory\n", stderr);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "quotaboard-cli: internal error: %s\n", failure.what());
    }
    return static_cast<int>(quotaboard::cli::ExitStatus::Internal);
}
