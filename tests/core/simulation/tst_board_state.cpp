// SPDX-License-Identifier: Apache-2.0
// What the board shows adds up at every moment of random scenarios.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/simulation/board_state.h"
#include "tests/support/reference/random_scenario.h"

#include <algorithm>
#endif

using namespace quotaboard;

namespace {

struct Sums {
    std::int64_t borrowed = 0;
    std::int64_t lent = 0;
    std::int64_t own = 0;
    std::int64_t reserved = 0;
    std::int64_t stopping = 0;
};

Sums sumsOf(const BoardState& board, UnitIndex unit)
{
    Sums sums;
    for (const LaneState& lane : board.lanes) {
        for (const LedgerSegments& s : lane.ledger) {
            if (s.unit != unit)
                continue;
            sums.borrowed += s.borrowed + s.over;
            sums.lent += s.lentTotal;
            sums.own += s.own;
            sums.reserved += s.reservedIdle;
            sums.stopping += s.stopping;
        }
    }
    return sums;
}

/// Empty when everything adds up.
QString faultIn(const BoardState& board, const Simulator& simulator)
{
    for (const LaneState& lane : board.lanes) {
        for (const LedgerSegments& s : lane.ledger) {
            if (s.own + s.idle + s.reservedIdle + s.lentTotal != s.limit)
                return "segments do not fill the limit";
            std::int64_t parts = 0;
            for (const LentPart& part : s.lent) {
                parts += part.instances;
                if (part.borrower == lane.share)
                    return "a share lends to itself";
            }
            if (parts != s.lentTotal || s.lentTotal < 0 || s.idle < 0 || s.over < 0 || s.mayBorrow < 0)
                return "lent parts";
            std::int64_t used = 0;
            std::int64_t borrowed = 0;
            for (const RunningJob& job : lane.running) {
                if (job.unit != s.unit || job.phase == JobPhase::Stopping)
                    continue;
                used += job.instances;
                borrowed += job.borrowed;
            }
            if (used != s.own + s.borrowed + s.over || borrowed != s.borrowed + s.over)
                return "jobs do not add up to their share's use";
        }
        for (const RunningJob& job : lane.running) {
            if (job.durable > job.done || job.done > job.work)
                return "progress";
        }
        for (std::size_t i = 1; i < lane.waiting.size(); ++i) {
            if (lane.waiting[i].priority > lane.waiting[i - 1].priority)
                return "queue order";
        }
        if (!lane.waiting.empty() && lane.frontReason.code == WaitCode::None)
            return "a front waits for no reason";
    }
    for (const PoolState& pool : board.pools) {
        const Sums sums = sumsOf(board, pool.unit);
        if (sums.borrowed != sums.lent + pool.fromUnassigned + pool.uncovered || sums.borrowed != pool.borrowed)
            return "what is borrowed is not what is lent";
        if (sums.own != pool.own || sums.reserved != pool.reservedIdle || sums.stopping != pool.stopping)
            return "pool";
        if (pool.fromUnassigned < 0 || pool.uncovered < 0)
            return "negative rest";
    }
    (void)simulator;
    return {};
}

} // namespace

class TestBoardState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsUpAtEveryMomentOfRandomScenarios();
    void namesLenderAndBorrower();
    void showsProgressBetweenEvents();
    void listsTheFirstOfManyJobs();
};

void TestBoardState::addsUpAtEveryMomentOfRandomScenarios()
{
    std::size_t moments = 0;
    std::size_t lending = 0;
    std::size_t stopping = 0;
    std::size_t uncovered = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const Result<LoadedScenario> document
            = readScenarioText(reference::randomScenario(seed).dump(), "random", "/nowhere");
        QVERIFY(document.ok());
        Simulator simulator(document.value().scenario);
        for (int steps = 0; simulator.nextTime() != kNever && steps < 200; ++steps) {
            QVERIFY(simulator.step(simulator.nextTime()).ok());
            const TimeMs next = simulator.nextTime();
            const TimeMs later = next == kNever ? simulator.now() : simulator.now() + (next - simulator.now() - 1) / 2;
            const BoardState board = boardStateOf(simulator, later, {100000, 100000});
            const QString fault = faultIn(board, simulator);
            QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("%1: %2").arg(seed).arg(fault)));
            ++moments;
            for (const PoolState& pool : board.pools) {
                lending += pool.borrowed > pool.uncovered ? 1U : 0U;
                stopping += pool.stopping > 0 ? 1U : 0U;
                uncovered += pool.uncovered > 0 ? 1U : 0U;
            }
        }
    }
    qInfo("%zu moments, %zu with lending, %zu with stopping jobs, %zu with uncovered use", moments, lending, stopping,
        uncovered);
    QVERIFY(moments > 20000 && lending > 1000 && stopping > 500 && uncovered > 100);
}

