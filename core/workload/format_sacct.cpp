// SPDX-License-Identifier: Apache-2.0
// Slurm accounting: sacct --parsable or --parsable2, with a header row or in XDMoD's column order without one.
#include "core/model/policy.h"
#include "core/workload/cell_parse.h"
#include "core/workload/format_reader.h"
#include "core/workload/sacct_columns.h"
#include "core/workload/sacct_records.h"
#include "core/workload/table_format.h"

#include <algorithm>
#include <array>
#include <vector>

namespace quotaboard {

namespace {

/// Slurm's own limit is 4,000,001 tasks an array; a trace with more on one line than this is damaged or hostile.
constexpr std::size_t kMaxTasks = 1'000'000;

/// Columns with free text, in which a '|' may occur.
constexpr std::string_view kFreeText[]
    = {"jobname", "submitline", "comment", "admincomment", "systemcomment", "workdir", "extra", "container", "reason"};

enum class Column : std::uint8_t {
    JobId,
    Submit,
    Start,
    End,
    Elapsed,
    ElapsedRaw,
    State,
    AllocTres,
    ReqTres,
    Ncpus,
    AllocCpus,
    Account,
    User,
    JobName,
    NodeList,
    Partition
};
constexpr std::array<std::string_view, 16> kColumnNames = {"jobid", "submit", "start", "end", "elapsed", "elapsedraw",
    "state", "alloctres", "reqtres", "ncpus", "alloccpus", "account", "user", "jobname", "nodelist", "partition"};

class SacctReader final : public FormatReader {
public:
    explicit SacctReader(TraceBuilder& builder)
        : builder_(builder)
    {
    }

    Status read(const TextInput& input) override;
    Status finish() override;

private:
    Status bindTo(std::vector<std::string> columns);
    void readRecord(const SacctRecord& record);
    bool arrange(std::size_t extra);
    bool moveExtra(std::size_t column, std::size_t extra, std::vector<std::string_view>& to) const;
    [[nodiscard]] bool isPlausible(const std::vector<std::string_view>& cells) const;
    const char* readJob(TraceJob& job);
    const char* readTimes(JobTimes& times);
    bool readStamp(Column column, std::optional<TimeMs>& time);
    [[nodiscard]] bool neverStarted(const JobTimes& times) const;
    const char* readSize(TraceJob& job);
    void addTasks(const SacctRecord& record, TraceJob job);

    [[nodiscard]] std::string_view cell(Column column) const
    {
        const int index = index_[static_cast<std::size_t>(column)];
        return index < 0 ? std::string_view() : trimmed(cells_[static_cast<std::size_t>(index)]);
    }
    StringId internCell(Column column)
    {
        const std::string_view text = cell(column);
        return interners_[static_cast<std::size_t>(column)].intern(builder_.trace().strings, text);
    }

