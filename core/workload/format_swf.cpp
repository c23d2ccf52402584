// SPDX-License-Identifier: Apache-2.0
// Standard Workload Format (Feitelson) and the variants that circulate under its name.
#include "core/model/policy.h"
#include "core/workload/cell_parse.h"
#include "core/workload/format_reader.h"
#include "core/workload/swf_lines.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace quotaboard {

using namespace swf;

namespace {

/// Submit "seconds" from here on can only be an epoch (1980): no log spans ten years from its own start.
constexpr TimeMs kEpochFrom = 315'532'800'000;

constexpr std::array<std::string_view, 4> kShareNames = {"group", "queue", "partition", "user"};
constexpr std::array<SwfField, 4> kShareFields = {Group, Queue, Partition, User};

/// A job whose line is kept until all lines are read, because the share column depends on all of them.
class SwfReader final : public FormatReader {
public:
    explicit SwfReader(TraceBuilder& builder)
        : builder_(builder)
    {
    }

    Status read(const TextInput& input) override;
    Status finish() override;

private:
    void readComment(std::string_view line);
    void readRow(std::uint32_t line, std::string_view text);
    const char* readJob(TraceJob& job);
    const char* readTimes(JobTimes& times);
    const char* readSize(TraceJob& job) const;
    bool isPartialExecution();
    Status chooseShareField();
    [[nodiscard]] std::string_view field(SwfField field) const;
    /// Empty for "-1", which is SWF's "unknown".
    [[nodiscard]] std::string_view known(SwfField field) const;

    TraceBuilder& builder_;
    SwfColumns columns_ = standardSwfColumns();
    /// A row with fewer fields was cut; its last number may be half of one.
    std::size_t leastFields_ = kSwfFields;
    std::vector<std::string_view> fields_;
    TimeMs unixStart_ = 0;
    bool hasUnixStart_ = false;
    std::optional<bool> isAbsolute_;
    std::string summaryId_;
    /// Per job the candidates for its share, in the order of kShareNames.
    std::vector<std::array<StringId, 4>> shares_;
    std::array<ColumnInterner, 6> interners_;
};

std::string_view SwfReader::field(SwfField wanted) const
{
    const int column = columns_[wanted];
    return column >= 0 && static_cast<std::size_t>(column) < fields_.size() ? fields_[static_cast<std::size_t>(column)]
                                                                            : std::string_view();
}

std::string_view SwfReader::known(SwfField wanted) const
{
    const std::string_view text = field(wanted);
    return text == "-1" || text == "-1.0" || isAbsent(text) ? std::string_view() : text;
}

Status SwfReader::read(const TextInput& input)
{
    TextLines lines(input.view());
    std::string_view line;
    columns_ = standardSwfColumns();
    leastFields_ = kSwfFields;
    hasUnixStart_ = false;
    builder_.trace().sizesAreProcessors = true;
    bool isFirst = true;
    while (lines.next(line)) {
        if (lines.number() % kRowsPerProgress == 0 && !builder_.advance(lines.position())) {
            return Error{ErrorCode::Interrupted, {}, {}};
        }
        if (line.empty()) {
            continue;
        }
        if (isSwfComment(line)) {
            readComment(line);
            continue;
        }
        splitSwfFields(line, fields_);
        if (isFirst) {
            isFirst = false;
            if (const std::optional<SwfColumns> columns = swfColumnsFromHeader(fields_)) {
                columns_ = *columns;
                leastFields_ = std::min(kSwfFields, fields_.size());
                continue;
            }
        }
        readRow(lines.number(), line);
    }
    return {};
}

/// "; UnixStartTime: 1027839845". Other header lines are for people; their job counts need not match.
void SwfReader::readComment(std::string_view line)
{
    constexpr std::string_view kKey = "UnixStartTime:";
    const std::size_t at = line.find(kKey);
    if (at == std::string_view::npos) {
        return;
    }
    const std::string_view value = trimmed(line.substr(at + kKey.size()));
    const std::optional<TimeMs> start = parseNumericTime(value.substr(0, value.find_first_of(" \t(")), 1000);
    if (start && *start > 0) {
        unixStart_ = *start;
        hasUnixStart_ = true;
    }
}

void SwfReader::readRow(std::uint32_t line, std::string_view text)
{
    builder_.countRow(text);
    if (fields_.size() < leastFields_) {
        return builder_.reject(line, "cut-row", text);
    }
    if (isPartialExecution()) {
        return builder_.reject(line, "partial-execution", text);
    }
    TraceJob job;
    job.line = line;
    if (const char* cause = readJob(job)) {
        return builder_.reject(line, cause, text);
    }
    StringPool& strings = builder_.trace().strings;
    std::array<StringId, 4> shares;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        shares[i] = interners_[i].intern(strings, known(kShareFields[i]));
    }
    job.id = builder_.intern(field(Id));
    job.user = shares[3];
    job.status = interners_[4].intern(strings, known(State));
    job.workloadClass = interners_[5].intern(strings, known(App));
    shares_.push_back(shares);
    builder_.add(job);
}