namespace {

const char* const kLending = R"({"format":"quotaboard-scenario","version":1,
  "serviceEnvironments":[{"serviceEnvironmentName":"e","capacityLimits":[{"capacityUnit":"u","maxCapacity":8}]}],
  "quotaShares":[
   {"quotaShareName":"lender","capacityLimits":[{"capacityUnit":"u","maxCapacity":3}],
    "resourceSharingConfiguration":{"strategy":"LEND"}},
   {"quotaShareName":"keeper","capacityLimits":[{"capacityUnit":"u","maxCapacity":2}],
    "resourceSharingConfiguration":{"strategy":"RESERVE"}},
   {"quotaShareName":"borrower","capacityLimits":[{"capacityUnit":"u","maxCapacity":3}],
    "resourceSharingConfiguration":{"strategy":"LEND_AND_BORROW","borrowLimit":100}}],
  "jobs":[
   {"jobName":"a","quotaShareName":"borrower","capacityUnit":"u","instanceCount":3,"submitSeconds":0,"workSeconds":100,
    "checkpoint":{"intervalSeconds":30}},
   {"jobName":"b","quotaShareName":"borrower","capacityUnit":"u","instanceCount":2,"submitSeconds":0,"workSeconds":100},
   {"jobName":"c","quotaShareName":"borrower","capacityUnit":"u","instanceCount":2,"submitSeconds":1,"workSeconds":9}]})";

} // namespace

void TestBoardState::namesLenderAndBorrower()
{
    const Result<LoadedScenario> document = readScenarioText(kLending, "s", "/nowhere");
    QVERIFY(document.ok());
    Simulator simulator(document.value().scenario);
    QVERIFY(simulator.run(nullptr, 1000).ok());
    const BoardState board = boardStateOf(simulator, 1000);
    const LedgerSegments& lender = board.lanes[0].ledger.front();
    QCOMPARE(lender.lentTotal, 2);
    QCOMPARE(lender.idle, 1);
    QCOMPARE(lender.lent.size(), std::size_t{1});
    QCOMPARE(lender.lent.front().borrower, board.lanes[2].share);
    QCOMPARE(board.lanes[1].ledger.front().reservedIdle, 2);
    const LedgerSegments& borrower = board.lanes[2].ledger.front();
    QCOMPARE(borrower.own, 3);
    QCOMPARE(borrower.borrowed, 2);
    QCOMPARE(borrower.mayBorrow, 1);
    QCOMPARE(board.pools.front().free, 1);
    QCOMPARE(board.lanes[2].frontReason.code, WaitCode::BorrowLimit);
    QCOMPARE(board.lanes[2].running[1].borrowed, 2);
}

void TestBoardState::showsProgressBetweenEvents()
{
    const Result<LoadedScenario> document = readScenarioText(kLending, "s", "/nowhere");
    QVERIFY(document.ok());
    Simulator simulator(document.value().scenario);
    QVERIFY(simulator.run(nullptr, 1000).ok());
    const RunningJob job = boardStateOf(simulator, 75'000).lanes[2].running.front();
    QCOMPARE(job.done, 75'000);
    QCOMPARE(job.durable, 60'000);
    QCOMPARE(job.work, 100'000);
}

void TestBoardState::listsTheFirstOfManyJobs()
{
    const Result<LoadedScenario> document = readScenarioText(kLending, "s", "/nowhere");
    QVERIFY(document.ok());
    Simulator simulator(document.value().scenario);
    QVERIFY(simulator.run(nullptr, 1000).ok());
    const LaneState lane = boardStateOf(simulator, 1000, {1, 0}).lanes[2];
    QCOMPARE(lane.running.size(), std::size_t{1});
    QCOMPARE(lane.runningCount, std::size_t{2});
    QVERIFY(lane.waiting.empty());
    QCOMPARE(lane.waitingCount, std::size_t{1});
}

QTEST_GUILESS_MAIN(TestBoardState)
#include "tst_board_state.moc"
