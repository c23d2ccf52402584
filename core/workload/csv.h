// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// More cells than any table has: a row of nothing but delimiters must not take eight times its size as cells.
inline constexpr std::size_t kMaxCsvCells = 1 << 16;

/// One row of a delimited text. Views point into the text, or into the row itself for cells with doubled quotes.
struct CsvRow {
    /// 1-based line on which the row starts.
    std::uint32_t line = 0;
    /// The row as it stands in the text, without its line end.
    std::string_view text;
    std::vector<std::string_view> cells;
    /// Quoting is broken; `cells` is empty and `text` is the one line that cannot be read.
    bool isBroken = false;
    /// Cells may be views of this row's own memory instead of the text.
    bool hasQuotes = false;

private:
    friend class CsvReader;
    std::deque<std::string> unescaped_;
};

/// RFC 4180: quoted cells may hold delimiters, line ends and doubled quotes. Line ends are LF, CRLF or CR. A quote
/// counts only at the start of a cell, elsewhere it is a character like any other. A quoted cell that never ends, or
/// is followed by anything but a delimiter, costs its one line (CsvRow::isBroken), not the rest of the file.
/// A row has at most kMaxCsvCells cells; the last of them holds what follows. Blank lines are skipped; they count as
/// lines. The text must outlive the reader. Not thread-safe.
class CsvReader {
public:
    CsvReader(std::string_view text, char delimiter);

    /// Reads the next row into `row`, reusing its memory. False at the end.
    bool next(CsvRow& row);
    /// Bytes read so far.
    [[nodiscard]] std::size_t position() const { return position_; }

private:
    [[nodiscard]] std::size_t lineEndFrom(std::size_t from) const;
    void splitPlain(CsvRow& row) const;
    bool readQuotedRow(CsvRow& row);
    bool readQuotedCell(CsvRow& row, std::size_t& at) const;

    std::string_view text_;
    std::size_t position_ = 0;
    std::uint32_t line_ = 1;
    char delimiter_;
    char lineEnd_;
    bool hasQuotes_;
};

/// The delimiter (',', ';', TAB or '|') that splits the first lines of `text` into the most cells, equally many in
/// each; ',' when none does.
[[nodiscard]] char detectDelimiter(std::string_view text);

} // namespace quotaboard
