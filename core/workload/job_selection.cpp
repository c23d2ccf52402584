// SPDX-License-Identifier: Apache-2.0
#include "core/workload/job_selection.h"

#include "core/base/time.h"
#include "core/model/catalogue.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace quotaboard {

namespace {

constexpr std::int64_t kThousand = 1000;

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    });
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return equalsIgnoringCase(w, word); });
}

bool isWaiting(std::string_view status)
{
    return isOneOf(status,
        {"PENDING", "RUNNABLE", "SUBMITTED", "SCHEDULED", "STARTING", "WAITING", "PROCESSING", "CONFIGURING", "PD",
            "CF"});
}

bool isRunning(std::string_view status)
{
    return isOneOf(status, {"RUNNING", "SUSPENDED", "R"});
}

/// Numbers names in order of first use. Rows without a name share the one given for that.
class NameList {
public:
    NameList(const StringPool& strings, std::string_view nameWhenAbsent, std::vector<std::string>& names)
        : strings_(strings)
        , absentName_(nameWhenAbsent)
        , absentId_(strings.find(nameWhenAbsent))
        , names_(names)
    {
    }

    std::uint32_t index(StringId id)
    {
        const bool isNamed = !strings_.text(id).empty();
        const auto [entry, isNew] = known_.try_emplace(isNamed ? id : absentId_, names_.size());
        if (isNew)
            names_.emplace_back(isNamed ? strings_.text(id) : absentName_);
        return static_cast<std::uint32_t>(entry->second);
    }

private:
    const StringPool& strings_;
    std::string_view absentName_;
    /// Invalid, which is a key like any other, when no row spells that name.
    StringId absentId_;
    std::vector<std::string>& names_;
    std::unordered_map<StringId, std::size_t> known_;
};

/// Decides about one row after the other.
class Selector {
public:
    Selector(const Trace& trace, const JobRules& rules)
        : trace_(trace)
        , rules_(rules)
        , hasStarts_(std::any_of(
              trace.jobs.begin(), trace.jobs.end(), [](const TraceJob& job) { return job.start.has_value(); }))
    {
    }

    JobSelection run()
    {
        selection_.jobs.reserve(trace_.jobs.size());
        for (std::size_t row = 0; row < trace_.jobs.size(); ++row)
            consider(row);
        sort();
        nameSharesAndUnits();
        return std::move(selection_);
    }

private:
    void consider(std::size_t row)
    {
        const TraceJob& job = trace_.jobs[row];
        if (job.submit && isOutsideWindow(*job.submit)) {
            ++selection_.outsideWindow;
            return;
        }
        SelectedJob selected;
        selected.row = static_cast<std::uint32_t>(row);
        std::optional<SkipCause> cause = timeProblem(job);
        if (!cause)
            cause = size(job.milliSize, selected.instances);
        if (cause) {
            selection_.skipped.push_back({job.line, job.file, *cause});
            return;
        }
        selected.submit = *job.submit;
        selected.duration = *job.duration;
        selection_.jobs.push_back(selected);
    }

    [[nodiscard]] bool isOutsideWindow(TimeMs submit) const
    {
        return (rules_.from && submit < *rules_.from) || (rules_.to && submit >= *rules_.to);
    }

    [[nodiscard]] std::optional<SkipCause> timeProblem(const TraceJob& job) const
    {
        const std::string_view status = trace_.strings.text(job.status);
        if (!job.submit)
            return SkipCause::NoSubmitTime;
        // A job that never started has work nobody knows; 0 would be wrong, as it would then "complete" at once.
        if (isWaiting(status) || (hasStarts_ && !job.start && job.duration.value_or(0) == 0))
            return SkipCause::NeverStarted;
        if (!job.duration)
            return isRunning(status) || (job.start && !job.end) ? SkipCause::StillRunning : SkipCause::NoDuration;
        if (*job.duration < 0)
            return SkipCause::NegativeDuration;
        if (*job.submit < -kMaxTimeMs || *job.submit > kMaxTimeMs || *job.duration > kMaxTimeMs)
            return SkipCause::TimeOutOfRange;
        return std::nullopt;
    }

    std::optional<SkipCause> size(std::int64_t milliSize, std::int32_t& instances)
    {
        if (milliSize < 0)
            return SkipCause::NegativeSize;
        if (milliSize > kThousand * kMaxInstances)
            return SkipCause::SizeOutOfRange;
        if (milliSize == 0) {
            if (rules_.zeroGpu == ZeroGpuRule::Reject)
                return SkipCause::ZeroGpu;
            ++selection_.zeroKept;
            instances = 1;
            return std::nullopt;
        }
        if (milliSize % kThousand != 0) {
            if (rules_.fractional == FractionRule::Reject)
                return SkipCause::FractionalSize;
            ++selection_.roundedUp;
        }
        instances = static_cast<std::int32_t>((milliSize + kThousand - 1) / kThousand);
        return std::nullopt;
    }

