// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/breakpoint_hits.h"

#include "core/simulation/attempt_progress.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace quotaboard {

namespace {

constexpr std::size_t kEventsPerLook = 1U << 16;
/// metrics.md 3: three times or more.
constexpr std::uint32_t kLoopLength = 3;

bool isCancelled(const Progress* progress, std::size_t event)
{
    return event % kEventsPerLook == 0 && progress != nullptr && progress->isCancelled();
}

/// Adds a hit unless there is one at that ms already.
void addHit(std::vector<BreakpointHit>& hits, const BreakpointHit& hit)
{
    if (hits.empty() || hits.back().at != hit.at)
        hits.push_back(hit);
}

/// A job that waits: in one share, since when it counts there.
struct Wait {
    ShareIndex share;
    /// Last became RUNNABLE.
    TimeMs since = 0;
    /// Came to this share; the same as `since` unless it was moved.
    TimeMs here = 0;
};

/// When one job's wait in a share was longer than asked: from `from` on, and no more at `until`.
struct LongWait {
    TimeMs from = 0;
    TimeMs until = 0;
    JobIndex job;
};

/// Follows the log for all breakpoints at once.
class HitFinder {
public:
    HitFinder(const RunResult& result, const std::vector<Breakpoint>& breakpoints)
        : result_(result)
        , scenario_(*result.scenario)
        , hits_(breakpoints.size())
        , longWaits_(breakpoints.size())
    {
        for (std::size_t i = 0; i < breakpoints.size(); ++i)
            add(i, breakpoints[i]);
    }

    [[nodiscard]] bool readsLog() const { return readsLog_; }

    void onEvent(const JobEvent& event)
    {
        if (event.time != now_) {
            finishMoment();
            now_ = event.time;
        }
        switch (event.kind) {
        case EventKind::Submitted:
            shares_[event.job] = event.share;
            break;
        case EventKind::Runnable:
            enter(event.job, event.time);
            break;
        case EventKind::Moved:
            move(event.job, event.share, event.time);
            break;
        case EventKind::Scheduled:
            leaveQueue(event.job);
            break;
        case EventKind::Starting:
            endWait(event.job, event.time);
            onStarts(event);
            break;
        case EventKind::Preempted:
            endWait(event.job, event.time);
            onPreempted(event);
            break;
        case EventKind::Succeeded:
        case EventKind::Failed:
            leaveQueue(event.job);
            endWait(event.job, event.time);
            shares_.erase(event.job);
            break;
        default:
            break;
        }
    }

    std::vector<std::vector<BreakpointHit>> finish()
    {
        finishMoment();
        for (const auto& [job, wait] : waits_)
            addLongWait(job, wait, kNever);
        for (std::size_t i = 0; i < hits_.size(); ++i)
            mergeLongWaits(longWaits_[i], hits_[i]);
        return std::move(hits_);
    }

private:
    struct Queue {
        std::size_t count = 0;
        std::size_t before = 0;
        JobIndex last;
        bool isTouched = false;
    };
    struct Limit {
        std::size_t breakpoint;
        TimeMs longerThan;
    };

    void add(std::size_t index, const Breakpoint& point)
    {
        const ShareIndex share = scenario_.findShare(point.share);
        const JobIndex job = point.job.empty() ? JobIndex{} : scenario_.jobs.find(point.job);
        switch (point.kind) {
        case Breakpoint::Kind::Time:
            if (point.at >= 0 && point.at <= result_.end)
                hits_[index].push_back({point.at, {}, {}});
            return;
        case Breakpoint::Kind::Preemption:
            if (point.share.empty())
                anyPreemption_.push_back(index);
            else if (share.isValid())
                preemptions_.emplace(share, index);
            break;
        case Breakpoint::Kind::Wait:
            if (share.isValid() && point.longerThan >= 0)
                limits_[share].push_back({index, point.longerThan});
            break;
        case Breakpoint::Kind::JobStarts:
            if (job.isValid())
                starts_.emplace(job, index);
            break;
        case Breakpoint::Kind::JobPreempted:
            if (job.isValid())
                jobPreemptions_.emplace(job, index);
            break;
        case Breakpoint::Kind::QueueEmpty:
            if (share.isValid())
                empties_.emplace(share, index);
            break;
        }
        readsLog_ = true;
    }

