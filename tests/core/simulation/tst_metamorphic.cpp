// SPDX-License-Identifier: Apache-2.0
// Changes of a scenario that must change the result in a known way, or not at all, on random scenarios.
//
// QUOTABOARD_SCENARIOS=N and QUOTABOARD_FIRST_SEED=S in the environment run more or others than the default.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"
#include "tests/support/event_tee.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"
#include "tests/support/vary_scenario.h"

#include <algorithm>
#include <map>
#include <set>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr qulonglong kDefaultScenarios = 2500;

qulonglong numberFromEnvironment(const char* name, qulonglong fallback)
{
    bool isNumber = false;
    const qulonglong value = qEnvironmentVariable(name).toULongLong(&isNumber);
    return isNumber ? value : fallback;
}

Scenario randomScenario(qulonglong seed)
{
    auto document = readScenarioText(reference::randomScenario(seed).dump(), "random", ".");
    return document.ok() ? std::move(document.value().scenario) : Scenario{};
}

class Recorder final : public EventSink {
public:
    void onEvent(const JobEvent& event) override { events.push_back(event); }
    std::vector<JobEvent> events;
};

struct Run {
    std::vector<JobEvent> events;
    Scorecard card;
};

Run runOf(const Scenario& scenario)
{
    Recorder recorder;
    MetricsCollector metrics(scenario);
    EventTee tee(recorder, metrics);
    Simulator simulator(scenario, &tee);
    Run run;
    if (simulator.run().ok())
        run.card = metrics.finish(scenario.horizon.value_or(metrics.lastEventTime()));
    run.events = std::move(recorder.events);
    return run;
}

/// The events of the jobs that `keeps`, and all updates.
std::vector<JobEvent> eventsOf(const std::vector<JobEvent>& events, const std::vector<bool>& keeps)
{
    std::vector<JobEvent> result;
    for (const JobEvent& event : events) {
        if (!event.job.isValid() || keeps[event.job.value()])
            result.push_back(event);
    }
    return result;
}

/// What happened to each job, with jobs renumbered by `position`.
std::map<JobIndex, std::vector<JobEvent>> byJob(
    const std::vector<JobEvent>& events, const std::vector<std::size_t>& position)
{
    std::map<JobIndex, std::vector<JobEvent>> result;
    for (JobEvent event : events) {
        if (!event.job.isValid())
            continue;
        event.job = JobIndex{position[event.job.value()]};
        if (event.by.isValid())
            event.by = JobIndex{position[event.by.value()]};
        result[event.job].push_back(event);
    }
    return result;
}

bool isScaled(const Accounting& a, const Accounting& b, std::int64_t factor)
{
    return a.paid * factor == b.paid && a.overcommitted * factor == b.overcommitted
        && a.completed * factor == b.completed && a.inProgress * factor == b.inProgress
        && a.discarded * factor == b.discarded && a.lost * factor == b.lost && a.restart * factor == b.restart
        && a.checkpoint * factor == b.checkpoint && a.hold * factor == b.hold && a.idle * factor == b.idle;
}

} // namespace

class TestMetamorphic : public QObject {
    Q_OBJECT

private slots:
    void scalingAllTimesScalesTheLog();
    void scalingAllCapacitiesAndSizesScalesTheLog();
    void renamingSharesAndJobsChangesOnlyNames();
    void removingTheJobsOfAReserveShareChangesNothingForOthers();
    void borrowLimitZeroIsLend();
    void unsetPreemptionRetriesAreHugeRetries();
    void theOrderOfTheJobListIsNoMatterWhereNothingTies();
    void aHorizonOnlyCutsTheLog();

private:
    template <class Check>
    void onRandomScenarios(Check check)
    {
        for (qulonglong seed = first_; seed < first_ + count_; ++seed) {
            const Scenario scenario = randomScenario(seed);
            QVERIFY2(!scenario.shares.empty(), qPrintable(QStringLiteral("seed %1 is not valid").arg(seed)));
            const QString problem = check(scenario, seed);
            QVERIFY2(problem.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(problem)));
        }
    }

    qulonglong first_ = numberFromEnvironment("QUOTABOARD_FIRST_SEED", 1);
    qulonglong count_ = numberFromEnvironment("QUOTABOARD_SCENARIOS", kDefaultScenarios);
};

