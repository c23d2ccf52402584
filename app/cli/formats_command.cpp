// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"

#include "core/workload/trace_reader.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kLabelWidth = 17;

/// "  label          text", with the text broken at blanks and its further lines below its first.
void appendWrapped(std::string& out, std::string_view label, std::string_view text)
{
    if (text.empty()) {
        return;
    }
    out += fmt::format("  {:<{}}", label, kLabelWidth - 2);
    std::size_t column = kLabelWidth;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (column > kLabelWidth && column + 1 + word.size() > kWidth) {
            out += "\n" + std::string(kLabelWidth, ' ');
            column = kLabelWidth;
        }
        if (column > kLabelWidth) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    out += '\n';
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
    out += "Every file may be gzipped, in UTF-8 or UTF-16, with any line ends. --format NAME overrides what is "
           "recognised.\n";
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