    TraceBuilder& builder_;
    std::vector<std::string> columns_;
    std::array<int, kColumnNames.size()> index_{};
    std::vector<std::size_t> freeText_;
    bool hasTrailingPipe_ = false;
    int share_ = -1;
    std::vector<std::string_view> fields_;
    std::vector<std::string_view> cells_;
    std::array<ColumnInterner, kColumnNames.size() + 1> interners_;
    std::size_t tasksLeft_ = kMaxTasks;
    /// Whether the size of the record at hand counts processors, and the jobs whose size does.
    bool isCpuSized_ = false;
    std::vector<std::size_t> cpuSized_;
    bool hasGpuJobs_ = false;
};

Status SacctReader::read(const TextInput& input)
{
    const std::string_view text = input.view();
    std::vector<std::string> header = sacctHeaderOf(text);
    const bool hasHeader = !header.empty();
    hasTrailingPipe_ = hasHeader && firstLineOf(text).ends_with('|'); // sacct -p
    if (!hasHeader) {
        header = xdmodColumns();
        builder_.noteOnce("columns-assumed", {"xdmod"});
    }
    if (Status status = bindTo(std::move(header)); !status) {
        return status;
    }
    builder_.trace().timesAreAbsolute = true;
    const bool idIsFirst = columns_.front() == "jobid" || columns_.front() == "jobidraw";
    SacctRecordReader records(text, idIsFirst, columns_.size());
    if (hasHeader) {
        for (std::string_view rest = text; rest.starts_with('\n') || rest.starts_with('\r'); rest.remove_prefix(1)) {
            if (rest.front() == '\n') {
                records.skipLine();
            }
        }
        records.skipLine();
    }
    SacctRecord record;
    for (std::uint64_t n = 1; records.next(record); ++n) {
        readRecord(record);
        if (n % kRowsPerProgress == 0 && !builder_.advance(records.position())) {
            return Error{ErrorCode::Interrupted, {}, {}};
        }
    }
    return {};
}

Status SacctReader::bindTo(std::vector<std::string> columns)
{
    columns_ = std::move(columns);
    const auto indexOf = [this](std::string_view name) {
        const auto found = std::find(columns_.begin(), columns_.end(), name);
        return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
    };
    for (std::size_t i = 0; i < kColumnNames.size(); ++i) {
        index_[i] = indexOf(kColumnNames[i]);
    }
    int& id = index_[static_cast<std::size_t>(Column::JobId)];
    id = id < 0 ? indexOf("jobidraw") : id;
    freeText_.clear();
    for (const std::string_view name : kFreeText) {
        if (const int index = indexOf(name); index >= 0) {
            freeText_.push_back(static_cast<std::size_t>(index));
        }
    }
    std::sort(freeText_.begin(), freeText_.end());
    const std::string& wanted = builder_.options().shareBy;
    share_ = wanted.empty() ? index_[static_cast<std::size_t>(Column::Account)] : findColumn(columns_, wanted);
    if (share_ < 0 && !wanted.empty()) {
        return Error{ErrorCode::TraceColumnMissing, builder_.place(1), {wanted, joined(columns_)}};
    }
    share_ = share_ < 0 ? index_[static_cast<std::size_t>(Column::Partition)] : share_;
    builder_.trace().shareColumn = share_ < 0 ? std::string() : columns_[static_cast<std::size_t>(share_)];
    const auto has = [this](Column column) { return index_[static_cast<std::size_t>(column)] >= 0; };
    if (!has(Column::Submit) && !has(Column::Start)) {
        return Error{ErrorCode::TraceColumnMissing, builder_.place(1), {"Submit", joined(columns_)}};
    }
    if (!has(Column::Elapsed) && !has(Column::ElapsedRaw) && !(has(Column::Start) && has(Column::End))) {
        return Error{ErrorCode::TraceColumnMissing, builder_.place(1), {"Elapsed", joined(columns_)}};
    }
    return {};
}

void SacctReader::readRecord(const SacctRecord& record)
{
    builder_.countRow(record.text);
    splitPipes(record.text, fields_);
    const bool mayEndWithPipe = hasTrailingPipe_ || fields_.size() == columns_.size() + 1;
    if (mayEndWithPipe && fields_.size() > columns_.size() && trimmed(fields_.back()).empty()) {
        fields_.pop_back();
    }
    if (fields_.size() < columns_.size()) {
        return builder_.reject(record.line, "too-few-cells", record.text);
    }
    if (!arrange(fields_.size() - columns_.size())) {
        return builder_.reject(record.line, "too-many-cells", record.text);
    }
    // A step repeats resources of its job: counting it would count them twice.
    if (cell(Column::JobId).find('.') != std::string_view::npos) {
        return builder_.reject(record.line, "job-step", record.text);
    }
    TraceJob job;
    job.line = record.line;
    if (const char* cause = readJob(job)) {
        return builder_.reject(record.line, cause, record.text);
    }
    addTasks(record, job);
}

/// Gives `extra` surplus fields back to the free-text column whose '|' made them. Fills cells_.
bool SacctReader::arrange(std::size_t extra)
{
    if (extra == 0) {
        cells_ = fields_;
        return true;
    }
    std::vector<std::string_view> candidate;
    for (const std::size_t column : freeText_) {
        if (moveExtra(column, extra, candidate) && isPlausible(candidate)) {
            cells_ = std::move(candidate);
            return true;
        }
    }
    // Both a name and a submit line with pipes: share the surplus among two neighbours in the list.
    for (std::size_t first = 0; first + 1 < freeText_.size(); ++first) {
        for (std::size_t part = 1; part < std::min<std::size_t>(extra, 64); ++part) {
            if (!moveExtra(freeText_[first], part, candidate)) {
                continue;
            }
            std::vector<std::string_view> once = std::move(candidate);
            std::swap(fields_, once);
            const bool isMoved = moveExtra(freeText_[first + 1], extra - part, candidate);
            std::swap(fields_, once);
            if (isMoved && isPlausible(candidate)) {
                cells_ = std::move(candidate);
                return true;
            }
        }
    }
    return false;
}

/// fields_ with `extra` fields after `column` joined to it. Views of neighbours join because they share the text.
bool SacctReader::moveExtra(std::size_t column, std::size_t extra, std::vector<std::string_view>& to) const
{
    if (column + extra >= fields_.size()) {
        return false;
    }
    to.assign(fields_.begin(), fields_.begin() + static_cast<std::ptrdiff_t>(column));
    const std::string_view last = fields_[column + extra];
    const char* from = fields_[column].data();
    to.emplace_back(from, static_cast<std::size_t>(last.data() + last.size() - from));
    to.insert(to.end(), fields_.begin() + static_cast<std::ptrdiff_t>(column + extra + 1), fields_.end());
    return true;
}

/// Whether the columns with a strict form hold what they must.
bool SacctReader::isPlausible(const std::vector<std::string_view>& cells) const
{
    const auto at = [&](Column column) {
        const int index = index_[static_cast<std::size_t>(column)];
        return index < 0 ? std::string_view() : trimmed(cells[static_cast<std::size_t>(index)]);
    };
    const std::string_view elapsed = at(Column::Elapsed);
    const std::string_view state = at(Column::State);
    const std::string_view word = state.substr(0, state.find(' '));
    const bool isState = word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_+") == std::string_view::npos;
    const std::string_view ncpus = at(Column::Ncpus);
    return isSacctJobId(at(Column::JobId)) && isSlurmStamp(at(Column::Submit)) && isSlurmStamp(at(Column::Start))
        && isSlurmStamp(at(Column::End)) && (isAbsent(elapsed) || parseClockDuration(elapsed)) && isState
        && (isAbsent(ncpus) || parseWholeNumber(ncpus));
}

const char* SacctReader::readJob(TraceJob& job)
{
    const std::string_view state = cell(Column::State);
    const std::string_view word = state.substr(0, state.find(' ')); // "CANCELLED by 380693"
    const RecordedOutcome outcome = recordedOutcome("sacct-pipe", word);
    JobTimes times;
    const char* cause = readTimes(times);
    if (outcome == RecordedOutcome::Unfinished && !(cause && cause[0] == 'b')) {
        return word == "PENDING" || word == "REQUEUED" || word == "CONFIGURING" ? "never-started" : "still-running";
    }
    cause = cause ? cause : readSize(job);
    if (cause) {
        return cause;
    }
    builder_.setTimes(job, times);
    job.status = interners_[static_cast<std::size_t>(Column::State)].intern(builder_.trace().strings, word);
    job.user = internCell(Column::User);
    job.name = builder_.intern(cell(Column::JobName));
    if (share_ >= 0) {
        const std::string_view share = trimmed(cells_[static_cast<std::size_t>(share_)]);
        job.share = interners_.back().intern(builder_.trace().strings, share);
    }
    return nullptr;
}

bool SacctReader::readStamp(Column column, std::optional<TimeMs>& time)
{
    const std::string_view text = cell(column);
    if (isAbsent(text)) {
        return true;
    }
    // SLURM_TIME_FORMAT=%s prints epoch seconds.
    time = text.find_first_not_of("0123456789") == std::string_view::npos ? parseNumericTime(text, 1000)
                                                                          : builder_.clock().parse(text);
    return time.has_value();
}

const char* SacctReader::readTimes(JobTimes& times)
{
    if (!readStamp(Column::Submit, times.submit)) {
        return builder_.unreadable("bad-submit-time", cell(Column::Submit));
    }
    if (!readStamp(Column::Start, times.start)) {
        return builder_.unreadable("bad-start-time", cell(Column::Start));
    }
    if (!readStamp(Column::End, times.end)) {
        return builder_.unreadable("bad-end-time", cell(Column::End));
    }
    if (const std::string_view elapsed = cell(Column::Elapsed); !isAbsent(elapsed)) {
        times.duration = parseClockDuration(elapsed);
    } else if (const std::string_view raw = cell(Column::ElapsedRaw); !isAbsent(raw)) {
        times.duration = parseNumericTime(raw, static_cast<double>(kMsPerSecond));
    }
    if (!times.duration && !(isAbsent(cell(Column::Elapsed)) && isAbsent(cell(Column::ElapsedRaw)))) {
        return "bad-duration";
    }
    if (neverStarted(times)) {
        return "never-started";
    }
    const bool hasSubmit = index_[static_cast<std::size_t>(Column::Submit)] >= 0;
    const bool hasStart = index_[static_cast<std::size_t>(Column::Start)] >= 0;
    return completeTimes(times, DurationRule::Recorded, !hasSubmit, hasStart);
}

/// Slurm gives jobs that were cancelled while waiting a start equal to their end, and no nodes.
bool SacctReader::neverStarted(const JobTimes& times) const
{
    if (times.duration.value_or(0) != 0) {
        return false;
    }
    const bool hasNodes = index_[static_cast<std::size_t>(Column::NodeList)] >= 0;
    if (hasNodes) {
        return cell(Column::NodeList) == "None assigned";
    }
    return cell(Column::State).starts_with("CANCELLED") && times.start == times.end;
}

/// GPUs as allocated, else as requested, else processors.
const char* SacctReader::readSize(TraceJob& job)
{
    isCpuSized_ = false;
    std::optional<TresGpus> gpus = gpusOfTres(cell(Column::AllocTres));
    gpus = gpus ? gpus : gpusOfTres(cell(Column::ReqTres));
    if (gpus) {
        job.milliSize = gpus->count * 1000;
        job.unit = gpus->type.empty() ? StringId() : builder_.intern(gpus->type);
    } else {
        std::string_view text = cell(Column::Ncpus);
        text = isAbsent(text) ? cell(Column::AllocCpus) : text;
        const std::optional<std::int64_t> cpus = parseWholeNumber(text);
        if (isAbsent(text)) {
            return "no-size";
        }
        if (!cpus || *cpus < 0) {
            return "bad-size";
        }
        job.milliSize = std::min<std::int64_t>(*cpus, 1'000'000'000) * 1000;
        isCpuSized_ = true;
    }
    return job.milliSize > std::int64_t{kMaxInstances} * 1000 ? "size-out-of-range" : nullptr;
}

void SacctReader::addTasks(const SacctRecord& record, TraceJob job)
{
    const std::optional<std::vector<std::string>> ids = expandArrayId(cell(Column::JobId), tasksLeft_);
    if (!ids) {
        return builder_.reject(record.line, "array-not-readable", record.text);
    }
    hasGpuJobs_ = hasGpuJobs_ || (!isCpuSized_ && job.milliSize > 0);
    if (ids->size() > 1) {
        tasksLeft_ -= std::min(tasksLeft_, ids->size());
        builder_.count("array-tasks", ids->size());
    }
    for (const std::string& id : *ids) {
        job.id = builder_.intern(id);
        if (isCpuSized_) {
            cpuSized_.push_back(builder_.trace().jobs.size());
        }
        builder_.add(job);
    }
}

/// Processors and GPUs are not the same thing: where both size jobs, the former get a unit of their own.
Status SacctReader::finish()
{
    Trace& trace = builder_.trace();
    builder_.count("sized-by-processors", cpuSized_.size());
    if (hasGpuJobs_) {
        const StringId cpu = builder_.intern("cpu");
        for (const std::size_t index : cpuSized_) {
            trace.jobs[index].unit = cpu;
        }
    }
    const auto shareless
        = std::count_if(trace.jobs.begin(), trace.jobs.end(), [](const TraceJob& job) { return !job.share.isValid(); });
    builder_.count("jobs-without-share", trace.shareColumn.empty() ? 0 : static_cast<std::uint64_t>(shareless));
    return {};
}

} // namespace

std::unique_ptr<FormatReader> makeSacctReader(TraceBuilder& builder)
{
    return std::make_unique<SacctReader>(builder);
}

} // namespace quotaboard
