// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/cell_parse.h"
#include "core/workload/trace_builder.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// What a column of a delimited trace can mean.
enum class Field : std::uint8_t {
    Submit,
    Start,
    End,
    Duration,
    Wait,
    Size,
    Workers, ///< multiplies Size
    MilliSize, ///< thousandths of one GPU; counts when Size is 1
    Share,
    User,
    Id,
    Name,
    Priority,
    Unit,
    Status,
    WorkloadClass,
    Attempts,
};
inline constexpr std::size_t kFieldCount = 17;

/// The name of a field in a mapping. Empty for an unknown name.
[[nodiscard]] std::string_view fieldName(Field field);
[[nodiscard]] std::optional<Field> fieldFromName(std::string_view name);
/// Whether a key of a mapping, FIELD or FIELD:UNIT, means something. Error: NotAllowed at `place`.
Status checkMappingKey(std::string_view key, const std::string& place);

struct ColumnBinding {
    Field field{};
    std::string_view column;
    TimeUnit unit = TimeUnit::Detect;
};

/// Everything that tells one delimited format from another. A format is data; the reading is the same for all.
struct TableFormat {
    std::string_view name;
    /// Columns that must all be there for the format to be recognised, and columns that must not.
    std::vector<std::string_view> marks;
    std::vector<std::string_view> absent;
    /// Columns that a file lacks are simply not read. The first binding of a field that a file has counts.
    std::vector<ColumnBinding> bindings;
    DurationRule durationRule = DurationRule::Recorded;
    /// A row without start never ran, even if it has a duration.
    bool needsStart = false;
    /// Stamps of "+08:00" mark the cluster whose durations are run time already (Acme's Seren).
    bool durationIsRunTimeAtPlus8 = false;
    /// Said once when the format is read: "code" and its argument.
    std::string_view noteCode;
    std::string_view noteArgument;
};

[[nodiscard]] std::span<const TableFormat> phillyTableFormats();
[[nodiscard]] std::span<const TableFormat> acmeTableFormats();
[[nodiscard]] std::span<const TableFormat> heliosTableFormats();
[[nodiscard]] std::span<const TableFormat> alibabaTableFormats();
[[nodiscard]] std::span<const TableFormat> simulatorTableFormats();
/// Every known delimited format in the order of trying: the more particular first.
[[nodiscard]] std::vector<const TableFormat*> allTableFormats();
[[nodiscard]] const TableFormat* findTableFormat(std::string_view name);

/// What common column names mean, for a file of no known format: at most one binding per field.
[[nodiscard]] std::vector<ColumnBinding> guessBindings(const std::vector<std::string>& columns);
/// What fields with a column lack to tell jobs, in a form for people ("submit, duration (or start and end)"): submit or
/// start, duration or start and end, and a size if that is needed. Empty when they suffice.
[[nodiscard]] std::string missingFields(std::span<const Field> bound, bool needsSize);

/// A field's column in one file.
struct BoundColumn {
    int index = -1;
    TimeUnit unit = TimeUnit::Detect;
    double msPerUnit = 0;
};
using BoundColumns = std::array<BoundColumn, kFieldCount>;

/// Index of a column by name (exactly, else ignoring case and punctuation) or by "#N"; -1 when there is none.
[[nodiscard]] int findColumn(const std::vector<std::string>& columns, std::string_view name);

/// Connects the fields of `format` and of the options' mapping and share column with the columns of a file.
/// Errors: TraceColumnMissing, with the first missing field as a third argument when no column was found for a field
/// that jobs need; Duplicate {column, numbers of the columns named so, field} when a name does not tell which column is
/// meant; NotAllowed.
Result<BoundColumns> bindColumns(const TableFormat& format, const std::vector<std::string>& columns,
    const TraceReadOptions& options, const std::string& place);

/// "a, b, c".
[[nodiscard]] std::string joined(std::span<const std::string> texts);

} // namespace quotaboard
