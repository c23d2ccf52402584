// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/csv.h"
#include "core/workload/trace_reader.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// A delimited text and how to read it. Excel's first line "sep=;" names the delimiter and is no header.
struct TableText {
    std::string_view text;
    char delimiter = ',';
    bool hasSeparatorLine = false;
};

[[nodiscard]] TableText openTable(std::string_view text);

/// Moves to the header row. False when the text has no readable one.
[[nodiscard]] bool readHeader(CsvReader& csv, const TableText& table, CsvRow& row);
/// The cells of the header row, trimmed.
[[nodiscard]] std::vector<std::string> columnNames(const CsvRow& row);

/// Whether any number of the first rows has a decimal comma.
[[nodiscard]] bool hasDecimalComma(std::string_view text, char delimiter);

/// A date and time, or the first part of one: enough to tell data from a column's name.
[[nodiscard]] bool isStampLike(std::string_view cell);

/// "FIELD=COLUMN" for a field that found no column, with the column that means nothing else and whose first value in
/// `rows` (standing after the header) could be meant; the word COLUMN itself when there is not exactly one.
[[nodiscard]] std::string exampleMapping(
    const std::string& field, const std::vector<std::string>& columns, const TraceReadOptions& options, CsvReader rows);

/// Which fields a table that no format claims lacks: {missing fields, its columns, an example of a mapping}. Empty when
/// the text is no table.
[[nodiscard]] std::vector<std::string> describeUnknownTable(std::string_view text);

/// Rows to reserve memory for, from the length of the first lines. Too few only costs a copy.
[[nodiscard]] std::size_t estimatedRows(std::string_view text);

} // namespace quotaboard
