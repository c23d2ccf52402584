// SPDX-License-Identifier: Apache-2.0
#include "core/workload/aws_batch_jobs.h"

#include "core/workload/json_input.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;

constexpr std::string_view kStates[]
    = {"SUBMITTED", "PENDING", "RUNNABLE", "SCHEDULED", "STARTING", "RUNNING", "SUCCEEDED", "FAILED"};
constexpr int kRunning = 5;
constexpr int kSucceeded = 6;

int progressOf(std::string_view status)
{
    const auto found = std::find(std::begin(kStates), std::end(kStates), status);
    const int position = found == std::end(kStates) ? -1 : static_cast<int>(found - std::begin(kStates));
    return std::min(position, kSucceeded); // both ends are final
}

/// Epoch ms; what never happened is absent, null or 0.
std::optional<TimeMs> timeMember(const element& job, std::string_view key)
{
    const std::optional<double> ms = numberMember(job, key);
    const bool isTime = ms && *ms > 0 && *ms <= static_cast<double>(kMaxTimeMs);
    return isTime ? std::optional<TimeMs>(std::llround(*ms)) : std::nullopt;
}

/// A job's member by name; "tags.team" looks inside the tags.
std::string_view textByPath(const element& job, std::string_view path)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) {
        return stringMember(job, path).value_or("");
    }
    const std::optional<element> inner = member(job, path.substr(0, dot));
    return inner ? stringMember(*inner, path.substr(dot + 1)).value_or("") : std::string_view();
}

} // namespace

void AwsBatchJobs::merge(const element& job, std::uint32_t ordinal)
{
    Record record = readRecord(job);
    record.line = ordinal;
    record.file = static_cast<std::uint16_t>(builder_.trace().files.size() - 1);
    TraceJob unused;
    if (!record.id.isValid() || convert(record, unused) != nullptr) {
        record.text = compactJson(job);
    }
    if (!record.id.isValid()) {
        return builder_.reject(ordinal, "no-job-id", record.text);
    }
    const auto [place, isNew] = byId_.emplace(record.id, records_.size());
    if (isNew) {
        records_.push_back(std::move(record));
    } else {
        builder_.count("joined-by-job-id");
        combine(records_[place->second], record);
    }
}

AwsBatchJobs::Record AwsBatchJobs::readRecord(const element& job)
{
    const auto text = [&](std::string_view key) { return builder_.intern(stringMember(job, key).value_or("")); };
    const std::string& shareBy = builder_.options().shareBy;
    Record record;
    record.id = text("jobId");
    record.name = text("jobName");
    record.share = shareBy.empty() ? text("quotaShareName") : builder_.intern(textByPath(job, shareBy));
    record.shareIdentifier = text("shareIdentifier");
    record.status = text("status");
    record.progress = progressOf(stringMember(job, "status").value_or(""));
    record.created = timeMember(job, "createdAt");
    record.started = timeMember(job, "startedAt");
    record.stopped = timeMember(job, "stoppedAt");
    if (const std::optional<double> priority = numberMember(job, "schedulingPriority")) {
        record.priority = static_cast<std::int32_t>(std::clamp(*priority, 0.0, static_cast<double>(kMaxPriority)));
    }
    if (const std::optional<array> attempts = arrayMember(job, "attempts")) {
        record.attempts = static_cast<std::int32_t>(attempts->size());
    }
    if (const std::optional<element> preemptions = member(job, "preemptionSummary")) {
        const double preempted = numberMember(*preemptions, "preemptedAttemptCount").value_or(0);
        record.attempts = std::max(record.attempts, static_cast<std::int32_t>(std::clamp(preempted, 0.0, 1e6)));
    }
    readCapacity(job, record);
    return record;
}

/// capacityUsage, else the SageMaker request inside serviceRequestPayload, which is JSON in a string.
void AwsBatchJobs::readCapacity(const element& job, Record& record)
{
    forEachItem(job, "capacityUsage", [&](const element& usage) {
        addCapacity(
            record, stringMember(usage, "capacityUnit").value_or(""), numberMember(usage, "quantity").value_or(-1));
    });
    if (record.capacity) {
        return;
    }
    if (const std::optional<std::string_view> payload = stringMember(job, "serviceRequestPayload")) {
        readPayload(*payload, record);
    } else if (const std::optional<element> container = member(job, "container")) {
        // Container jobs (describe-jobs) count GPUs; one without any is a job of size 0.
        double gpus = 0;
        forEachItem(*container, "resourceRequirements", [&gpus](const element& need) {
            gpus += stringMember(need, "type").value_or("") == "GPU" ? numberMember(need, "value").value_or(0) : 0;
        });
        addCapacity(record, "", gpus);
    }
}

