// SPDX-License-Identifier: Apache-2.0
// However one moves through a run, what is seen is what an uninterrupted run gives.
#include <QSignalSpy>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "tests/support/run_scenario.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <random>
#endif

using namespace quotaboard;

namespace {

ScenarioFile sample(const char* name)
{
    Result<ScenarioFile> file
        = readScenarioFile(std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json");
    if (!file)
        qFatal("sample refused");
    return std::move(file.value());
}

bool waitForResult(Playback& playback)
{
    return QTest::qWaitFor([&] { return playback.result() != nullptr && !playback.isComputing(); }, 20'000);
}

/// Whether the state at the position is that of a simulator that ran there without a stop.
bool isAsUninterrupted(const Playback& playback)
{
    const Scenario& scenario = *playback.result()->scenario;
    Simulator straight(scenario);
    if (!straight.run(nullptr, playback.now()))
        return false;
    const Simulator* seen = playback.simulator();
    if (seen == nullptr || seen->eventCount() != straight.eventCount() || seen->nextTime() != straight.nextTime()
        || seen->endedJobs() != straight.endedJobs())
        return false;
    const BoardState a = boardStateOf(*seen, playback.now());
    const BoardState b = boardStateOf(straight, playback.now());
    for (std::size_t i = 0; i < a.lanes.size(); ++i) {
        if (a.lanes[i].runningCount != b.lanes[i].runningCount || a.lanes[i].waitingCount != b.lanes[i].waitingCount)
            return false;
        for (std::size_t j = 0; j < a.lanes[i].running.size(); ++j) {
            if (a.lanes[i].running[j].job != b.lanes[i].running[j].job
                || a.lanes[i].running[j].done != b.lanes[i].running[j].done)
                return false;
        }
    }
    return playback.eventPosition() == straight.eventCount();
}

} // namespace

class TestPlayback : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsWithWhatHappensAtTheStart();
    void playsToTheEnd();
    void anyWayThroughTheRunShowsTheSame();
    void stepsGoFromEventToEvent();
    void anEditRunsAgainAndKeepsTheClock();
    void breakpointsStopWhereTheyShould();
    void theSampleStopsWhenTheOwnerReturns();
    void aLongWaitStopsAtItsMillisecond();
    void loopsPauseOnceUnlessSwitchedOff();
    void breakpointsAndEditsShowTheUninterruptedRun();
    void undoLeavesTheClockWhereItIs();
    void aShorterRunGivesTheClockBack();
    void anotherDocumentStartsAnew();
    void survivesBeingDestroyedWhileComputing();
};

void TestPlayback::beginsWithWhatHappensAtTheStart()
{
    ScenarioDocument document;
    Playback playback(document);
    QVERIFY(playback.simulator() == nullptr);
    playback.play();
    playback.seek(5);
    playback.nextEvent();
    QVERIFY(!playback.isPlaying());
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    QVERIFY(playback.isAtStart());
    QCOMPARE(playback.now(), 0);
    QVERIFY(playback.simulator() != nullptr);
    QVERIFY(isAsUninterrupted(playback));
    QCOMPARE(playback.eventPosition(), playback.result()->log.lowerBound(1));
    QVERIFY(playback.end() > 0);
}

void TestPlayback::playsToTheEnd()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    playback.setBreakpoints({});
    playback.setSpeed(Playback::kMaxSpeed);
    QSignalSpy paused(&playback, &Playback::paused);
    playback.play();
    QVERIFY(playback.isPlaying());
    QVERIFY(paused.wait(30'000));
    QVERIFY(!playback.isPlaying());
    QCOMPARE(playback.now(), playback.end());
    QCOMPARE(playback.eventPosition(), playback.result()->log.size());
    QVERIFY(isAsUninterrupted(playback));
    // Playing on from the end begins again.
    playback.play();
    QVERIFY(playback.now() < playback.end());
    playback.pause();
}

void TestPlayback::anyWayThroughTheRunShowsTheSame()
{
    for (const char* name : {"two-teams-3-lending-checkpoints", "month-end-rush"}) {
        ScenarioDocument document;
        Playback playback(document);
        document.open(sample(name), {});
        QVERIFY(waitForResult(playback));
        std::mt19937_64 random(3);
        for (int i = 0; i < 60; ++i) {
            switch (random() % 6) {
            case 0:
                playback.seek(static_cast<qint64>(random() % static_cast<std::uint64_t>(playback.end() + 1)));
                break;
            case 1:
                playback.nextEvent();
                break;
            case 2:
                playback.previousEvent();
                break;
            case 3:
                playback.nextDecision();
                break;
            case 4:
                playback.previousDecision();
                break;
            default:
                playback.seek(playback.now() + 60'000);
            }
            QVERIFY2(isAsUninterrupted(playback), name);
        }
    }
}

void TestPlayback::stepsGoFromEventToEvent()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    const EventLog& log = playback.result()->log;
    std::vector<TimeMs> forwards{0};
    while (playback.eventPosition() < log.size()) {
        playback.nextEvent();
        forwards.push_back(playback.now());
    }
    std::vector<TimeMs> times;
    for (std::size_t i = 0; i < log.size(); ++i) {
        if (times.empty() || times.back() != log.timeOf(i))
            times.push_back(log.timeOf(i));
    }
    QVERIFY(forwards == times);
    std::vector<TimeMs> backwards;
    while (!playback.isAtStart()) {
        backwards.push_back(playback.now());
        playback.previousEvent();
    }
    backwards.push_back(playback.now());
    std::reverse(backwards.begin(), backwards.end());
    QVERIFY(backwards == times);
}

void TestPlayback::anEditRunsAgainAndKeepsTheClock()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    const TimeMs moment = playback.end() / 3;
    playback.seek(moment);
    const auto before = playback.result();
    const EditTime now = EditTime::from(moment);
    QVERIFY(document.apply(strategyEdit(document.value(), now, ShareIndex{0}, SharingStrategy::Reserve)).ok());
    QVERIFY(playback.isComputing());
    QVERIFY(waitForResult(playback));
    QVERIFY(playback.result() != before);
    QCOMPARE(playback.now(), moment);
    QVERIFY(isAsUninterrupted(playback));
    // What came before the edit is as it was.
    const std::size_t until = before->log.lowerBound(moment);
    for (std::size_t i = 0; i < until; ++i)
        QVERIFY(before->log[i] == playback.result()->log[i]);
    document.undoStack().undo();
    QVERIFY(waitForResult(playback));
    QCOMPARE(playback.result()->log.size(), before->log.size());
    QCOMPARE(playback.now(), moment);
}

void TestPlayback::breakpointsStopWhereTheyShould()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    const EventLog& log = playback.result()->log;
    TimeMs first = kNever;
    for (std::size_t i = 0; i < log.size() && first == kNever; ++i) {
        if (log[i].kind == EventKind::Preempted)
            first = log[i].time;
    }
    QVERIFY(first != kNever);
    playback.setBreakpoints({Breakpoint::atPreemption(), Breakpoint::atTime(first / 2)});
    playback.setSpeed(Playback::kMaxSpeed);
    QSignalSpy paused(&playback, &Playback::paused);
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), first / 2);
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), first);
    QVERIFY(!paused.last().first().toString().isEmpty());
    QCOMPARE(playback.watch().hits(0), 1);
    QCOMPARE(playback.watch().hits(1), 1);
}

