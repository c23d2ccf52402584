// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help_format.h"

#include "app/cli/text_output.h"

#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kSubcommandColumn = 14;
constexpr std::size_t kOptionColumn = 32;

/// The left part, then the right one from `column` on, below the left part where that is too long.
std::string twoColumns(const std::string& left, const std::string& right, std::size_t column)
{
    std::string text = "  " + left;
    if (text.size() + 2 > column)
        text += '\n' + std::string(column, ' ');
    else
        text.resize(column, ' ');
    return text + wrapped(right, column, column) + '\n';
}

} // namespace

HelpFormatter::HelpFormatter()
{
    label("Positionals", "Arguments");
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const
{
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at))
        text.erase(at, 1);
    return text;
}

std::string HelpFormatter::make_description(const CLI::App* app) const
{
    return app->get_description() + "\n\n";
}

std::string HelpFormatter::make_subcommand(const CLI::App* subcommand) const
{
    return twoColumns(subcommand->get_name(), subcommand->get_description(), kSubcommandColumn);
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const
{
    const std::string parameter = isPositional ? "" : make_option_opts(option);
    return twoColumns(make_option_name(option, isPositional) + parameter, make_option_desc(option), kOptionColumn);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const
{
    if (!option->get_option_text().empty())
        return " " + option->get_option_text();
    return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const
{
    std::string text = option->get_description();
    if (option->get_required() && !option->get_positional())
        text += " (required)";
    if (!option->get_default_str().empty())
        text += fmt::format(" (default {})", option->get_default_str());
    return text;
}

} // namespace quotaboard::cli
