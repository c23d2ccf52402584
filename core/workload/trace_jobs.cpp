// SPDX-License-Identifier: Apache-2.0
#include "core/workload/trace_jobs.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace quotaboard {

namespace {

class Appender {
public:
    Appender(Scenario& scenario, const Trace& trace, const JobSelection& selection, const JobRules& rules,
        TimeMs origin, const ShareRenames& renamed)
        : scenario_(scenario)
        , trace_(trace)
        , selection_(selection)
        , origin_(origin)
    {
        for (const std::string& share : selection.shares) {
            const auto now = renamed.find(share);
            shares_.push_back(scenario.findShare(now == renamed.end() ? share : now->second));
            JobProfile profile;
            profile.checkpoint = rules.checkpoint.of(share);
            profile.restore = rules.restore.of(share);
            profiles_.push_back(scenario.jobs.internProfile(profile));
        }
        for (const std::string& unit : selection.units)
            units_.push_back(scenario.internUnit(unit));
        hasIds_ = std::any_of(selection.jobs.begin(), selection.jobs.end(),
            [&trace](const SelectedJob& selected) { return !trace.strings.text(trace.jobs[selected.row].id).empty(); });
    }

    AppendedJobs run()
    {
        scenario_.jobs.reserve(scenario_.jobs.size() + selection_.jobs.size());
        for (const SelectedJob& selected : selection_.jobs)
            append(selected);
        return counts_;
    }

private:
    void append(const SelectedJob& selected)
    {
        const TraceJob& source = trace_.jobs[selected.row];
        Job job;
        job.submit = selected.submit - origin_;
        job.work = selected.duration;
        job.instances = selected.instances;
        job.share = shares_[selected.share];
        job.unit = units_[selected.unit];
        job.profile = profiles_[selected.share];
        job.priority = std::clamp(source.priority, std::int32_t{0}, kMaxPriority);
        counts_.clampedPriorities += job.priority != source.priority ? 1 : 0;
        job.name = name(source);
        job.id = idOf(source, job.name);
        job.user = intern(source.user);
        job.workloadClass = intern(source.workloadClass);
        const JobIndex index = scenario_.jobs.add(job);
        keepRecord(index, source);
    }

    [[nodiscard]] StringId intern(StringId id)
    {
        const std::string_view text = trace_.strings.text(id);
        return text.empty() ? StringId{} : scenario_.jobs.intern(text);
    }

    StringId name(const TraceJob& source)
    {
        const std::string_view given = trace_.strings.text(source.name);
        return scenario_.jobs.intern(given.empty() ? traceJobLabel(trace_, source) : std::string{given});
    }

    /// Where some rows have ids, the others get one too: known by its number, such a job could be mistaken for one
    /// whose id is that number.
    StringId idOf(const TraceJob& source, StringId jobName)
    {
        const StringId given = uniqueId(source.id);
        if (given.isValid() || !hasIds_)
            return given;
        const std::string label{scenario_.jobs.text(jobName)};
        std::string candidate = label;
        for (std::uint32_t number = 2; isTaken(candidate); ++number)
            candidate = label + "#" + std::to_string(number);
        return scenario_.jobs.intern(candidate);
    }

    [[nodiscard]] bool isTaken(std::string_view id) const
    {
        const JobIndex found = scenario_.jobs.find(id);
        return found.isValid() && scenario_.jobs[found].id.isValid();
    }

    StringId uniqueId(StringId source)
    {
        const std::string_view text = trace_.strings.text(source);
        if (text.empty())
            return {};
        if (!isTaken(text))
            return scenario_.jobs.intern(text);
        ++counts_.renamedIds;
        std::uint32_t& number = lastNumber_.try_emplace(source, 1).first->second;
        std::string candidate;
        do {
            candidate = std::string{text} + "#" + std::to_string(++number);
        } while (isTaken(candidate));
        return scenario_.jobs.intern(candidate);
    }

    [[nodiscard]] std::optional<TimeMs> fromOrigin(std::optional<TimeMs> time) const
    {
        // Before the origin means a damaged stamp: a job cannot start before the first submit.
        if (!time || *time < origin_ || *time > kMaxTimeMs)
            return std::nullopt;
        return *time - origin_;
    }

    void keepRecord(JobIndex index, const TraceJob& source)
    {
        RecordedRun run;
        run.start = fromOrigin(source.start);
        run.end = fromOrigin(source.end);
        run.status = intern(source.status);
        run.attempts = std::max(source.attempts, 0);
        if (run.start || run.end || run.status.isValid() || run.attempts > 0)
            scenario_.jobs.setRecorded(index, run);
    }

    Scenario& scenario_;
    const Trace& trace_;
    const JobSelection& selection_;
    TimeMs origin_;
    std::vector<ShareIndex> shares_;
    std::vector<UnitIndex> units_;
    std::vector<ProfileIndex> profiles_;
    bool hasIds_ = false;
    /// The last number given to copies of an id, so that a trace that repeats one id costs no quadratic search.
    std::unordered_map<StringId, std::uint32_t> lastNumber_;
    AppendedJobs counts_;
};

} // namespace

AppendedJobs appendTraceJobs(Scenario& scenario, const Trace& trace, const JobSelection& selection,
    const JobRules& rules, TimeMs origin, const ShareRenames& renamed)
{
    return Appender{scenario, trace, selection, rules, origin, renamed}.run();
}

TimeMs originOf(const JobSelection& selection)
{
    const TimeMs first = selection.jobs.front().submit;
    const TimeMs remainder = first % kMsPerSecond;
    return first - (remainder < 0 ? remainder + kMsPerSecond : remainder);
}

} // namespace quotaboard
