// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 5: attempts, progress, checkpoints; and what a preemption does (section 4).
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

Json& logEvent(World& w, const std::string& event, const Job* job)
{
    Json entry = {{"t", w.now}, {"seq", w.events.size()}, {"event", event}};
    if (job != nullptr)
        entry["jobId"] = job->id;
    w.events.push_back(entry);
    return w.events.back();
}

static Ms checkpointWrites(const Job& job, Ms remaining)
{
    if (!job.checkpoint || remaining == 0)
        return 0;
    const Ms intervals = (remaining + job.checkpoint->interval - 1) / job.checkpoint->interval; // rounded up
    return job.checkpoint->cost * (intervals - 1);
}

Ms runLength(const Job& job, const Attempt& attempt)
{
    const Ms remaining = job.work - attempt.resumedFrom;
    return attempt.restore + remaining + checkpointWrites(job, remaining);
}

// Walks through the attempt: restore, then work and write, until `elapsed` is used up.
RunPosition positionAfter(const Job& job, const Attempt& attempt, Ms elapsed)
{
    RunPosition position;
    position.durable = attempt.resumedFrom;
    position.restored = std::min(elapsed, attempt.restore);
    Ms left = elapsed - position.restored;
    const Ms remaining = job.work - attempt.resumedFrom;
    while (position.worked < remaining) {
        Ms stretch = remaining - position.worked;
        if (job.checkpoint)
            stretch = std::min(stretch, job.checkpoint->interval);
        if (left < stretch) {
            position.worked += left;
            return position;
        }
        position.worked += stretch;
        left -= stretch;
        if (position.worked == remaining)
            return position;
        if (left < job.checkpoint->cost) {
            position.writing = left;
            return position;
        }
        position.written += job.checkpoint->cost;
        left -= job.checkpoint->cost;
        position.durable = attempt.resumedFrom + position.worked;
    }
    return position;
}

// Progress and durable progress right after a preemption now.
struct AfterPreemption {
    Ms durable = 0, lost = 0;
};

static AfterPreemption afterPreemption(const World& w, const Job& job)
{
    if (job.state != JobState::Running)
        return {job.durable, 0};
    const Attempt& attempt = job.attempts.back();
    const RunPosition position = positionAfter(job, attempt, w.now - *attempt.runningAt);
    const Ms progress = attempt.resumedFrom + position.worked;
    if (job.checkpoint && job.checkpoint->onStop && job.checkpoint->cost <= w.platform.stopGrace)
        return {progress, 0};
    return {position.durable, progress - position.durable};
}

Ms lossIfPreempted(const World& w, const Job& job)
{
    return afterPreemption(w, job).lost;
}

double uniformDraw(std::uint64_t seed, int jobIndex, std::size_t attempt)
{
    const std::uint64_t key = static_cast<std::uint64_t>(jobIndex) * 1024U + attempt + 1U;
    std::uint64_t z = seed + 0x9E3779B97F4A7C15ULL * key;
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9ULL;
    z ^= z >> 27;
    z *= 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1p-53;
}

void becomeRunnable(World& w, Job& job, bool again)
{
    job.state = JobState::Runnable;
    job.clock.reset();
    job.victims.clear();
    if (!again || w.platform.requeue == "back")
        job.queueTime = w.now;
    if (!job.firstRunnable)
        job.firstRunnable = w.now;
    logEvent(w, "RUNNABLE", &job);
}

// Ends a job that is not finished yet, whatever it is doing; its instances are released at once.
void failJob(World& w, Job& job, const std::string& reason)
{
    job.workAtEnd = job.durable;
    if (!job.attempts.empty() && !job.attempts.back().endedAt) {
        Attempt& attempt = job.attempts.back();
        if (job.state == JobState::Running)
            job.workAtEnd = attempt.resumedFrom + positionAfter(job, attempt, w.now - *attempt.runningAt).worked;
        attempt.endedAt = w.now;
        if (attempt.end == AttemptEnd::None)
            attempt.end = AttemptEnd::Ended;
    }
    job.state = JobState::Failed;
    job.finishedAt = w.now;
    Json& entry = logEvent(w, "FAILED", &job);
    entry["attempt"] = job.attempts.size();
    entry["reason"] = reason;
}

static void returnAfterPreemption(World& w, Job& job)
{
    if (job.preemptionRetries && job.preemptions > *job.preemptionRetries)
        failJob(w, job, "PREEMPTION_RETRIES_EXHAUSTED");
    else
        becomeRunnable(w, job, true);
}

static void preempt(World& w, Job& victim, const Job& by, bool crossShare)
{
    const AfterPreemption after = afterPreemption(w, victim);
    Attempt& attempt = victim.attempts.back();
    victim.durable = after.durable;
    ++victim.preemptions;
    attempt.preemptedAt = w.now;
    attempt.end = AttemptEnd::Preempted;
    attempt.lost = after.lost;
    attempt.durableAfter = after.durable;
    attempt.crossShare = crossShare;
    attempt.byJob = by.index;

    Json& entry = logEvent(w, "PREEMPTED", &victim);
    entry["attempt"] = victim.attempts.size();
    entry["cause"] = crossShare ? "CROSS_SHARE" : "IN_SHARE";
    entry["byJobId"] = by.id;
    entry["lostMs"] = after.lost;

    if (victim.state == JobState::Scheduled) {
        attempt.endedAt = w.now;
        returnAfterPreemption(w, victim);
    } else {
        victim.state = JobState::Stopping;
        victim.stopsAt = w.now + w.platform.stopGrace;
    }
}