    [[nodiscard]] auto tieKey(const SelectedJob& selected) const
    {
        const TraceJob& job = trace_.jobs[selected.row];
        const std::string_view id = trace_.strings.text(job.id);
        return std::tuple{id.size(), id, trace_.strings.text(job.share), selected.instances, selected.duration,
            trace_.strings.text(job.unit), job.priority, trace_.strings.text(job.user), job.file, job.line,
            selected.row};
    }

    void sort()
    {
        std::sort(selection_.jobs.begin(), selection_.jobs.end(), [this](const SelectedJob& a, const SelectedJob& b) {
            return a.submit != b.submit ? a.submit < b.submit : tieKey(a) < tieKey(b);
        });
    }

    void nameSharesAndUnits()
    {
        const bool anyShare = std::any_of(selection_.jobs.begin(), selection_.jobs.end(),
            [this](const SelectedJob& s) { return trace_.jobs[s.row].share.isValid(); });
        NameList shares(trace_.strings, anyShare ? "unassigned" : "all", selection_.shares);
        NameList units(trace_.strings, rules_.unit, selection_.units);
        for (SelectedJob& selected : selection_.jobs) {
            const TraceJob& job = trace_.jobs[selected.row];
            selected.share = shares.index(job.share);
            selected.unit = units.index(job.unit);
        }
        for (const std::string& unit : selection_.units)
            selection_.unitGpus.push_back(gpusOfUnit(unit));
    }

    const Trace& trace_;
    const JobRules& rules_;
    /// Only where some rows state a start does a missing one mean that the job never started.
    bool hasStarts_;
    JobSelection selection_;
};

} // namespace

JobSelection selectJobs(const Trace& trace, const JobRules& rules)
{
    return Selector{trace, rules}.run();
}

std::int32_t gpusOfUnit(std::string_view unit)
{
    const auto entry = findInCatalogue(unit);
    return entry ? entry->gpus : unit == kProcessorUnit ? 0 : 1;
}

std::string traceJobLabel(const Trace& trace, const TraceJob& job)
{
    if (const std::string_view id = trace.strings.text(job.id); !id.empty())
        return std::string{id};
    if (const std::string_view name = trace.strings.text(job.name); !name.empty())
        return std::string{name};
    const std::string line = "line " + std::to_string(job.line);
    return trace.files.size() > 1 ? line + " of file " + std::to_string(job.file + 1) : line;
}

std::string_view skipCauseCode(SkipCause cause)
{
    static constexpr std::array<std::string_view, 10> kCodes{"no-submit-time", "never-started", "still-running",
        "no-duration", "negative-duration", "zero-gpu", "negative-size", "fractional-size", "size-out-of-range",
        "time-out-of-range"};
    return kCodes[static_cast<std::size_t>(cause)];
}

Result<std::optional<TimeMs>> readWindowBound(const std::string& text, const std::string& place, const Trace& trace)
{
    if (text.empty())
        return std::optional<TimeMs>{};
    if (const auto offset = parseDuration(text)) {
        std::optional<TimeMs> first;
        for (const TraceJob& job : trace.jobs) {
            if (job.submit && (!first || *job.submit < *first))
                first = job.submit;
        }
        return std::optional<TimeMs>(first.value_or(0) + *offset);
    }
    const auto instant = parseIsoInstant(text);
    if (!instant)
        return Error{ErrorCode::NotAllowed, place, {text}};
    if (!trace.timesAreAbsolute)
        return Error{ErrorCode::NotAllowed, place, {text, "relative"}};
    return std::optional<TimeMs>(*instant);
}

Status checkLimitUnits(const ImportOptions& options, const Trace& trace)
{
    for (const GivenLimit& limit : options.givenLimits) {
        const bool isKnown = limit.unit.empty() || limit.unit == options.jobs.unit
            || std::any_of(trace.jobs.begin(), trace.jobs.end(),
                [&](const TraceJob& job) { return trace.strings.text(job.unit) == limit.unit; });
        if (!isKnown)
            return Error{ErrorCode::UnknownReference, "--limits", {limit.unit, options.jobs.unit}};
    }
    return {};
}

} // namespace quotaboard
