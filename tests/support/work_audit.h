// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/scorecard.h"
#include "core/simulation/job_event.h"
#include "tests/support/policy_shadow.h"

#include <string>
#include <vector>

namespace quotaboard::test {

/// The accounting of metrics.md section 1 a second time, from the events and the scenario alone, job by job: checks
/// that each job's labels add up to the time it held instances (invariant 6), that every attempt lasts exactly as long
/// as it must, and that what is lost, kept and resumed fits together. Walks through checkpoints one by one.
class WorkAudit final : public EventSink {
public:
    explicit WorkAudit(const Scenario& scenario);

    void onEvent(const JobEvent& event) override;
    /// Closes the window and compares with what the product found.
    void finish(TimeMs end, const Scorecard& card);

    /// The first thing that does not fit; empty when all does.
    [[nodiscard]] const std::string& violation() const { return violation_; }

private:
    enum class Phase { Away, Waiting, Scheduled, Starting, Running, Stopping };
    /// How RUNNING time was spent.
    struct Run {
        TimeMs restore = 0;
        TimeMs work = 0;
        TimeMs written = 0;
        TimeMs writing = 0;
        TimeMs durable = 0;
    };
    /// ms of the job's own time.
    struct Work {
        Phase phase = Phase::Away;
        TimeMs since = 0;
        TimeMs from = 0;
        TimeMs durable = 0;
        bool heldBefore = false;
        bool isSubmitted = false;
        bool hasEnded = false;
        TimeMs firstRunnable = kNever;
        TimeMs firstRunning = kNever;
        TimeMs held = 0;
        TimeMs completed = 0;
        TimeMs inProgress = 0;
        TimeMs discarded = 0;
        TimeMs lost = 0;
        TimeMs restart = 0;
        TimeMs checkpoint = 0;
        TimeMs hold = 0;
    };

    void fail(JobIndex job, const std::string& what);
    [[nodiscard]] const JobProfile& profileOf(JobIndex job) const { return scenario_->jobs.profileOf(job); }
    [[nodiscard]] std::int64_t weightOf(UnitIndex unit) const;
    [[nodiscard]] Run runUpTo(JobIndex job, TimeMs elapsed) const;
    void enter(Work& work, Phase phase, TimeMs now);
    void closeStartup(Work& work, TimeMs now);
    Run closeRun(JobIndex job, TimeMs now, bool writeIsInVain);
    void occupy(JobIndex job, std::int64_t sign, TimeMs now);
    void integrate(TimeMs now);

    void onRunning(const JobEvent& event);
    void onPreempted(const JobEvent& event);
    void onAttemptFailed(const JobEvent& event);
    void onSucceeded(const JobEvent& event);
    void onFailed(const JobEvent& event);
    void closeUnfinished(JobIndex job, TimeMs end);
    void compareWaits(const Scorecard& card);

    const Scenario* scenario_;
    PolicyShadow policy_;
    std::vector<Work> works_;
    std::vector<std::int64_t> occupied_;
    TimeMs integratedTo_ = 0;
    Accounting total_;
    std::string violation_;
};

} // namespace quotaboard::test