void TestPlayback::theSampleStopsWhenTheOwnerReturns()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    QSignalSpy paused(&playback, &Playback::paused);
    playback.setSpeed(Playback::kMaxSpeed);
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), 3 * kMsPerHour);
    QVERIFY(paused.first().first().toString().contains("owner returns"));
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), playback.end());
}

void TestPlayback::aLongWaitStopsAtItsMillisecond()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("month-end-rush"), {});
    QVERIFY(waitForResult(playback));
    playback.watch().setGuardsLoops(false);
    const TimeMs longerThan = 10 * kMsPerMinute;
    std::size_t stops = 0;
    for (const QuotaShare& quota : document.value().shares) {
        const auto hits = findBreakpointHits(*playback.result(), {Breakpoint::atWait(quota.name, longerThan)});
        playback.setBreakpoints({Breakpoint::atWait(quota.name, longerThan)});
        playback.setSpeed(Playback::kMaxSpeed);
        playback.toStart();
        QSignalSpy paused(&playback, &Playback::paused);
        for (const BreakpointHit& hit : hits.front()) {
            playback.play();
            QVERIFY(paused.wait(20'000));
            QCOMPARE(playback.now(), hit.at);
            QVERIFY(paused.last().first().toString().contains(QString::fromStdString(quota.name)));
            QVERIFY(paused.last().first().toString().contains("passed 10 min"));
            // And not a ms before.
            const Simulator& state = *playback.simulator();
            TimeMs longest = 0;
            for (std::size_t i = 0; i < document.value().jobs.size(); ++i) {
                if (!state.isIn(JobIndex{i}))
                    continue;
                const JobSlot slot = state.slot(JobIndex{i});
                const JobPhase phase = state.scheduler().phase(slot);
                if ((phase == JobPhase::Runnable || phase == JobPhase::Scheduled)
                    && document.value().shareName(state.scheduler().share(slot)) == quota.name)
                    longest = std::max(longest, hit.at - state.waitingSince(slot));
            }
            QCOMPARE(longest, longerThan + 1);
            if (++stops % 4 == 0)
                break;
        }
        playback.pause();
    }
    QVERIFY(stops > 0);
}

void TestPlayback::loopsPauseOnceUnlessSwitchedOff()
{
    Result<ScenarioFile> read = readScenarioFileText(R"({"format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 2}]}],
        "quotaShares": [
         {"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 1}],
          "resourceSharingConfiguration": {"strategy": "LEND"}},
         {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 1}],
          "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW"}}],
        "jobs": [
         {"jobName": "own", "quotaShareName": "b", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
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
          "workSeconds": 10}]})",
        "test", "/nowhere");
    QVERIFY(read.ok());
    ScenarioDocument document;
    Playback playback(document);
    document.open(std::move(read.value()), {});
    QVERIFY(waitForResult(playback));
    playback.setSpeed(Playback::kMaxSpeed);
    QSignalSpy paused(&playback, &Playback::paused);
    std::vector<JobIndex> jobs;
    connect(&playback, &Playback::loopFound, this, [&](const std::vector<JobIndex>& found) { jobs = found; });
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), 300 * kMsPerSecond);
    QCOMPARE(paused.last().first().toString(), QString("Preemption loop: #1 loops at Day 1 · 00:05:00"));
    QCOMPARE(jobs, (std::vector<JobIndex>{JobIndex{1}}));
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), playback.end());
    playback.watch().setGuardsLoops(false);
    playback.toStart();
    playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(playback.now(), playback.end());
}

