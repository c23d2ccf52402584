// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/text_output.h"
#include "core/workload/trace_reader.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kLabelWidth = 17;

/// "  label          text", with the further lines of the text below its first.
void appendWrapped(std::string& out, std::string_view label, std::string_view text)
{
    if (!text.empty())
        out += fmt::format("  {:<{}}{}\n", label, kLabelWidth - 2, wrapped(text, kLabelWidth, kLabelWidth));
}

std::string asTable()
{
    std::string out;
    for (const TraceFormatInfo& info : traceFormats()) {
        out += fmt::format("{}{}{}\n", info.name, info.aliases.empty() ? "" : "  also: ", info.aliases);
        appendWrapped(out, "what", info.title);
        appendWrapped(out, "recognised by", info.marks);
        appendWrapped(out, "share", info.defaultShare.empty() ? "none: all jobs are one share" : info.defaultShare);
        appendWrapped(out, "options", info.options);
        appendWrapped(out, "mind", info.notes);
        out += '\n';
    }
    out += wrapped("Every file may be gzipped, in UTF-8 or UTF-16, with any line ends. --format NAME overrides what is "
                   "recognised.")
        + "\n";
    return out;
}

std::string asJson()
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const TraceFormatInfo& info : traceFormats()) {
        list.push_back(
            {{"name", info.name}, {"aliases", info.aliases}, {"title", info.title}, {"recognisedBy", info.marks},
                {"shareColumn", info.defaultShare}, {"options", info.options}, {"notes", info.notes}});
    }
    return list.dump(2) + "\n";
}

} // namespace

void addFormatsCommand(CLI::App& app, Context& context)
{
    CLI::App* command = app.add_subcommand("formats", "List the trace formats that import can read");
    const auto wantsJson = std::make_shared<bool>(false);
    command->add_flag("--json", *wantsJson, "Print the list as JSON");
    command->callback([wantsJson, &context] {
        const std::string text = *wantsJson ? asJson() : asTable();
        fmt::print("{}", text);
        context.status = ExitStatus::Success;
    });
}

} // namespace quotaboard::cli
