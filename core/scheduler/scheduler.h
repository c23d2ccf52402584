// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/int128.h"
#include "core/scheduler/ledger.h"
#include "core/scheduler/ready_queue.h"
#include "core/scheduler/wait_reason.h"

#include <array>
#include <cstdint>
#include <vector>

namespace quotaboard {

enum class PreemptionCause : std::uint8_t { CrossShare, InShare };

/// What a job that is in does, as far as capacity is concerned.
enum class JobPhase : std::uint8_t {
    Free, ///< the slot holds no job
    Detached, ///< released, about to be queued again or removed
    Runnable, ///< waits in its queue
    Scheduled, ///< dispatched, has no instances yet
    Starting, ///< dispatched, holds instances
    Running, ///< dispatched, holds instances
    Stopping, ///< preempted, still holds instances
};

/// Hears the scheduler's decisions in the order in which they are logged.
class DecisionSink {
public:
    DecisionSink() = default;
    DecisionSink(const DecisionSink&) = delete;
    DecisionSink& operator=(const DecisionSink&) = delete;
    virtual ~DecisionSink() = default;

    /// `victim` was in phase `was` and is now Stopping, or Detached when it was Scheduled: then the sink must requeue()
    /// or remove() it before it returns.
    virtual void onPreempted(JobSlot victim, JobSlot claimant, PreemptionCause cause, JobPhase was) = 0;
    /// Victims have been chosen for `claimant`; nothing has been changed yet. For looking only.
    virtual void onVictimsChosen(JobSlot /*claimant*/) { }
    /// `own` and `borrowed` instances add up to the job's, as of this dispatch.
    virtual void onScheduled(JobSlot job, std::int32_t own, std::int32_t borrowed) = 0;
    virtual void onStarting(JobSlot job) = 0;
    /// Work (ms, not multiplied by instances) that a preemption now would throw away; asked for LeastLoss only.
    [[nodiscard]] virtual TimeMs lossIfPreempted(JobSlot job) const = 0;
};

/// A job that a claim may preempt, with what it is ranked by. Instances are of the claim's unit.
struct VictimCandidate {
    JobSlot slot;
    std::int32_t instances = 0;
    std::int32_t priority = 0;
    /// Of its instances, those above its share's limit: attributed to the share's latest dispatches.
    std::int64_t borrowed = 0;
    /// By how much its share is over its limit.
    std::int64_t shareOver = 0;
    std::uint64_t dispatchSequence = 0;
    /// Work that a preemption would throw away, ms of the job's own time.
    TimeMs loss = 0;
};

/// The one scheduling core: quota shares, queues, lending, borrowing and preemption (scheduling.md sections 1 to 5, 7).
///
/// It is handed jobs, releases and policy changes and answers with decisions; it asks no clock and knows neither
/// attempts nor checkpoints. Simulated and wall-clock time drive the same class. A plain value: copying it gives an
/// independent scheduler in the same state. Not thread-safe, does not block or throw (but for lack of memory).
class Scheduler {
public:
    Scheduler(std::size_t shareCount, std::size_t unitCount);

    /// Takes over a changed policy. Jobs of shares that no longer exist must have been removed before.
    void setPolicy(const PolicyState& policy);

    /// A new RUNNABLE job; its share must exist.
    JobSlot submit(JobIndex job, ShareIndex share, UnitIndex unit, std::int32_t instances, std::int32_t priority,
        TimeMs queueTime);
    /// A Detached job becomes RUNNABLE again.
    void requeue(JobSlot slot, TimeMs queueTime);
    /// Takes a job out of its queue, or its instances back; it is Detached then. Victims it preempted stay preempted.
    void release(JobSlot slot);
    /// Forgets a Detached job; its slot may be used again.
    void remove(JobSlot slot);
    void markRunning(JobSlot slot) { entries_[slot.value()].phase = JobPhase::Running; }
    void setPriority(JobSlot slot, std::int32_t priority);
    /// A RUNNABLE job changes its share; its queue time becomes `now`.
    void move(JobSlot slot, ShareIndex share, TimeMs now);

    /// Whether a pass could decide anything; false after most starts of jobs.
    /// Fetches what is known of a job ahead of its use.
    void prefetch(JobSlot slot) const { __builtin_prefetch(&entries_[slot.value()]); }
    [[nodiscard]] bool needsPass() const { return !markedUnits_.empty() || decidesByTime_; }
    /// The scheduling pass (section 3). False when it does not settle (more than 1,000,000 dispatches).
    bool pass(DecisionSink& sink);
    /// Starts every SCHEDULED job that can start, in dispatch order (section 5).
    void startReady(DecisionSink& sink)
    {
        if (!scheduled_.empty())
            startScheduled(sink);
    }

