// SPDX-License-Identifier: Apache-2.0
#include "core/store/run_attempts.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace quotaboard {

namespace {

using End = AttemptRecord::End;

void finish(AttemptRecord& attempt, TimeMs time, End outcome, FailureReason reason)
{
    if (attempt.outcome != End::Alive)
        return;
    attempt.end = time;
    attempt.outcome = outcome;
    attempt.reason = reason;
}

void apply(AttemptRecord& attempt, const JobEvent& event)
{
    switch (event.kind) {
    case EventKind::Starting:
        attempt.starting = event.time;
        break;
    case EventKind::Running:
        attempt.running = event.time;
        attempt.resumedFrom = event.progress;
        attempt.restoreFailed = event.restoreFailed;
        break;
    case EventKind::Preempted:
        finish(attempt, event.time, End::Preempted, FailureReason::None);
        attempt.by = event.by;
        attempt.cause = event.cause;
        attempt.lost = event.progress;
        break;
    case EventKind::Stopped:
        attempt.released = event.time;
        break;
    case EventKind::AttemptFailed:
        finish(attempt, event.time, event.reason == FailureReason::Timeout ? End::TimedOut : End::Failed, event.reason);
        break;
    case EventKind::Succeeded:
        finish(attempt, event.time, End::Succeeded, FailureReason::None);
        break;
    case EventKind::Failed:
        finish(attempt, event.time, End::Ended, event.reason);
        break;
    case EventKind::Submitted:
    case EventKind::Runnable:
    case EventKind::Scheduled:
    case EventKind::Updated:
    case EventKind::Moved:
        break;
    }
}

/// Follows every job through the log.
class AttemptReader {
public:
    AttemptReader(const Scenario& scenario, const std::function<bool(const RunAttempt&)>& consume)
        : consume_(consume)
        , queued_(scenario.jobs.size(), 0)
        , shares_(scenario.jobs.size())
    {
    }

    /// False when no more is wanted.
    bool read(const JobEvent& event)
    {
        if (event.kind == EventKind::Updated)
            return true;
        const std::size_t job = event.job.value();
        if (event.kind == EventKind::Submitted || event.kind == EventKind::Moved)
            shares_[job] = event.share;
        else if (event.kind == EventKind::Runnable)
            queued_[job] = event.time;
        const auto found = open_.find(event.job);
        if (event.kind == EventKind::Scheduled)
            return (found == open_.end() || hand(found->second)) && begin(event);
        if (found == open_.end())
            return true;
        apply(found->second.record, event);
        if (event.kind != EventKind::Succeeded)
            return true;
        const RunAttempt ended = found->second;
        open_.erase(found);
        return hand(ended);
    }

    void finish()
    {
        std::vector<JobIndex> left;
        for (const auto& [job, attempt] : open_)
            left.push_back(job);
        std::sort(left.begin(), left.end());
        for (const JobIndex job : left) {
            if (!hand(open_.at(job)))
                return;
        }
    }

private:
    bool begin(const JobEvent& event)
    {
        RunAttempt attempt;
        attempt.job = event.job;
        attempt.share = shares_[event.job.value()];
        attempt.queued = queued_[event.job.value()];
        attempt.record.number = event.attempt;
        attempt.record.scheduled = event.time;
        attempt.record.borrowed = event.borrowed;
        open_[event.job] = attempt;
        return true;
    }
    bool hand(const RunAttempt& attempt) { return consume_(attempt); }

    const std::function<bool(const RunAttempt&)>& consume_;
    std::vector<TimeMs> queued_;
    std::vector<ShareIndex> shares_;
    std::unordered_map<JobIndex, RunAttempt> open_;
};

constexpr std::array<std::string_view, 6> kEnds{"ALIVE", "PREEMPTED", "FAILED", "TIMED_OUT", "SUCCEEDED", "ENDED"};

} // namespace

void forEachAttempt(
    const Scenario& scenario, const EventLog& log, const std::function<bool(const RunAttempt&)>& consume)
{
    AttemptReader reader(scenario, consume);
    for (std::size_t i = 0; i < log.size(); ++i) {
        if (!reader.read(log[i]))
            return;
    }
    reader.finish();
}

std::string_view nameOf(AttemptRecord::End end)
{
    return kEnds.at(static_cast<std::size_t>(end));
}

} // namespace quotaboard
