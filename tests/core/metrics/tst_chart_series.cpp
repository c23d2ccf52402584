// SPDX-License-Identifier: Apache-2.0
// Chart curves against the scorecard: their ends are equal, and so is every sample that a scorecard of the run up to
// that moment can tell.
#include <QDir>
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/metrics/chart_series.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"
#include "tests/support/event_tee.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <algorithm>
#include <random>
#endif

using namespace quotaboard;

namespace {

ChartSeries seriesOf(const test::FinishedRun& run)
{
    ChartSeriesCollector collector(*run.scenario);
    for (std::size_t i = 0; i < run.log.size(); ++i)
        collector.onEvent(run.log[i]);
    return collector.finish(run.card.to, run.card);
}

Scorecard cardUpTo(const test::FinishedRun& run, TimeMs time)
{
    MetricsCollector collector(*run.scenario);
    for (std::size_t i = 0; i < run.log.size() && run.log.timeOf(i) <= time; ++i)
        collector.onEvent(run.log[i]);
    return collector.finish(time);
}

std::array<GpuMs, kAccountingLabels> labelsOf(const Accounting& a)
{
    return {a.completed, a.inProgress, a.discarded, a.lost, a.restart, a.checkpoint, a.hold, a.idle};
}

template <class Value>
bool isRising(const std::vector<Value>& values)
{
    return std::is_sorted(values.begin(), values.end());
}

/// The first thing wrong with the shape of a series; empty when nothing is.
std::string shapeProblem(const ChartSeries& series)
{
    const std::size_t n = series.times.size();
    if (n == 0 || series.times.front() != 0 || series.times.back() != series.end || n > 4098)
        return "times";
    if (std::adjacent_find(series.times.begin(), series.times.end(), std::greater_equal<>()) != series.times.end())
        return "times do not rise";
    for (const auto* curve : {&series.wasteLost, &series.wasteRestart, &series.paid, &series.overcommitted}) {
        if (curve->size() != n || !isRising(*curve))
            return "waste or capacity";
    }
    for (const auto& label : series.labels) {
        if (label.size() != n || !isRising(label))
            return "label";
    }
    for (const ShareSeries& share : series.shares) {
        for (const auto* curve : {&share.claimable, &share.delivered, &share.shortfall}) {
            if (curve->size() != n || !isRising(*curve))
                return "fairness";
        }
        if (share.queue.size() != n)
            return "queue";
    }
    for (std::size_t i = 0; i < n; ++i) {
        QueueSample sum;
        for (const ShareSeries& share : series.shares) {
            const QueueSample& own = share.queue[i];
            sum.jobs += own.jobs;
            sum.gpus += own.gpus;
            if (own.jobs < 0 || own.peakJobs < own.jobs || own.peakGpus < own.gpus)
                return "queue of a share";
        }
        if (sum.jobs != series.queue[i].jobs || sum.gpus != series.queue[i].gpus)
            return "queue of all";
    }
    return {};
}

/// The first end value that differs from the scorecard's; empty when none does.
std::string endProblem(const ChartSeries& series, const test::FinishedRun& run)
{
    const Scorecard& card = run.card;
    if (series.wasteLost.back() != card.preemption.lost || series.wasteRestart.back() != card.preemption.restart)
        return "waste";
    if (series.paid.back() != card.accounting.paid || series.overcommitted.back() != card.accounting.overcommitted)
        return "paid";
    const auto labels = labelsOf(card.accounting);
    for (std::size_t i = 0; i < kAccountingLabels; ++i) {
        if (series.labels[i].back() != labels[i])
            return "label " + std::to_string(i);
    }
    if (series.shares.size() != card.fairness.size())
        return "shares";
    for (std::size_t s = 0; s < series.shares.size(); ++s) {
        const ShareSeries& got = series.shares[s];
        const ShareFairness& want = card.fairness[s];
        if (got.share != want.share || got.claimable.back() != want.claimable || got.delivered.back() != want.delivered
            || got.shortfall.back() != want.shortfall)
            return "fairness of share " + std::to_string(s);
    }
    for (const ShareSeries& share : series.shares) {
        std::uint64_t started = 0;
        std::uint64_t censored = 0;
        for (const WaitGroup& group : card.waits) {
            if (group.share == share.share) {
                started += group.started;
                censored += group.waiting;
            }
        }
        if (started != share.started.size() || censored != share.censored.size())
            return "waits of share " + std::to_string(share.share.value());
        const auto earlier = [](const WaitPoint& a, const WaitPoint& b) { return a.time < b.time; };
        if (!std::is_sorted(share.started.begin(), share.started.end(), earlier))
            return "order of waits";
    }
    return {};
}

/// Compares one sample with a scorecard of the run up to its moment.
std::string sampleProblem(const ChartSeries& series, const test::FinishedRun& run, std::size_t i)
{
    const Scorecard card = cardUpTo(run, series.times[i]);
    if (series.wasteLost[i] != card.preemption.lost || series.paid[i] != card.accounting.paid
        || series.overcommitted[i] != card.accounting.overcommitted
        || series.label(AccountingLabel::Idle)[i] != card.accounting.idle)
        return "capacity";
    // An unfinished write becomes waste when it is cut off, from its beginning on.
    if (series.wasteRestart[i] < card.preemption.restart)
        return "restart";
    GpuMs sum = 0;
    for (const auto& label : series.labels)
        sum += label[i];
    const GpuMs missing = card.accounting.paid + card.accounting.overcommitted - sum;
    if (missing < 0 || missing > static_cast<GpuMs>(kAccountingLabels))
        return "labels do not add up";
    // Start-up, grace and restore do not depend on what comes later, and neither do work and writes together.
    const GpuMs hold = series.label(AccountingLabel::Hold)[i] - card.accounting.hold;
    if (hold != 0)
        return "hold";
    for (const ShareFairness& want : card.fairness) {
        for (const ShareSeries& share : series.shares) {
            if (share.share == want.share
                && (share.claimable[i] != want.claimable || share.delivered[i] != want.delivered
                    || share.shortfall[i] != want.shortfall))
                return "fairness";
        }
    }
    return {};
}

/// As its definition says it.
RollingWait slowRollingWait(const ShareSeries& share, TimeMs window, TimeMs time)
{
    std::vector<TimeMs> known;
    std::vector<TimeMs> open;
    const auto collect = [&](const std::vector<WaitPoint>& points, std::vector<TimeMs>& waits) {
        for (const WaitPoint& point : points) {
            if (point.time <= time && (point.time > time - window || time <= window))
                waits.push_back(point.wait);
        }
        std::sort(waits.begin(), waits.end());
    };
    collect(share.started, known);
    collect(share.censored, open);
    return {time, static_cast<std::uint32_t>(known.size()), static_cast<std::uint32_t>(open.size()),
        censoredQuantile(known, open, 0.5), censoredQuantile(known, open, 0.95)};
}

bool isSame(const CensoredQuantile& a, const CensoredQuantile& b)
{
    return a.value == b.value && a.atLeast == b.atLeast;
}

} // namespace