    [[nodiscard]] JobPhase phase(JobSlot slot) const { return entries_[slot.value()].phase; }
    [[nodiscard]] JobIndex job(JobSlot slot) const { return entries_[slot.value()].job; }
    [[nodiscard]] ShareIndex share(JobSlot slot) const { return shareOf_[entries_[slot.value()].lane]; }
    [[nodiscard]] UnitIndex unit(JobSlot slot) const { return entries_[slot.value()].unit; }
    [[nodiscard]] std::int32_t instances(JobSlot slot) const { return entries_[slot.value()].instances; }
    [[nodiscard]] std::int32_t priority(JobSlot slot) const { return entries_[slot.value()].priority; }
    [[nodiscard]] TimeMs queueTime(JobSlot slot) const { return entries_[slot.value()].queueTime; }
    [[nodiscard]] std::uint64_t dispatchSequence(JobSlot slot) const { return entries_[slot.value()].dispatchSequence; }
    [[nodiscard]] std::size_t slotCount() const { return entries_.size(); }

    [[nodiscard]] const Ledger& ledger() const { return ledger_; }
    [[nodiscard]] Lane lane(ShareIndex share) const { return laneOf_[share.value()]; }

    /// Why a job waits now; code None for one that does not.
    [[nodiscard]] WaitReason explain(JobSlot slot) const;
    /// The reason a front waits, without BEHIND and positions: cheap.
    [[nodiscard]] WaitCode frontReason(JobSlot slot) const;
    /// All fronts now, by share order then unit.
    [[nodiscard]] std::vector<JobSlot> fronts() const;
    /// Jobs on a unit that are dispatched, in dispatch order within each share, shares in share order.
    [[nodiscard]] std::vector<JobSlot> dispatchedOn(UnitIndex unit) const;

    /// Whom a claim of `claimant`, a front, may preempt now for this cause, in victim order (section 4). Changes
    /// nothing.
    [[nodiscard]] std::vector<VictimCandidate> victimCandidates(
        JobSlot claimant, PreemptionCause cause, DecisionSink& sink) const;

    /// RUNNABLE jobs of a share over all its units, and the first `most` of them in queue order; none when it is gone.
    [[nodiscard]] std::size_t waitingCount(ShareIndex share) const;
    [[nodiscard]] std::vector<JobSlot> waitingOf(ShareIndex share, std::size_t most) const;

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    using LaneMask = std::uint32_t;

    static constexpr std::size_t kPhases = 3;
    static constexpr std::size_t kNoUnit = static_cast<std::size_t>(-1);

    /// One cache line: most entries are touched long after their neighbours.
    struct alignas(64) Entry {
        TimeMs queueTime = 0;
        std::uint64_t dispatchSequence = 0;
        /// For a victim: the claiming job and its dispatch, so that a later dispatch of the same slot is not meant.
        std::uint64_t claimantSequence = 0;
        std::uint32_t claimant = kNone;
        /// Victims preempted for this dispatch that still hold instances.
        std::uint32_t pendingVictims = 0;
        /// Neighbours in the list of dispatched jobs of its share and unit, by dispatch.
        std::uint32_t previous = kNone;
        std::uint32_t next = kNone;
        JobIndex job;
        std::int32_t instances = 0;
        std::int32_t priority = 0;
        UnitIndex unit;
        Lane lane = kNoLane;
        JobPhase phase = JobPhase::Free;
    };
    /// One share on one capacity unit.
    struct alignas(64) Cell {
        ReadyQueue queue;
        std::uint32_t firstDispatched = kNone;
        std::uint32_t lastDispatched = kNone;
        /// No dispatched job has a lower priority; may be too low, never too high.
        std::int32_t lowestPriority = kMaxPriority + 1;
        /// Of the queue's first job, where that is a front.
        std::int32_t frontInstances = 0;
    };
    struct VictimSet {
        std::vector<std::uint32_t> inShare;
        std::vector<std::uint32_t> reclaimed;
    };
    struct RankedVictim {
        Int128 first;
        std::int64_t second;
        std::int64_t third;
        std::uint32_t slot;
        [[nodiscard]] bool before(const RankedVictim& other) const;
    };
    struct Front {
        Lane lane;
        UnitIndex unit;
        std::uint32_t slot;
    };
    /// The fronts of one unit.
    struct alignas(32) Fronts {
        /// The lanes whose queue's first job is a front.
        LaneMask lanes = 0;
        /// Per phase (A, B, C) the lanes whose front may have become dispatchable by that phase.
        std::array<LaneMask, kPhases> marks{};
        bool isListed = false;
    };

