// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/table_format.h"
#include "core/workload/trace_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Which column of a table was taken for a field, and how its values are read.
struct FieldColumn {
    Field field{};
    /// Position in TraceHead::columns, -1 when the file has no column for the field.
    int column = -1;
    /// Of a time field; Detect when the file has no value to tell it by.
    TimeUnit unit = TimeUnit::Detect;
    /// Neither the format, the mapping nor the column's name tells the unit of plain numbers: the first one told it.
    bool isUnitGuessed = false;
};

/// The beginning of a trace as it stands in the file, for a person who decides how to read it.
struct TraceHead {
    /// Empty when it is none of the known formats.
    std::string format;
    /// The columns or marks by which it was recognised.
    std::string recognisedBy;
    /// Delimited text: its columns can be mapped to fields.
    bool isTable = false;
    /// ',', ';', '|' or TAB of a table.
    char delimiter = ',';
    char decimalSeparator = '.';
    /// Of a table or of Slurm accounting, in the order of the file.
    std::vector<std::string> columns;
    /// What may become the quota share: columns, or the fields that the format has for it.
    std::vector<std::string> shareChoices;
    /// The cells of a table's first rows.
    std::vector<std::vector<std::string>> cells;
    /// One for each field of a table, in the order of Field.
    std::vector<FieldColumn> fields;
    /// Why a table cannot be read so: as readTrace would answer.
    std::optional<Error> problem;
    /// The beginning of the text, at most kTraceHeadBytes.
    std::string text;
};

/// How much of a file is looked at.
inline constexpr std::size_t kTraceHeadBytes = 1 << 20;

/// Describes a text of which only the beginning may be there. Never fails: what cannot be told is empty.
[[nodiscard]] TraceHead describeTraceHead(
    std::string_view text, const std::string& name, const TraceReadOptions& options, std::size_t rows);

/// The same for a file, packed or not, of which it reads the beginning only. Errors: those of readTextFile. Blocks on
/// the disk.
Result<TraceHead> readTraceHead(const std::string& path, const TraceReadOptions& options, std::size_t rows);

/// The text of the `ordinal`th record (1-based) of a JSON text: objects of an array, or one after the other. Empty when
/// the text ends before. At most `mostBytes`, cut at a character's end.
[[nodiscard]] std::string jsonRecord(std::string_view text, std::uint32_t ordinal, std::size_t mostBytes);
/// Likewise the `line`th line (1-based), without its end.
[[nodiscard]] std::string textLine(std::string_view text, std::uint32_t line, std::size_t mostBytes);

} // namespace quotaboard
