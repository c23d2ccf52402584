// SPDX-License-Identifier: Apache-2.0
// Why a job was preempted: the candidates, their order and the chosen ones are those of the recorded decision.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/experiment/preemption_reason.h"
#include "tests/support/reference/random_scenario.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#endif

using namespace quotaboard;
using Fate = PreemptionCandidate::Fate;

namespace {

constexpr std::uint64_t kScenarios = 300;
constexpr std::size_t kMostAsked = 12;

std::shared_ptr<const RunResult> record(const std::string& text, VictimOrder order, bool keepsInterventions = true)
{
    Result<LoadedScenario> document = readScenarioText(text, "test", "/nowhere");
    if (!document)
        return nullptr;
    Scenario scenario = std::move(document.value().scenario);
    scenario.platform.victimOrder = order;
    if (!keepsInterventions)
        scenario.interventions.clear();
    auto result = recordRun(std::make_shared<const Scenario>(std::move(scenario)));
    return result ? result.value() : nullptr;
}

/// Victims of the decision that `index` belongs to, for its cause, in the order logged.
std::vector<JobIndex> victimsOf(const EventLog& log, std::size_t index)
{
    const JobEvent asked = log[index];
    std::size_t first = index;
    while (first > 0 && log[first - 1].kind != EventKind::Scheduled && log[first - 1].time == asked.time)
        --first;
    std::vector<JobIndex> victims;
    for (std::size_t i = first; log[i].kind != EventKind::Scheduled; ++i) {
        if (log[i].kind == EventKind::Preempted && log[i].by == asked.by && log[i].cause == asked.cause)
            victims.push_back(log[i].job);
    }
    return victims;
}

std::vector<JobIndex> chosenOf(const PreemptionReason& reason)
{
    std::vector<JobIndex> chosen;
    for (const PreemptionCandidate& candidate : reason.candidates) {
        if (candidate.fate == Fate::Chosen)
            chosen.push_back(candidate.job);
    }
    return chosen;
}

/// Whether `a` may stand before `b`, by the table of section 4; the time of dispatch stands for its number.
bool mayPrecede(const PreemptionCandidate& a, const PreemptionCandidate& b, VictimOrder order)
{
    const bool youngerFirst = a.dispatched >= b.dispatched;
    const bool byPriority = a.priority < b.priority || (a.priority == b.priority && youngerFirst);
    switch (order) {
    case VictimOrder::Priority:
        return byPriority;
    case VictimOrder::Youngest:
        return youngerFirst;
    case VictimOrder::Oldest:
        return a.dispatched <= b.dispatched;
    case VictimOrder::LeastLoss:
        return a.loss * a.instances < b.loss * b.instances
            || (a.loss * a.instances == b.loss * b.instances && byPriority);
    case VictimOrder::MostBorrowed:
        return a.borrowed > b.borrowed || (a.borrowed == b.borrowed && byPriority);
    }
    return false;
}

/// Jobs that the log says are dispatched before event `end`.
std::set<JobIndex> dispatchedBefore(const EventLog& log, std::size_t end)
{
    std::set<JobIndex> jobs;
    for (std::size_t i = 0; i < end; ++i) {
        switch (log[i].kind) {
        case EventKind::Scheduled:
            jobs.insert(log[i].job);
            break;
        case EventKind::Preempted:
        case EventKind::AttemptFailed:
        case EventKind::Succeeded:
        case EventKind::Failed:
            jobs.erase(log[i].job);
            break;
        default:
            break;
        }
    }
    return jobs;
}

/// Without interventions: the candidates that section 4 names, from the log and the scenario alone.
std::set<JobIndex> candidatesByDefinition(const RunResult& result, std::size_t index, const PreemptionReason& reason)
{
    const Scenario& scenario = *result.scenario;
    // Before the first victim of the decision.
    std::size_t first = index;
    for (std::size_t i = index;
         i-- > 0 && result.log[i].kind != EventKind::Scheduled && result.log[i].time == reason.time;) {
        if (result.log[i].kind == EventKind::Preempted)
            first = i;
    }
    const std::set<JobIndex> dispatched = dispatchedBefore(result.log, first);
    std::map<ShareIndex, std::int64_t> use;
    for (const JobIndex job : dispatched) {
        if (scenario.jobs[job].unit == reason.unit)
            use[scenario.jobs[job].share] += scenario.jobs[job].instances;
    }
    const PolicyState policy(scenario);
    std::set<JobIndex> candidates;
    for (const JobIndex index : dispatched) {
        const Job& job = scenario.jobs[index];
        if (job.unit != reason.unit)
            continue;
        const bool isCandidate = reason.kind == PreemptionReason::Kind::InShare
            ? job.share == reason.claimantShare && job.priority < reason.claimantPriority
            : job.share != reason.claimantShare && use[job.share] > policy.limit(job.share, job.unit);
        if (isCandidate)
            candidates.insert(index);
    }
    return candidates;
}

QString problemOf(const RunResult& result, std::size_t index, bool hasInterventions)
{
    const JobEvent event = result.log[index];
    const auto reason = explainPreemption(result, index);
    if (!reason)
        return QStringLiteral("no reason");
    if (reason->claimant != event.by || reason->job != event.job || reason->time != event.time)
        return QStringLiteral("not that decision");
    if ((reason->kind == PreemptionReason::Kind::InShare) != (event.cause == PreemptionCause::InShare))
        return QStringLiteral("kind");
    if (chosenOf(*reason) != victimsOf(result.log, index))
        return QStringLiteral("chosen are not the victims");
    for (std::size_t i = 0; i < reason->candidates.size(); ++i) {
        const PreemptionCandidate& candidate = reason->candidates[i];
        if (i > 0 && !mayPrecede(reason->candidates[i - 1], candidate, reason->order))
            return QStringLiteral("order");
        if (candidate.job == event.job && candidate.loss != event.progress)
            return QStringLiteral("loss");
    }
    if (hasInterventions)
        return {};
    std::set<JobIndex> got;
    for (const PreemptionCandidate& candidate : reason->candidates)
        got.insert(candidate.job);
    return got == candidatesByDefinition(result, index, *reason) ? QString() : QStringLiteral("candidates");
}

/// Two shares on four instances: `owner` lends, `borrower` borrows; jobs and interventions are given.
std::string smallScenario(const char* jobs, const char* interventions)
{
    return std::string(R"({"format":"quotaboard-scenario","version":1,"serviceEnvironments":[{
        "serviceEnvironmentName":"e","capacityLimits":[{"capacityUnit":"ml.g5.xlarge","maxCapacity":4}]}],
        "quotaShares":[
        {"quotaShareName":"owner","capacityLimits":[{"capacityUnit":"ml.g5.xlarge","maxCapacity":2}],
         "resourceSharingConfiguration":{"strategy":"LEND"}},
        {"quotaShareName":"borrower","capacityLimits":[{"capacityUnit":"ml.g5.xlarge","maxCapacity":2}],
         "resourceSharingConfiguration":{"strategy":"LEND_AND_BORROW","borrowLimit":-1}}],
        "jobs":[)")
        + jobs + R"(],"interventions":[)" + interventions + "]}";
}

