// SPDX-License-Identifier: Apache-2.0
// Reads every delimited format that table_format.h describes, and generic CSV.
#include "core/model/policy.h"
#include "core/workload/csv.h"
#include "core/workload/format_reader.h"
#include "core/workload/table_format.h"
#include "core/workload/table_text.h"

#include <algorithm>
#include <string>

namespace quotaboard {

namespace {

constexpr std::int64_t kMaxMilliSize = std::int64_t{kMaxInstances} * 1000;

bool isAbsolute(TimeUnit unit)
{
    return unit == TimeUnit::Iso || unit == TimeUnit::EpochSeconds || unit == TimeUnit::EpochMilliseconds;
}

class TableReader final : public FormatReader {
public:
    TableReader(TraceBuilder& builder, TableFormat format)
        : builder_(builder)
        , format_(std::move(format))
        , isGeneric_(format_.name == "csv")
    {
    }

    Status read(const TextInput& input) override;
    Status finish() override;

private:
    Status bindTo(const CsvRow& header, const CsvReader& rows);
    bool headerIsData(const CsvRow& row) const;
    void readRow(const CsvRow& row);
    const char* readTimes(const CsvRow& row, JobTimes& times);
    const char* readTime(const CsvRow& row, Field field, std::optional<TimeMs>& time);
    void detectUnit(BoundColumn& column, Field field, std::string_view cell);
    const char* readSize(const CsvRow& row, TraceJob& job);
    const char* readNumbers(const CsvRow& row, TraceJob& job);
    void readTexts(const CsvRow& row, TraceJob& job);
    void readId(const CsvRow& row, TraceJob& job);
    void internPendingIds();
    void readUnit(std::string_view cell, TraceJob& job);

    [[nodiscard]] bool has(Field field) const { return bound_[static_cast<std::size_t>(field)].index >= 0; }
    [[nodiscard]] std::string_view cell(const CsvRow& row, Field field) const
    {
        const int index = bound_[static_cast<std::size_t>(field)].index;
        return index < 0 ? std::string_view() : trimmed(row.cells[static_cast<std::size_t>(index)]);
    }
    StringId internCell(const CsvRow& row, Field field)
    {
        const std::string_view text = cell(row, field);
        return interners_[static_cast<std::size_t>(field)].internUnlessAbsent(builder_.trace().strings, text);
    }

