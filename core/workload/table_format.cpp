// SPDX-License-Identifier: Apache-2.0
#include "core/workload/table_format.h"

#include <algorithm>
#include <charconv>

namespace quotaboard {

namespace {

constexpr std::string_view kFieldNames[kFieldCount] = {"submit", "start", "end", "duration", "wait", "gpus", "workers",
    "milliGpus", "share", "user", "id", "name", "priority", "unit", "status", "workloadClass", "attempts"};

constexpr bool isTimeField(Field field)
{
    return field <= Field::Wait;
}

BoundColumn& columnOf(BoundColumns& columns, Field field)
{
    return columns[static_cast<std::size_t>(field)];
}

/// How a field's column was found.
struct Origin {
    /// Empty when it was given by number, which is never ambiguous.
    std::string name;
    /// The name was ours, not one that a person or a format's definition spelled exactly so.
    bool isGuess = false;
};
using Origins = std::array<Origin, kFieldCount>;

/// "3, 5": the columns that a name may mean; empty when it means one.
std::string ambiguousColumns(const std::vector<std::string>& columns, const Origin& origin)
{
    const bool isExact = !origin.isGuess && std::find(columns.begin(), columns.end(), origin.name) != columns.end();
    const std::string wanted = isExact ? origin.name : normalisedName(origin.name);
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < columns.size() && !wanted.empty(); ++i) {
        if ((isExact ? columns[i] : normalisedName(columns[i])) == wanted) {
            numbers.push_back(std::to_string(i + 1));
        }
    }
    return numbers.size() > 1 ? joined(numbers) : std::string();
}

Status checkDuplicates(const std::vector<std::string>& columns, const BoundColumns& bound, const Origins& origins,
    const std::string& place)
{
    for (std::size_t field = 0; field < kFieldCount; ++field) {
        if (bound[field].index < 0) {
            continue;
        }
        if (std::string numbers = ambiguousColumns(columns, origins[field]); !numbers.empty()) {
            const std::string& column = columns[static_cast<std::size_t>(bound[field].index)];
            return Error{ErrorCode::Duplicate, place, {column, std::move(numbers), std::string(kFieldNames[field])}};
        }
    }
    return {};
}

void bind(BoundColumns& bound, Field field, int index, TimeUnit unit, std::string_view column)
{
    BoundColumn& target = columnOf(bound, field);
    target.index = index;
    if (isTimeField(field)) {
        target.unit = unit == TimeUnit::Detect ? timeUnitOfColumn(column) : unit;
        target.msPerUnit = millisecondsPerUnit(target.unit);
    }
}

struct MappingKey {
    Field field{};
    TimeUnit unit = TimeUnit::Detect;
};

Result<MappingKey> parseMappingKey(std::string_view key, const std::string& place)
{
    const std::size_t colon = key.find(':');
    const std::optional<Field> field = fieldFromName(key.substr(0, colon));
    if (!field) {
        return Error{ErrorCode::NotAllowed, place,
            {std::string(key), joined(std::vector<std::string>(std::begin(kFieldNames), std::end(kFieldNames)))}};
    }
    MappingKey parsed{*field, TimeUnit::Detect};
    if (colon != std::string_view::npos) {
        const std::optional<TimeUnit> unit = timeUnitFromText(key.substr(colon + 1));
        if (!unit || !isTimeField(*field)) {
            return Error{ErrorCode::NotAllowed, place,
                {std::string(key),
                    "us, ms, s, min, h, d, iso, epoch, epoch-ms, clock after submit, start, end, duration or wait"}};
        }
        parsed.unit = *unit;
    }
    return parsed;
}

Error missingColumn(std::string_view what, const std::vector<std::string>& columns, const std::string& place)
{
    return Error{ErrorCode::TraceColumnMissing, place, {std::string(what), joined(columns)}};
}

Status applyMapping(BoundColumns& bound, Origins& origins, const std::vector<std::string>& columns,
    const TraceReadOptions& options, const std::string& place)
{
    std::array<bool, kFieldCount> isMapped{};
    std::vector<int> used;
    for (const auto& [key, column] : options.mapping) {
        Result<MappingKey> parsed = parseMappingKey(key, place);
        if (!parsed) {
            return parsed.error();
        }
        const Field field = parsed.value().field;
        isMapped[static_cast<std::size_t>(field)] = true;
        if (column.empty()) {
            columnOf(bound, field) = {};
            continue;
        }
        const int index = findColumn(columns, column);
        if (index < 0) {
            return missingColumn(column, columns, place);
        }
        bind(bound, field, index, parsed.value().unit, column.starts_with('#') ? std::string_view() : column);
        origins[static_cast<std::size_t>(field)] = {column.starts_with('#') ? std::string() : column, false};
        used.push_back(index);
    }
    // A guess must not read a column a second time that a person gave another meaning.
    for (std::size_t field = 0; field < kFieldCount; ++field) {
        if (!isMapped[field] && std::find(used.begin(), used.end(), bound[field].index) != used.end()) {
            bound[field] = {};
        }
    }
    return {};
}

} // namespace

