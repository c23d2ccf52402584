// SPDX-License-Identifier: Apache-2.0
// Part of trace_preview.h: what is odd about a trace.
#include "core/workload/trace_preview.h"

#include "core/workload/trace_reader.h"

#include <algorithm>
#include <unordered_map>

namespace quotaboard {

namespace {

constexpr std::int64_t kThousand = 1000;

std::int64_t limitOf(const CapacityLimits& limits, UnitIndex unit)
{
    const auto found
        = std::find_if(limits.begin(), limits.end(), [&](const CapacityLimit& l) { return l.unit == unit; });
    return found == limits.end() ? 0 : found->maxCapacity;
}

/// Instances of a unit that a share may use at once, if nobody else uses any.
std::int64_t mostAtOnce(const Scenario& scenario, const QuotaShare& share, UnitIndex unit)
{
    const std::int64_t capacity = limitOf(scenario.environment.limits, unit);
    const std::int64_t own = limitOf(share.limits, unit);
    if (share.sharing.strategy != SharingStrategy::LendAndBorrow)
        return std::min(own, capacity);
    if (share.sharing.borrowsWithoutLimit())
        return capacity;
    return std::min(capacity, own + own * *share.sharing.borrowLimit / 100);
}

class WarningFinder {
public:
    WarningFinder(const Trace& trace, const ImportOptions& options, const ImportResult& result)
        : trace_(trace)
        , rules_(options.jobs)
        , result_(result)
    {
    }

    std::vector<TraceNote> run()
    {
        countOddJobs();
        countScenarioJobs();
        countOverLimit();
        return std::move(notes_);
    }

private:
    /// One that can be simulated, as far as the row itself tells.
    [[nodiscard]] bool isUsed(const TraceJob& job) const
    {
        if (!job.submit || !job.duration || *job.duration < 0 || job.milliSize < 0)
            return false;
        if ((rules_.from && *job.submit < *rules_.from) || (rules_.to && *job.submit >= *rules_.to))
            return false;
        if (job.milliSize % kThousand != 0 && rules_.fractional == FractionRule::Reject)
            return false;
        return job.milliSize > 0 || rules_.zeroGpu == ZeroGpuRule::Keep;
    }

    void note(const char* code, std::uint64_t count, std::vector<std::string> more = {})
    {
        if (count == 0)
            return;
        more.insert(more.begin(), std::to_string(count));
        notes_.push_back({code, std::move(more)});
    }

    void countOddJobs()
    {
        std::uint64_t used = 0;
        std::uint64_t starts = 0;
        std::uint64_t fractions = 0;
        std::uint64_t reversed = 0;
        std::uint64_t unknown = 0;
        std::string word;
        std::unordered_map<StringId, bool> knownStatus;
        for (const TraceJob& job : trace_.jobs) {
            reversed += job.start && job.end && *job.end < *job.start ? 1 : 0;
            if (!isUsed(job))
                continue;
            ++used;
            starts += job.start ? 1 : 0;
            fractions += job.milliSize % kThousand != 0 ? 1 : 0;
            if (!job.status.isValid())
                continue;
            const auto [entry, isNew] = knownStatus.try_emplace(job.status, false);
            if (isNew)
                entry->second
                    = recordedOutcome(trace_.format, trace_.strings.text(job.status)) != RecordedOutcome::Unknown;
            unknown += entry->second ? 0 : 1;
            if (!entry->second && word.empty())
                word = trace_.strings.text(job.status);
        }
        for (const RejectedRow& row : trace_.rejected)
            reversed += trace_.strings.text(row.cause) == "negative-duration" ? 1 : 0;
        note("end-before-start", reversed);
        note("missing-start", starts > 0 ? used - starts : 0);
        if (fractions * 100 > used)
            note("many-fractions", fractions, {std::to_string(used)});
        note("unknown-status", unknown, {word});
    }

