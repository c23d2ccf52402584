// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scenario_input.h"

#include "app/cli/progress_line.h"
#include "app/cli/text_output.h"

#include <fmt/format.h>

namespace quotaboard::cli {

std::string describe(const ReadWarning& warning)
{
    const auto argument
        = [&](std::size_t i) { return i < warning.arguments.size() ? warning.arguments[i] : std::string{}; };
    switch (warning.code) {
    case ReadWarning::Code::UnknownKey:
        return fmt::format("{}: unknown key \"{}\" is ignored{}", warning.place, argument(0),
            argument(1) == "1" ? ""
                               : fmt::format(", here and in {}",
                                   counted(std::stoull(argument(1)) - 1, "other place", "other places")));
    case ReadWarning::Code::OutsideAwsRange:
        return fmt::format("{}: {} is simulated, but AWS accepts only {}", warning.place, argument(0), argument(1));
    case ReadWarning::Code::UnknownShare:
        return fmt::format("{}: there is never a quota share \"{}\"; the job will fail when it is submitted",
            warning.place, argument(0));
    case ReadWarning::Code::TraceNote:
        return argument(0);
    }
    return {};
}

std::optional<LoadedScenario> loadScenario(
    const std::string& path, std::optional<std::uint64_t> seed, Context& context)
{
    ScenarioReadOptions options;
    options.seed = seed;
    options.progress = &context.progress;
    Result<LoadedScenario> document = [&] {
        const ProgressLine line(context.progress, "Reading", "MB", 1 << 20);
        return readScenario(path, options);
    }();
    if (!document) {
        context.status = report(document.error());
        return std::nullopt;
    }
    for (const ReadWarning& warning : document.value().warnings)
        fmt::print(stderr, "quotaboard-cli: warning: {}: {}\n", path, describe(warning));
    return std::move(document).value();
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
