// SPDX-License-Identifier: Apache-2.0
#include "core/workload/trace_head.h"

#include "core/workload/csv.h"
#include "core/workload/format_reader.h"
#include "core/workload/sacct_columns.h"
#include "core/workload/table_text.h"
#include "core/workload/text_input.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace quotaboard {

namespace {

/// At most `most` bytes that do not end inside a UTF-8 character.
std::string_view shortened(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80)
        --most;
    return text.substr(0, most);
}

const TableFormat& genericFormat()
{
    static const TableFormat format = [] {
        TableFormat generic;
        generic.name = "csv";
        return generic;
    }();
    return format;
}

/// The format whose columns a table has: known, generic, or what a person named.
const TableFormat* tableFormatOf(const std::string& format)
{
    if (const TableFormat* known = findTableFormat(format))
        return known;
    return format == "csv" || format.empty() ? &genericFormat() : nullptr;
}

/// The bindings that bindColumns would make, as far as they go.
BoundColumns bindWhatIsThere(
    const TableFormat& format, const std::vector<std::string>& columns, const TraceReadOptions& options)
{
    BoundColumns bound{};
    const auto bind = [&](Field field, int index, TimeUnit unit) {
        bound[static_cast<std::size_t>(field)] = {index, unit, millisecondsPerUnit(unit)};
    };
    for (const ColumnBinding& binding : format.bindings) {
        if (bound[static_cast<std::size_t>(binding.field)].index < 0)
            bind(binding.field, findColumn(columns, binding.column), binding.unit);
    }
    for (const auto& [key, column] : options.mapping) {
        const std::size_t colon = key.find(':');
        const std::optional<Field> field = fieldFromName(std::string_view(key).substr(0, colon));
        if (!field)
            continue;
        const auto unit
            = colon == std::string::npos ? std::nullopt : timeUnitFromText(std::string_view(key).substr(colon + 1));
        bind(*field, column.empty() ? -1 : findColumn(columns, column), unit.value_or(TimeUnit::Detect));
    }
    if (!options.shareBy.empty())
        bind(Field::Share, findColumn(columns, options.shareBy), TimeUnit::Detect);
    return bound;
}

void describeFields(TraceHead& head, const TraceReadOptions& options, const std::string& name)
{
    const TableFormat* known = tableFormatOf(head.format);
    if (known == nullptr)
        return;
    TableFormat format = *known;
    if (format.name == "csv")
        format.bindings = guessBindings(head.columns);
    Result<BoundColumns> bound = bindColumns(format, head.columns, options, name);
    if (!bound)
        head.problem = bound.error();
    const BoundColumns columns = bound ? bound.value() : bindWhatIsThere(format, head.columns, options);
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        FieldColumn field{static_cast<Field>(i), columns[i].index, columns[i].unit, false};
        const bool isTime = field.field <= Field::Wait;
        if (!isTime)
            field.unit = TimeUnit::Detect;
        for (const auto& row : head.cells) {
            if (!isTime || field.column < 0 || field.unit != TimeUnit::Detect)
                break;
            const std::string& cell = row[static_cast<std::size_t>(field.column)];
            if (isAbsent(cell))
                continue;
            field.unit = timeUnitOfValue(field.field, cell, head.decimalSeparator);
            field.isUnitGuessed = millisecondsPerUnit(field.unit) > 0;
        }
        head.fields.push_back(field);
    }
}

void describeTable(
    TraceHead& head, std::string_view text, const std::string& name, const TraceReadOptions& options, std::size_t rows)
{
    const TableText table = openTable(text);
    CsvReader csv(table.text, table.delimiter);
    CsvRow row;
    if (!readHeader(csv, table, row))
        return;
    head.columns = columnNames(row);
    head.delimiter = table.delimiter;
    head.isTable = head.columns.size() > 1 && tableFormatOf(head.format) != nullptr;
    if (!head.isTable)
        return;
    if (options.decimalSeparator != 0)
        head.decimalSeparator = options.decimalSeparator;
    else if (table.delimiter != ',' && hasDecimalComma(table.text, table.delimiter))
        head.decimalSeparator = ',';
    while (head.cells.size() < rows && csv.next(row)) {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < head.columns.size(); ++i)
            cells.emplace_back(i < row.cells.size() ? shortened(trimmed(row.cells[i]), 200) : std::string_view());
        head.cells.push_back(std::move(cells));
    }
    head.shareChoices = head.columns;
    describeFields(head, options, name);
}

