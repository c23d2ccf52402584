// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/preemption_reason.h"

#include <algorithm>
#include <map>

namespace quotaboard {

namespace {

/// One decision of the scheduler in the log: its PREEMPTED events and the SCHEDULED that follows them.
struct Decision {
    std::size_t first = 0;
    /// Victims in the order taken.
    std::vector<JobIndex> crossShare;
    std::vector<JobIndex> inShare;
};

/// The decision that the PREEMPTED event at `index` belongs to.
Decision decisionOf(const EventLog& log, std::size_t index)
{
    const JobIndex claimant = log[index].by;
    Decision decision;
    decision.first = index;
    // A victim that held nothing returns to its queue between the others; every decision ends with a SCHEDULED.
    for (std::size_t i = index; i-- > 0 && log[i].kind != EventKind::Scheduled && log.timeOf(i) == log.timeOf(index);) {
        if (log[i].kind == EventKind::Preempted && log[i].by == claimant)
            decision.first = i;
    }
    for (std::size_t i = decision.first; i < log.size() && log[i].kind != EventKind::Scheduled; ++i) {
        if (log[i].kind == EventKind::Preempted)
            (log[i].cause == PreemptionCause::InShare ? decision.inShare : decision.crossShare).push_back(log[i].job);
    }
    return decision;
}

/// Looks at the simulator at the moment of one decision.
class DecisionWatch final : public EventSink {
public:
    DecisionWatch(Simulator& simulator, std::size_t event, PreemptionCause cause, PreemptionReason& reason)
        : simulator_(simulator)
        , event_(event)
        , cause_(cause)
        , reason_(reason)
    {
    }

    void onEvent(const JobEvent&) override { }

    void onVictimsChosen(JobSlot claimant) override
    {
        // The events before it are those of the recorded run, so their number tells which decision this is.
        if (simulator_.eventCount() != event_)
            return;
        isSeen_ = true;
        const Scheduler& scheduler = simulator_.scheduler();
        const Scenario& scenario = simulator_.scenario();
        reason_.claimant = scheduler.job(claimant);
        reason_.claimantShare = scheduler.share(claimant);
        reason_.unit = scheduler.unit(claimant);
        reason_.claimantInstances = scheduler.instances(claimant);
        reason_.claimantPriority = scheduler.priority(claimant);
        reason_.order = simulator_.policy().platform().victimOrder;
        for (const VictimCandidate& from : simulator_.victimCandidates(claimant, cause_)) {
            PreemptionCandidate candidate;
            candidate.job = scheduler.job(from.slot);
            candidate.share = scheduler.share(from.slot);
            candidate.instances = from.instances;
            candidate.borrowed = from.borrowed;
            candidate.shareOver = from.shareOver;
            candidate.priority = from.priority;
            candidate.loss = from.loss;
            candidate.lossOfAll = static_cast<GpuMs>(from.loss) * from.instances * scenario.gpuWeight(reason_.unit);
            reason_.candidates.push_back(candidate);
        }
    }