    TraceBuilder& builder_;
    TableFormat format_;
    bool isGeneric_ = false;
    std::vector<std::string> columns_;
    BoundColumns bound_{};
    char decimal_ = '.';
    std::array<ColumnInterner, kFieldCount> interners_;
    std::optional<bool> isAbsolute_;
    std::uint64_t shareless_ = 0;
    /// Ids of the jobs from firstPending_ on, to be interned together.
    std::vector<std::string_view> pendingIds_;
    std::vector<StringId> internedIds_;
    std::size_t firstPending_ = 0;
};

Status TableReader::read(const TextInput& input)
{
    const TableText table = openTable(input.view());
    CsvReader csv(table.text, table.delimiter);
    CsvRow row;
    if (!readHeader(csv, table, row)) {
        return Error{ErrorCode::TraceColumnMissing, builder_.place(row.line), {"submit", ""}};
    }
    const char wanted = builder_.options().decimalSeparator;
    // With a comma as delimiter a comma inside a cell is nothing to guess from.
    decimal_
        = wanted != 0 ? wanted : (table.delimiter != ',' && hasDecimalComma(table.text, table.delimiter) ? ',' : '.');
    if (Status status = bindTo(row, csv); !status) {
        return status;
    }
    std::vector<TraceJob>& jobs = builder_.trace().jobs;
    jobs.reserve(jobs.size() + estimatedRows(table.text));
    firstPending_ = jobs.size();
    if (has(Field::Id)) {
        builder_.trace().strings.reserve(builder_.trace().strings.size() + estimatedRows(table.text));
    }
    bool isFirst = headerIsData(row);
    for (std::uint64_t n = 0; isFirst || csv.next(row); ++n, isFirst = false) {
        readRow(row);
        if (n % kRowsPerProgress == 0) {
            internPendingIds();
            if (!builder_.advance(csv.position())) {
                return Error{ErrorCode::Interrupted, {}, {}};
            }
        }
    }
    internPendingIds();
    return {};
}

void TableReader::readId(const CsvRow& row, TraceJob& job)
{
    if (!row.hasQuotes) {
        pendingIds_.push_back(cell(row, Field::Id));
        return;
    }
    internPendingIds(); // a cell that was unescaped lives only as long as its row
    job.id = builder_.intern(cell(row, Field::Id));
    ++firstPending_;
}

void TableReader::internPendingIds()
{
    std::vector<TraceJob>& jobs = builder_.trace().jobs;
    internedIds_.resize(pendingIds_.size());
    builder_.trace().strings.internAll(pendingIds_, internedIds_);
    for (std::size_t i = 0; i < pendingIds_.size(); ++i) {
        jobs[firstPending_ + i].id = pendingIds_[i].empty() ? StringId() : internedIds_[i];
    }
    firstPending_ += pendingIds_.size();
    pendingIds_.clear();
}

Status TableReader::finish()
{
    builder_.count("jobs-without-share", builder_.trace().shareColumn.empty() ? 0 : shareless_);
    return {};
}

Status TableReader::bindTo(const CsvRow& header, const CsvReader& rows)
{
    columns_ = columnNames(header);
    TableFormat format = format_;
    if (isGeneric_) {
        format.bindings = guessBindings(columns_);
    }
    Result<BoundColumns> bound = bindColumns(format, columns_, builder_.options(), builder_.place(header.line));
    if (!bound) {
        Error error = bound.error();
        if (error.code == ErrorCode::TraceColumnMissing && error.arguments.size() > 2) {
            error.arguments[2] = exampleMapping(error.arguments[2], columns_, builder_.options(), rows);
        }
        return error;
    }
    bound_ = bound.value();
    const int share = bound_[static_cast<std::size_t>(Field::Share)].index;
    builder_.trace().shareColumn = share < 0 ? std::string() : columns_[static_cast<std::size_t>(share)];
    if (!has(Field::Size)) {
        builder_.noteOnce("size-assumed", {"1"});
    } else {
        const int size = bound_[static_cast<std::size_t>(Field::Size)].index;
        const std::string name = normalisedName(columns_[static_cast<std::size_t>(size)]);
        builder_.trace().sizesAreProcessors = name.find("proc") != std::string::npos || name.ends_with("resources");
    }
    if (!format_.noteCode.empty()) {
        builder_.noteOnce(format_.noteCode, {std::string(format_.noteArgument)});
    }
    return {};
}

/// With columns given by number a file may begin with data.
bool TableReader::headerIsData(const CsvRow& row) const
{
    const Field field = has(Field::Submit) ? Field::Submit : Field::Start;
    const std::string_view text = cell(row, field);
    return parseNumber(text, decimal_).has_value() || isStampLike(text);
}

void TableReader::readRow(const CsvRow& row)
{
    builder_.countRow(row.text);
    const auto isBlank = [](std::string_view text) { return trimmed(text).empty(); };
    if (row.isBroken) {
        return builder_.reject(row.line, "broken-quote", row.text);
    }
    if (row.cells.size() < columns_.size()) {
        return builder_.reject(row.line, "too-few-cells", row.text);
    }
    if (row.cells.size() > columns_.size()
        && !std::all_of(row.cells.begin() + static_cast<std::ptrdiff_t>(columns_.size()), row.cells.end(), isBlank)) {
        return builder_.reject(row.line, "too-many-cells", row.text);
    }
    TraceJob job;
    job.line = row.line;
    JobTimes times;
    const char* cause = readTimes(row, times);
    cause = cause ? cause : readSize(row, job);
    cause = cause ? cause : readNumbers(row, job);
    if (cause) {
        return builder_.reject(row.line, cause, row.text);
    }
    builder_.setTimes(job, times);
    readTexts(row, job);
    builder_.add(job);
}

const char* TableReader::readTimes(const CsvRow& row, JobTimes& times)
{
    const char* cause = readTime(row, Field::Submit, times.submit);
    cause = cause ? cause : readTime(row, Field::Start, times.start);
    cause = cause ? cause : readTime(row, Field::End, times.end);
    cause = cause ? cause : readTime(row, Field::Duration, times.duration);
    cause = cause ? cause : readTime(row, Field::Wait, times.wait);
    if (cause) {
        return cause;
    }
    DurationRule rule = format_.durationRule;
    if (format_.durationIsRunTimeAtPlus8 && cell(row, Field::Submit).ends_with("+08:00")) {
        rule = DurationRule::EndMinusStart;
    }
    // A file that records starts and finds none for a job says that the job never ran.
    const bool neverRan = format_.needsStart || (has(Field::Start) && !has(Field::Duration));
    return completeTimes(times, rule, !has(Field::Submit), neverRan);
}

const char* TableReader::readTime(const CsvRow& row, Field field, std::optional<TimeMs>& time)
{
    static constexpr const char* kCauses[]
        = {"bad-submit-time", "bad-start-time", "bad-end-time", "bad-duration", "bad-wait"};
    BoundColumn& column = bound_[static_cast<std::size_t>(field)];
    if (column.index < 0) {
        return nullptr;
    }
    const std::string_view text = cell(row, field);
    if (isAbsent(text)) {
        return nullptr;
    }
    if (column.unit == TimeUnit::Detect) {
        detectUnit(column, field, text);
    }
    if (field <= Field::End) {
        if (!isAbsolute_) {
            isAbsolute_ = isAbsolute(column.unit);
            builder_.trace().timesAreAbsolute = *isAbsolute_;
        } else if (*isAbsolute_ != isAbsolute(column.unit)) {
            return "mixed-time-axes";
        }
    }
    if (column.unit == TimeUnit::Iso) {
        time = builder_.clock().parse(text);
    } else if (column.unit == TimeUnit::Clock) {
        time = parseClockDuration(text);
    } else {
        time = parseNumericTime(text, column.msPerUnit, decimal_);
    }
    return time ? nullptr : builder_.unreadable(kCauses[static_cast<std::size_t>(field)], text);
}

/// By the first value that a column holds.
void TableReader::detectUnit(BoundColumn& column, Field field, std::string_view text)
{
    column.unit = timeUnitOfValue(field, text, decimal_);
    column.msPerUnit = millisecondsPerUnit(column.unit);
    if (column.msPerUnit > 0) {
        const std::string_view unit = column.unit == TimeUnit::EpochSeconds ? "epoch"
            : column.unit == TimeUnit::EpochMilliseconds                    ? "epoch-ms"
                                                                            : "s";
        builder_.noteOnce("unit-assumed", {columns_[static_cast<std::size_t>(column.index)], std::string(unit)});
    }
}

const char* TableReader::readSize(const CsvRow& row, TraceJob& job)
{
    job.milliSize = 1000;
    if (has(Field::Size)) {
        const std::string_view text = cell(row, Field::Size);
        if (isAbsent(text)) {
            return "no-size";
        }
        const std::optional<std::int64_t> size = parseThousandths(text, decimal_);
        if (!size || *size < 0) {
            return builder_.unreadable("bad-size", text);
        }
        job.milliSize = *size;
    }
    if (has(Field::MilliSize) && job.milliSize == 1000 && !isAbsent(cell(row, Field::MilliSize))) {
        const std::optional<std::int64_t> part = parseWholeNumber(cell(row, Field::MilliSize), decimal_);
        if (!part || *part < 0) {
            return builder_.unreadable("bad-size", cell(row, Field::MilliSize));
        }
        job.milliSize = *part;
    }
    if (has(Field::Workers) && !isAbsent(cell(row, Field::Workers))) {
        const std::optional<std::int64_t> workers = parseWholeNumber(cell(row, Field::Workers), decimal_);
        if (!workers || *workers < 0 || *workers > kMaxInstances) {
            return builder_.unreadable("bad-size", cell(row, Field::Workers));
        }
        job.milliSize = job.milliSize > kMaxMilliSize ? job.milliSize : job.milliSize * *workers;
    }
    return job.milliSize > kMaxMilliSize ? "size-out-of-range" : nullptr;
}

const char* TableReader::readNumbers(const CsvRow& row, TraceJob& job)
{
    if (const std::string_view text = cell(row, Field::Priority); !isAbsent(text)) {
        const std::optional<std::int64_t> priority = parseWholeNumber(text, decimal_);
        if (!priority) {
            return builder_.unreadable("bad-priority", text);
        }
        job.priority = static_cast<std::int32_t>(std::clamp<std::int64_t>(*priority, 0, kMaxPriority));
        builder_.count("priority-clamped", job.priority == *priority ? 0 : 1);
    }
    if (const std::string_view text = cell(row, Field::Attempts); !isAbsent(text)) {
        const std::optional<std::int64_t> attempts = parseWholeNumber(text, decimal_);
        if (!attempts) {
            return builder_.unreadable("bad-attempts", text);
        }
        job.attempts = static_cast<std::int32_t>(std::clamp<std::int64_t>(*attempts, 0, 1'000'000));
    }
    return nullptr;
}

void TableReader::readTexts(const CsvRow& row, TraceJob& job)
{
    // Identifiers are as good as never repeated: no cache, and no word means "absent" ("NA" may be an id).
    if (has(Field::Id)) {
        readId(row, job);
    }
    job.name = has(Field::Name) ? builder_.intern(cell(row, Field::Name)) : StringId();
    job.share = internCell(row, Field::Share);
    shareless_ += !job.share.isValid();
    job.user = internCell(row, Field::User);
    job.workloadClass = internCell(row, Field::WorkloadClass);
    job.status = internCell(row, Field::Status);
    readUnit(cell(row, Field::Unit), job);
}

/// "V100M16|V100M32" leaves a choice; the first is taken and the rows are counted.
void TableReader::readUnit(std::string_view text, TraceJob& job)
{
    if (isAbsent(text)) {
        return;
    }
    const std::size_t bar = text.find('|');
    builder_.count("unit-alternatives", bar == std::string_view::npos ? 0 : 1);
    ColumnInterner& interner = interners_[static_cast<std::size_t>(Field::Unit)];
    job.unit = interner.intern(builder_.trace().strings, text.substr(0, bar));
}

} // namespace

std::unique_ptr<FormatReader> makeTableReader(TraceBuilder& builder, std::string_view format)
{
    if (const TableFormat* known = findTableFormat(format)) {
        return std::make_unique<TableReader>(builder, *known);
    }
    if (format != "csv") {
        return nullptr;
    }
    TableFormat generic;
    generic.name = "csv";
    return std::make_unique<TableReader>(builder, generic);
}

} // namespace quotaboard
