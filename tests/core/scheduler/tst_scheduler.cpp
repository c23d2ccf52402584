// SPDX-License-Identifier: Apache-2.0
// What the scheduler answers about queues and capacity, asked along random runs, equals a count by hand.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/simulation/simulator.h"
#include "tests/support/reference/random_scenario.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#endif

using namespace quotaboard;

class TestScheduler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void queuesHoldTheRunnableJobsInTheirOrder();
    void theLedgerCountsThePhases();
    void sharesThatAreNotThereHaveNobody();
};

namespace {

/// Calls `look` after every `every`-th timestamp of random runs.
template <class Look>
void along(std::uint64_t seeds, int every, const Look& look)
{
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Result<LoadedScenario> document
            = readScenarioText(reference::randomScenario(seed).dump(), "r", "/nowhere");
        QVERIFY(document.ok());
        Simulator simulator(document.value().scenario);
        for (int i = 0; simulator.nextTime() != kNever; ++i) {
            QVERIFY(simulator.step(simulator.nextTime()).ok());
            if (i % every == 0)
                look(simulator);
        }
    }
}

} // namespace

void TestScheduler::queuesHoldTheRunnableJobsInTheirOrder()
{
    std::size_t jobs = 0;
    along(150, 5, [&](const Simulator& simulator) {
        const Scheduler& scheduler = simulator.scheduler();
        std::map<std::uint32_t, std::size_t> counts;
        for (std::size_t i = 0; i < simulator.scenario().jobs.size(); ++i) {
            if (!simulator.isIn(JobIndex{i}))
                continue;
            const JobSlot slot = simulator.slot(JobIndex{i});
            if (scheduler.phase(slot) == JobPhase::Runnable)
                ++counts[static_cast<std::uint32_t>(scheduler.share(slot).value())];
        }
        for (const ShareIndex share : simulator.policy().order()) {
            const std::vector<JobSlot> waiting = scheduler.waitingOf(share, 1000);
            QCOMPARE(waiting.size(), counts[static_cast<std::uint32_t>(share.value())]);
            QCOMPARE(scheduler.waitingCount(share), waiting.size());
            const std::vector<JobSlot> first = scheduler.waitingOf(share, 2);
            QVERIFY(std::equal(first.begin(), first.end(), waiting.begin()));
            for (std::size_t i = 1; i < waiting.size(); ++i) {
                const auto key = [&](JobSlot slot) {
                    return std::tuple(-scheduler.priority(slot), scheduler.queueTime(slot), scheduler.job(slot));
                };
                QVERIFY(key(waiting[i - 1]) < key(waiting[i]));
                ++jobs;
            }
        }
    });
    QVERIFY(jobs > 1000);
}

void TestScheduler::theLedgerCountsThePhases()
{
    std::size_t borrowing = 0;
    along(150, 5, [&](const Simulator& simulator) {
        const Scheduler& scheduler = simulator.scheduler();
        struct Use {
            std::int64_t dispatched = 0;
            std::int64_t occupied = 0;
            std::int64_t scheduled = 0;
        };
        std::map<std::pair<ShareIndex, UnitIndex>, Use> uses;
        for (std::size_t i = 0; i < simulator.scenario().jobs.size(); ++i) {
            if (!simulator.isIn(JobIndex{i}))
                continue;
            const JobSlot slot = simulator.slot(JobIndex{i});
            Use& use = uses[{scheduler.share(slot), scheduler.unit(slot)}];
            const std::int64_t n = scheduler.instances(slot);
            const JobPhase phase = scheduler.phase(slot);
            const bool holds = phase == JobPhase::Starting || phase == JobPhase::Running || phase == JobPhase::Stopping;
            use.occupied += holds ? n : 0;
            use.scheduled += phase == JobPhase::Scheduled ? n : 0;
            use.dispatched += phase == JobPhase::Scheduled || (holds && phase != JobPhase::Stopping) ? n : 0;
        }
        for (const ShareIndex share : simulator.policy().order()) {
            for (std::size_t u = 0; u < simulator.scenario().units.size(); ++u) {
                const Ledger::Row& row = scheduler.ledger().row(scheduler.lane(share), UnitIndex{u});
                const Use& use = uses[{share, UnitIndex{u}}];
                QCOMPARE(row.dispatched, use.dispatched);
                QCOMPARE(row.occupied, use.occupied);
                QCOMPARE(row.scheduled, use.scheduled);
                borrowing += row.over() > 0 ? 1 : 0;
            }
        }
    });
    QVERIFY(borrowing > 100);
}

void TestScheduler::sharesThatAreNotThereHaveNobody()
{
    const Scheduler scheduler(2, 1);
    for (const std::size_t share : {std::size_t{0}, std::size_t{1}, std::size_t{7}}) {
        QCOMPARE(scheduler.waitingCount(ShareIndex{share}), std::size_t{0});
        QVERIFY(scheduler.waitingOf(ShareIndex{share}, 5).empty());
    }
    QCOMPARE(scheduler.waitingCount(ShareIndex{}), std::size_t{0});
}

QTEST_APPLESS_MAIN(TestScheduler)
#include "tst_scheduler.moc"