/// Ticks, pauses, seeks, steps, breakpoints and edits from now on in any order: what is seen is the run of the scenario
/// that came out of it.
void TestPlayback::breakpointsAndEditsShowTheUninterruptedRun()
{
    for (const char* name : {"two-teams-3-lending-checkpoints", "month-end-rush"}) {
        ScenarioDocument document;
        Playback playback(document);
        document.open(sample(name), {});
        QVERIFY(waitForResult(playback));
        std::mt19937_64 random(11);
        const std::string share = document.value().shares.front().name;
        playback.setBreakpoints({Breakpoint::atPreemption(), Breakpoint::atWait(share, kMsPerHour),
            Breakpoint::atQueueEmpty(share), Breakpoint::atTime(playback.end() / 2)});
        std::size_t edits = 0;
        std::size_t stops = 0;
        for (int i = 0; i < 80; ++i) {
            switch (random() % 6) {
            case 0:
                playback.seek(static_cast<qint64>(random() % static_cast<std::uint64_t>(playback.end() + 1)));
                break;
            case 1:
                playback.nextEvent();
                break;
            case 2:
                playback.previousDecision();
                break;
            case 3: {
                const EditTime now = EditTime::from(playback.now());
                const ShareIndex index{random() % document.value().shares.size()};
                const int limit = static_cast<int>(1 + random() % 6);
                const Status status = random() % 2 == 0
                    ? document.apply(shareLimitEdit(document.value(), now, index, UnitIndex{0}, limit))
                    : document.apply(
                        strategyEdit(document.value(), now, index, static_cast<SharingStrategy>(random() % 3)));
                edits += status.ok() ? 1 : 0;
                if (random() % 4 == 0)
                    document.undoStack().undo();
                QVERIFY(waitForResult(playback));
                break;
            }
            default: {
                playback.setSpeed(Playback::speedSteps()[3 + random() % 4]);
                playback.play();
                QTest::qWait(static_cast<int>(40 + random() % 80));
                stops += playback.isPlaying() ? 0 : 1;
                playback.pause();
            }
            }
            QVERIFY2(isAsUninterrupted(playback), name);
        }
        QVERIFY(edits > 3);
        QVERIFY(stops > 1);
        // The log as a whole is that of a run from the start.
        EventLog straight;
        Simulator simulator(document.value(), &straight);
        QVERIFY(simulator.run().ok());
        QCOMPARE(playback.result()->log.size(), straight.size());
        for (std::size_t i = 0; i < straight.size(); ++i)
            QVERIFY(playback.result()->log[i] == straight[i]);
    }
}