std::string job(const char* id, const char* share, int instances, int submit, int priority)
{
    return std::string(R"({"jobId":")") + id + R"(","jobName":"j","quotaShareName":")" + share
        + R"(","capacityUnit":"ml.g5.xlarge","instanceCount":)" + std::to_string(instances) + R"(,"submitSeconds":)"
        + std::to_string(submit) + R"(,"workSeconds":1000,"schedulingPriority":)" + std::to_string(priority) + "}";
}

std::size_t firstPreemption(const EventLog& log)
{
    std::size_t i = 0;
    while (i < log.size() && log[i].kind != EventKind::Preempted)
        ++i;
    return i;
}

} // namespace

class TestPreemptionReason : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chosenAreTheVictimsOfTheLog_data();
    void chosenAreTheVictimsOfTheLog();
    void reclaimNamesCandidatesAndFates();
    void loweredLimitsAreTold();
    void inShareCandidatesHaveLowerPriority();
    void otherEventsHaveNoReason();
    void preemptionsOfAJobAreFound();
};

void TestPreemptionReason::chosenAreTheVictimsOfTheLog_data()
{
    QTest::addColumn<int>("order");
    const std::array names{"priority", "youngest", "oldest", "leastLoss", "mostBorrowed"};
    for (std::size_t i = 0; i < names.size(); ++i)
        QTest::newRow(names[i]) << static_cast<int>(i);
}

void TestPreemptionReason::chosenAreTheVictimsOfTheLog()
{
    QFETCH(int, order);
    std::size_t asked = 0;
    std::set<Fate> fates;
    for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
        const bool hasInterventions = seed % 2 == 0;
        const auto result
            = record(reference::randomScenario(seed).dump(), static_cast<VictimOrder>(order), hasInterventions);
        if (!result)
            continue;
        std::size_t count = 0;
        for (std::size_t i = 0; i < result->log.size() && count < kMostAsked; ++i) {
            if (result->log[i].kind != EventKind::Preempted)
                continue;
            ++count;
            const QString problem = problemOf(*result, i, hasInterventions);
            QVERIFY2(
                problem.isEmpty(), qPrintable(QStringLiteral("seed %1, event %2: %3").arg(seed).arg(i).arg(problem)));
            const auto reason = explainPreemption(*result, i);
            for (const PreemptionCandidate& candidate : reason->candidates)
                fates.insert(candidate.fate);
        }
        asked += count;
    }
    QVERIFY2(asked > 300, qPrintable(QString::number(asked)));
    QVERIFY(fates.contains(Fate::Chosen) && fates.contains(Fate::NotNeeded));
}

