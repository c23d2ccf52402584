// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 6: time and event order.
#include <algorithm>
#include <stdexcept>

#include "reference_model.h"
#include "reference_world.h"

namespace quotaboard::reference {

static std::optional<Ms> limitFor(const World& w, const std::string& awsReason)
{
    for (const TimeLimit& limit : w.timeLimits)
        if (limit.reason == awsReason)
            return limit.maxTime;
    return std::nullopt;
}

// The next thing that happens to a job by itself.
static std::optional<Ms> nextEventOf(const World& w, const Job& job)
{
    switch (job.state) {
    case JobState::NotSubmitted:
        return job.submitAt;
    case JobState::Starting:
        return *job.attempts.back().startingAt + job.attempts.back().startup;
    case JobState::Running:
        return attemptEndsAt(job);
    case JobState::Stopping:
        return job.stopsAt;
    case JobState::Runnable:
        if (job.clock)
            if (const std::optional<Ms> limit = limitFor(w, job.clock->awsReason))
                return job.clock->since + *limit;
        return std::nullopt;
    case JobState::Scheduled:
    case JobState::Succeeded:
    case JobState::Failed:
        return std::nullopt;
    }
    return std::nullopt;
}

static std::optional<Ms> nextEventTime(const World& w)
{
    std::optional<Ms> next;
    const auto consider = [&next](std::optional<Ms> at) {
        if (at && (!next || *at < *next))
            next = at;
    };
    for (const Job& job : w.jobs)
        consider(nextEventOf(w, job));
    for (const Intervention& intervention : w.interventions)
        if (!intervention.applied)
            consider(intervention.at);
    return next;
}

static void submit(World& w, Job& job)
{
    logEvent(w, "SUBMITTED", &job)["quotaShareName"] = job.share;
    const Share* share = findShare(w, job.share);
    if (!w.queueEnabled)
        failJob(w, job, "QUEUE_DISABLED");
    else if (share == nullptr)
        failJob(w, job, "SHARE_DELETED");
    else if (!share->enabled)
        failJob(w, job, "SHARE_DISABLED");
    else
        becomeRunnable(w, job, false);
}

static void releasesAndEnds(World& w)
{
    for (Job& job : w.jobs) {
        if (job.state == JobState::Stopping && job.stopsAt <= w.now)
            releaseStopped(w, job);
        else if (job.state == JobState::Running && attemptEndsAt(job) <= w.now)
            endAttempt(w, job);
    }
}

static void startupsFinished(World& w)
{
    std::vector<int> ready;
    for (const Job& job : w.jobs)
        if (job.state == JobState::Starting && *nextEventOf(w, job) <= w.now)
            ready.push_back(job.index);
    std::sort(ready.begin(), ready.end(), [&w](int a, int b) {
        return w.jobs[static_cast<std::size_t>(a)].dispatchSeq < w.jobs[static_cast<std::size_t>(b)].dispatchSeq;
    });
    for (int index : ready)
        beginRunning(w, w.jobs[static_cast<std::size_t>(index)]);
}

static void timeLimitActions(World& w)
{
    updateClocks(w);
    std::vector<int> due;
    for (const Job& job : w.jobs)
        if (job.state == JobState::Runnable && job.clock && nextEventOf(w, job) && *nextEventOf(w, job) <= w.now)
            due.push_back(job.index);
    for (int index : due)
        failJob(w, w.jobs[static_cast<std::size_t>(index)], "TIME_LIMIT");
}

static void oneRound(World& w)
{
    releasesAndEnds(w);
    startupsFinished(w);
    for (Intervention& intervention : w.interventions) {
        if (intervention.applied || intervention.at > w.now)
            continue;
        intervention.applied = true;
        applyIntervention(w, intervention);
    }
    for (Job& job : w.jobs)
        if (job.state == JobState::NotSubmitted && job.submitAt <= w.now)
            submit(w, job);
    timeLimitActions(w);
    schedulingPass(w);
    updateClocks(w);
    startScheduledJobs(w);
}

void simulate(World& w)
{
    while (const std::optional<Ms> next = nextEventTime(w)) {
        if (w.horizon && *next > *w.horizon)
            break;
        integrate(w, w.now, *next);
        w.now = *next;
        int rounds = 0;
        while (nextEventTime(w) == w.now) {
            if (++rounds > maxRounds)
                throw std::runtime_error("too many rounds at one timestamp");
            oneRound(w);
        }
        recordWaiting(w);
        checkAfterTimestamp(w);
    }
    const Ms end = windowEndOf(w);
    integrate(w, w.now, end);
    w.now = std::max(w.now, end);
    checkAtEnd(w, end);
}

Outcome run(const Json& scenario, const RunOptions& options)
{
    World w = load(scenario, options.catalogue);
    w.recordWaiting = options.recordWaiting;
    simulate(w);
    Outcome outcome;
    outcome.summary = summarise(w);
    outcome.events = w.events;
    outcome.violations = w.violations;
    outcome.waitingReasons = w.waitingReasons;
    outcome.rules = w.rules;
    outcome.waiting = w.waiting;
    return outcome;
}

} // namespace quotaboard::reference
