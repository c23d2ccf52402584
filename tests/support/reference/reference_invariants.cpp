// SPDX-License-Identifier: Apache-2.0
//
// scheduling.md section 8: what must hold on every scenario.
#include <algorithm>

#include "reference_world.h"

namespace quotaboard::reference {

static void violated(World& w, int number, const std::string& what)
{
    w.violations.push_back("t=" + std::to_string(w.now) + " invariant " + std::to_string(number) + ": " + what);
}

// 1 and 2, for the share and unit of a dispatch.
void checkAfterDispatch(World& w, const Job& job)
{
    const Share& share = *findShare(w, job.share);
    if (total(w, job.unit) > ceilingOf(w, job.unit))
        violated(w, 1, "dispatch of job " + job.id.dump() + " raised total above the ceiling of " + job.unit);
    const Count use = used(w, job.share, job.unit);
    if (use > limitOf(share, job.unit) && !withinBorrowMax(share, job.unit, use))
        violated(w, 2, "dispatch of job " + job.id.dump() + " took " + share.name + " beyond what it may borrow");
}

// 2, without changes: a share above its limit borrows within its borrow limit.
static void checkBorrowers(World& w, const std::string& unit)
{
    for (const Share& share : w.shares)
        if (overLimit(w, share, unit) > 0 && !withinBorrowMax(share, unit, used(w, share.name, unit)))
            violated(w, 2, share.name + " is above its limit on " + unit + " without borrowing");
}

// 3: the front of a RESERVE share waits for nothing but its own share's jobs.
static void checkReserve(World& w, const Share& share, const std::string& unit)
{
    for (int index : frontsOf(w, share.name)) {
        const Job& front = w.jobs[static_cast<std::size_t>(index)];
        if (front.unit == unit && used(w, share.name, unit) + front.count <= limitOf(share, unit))
            violated(w, 3, "front " + front.id.dump() + " of RESERVE share " + share.name + " waits within its limit");
    }
    for (const Job& job : w.jobs) {
        if (job.state != JobState::Scheduled || job.share != share.name || job.unit != unit)
            continue;
        bool ownVictimStops = false;
        for (const VictimRef& victim : job.victims) {
            const Job& other = w.jobs[static_cast<std::size_t>(victim.job)];
            if (other.state == JobState::Stopping && other.share == share.name)
                ownVictimStops = true;
        }
        if (!ownVictimStops && occupiedBy(w, share.name, unit) + job.count <= limitOf(share, unit))
            violated(w, 3, "job " + job.id.dump() + " of RESERVE share " + share.name + " cannot start on its reserve");
    }
}

// 4: what is borrowed is idle elsewhere.
static void checkLending(World& w, const std::string& unit)
{
    Count borrowed = 0, lendable = 0;
    for (const Share& share : w.shares) {
        borrowed += overLimit(w, share, unit);
        if (share.strategy != Strategy::Reserve)
            lendable += idleOf(w, share, unit);
    }
    if (w.platform.unassignedCapacity == "borrowable")
        lendable += std::max<Count>(0, capacity(w, unit) - limitSum(w, unit));
    if (borrowed > lendable)
        violated(w, 4, "more is borrowed of " + unit + " than lent");
}

void checkAfterTimestamp(World& w)
{
    for (const std::string& unit : allUnits(w)) {
        if (!w.limitsOrStrategiesChanged)
            checkBorrowers(w, unit);
        if (!w.limitsOrStrategiesChanged && !oversubscribed(w, unit)) {
            for (const Share& share : w.shares)
                if (share.strategy == Strategy::Reserve)
                    checkReserve(w, share, unit);
            checkLending(w, unit);
        }
        if (!w.capacityLowered && occupied(w, unit) > capacity(w, unit))
            violated(w, 5, "instances held exceed the capacity of " + unit);
    }
}

// 6 and 8.
void checkAtEnd(World& w, Ms windowEnd)
{
    Ms labels = w.idle, submitted = 0, ended = 0;
    for (const Job& job : w.jobs) {
        const JobAccount a = accountOf(w, job, windowEnd, nullptr);
        const Ms sum = a.completed + a.inProgress + a.discarded + a.lost + a.restart + a.checkpoint + a.hold;
        labels += sum;
        if (sum != a.heldTime)
            violated(w, 6,
                "job " + job.id.dump() + " held " + std::to_string(a.heldTime) + ", labels give "
                    + std::to_string(sum));
        if (job.state == JobState::NotSubmitted)
            continue;
        ++submitted;
        if (isEnded(job))
            ++ended;
    }
    if (labels != w.paid + w.overcommitted)
        violated(w, 6, "the accounting identity does not hold");

    Ms submittedEvents = 0, endEvents = 0;
    for (const Json& event : w.events) {
        if (event.at("event") == "SUBMITTED")
            ++submittedEvents;
        if (event.at("event") == "SUCCEEDED" || event.at("event") == "FAILED")
            ++endEvents;
    }
    if (submittedEvents != submitted || endEvents != ended)
        violated(w, 8, "a job was lost or ended twice");
    for (const Job& job : w.jobs) {
        if (w.horizon || isEnded(job) || job.state == JobState::Runnable)
            continue;
        if (job.state == JobState::Scheduled)
            continue; // capacity was taken away for good
        violated(w, 8, "job " + job.id.dump() + " was left behind");
    }
}

} // namespace quotaboard::reference
