// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/summary_writer.h"

#include "core/exchange/names.h"

#include <cmath>

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

/// Turns results into JSON values and remembers whether one did not fit.
class SummaryWriter {
public:
    SummaryWriter(const Scenario& scenario, const Scorecard& card)
        : scenario_(scenario)
        , card_(card)
    {
    }

    [[nodiscard]] Json write();
    [[nodiscard]] bool overflowed() const { return overflowed_; }

private:
    Json sum(GpuMs value)
    {
        if (value > Int128{INT64_MAX} || value < Int128{INT64_MIN})
            overflowed_ = true;
        return static_cast<std::int64_t>(value);
    }
    static Json number(std::optional<double> value)
    {
        return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
    }
    [[nodiscard]] Json share(ShareIndex index) const { return scenario_.shareName(index); }
    [[nodiscard]] Json job(JobIndex index) const
    {
        if (!index.isValid())
            return nullptr;
        const StringId id = scenario_.jobs[index].id;
        return id.isValid() ? Json(std::string{scenario_.jobs.text(id)}) : Json(index.value());
    }
    Json jobs() const;
    Json accounting();
    Json waits() const;
    Json preemption();
    Json pairs();
    Json fairness();
    Json durations(const DurationSummary& summary) const;
    Json loops() const;
    void addOwnKeys(Json& summary);
    Json borrowing();
    Json budgets();

    const Scenario& scenario_;
    const Scorecard& card_;
    bool overflowed_ = false;
};

Json SummaryWriter::jobs() const
{
    const JobCounts& jobs = card_.jobs;
    return {{"submitted", jobs.submitted}, {"succeeded", jobs.succeeded}, {"failed", jobs.failed},
        {"unfinished", jobs.unfinished}, {"neverStarted", jobs.neverStarted}, {"carriedIn", jobs.carriedIn}};
}

Json SummaryWriter::accounting()
{
    const Accounting& a = card_.accounting;
    return {{"paidMs", sum(a.paid)}, {"overcommittedMs", sum(a.overcommitted)}, {"completedMs", sum(a.completed)},
        {"inProgressMs", sum(a.inProgress)}, {"discardedMs", sum(a.discarded)}, {"lostMs", sum(a.lost)},
        {"restartMs", sum(a.restart)}, {"checkpointMs", sum(a.checkpoint)}, {"holdMs", sum(a.hold)},
        {"idleMs", sum(a.idle)}};
}

Json SummaryWriter::waits() const
{
    Json list = Json::array();
    for (const WaitGroup& group : card_.waits) {
        Json entry{{"quotaShareName", share(group.share)}, {"schedulingPriority", group.priority},
            {"started", group.started}, {"waiting", group.waiting}, {"impossible", group.impossible},
            {"p50Ms", number(group.p50.value)}, {"p95Ms", number(group.p95.value)}, {"p99Ms", number(group.p99.value)}};
        const auto bound = [&](const char* key, const CensoredQuantile& quantile) {
            if (quantile.atLeast)
                entry[key] = *quantile.atLeast;
        };
        bound("p50AtLeastMs", group.p50);
        bound("p95AtLeastMs", group.p95);
        bound("p99AtLeastMs", group.p99);
        list.push_back(std::move(entry));
    }
    return list;
}

Json SummaryWriter::preemption()
{
    const Waste& waste = card_.preemption;
    const auto byCause = [&](PreemptionCause cause) {
        const Waste& part = card_.preemptionByCause[static_cast<std::size_t>(cause)];
        return Json{{"count", part.count}, {"lostMs", sum(part.lost)}, {"restartMs", sum(part.restart)}};
    };
    const GpuMs total = waste.lost + waste.restart;
    return {{"count", waste.count}, {"crossShare", card_.preemptionByCause[0].count},
        {"inShare", card_.preemptionByCause[1].count}, {"lostMs", sum(waste.lost)}, {"restartMs", sum(waste.restart)},
        {"wasteMs", sum(total)}, {"wasteOfAllocated", number(card_.wasteOfAllocated())},
        {"wastePerPreemptionMs", number(ratioOf(total, static_cast<GpuMs>(waste.count)))},
        {"wastePerCompletedJobMs", number(ratioOf(total, static_cast<GpuMs>(card_.jobs.succeeded)))},
        {"perThousandGpuHours", number(card_.preemptionsPerThousandGpuHours())},
        {"byCause",
            {{"CROSS_SHARE", byCause(PreemptionCause::CrossShare)}, {"IN_SHARE", byCause(PreemptionCause::InShare)}}}};
}

Json SummaryWriter::pairs()
{
    Json list = Json::array();
    for (const WastePair& pair : card_.wasteByPair)
        list.push_back(Json{{"by", share(pair.by)}, {"from", share(pair.from)}, {"lostMs", sum(pair.lost)},
            {"restartMs", sum(pair.restart)}});
    return list;
}

Json SummaryWriter::fairness()
{
    Json list = Json::array();
    for (const ShareFairness& f : card_.fairness)
        list.push_back(Json{{"quotaShareName", share(f.share)}, {"claimableMs", sum(f.claimable)},
            {"deliveredMs", sum(f.delivered)}, {"shortfallMs", sum(f.shortfall)}, {"surplusMs", sum(f.surplus)},
            {"drift", number(f.drift())}, {"shortfall", number(f.shortfallShare())},
            {"waitRatio", number(f.waitRatio)}});
    return list;
}