void TestMetamorphic::scalingAllTimesScalesTheLog()
{
    constexpr TimeMs kFactor = 7;
    onRandomScenarios([](const Scenario& scenario, qulonglong) -> QString {
        Run want = runOf(scenario);
        const Run got = runOf(withTimesScaled(scenario, kFactor));
        for (JobEvent& event : want.events) {
            event.time *= kFactor;
            event.progress *= kFactor;
        }
        if (got.events != want.events)
            return QStringLiteral("the log is not scaled");
        return isScaled(want.card.accounting, got.card.accounting, kFactor)
            ? QString{}
            : QStringLiteral("the accounting is not scaled");
    });
}

void TestMetamorphic::scalingAllCapacitiesAndSizesScalesTheLog()
{
    constexpr std::int32_t kFactor = 3;
    onRandomScenarios([](Scenario scenario, qulonglong) -> QString {
        // Other percentages are rounded down to whole instances, which does not scale.
        forEachSharing(scenario, [](ResourceSharing& sharing) {
            if (sharing.borrowLimit && *sharing.borrowLimit > 0)
                sharing.borrowLimit = *sharing.borrowLimit < 100 ? 100 : 200;
        });
        Run want = runOf(scenario);
        const Run got = runOf(withSizesScaled(scenario, kFactor));
        for (JobEvent& event : want.events)
            event.borrowed *= kFactor;
        if (got.events != want.events)
            return QStringLiteral("the log is not scaled");
        return isScaled(want.card.accounting, got.card.accounting, kFactor)
            ? QString{}
            : QStringLiteral("the accounting is not scaled");
    });
}

void TestMetamorphic::renamingSharesAndJobsChangesOnlyNames()
{
    for (qulonglong seed = first_; seed < first_ + count_ / 5; ++seed) {
        const nlohmann::json document = reference::randomScenario(seed);
        const Renaming renaming(document);
        FinishedRun want = runScenario(document);
        FinishedRun got = runScenario(renaming.applyTo(document));
        QVERIFY2(want.error.empty() && got.error.empty(),
            qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(got.error.c_str())));
        QVERIFY2(
            got.events.size() == want.events.size(), qPrintable(QStringLiteral("seed %1: size of the log").arg(seed)));
        for (std::size_t i = 0; i < want.events.size(); ++i)
            QVERIFY2(got.events[i] == renaming.applyTo(want.events[i]),
                qPrintable(QStringLiteral("seed %1: event %2").arg(seed).arg(i)));
        // These lists are sorted by share name.
        for (nlohmann::json* summary : {&want.summary, &got.summary}) {
            *summary = summary == &want.summary ? renaming.applyTo(*summary) : *summary;
            for (const char* key : {"waits", "wasteByPair"})
                std::sort((*summary)[key].begin(), (*summary)[key].end());
        }
        QVERIFY2(got.summary == want.summary, qPrintable(QStringLiteral("seed %1: summary").arg(seed)));
    }
}

/// A RESERVE share keeps its whole limit whether it has jobs or not. So its jobs cannot matter to others while no limit
/// is oversubscribed or changed, and while it never holds more than its limit: in-share victims in their stop grace
/// would hold instances beside the jobs that replace them.
void TestMetamorphic::removingTheJobsOfAReserveShareChangesNothingForOthers()
{
    int compared = 0;
    onRandomScenarios([&](Scenario scenario, qulonglong) -> QString {
        scenario.interventions.clear();
        const PolicyState policy(scenario);
        for (std::size_t u = 0; u < scenario.units.size(); ++u) {
            if (policy.totalLimit(UnitIndex{u}) > policy.capacity(UnitIndex{u}))
                return {};
        }
        const Run all = runOf(scenario);
        for (const QuotaShare& share : scenario.shares) {
            if (share.sharing.strategy != SharingStrategy::Reserve || share.inSharePreemption)
                continue;
            const ShareIndex removed = scenario.findShare(share.name);
            std::vector<bool> keeps;
            for (const Job& job : scenario.jobs.jobs())
                keeps.push_back(job.share != removed);
            // Never submitted, so that the indices of the others, and with them their draws, stay.
            Scenario fewer = withJobs(
                scenario, [&](Job& job, JobProfile&) { job.submit = job.share == removed ? kMaxTimeMs : job.submit; });
            fewer.horizon = scenario.horizon.value_or(kMaxTimeMs - 1);
            if (eventsOf(runOf(fewer).events, keeps) != eventsOf(all.events, keeps))
                return QStringLiteral("without the jobs of %1").arg(share.name.c_str());
            ++compared;
        }
        return {};
    });
    QVERIFY(count_ < 500 || compared > static_cast<int>(count_ / 20));
}