    [[nodiscard]] Cell& cell(Lane lane, UnitIndex unit) { return cells_[lane * unitCount_ + unit.value()]; }
    [[nodiscard]] const Cell& cell(Lane lane, UnitIndex unit) const { return cells_[lane * unitCount_ + unit.value()]; }
    void enqueue(std::uint32_t slot);
    void dequeue(std::uint32_t slot);
    void raiseFront(Lane lane, std::size_t unit);
    void setFront(Lane lane, std::size_t unit);
    void refreshFronts(Lane lane);
    void markUnit(UnitIndex unit) { mark(unit.value(), ~LaneMask{0}); }
    void mark(std::size_t unit, LaneMask lanes) { mark(unit, lanes, lanes, lanes); }
    void mark(std::size_t unit, LaneMask entitled, LaneMask borrowing, LaneMask inShare);
    void markRelease(Lane lane, UnitIndex unit);
    /// Marked fronts of a unit for a phase; the caller unmarks those it finds stuck.
    [[nodiscard]] LaneMask marked(std::size_t unit, std::size_t phase) const
    {
        return fronts_[unit].marks[phase] & fronts_[unit].lanes;
    }
    void markAll();
    void linkDispatched(std::uint32_t slot);
    void unlinkDispatched(std::uint32_t slot);
    void dropScheduled(std::uint32_t slot);
    void startScheduled(DecisionSink& sink);

    // pass.cpp
    void unmark(const Front& front, std::size_t phase);
    [[nodiscard]] bool earlierEntitled(const Front& a, const Front& b) const;
    [[nodiscard]] bool earlierBorrower(const Front& a, const Front& b) const;
    [[nodiscard]] bool fitsBesideReserves(const Front& front) const;
    [[nodiscard]] bool mayBeEntitled(const Front& front) const;
    bool dispatchEntitled(DecisionSink& sink);
    bool dispatchBorrower(DecisionSink& sink);
    bool dispatchByInSharePreemption(DecisionSink& sink);
    bool tryInShare(const Front& front, DecisionSink& sink);
    void dispatch(const Front& front, DecisionSink& sink);
    void dispatchWith(const Front& front, const VictimSet& victims, DecisionSink& sink);
    void preempt(std::uint32_t victim, std::uint32_t claimant, PreemptionCause cause, DecisionSink& sink);

    // victims.cpp
    bool findEntitledPlace(
        const LedgerTrial& trial, const Front& front, DecisionSink& sink, std::vector<std::uint32_t>& reclaimed) const;
    bool findReclaim(LedgerTrial trial, const Front& front, bool besideReserves, DecisionSink& sink,
        std::vector<std::uint32_t>& taken) const;
    bool findPlace(
        const LedgerTrial& trial, const Front& front, DecisionSink& sink, std::vector<std::uint32_t>& reclaimed) const;
    [[nodiscard]] std::int64_t borrowedOf(std::uint32_t slot) const;
    void rankDispatched(Lane lane, UnitIndex unit, std::int32_t belowPriority, DecisionSink& sink,
        std::vector<RankedVictim>& ranked) const;

    std::size_t unitCount_;
    Ledger ledger_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> freeSlots_;
    std::vector<Cell> cells_;
    /// SCHEDULED jobs in dispatch order.
    std::vector<std::uint32_t> scheduled_;
    std::uint64_t lastSequence_ = 0;

    std::vector<Lane> laneOf_;
    std::array<ShareIndex, kMaxShares> shareOf_{};
    std::vector<Lane> order_;
    std::array<std::uint8_t, kMaxShares> positionOf_{};
    LaneMask inSharePreemption_ = 0;
    LaneMask borrows_ = 0;
    VictimOrder victimOrder_ = VictimOrder::Priority;
    QueueFront queueFront_ = QueueFront::Share;
    bool environmentEnabled_ = true;

    /// With LeastLoss and an oversubscribed unit a front may become dispatchable by the passing of time alone.
    bool decidesByTime_ = false;

    std::vector<Fronts> fronts_;
    /// Per lane the unit of its front, or kNoUnit; not kept with one front a unit.
    std::array<std::size_t, kMaxShares> frontUnit_{};
    /// The units with marks, in no particular order.
    std::vector<std::size_t> markedUnits_;

    /// Working memory of the pass, kept to spare allocations.
    std::vector<Front> entitled_;
    std::vector<Front> inShareFronts_;
    VictimSet victims_;
    mutable std::vector<RankedVictim> ranked_;
};

} // namespace quotaboard
