// SPDX-License-Identifier: Apache-2.0
// The moments of breakpoints are those that a simulator shows which is looked at, ms by ms, where anything can change.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/experiment/breakpoint_hits.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <set>
#endif

using namespace quotaboard;

namespace {

/// One instance for two shares: `b` takes it for long, `a` waits.
nlohmann::json twoShares(const char* jobs)
{
    nlohmann::json document = nlohmann::json::parse(R"({
        "format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 2}]}],
        "quotaShares": [
         {"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 1}],
          "resourceSharingConfiguration": {"strategy": "LEND"}},
         {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 1}],
          "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW"}}]})");
    document["jobs"] = nlohmann::json::parse(jobs);
    return document;
}

std::vector<TimeMs> timesOf(const std::vector<BreakpointHit>& hits)
{
    std::vector<TimeMs> times;
    for (const BreakpointHit& hit : hits)
        times.push_back(hit.at);
    return times;
}

/// The longest wait in a share after everything at `now`, or -1 when nobody waits.
TimeMs longestWait(const RunResult& result, ShareIndex share, TimeMs now)
{
    const Simulator simulator = result.snapshots.at(*result.scenario, now);
    TimeMs longest = -1;
    for (std::size_t i = 0; i < result.scenario->jobs.size(); ++i) {
        if (!simulator.isIn(JobIndex{i}))
            continue;
        const JobSlot slot = simulator.slot(JobIndex{i});
        const JobPhase phase = simulator.scheduler().phase(slot);
        if (simulator.scheduler().share(slot) == share && (phase == JobPhase::Runnable || phase == JobPhase::Scheduled))
            longest = std::max(longest, now - simulator.waitingSince(slot));
    }
    return longest;
}

ShareIndex shareOf(const EventLog& log, JobIndex job, std::size_t before)
{
    ShareIndex share;
    for (std::size_t i = 0; i < before; ++i) {
        if (log.jobOf(i) == job && (log[i].kind == EventKind::Submitted || log[i].kind == EventKind::Moved))
            share = log[i].share;
    }
    return share;
}

} // namespace

class TestBreakpointHits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsAreFoundToTheMillisecond();
    void aWaitThatEndsInTimeIsNone();
    void aWaitThatGoesOnIsOne();
    void waitsAreThoseThatASimulatorShows();
    void queuesArePreemptionsAndStartsAreThoseOfTheLog();
    void whatMeansNothingIsNeverMet();
    void timesNeedNoLog();
    void loopsAreThoseOfTheScorecard();
    void aLoopIsFoundAtItsThirdPreemption();
};