void TestPlayback::undoLeavesTheClockWhereItIs()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    const auto before = playback.result();
    playback.seek(2 * kMsPerHour);
    const EditTime now = EditTime::from(playback.now());
    QVERIFY(document.apply(shareLimitEdit(document.value(), now, ShareIndex{1}, UnitIndex{0}, 1)).ok());
    QVERIFY(waitForResult(playback));
    const TimeMs later = 5 * kMsPerHour;
    playback.seek(later);
    document.undoStack().undo();
    QCOMPARE(playback.now(), later);
    QVERIFY(waitForResult(playback));
    QCOMPARE(playback.now(), later);
    QVERIFY(isAsUninterrupted(playback));
    QCOMPARE(playback.result()->log.size(), before->log.size());
    QCOMPARE(playback.simulator()->policy().limit(ShareIndex{1}, UnitIndex{0}),
        std::int64_t{document.value().shares[1].limits.front().maxCapacity});
}

void TestPlayback::aShorterRunGivesTheClockBack()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    // All but the start is cut off.
    Edit shorter;
    shorter.text = "shorter";
    shorter.change = [](Scenario& scenario) {
        scenario.horizon = kMsPerHour;
        return Status{};
    };
    playback.seek(3 * kMsPerHour);
    QVERIFY(document.apply(shorter).ok());
    QVERIFY(waitForResult(playback));
    QCOMPARE(playback.now(), kMsPerHour);
    document.undoStack().undo();
    QVERIFY(waitForResult(playback));
    QCOMPARE(playback.now(), 3 * kMsPerHour);
    QVERIFY(isAsUninterrupted(playback));
}

void TestPlayback::anotherDocumentStartsAnew()
{
    ScenarioDocument document;
    Playback playback(document);
    document.open(sample("two-teams-3-lending-checkpoints"), {});
    QVERIFY(waitForResult(playback));
    playback.toEnd();
    document.open(sample("three-projects"), {});
    QVERIFY(playback.result() == nullptr);
    QVERIFY(waitForResult(playback));
    QVERIFY(playback.isAtStart());
    document.close();
    QVERIFY(playback.result() == nullptr);
    QVERIFY(!playback.isComputing());
}

void TestPlayback::survivesBeingDestroyedWhileComputing()
{
    for (int i = 0; i < 20; ++i) {
        ScenarioDocument document;
        Playback playback(document);
        document.open(sample("month-end-rush"), {});
        if (i % 2 == 0)
            QTest::qWait(5);
    }
}

QTEST_MAIN(TestPlayback)
#include "tst_playback.moc"
