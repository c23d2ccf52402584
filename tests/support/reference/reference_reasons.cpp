// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 7: why a job waits, and the clocks of jobStateTimeLimitActions.
#include "reference_world.h"

namespace quotaboard::reference {

static Count reservedLimitsOfOthers(const World& w, const Job& job)
{
    Count sum = 0;
    for (const Share& other : w.shares)
        if (other.name != job.share && other.strategy == Strategy::Reserve)
            sum += limitOf(other, job.unit);
    return sum;
}

std::string waitingReasonAsFront(const World& w, const Job& job)
{
    if (!w.environmentEnabled)
        return "ENVIRONMENT_DISABLED";
    const Share& share = *findShare(w, job.share);
    const Count n = job.count;
    const Count limit = limitOf(share, job.unit);
    const Count wouldUse = used(w, job.share, job.unit) + n;
    const bool borrows = share.strategy == Strategy::LendAndBorrow;
    if (n > capacity(w, job.unit))
        return "ENVIRONMENT_MAX";
    if (!borrows && n > limit)
        return "SHARE_LIMIT";
    if (!withinBorrowMax(share, job.unit, n))
        return "BORROW_LIMIT_MAX";
    if (n > limit && n > ceilingOf(w, job.unit) - reservedLimitsOfOthers(w, job))
        return "BORROWABLE_MAX";
    if (wouldUse > limit) {
        if (borrowMax(share, job.unit) == Count{0})
            return "SHARE_FULL";
        if (!withinBorrowMax(share, job.unit, wouldUse))
            return "BORROW_LIMIT";
        return "NOTHING_TO_BORROW";
    }
    return "OVERSUBSCRIBED";
}

std::string waitingReason(const World& w, const Job& job)
{
    if (job.state == JobState::Scheduled)
        return "WAITING_FOR_INSTANCES";
    if (job.state != JobState::Runnable)
        return "";
    if (!w.environmentEnabled)
        return "ENVIRONMENT_DISABLED";
    if (!isFront(w, job))
        return "BEHIND";
    return waitingReasonAsFront(w, job);
}

std::string awsReasonOf(const std::string& code)
{
    if (code == "ENVIRONMENT_MAX")
        return "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE";
    if (code == "SHARE_LIMIT" || code == "BORROW_LIMIT_MAX" || code == "BORROWABLE_MAX")
        return "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED";
    return "";
}

bool isImpossible(const World& w, const Job& job)
{
    return job.state == JobState::Runnable && !awsReasonOf(waitingReasonAsFront(w, job)).empty();
}

void updateClocks(World& w)
{
    for (Job& job : w.jobs) {
        const std::string aws = isFront(w, job) ? awsReasonOf(waitingReasonAsFront(w, job)) : "";
        if (aws.empty())
            job.clock.reset();
        else if (!job.clock || job.clock->awsReason != aws)
            job.clock = Clock{aws, w.now};
    }
}

void recordWaiting(World& w)
{
    for (const Job& job : w.jobs) {
        const std::string reason = waitingReason(w, job);
        if (reason.empty())
            continue;
        ++w.waitingReasons[reason];
        if (w.recordWaiting)
            w.waiting.push_back({{"t", w.now}, {"jobId", job.id}, {"reason", reason}});
    }
}

} // namespace quotaboard::reference
