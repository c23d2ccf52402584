// SPDX-License-Identifier: Apache-2.0
// Why a job waits (scheduling.md section 7). Asking changes nothing.
#include "core/scheduler/scheduler.h"

#include <algorithm>
#include <bit>

namespace quotaboard {

namespace {

constexpr std::size_t kMaxJobsAhead = 100;

} // namespace

WaitCode Scheduler::frontReason(JobSlot slot) const
{
    const Entry& entry = entries_[slot.value()];
    if (!environmentEnabled_)
        return WaitCode::EnvironmentDisabled;
    const Ledger::Row& row = ledger_.row(entry.lane, entry.unit);
    const Ledger::Pool& pool = ledger_.pool(entry.unit);
    const std::int64_t instances = entry.instances;
    if (instances > pool.capacity)
        return WaitCode::EnvironmentMax;
    if (instances > row.limit) {
        if ((borrows_ >> entry.lane & 1U) == 0)
            return WaitCode::ShareLimit;
        if (instances > row.limit + row.borrowMax)
            return WaitCode::BorrowLimitMax;
        std::int64_t reservedElsewhere = 0;
        for (const Lane lane : order_) {
            if (lane != entry.lane && ledger_.isReserve(lane))
                reservedElsewhere += ledger_.row(lane, entry.unit).limit;
        }
        if (instances > pool.ceiling - reservedElsewhere)
            return WaitCode::BorrowableMax;
    }
    const std::int64_t wanted = row.dispatched + instances;
    if (wanted <= row.limit)
        return WaitCode::Oversubscribed;
    if (row.borrowMax == 0)
        return WaitCode::ShareFull;
    return wanted > row.limit + row.borrowMax ? WaitCode::BorrowLimit : WaitCode::NothingToBorrow;
}

WaitReason Scheduler::explain(JobSlot slot) const
{
    const Entry& entry = entries_[slot.value()];
    WaitReason reason;
    reason.instances = entry.instances;
    const Ledger::Row& row = ledger_.row(entry.lane, entry.unit);
    const Ledger::Pool& pool = ledger_.pool(entry.unit);
    reason.limit = row.limit;
    reason.dispatched = row.dispatched;
    reason.borrowMax = row.borrowMax;
    reason.capacity = pool.capacity;
    reason.ceiling = pool.ceiling;
    reason.totalDispatched = pool.dispatched;
    reason.held = ledger_.held(entry.lane, entry.unit);
    if (entry.phase == JobPhase::Scheduled) {
        reason.code = WaitCode::WaitingForInstances;
        for (const Entry& other : entries_) {
            if (other.phase == JobPhase::Stopping && other.claimant == slot.value()
                && other.claimantSequence == entry.dispatchSequence)
                reason.victims.push_back(other.job);
        }
        return reason;
    }
    if (entry.phase != JobPhase::Runnable)
        return reason;

    const ReadyQueue::Item self{entry.priority, slot, entry.queueTime, entry.job, entry.instances};
    std::vector<ReadyQueue::Item> ahead;
    for (std::size_t u = 0; u < unitCount_; ++u) {
        if (queueFront_ == QueueFront::CapacityUnit && UnitIndex{u} != entry.unit)
            continue;
        for (const ReadyQueue::Item& item : cell(entry.lane, UnitIndex{u}).queue.items()) {
            if (item.before(self))
                ahead.push_back(item);
        }
    }
    std::sort(ahead.begin(), ahead.end(), [](const auto& a, const auto& b) { return a.before(b); });
    reason.position = ahead.size() + 1;
    if (!ahead.empty())
        reason.front = ahead.front().job();
    for (std::size_t i = 0; i < std::min(ahead.size(), kMaxJobsAhead); ++i)
        reason.ahead.push_back(ahead[i].job());
    reason.code = environmentEnabled_ && !ahead.empty() ? WaitCode::Behind : frontReason(slot);
    return reason;
}

std::vector<JobSlot> Scheduler::fronts() const
{
    std::vector<JobSlot> result;
    for (const Lane lane : order_) {
        for (std::size_t u = 0; u < unitCount_; ++u) {
            if ((fronts_[u].lanes >> lane & 1U) != 0)
                result.push_back(cell(lane, UnitIndex{u}).queue.front().slot());
        }
    }
    return result;
}

std::vector<JobSlot> Scheduler::dispatchedOn(UnitIndex unit) const
{
    std::vector<JobSlot> result;
    for (const Lane lane : order_) {
        for (std::uint32_t slot = cell(lane, unit).firstDispatched; slot != kNone; slot = entries_[slot].next)
            result.push_back(JobSlot{slot});
    }
    return result;
}

} // namespace quotaboard
