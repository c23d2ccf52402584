// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/scorecard.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard::cli {

/// Bold and dim text for a stream: only on a terminal, and not with NO_COLOR set (https://no-color.org).
class TextStyle {
public:
    explicit TextStyle(std::FILE* out);
    [[nodiscard]] std::string bold(std::string_view text) const;
    [[nodiscard]] std::string dim(std::string_view text) const;

private:
    bool isOn_;
};

/// Columns of text, the first left and the others right aligned unless told otherwise; widths count characters.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header, std::size_t leftColumns = 1);
    [[nodiscard]] std::size_t rows() const { return rows_.size(); }
    /// The last cell of a row with fewer cells than the header has runs on over the columns that are left, and makes
    /// none of them wider. Control characters in the cells are shown as by printable().
    void addRow(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// `indent` blanks before each line.
    void print(std::FILE* out, const TextStyle& style, std::size_t indent = 2) const;

private:
    std::vector<std::string> header_;
    std::vector<std::vector<std::string>> rows_;
    std::size_t leftColumns_;
};

/// The text with control characters made visible ("\\n", "\\x1b"): names come from files, and what a terminal obeys
/// must not come with them.
[[nodiscard]] std::string printable(std::string_view text);
/// Characters of a text.
[[nodiscard]] std::size_t width(std::string_view text);
/// The text, printable(), in lines of at most 100 characters, broken at blanks; lines after the first start with
/// `indent` blanks, and the first one starts at column `start`. No line end after the last.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent = 0, std::size_t start = 0);
/// "1,234.5" GPU-hours.
[[nodiscard]] std::string gpuHours(GpuMs value);
/// "12.3 %", or an em dash.
[[nodiscard]] std::string percent(std::optional<double> ratio);
/// "1,234".
[[nodiscard]] std::string count(std::uint64_t value);
/// "1 job", "2 jobs".
[[nodiscard]] std::string counted(std::uint64_t value, std::string_view singular, std::string_view plural);
/// A wait in two units, "> 3 h 05 min" where only a bound is known, or an em dash.
[[nodiscard]] std::string waitText(const CensoredQuantile& wait);
[[nodiscard]] std::string durationText(std::optional<double> ms);

} // namespace quotaboard::cli
