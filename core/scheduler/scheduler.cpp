// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler/scheduler.h"

#include <algorithm>
#include <cstddef>

namespace quotaboard {

Scheduler::Scheduler(std::size_t shareCount, std::size_t unitCount)
    : unitCount_(unitCount)
    , ledger_(unitCount)
    , cells_(kMaxShares * unitCount)
    , laneOf_(shareCount, kNoLane)
    , fronts_(unitCount)
{
}

void Scheduler::setPolicy(const PolicyState& policy)
{
    for (Lane& lane : laneOf_) {
        const auto index = static_cast<std::size_t>(&lane - laneOf_.data());
        if (lane != kNoLane && !policy.exists(ShareIndex{index})) {
            shareOf_[lane] = ShareIndex{};
            lane = kNoLane;
        }
    }
    order_.clear();
    inSharePreemption_ = 0;
    borrows_ = 0;
    for (const ShareIndex share : policy.order()) {
        Lane& lane = laneOf_[share.value()];
        if (lane == kNoLane) {
            const auto unused
                = std::find_if(shareOf_.begin(), shareOf_.end(), [](ShareIndex s) { return !s.isValid(); });
            lane = static_cast<Lane>(unused - shareOf_.begin());
            shareOf_[lane] = share;
        }
        positionOf_[lane] = static_cast<std::uint8_t>(order_.size());
        order_.push_back(lane);
        if (policy.share(share).inSharePreemption)
            inSharePreemption_ |= LaneMask{1} << lane;
        if (policy.share(share).sharing.strategy == SharingStrategy::LendAndBorrow)
            borrows_ |= LaneMask{1} << lane;
    }
    ledger_.setPolicy(policy, laneOf_);
    victimOrder_ = policy.platform().victimOrder;
    queueFront_ = policy.platform().queueFront;
    environmentEnabled_ = policy.environmentEnabled();
    decidesByTime_ = false;
    for (std::size_t u = 0; u < unitCount_ && victimOrder_ == VictimOrder::LeastLoss; ++u)
        decidesByTime_ = decidesByTime_ || ledger_.pool(UnitIndex{u}).isOversubscribed();
    for (Lane lane = 0; lane < kMaxShares; ++lane)
        refreshFronts(lane);
    markAll();
}

JobSlot Scheduler::submit(
    JobIndex job, ShareIndex share, UnitIndex unit, std::int32_t instances, std::int32_t priority, TimeMs queueTime)
{
    std::uint32_t slot = 0;
    if (freeSlots_.empty()) {
        slot = static_cast<std::uint32_t>(entries_.size());
        entries_.emplace_back();
    } else {
        slot = freeSlots_.back();
        freeSlots_.pop_back();
    }
    Entry& entry = entries_[slot];
    entry = Entry{};
    entry.job = job;
    entry.lane = laneOf_[share.value()];
    entry.unit = unit;
    entry.instances = instances;
    entry.priority = priority;
    entry.queueTime = queueTime;
    enqueue(slot);
    return JobSlot{slot};
}

void Scheduler::requeue(JobSlot slot, TimeMs queueTime)
{
    entries_[slot.value()].queueTime = queueTime;
    enqueue(slot.value());
}

void Scheduler::remove(JobSlot slot)
{
    entries_[slot.value()].phase = JobPhase::Free;
    freeSlots_.push_back(slot.value());
}

void Scheduler::release(JobSlot slot)
{
    Entry& entry = entries_[slot.value()];
    switch (entry.phase) {
    case JobPhase::Runnable:
        dequeue(slot.value());
        break;
    case JobPhase::Scheduled:
        dropScheduled(slot.value());
        unlinkDispatched(slot.value());
        break;
    case JobPhase::Starting:
    case JobPhase::Running:
        unlinkDispatched(slot.value());
        ledger_.addOccupied(entry.lane, entry.unit, -entry.instances);
        break;
    case JobPhase::Stopping: {
        ledger_.addOccupied(entry.lane, entry.unit, -entry.instances);
        Entry& claimant = entries_[entry.claimant];
        if (claimant.phase == JobPhase::Scheduled && claimant.dispatchSequence == entry.claimantSequence)
            --claimant.pendingVictims;
        break;
    }
    case JobPhase::Detached:
    case JobPhase::Free:
        break;
    }
    entry.claimant = kNone;
    entry.phase = JobPhase::Detached;
}

void Scheduler::setPriority(JobSlot slot, std::int32_t priority)
{
    Entry& entry = entries_[slot.value()];
    if (entry.phase == JobPhase::Runnable) {
        dequeue(slot.value());
        entry.priority = priority;
        enqueue(slot.value());
        return;
    }
    entry.priority = priority;
    Cell& own = cell(entry.lane, entry.unit);
    own.lowestPriority = std::min(own.lowestPriority, priority);
    // Victim orders and in-share candidates depend on the priorities of dispatched jobs.
    markUnit(entry.unit);
}

void Scheduler::move(JobSlot slot, ShareIndex share, TimeMs now)
{
    dequeue(slot.value());
    Entry& entry = entries_[slot.value()];
    entry.lane = laneOf_[share.value()];
    entry.queueTime = now;
    enqueue(slot.value());
}

void Scheduler::enqueue(std::uint32_t slot)
{
    Entry& entry = entries_[slot];
    entry.phase = JobPhase::Runnable;
    entry.dispatchSequence = 0;
    ReadyQueue& queue = cell(entry.lane, entry.unit).queue;
    queue.push({entry.priority, JobSlot{slot}, entry.queueTime, entry.job, entry.instances});
    if (queue.front().slot().value() == slot)
        raiseFront(entry.lane, entry.unit.value());
}

void Scheduler::dequeue(std::uint32_t slot)
{
    Entry& entry = entries_[slot];
    ReadyQueue& queue = cell(entry.lane, entry.unit).queue;
    const bool wasFirst = queue.front().slot().value() == slot;
    if (wasFirst)
        queue.pop();
    else
        queue.remove(JobSlot{slot});
    entry.phase = JobPhase::Detached;
    if (wasFirst && (queueFront_ == QueueFront::CapacityUnit || frontUnit_[entry.lane] == entry.unit.value()))
        refreshFronts(entry.lane);
}

/// The queue of this share and unit has a new first job: it may be the share's front.
void Scheduler::raiseFront(Lane lane, std::size_t unit)
{
    const LaneMask bit = LaneMask{1} << lane;
    if (queueFront_ == QueueFront::Share) {
        const std::size_t known = frontUnit_[lane];
        if (known != kNoUnit && known != unit) {
            if (!cell(lane, UnitIndex{unit}).queue.front().before(cell(lane, UnitIndex{known}).queue.front()))
                return;
            fronts_[known].lanes &= ~bit;
        }
        frontUnit_[lane] = unit;
    }
    setFront(lane, unit);
}

/// The first job of this share's and unit's queue is a front now.
void Scheduler::setFront(Lane lane, std::size_t unit)
{
    Cell& own = cell(lane, UnitIndex{unit});
    own.frontInstances = own.queue.front().instances();
    // It is dispatched sooner or later, and after a long wait its entry is far away.
    prefetch(own.queue.front().slot());
    const LaneMask bit = LaneMask{1} << lane;
    fronts_[unit].lanes |= bit;
    mark(unit, bit);
}

void Scheduler::refreshFronts(Lane lane)
{
    const LaneMask bit = LaneMask{1} << lane;
    const ReadyQueue::Item* best = nullptr;
    std::size_t bestUnit = kNoUnit;
    for (std::size_t u = 0; u < unitCount_; ++u) {
        const ReadyQueue& queue = cell(lane, UnitIndex{u}).queue;
        fronts_[u].lanes &= ~bit;
        if (queue.empty())
            continue;
        if (queueFront_ == QueueFront::CapacityUnit) {
            setFront(lane, u);
        } else if (best == nullptr || queue.front().before(*best)) {
            best = &queue.front();
            bestUnit = u;
        }
    }
    frontUnit_[lane] = bestUnit;
    if (best != nullptr)
        setFront(lane, bestUnit);
}

void Scheduler::mark(std::size_t unit, LaneMask entitled, LaneMask borrowing, LaneMask inShare)
{
    Fronts& fronts = fronts_[unit];
    fronts.marks[0] |= entitled;
    fronts.marks[1] |= borrowing;
    fronts.marks[2] |= inShare;
    if (!fronts.isListed) {
        fronts.isListed = true;
        markedUnits_.push_back(unit);
    }
}

/// A share's use of a unit went down. Without oversubscription a front within its limit is always dispatched (rule A2),
/// so that only the share's own front can get within it now, and the room helps those who borrow.
void Scheduler::markRelease(Lane lane, UnitIndex unit)
{
    if (ledger_.pool(unit).isOversubscribed()) {
        markUnit(unit);
        return;
    }
    const LaneMask own = LaneMask{1} << lane;
    mark(unit.value(), own, borrows_, own | borrows_);
}

void Scheduler::markAll()
{
    for (std::size_t u = 0; u < unitCount_; ++u)
        markUnit(UnitIndex{u});
}

void Scheduler::linkDispatched(std::uint32_t slot)
{
    Entry& entry = entries_[slot];
    Cell& own = cell(entry.lane, entry.unit);
    entry.previous = own.lastDispatched;
    entry.next = kNone;
    if (own.lastDispatched != kNone)
        entries_[own.lastDispatched].next = slot;
    else
        own.firstDispatched = slot;
    own.lastDispatched = slot;
    own.lowestPriority = std::min(own.lowestPriority, entry.priority);
    ledger_.addDispatched(entry.lane, entry.unit, entry.instances);
}

void Scheduler::unlinkDispatched(std::uint32_t slot)
{
    Entry& entry = entries_[slot];
    Cell& own = cell(entry.lane, entry.unit);
    if (entry.previous != kNone)
        entries_[entry.previous].next = entry.next;
    else
        own.firstDispatched = entry.next;
    if (entry.next != kNone)
        entries_[entry.next].previous = entry.previous;
    else
        own.lastDispatched = entry.previous;
    if (own.firstDispatched == kNone)
        own.lowestPriority = kMaxPriority + 1;
    ledger_.addDispatched(entry.lane, entry.unit, -entry.instances);
    markRelease(entry.lane, entry.unit);
}

void Scheduler::dropScheduled(std::uint32_t slot)
{
    const Entry& entry = entries_[slot];
    ledger_.addScheduled(entry.lane, entry.unit, -entry.instances);
    std::erase(scheduled_, slot);
}

void Scheduler::startScheduled(DecisionSink& sink)
{
    std::size_t kept = 0;
    for (const std::uint32_t slot : scheduled_) {
        Entry& entry = entries_[slot];
        if (entry.pendingVictims != 0 || !ledger_.mayStart(entry.lane, entry.unit, entry.instances)) {
            scheduled_[kept++] = slot;
            continue;
        }
        ledger_.addScheduled(entry.lane, entry.unit, -entry.instances);
        ledger_.addOccupied(entry.lane, entry.unit, entry.instances);
        entry.phase = JobPhase::Starting;
        sink.onStarting(JobSlot{slot});
    }
    scheduled_.resize(kept);
}

std::size_t Scheduler::waitingCount(ShareIndex share) const
{
    std::size_t count = 0;
    const Lane lane = share.value() < laneOf_.size() ? laneOf_[share.value()] : kNoLane;
    for (std::size_t unit = 0; unit < unitCount_ && lane != kNoLane; ++unit)
        count += cell(lane, UnitIndex{unit}).queue.size();
    return count;
}

std::vector<JobSlot> Scheduler::waitingOf(ShareIndex share, std::size_t most) const
{
    std::vector<ReadyQueue::Item> items;
    const Lane lane = share.value() < laneOf_.size() ? laneOf_[share.value()] : kNoLane;
    for (std::size_t unit = 0; unit < unitCount_ && lane != kNoLane; ++unit) {
        const auto& queued = cell(lane, UnitIndex{unit}).queue.items();
        items.insert(items.end(), queued.begin(), queued.end());
    }
    const auto end = items.begin() + static_cast<std::ptrdiff_t>(std::min(most, items.size()));
    std::partial_sort(items.begin(), end, items.end(),
        [](const ReadyQueue::Item& a, const ReadyQueue::Item& b) { return a.before(b); });
    std::vector<JobSlot> slots;
    for (auto item = items.begin(); item != end; ++item)
        slots.push_back(item->slot());
    return slots;
}

} // namespace quotaboard