class TestChartSeries : public QObject {
    Q_OBJECT

private slots:
    void goldenCasesEndAtTheScorecard_data();
    void goldenCasesEndAtTheScorecard();
    void randomScenariosEndAtTheScorecard();
    void everySampleIsTheScorecardUpToIt();
    void sameWhileRunningAndFromTheLog();
    void bucketsStayExactWhenTheyMerge();
    void spacingGrowsWithTheRun();
    void peaksSurviveWidening();
    void rollingWaitsAreExact();
    void rollingShortfallOfTheWholeRun();
    void aMovedJobCountsWhereItIsAtTheEnd();
};

void TestChartSeries::goldenCasesEndAtTheScorecard_data()
{
    QTest::addColumn<QString>("path");
    for (const char* folder : {"golden/cases", "golden/own", "../resources/samples"}) {
        const QDir dir(QStringLiteral(QUOTABOARD_SOURCE_DIR "/tests/") + QLatin1String(folder));
        for (const QString& file : dir.entryList({QStringLiteral("*.scenario.json")}, QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(file)) << dir.filePath(file);
    }
}

void TestChartSeries::goldenCasesEndAtTheScorecard()
{
    QFETCH(QString, path);
    const test::FinishedRun run = test::runScenarioFile(path.toStdString());
    QVERIFY2(run.error.empty(), run.error.c_str());
    const ChartSeries series = seriesOf(run);
    QCOMPARE(shapeProblem(series), std::string());
    QCOMPARE(endProblem(series, run), std::string());
}

void TestChartSeries::randomScenariosEndAtTheScorecard()
{
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        const test::FinishedRun run = test::runScenario(reference::randomScenario(seed));
        QVERIFY2(run.error.empty(), run.error.c_str());
        const ChartSeries series = seriesOf(run);
        const std::string problem = shapeProblem(series) + endProblem(series, run);
        QVERIFY2(problem.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(problem.c_str())));
    }
}

