// SPDX-License-Identifier: Apache-2.0
// Microsoft Philly's job log: an array of jobs with their attempts.
#include "core/workload/cell_parse.h"
#include "core/workload/format_reader.h"
#include "core/workload/json_input.h"

namespace quotaboard {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;

constexpr std::uint32_t kJobsPerProgress = 1024;

class PhillyJsonReader final : public FormatReader {
public:
    explicit PhillyJsonReader(TraceBuilder& builder)
        : builder_(builder)
    {
    }

    Status read(const TextInput& input) override;
    Status finish() override;

private:
    Status readDocument(const element& document);
    Status readJob(const element& record);
    const char* readTimes(const element& record, JobTimes& times, std::int32_t& attempts, std::int64_t& gpus);
    bool readStamp(const element& record, std::string_view key, std::optional<TimeMs>& time);
    StringId internMember(const element& record, std::string_view key);

    TraceBuilder& builder_;
    std::uint32_t ordinal_ = 0;
};

Status PhillyJsonReader::read(const TextInput& input)
{
    ordinal_ = 0;
    builder_.trace().timesAreAbsolute = true;
    builder_.trace().shareColumn = builder_.options().shareBy.empty() ? "vc" : builder_.options().shareBy;
    return forEachDocument(input, builder_.place(), [this](const element& document) { return readDocument(document); });
}

Status PhillyJsonReader::readDocument(const element& document)
{
    array jobs;
    if (document.get_array().get(jobs)) {
        return readJob(document); // one job a line
    }
    for (const element record : jobs) {
        if (Status status = readJob(record); !status) {
            return status;
        }
    }
    return {};
}

Status PhillyJsonReader::readJob(const element& record)
{
    ++ordinal_;
    if (ordinal_ % kJobsPerProgress == 0 && !builder_.advance(0)) {
        return Error{ErrorCode::Interrupted, {}, {}};
    }
    TraceJob job;
    job.line = ordinal_;
    JobTimes times;
    std::int64_t gpus = 0;
    if (const char* cause = readTimes(record, times, job.attempts, gpus)) {
        builder_.reject(ordinal_, cause, compactJson(record));
        return {};
    }
    builder_.setTimes(job, times);
    job.milliSize = gpus * 1000;
    job.id = internMember(record, "jobid");
    job.user = internMember(record, "user");
    job.status = internMember(record, "status");
    job.share = internMember(record, builder_.trace().shareColumn);
    builder_.add(job);
    return {};
}

/// GPUs that one attempt held on all its machines.
std::int64_t gpusOfAttempt(const element& attempt)
{
    std::int64_t gpus = 0;
    forEachItem(attempt, "detail", [&gpus](const element& machine) {
        const std::optional<array> list = arrayMember(machine, "gpus");
        gpus += list ? static_cast<std::int64_t>(list->size()) : 0;
    });
    return gpus;
}

/// From the first start to the last end, gaps between attempts included: that is how the trace's authors count.
/// Without an end of the last attempt the job was still running. The last attempt with GPUs gives the size.
const char* PhillyJsonReader::readTimes(
    const element& record, JobTimes& times, std::int32_t& attempts, std::int64_t& gpus)
{
    if (!record.is_object()) {
        return "not-a-job";
    }
    if (!readStamp(record, "submitted_time", times.submit)) {
        return builder_.unreadable("bad-submit-time", stringMember(record, "submitted_time").value_or(""));
    }
    const char* cause = nullptr;
    forEachItem(record, "attempts", [&](const element& attempt) {
        std::optional<TimeMs> start;
        std::optional<TimeMs> end;
        cause = readStamp(attempt, "start_time", start) ? cause : "bad-start-time";
        cause = readStamp(attempt, "end_time", end) ? cause : "bad-end-time";
        ++attempts;
        times.start = times.start ? times.start : start;
        times.end = end;
        const std::int64_t held = gpusOfAttempt(attempt);
        gpus = held > 0 ? held : gpus;
    });
    if (cause) {
        return cause;
    }
    if (attempts > 0 && times.submit && times.end && !times.start) {
        return "no-start-time"; // it ran, for an unknown time
    }
    return completeTimes(times, DurationRule::EndMinusStart, false, true);
}

/// Missing times are null, "" or the string "None". False when there is something else than a stamp.
bool PhillyJsonReader::readStamp(const element& record, std::string_view key, std::optional<TimeMs>& time)
{
    const std::optional<element> value = member(record, key);
    if (!value) {
        return true;
    }
    const std::optional<std::string_view> text = stringMember(record, key);
    if (!text) {
        return false;
    }
    if (isAbsent(trimmed(*text))) {
        return true;
    }
    time = builder_.clock().parse(trimmed(*text));
    return time.has_value();
}

StringId PhillyJsonReader::internMember(const element& record, std::string_view key)
{
    const std::optional<std::string_view> text = stringMember(record, key);
    return text && !isAbsent(*text) ? builder_.intern(*text) : StringId();
}

Status PhillyJsonReader::finish()
{
    std::uint64_t shareless = 0;
    for (const TraceJob& job : builder_.trace().jobs) {
        shareless += !job.share.isValid();
    }
    builder_.count("jobs-without-share", shareless);
    return {};
}

} // namespace

std::unique_ptr<FormatReader> makePhillyJsonReader(TraceBuilder& builder)
{
    return std::make_unique<PhillyJsonReader>(builder);
}

std::optional<FormatMatch> matchJson(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) {
        return std::nullopt;
    }
    const std::string_view head = text.substr(first, 1 << 20);
    const auto has = [head](std::string_view key) { return head.find(key) != std::string_view::npos; };
    if (has("\"quotaboard-")) {
        return std::nullopt; // a scenario names quota shares too
    }
    if (has("\"submitted_time\"") && has("\"attempts\"")) {
        return FormatMatch{"philly-job-log-json", "JSON objects with submitted_time and attempts"};
    }
    constexpr std::string_view kLists[] = {"\"jobSummaryList\"", "\"quotaShares\"", "\"serviceEnvironments\""};
    for (const std::string_view list : kLists) {
        if (has(list)) {
            return FormatMatch{"aws-batch-json", "a JSON object with " + std::string(list)};
        }
    }
    if (has("\"jobId\"") && (has("\"serviceJobType\"") || has("\"createdAt\"") || has("\"serviceRequestPayload\""))) {
        return FormatMatch{"aws-batch-json", "JSON objects with jobId and createdAt"};
    }
    if (has("\"quotaShareName\"") && has("\"capacityLimits\"")) {
        return FormatMatch{"aws-batch-json", "a JSON object with quotaShareName and capacityLimits"};
    }
    return std::nullopt;
}

} // namespace quotaboard
