// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/simulator.h"
#include "tests/support/policy_shadow.h"

#include <array>
#include <string>
#include <vector>

namespace quotaboard::test {

/// Counts in `U`.
[[nodiscard]] inline bool isDispatched(JobPhase phase)
{
    return phase == JobPhase::Scheduled || phase == JobPhase::Starting || phase == JobPhase::Running;
}

/// Counts in `occupied`.
[[nodiscard]] inline bool isOccupying(JobPhase phase)
{
    return phase == JobPhase::Starting || phase == JobPhase::Running || phase == JobPhase::Stopping;
}

/// Checks the invariants of scheduling.md section 8 and the rules of sections 1 to 5 while a run goes on: at every
/// event from the events alone, and after every timestamp against what Simulator, Scheduler and Ledger say. Every
/// number is recomputed from the job states on each use.
class InvariantChecker final : public EventSink {
public:
    explicit InvariantChecker(const Scenario& scenario);

    void onEvent(const JobEvent& event) override;
    /// After a timestamp was processed completely.
    void checkState(const Simulator& simulator);
    /// When the run is over.
    void checkEnd(const Simulator& simulator, TimeMs windowEnd);

    /// The first broken rule; empty when all held.
    [[nodiscard]] const std::string& violation() const { return violation_; }

private:
    static constexpr std::size_t kPhases = 7;
    struct Tracked {
        JobPhase phase = JobPhase::Free;
        ShareIndex share;
        std::int32_t priority = 0;
        std::uint32_t attempt = 0;
        TimeMs queueTime = 0;
        TimeMs since = 0;
        /// Platform value that ends the phase.
        TimeMs delay = 0;
        /// Preempted for its next dispatch, and not yet released.
        std::vector<JobIndex> victims;
        bool isSubmitted = false;
        bool hasEnded = false;
        std::array<TimeMs, kPhases> spent{};
    };

    void fail(const std::string& what);
    void require(bool holds, const char* what);
    [[nodiscard]] Tracked& job(JobIndex index) { return jobs_[index.value()]; }
    [[nodiscard]] UnitIndex unitOf(std::size_t index) const { return scenario_->jobs[JobIndex{index}].unit; }
    [[nodiscard]] std::int64_t sizeOf(std::size_t index) const { return scenario_->jobs[JobIndex{index}].instances; }
    void enter(Tracked& job, JobPhase phase);

    // Section 1, from the job states.
    [[nodiscard]] std::int64_t sumOver(UnitIndex unit, ShareIndex share, bool (*counts)(JobPhase)) const;
    [[nodiscard]] std::int64_t used(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] std::int64_t total(UnitIndex unit) const { return used(ShareIndex{}, unit); }
    [[nodiscard]] std::int64_t occupied(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] std::int64_t scheduled(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] std::int64_t heldAgainst(ShareIndex share, UnitIndex unit) const;

    void onSubmitted(const JobEvent& event);
    void onScheduled(const JobEvent& event);
    void onStarting(const JobEvent& event);
    void onPreempted(const JobEvent& event);
    void onReleased(const JobEvent& event);
    void onUpdated(const JobEvent& event);
    [[nodiscard]] bool isFront(JobIndex index) const;
    void requireRoomToStart(const JobEvent& event);
    void requireNoneToSpare(const JobEvent& event);

    void checkLedger(const Simulator& simulator, UnitIndex unit);
    void checkRow(const Simulator& simulator, ShareIndex share, UnitIndex unit);
    void checkReserves(UnitIndex unit);
    void checkLending(UnitIndex unit);
    void checkPhases(const Simulator& simulator);

    const Scenario* scenario_;
    PolicyShadow policy_;
    std::vector<Tracked> jobs_;
    TimeMs now_ = 0;
    /// Whose SCHEDULED must come next, after a PREEMPTED.
    JobIndex claimant_;
    bool sawReclaim_ = false;
    /// The victims of that claim so far.
    struct Victim {
        JobIndex job;
        PreemptionCause cause;
    };
    std::vector<Victim> taken_;
    /// Integrals over time of the number of jobs in each phase, as the simulator reports it.
    std::array<std::int64_t, kPhases> population_{};
    std::array<TimeMs, kPhases> populationArea_{};
    TimeMs lastState_ = 0;
    std::string violation_;
};

} // namespace quotaboard::test