void TestChartSeries::everySampleIsTheScorecardUpToIt()
{
    std::mt19937_64 random(7);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const test::FinishedRun run = test::runScenario(reference::randomScenario(seed));
        const ChartSeries series = seriesOf(run);
        for (int k = 0; k < 12; ++k) {
            const std::size_t i = random() % series.times.size();
            const std::string problem = sampleProblem(series, run, i);
            QVERIFY2(problem.empty(),
                qPrintable(QStringLiteral("seed %1, sample %2: %3").arg(seed).arg(i).arg(problem.c_str())));
        }
    }
}

void TestChartSeries::sameWhileRunningAndFromTheLog()
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const test::FinishedRun run = test::runScenario(reference::randomScenario(seed));
        ChartSeriesCollector collector(*run.scenario);
        Simulator simulator(*run.scenario, &collector);
        QVERIFY(simulator.run().ok());
        QVERIFY(collector.finish(run.card.to, run.card) == seriesOf(run));
    }
}

void TestChartSeries::bucketsStayExactWhenTheyMerge()
{
    std::mt19937_64 random(11);
    for (int round = 0; round < 50; ++round) {
        const TimeMs end = 1 + static_cast<TimeMs>(random() % 2000);
        ChartGrid wideGrid(10 * end, static_cast<std::size_t>(end) / 50 + 8);
        ChartGrid fineGrid(end, wideGrid.limit() * static_cast<std::size_t>(wideGrid.spacing()));
        ChartBuckets fine(fineGrid);
        ChartBuckets wide(wideGrid);
        QCOMPARE(fineGrid.spacing(), TimeMs{1});
        for (int k = 0; k < 40; ++k) {
            TimeMs from = static_cast<TimeMs>(random() % static_cast<std::uint64_t>(end));
            TimeMs to = static_cast<TimeMs>(random() % static_cast<std::uint64_t>(end + 1));
            if (from > to)
                std::swap(from, to);
            const auto rate = static_cast<std::int64_t>(random() % 9);
            for (ChartBuckets* buckets : {&fine, &wide}) {
                buckets->addSpan(from, to, rate);
                if (to - from > 1)
                    buckets->addPartOfSpan(from, to, (to - from) / 2, rate);
            }
        }
        fine.merge(wideGrid.spacing());
        const std::size_t count = static_cast<std::size_t>((end - 1) / wideGrid.spacing()) + 2;
        const auto merged = fine.cumulative(count);
        const auto direct = wide.cumulative(count);
        QVERIFY(merged.back() == direct.back());
        for (std::size_t i = 0; i < count; ++i)
            QVERIFY(merged[i] - direct[i] <= 1 && direct[i] - merged[i] <= 1);
    }
}

void TestChartSeries::spacingGrowsWithTheRun()
{
    ChartGrid grid(0, 4096);
    QCOMPARE(grid.spacing(), TimeMs{1});
    TimeMs before = grid.spacing();
    for (TimeMs end = 4000; end < 400 * kMsPerDay; end *= 3) {
        const std::int64_t factor = grid.widenFor(end);
        QCOMPARE(grid.spacing(), factor * before);
        QVERIFY(end / grid.spacing() <= 4096);
        QVERIFY(end / grid.spacing() >= 256);
        before = grid.spacing();
    }
}

void TestChartSeries::peaksSurviveWidening()
{
    // Three jobs at 0 in a full share, and one a year later, so that the first hour ends up in one sample.
    Scenario scenario;
    scenario.internUnit("ml.g5.xlarge");
    scenario.environment.limits = {{UnitIndex{0}, 1}};
    QuotaShare share;
    share.name = "only";
    share.limits = {{UnitIndex{0}, 1}};
    scenario.internShare("only");
    scenario.shares = {share};
    const ProfileIndex profile = scenario.jobs.internProfile(JobProfile{});
    for (int k = 0; k < 4; ++k) {
        Job job;
        job.submit = k < 3 ? 0 : 365 * kMsPerDay;
        job.work = 20 * kMsPerMinute;
        job.profile = profile;
        job.share = ShareIndex{0};
        job.unit = UnitIndex{0};
        scenario.jobs.add(job);
    }
    // The last submission is not the last in the list: nothing tells how long the run will be.
    const Job last = scenario.jobs[JobIndex{3}];
    scenario.jobs.replace(JobIndex{3}, scenario.jobs[JobIndex{0}]);
    scenario.jobs.replace(JobIndex{0}, last);
    const test::FinishedRun run = test::runScenario(std::move(scenario));
    QVERIFY2(run.error.empty(), run.error.c_str());
    const ChartSeries series = seriesOf(run);
    QVERIFY(series.spacing >= kMsPerHour);
    QCOMPARE(endProblem(series, run), std::string());
    std::int64_t peak = 0;
    for (const QueueSample& sample : series.queue)
        peak = std::max(peak, sample.peakJobs);
    QCOMPARE(peak, std::int64_t{2});
    QCOMPARE(series.queue.back().jobs, std::int64_t{0});
}

