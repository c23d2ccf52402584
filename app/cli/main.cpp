// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/help_format.h"

#include "core/base/closest_word.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <stdio_ext.h>
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

A scenario is a JSON file (*.scenario.json): the capacity, the quota shares of the teams, the jobs.
core/exchange/SCENARIO_FORMAT.md describes its keys and the files that are written.)";

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

/// Without SA_RESTART, so that waiting for the other end of a pipe ends.
void catchSignals()
{
    struct sigaction action = {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM})
        ::sigaction(signal, &action, nullptr);
}

/// A file opened while a standard stream is closed would take its number and get what is printed. An unusable one in
/// its place makes writing fail instead.
void occupyStandardStreams()
{
    for (const int handle : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(handle, F_GETFD) < 0)
            (void)::open("/dev/null", handle == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/// "; did you mean X?", where one of the known words is close to the one given.
std::string suggestion(const std::string& given, const std::vector<std::string>& known)
{
    const std::string_view closest = quotaboard::closestWord(given, {known.begin(), known.end()});
    return closest.empty() ? std::string{} : fmt::format("; did you mean {}?", closest);
}

std::vector<std::string> optionNames(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

/// CLI11 gives words it cannot place back as one text, and a mistyped option takes its value along.
std::string unplacedText(const CLI::App& command)
{
    const std::vector<std::string> words = command.remaining();
    const auto option
        = std::find_if(words.begin(), words.end(), [](const auto& word) { return word.starts_with("-"); });
    if (option == words.end())
        return {};
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("there is no option {}{}", name, suggestion(name, optionNames(command)));
}

/// What is wrong with the arguments and where to read on.
std::string usageText(const CLI::App& app, const CLI::ParseError& failure)
{
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    std::string what = failure.what();
    if (!chosen.empty()) {
        // A required option that is missing may be the mistyped one.
        if (const std::string unplaced = unplacedText(*chosen.front()); !unplaced.empty())
            what = unplaced;
        return fmt::format("quotaboard-cli {0}: {1}\n'quotaboard-cli {0} --help' explains its arguments.\n",
            chosen.front()->get_name(), what);
    }
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(subcommand->get_name());
    const std::vector<std::string> words = app.remaining();
    if (const std::string unplaced = unplacedText(app); !unplaced.empty() && words.front().starts_with("-"))
        what = unplaced;
    else if (!words.empty())
        what = fmt::format("there is no subcommand \"{}\"{}", words.front(), suggestion(words.front(), names));
    return fmt::format("quotaboard-cli: {}{} there are: {}\n'quotaboard-cli --help' explains them.\n", what,
        what.ends_with("?") ? "" : ";", fmt::join(names, ", "));
}

int statusOfStreamFailure(int systemError)
{
    using quotaboard::cli::ExitStatus;
    if (systemError != EINTR) {
        std::fputs("quotaboard-cli: standard output cannot be written\n", stderr);
        return static_cast<int>(ExitStatus::CannotWrite);
    }
    // The rest would be waiting for its reader again when the program ends.
    __fpurge(stdout);
    std::fputs("quotaboard-cli: interrupted\n", stderr);
    return static_cast<int>(ExitStatus::Interrupted);
}

/// What was printed must have arrived before success is claimed.
int statusOfOutput()
{
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return 0;
    return statusOfStreamFailure(errno);
}

int runCommandLine(int argc, char** argv)
{
    using namespace quotaboard::cli;
    Context context;
    interruptible = &context.progress;
    catchSignals();

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
    addProjectCommand(app, context);
    addCompareCommand(app, context);
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
        if (failure.code().value() == EINTR)
            return statusOfStreamFailure(EINTR);
        std::fprintf(stderr, "quotaboard-cli: %s\n", failure.what());
        return static_cast<int>(quotaboard::cli::ExitStatus::CannotWrite);
    } catch (const std::bad_alloc&) {
        std::fputs("quotaboard-cli: out of memory\n", stderr);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "quotaboard-cli: internal error: %s\n", failure.what());
    }
    return static_cast<int>(quotaboard::cli::ExitStatus::Internal);
}