Json SummaryWriter::durations(const DurationSummary& summary) const
{
    return {{"count", summary.count}, {"p50Ms", number(summary.p50)},
        {"maxMs", summary.max ? Json(*summary.max) : Json(nullptr)}};
}

Json SummaryWriter::loops() const
{
    Json list = Json::array();
    for (const PreemptionLoop& loop : card_.loops)
        list.push_back(job(loop.job));
    return list;
}

Json SummaryWriter::borrowing()
{
    const Borrowing& b = card_.borrowing;
    return {{"heldMs", sum(b.held)}, {"borrowedMs", sum(b.borrowed)},
        {"borrowRatio", number(ratioOf(b.borrowed, b.held))}, {"idleOfLendersMs", sum(b.idleOfLenders)},
        {"lentMs", sum(b.lent)}, {"lendYield", number(ratioOf(b.lent, b.idleOfLenders))}};
}

Json SummaryWriter::budgets()
{
    Json list = Json::array();
    for (const BudgetUse& use : card_.budgets) {
        const InterruptionBudget budget = use.budget.value_or(InterruptionBudget{});
        list.push_back(Json{{"quotaShareName", share(use.share)}, {"worstJobPreemptions", use.worstJobPreemptions},
            {"worstJob", job(use.worstJob)}, {"worstWeekLostMs", sum(use.worstWeekLost)},
            {"preemptionsPerJob", budget.preemptionsPerJob ? Json(*budget.preemptionsPerJob) : Json(nullptr)},
            {"preemptionsUsed", number(use.preemptionsUsed())},
            {"lostGpuHoursPerWeek", number(budget.lostGpuHoursPerWeek)}, {"lostUsed", number(use.lostUsed())}});
    }
    return list;
}

void SummaryWriter::addOwnKeys(Json& summary)
{
    const WaitParts& parts = card_.waitParts;
    summary["completedWorkUtilization"]["upperBoundOfPaid"] = number(card_.upperBoundOfPaid());
    summary["occupancy"] = number(card_.occupancy());
    summary["waitParts"] = {{"started", parts.started}, {"queueMs", parts.queueMs}, {"instancesMs", parts.instancesMs},
        {"startupMs", parts.startupMs}};
    summary["requeueWait"] = {{"jobs", card_.requeuedJobs}, {"totalMs", card_.requeueWaitMs}};
    summary["release"] = durations(card_.release);
    Json detail = Json::array();
    for (const PreemptionLoop& loop : card_.loops)
        detail.push_back(Json{{"jobId", job(loop.job)}, {"preemptionsInARow", loop.preemptions}});
    summary["loopDetails"] = detail;
    summary["jainIndex"] = number(card_.jain);
    const auto interval = card_.recovery.interval();
    summary["recovery"]["low95"] = interval ? Json(interval->low) : Json(nullptr);
    summary["recovery"]["high95"] = interval ? Json(interval->high) : Json(nullptr);
    const SlowdownSummary& slow = card_.slowdown;
    summary["slowdown"] = {{"jobs", slow.count}, {"mean", number(slow.mean)}, {"boundedMean", number(slow.boundedMean)},
        {"boundedMax", number(slow.boundedMax)}};
    summary["throughputPerHour"] = number(card_.throughputPerHour());
    summary["makespanMs"] = card_.makespan ? Json(*card_.makespan) : Json(nullptr);
    summary["longestWait"] = {{"jobId", job(card_.longestWait.job)},
        {"waitMs", card_.longestWait.job.isValid() ? Json(card_.longestWait.wait) : Json(nullptr)},
        {"started", card_.longestWait.hasStarted}};
    summary["borrowing"] = borrowing();
    summary["costs"] = Json::array();
    for (const CostSummary& cost : card_.costs)
        summary["costs"].push_back(Json{
            {"currency", cost.currency}, {"total", cost.total}, {"perCompletedJob", number(cost.perCompletedJob)}});
    summary["budgets"] = budgets();
}

Json SummaryWriter::write()
{
    Json summary;
    summary["format"] = "quotaboard-summary";
    summary["version"] = 1;
    summary["scenario"] = scenario_.name;
    summary["windowMs"] = {card_.from, card_.to};
    summary["jobs"] = jobs();
    summary["accounting"] = accounting();
    summary["completedWorkUtilization"]
        = {{"ofPaid", number(card_.completedOfPaid())}, {"ofAllocated", number(card_.completedOfAllocated())}};
    summary["waits"] = waits();
    summary["preemption"] = preemption();
    summary["wasteByPair"] = pairs();
    summary["reclaim"] = durations(card_.reclaim);
    summary["missedDeadlines"] = card_.missedDeadlines;
    summary["loops"] = loops();
    summary["fairness"] = fairness();
    summary["recovery"] = {{"good", card_.recovery.good}, {"bad", card_.recovery.bad},
        {"undecided", card_.recovery.undecided}, {"reliability", number(card_.recovery.reliability())}};
    addOwnKeys(summary);
    return summary;
}

} // namespace

Result<nlohmann::ordered_json> summaryToJson(const Scenario& scenario, const Scorecard& card)
{
    SummaryWriter writer(scenario, card);
    Json summary = writer.write();
    if (writer.overflowed())
        return Error{ErrorCode::OutOfRange, scenario.name, {"GPU-time sums beyond 64 bits", "at most 9.2e18 GPU-ms"}};
    return summary;
}

} // namespace quotaboard