void TestBreakpointHits::waitsAreFoundToTheMillisecond()
{
    // #1 waits in `a` from 10 s until #0, which runs in `a` from 0 to 100 s, ends.
    const auto result = test::recordedRun(twoShares(
        R"([{"jobName": "x", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
             "workSeconds": 100},
            {"jobName": "y", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 10,
             "workSeconds": 100}])"));
    QVERIFY(result);
    const auto hits = findBreakpointHits(*result, {Breakpoint::atWait("a", 30'000), Breakpoint::atWait("b", 30'000)});
    QCOMPARE(hits[0], (std::vector<BreakpointHit>{{40'001, JobIndex{1}, {}}}));
    QVERIFY(hits[1].empty());
}

void TestBreakpointHits::aWaitThatEndsInTimeIsNone()
{
    const auto result = test::recordedRun(twoShares(
        R"([{"jobName": "x", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
             "workSeconds": 100},
            {"jobName": "y", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 10,
             "workSeconds": 100}])"));
    // It waits for exactly 90 s.
    QVERIFY(findBreakpointHits(*result, {Breakpoint::atWait("a", 90'000)})[0].empty());
    QVERIFY(findBreakpointHits(*result, {Breakpoint::atWait("a", 89'999)})[0].empty());
    QCOMPARE(timesOf(findBreakpointHits(*result, {Breakpoint::atWait("a", 89'998)})[0]), (std::vector<TimeMs>{99'999}));
}

void TestBreakpointHits::aWaitThatGoesOnIsOne()
{
    // #1 and #2 both wait for longer; when #1 starts at 100 s, #2 waits on.
    const auto result = test::recordedRun(twoShares(
        R"([{"jobName": "x", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
             "workSeconds": 100},
            {"jobName": "y", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 10,
             "workSeconds": 100},
            {"jobName": "z", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 20,
             "workSeconds": 100},
            {"jobName": "late", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 250,
             "workSeconds": 1}])"));
    QCOMPARE(timesOf(findBreakpointHits(*result, {Breakpoint::atWait("a", 30'000)})[0]),
        (std::vector<TimeMs>{40'001, 280'001}));
}

void TestBreakpointHits::waitsAreThoseThatASimulatorShows()
{
    std::size_t met = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result || result->log.size() > 1500)
            continue;
        const auto share = ShareIndex{seed % result->scenario->shareNames.size()};
        const TimeMs longerThan = static_cast<TimeMs>(seed % 7) * 1000;
        std::set<TimeMs> moments;
        for (std::size_t i = 0; i < result->log.size(); ++i) {
            moments.insert(result->log.timeOf(i));
            moments.insert(result->log.timeOf(i) + longerThan + 1);
        }
        std::vector<TimeMs> expected;
        for (const TimeMs moment : moments) {
            if (moment <= result->end && longestWait(*result, share, moment) > longerThan
                && (moment == 0 || longestWait(*result, share, moment - 1) <= longerThan))
                expected.push_back(moment);
        }
        const auto hits
            = findBreakpointHits(*result, {Breakpoint::atWait(result->scenario->shareName(share), longerThan)});
        QVERIFY2(timesOf(hits[0]) == expected, qPrintable(QString::number(seed)));
        met += expected.size();
    }
    QVERIFY(met > 50);
}

void TestBreakpointHits::queuesArePreemptionsAndStartsAreThoseOfTheLog()
{
    std::size_t met = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result || result->log.size() > 1500 || result->scenario->jobs.empty())
            continue;
        const EventLog& log = result->log;
        const auto share = ShareIndex{seed % result->scenario->shareNames.size()};
        const std::string& name = result->scenario->shareName(share);
        const auto job = JobIndex{seed % result->scenario->jobs.size()};
        const std::string id = result->scenario->jobs.displayId(job);
        std::set<TimeMs> any;
        std::set<TimeMs> ofShare;
        std::set<TimeMs> ofJob;
        std::set<TimeMs> starts;
        std::set<TimeMs> times;
        for (std::size_t i = 0; i < log.size(); ++i) {
            times.insert(log.timeOf(i));
            if (log[i].kind == EventKind::Preempted) {
                any.insert(log.timeOf(i));
                if (shareOf(log, log[i].job, i) == share)
                    ofShare.insert(log.timeOf(i));
                if (log[i].job == job)
                    ofJob.insert(log.timeOf(i));
            }
            if (log[i].kind == EventKind::Starting && log[i].job == job)
                starts.insert(log.timeOf(i));
        }
        std::vector<TimeMs> empties;
        std::size_t waiting = 0;
        for (const TimeMs time : times) {
            const Simulator simulator = result->snapshots.at(*result->scenario, time);
            const std::size_t now = simulator.policy().exists(share) ? simulator.scheduler().waitingCount(share) : 0;
            if (now == 0 && waiting > 0)
                empties.push_back(time);
            waiting = now;
        }
        const auto hits = findBreakpointHits(*result,
            {Breakpoint::atPreemption(), Breakpoint::atPreemption(name),
                Breakpoint::atJob(Breakpoint::Kind::JobPreempted, id),
                Breakpoint::atJob(Breakpoint::Kind::JobStarts, id), Breakpoint::atQueueEmpty(name)});
        const auto listed = [](const std::set<TimeMs>& set) { return std::vector<TimeMs>(set.begin(), set.end()); };
        QVERIFY2(timesOf(hits[0]) == listed(any), qPrintable(QString::number(seed)));
        QVERIFY2(timesOf(hits[1]) == listed(ofShare), qPrintable(QString::number(seed)));
        QVERIFY2(timesOf(hits[2]) == listed(ofJob), qPrintable(QString::number(seed)));
        QVERIFY2(timesOf(hits[3]) == listed(starts), qPrintable(QString::number(seed)));
        QVERIFY2(timesOf(hits[4]) == empties, qPrintable(QString::number(seed)));
        met += empties.size() + ofShare.size();
    }
    QVERIFY(met > 200);
}

void TestBreakpointHits::whatMeansNothingIsNeverMet()
{
    const auto result = test::recordedRun(reference::randomScenario(3));
    QVERIFY(result);
    const auto hits = findBreakpointHits(*result,
        {Breakpoint::atWait("no such share", 0), Breakpoint::atQueueEmpty("no such share"),
            Breakpoint::atPreemption("no such share"), Breakpoint::atJob(Breakpoint::Kind::JobStarts, "no such job"),
            Breakpoint::atTime(result->end + 1), Breakpoint::atTime(-5)});
    for (const auto& list : hits)
        QVERIFY(list.empty());
}

void TestBreakpointHits::timesNeedNoLog()
{
    const auto result = test::recordedRun(reference::randomScenario(3));
    const auto hits = findBreakpointHits(*result, {Breakpoint::atTime(0), Breakpoint::atTime(result->end)});
    QCOMPARE(timesOf(hits[0]), (std::vector<TimeMs>{0}));
    QCOMPARE(timesOf(hits[1]), (std::vector<TimeMs>{result->end}));
}

void TestBreakpointHits::loopsAreThoseOfTheScorecard()
{
    std::size_t loops = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result)
            continue;
        std::set<JobIndex> expected;
        for (const PreemptionLoop& loop : result->scorecard.loops)
            expected.insert(loop.job);
        std::set<JobIndex> found;
        TimeMs last = -1;
        for (const LoopMoment& moment : findLoopMoments(*result)) {
            QVERIFY(moment.at > last);
            last = moment.at;
            found.insert(moment.jobs.begin(), moment.jobs.end());
        }
        QVERIFY2(found == expected, qPrintable(QString::number(seed)));
        loops += found.size();
    }
    QVERIFY(loops > 20);
}

void TestBreakpointHits::aLoopIsFoundAtItsThirdPreemption()
{
    // `b` borrows without checkpoints; `a` comes back every 100 s for 10 s and takes the instance again.
    const auto result = test::recordedRun(twoShares(
        R"([{"jobName": "own", "quotaShareName": "b", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
             "workSeconds": 9000},
            {"jobName": "loops", "quotaShareName": "b", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 1,
             "workSeconds": 1000},
            {"jobName": "o", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 100,
             "workSeconds": 10},
            {"jobName": "o", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 200,
             "workSeconds": 10},
            {"jobName": "o", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 300,
             "workSeconds": 10},
            {"jobName": "o", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 400,
             "workSeconds": 10}])"));
    QVERIFY(result);
    const std::vector<LoopMoment> moments = findLoopMoments(*result);
    QCOMPARE(moments, (std::vector<LoopMoment>{{300'000, {JobIndex{1}}}}));
}

QTEST_APPLESS_MAIN(TestBreakpointHits)
#include "tst_breakpoint_hits.moc"
