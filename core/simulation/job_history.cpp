// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/job_history.h"

#include <algorithm>

namespace quotaboard {

namespace {

void endAttempt(JobHistory& history, TimeMs time, AttemptRecord::End outcome, FailureReason reason)
{
    if (history.attempts.empty() || history.attempts.back().outcome != AttemptRecord::End::Alive)
        return;
    AttemptRecord& attempt = history.attempts.back();
    attempt.end = time;
    attempt.outcome = outcome;
    attempt.reason = reason;
}

void preempt(JobHistory& history, const JobEvent& event)
{
    endAttempt(history, event.time, AttemptRecord::End::Preempted, FailureReason::None);
    AttemptRecord& attempt = history.attempts.back();
    attempt.by = event.by;
    attempt.cause = event.cause;
    attempt.lost = event.progress;
}

void apply(JobHistory& history, const JobEvent& event)
{
    switch (event.kind) {
    case EventKind::Submitted:
        history.submitted = event.time;
        break;
    case EventKind::Runnable:
        history.runnable = std::min(history.runnable, event.time);
        break;
    case EventKind::Scheduled:
        history.attempts.emplace_back();
        history.attempts.back().number = event.attempt;
        history.attempts.back().scheduled = event.time;
        history.attempts.back().borrowed = event.borrowed;
        break;
    case EventKind::Starting:
        history.attempts.back().starting = event.time;
        break;
    case EventKind::Running:
        history.attempts.back().running = event.time;
        history.attempts.back().resumedFrom = event.progress;
        history.attempts.back().restoreFailed = event.restoreFailed;
        break;
    case EventKind::Preempted:
        preempt(history, event);
        break;
    case EventKind::Stopped:
        history.attempts.back().released = event.time;
        break;
    case EventKind::AttemptFailed:
        endAttempt(history, event.time,
            event.reason == FailureReason::Timeout ? AttemptRecord::End::TimedOut : AttemptRecord::End::Failed,
            event.reason);
        break;
    case EventKind::Succeeded:
        endAttempt(history, event.time, AttemptRecord::End::Succeeded, FailureReason::None);
        history.ended = event.time;
        history.succeeded = true;
        break;
    case EventKind::Failed:
        endAttempt(history, event.time, AttemptRecord::End::Ended, event.reason);
        history.ended = event.time;
        history.reason = event.reason;
        break;
    case EventKind::Updated:
    case EventKind::Moved:
        break;
    }
}

} // namespace

JobHistory historyOf(const EventLog& log, JobIndex job, std::size_t events)
{
    JobHistory history;
    for (std::size_t i = 0; i < std::min(events, log.size()); ++i) {
        if (log.jobOf(i) == job)
            apply(history, log[i]);
    }
    return history;
}

} // namespace quotaboard