    void touch(ShareIndex share, JobIndex job, int by)
    {
        Queue& queue = queues_[share];
        if (!queue.isTouched) {
            queue.isTouched = true;
            queue.before = queue.count;
            touched_.push_back(share);
        }
        queue.count = by > 0 ? queue.count + 1 : queue.count - 1;
        queue.last = job;
    }

    void enter(JobIndex job, TimeMs now)
    {
        const ShareIndex share = shares_[job];
        queued_[job] = share;
        waits_[job] = {share, now, now};
        touch(share, job, 1);
    }

    void leaveQueue(JobIndex job)
    {
        const auto found = queued_.find(job);
        if (found == queued_.end())
            return;
        touch(found->second, job, -1);
        queued_.erase(found);
    }

    void endWait(JobIndex job, TimeMs now)
    {
        const auto found = waits_.find(job);
        if (found == waits_.end())
            return;
        addLongWait(job, found->second, now);
        waits_.erase(found);
    }

    void move(JobIndex job, ShareIndex to, TimeMs now)
    {
        shares_[job] = to;
        if (const auto queued = queued_.find(job); queued != queued_.end()) {
            touch(queued->second, job, -1);
            queued->second = to;
            touch(to, job, 1);
        }
        if (const auto wait = waits_.find(job); wait != waits_.end()) {
            addLongWait(job, wait->second, now);
            wait->second.share = to;
            wait->second.here = now;
        }
    }

    /// `until`: the first ms at which the job no longer waits there.
    void addLongWait(JobIndex job, const Wait& wait, TimeMs until)
    {
        const auto limits = limits_.find(wait.share);
        if (limits == limits_.end())
            return;
        for (const Limit& limit : limits->second) {
            const TimeMs from = std::max(wait.since + limit.longerThan + 1, wait.here);
            if (from < until && from <= result_.end)
                longWaits_[limit.breakpoint].push_back({from, until, job});
        }
    }

    void onStarts(const JobEvent& event)
    {
        const auto [begin, end] = starts_.equal_range(event.job);
        for (auto it = begin; it != end; ++it)
            addHit(hits_[it->second], {event.time, event.job, {}});
    }

    void onPreempted(const JobEvent& event)
    {
        const BreakpointHit hit{event.time, event.job, event.by};
        for (const std::size_t index : anyPreemption_)
            addHit(hits_[index], hit);
        if (const auto share = shares_.find(event.job); share != shares_.end()) {
            const auto [begin, end] = preemptions_.equal_range(share->second);
            for (auto it = begin; it != end; ++it)
                addHit(hits_[it->second], hit);
        }
        const auto [begin, end] = jobPreemptions_.equal_range(event.job);
        for (auto it = begin; it != end; ++it)
            addHit(hits_[it->second], hit);
    }

    void finishMoment()
    {
        for (const ShareIndex share : touched_) {
            Queue& queue = queues_[share];
            queue.isTouched = false;
            if (queue.count != 0 || queue.before == 0)
                continue;
            const auto [begin, end] = empties_.equal_range(share);
            for (auto it = begin; it != end; ++it)
                addHit(hits_[it->second], {now_, queue.last, {}});
        }
        touched_.clear();
    }

    /// Waits that touch are one: a hit is where none was too long the ms before.
    static void mergeLongWaits(std::vector<LongWait>& waits, std::vector<BreakpointHit>& hits)
    {
        std::sort(waits.begin(), waits.end(),
            [](const LongWait& a, const LongWait& b) { return a.from != b.from ? a.from < b.from : a.job < b.job; });
        TimeMs until = -1;
        for (const LongWait& wait : waits) {
            if (wait.from > until)
                hits.push_back({wait.from, wait.job, {}});
            until = std::max(until, wait.until);
        }
    }

    const RunResult& result_;
    const Scenario& scenario_;
    std::vector<std::vector<BreakpointHit>> hits_;
    std::vector<std::vector<LongWait>> longWaits_;
    bool readsLog_ = false;