std::string_view fieldName(Field field)
{
    return kFieldNames[static_cast<std::size_t>(field)];
}

Status checkMappingKey(std::string_view key, const std::string& place)
{
    const Result<MappingKey> parsed = parseMappingKey(key, place);
    return parsed ? Status{} : Status{parsed.error()};
}

std::optional<Field> fieldFromName(std::string_view name)
{
    if (equalsIgnoringCase(name, "instances") || equalsIgnoringCase(name, "size")) {
        return Field::Size;
    }
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        if (equalsIgnoringCase(kFieldNames[i], name)) {
            return static_cast<Field>(i);
        }
    }
    return std::nullopt;
}

std::vector<const TableFormat*> allTableFormats()
{
    std::vector<const TableFormat*> all;
    for (const std::span<const TableFormat> family : {phillyTableFormats(), acmeTableFormats(), heliosTableFormats(),
             alibabaTableFormats(), simulatorTableFormats()}) {
        for (const TableFormat& format : family) {
            all.push_back(&format);
        }
    }
    return all;
}

const TableFormat* findTableFormat(std::string_view name)
{
    const std::vector<const TableFormat*> all = allTableFormats();
    const auto found = std::find_if(all.begin(), all.end(), [name](const TableFormat* f) { return f->name == name; });
    return found == all.end() ? nullptr : *found;
}

int findColumn(const std::vector<std::string>& columns, std::string_view name)
{
    const auto indexOf = [&columns](auto&& matches) {
        const auto found = std::find_if(columns.begin(), columns.end(), matches);
        return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
    };
    if (const int exact = indexOf([name](const std::string& column) { return column == name; }); exact >= 0) {
        return exact;
    }
    if (name.starts_with('#')) {
        int number = 0;
        const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
        const bool isNumber = error == std::errc{} && end == name.data() + name.size();
        return isNumber && number >= 1 && number <= static_cast<int>(columns.size()) ? number - 1 : -1;
    }
    const std::string wanted = normalisedName(name);
    return wanted.empty() ? -1
                          : indexOf([&wanted](const std::string& column) { return normalisedName(column) == wanted; });
}

Result<BoundColumns> bindColumns(const TableFormat& format, const std::vector<std::string>& columns,
    const TraceReadOptions& options, const std::string& place)
{
    BoundColumns bound{};
    Origins origins;
    for (const ColumnBinding& binding : format.bindings) {
        const int index = findColumn(columns, binding.column);
        if (index >= 0 && columnOf(bound, binding.field).index < 0) {
            bind(bound, binding.field, index, binding.unit, binding.column);
            origins[static_cast<std::size_t>(binding.field)] = {std::string(binding.column), format.name == "csv"};
        }
    }
    if (Status status = applyMapping(bound, origins, columns, options, place); !status) {
        return status.error();
    }
    if (!options.shareBy.empty()) {
        const int index = findColumn(columns, options.shareBy);
        if (index < 0) {
            return missingColumn(options.shareBy, columns, place);
        }
        columnOf(bound, Field::Share).index = index;
        origins[static_cast<std::size_t>(Field::Share)]
            = {options.shareBy.starts_with('#') ? std::string() : options.shareBy, false};
    }
    std::vector<Field> found;
    for (std::size_t field = 0; field < kFieldCount; ++field) {
        if (bound[field].index >= 0) {
            found.push_back(static_cast<Field>(field));
        }
    }
    if (const std::string missing = missingFields(found, false); !missing.empty()) {
        Error error = missingColumn(missing, columns, place);
        error.arguments.push_back(missing.substr(0, missing.find_first_of(", ")));
        return error;
    }
    if (Status status = checkDuplicates(columns, bound, origins, place); !status) {
        return status.error();
    }
    return bound;
}

std::string joined(std::span<const std::string> texts)
{
    std::string all;
    for (const std::string& text : texts) {
        all += all.empty() ? text : ", " + text;
    }
    return all;
}

} // namespace quotaboard