void TestChartSeries::rollingWaitsAreExact()
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 60; ++round) {
        ShareSeries share;
        TimeMs time = 0;
        for (int k = 0; k < 400; ++k) {
            time += static_cast<TimeMs>(random() % 50);
            const WaitPoint point{time, static_cast<TimeMs>(random() % 300)};
            const bool isCensored = round % 3 != 0 && random() % (round % 3 == 1 ? 5 : 90) == 0;
            (isCensored ? share.censored : share.started).push_back(point);
        }
        std::vector<TimeMs> times;
        for (TimeMs t = 0; t <= time + 3000; t += 1 + static_cast<TimeMs>(random() % 400))
            times.push_back(t);
        for (const TimeMs window : {TimeMs{40}, TimeMs{1000}, TimeMs{1'000'000}}) {
            const std::vector<RollingWait> got = rollingWaits(share, window, times);
            QCOMPARE(got.size(), times.size());
            for (std::size_t i = 0; i < times.size(); ++i) {
                const RollingWait want = slowRollingWait(share, window, times[i]);
                QCOMPARE(got[i].started, want.started);
                QCOMPARE(got[i].censored, want.censored);
                QVERIFY(isSame(got[i].p50, want.p50) && isSame(got[i].p95, want.p95));
                QCOMPARE(got[i].isGap(), want.count() == 0);
                QCOMPARE(got[i].isFew(), want.count() < 20);
            }
        }
    }
}

void TestChartSeries::rollingShortfallOfTheWholeRun()
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const test::FinishedRun run = test::runScenario(reference::randomScenario(seed));
        const ChartSeries series = seriesOf(run);
        for (std::size_t s = 0; s < series.shares.size(); ++s) {
            const auto all = rollingShortfall(series, series.shares[s], series.times.size() - 1, series.end);
            QVERIFY(all == run.card.fairness[s].shortfallShare());
            QVERIFY(!rollingShortfall(series, series.shares[s], 0));
        }
    }
}

void TestChartSeries::aMovedJobCountsWhereItIsAtTheEnd()
{
    // The borrower starts, is reclaimed and waits; then it moves to the other share, where it never starts again.
    const nlohmann::json limits = {{{"capacityUnit", "ml.g5.xlarge"}, {"maxCapacity", 1}}};
    const auto share = [&](const char* name, const char* strategy) {
        return nlohmann::json{{"quotaShareName", name}, {"capacityLimits", limits},
            {"resourceSharingConfiguration", {{"strategy", strategy}}}};
    };
    const auto job = [](const char* id, const char* share, int count, int submit) {
        return nlohmann::json{{"jobId", id}, {"jobName", "j"}, {"quotaShareName", share},
            {"capacityUnit", "ml.g5.xlarge"}, {"instanceCount", count}, {"submitSeconds", submit},
            {"workSeconds", 1000}};
    };
    const nlohmann::json scenario = {{"format", "quotaboard-scenario"}, {"version", 1}, {"horizonSeconds", 300},
        {"serviceEnvironments",
            {{{"serviceEnvironmentName", "e"},
                {"capacityLimits", {{{"capacityUnit", "ml.g5.xlarge"}, {"maxCapacity", 2}}}}}}},
        {"quotaShares", {share("borrower", "LEND_AND_BORROW"), share("owner", "LEND")}},
        {"jobs", {job("b", "borrower", 2, 0), job("o", "owner", 1, 100)}},
        {"interventions", {{{"atSeconds", 200}, {"moveServiceJob", {{"jobId", "b"}, {"quotaShareName", "owner"}}}}}}};
    const test::FinishedRun run = test::runScenario(scenario);
    QVERIFY2(run.error.empty(), run.error.c_str());
    const ChartSeries series = seriesOf(run);
    QCOMPARE(series.shares[0].started.size(), std::size_t{0});
    QCOMPARE(series.shares[1].started, (std::vector<WaitPoint>{{0, 0}, {100'000, 0}}));
    QCOMPARE(endProblem(series, run), std::string());
}

QTEST_APPLESS_MAIN(TestChartSeries)
#include "tst_chart_series.moc"
