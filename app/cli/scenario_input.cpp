// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scenario_input.h"

#include "app/cli/progress_line.h"
#include "app/cli/project_input.h"
#include "app/cli/text_output.h"

#include "core/workload/trace_reader.h"

#include <array>
#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kMostOfOneKind = 5;
constexpr std::size_t kKinds = 5;
/// Larger files are not read a second time only to say what they are.
constexpr std::uint64_t kMostLookedAt = 256ULL << 20;

/// Whether the file could not be taken for a scenario at all; then it may be a trace.
bool isOfAnotherKind(const Error& error, const std::string& path)
{
    switch (error.code) {
    case ErrorCode::JsonSyntax:
    case ErrorCode::WrongFormat:
    case ErrorCode::WrongType:
    case ErrorCode::MissingKey:
        return error.place == path || error.place == path + ": /format";
    default:
        return false;
    }
}

/// Reports why a scenario could not be read, and where a trace was given instead, how to make a scenario of it.
ExitStatus reportUnreadable(const Error& error, const std::string& path)
{
    if (!isOfAnotherKind(error, path))
        return report(error);
    TraceReadOptions options;
    options.maxFileBytes = kMostLookedAt;
    const Result<Trace> trace = readTrace({path}, options, nullptr);
    if (!trace) {
        switch (trace.error().code) {
        case ErrorCode::FileIsLfsPointer:
        case ErrorCode::FileIsHtml:
        case ErrorCode::FileIsArchive:
        case ErrorCode::GzipDamaged:
            return report(trace.error());
        default:
            return report(error);
        }
    }
    // A scenario's own keys are those of the AWS documents that a trace may be made of.
    if (trace.value().jobs.empty())
        return report(error);
    const TraceFormatInfo* format = findTraceFormat(trace.value().format);
    fmt::print(stderr,
        "quotaboard-cli: {0}: this is a trace ({1}), not a scenario; use 'quotaboard-cli import {0} -o "
        "NAME.scenario.json'\n",
        path, format != nullptr ? format->title : trace.value().format);
    return ExitStatus::BadInput;
}

/// Reads by `read`, with progress, warnings and errors told.
template <class Document, class Read>
std::optional<Document> load(const std::string& path, Context& context, Read read)
{
    if (isProject(path)) {
        context.status = report(Error{ErrorCode::Usage, path,
            {"is a project, not a scenario; 'quotaboard-cli project export' writes a scenario of it to a file"}});
        return std::nullopt;
    }
    Result<Document> document = [&] {
        const ProgressLine line(context.progress, "Reading", "MB", 1 << 20);
        return read();
    }();
    if (!document) {
        context.status = reportUnreadable(document.error(), path);
        return std::nullopt;
    }
    printWarnings(document.value().warnings, path);
    return std::move(document).value();
}

} // namespace

std::string describe(const ReadWarning& warning)
{
    const auto argument
        = [&](std::size_t i) { return i < warning.arguments.size() ? warning.arguments[i] : std::string{}; };
    switch (warning.code) {
    case ReadWarning::Code::UnknownKey:
        return fmt::format("{}: unknown key \"{}\" is ignored{}{}", warning.place, argument(0),
            argument(1) == "1"
                ? ""
                : fmt::format(", here and in {}", counted(std::stoull(argument(1)) - 1, "other place", "other places")),
            argument(2).empty() ? "" : fmt::format("; did you mean \"{}\"?", argument(2)));
    case ReadWarning::Code::OutsideAwsRange:
        return fmt::format("{}: {} is simulated, but AWS accepts only {}", warning.place, argument(0), argument(1));
    case ReadWarning::Code::UnknownShare:
        return fmt::format("{}: there is never a quota share \"{}\"; the job will fail when it is submitted",
            warning.place, argument(0));
    case ReadWarning::Code::TraceNote:
        return argument(0);
    case ReadWarning::Code::TraceChanged:
        return fmt::format("{}: the trace {} is not the file that the scenario was written for; its jobs are what it "
                           "holds now",
            warning.place, argument(0));
    }
    return {};
}

/// Unknown keys are told one by one, the reader has grouped them; of the other kinds there may be one a job.
void printWarnings(const std::vector<ReadWarning>& warnings, const std::string& path)
{
    std::array<std::size_t, kKinds> found{};
    for (const ReadWarning& warning : warnings) {
        const bool isShown = ++found.at(static_cast<std::size_t>(warning.code)) <= kMostOfOneKind
            || warning.code == ReadWarning::Code::UnknownKey;
        if (isShown)
            fmt::print(stderr, "quotaboard-cli: warning: {}: {}\n", path, describe(warning));
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (found[kind] > kMostOfOneKind && kind != static_cast<std::size_t>(ReadWarning::Code::UnknownKey))
            fmt::print(stderr, "quotaboard-cli: warning: {}: {} of the last kind; validate --json has all\n", path,
                counted(found[kind] - kMostOfOneKind, "more warning", "more warnings"));
    }
}

std::optional<LoadedScenario> loadScenario(const std::string& path, std::optional<std::uint64_t> seed, Context& context)
{
    return load<LoadedScenario>(path, context, [&] {
        ScenarioReadOptions options;
        options.seed = seed;
        options.progress = &context.progress;
        return readScenario(path, options);
    });
}

std::optional<ScenarioFile> loadScenarioFile(const std::string& path, Context& context)
{
    return load<ScenarioFile>(path, context, [&] { return readScenarioFile(path, &context.progress); });
}

Result<TimeMs> parseTime(const std::string& text, const std::string& option, TimeMs startTime)
{
    if (const auto duration = parseDuration(text))
        return *duration;
    if (const auto instant = parseIsoInstant(text)) {
        if (*instant >= startTime)
            return *instant - startTime;
        return Error{ErrorCode::Usage, option,
            {fmt::format("{} lies before the scenario's start, {}", text, formatIsoInstant(startTime))}};
    }
    return Error{ErrorCode::Usage, option,
        {fmt::format("\"{}\" is no time; give seconds (90), a duration (1h30m) or an instant "
                     "(2026-11-30T14:00:00Z)",
            text)}};
}

} // namespace quotaboard::cli
