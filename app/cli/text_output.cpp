// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_output.h"

#include "core/base/rounding.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace quotaboard::cli {

namespace {

constexpr const char* kMissing = "—";
constexpr std::size_t kLineWidth = 100;

std::string grouped(const std::string& digits)
{
    const std::size_t point = std::min(digits.find('.'), digits.size());
    std::string result;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const bool startsGroup = i > 0 && i < point && (point - i) % 3 == 0 && digits[i - 1] != '-';
        if (startsGroup)
            result += ',';
        result += digits[i];
    }
    return result;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
        if (byte == '\n')
            result += "\\n";
        else if (byte == '\t')
            result += "\\t";
        else if (byte < 0x20 || byte == 0x7f)
            result += fmt::format("\\x{:02x}", byte);
        else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) // the second set of control characters, in UTF-8
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
        else
            result += text[i];
    }
    return result;
}

std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TextStyle::TextStyle(std::FILE* out)
{
    const char* noColor = std::getenv("NO_COLOR");
    isOn_ = isatty(fileno(out)) == 1 && (noColor == nullptr || *noColor == '\0');
}

std::string TextStyle::bold(std::string_view text) const
{
    return isOn_ ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string{text};
}

std::string TextStyle::dim(std::string_view text) const
{
    return isOn_ ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string{text};
}

TextTable::TextTable(std::vector<std::string> header, std::size_t leftColumns)
    : header_(std::move(header))
    , leftColumns_(leftColumns)
{
}

void TextTable::addRow(std::vector<std::string> cells)
{
    for (std::string& cell : cells)
        cell = printable(cell);
    rows_.push_back(std::move(cells));
}

void TextTable::print(std::FILE* out, const TextStyle& style, std::size_t indent) const
{
    const auto isShort = [&](const std::vector<std::string>& cells) { return cells.size() < header_.size(); };
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < header_.size(); ++c) {
        widths.push_back(width(header_[c]));
        for (const auto& row : rows_) {
            if (c < row.size() && !(c + 1 == row.size() && isShort(row)))
                widths[c] = std::max(widths[c], width(row[c]));
        }
    }
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text(indent, ' ');
        for (std::size_t c = 0; c < cells.size(); ++c) {
            text += c == 0 ? "" : "  ";
            if (c + 1 == cells.size() && isShort(cells)) {
                text += cells[c];
                break;
            }
            const std::string padding(widths[c] - width(cells[c]), ' ');
            text += c < leftColumns_ ? cells[c] + padding : padding + cells[c];
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    };
    fmt::print(out, "{}\n", style.dim(line(header_)));
    for (const auto& row : rows_)
        fmt::print(out, "{}\n", line(row));
}

std::string wrapped(std::string_view raw, std::size_t indent, std::size_t start)
{
    const std::string shown = printable(raw);
    std::string_view text = shown;
    std::string result;
    std::size_t column = start;
    bool isFirst = true;
    while (!text.empty()) {
        std::size_t end = std::min(text.find(' '), text.size());
        // A number keeps its unit.
        while (end > 0 && end < text.size() && text[end - 1] >= '0' && text[end - 1] <= '9')
            end = std::min(text.find(' ', end + 1), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!isFirst && column + 1 + width(word) > kLineWidth) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!isFirst) {
            result += ' ';
            ++column;
        }
        result += word;
        column += width(word);
        isFirst = false;
    }
    return result;
}

std::string gpuHours(GpuMs value)
{
    const double hours = static_cast<double>(value) / static_cast<double>(kMsPerHour);
    return grouped(fmt::format("{:.1f}", roundedTo(hours, 1)));
}

std::string percent(std::optional<double> ratio)
{
    return ratio ? fmt::format("{:.1f} %", roundedTo(*ratio * 100, 1)) : kMissing;
}

std::string count(std::uint64_t value)
{
    return grouped(std::to_string(value));
}

std::string counted(std::uint64_t value, std::string_view singular, std::string_view plural)
{
    return fmt::format("{} {}", count(value), value == 1 ? singular : plural);
}

std::string durationText(std::optional<double> ms)
{
    return ms ? formatDuration(std::llround(*ms)) : kMissing;
}

std::string waitText(const CensoredQuantile& wait)
{
    if (wait.atLeast)
        return "> " + formatDuration(*wait.atLeast);
    return durationText(wait.value);
}

} // namespace quotaboard::cli