    /// The scenario's jobs stand in the order of submission.
    void countScenarioJobs()
    {
        std::uint64_t zero = 0;
        std::uint64_t gaps = 0;
        TimeMs longest = 0;
        TimeMs longestAt = 0;
        TimeMs before = 0;
        for (const Job& job : result_.scenario.jobs.jobs()) {
            zero += job.work == 0 ? 1 : 0;
            if (const TimeMs gap = job.submit - before; gap > kMsPerDay) {
                ++gaps;
                longestAt = gap > longest ? before : longestAt;
                longest = std::max(gap, longest);
            }
            before = job.submit;
        }
        note("zero-duration", zero);
        note("submit-gap", gaps, {std::to_string(longest), std::to_string(result_.report.origin + longestAt)});
    }

    /// What a name of the trace became, looked up once.
    template <class Id, class Find>
    Id indexOf(StringId id, std::string_view absent, const NameGrouping& grouping, const Find& find) const
    {
        const std::string_view text = trace_.strings.text(id);
        const std::string name(text.empty() ? absent : text);
        return find(grouping.merges() ? grouping.groupOf(name) : name);
    }

    struct Change {
        TimeMs at = 0;
        std::int32_t instances = 0;
        bool operator<(const Change& other) const
        {
            // Ends come before starts at the same moment.
            return at != other.at ? at < other.at : instances < other.instances;
        }
    };

    void countOverLimit()
    {
        const Scenario& scenario = result_.scenario;
        const std::string_view absentShare = namesShares() ? "unassigned" : "all";
        std::unordered_map<StringId, ShareIndex> shares;
        std::unordered_map<StringId, UnitIndex> units;
        std::unordered_map<std::uint64_t, std::vector<Change>> changes;
        for (const TraceJob& job : trace_.jobs) {
            if (!isUsed(job) || !job.start || *job.duration == 0)
                continue;
            const auto [share, isNewShare] = shares.try_emplace(job.share);
            if (isNewShare)
                share->second = indexOf<ShareIndex>(job.share, absentShare, result_.shares,
                    [&](const std::string& name) { return scenario.findShare(name); });
            const auto [unit, isNewUnit] = units.try_emplace(job.unit);
            if (isNewUnit)
                unit->second = indexOf<UnitIndex>(job.unit, rules_.unit, result_.units,
                    [&](const std::string& name) { return scenario.findUnit(name); });
            if (!share->second.isValid() || !unit->second.isValid())
                continue;
            const auto instances
                = static_cast<std::int32_t>(std::max<std::int64_t>(1, (job.milliSize + kThousand - 1) / kThousand));
            auto& list = changes[std::uint64_t{share->second.value()} << 32 | unit->second.value()];
            list.push_back({*job.start, instances});
            list.push_back({*job.start + *job.duration, -instances});
        }
        std::uint64_t over = 0;
        for (auto& [key, list] : changes)
            over += startsOver(list, mostOf(ShareIndex{key >> 32}, UnitIndex{key & 0xFFFFFFFF}));
        note("recorded-over-limit", over);
    }

    [[nodiscard]] bool namesShares() const
    {
        return std::any_of(trace_.jobs.begin(), trace_.jobs.end(),
            [this](const TraceJob& job) { return !trace_.strings.text(job.share).empty(); });
    }

    [[nodiscard]] std::int64_t mostOf(ShareIndex share, UnitIndex unit) const
    {
        const Scenario& scenario = result_.scenario;
        const auto found = std::find_if(scenario.shares.begin(), scenario.shares.end(),
            [&](const QuotaShare& s) { return s.name == scenario.shareName(share); });
        return found == scenario.shares.end() ? 0 : mostAtOnce(scenario, *found, unit);
    }

    static std::uint64_t startsOver(std::vector<Change>& changes, std::int64_t most)
    {
        std::sort(changes.begin(), changes.end());
        std::uint64_t over = 0;
        std::int64_t used = 0;
        for (const Change& change : changes) {
            used += change.instances;
            over += change.instances > 0 && used > most ? 1 : 0;
        }
        return over;
    }

    const Trace& trace_;
    const JobRules& rules_;
    const ImportResult& result_;
    std::vector<TraceNote> notes_;
};

} // namespace

std::vector<TraceNote> findTraceWarnings(const Trace& trace, const ImportOptions& options, const ImportResult& result)
{
    return WarningFinder(trace, options, result).run();
}

} // namespace quotaboard
