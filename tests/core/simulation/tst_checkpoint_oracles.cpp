// SPDX-License-Identifier: Apache-2.0
// What interruptions cost jobs with and without checkpoints (oracles.md section 5): renewal theory and Daly's formula.
//
// One instance; jobs that follow each other without a pause; interrupters of higher priority whose arrivals are Poisson
// with mean distance M while none of them runs.
//
// QUOTABOARD_ALL_ORACLES=1 in the environment runs every row, not the short set only.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/simulation/simulator.h"
#include "tests/support/oracle_workload.h"

#include <cmath>
#include <random>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr double kUnit = 1'000'000; // ms per unit of time of a row, so that rounding is no matter
constexpr int kReplications = 20;

TimeMs ms(double time)
{
    return static_cast<TimeMs>(std::llround(time * kUnit));
}

struct Interrupted {
    double work = 0;
    double meanDistance = 0;
    /// How long an interrupter runs; no other comes meanwhile.
    double downtime = 0;
    std::optional<CheckpointPlan> checkpoint;
    double restore = 0;
    int jobs = 2000;
    /// About how long all jobs will take; interrupters come for twice as long.
    double expected = 0;
};

Scenario makeScenario(const Interrupted& setup, std::uint64_t seed)
{
    Scenario scenario;
    const UnitIndex unit = scenario.internUnit("unit");
    QuotaShare share;
    share.name = "only";
    share.limits = {{unit, 1}};
    share.inSharePreemption = true;
    scenario.shares = {share};
    scenario.environment.limits = share.limits;
    Job job;
    job.share = scenario.internShare(share.name);
    job.unit = unit;
    JobProfile profile;
    profile.checkpoint = setup.checkpoint;
    profile.restore = ms(setup.restore);
    job.profile = scenario.jobs.internProfile(profile);
    job.work = ms(setup.work);
    for (int i = 0; i < setup.jobs; ++i)
        scenario.jobs.add(job);
    job.profile = scenario.jobs.internProfile(JobProfile{});
    job.work = ms(setup.downtime);
    job.priority = 1;
    std::mt19937_64 random(seed);
    double now = 0;
    while (now < 2 * setup.expected * setup.jobs) {
        const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1.0p-53;
        now += -std::log(uniform) * setup.meanDistance;
        job.submit = ms(now);
        scenario.jobs.add(job);
        now += setup.downtime;
    }
    return scenario;
}

class Meter final : public EventSink {
public:
    explicit Meter(int jobs)
        : jobs_(static_cast<std::uint32_t>(jobs))
    {
    }
    void onEvent(const JobEvent& event) override
    {
        if (event.job.value() >= jobs_)
            return;
        if (event.kind == EventKind::Preempted) {
            ++preemptions;
            lost += static_cast<double>(event.progress) / kUnit;
        }
        if (event.kind == EventKind::Succeeded)
            end = static_cast<double>(event.time) / kUnit;
    }
    double preemptions = 0;
    double lost = 0;
    double end = 0;

private:
    std::uint32_t jobs_;
};

struct Columns {
    std::vector<double> time, preemptions, lost, lostPerPreemption;
};

Columns replicate(const Interrupted& setup)
{
    Columns columns;
    for (int r = 0; r < kReplications; ++r) {
        const Scenario scenario = makeScenario(setup, 3000 + static_cast<std::uint64_t>(r));
        Meter meter(setup.jobs);
        Simulator simulator(scenario, &meter);
        (void)simulator.run();
        columns.time.push_back(meter.end / setup.jobs);
        columns.preemptions.push_back(meter.preemptions / setup.jobs);
        columns.lost.push_back(meter.lost / setup.jobs);
        columns.lostPerPreemption.push_back(meter.lost / meter.preemptions);
    }
    return columns;
}

/// Mean time for a stretch without a checkpoint in it, when each interruption costs `restart` more, itself
/// interruptible.
double stretch(double length, double meanDistance, double restart)
{
    return meanDistance * std::exp(restart / meanDistance) * (std::exp(length / meanDistance) - 1);
}

/// Daly's expected completion time.
double daly(double work, double interval, double cost, double meanDistance, double restart)
{
    return stretch(interval + cost, meanDistance, restart) * work / interval;
}

/// The same for scheduling.md section 5: nothing to restore before the first checkpoint, none written at the end.
double expectedTime(int intervals, double interval, double cost, double meanDistance, double restart)
{
    return stretch(interval + cost, meanDistance, 0) + (intervals - 2) * stretch(interval + cost, meanDistance, restart)
        + stretch(interval, meanDistance, restart);
}

/// The interval with the least overhead: where the derivative of daly() is 0, by bisection.
double bestInterval(double cost, double meanDistance)
{
    double low = 1e-6;
    double high = 20 * meanDistance;
    for (int i = 0; i < 200; ++i) {
        const double t = (low + high) / 2;
        const bool isTooLong = std::exp((t + cost) / meanDistance) * (t / meanDistance - 1) + 1 > 0;
        (isTooLong ? high : low) = t;
    }
    return low;
}

} // namespace

class TestCheckpointOracles : public QObject {
    Q_OBJECT

private slots:
    void formulasGiveThePublishedValues();
    void jobsWithoutCheckpointsFollowRenewalTheory_data();
    void jobsWithoutCheckpointsFollowRenewalTheory();
    void theMeanLossOfAnInterruptionFollowsTheInterval_data();
    void theMeanLossOfAnInterruptionFollowsTheInterval();
    void jobsWithCheckpointsFollowDaly_data();
    void jobsWithCheckpointsFollowDaly();
};

