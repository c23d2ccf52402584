// SPDX-License-Identifier: Apache-2.0
// A preview is the scorecard of the edited scenario over the same window, nothing estimated.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/exchange/summary_writer.h"
#include "core/experiment/what_if.h"
#include "core/model/scenario_edits.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"
#endif

using namespace quotaboard;

class TestWhatIf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheScorecardOfARunWithThatHorizon();
    void namesTheLargestChange();
    void canBeCancelled();
};

void TestWhatIf::isTheScorecardOfARunWithThatHorizon()
{
    std::size_t shortened = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Result<LoadedScenario> document
            = readScenarioText(reference::randomScenario(seed).dump(), "random", "/nowhere");
        QVERIFY(document.ok());
        Scenario scenario = std::move(document.value().scenario);
        const TimeMs until = static_cast<TimeMs>(seed % 40) * 5000 + 1000;
        const Result<Scorecard> card = scorecardUntil(scenario, until);
        QVERIFY(card.ok());
        scenario.horizon = std::min(until, scenario.horizon.value_or(until));
        const test::FinishedRun run = test::runScenario(scenario);
        QVERIFY(run.error.empty());
        QVERIFY(card.value().accounting == run.card.accounting);
        QCOMPARE(card.value().to, run.card.to);
        QCOMPARE(card.value().waits.size(), run.card.waits.size());
        for (std::size_t i = 0; i < run.card.waits.size(); ++i) {
            QVERIFY(card.value().waits[i].p95.value == run.card.waits[i].p95.value);
            QVERIFY(card.value().waits[i].p95.atLeast == run.card.waits[i].p95.atLeast);
        }
        shortened += run.card.jobs.unfinished > 0 ? 1U : 0U;
    }
    QVERIFY(shortened > 50);
}

void TestWhatIf::namesTheLargestChange()
{
    Result<LoadedScenario> document = readScenario(
        std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/two-teams-3-lending-checkpoints.scenario.json");
    QVERIFY(document.ok());
    const Scenario& scenario = document.value().scenario;
    Scenario edited = scenario;
    QVERIFY(setStrategy(edited, EditTime::fromStart(), edited.findShare("research"), SharingStrategy::Reserve).ok());
    const TimeMs until = kMsPerDay;
    const WhatIfEffect effect
        = compareScorecards(scorecardUntil(scenario, until).value(), scorecardUntil(edited, until).value());
    QVERIFY(effect.share == scenario.findShare("research"));
    QVERIFY(effect.waste < 0);
    const WhatIfEffect none
        = compareScorecards(scorecardUntil(scenario, until).value(), scorecardUntil(scenario, until).value());
    QVERIFY(!none.share.isValid());
    QVERIFY(none.waste == 0 && none.completed == 0);
}

void TestWhatIf::canBeCancelled()
{
    const Result<LoadedScenario> document = readScenarioText(reference::randomScenario(3).dump(), "random", "/nowhere");
    QVERIFY(document.ok());
    Progress progress;
    progress.cancel();
    const Result<Scorecard> card = scorecardUntil(document.value().scenario, kNever, &progress);
    QVERIFY(!card.ok());
    QCOMPARE(card.error().code, ErrorCode::Interrupted);
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
