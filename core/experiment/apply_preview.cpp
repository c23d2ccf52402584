// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/apply_preview.h"

#include "core/model/scenario_edits.h"

#include <algorithm>
#include <map>
#include <set>

namespace quotaboard {

namespace {

GpuMs gpuTimeOf(const Scenario& scenario, const JobAtRisk& risk)
{
    return static_cast<GpuMs>(risk.lost) * scenario.jobs[risk.job].instances * scenario.gpuWeight(risk.unit);
}

/// What a preemption at `now` would throw away (scheduling.md section 5).
TimeMs lossOf(const Simulator& simulator, JobSlot slot, TimeMs now)
{
    if (simulator.scheduler().phase(slot) != JobPhase::Running)
        return 0;
    const Simulator::WorkDone work = simulator.workDone(slot, now);
    const auto& checkpoint = simulator.scenario().jobs.profileOf(simulator.scheduler().job(slot)).checkpoint;
    if (checkpoint && checkpoint->onStop && checkpoint->cost <= simulator.policy().platform().stopGrace)
        return 0;
    return work.done - work.durable;
}

struct Candidate {
    JobSlot slot;
    std::int64_t instances = 0;
    std::int64_t borrowed = 0;
    std::int64_t priority = 0;
    std::int64_t sequence = 0;
    TimeMs lost = 0;
};

/// The table of scheduling.md section 4.
bool comesBefore(VictimOrder order, const Candidate& a, const Candidate& b)
{
    const auto byPriority
        = [&] { return a.priority != b.priority ? a.priority < b.priority : a.sequence > b.sequence; };
    switch (order) {
    case VictimOrder::Priority:
        return byPriority();
    case VictimOrder::Youngest:
        return a.sequence > b.sequence;
    case VictimOrder::Oldest:
        return a.sequence < b.sequence;
    case VictimOrder::LeastLoss: {
        const Int128 lossA = Int128{a.lost} * a.instances;
        const Int128 lossB = Int128{b.lost} * b.instances;
        return lossA != lossB ? lossA < lossB : byPriority();
    }
    case VictimOrder::MostBorrowed:
        return a.borrowed != b.borrowed ? a.borrowed > b.borrowed : byPriority();
    }
    return false;
}

/// Whether another share than this one may ever claim the unit.
bool hasClaimant(const PolicyState& policy, ShareIndex share, UnitIndex unit)
{
    return std::any_of(policy.order().begin(), policy.order().end(),
        [&](ShareIndex other) { return other != share && policy.limit(other, unit) > 0; });
}

void addAtRiskOn(const Simulator& simulator, UnitIndex unit, TimeMs now, std::vector<JobAtRisk>& risks)
{
    const Scheduler& scheduler = simulator.scheduler();
    std::map<ShareIndex, std::int64_t> over;
    for (const ShareIndex share : simulator.policy().order()) {
        const std::int64_t above = scheduler.ledger().row(scheduler.lane(share), unit).over();
        if (above > 0 && hasClaimant(simulator.policy(), share, unit))
            over.emplace(share, above);
    }
    if (over.empty())
        return;
    std::vector<Candidate> candidates;
    std::map<ShareIndex, std::int64_t> toAttribute = over;
    const std::vector<JobSlot> dispatched = scheduler.dispatchedOn(unit);
    for (auto it = dispatched.rbegin(); it != dispatched.rend(); ++it) {
        const auto left = toAttribute.find(scheduler.share(*it));
        if (left == toAttribute.end())
            continue;
        const std::int64_t instances = scheduler.instances(*it);
        const std::int64_t borrowed = std::min(instances, left->second);
        left->second -= borrowed;
        candidates.push_back({*it, instances, borrowed, scheduler.priority(*it),
            static_cast<std::int64_t>(scheduler.dispatchSequence(*it)), lossOf(simulator, *it, now)});
    }
    const VictimOrder order = simulator.policy().platform().victimOrder;
    std::sort(candidates.begin(), candidates.end(),
        [order](const Candidate& a, const Candidate& b) { return comesBefore(order, a, b); });
    for (const Candidate& candidate : candidates) {
        const ShareIndex share = scheduler.share(candidate.slot);
        std::int64_t& above = over[share];
        if (above <= 0)
            continue;
        above -= candidate.instances;
        risks.push_back({scheduler.job(candidate.slot), share, unit, candidate.lost});
    }
}

/// Who is preempted at the moment, and where it was.
class PreemptionSink final : public EventSink {
public:
    void onEvent(const JobEvent& event) override
    {
        if (event.kind == EventKind::Preempted)
            events_.push_back(event);
    }
    [[nodiscard]] const std::vector<JobEvent>& events() const { return events_; }

private:
    std::vector<JobEvent> events_;
};

bool isSamePolicy(const PolicyState& a, const PolicyState& b)
{
    if (a.order() != b.order() || a.unitCount() != b.unitCount() || a.platform() != b.platform())
        return false;
    for (std::size_t u = 0; u < a.unitCount(); ++u) {
        const UnitIndex unit{u};
        if (a.capacity(unit) != b.capacity(unit))
            return false;
        for (const ShareIndex share : a.order()) {
            if (a.limit(share, unit) != b.limit(share, unit))
                return false;
        }
    }
    return a.queueEnabled() == b.queueEnabled() && a.timeLimits() == b.timeLimits()
        && std::all_of(a.order().begin(), a.order().end(), [&](ShareIndex share) {
               return a.share(share).sharing == b.share(share).sharing
                   && a.share(share).inSharePreemption == b.share(share).inSharePreemption
                   && a.share(share).isEnabled == b.share(share).isEnabled;
           });
}

bool isSameJob(const Scenario& a, const Scenario& b, JobIndex job)
{
    const Job& x = a.jobs[job];
    const Job& y = b.jobs[job];
    return x.submit == y.submit && x.work == y.work && x.share == y.share && x.unit == y.unit
        && x.instances == y.instances && x.priority == y.priority
        && a.jobs.profile(x.profile) == b.jobs.profile(y.profile);
}

/// Whether nothing that happens before the moment depends on the difference of the two.
bool differsOnlyFrom(const Scenario& a, const Scenario& b, TimeMs moment)
{
    const auto timesOf = [moment](const Scenario& scenario) {
        std::vector<std::pair<TimeMs, std::size_t>> times;
        for (const Intervention& intervention : scenario.interventions) {
            if (intervention.at < moment)
                times.emplace_back(intervention.at, intervention.edit.index());
        }
        return times;
    };
    const auto times = timesOf(a);
    if (times != timesOf(b) || !isSamePolicy(policyAt(a, -1), policyAt(b, -1)))
        return false;
    for (const auto& [at, kind] : times) {
        if (!isSamePolicy(policyAt(a, at), policyAt(b, at)))
            return false;
    }
    if (a.jobs.isSameAs(b.jobs))
        return true;
    const std::size_t most = std::max(a.jobs.size(), b.jobs.size());
    for (std::size_t i = 0; i < most; ++i) {
        const JobIndex job{i};
        const bool inA = i < a.jobs.size() && a.jobs[job].submit < moment;
        const bool inB = i < b.jobs.size() && b.jobs[job].submit < moment;
        if (inA != inB || (inA && !isSameJob(a, b, job)))
            return false;
    }
    return true;
}

bool isDispatched(const Simulator& simulator, JobIndex job)
{
    if (!simulator.isIn(job))
        return false;
    const JobPhase phase = simulator.scheduler().phase(simulator.slot(job));
    return phase == JobPhase::Scheduled || phase == JobPhase::Starting || phase == JobPhase::Running;
}

} // namespace

std::vector<JobAtRisk> jobsAtRisk(const Simulator& simulator, TimeMs now)
{
    std::vector<JobAtRisk> risks;
    for (std::size_t unit = 0; unit < simulator.policy().unitCount(); ++unit)
        addAtRiskOn(simulator, UnitIndex{unit}, now, risks);
    return risks;
}

std::optional<ApplyPreview> previewOfApplying(const RunResult& result, const Scenario& edited, TimeMs moment)
{
    const Scenario& scenario = *result.scenario;
    if (!differsOnlyFrom(scenario, edited, moment))
        return std::nullopt;
    Simulator without = moment > 0 ? result.snapshots.at(scenario, moment - 1) : Simulator(scenario);
    std::optional<Simulator> with = without.rebased(edited);
    if (!with)
        return std::nullopt;
    PreemptionSink sinkWithout;
    PreemptionSink sinkWith;
    without.setSink(&sinkWithout);
    with->setSink(&sinkWith);
    if (!without.run(nullptr, moment) || !with->run(nullptr, moment))
        return std::nullopt;

    std::set<JobIndex> known;
    for (const JobEvent& event : sinkWithout.events())
        known.insert(event.job);
    for (const JobAtRisk& risk : jobsAtRisk(without, moment))
        known.insert(risk.job);
    ApplyPreview preview;
    std::set<JobIndex> stopped;
    for (const JobEvent& event : sinkWith.events()) {
        const bool isAlso = std::any_of(sinkWithout.events().begin(), sinkWithout.events().end(),
            [&](const JobEvent& other) { return other.job == event.job; });
        if (isAlso || !stopped.insert(event.job).second)
            continue;
        const Job& job = edited.jobs[event.job];
        const ShareIndex share = with->isIn(event.job) ? with->scheduler().share(with->slot(event.job)) : job.share;
        preview.preempted.push_back({event.job, share, job.unit, event.progress});
        preview.preemptedLoss += gpuTimeOf(edited, preview.preempted.back());
    }
    for (const JobAtRisk& risk : jobsAtRisk(*with, moment)) {
        // What the moment itself dispatched above a limit is borrowing as ever, not a job that ran and is put at risk.
        if (known.contains(risk.job) || stopped.contains(risk.job) || !isDispatched(without, risk.job))
            continue;
        preview.atRisk.push_back(risk);
        preview.riskedLoss += gpuTimeOf(edited, risk);
    }
    return preview;
}

} // namespace quotaboard