    [[nodiscard]] bool isSeen() const { return isSeen_; }

private:
    Simulator& simulator_;
    std::size_t event_;
    PreemptionCause cause_;
    PreemptionReason& reason_;
    bool isSeen_ = false;
};

/// Section 4's walk, with its outcome known.
void decideFates(std::vector<PreemptionCandidate>& candidates, const std::vector<JobIndex>& chosen, bool isReclaim)
{
    std::map<ShareIndex, std::int64_t> over;
    std::size_t left = chosen.size();
    for (PreemptionCandidate& candidate : candidates) {
        std::int64_t& shareOver = over.try_emplace(candidate.share, candidate.shareOver).first->second;
        const bool isChosen = std::find(chosen.begin(), chosen.end(), candidate.job) != chosen.end();
        if (left == 0)
            candidate.fate = PreemptionCandidate::Fate::NotNeeded;
        else if (isReclaim && shareOver <= 0)
            candidate.fate = PreemptionCandidate::Fate::ShareNoLongerOver;
        else {
            candidate.fate = isChosen ? PreemptionCandidate::Fate::Chosen : PreemptionCandidate::Fate::Spared;
            shareOver -= candidate.instances;
            left -= isChosen ? 1 : 0;
        }
    }
}

/// When each candidate was dispatched, and the instances that its share then held above its limit for it.
std::map<JobIndex, std::int64_t> findDispatches(
    const EventLog& log, std::size_t before, std::vector<PreemptionCandidate>& candidates)
{
    std::map<JobIndex, PreemptionCandidate*> wanted;
    for (PreemptionCandidate& candidate : candidates)
        wanted[candidate.job] = &candidate;
    std::map<JobIndex, std::int64_t> borrowedThen;
    for (std::size_t i = before; i-- > 0 && !wanted.empty();) {
        if (log[i].kind != EventKind::Scheduled)
            continue;
        const auto found = wanted.find(log.jobOf(i));
        if (found == wanted.end())
            continue;
        found->second->dispatched = log.timeOf(i);
        borrowedThen[found->first] = log[i].borrowed;
        wanted.erase(found);
    }
    return borrowedThen;
}

/// Whether borrowing alone cannot have brought the share so far above its limit: its jobs borrowed less when they were
/// dispatched. (While the limit stays, what is above it is never more than that.)
bool isLimitLowered(
    const PreemptionReason& reason, ShareIndex share, const std::map<JobIndex, std::int64_t>& borrowedThen)
{
    std::int64_t over = 0;
    std::int64_t borrowed = 0;
    for (const PreemptionCandidate& candidate : reason.candidates) {
        if (candidate.share != share)
            continue;
        over = candidate.shareOver;
        borrowed += borrowedThen.at(candidate.job);
    }
    return over > borrowed;
}

} // namespace

std::optional<PreemptionReason> explainPreemption(const RunResult& result, std::size_t index)
{
    if (index >= result.log.size() || result.log[index].kind != EventKind::Preempted)
        return std::nullopt;
    const JobEvent event = result.log[index];
    const Decision decision = decisionOf(result.log, index);
    PreemptionReason reason;
    reason.time = event.time;
    reason.job = event.job;
    Simulator simulator
        = event.time > 0 ? result.snapshots.at(*result.scenario, event.time - 1) : Simulator(*result.scenario);
    DecisionWatch watch(simulator, decision.first, event.cause, reason);
    simulator.setSink(&watch);
    if (!simulator.run(nullptr, event.time) || !watch.isSeen())
        return std::nullopt;
    const bool isInShare = event.cause == PreemptionCause::InShare;
    decideFates(reason.candidates, isInShare ? decision.inShare : decision.crossShare, !isInShare);
    reason.others = isInShare ? decision.crossShare : decision.inShare;
    const auto borrowedThen = findDispatches(result.log, decision.first, reason.candidates);
    if (isInShare) {
        reason.kind = PreemptionReason::Kind::InShare;
        return reason;
    }
    for (const PreemptionCandidate& candidate : reason.candidates) {
        if (candidate.job == reason.job && isLimitLowered(reason, candidate.share, borrowedThen))
            reason.kind = PreemptionReason::Kind::LimitLowered;
    }
    return reason;
}

std::optional<std::size_t> lastPreemption(const EventLog& log, JobIndex job, std::size_t events)
{
    for (std::size_t i = std::min(events, log.size()); i-- > 0;) {
        if (log.jobOf(i) == job && log[i].kind == EventKind::Preempted)
            return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> preemptionOfAttempt(const EventLog& log, JobIndex job, std::uint32_t attempt)
{
    for (std::size_t i = 0; i < log.size(); ++i) {
        if (log.jobOf(i) == job && log[i].kind == EventKind::Preempted && log[i].attempt == attempt)
            return i;
    }
    return std::nullopt;
}

} // namespace quotaboard
