// SPDX-License-Identifier: Apache-2.0
#include "core/workload/table_text.h"

#include "core/workload/cell_parse.h"
#include "core/workload/format_reader.h"
#include "core/workload/table_format.h"

#include <algorithm>
#include <span>

namespace quotaboard {

namespace {

/// Excel's "sep=;" first line, which names the delimiter.
bool takeSeparatorLine(std::string_view& text, char& delimiter)
{
    if (text.size() < 5 || !equalsIgnoringCase(text.substr(0, 4), "sep=")
        || (text.size() > 5 && text[5] != '\r' && text[5] != '\n')) {
        return false;
    }
    delimiter = text[4];
    return true;
}

bool hasColumn(const std::vector<std::string>& columns, std::string_view name)
{
    return std::any_of(
        columns.begin(), columns.end(), [name](const std::string& column) { return equalsIgnoringCase(column, name); });
}

std::string listed(std::string_view lead, std::span<const std::string_view> names)
{
    std::string text(lead);
    for (const std::string_view name : names) {
        text += name == names.front() ? " " : ", ";
        text += name;
    }
    return text;
}

} // namespace

TableText openTable(std::string_view text)
{
    TableText table{text, ',', false};
    table.hasSeparatorLine = takeSeparatorLine(text, table.delimiter);
    if (!table.hasSeparatorLine) {
        table.delimiter = detectDelimiter(text);
    }
    return table;
}

std::vector<std::string> columnNames(const CsvRow& row)
{
    std::vector<std::string> names;
    for (const std::string_view cell : row.cells) {
        names.emplace_back(trimmed(cell));
    }
    return names;
}

bool readHeader(CsvReader& csv, const TableText& table, CsvRow& row)
{
    if (table.hasSeparatorLine && !csv.next(row)) {
        return false;
    }
    return csv.next(row) && !row.isBroken;
}

bool hasDecimalComma(std::string_view text, char delimiter)
{
    CsvReader csv(text, delimiter);
    CsvRow row;
    for (int i = 0; i < 200 && csv.next(row); ++i) {
        for (const std::string_view cell : row.cells) {
            const std::size_t comma = cell.find(',');
            if (comma != std::string_view::npos && cell.find(',', comma + 1) == std::string_view::npos
                && parseNumber(trimmed(cell), ',')) {
                return true;
            }
        }
    }
    return false;
}

bool isStampLike(std::string_view cell)
{
    const std::size_t separator = cell.find_first_of("-/.", 1);
    return cell.size() >= 8 && separator != std::string_view::npos && separator >= 2 && isAsciiDigit(cell[0])
        && cell.find('e') == std::string_view::npos;
}

namespace {

std::vector<Field> fieldsOf(std::span<const ColumnBinding> bindings)
{
    std::vector<Field> fields;
    for (const ColumnBinding& binding : bindings) {
        fields.push_back(binding.field);
    }
    return fields;
}

} // namespace

std::string exampleMapping(
    const std::string& field, const std::vector<std::string>& columns, const TraceReadOptions& options, CsvReader rows)
{
    CsvRow row;
    const bool hasRow = rows.next(row) && row.cells.size() >= columns.size();
    const std::vector<ColumnBinding> known = guessBindings(columns);
    std::vector<std::string> candidates;
    for (std::size_t i = 0; hasRow && i < columns.size(); ++i) {
        const std::string_view cell = trimmed(row.cells[i]);
        const auto isBound = [&](const ColumnBinding& binding) { return binding.column == columns[i]; };
        const auto isMapped
            = [&](const auto& entry) { return findColumn(columns, entry.second) == static_cast<int>(i); };
        const bool isTaken = columns[i].empty() || std::any_of(known.begin(), known.end(), isBound)
            || std::any_of(options.mapping.begin(), options.mapping.end(), isMapped);
        const bool isPlausible = field == fieldName(Field::Submit)
            ? isStampLike(cell)
            : parseNumber(cell).has_value() || parseClockDuration(cell).has_value();
        if (!isTaken && isPlausible) {
            candidates.push_back(columns[i]);
        }
    }
    if (candidates.size() == 1) {
        return field + "=" + candidates.front();
    }
    return field + "=COLUMN";
}

std::vector<std::string> describeUnknownTable(std::string_view text)
{
    const TableText table = openTable(text);
    CsvReader csv(table.text, table.delimiter);
    CsvRow row;
    if (!readHeader(csv, table, row)) {
        return {};
    }
    const std::vector<std::string> columns = columnNames(row);
    CsvReader rows = csv;
    if (columns.size() < 2 || !rows.next(row) || row.cells.size() != columns.size()) {
        return {};
    }
    const std::string missing = missingFields(fieldsOf(guessBindings(columns)), true);
    return {missing, joined(columns), exampleMapping(missing.substr(0, missing.find_first_of(", ")), columns, {}, csv)};
}

std::size_t estimatedRows(std::string_view text)
{
    const std::string_view head = text.substr(0, 1 << 16);
    const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n')) + 1;
    return std::min<std::size_t>(text.size() / std::max<std::size_t>(head.size() / lines, 1) / 16 * 17 + 16, 1 << 25);
}

std::optional<FormatMatch> matchTable(std::string_view text)
{
    const TableText table = openTable(text);
    CsvReader csv(table.text, table.delimiter);
    CsvRow row;
    if (!readHeader(csv, table, row)) {
        return std::nullopt;
    }
    const std::vector<std::string> columns = columnNames(row);
    const auto isIn = [&columns](std::string_view name) { return hasColumn(columns, name); };
    for (const TableFormat* format : allTableFormats()) {
        if (std::all_of(format->marks.begin(), format->marks.end(), isIn)
            && std::none_of(format->absent.begin(), format->absent.end(), isIn)) {
            return FormatMatch{std::string(format->name), listed("columns", format->marks)};
        }
    }
    const std::vector<ColumnBinding> bindings = guessBindings(columns);
    if (!missingFields(fieldsOf(bindings), true).empty()) {
        return std::nullopt;
    }
    std::string why = "column names";
    for (const ColumnBinding& binding : bindings) {
        why += &binding == &bindings.front() ? " " : ", ";
        why += std::string(binding.column) + " = " + std::string(fieldName(binding.field));
    }
    return FormatMatch{"csv", why};
}

} // namespace quotaboard