void AwsBatchJobs::readPayload(std::string_view payload, Record& record)
{
    element request;
    if (payloadParser_.parse(payload.data(), payload.size()).get(request)) {
        builder_.count("payload-not-readable");
        return;
    }
    const std::optional<element> resources = member(request, "ResourceConfig");
    if (!resources) {
        return;
    }
    const auto add = [&](const element& group) {
        addCapacity(record, stringMember(group, "InstanceType").value_or(""),
            numberMember(group, "InstanceCount").value_or(-1));
    };
    forEachItem(*resources, "InstanceGroups", add);
    if (!record.capacity) {
        add(*resources);
    }
}

void AwsBatchJobs::addCapacity(Record& record, std::string_view unit, double quantity)
{
    if (quantity < 0 || quantity > kMaxInstances) {
        return;
    }
    const Capacity capacity{builder_.intern(unit), std::llround(quantity * 1000)};
    if (!record.capacity || record.capacity->milliSize == 0) {
        record.capacity = capacity;
    } else if (record.capacity->unit == capacity.unit) {
        record.capacity->milliSize
            = std::min(record.capacity->milliSize + capacity.milliSize, std::int64_t{kMaxInstances} * 1000);
    } else {
        record.hasSeveralUnits = true;
    }
}

void AwsBatchJobs::combine(Record& into, const Record& from)
{
    const bool isNewer = from.progress >= into.progress;
    const auto take = [isNewer](auto& mine, const auto& other, bool isKnown, bool otherIsKnown) {
        if (otherIsKnown && (isNewer || !isKnown)) {
            mine = other;
        }
    };
    const auto takeId = [&take](StringId& mine, StringId other) { take(mine, other, mine.isValid(), other.isValid()); };
    const auto takeValue
        = [&take](auto& mine, const auto& other) { take(mine, other, mine.has_value(), other.has_value()); };
    takeId(into.name, from.name);
    takeId(into.share, from.share);
    takeId(into.shareIdentifier, from.shareIdentifier);
    takeId(into.status, from.status);
    takeValue(into.created, from.created);
    takeValue(into.started, from.started);
    takeValue(into.stopped, from.stopped);
    takeValue(into.capacity, from.capacity);
    takeValue(into.priority, from.priority);
    into.hasSeveralUnits = into.hasSeveralUnits || from.hasSeveralUnits;
    into.progress = std::max(into.progress, from.progress);
    into.attempts = std::max(into.attempts, from.attempts);
    if (!into.text.empty() && !from.text.empty()) {
        into.text = from.text;
    }
}

/// Fills `job`; the cause when the record is no finished job.
const char* AwsBatchJobs::convert(const Record& record, TraceJob& job)
{
    if (!record.created) {
        return "no-submit-time";
    }
    if (!record.started) {
        return "never-started";
    }
    if (!record.stopped || (record.progress >= 0 && record.progress <= kRunning)) {
        return "still-running";
    }
    if (record.hasSeveralUnits) {
        return "several-units";
    }
    if (!record.capacity) {
        return "no-size";
    }
    JobTimes times{record.created, record.started, record.stopped, {}, {}};
    if (const char* cause = completeTimes(times, DurationRule::EndMinusStart, false, true)) {
        return cause;
    }
    job.line = record.line;
    job.submit = times.submit;
    job.start = times.start;
    job.end = times.end;
    job.duration = times.duration;
    job.id = record.id;
    job.name = record.name;
    job.status = record.status;
    job.share = record.share;
    job.unit = record.capacity->unit;
    job.milliSize = record.capacity->milliSize;
    job.priority = record.priority.value_or(0);
    job.attempts = std::max(record.attempts, 1);
    return nullptr;
}

Status AwsBatchJobs::finish()
{
    Trace& trace = builder_.trace();
    const std::string& shareBy = builder_.options().shareBy;
    const bool hasQuotaShares
        = std::any_of(records_.begin(), records_.end(), [](const Record& r) { return r.share.isValid(); });
    // Only a trace without any quota share falls back on fair-share identifiers; mixing both would invent shares.
    const bool useIdentifier = !hasQuotaShares && shareBy.empty();
    const bool hasIdentifiers
        = std::any_of(records_.begin(), records_.end(), [](const Record& r) { return r.shareIdentifier.isValid(); });
    trace.shareColumn
        = !shareBy.empty() ? shareBy : (useIdentifier ? (hasIdentifiers ? "shareIdentifier" : "") : "quotaShareName");
    std::uint64_t shareless = 0;
    for (Record& record : records_) {
        record.share = useIdentifier ? record.shareIdentifier : record.share;
        TraceJob job;
        if (const char* cause = convert(record, job)) {
            builder_.reject(record.line, cause, record.text);
            trace.rejected.back().file = record.file;
            continue;
        }
        builder_.add(job);
        trace.jobs.back().file = record.file;
        shareless += !job.share.isValid();
    }
    builder_.count("jobs-without-share", trace.shareColumn.empty() ? 0 : shareless);
    return {};
}

} // namespace quotaboard
