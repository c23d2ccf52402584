// SPDX-License-Identifier: Apache-2.0
// Every remedy shown for a waiting job does, in a fresh run of the edited scenario, exactly what was shown.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/experiment/remedies.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <array>
#include <map>
#endif

using namespace quotaboard;

namespace {

constexpr std::size_t kWaitingJobs = 500;

/// A moment and a job that waits then, or an invalid job.
std::pair<TimeMs, JobIndex> pickWaiting(const RunResult& result, std::uint64_t seed)
{
    if (result.log.empty())
        return {0, {}};
    const TimeMs moment = result.log.timeOf((seed * 7919) % result.log.size());
    const Simulator simulator = result.snapshots.at(*result.scenario, moment);
    std::vector<JobIndex> waiting;
    for (const ShareIndex share : simulator.policy().order()) {
        for (const JobSlot slot : simulator.scheduler().waitingOf(share, 100))
            waiting.push_back(simulator.scheduler().job(slot));
    }
    return {moment, waiting.empty() ? JobIndex{} : waiting[(seed * 104729) % waiting.size()]};
}

/// All preemptions of a run at a moment.
std::map<JobIndex, TimeMs> preemptedAt(const EventLog& log, TimeMs moment)
{
    std::map<JobIndex, TimeMs> lost;
    for (std::size_t i = log.lowerBound(moment); i < log.size() && log.timeOf(i) == moment; ++i) {
        if (log[i].kind == EventKind::Preempted)
            lost[log[i].job] = log[i].progress;
    }
    return lost;
}

bool startsAt(const EventLog& log, JobIndex job, TimeMs moment)
{
    for (std::size_t i = log.lowerBound(moment); i < log.size() && log.timeOf(i) == moment; ++i) {
        if (log[i].kind == EventKind::Starting && log[i].job == job)
            return true;
    }
    return false;
}

} // namespace

class TestRemedies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rebasedRunsAreFreshRuns();
    void everyRemedyDoesWhatItShows();
    void jobsThatDoNotWaitHaveNone();
};

void TestRemedies::rebasedRunsAreFreshRuns()
{
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result || result->log.size() < 4)
            continue;
        const TimeMs moment = result->log.timeOf((seed * 31) % result->log.size());
        if (moment == 0)
            continue;
        Scenario edited = *result->scenario;
        const ShareIndex share = edited.findShare(edited.shares[seed % edited.shares.size()].name);
        (void)setInSharePreemption(edited, EditTime::from(moment), share, seed % 2 == 0);
        (void)setStrategy(edited, EditTime::from(moment), share, static_cast<SharingStrategy>(seed % 3));
        JobDraft draft;
        draft.name = "late";
        draft.share = edited.shareName(share);
        draft.unit = edited.units.front().name;
        draft.work = 5000;
        (void)submitJob(edited, EditTime::from(moment + 500), draft);
        const Simulator before = result->snapshots.at(*result->scenario, moment - 1);
        auto trial = before.rebased(edited);
        QVERIFY(trial.has_value());
        EventLog rest;
        trial->setSink(&rest);
        QVERIFY(trial->run().ok());
        EventLog whole;
        Simulator fresh(edited, &whole);
        QVERIFY(fresh.run().ok());
        const std::size_t from = whole.size() - rest.size();
        QCOMPARE(from, static_cast<std::size_t>(before.eventCount()));
        for (std::size_t i = 0; i < rest.size(); ++i)
            QVERIFY2(rest[i] == whole[from + i], qPrintable(QString::number(seed)));
        ++compared;
    }
    QVERIFY(compared > 250);
}

void TestRemedies::everyRemedyDoesWhatItShows()
{
    std::size_t jobs = 0;
    std::size_t withRemedy = 0;
    std::array<std::size_t, 10> kinds{};
    std::size_t preempting = 0;
    for (std::uint64_t seed = 1; jobs < kWaitingJobs && seed < 20'000; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result)
            continue;
        const auto [moment, job] = pickWaiting(*result, seed);
        if (!job.isValid())
            continue;
        ++jobs;
        const std::vector<Remedy> remedies = findRemedies(*result, job, moment);
        withRemedy += remedies.empty() ? 0U : 1U;
        const auto without = preemptedAt(result->log, moment);
        for (const Remedy& remedy : remedies) {
            Scenario edited = *result->scenario;
            QVERIFY(remedy.change(edited).ok());
            EventLog log;
            Simulator fresh(edited, &log);
            QVERIFY(fresh.run(nullptr, moment).ok());
            const QString where = QStringLiteral("seed %1, kind %2").arg(seed).arg(static_cast<int>(remedy.kind));
            QVERIFY2(startsAt(log, job, moment), qPrintable(where));
            std::map<JobIndex, TimeMs> found = preemptedAt(log, moment);
            for (const auto& [victim, lost] : without)
                found.erase(victim);
            std::map<JobIndex, TimeMs> shown;
            for (const RemedyVictim& victim : remedy.victims)
                shown[victim.job] = victim.lost;
            QVERIFY2(found == shown, qPrintable(where));
            ++kinds[static_cast<std::size_t>(remedy.kind)];
            preempting += shown.empty() ? 0U : 1U;
        }
    }
    qInfo("%zu waiting jobs, %zu with a remedy; by kind %zu %zu %zu %zu %zu %zu %zu %zu %zu %zu; %zu preempt", jobs,
        withRemedy, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5], kinds[6], kinds[7], kinds[8], kinds[9],
        preempting);
    QCOMPARE(jobs, kWaitingJobs);
    QVERIFY(withRemedy > 100);
    for (const std::size_t count : kinds)
        QVERIFY(count > 0);
    QVERIFY(preempting > 10);
}

void TestRemedies::jobsThatDoNotWaitHaveNone()
{
    const auto result = test::recordedRun(reference::randomScenario(5));
    QVERIFY(result != nullptr);
    QVERIFY(findRemedies(*result, JobIndex{0}, result->end).empty());
}

QTEST_GUILESS_MAIN(TestRemedies)
#include "tst_remedies.moc"