void TestMetamorphic::borrowLimitZeroIsLend()
{
    onRandomScenarios([](const Scenario& scenario, qulonglong) -> QString {
        Scenario zero = scenario;
        Scenario lend = scenario;
        forEachSharing(zero, [](ResourceSharing& sharing) {
            if (sharing.strategy == SharingStrategy::LendAndBorrow)
                sharing.borrowLimit = 0;
        });
        forEachSharing(lend, [](ResourceSharing& sharing) {
            if (sharing.strategy == SharingStrategy::LendAndBorrow)
                sharing = ResourceSharing{SharingStrategy::Lend, std::nullopt};
        });
        const Run a = runOf(zero);
        const Run b = runOf(lend);
        return a.events == b.events && a.card.accounting == b.card.accounting ? QString{}
                                                                              : QStringLiteral("the runs differ");
    });
}

void TestMetamorphic::unsetPreemptionRetriesAreHugeRetries()
{
    onRandomScenarios([](const Scenario& scenario, qulonglong) -> QString {
        const Run unset
            = runOf(withJobs(scenario, [](Job&, JobProfile& profile) { profile.preemptionRetries.reset(); }));
        const Run huge
            = runOf(withJobs(scenario, [](Job&, JobProfile& profile) { profile.preemptionRetries = 1'000'000'000; }));
        return unset.events == huge.events ? QString{} : QStringLiteral("the runs differ");
    });
}

/// The index of a job decides only among equal priorities and queue times, and which random draw it gets. So without
/// draws, with submissions all at different times, and no other way to get equal queue times (requeue to the back,
/// moves), the order of the list is no matter to what happens to each job.
void TestMetamorphic::theOrderOfTheJobListIsNoMatterWhereNothingTies()
{
    int compared = 0;
    onRandomScenarios([&](Scenario scenario, qulonglong seed) -> QString {
        std::erase_if(scenario.interventions,
            [](const Intervention& i) { return std::holds_alternative<MoveServiceJob>(i.edit); });
        forEachPlatform(scenario, [](Requeue& requeue, double& probability) {
            requeue = Requeue::Original;
            probability = 1;
        });
        std::set<TimeMs> times;
        scenario = withJobs(scenario, [&](Job& job, JobProfile&) {
            while (!times.insert(job.submit).second)
                ++job.submit;
        });
        const std::vector<std::size_t> order = shuffledOrder(scenario.jobs.size(), seed);
        const Run want = runOf(scenario);
        const Run got = runOf(withJobOrder(scenario, order));
        std::vector<std::size_t> same(order.size());
        for (std::size_t i = 0; i < same.size(); ++i)
            same[i] = i;
        ++compared;
        return byJob(got.events, order) == byJob(want.events, same) ? QString{}
                                                                    : QStringLiteral("a job fares otherwise");
    });
    QVERIFY(compared > 0);
}

void TestMetamorphic::aHorizonOnlyCutsTheLog()
{
    onRandomScenarios([](Scenario scenario, qulonglong seed) -> QString {
        scenario.horizon.reset();
        const Run whole = runOf(scenario);
        if (whole.events.empty())
            return {};
        const TimeMs horizon = whole.events[seed % whole.events.size()].time;
        scenario.horizon = horizon;
        const Run cut = runOf(scenario);
        const auto end = std::upper_bound(whole.events.begin(), whole.events.end(), horizon,
            [](TimeMs time, const JobEvent& event) { return time < event.time; });
        if (cut.events != std::vector<JobEvent>(whole.events.begin(), end))
            return QStringLiteral("another log before the horizon");
        return cut.card.accounting.isBalanced() ? QString{} : QStringLiteral("accounting");
    });
}

QTEST_APPLESS_MAIN(TestMetamorphic)
#include "tst_metamorphic.moc"