std::vector<std::string> shareChoicesOf(const TraceHead& head)
{
    if (head.format == "swf")
        return {"group", "queue", "partition", "user"};
    if (head.format == "philly-job-log-json")
        return {"vc", "user", "status"};
    if (head.format == "aws-batch-json")
        return {"quotaShareName", "shareIdentifier", "jobName"};
    return head.columns;
}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string unpackedHead(std::string_view packed)
{
    z_stream z{};
    if (inflateInit2(&z, 15 + 16) != Z_OK)
        return {};
    std::string out;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // zlib's const gap
    z.avail_in = static_cast<uInt>(packed.size());
    std::array<unsigned char, 1 << 16> block;
    for (int status = Z_OK; status == Z_OK && out.size() < kTraceHeadBytes;) {
        z.next_out = block.data();
        z.avail_out = static_cast<uInt>(block.size());
        status = inflate(&z, Z_NO_FLUSH);
        out.append(reinterpret_cast<const char*>(block.data()), block.size() - z.avail_out);
    }
    inflateEnd(&z);
    return out;
}

/// Ends at a line's end where there is one, else at a character's.
void cutAtLine(std::string& bytes)
{
    const bool isUtf16 = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
    if (isUtf16) {
        bytes.resize(bytes.size() / 2 * 2);
        return;
    }
    const std::size_t end = bytes.find_last_of("\r\n");
    if (end != std::string::npos && end > 0)
        bytes.resize(end + 1);
    else
        bytes = std::string(shortened(bytes, bytes.size() - 1));
}

/// Moves behind the object or array that begins at `at`; false when the text ends before.
bool skipObject(std::string_view text, std::size_t& at)
{
    int depth = 0;
    bool isString = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isString) {
            at += c == '\\' ? 1 : 0;
            isString = c != '"';
        } else if (c == '"') {
            isString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            ++at;
            return true;
        }
    }
    return false;
}

/// Where the records begin: inside the first array, also one that an object holds, when it is a list of objects.
std::size_t recordsBegin(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return text.size();
    if (text[first] == '[')
        return first + 1;
    const std::size_t array = text.find('[', first);
    const std::size_t key = text.find(':', first);
    const bool holdsList = array != std::string_view::npos && key != std::string_view::npos && key < array
        && text.substr(key + 1, array - key - 1).find_first_not_of(" \t\r\n") == std::string_view::npos;
    return holdsList ? array + 1 : first;
}

} // namespace

TraceHead describeTraceHead(
    std::string_view text, const std::string& name, const TraceReadOptions& options, std::size_t rows)
{
    TraceHead head;
    head.text = shortened(text, kTraceHeadBytes);
    if (const TraceFormatInfo* told = findTraceFormat(options.format)) {
        head.format = told->name;
        head.recognisedBy = "as told";
    } else if (const std::optional<FormatMatch> match = matchFormat(text)) {
        head.format = match->format;
        head.recognisedBy = match->why;
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    if (head.format == "sacct-pipe") {
        head.columns = sacctHeaderOf(text);
        if (head.columns.empty())
            head.columns = xdmodColumns();
    } else if (!isJson) {
        describeTable(head, text, name, options, rows);
    }
    if (!head.isTable)
        head.shareChoices = shareChoicesOf(head);
    return head;
}

Result<TraceHead> readTraceHead(const std::string& path, const TraceReadOptions& options, std::size_t rows)
{
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
    // Whatever is wrong with the file, reading all of it says it in the right words.
    std::string bytes(kTraceHeadBytes, '\0');
    bytes.resize(file ? std::fread(bytes.data(), 1, bytes.size(), file.get()) : 0);
    bool isWhole = file && bytes.size() < kTraceHeadBytes;
    if (bytes.starts_with("\x1f\x8b")) {
        bytes = unpackedHead(bytes);
        isWhole = false;
    }
    if (bytes.empty()) {
        const Result<TextInput> input = readTextFile(path, options.maxFileBytes);
        return input ? Result<TraceHead>(describeTraceHead(input.value().view(), path, options, rows))
                     : Result<TraceHead>(input.error());
    }
    if (!isWhole)
        cutAtLine(bytes);
    const Result<TextInput> input = decodeText(path, std::move(bytes));
    if (!input)
        return input.error();
    return describeTraceHead(input.value().view(), path, options, rows);
}

std::string jsonRecord(std::string_view text, std::uint32_t ordinal, std::size_t mostBytes)
{
    std::size_t at = recordsBegin(text);
    for (std::uint32_t n = 1; at < text.size(); ++n) {
        at = text.find_first_of("{]", at);
        if (at == std::string_view::npos || text[at] == ']')
            return {};
        const std::size_t begin = at;
        if (!skipObject(text, at))
            return {};
        if (n == ordinal)
            return std::string(shortened(text.substr(begin, at - begin), mostBytes));
    }
    return {};
}

std::string textLine(std::string_view text, std::uint32_t line, std::size_t mostBytes)
{
    for (std::uint32_t n = 1; !text.empty(); ++n) {
        const std::size_t end = text.find('\n');
        if (n == line) {
            std::string_view found = text.substr(0, end);
            if (found.ends_with('\r'))
                found.remove_suffix(1);
            return std::string(shortened(found, mostBytes));
        }
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return {};
}

} // namespace quotaboard