void TestCheckpointOracles::formulasGiveThePublishedValues()
{
    const auto isNear = [](double got, double want, double tolerance) { return std::abs(got - want) <= tolerance; };
    struct Row {
        double cost, meanDistance, exact, overhead;
    };
    for (const Row& row : {Row{5, 1440, 116.6901, 8.8180}, Row{5, 15, 9.1665, 157.1356}, Row{2, 240, 29.6651, 14.1038},
             Row{5, 720, 81.5527, 12.7736}, Row{1, 60, 10.2982, 20.7199}}) {
        const double interval = bestInterval(row.cost, row.meanDistance);
        QVERIFY(isNear(interval, row.exact, 1e-4));
        QVERIFY(isNear(100 * (daly(1, interval, row.cost, row.meanDistance, 0) - 1), row.overhead, 1e-4));
    }
    const auto hoursOf500
        = [](double meanDistance) { return daly(30'000, bestInterval(5, meanDistance), 5, meanDistance, 10) / 60; };
    QVERIFY(isNear(hoursOf500(1440), 547.882, 1e-3));
    QVERIFY(isNear(hoursOf500(360), 610.216, 1e-3));
    QVERIFY(isNear(hoursOf500(15), 2504.159, 1e-3));
    QVERIFY(isNear(daly(480, 27, 2, 240, 3), 554.890, 1e-3));
}

void TestCheckpointOracles::jobsWithoutCheckpointsFollowRenewalTheory_data()
{
    QTest::addColumn<double>("work");
    QTest::addColumn<double>("meanDistance");
    QTest::addColumn<double>("downtime");
    QTest::addColumn<double>("time");
    QTest::newRow("w 1, M 4") << 1.0 << 4.0 << 0.0 << 1.136102;
    QTest::newRow("w 4, M 4") << 4.0 << 4.0 << 0.0 << 6.873127;
    QTest::newRow("w 4, M 4, restart 0.25") << 4.0 << 4.0 << 0.25 << 7.302698;
    if (wantsAllOracles()) {
        QTest::newRow("w 8, M 4") << 8.0 << 4.0 << 0.0 << 25.556224;
        QTest::newRow("w 24, M 12, restart 0.1") << 24.0 << 12.0 << 0.1 << 77.307579;
    }
}

void TestCheckpointOracles::jobsWithoutCheckpointsFollowRenewalTheory()
{
    QFETCH(double, work);
    QFETCH(double, meanDistance);
    QFETCH(double, downtime);
    QFETCH(double, time);
    const double preemptions = std::exp(work / meanDistance) - 1;
    QVERIFY(std::abs((meanDistance + downtime) * preemptions - time) < 1e-6);
    const Columns got = replicate({work, meanDistance, downtime, std::nullopt, 0, 2000, time});
    const std::string failures = compareWithValue("E[T]", time, got.time)
        + compareWithValue("preemptions", preemptions, got.preemptions)
        + compareWithValue("lost", meanDistance * preemptions - work, got.lost);
    QVERIFY2(failures.empty(), failures.c_str());
}

void TestCheckpointOracles::theMeanLossOfAnInterruptionFollowsTheInterval_data()
{
    QTest::addColumn<double>("interval");
    QTest::addColumn<double>("loss");
    QTest::newRow("S 30, M 240") << 30.0 << 14.6876;
    QTest::newRow("S 60, M 240") << 60.0 << 28.7513;
    QTest::newRow("S 120, M 240") << 120.0 << 55.0207;
}

void TestCheckpointOracles::theMeanLossOfAnInterruptionFollowsTheInterval()
{
    QFETCH(double, interval);
    QFETCH(double, loss);
    constexpr double kDistance = 240;
    QVERIFY(std::abs(kDistance - interval / (std::exp(interval / kDistance) - 1) - loss) < 1e-4);
    Interrupted setup{10 * interval, kDistance, 0, CheckpointPlan{ms(interval), 0, false}, 0, 1000, 12 * interval};
    const std::string failure = compareWithValue("loss", loss, replicate(setup).lostPerPreemption);
    QVERIFY2(failure.empty(), failure.c_str());
}

void TestCheckpointOracles::jobsWithCheckpointsFollowDaly_data()
{
    QTest::addColumn<int>("intervals");
    QTest::addColumn<double>("interval");
    QTest::addColumn<double>("cost");
    QTest::addColumn<double>("meanDistance");
    QTest::addColumn<double>("restart");
    QTest::newRow("27 + 2, M 240, restart 3") << 18 << 27.0 << 2.0 << 240.0 << 3.0;
    QTest::newRow("9 + 5, M 15, restart 10") << 30 << 9.0 << 5.0 << 15.0 << 10.0;
    if (wantsAllOracles()) {
        QTest::newRow("117 + 5, M 1440, restart 10") << 256 << 117.0 << 5.0 << 1440.0 << 10.0;
        QTest::newRow("57 + 5, M 360, restart 10") << 526 << 57.0 << 5.0 << 360.0 << 10.0;
        QTest::newRow("10 + 1, M 60, no restart") << 60 << 10.0 << 1.0 << 60.0 << 0.0;
    }
}

void TestCheckpointOracles::jobsWithCheckpointsFollowDaly()
{
    QFETCH(int, intervals);
    QFETCH(double, interval);
    QFETCH(double, cost);
    QFETCH(double, meanDistance);
    QFETCH(double, restart);
    const double want = expectedTime(intervals, interval, cost, meanDistance, restart);
    Interrupted setup{
        intervals * interval, meanDistance, 0, CheckpointPlan{ms(interval), ms(cost), false}, restart, 200, want};
    const std::string failure = compareWithValue("E[T]", want, replicate(setup).time);
    QVERIFY2(failure.empty(), failure.c_str());
}

QTEST_APPLESS_MAIN(TestCheckpointOracles)
#include "tst_checkpoint_oracles.moc"