void TestPreemptionReason::reclaimNamesCandidatesAndFates()
{
    // Two borrowed jobs besides two own ones; the owner takes back one instance.
    const std::string jobs = job("a", "borrower", 1, 0, 5) + "," + job("b", "borrower", 1, 1, 3) + ","
        + job("c", "borrower", 1, 2, 3) + "," + job("d", "borrower", 1, 3, 9) + "," + job("o", "owner", 1, 100, 0);
    const auto result = record(smallScenario(jobs.c_str(), ""), VictimOrder::Priority);
    QVERIFY(result);
    const auto reason = explainPreemption(*result, firstPreemption(result->log));
    QVERIFY(reason);
    QCOMPARE(reason->kind, PreemptionReason::Kind::Reclaim);
    QCOMPARE(reason->claimant.value(), 4U);
    QCOMPARE(reason->time, TimeMs{100'000});
    QCOMPARE(reason->candidates.size(), std::size_t{4});
    // Lowest priority first, then the latest dispatched.
    const std::array<std::uint32_t, 4> order{2, 1, 0, 3};
    for (std::size_t i = 0; i < order.size(); ++i) {
        QCOMPARE(reason->candidates[i].job.value(), order[i]);
        QCOMPARE(reason->candidates[i].fate, i == 0 ? Fate::Chosen : Fate::NotNeeded);
        QCOMPARE(reason->candidates[i].shareOver, std::int64_t{2});
        QCOMPARE(reason->candidates[i].dispatched, static_cast<TimeMs>(order[i]) * 1000);
        QCOMPARE(reason->candidates[i].borrowed, std::int64_t{order[i] >= 2 ? 1 : 0});
    }
    QCOMPARE(reason->candidates[0].loss, TimeMs{98'000});
    QCOMPARE(reason->candidates[0].lossOfAll, GpuMs{98'000});
}

void TestPreemptionReason::loweredLimitsAreTold()
{
    const std::string jobs = job("a", "borrower", 2, 0, 5) + "," + job("o", "owner", 3, 100, 0);
    const auto result = record(smallScenario(jobs.c_str(),
                                   R"({"atSeconds":50,"updateQuotaShare":{"quotaShareName":"borrower","capacityLimits":[
            {"capacityUnit":"ml.g5.xlarge","maxCapacity":1}]}},{"atSeconds":50,"updateQuotaShare":{
            "quotaShareName":"owner","capacityLimits":[{"capacityUnit":"ml.g5.xlarge","maxCapacity":3}]}})"),
        VictimOrder::Priority);
    QVERIFY(result);
    const std::size_t at = firstPreemption(result->log);
    QVERIFY(at < result->log.size());
    const auto reason = explainPreemption(*result, at);
    QVERIFY(reason);
    QCOMPARE(reason->kind, PreemptionReason::Kind::LimitLowered);
    QCOMPARE(reason->candidates.size(), std::size_t{1});
    QCOMPARE(reason->candidates[0].shareOver, std::int64_t{1});
}

void TestPreemptionReason::inShareCandidatesHaveLowerPriority()
{
    std::string text = smallScenario((job("a", "owner", 1, 0, 5) + "," + job("b", "owner", 1, 1, 7) + ","
                                         + job("c", "owner", 1, 10, 7) + "," + job("d", "borrower", 2, 0, 1))
                                         .c_str(),
        "");
    const std::string lend = R"({"strategy":"LEND"})";
    text.replace(text.find(lend), lend.size(), lend + R"(,"preemptionConfiguration":{"inSharePreemption":"ENABLED"})");
    const auto result = record(text, VictimOrder::Oldest);
    QVERIFY(result);
    const std::size_t at = firstPreemption(result->log);
    QVERIFY(at < result->log.size());
    const auto reason = explainPreemption(*result, at);
    QVERIFY(reason);
    QCOMPARE(reason->kind, PreemptionReason::Kind::InShare);
    QCOMPARE(reason->claimantPriority, 7);
    QCOMPARE(reason->candidates.size(), std::size_t{1});
    QCOMPARE(reason->candidates[0].job.value(), 0U);
    QCOMPARE(reason->candidates[0].fate, Fate::Chosen);
}

void TestPreemptionReason::otherEventsHaveNoReason()
{
    const auto result = record(smallScenario(job("a", "owner", 1, 0, 5).c_str(), ""), VictimOrder::Priority);
    QVERIFY(result);
    for (std::size_t i = 0; i <= result->log.size(); ++i)
        QVERIFY(!explainPreemption(*result, i));
}

void TestPreemptionReason::preemptionsOfAJobAreFound()
{
    const std::string jobs = job("a", "borrower", 4, 0, 5) + "," + job("o", "owner", 1, 100, 0);
    const auto result = record(smallScenario(jobs.c_str(), ""), VictimOrder::Priority);
    QVERIFY(result);
    const std::size_t at = firstPreemption(result->log);
    QVERIFY(at < result->log.size());
    QCOMPARE(lastPreemption(result->log, JobIndex(0), result->log.size()), std::optional(at));
    QVERIFY(!lastPreemption(result->log, JobIndex(0), at));
    QVERIFY(!lastPreemption(result->log, JobIndex(1), result->log.size()));
    QCOMPARE(preemptionOfAttempt(result->log, JobIndex(0), 1), std::optional(at));
    QVERIFY(!preemptionOfAttempt(result->log, JobIndex(0), 2));
}

QTEST_APPLESS_MAIN(TestPreemptionReason)
#include "tst_preemption_reason.moc"