    std::vector<std::size_t> anyPreemption_;
    std::multimap<ShareIndex, std::size_t> preemptions_;
    std::multimap<ShareIndex, std::size_t> empties_;
    std::multimap<JobIndex, std::size_t> starts_;
    std::multimap<JobIndex, std::size_t> jobPreemptions_;
    std::map<ShareIndex, std::vector<Limit>> limits_;

    TimeMs now_ = 0;
    /// Of jobs that are in; where they are RUNNABLE; since when they wait.
    std::unordered_map<JobIndex, ShareIndex> shares_;
    std::unordered_map<JobIndex, ShareIndex> queued_;
    std::unordered_map<JobIndex, Wait> waits_;
    std::map<ShareIndex, Queue> queues_;
    std::vector<ShareIndex> touched_;
};

/// Counts the preemptions in a row of jobs that are known to loop.
class LoopFollower {
public:
    explicit LoopFollower(const RunResult& result)
        : scenario_(*result.scenario)
    {
        for (const PreemptionLoop& loop : result.scorecard.loops)
            jobs_.emplace(loop.job, Row{});
    }

    void onEvent(const JobEvent& event, std::vector<LoopMoment>& found)
    {
        const auto known = jobs_.find(event.job);
        if (known == jobs_.end())
            return;
        Row& row = known->second;
        if (event.kind == EventKind::Running) {
            if (event.restoreFailed)
                row.durable = 0;
            row.resumedFrom = event.progress;
            row.runningSince = event.time;
        } else if (event.kind == EventKind::AttemptFailed) {
            row.durable = spent(event.job, row, event.time).durable;
            row.runningSince = kNever;
        } else if (event.kind == EventKind::Preempted) {
            onPreempted(row, event, found);
        }
    }

private:
    struct Row {
        std::uint32_t length = 0;
        TimeMs durable = 0;
        TimeMs durableAtPreemption = 0;
        TimeMs resumedFrom = 0;
        TimeMs runningSince = kNever;
    };

    [[nodiscard]] AttemptPlan::Spent spent(JobIndex job, const Row& row, TimeMs now) const
    {
        const AttemptPlan plan = AttemptPlan::of(scenario_.jobs[job], scenario_.jobs.profileOf(job), row.resumedFrom);
        return plan.at(std::min(now - row.runningSince, plan.duration()));
    }

    void onPreempted(Row& row, const JobEvent& event, std::vector<LoopMoment>& found) const
    {
        if (row.runningSince != kNever)
            row.durable = row.resumedFrom + spent(event.job, row, event.time).work - event.progress;
        row.runningSince = kNever;
        row.length = row.length > 0 && row.durable <= row.durableAtPreemption ? row.length + 1 : 1;
        row.durableAtPreemption = row.durable;
        if (row.length != kLoopLength)
            return;
        if (found.empty() || found.back().at != event.time)
            found.push_back({event.time, {}});
        found.back().jobs.push_back(event.job);
    }

    const Scenario& scenario_;
    std::unordered_map<JobIndex, Row> jobs_;
};

} // namespace

std::vector<std::vector<BreakpointHit>> findBreakpointHits(
    const RunResult& result, const std::vector<Breakpoint>& breakpoints, const Progress* progress)
{
    HitFinder finder(result, breakpoints);
    for (std::size_t i = 0; finder.readsLog() && i < result.log.size() && !isCancelled(progress, i); ++i) {
        // Events without a job are no matter here.
        if (result.log.jobOf(i).isValid())
            finder.onEvent(result.log[i]);
    }
    return finder.finish();
}

std::vector<LoopMoment> findLoopMoments(const RunResult& result, const Progress* progress)
{
    std::vector<LoopMoment> found;
    if (result.scorecard.loops.empty())
        return found;
    LoopFollower follower(result);
    for (std::size_t i = 0; i < result.log.size() && !isCancelled(progress, i); ++i) {
        if (result.log.jobOf(i).isValid())
            follower.onEvent(result.log[i], found);
    }
    return found;
}

} // namespace quotaboard