void dispatch(World& w, int index, const std::vector<int>& inShareVictims, const std::vector<int>& reclaimed)
{
    Job& job = w.jobs[static_cast<std::size_t>(index)];
    std::vector<VictimRef> victims;
    const auto preemptAll = [&](const std::vector<int>& list, bool crossShare) {
        for (int v : list) {
            Job& victim = w.jobs[static_cast<std::size_t>(v)];
            victims.push_back({v, victim.attempts.size()});
            preempt(w, victim, job, crossShare);
        }
    };
    preemptAll(inShareVictims, false);
    preemptAll(reclaimed, true);
    if (!reclaimed.empty())
        job.triggeredReclaim = true;

    job.state = JobState::Scheduled;
    job.clock.reset();
    job.victims = victims;
    job.dispatchSeq = ++w.lastDispatchSeq;
    job.attempts.emplace_back();
    job.attempts.back().scheduledAt = w.now;

    const Count borrowed = std::min(job.count, overLimit(w, *findShare(w, job.share), job.unit));
    Json& entry = logEvent(w, "SCHEDULED", &job);
    entry["attempt"] = job.attempts.size();
    entry["own"] = job.count - borrowed;
    entry["borrowed"] = borrowed;
    checkAfterDispatch(w, job);
}

void beginRunning(World& w, Job& job)
{
    Attempt& attempt = job.attempts.back();
    job.state = JobState::Running;
    attempt.runningAt = w.now;
    if (!job.firstRunning) {
        job.firstRunning = w.now;
        job.priorityAtFirstStart = job.priority;
    }
    Json& entry = logEvent(w, "RUNNING", &job);
    entry["attempt"] = job.attempts.size();
    if (job.durable == 0)
        return;
    const double probability = w.platform.resumeSuccessProbability;
    const bool usable
        = probability >= 1.0 || uniformDraw(w.platform.seed, job.index, job.attempts.size()) < probability;
    if (usable) {
        attempt.resumedFrom = job.durable;
        attempt.restore = job.restore;
        entry["resumedFromMs"] = job.durable;
    } else {
        attempt.restoreFailed = true;
        attempt.thrownAwayAtRestore = job.durable;
        job.durable = 0;
        entry["restoreFailed"] = true;
    }
}

// When the running attempt ends by itself: its work is complete, or it times out before that.
Ms attemptEndsAt(const Job& job)
{
    const Attempt& attempt = job.attempts.back();
    Ms length = runLength(job, attempt);
    if (job.attemptDuration)
        length = std::min(length, *job.attemptDuration);
    return *attempt.runningAt + length;
}

static bool patternMatches(const std::string& pattern, const std::string& text)
{
    if (!pattern.empty() && pattern.back() == '*')
        return text.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
    return pattern == text;
}

static bool sameIgnoringCase(const std::string& a, const std::string& upper)
{
    std::string copy;
    for (char c : a)
        copy.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    return copy == upper;
}

static bool exitRuleSaysExit(const Job& job, const std::string& reason)
{
    const std::string text = reason == "TIMEOUT" ? "Job attempt duration exceeded timeout" : "Job failed";
    for (const ExitRule& rule : job.exitRules)
        if (patternMatches(rule.pattern, text))
            return sameIgnoringCase(rule.action, "EXIT");
    return false;
}

void endAttempt(World& w, Job& job)
{
    Attempt& attempt = job.attempts.back();
    const RunPosition position = positionAfter(job, attempt, w.now - *attempt.runningAt);
    const bool complete = w.now - *attempt.runningAt == runLength(job, attempt);
    attempt.endedAt = w.now;
    if (complete && !job.outcomeFailed) {
        attempt.end = AttemptEnd::Succeeded;
        job.workAtEnd = job.work;
        job.state = JobState::Succeeded;
        job.finishedAt = w.now;
        logEvent(w, "SUCCEEDED", &job)["attempt"] = job.attempts.size();
        return;
    }
    attempt.end = AttemptEnd::OwnFailure;
    job.durable = position.durable;
    job.discardedByFailures += attempt.resumedFrom + position.worked - position.durable;
    ++job.ownFailures;
    const std::string reason = complete ? "FAILED" : "TIMEOUT";
    Json& entry = logEvent(w, "ATTEMPT_FAILED", &job);
    entry["attempt"] = job.attempts.size();
    entry["reason"] = reason;
    if (job.ownFailures < job.maxAttempts && !exitRuleSaysExit(job, reason))
        becomeRunnable(w, job, true);
    else
        failJob(w, job, reason);
}

void releaseStopped(World& w, Job& job)
{
    job.attempts.back().endedAt = w.now;
    logEvent(w, "STOPPED", &job)["attempt"] = job.attempts.size();
    returnAfterPreemption(w, job);
}

} // namespace quotaboard::reference
