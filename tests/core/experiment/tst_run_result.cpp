// SPDX-License-Identifier: Apache-2.0
// A recorded run can be entered at any moment and gives what an uninterrupted run gave.
#include "core/experiment/run_result.h"

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"
#endif

using namespace quotaboard;

namespace {

std::shared_ptr<const Scenario> scenarioOf(std::uint64_t seed)
{
    Result<LoadedScenario> document = readScenarioText(reference::randomScenario(seed).dump(), "random", "/nowhere");
    if (!document)
        qFatal("random scenario refused");
    return std::make_shared<const Scenario>(std::move(document.value().scenario));
}

} // namespace

class TestRunResult : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordsWhatARunGives();
    void goesOnFromAnyMomentAsTheRunDid();
    void snapshotsStayWithinTheirBudget();
    void canBeCancelled();
};

void TestRunResult::recordsWhatARunGives()
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const auto scenario = scenarioOf(seed);
        const auto result = recordRun(scenario);
        QVERIFY(result.ok());
        const test::FinishedRun run = test::runScenario(*scenario);
        QCOMPARE(result.value()->log.size(), run.log.size());
        for (std::size_t i = 0; i < run.log.size(); ++i)
            QVERIFY(result.value()->log[i] == run.log[i]);
        QVERIFY(result.value()->scorecard.accounting == run.card.accounting);
    }
}

void TestRunResult::goesOnFromAnyMomentAsTheRunDid()
{
    std::size_t entries = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const auto result = recordRun(scenarioOf(seed)).value();
        const EventLog& log = result->log;
        for (std::size_t at = 0; at < log.size(); at += 1 + log.size() / 7) {
            Simulator simulator = result->snapshots.at(*result->scenario, log.timeOf(at));
            EventLog rest;
            simulator.setSink(&rest);
            const std::size_t from = log.lowerBound(log.timeOf(at) + 1);
            QCOMPARE(simulator.eventCount(), from);
            QVERIFY(simulator.run().ok());
            QCOMPARE(from + rest.size(), log.size());
            for (std::size_t i = 0; i < rest.size(); ++i)
                QVERIFY(rest[i] == log[from + i]);
            ++entries;
        }
    }
    QVERIFY(entries > 1500);
}

void TestRunResult::snapshotsStayWithinTheirBudget()
{
    const auto scenario = scenarioOf(3);
    RunSnapshots snapshots(20'000);
    Simulator simulator(*scenario);
    while (simulator.nextTime() != kNever && simulator.nextTime() <= scenario->horizon.value_or(kNever)) {
        QVERIFY(simulator.step(simulator.nextTime()).ok());
        snapshots.offer(simulator);
    }
    QVERIFY(snapshots.count() >= 1);
    QVERIFY(snapshots.memoryUse() <= 20'000 || snapshots.count() <= 2);
    const Simulator again = snapshots.at(*scenario, simulator.now());
    QCOMPARE(again.eventCount(), simulator.eventCount());
}

void TestRunResult::canBeCancelled()
{
    Progress progress;
    progress.cancel();
    RecordOptions options;
    options.progress = &progress;
    const auto result = recordRun(scenarioOf(1), options);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Interrupted);
}

QTEST_GUILESS_MAIN(TestRunResult)
#include "tst_run_result.moc"
