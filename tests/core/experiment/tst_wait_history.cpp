// SPDX-License-Identifier: Apache-2.0
// The history of a wait is what the board shows at each of its moments.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/experiment/wait_history.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"
#endif

using namespace quotaboard;

class TestWaitHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWaitBehindAnotherAndThenForRoom();
    void everyMomentHasTheReasonThatItShows();
    void whoDoesNotWaitHasNone();
};

void TestWaitHistory::aWaitBehindAnotherAndThenForRoom()
{
    const auto result = test::recordedRun(nlohmann::json::parse(R"({
        "format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 1}]}],
        "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 1}]}],
        "jobs": [
         {"jobName": "runs", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
          "workSeconds": 100},
         {"jobName": "next", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 10,
          "workSeconds": 100},
         {"jobName": "last", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 20,
          "workSeconds": 100}]})"));
    QVERIFY(result);
    const std::vector<WaitStretch> history = waitHistory(*result, JobIndex{2}, 150 * kMsPerSecond);
    QCOMPARE(history.size(), std::size_t{2});
    QVERIFY(history[0].reason.code == WaitCode::Behind);
    QCOMPARE(history[0].from, 20 * kMsPerSecond);
    QCOMPARE(history[0].to, 100 * kMsPerSecond);
    QCOMPARE(history[0].reason.front, JobIndex{1});
    QVERIFY(history[1].reason.code != WaitCode::Behind && history[1].reason.code != WaitCode::None);
    QCOMPARE(history[1].to, 150 * kMsPerSecond);
}

void TestWaitHistory::everyMomentHasTheReasonThatItShows()
{
    std::size_t looked = 0;
    std::size_t stretches = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result || result->log.empty())
            continue;
        const TimeMs moment = result->log.timeOf(result->log.size() / 2);
        const Simulator there = result->snapshots.at(*result->scenario, moment);
        for (std::size_t i = 0; i < result->scenario->jobs.size(); ++i) {
            const std::vector<WaitStretch> history = waitHistory(*result, JobIndex{i}, moment);
            if (history.empty())
                continue;
            QCOMPARE(history.front().from, there.waitingSince(there.slot(JobIndex{i})));
            QCOMPARE(history.back().to, moment);
            for (std::size_t k = 0; k < history.size(); ++k) {
                if (k > 0)
                    QCOMPARE(history[k].from, history[k - 1].to);
                for (const TimeMs at : {history[k].from, std::max(history[k].from, history[k].to - 1)}) {
                    const Simulator simulator = result->snapshots.at(*result->scenario, at);
                    const WaitReason reason = simulator.scheduler().explain(simulator.slot(JobIndex{i}));
                    QVERIFY(reason.code == history[k].reason.code);
                    ++looked;
                }
                ++stretches;
            }
        }
    }
    QVERIFY(looked > 500);
    QVERIFY(stretches > 200);
}

void TestWaitHistory::whoDoesNotWaitHasNone()
{
    const auto result = test::recordedRun(reference::randomScenario(3));
    QVERIFY(result);
    std::size_t none = 0;
    const Simulator end = result->snapshots.at(*result->scenario, result->end);
    for (std::size_t i = 0; i < result->scenario->jobs.size(); ++i) {
        if (end.isIn(JobIndex{i}))
            continue;
        QVERIFY(waitHistory(*result, JobIndex{i}, result->end).empty());
        ++none;
    }
    QVERIFY(none > 0);
}

QTEST_APPLESS_MAIN(TestWaitHistory)
#include "tst_wait_history.moc"