/// TextLines with status 2, 3 and 4 repeat parts of a job whose summary line stands before them.
bool SwfReader::isPartialExecution()
{
    const std::string_view status = field(State);
    const bool isPart = status == "2" || status == "3" || status == "4";
    if (isPart && !summaryId_.empty() && field(Id) == summaryId_) {
        return true;
    }
    summaryId_ = isPart ? std::string_view() : field(Id);
    return false;
}

const char* SwfReader::readJob(TraceJob& job)
{
    JobTimes times;
    const char* cause = readTimes(times);
    cause = cause ? cause : readSize(job);
    if (!cause) {
        builder_.setTimes(job, times);
    }
    return cause;
}

const char* SwfReader::readTimes(JobTimes& times)
{
    const auto read = [this](SwfField wanted, std::optional<TimeMs>& time, const char* cause) -> const char* {
        const std::string_view text = known(wanted);
        time = parseNumericTime(text, static_cast<double>(kMsPerSecond));
        return text.empty() || time ? nullptr : builder_.unreadable(cause, text);
    };
    const char* cause = read(Submit, times.submit, "bad-submit-time");
    cause = cause ? cause : read(Wait, times.wait, "bad-wait");
    cause = cause ? cause : read(Run, times.duration, "bad-duration");
    if (cause) {
        return cause;
    }
    if (times.submit && *times.submit < 0) {
        return builder_.unreadable("negative-submit-time", known(Submit));
    }
    if (times.submit) {
        const bool isEpoch = *times.submit >= kEpochFrom;
        if (!isAbsolute_) {
            isAbsolute_ = isEpoch || hasUnixStart_;
            builder_.trace().timesAreAbsolute = *isAbsolute_;
        }
        if (*isAbsolute_ && !isEpoch && !hasUnixStart_) {
            return "mixed-time-axes";
        }
        *times.submit += *isAbsolute_ && !isEpoch ? unixStart_ : 0;
    }
    if (!times.duration) {
        // A known wait alone does not tell whether the job ever began.
        return times.submit ? "no-duration" : "no-submit-time";
    }
    return completeTimes(times, DurationRule::Recorded, false, false);
}

const char* SwfReader::readSize(TraceJob& job) const
{
    const std::string_view allocated = known(Procs);
    const std::string_view text = allocated.empty() ? known(ReqProcs) : allocated;
    if (text.empty()) {
        return "no-size";
    }
    const std::optional<std::int64_t> size = parseThousandths(text);
    if (!size || *size < 0) {
        return builder_.unreadable("bad-size", text);
    }
    job.milliSize = *size;
    return *size > std::int64_t{kMaxInstances} * 1000 ? "size-out-of-range" : nullptr;
}

/// The share column: as asked, else the first of group, queue, partition and user that tells jobs apart, else the
/// first that says anything.
Status SwfReader::chooseShareField()
{
    Trace& trace = builder_.trace();
    const std::string& wanted = builder_.options().shareBy;
    std::size_t chosen = kShareNames.size();
    std::size_t fallback = kShareNames.size();
    for (std::size_t i = 0; i < kShareNames.size() && chosen == kShareNames.size(); ++i) {
        if (!wanted.empty()) {
            chosen = equalsIgnoringCase(wanted, kShareNames[i]) ? i : chosen;
            continue;
        }
        std::set<StringId> different;
        for (std::size_t job = 0; job < shares_.size() && different.size() < 2; ++job) {
            if (shares_[job][i].isValid()) {
                different.insert(shares_[job][i]);
            }
        }
        fallback = fallback == kShareNames.size() && !different.empty() ? i : fallback;
        chosen = different.size() > 1 ? i : chosen;
    }
    if (!wanted.empty() && chosen == kShareNames.size()) {
        return Error{ErrorCode::TraceColumnMissing, builder_.place(), {wanted, "user, group, queue, partition"}};
    }
    chosen = chosen == kShareNames.size() ? fallback : chosen;
    if (chosen == kShareNames.size()) {
        return {};
    }
    trace.shareColumn = kShareNames[chosen];
    std::uint64_t shareless = 0;
    for (std::size_t job = 0; job < shares_.size(); ++job) {
        trace.jobs[job].share = shares_[job][chosen];
        shareless += !trace.jobs[job].share.isValid();
    }
    builder_.count("jobs-without-share", shareless);
    return {};
}

Status SwfReader::finish()
{
    return chooseShareField();
}

} // namespace

std::unique_ptr<FormatReader> makeSwfReader(TraceBuilder& builder)
{
    return std::make_unique<SwfReader>(builder);
}

} // namespace quotaboard
