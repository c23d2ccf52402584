// SPDX-License-Identifier: Apache-2.0
// Two shares that lend and borrow (oracles.md section 4): values of the underlying Markov chains, and what must hold
// job by job whatever the draws.
//
// QUOTABOARD_ALL_ORACLES=1 in the environment runs every row, not the short set only.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/simulation/simulator.h"
#include "tests/support/oracle_workload.h"

#include <cmath>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr std::uint64_t kSeed = 2000;
constexpr VictimOrder kOrders[] = {VictimOrder::Priority, VictimOrder::Youngest, VictimOrder::Oldest,
    VictimOrder::LeastLoss, VictimOrder::MostBorrowed};
constexpr const char* kOrderNames[] = {"priority", "youngest", "oldest", "leastLoss", "mostBorrowed"};

constexpr ResourceSharing kLends{SharingStrategy::Lend, std::nullopt};
constexpr ResourceSharing kLendsAndBorrows{SharingStrategy::LendAndBorrow, std::nullopt};

struct LendingRow {
    const char* name;
    int capacityA, capacityB;
    double perHourA, perHourB;
    int borrowLimit; // percent, -1 = none
    double waitA, inSystemB, delayB, borrowed, preemptions;
    bool isShort;
};
constexpr LendingRow kLendingRows[] = {
    {"1 + 1, unlimited", 1, 1, 0.5, 0.9, -1, 1.000000, 1.997109, 1.219010, 0.191982, 0.095991, true},
    {"1 + 1, limit 0", 1, 1, 0.5, 0.9, 0, 1.000000, 9.000000, 9.000000, 0, 0, false},
    {"2 + 2, unlimited", 2, 2, 1.0, 2.0, -1, 0.333333, 3.344850, 0.672425, 0.401990, 0.253677, false},
    {"4 + 4, limit 50 %", 4, 4, 2.0, 4.4, 50, 0.086957, 7.040039, 0.600009, 0.822056, 0.479238, true},
};

OracleSetup lenderAndBorrower(int capacityA, int capacityB, double perHourA, double perHourB)
{
    OracleSetup setup;
    setup.shares = {OracleShare{"A", capacityA, kLends, false, {{perHourA, 0}}},
        OracleShare{"B", capacityB, kLendsAndBorrows, false, {{perHourB, 0}}}};
    setup.lossless = true;
    return setup;
}

std::vector<TimeMs> startsOf(const Scenario& scenario, std::string_view share)
{
    const OracleMeasure run = measure(scenario);
    std::vector<TimeMs> starts;
    const ShareIndex index = scenario.findShare(share);
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        if (scenario.jobs[JobIndex{i}].share == index)
            starts.push_back(run.firstRun[i]);
    }
    return starts;
}

/// A small workload of two priorities and sizes up to the share, in a setup that can be anything the test needs.
OracleSetup smallWorkload(std::size_t seed)
{
    OracleSetup setup = lenderAndBorrower(1 + static_cast<int>(seed % 4), 1 + static_cast<int>(seed / 4 % 3), 0, 0);
    const double width = (1 + setup.shares[0].capacity) / 2.0;
    setup.largestJob = seed % 3 == 0 ? 1 : 4;
    const double load = 0.4 + 0.1 * static_cast<double>(seed % 5);
    setup.shares[0].streams
        = {{load / width * setup.shares[0].capacity / 2, 0}, {load / width * setup.shares[0].capacity / 2, 1}};
    setup.shares[1].streams = {{1.2 * setup.shares[1].capacity, 0}, {0.5, 1}};
    setup.shares[0].inSharePreemption = seed % 2 == 0;
    setup.shares[1].inSharePreemption = seed % 7 == 0;
    setup.victimOrder = kOrders[seed % std::size(kOrders)];
    setup.law = seed % 4 == 1 ? OracleSetup::Law::Deterministic : OracleSetup::Law::Exponential;
    setup.jobs = 1500;
    return setup;
}

/// The lender's jobs beside a borrower that always has more to do than there is room.
Scenario besideBackloggedBorrower(const Scenario& lender, TimeMs stopGrace)
{
    Scenario scenario;
    const UnitIndex unit = scenario.internUnit("unit");
    QuotaShare a = lender.shares.at(0);
    QuotaShare b;
    b.name = "B";
    b.limits = {{unit, 1}};
    b.sharing = kLendsAndBorrows;
    scenario.shares = {a, b};
    scenario.environment.limits = {{unit, a.limits.at(0).maxCapacity + 1}};
    scenario.platform.stopGrace = stopGrace;
    const ShareIndex shareA = scenario.internShare(a.name);
    Job endless;
    endless.profile = scenario.jobs.internProfile(JobProfile{});
    endless.unit = unit;
    endless.share = scenario.internShare(b.name);
    endless.work = kMaxTimeMs / 2;
    for (int i = 0; i < a.limits.at(0).maxCapacity + 3; ++i)
        scenario.jobs.add(endless);
    for (const Job& original : lender.jobs.jobs()) {
        Job job = original;
        job.unit = unit;
        job.share = shareA;
        job.profile = scenario.jobs.internProfile(lender.jobs.profile(original.profile));
        scenario.jobs.add(job);
    }
    scenario.horizon = lender.jobs.jobs().back().submit + 10'000 * kMsPerHour;
    return scenario;
}

} // namespace

class TestLendingOracles : public QObject {
    Q_OBJECT

private slots:
    void lendingGivesTheValuesOfItsMarkovChain_data();
    void lendingGivesTheValuesOfItsMarkovChain();
    void lendingCostsTheLenderNothingWhenReclaimIsInstantAndLossless();
    void aBorrowerWithLimitZeroIsOnItsOwn();
    void twoUnlimitedBorrowersAreOnePool_data();
    void twoUnlimitedBorrowersAreOnePool();
    void twoUnlimitedBorrowersNeverLeaveAnInstanceIdleThatAJobWants_data();
    void twoUnlimitedBorrowersNeverLeaveAnInstanceIdleThatAJobWants();
    void noLendersJobStartsLaterThanTheStopGrace();
    void aBackloggedBorrowerAddsTheStopGraceAtEachBusyPeriod_data();
    void aBackloggedBorrowerAddsTheStopGraceAtEachBusyPeriod();
};

void TestLendingOracles::lendingGivesTheValuesOfItsMarkovChain_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kLendingRows)); ++i) {
        if (kLendingRows[i].isShort || wantsAllOracles())
            QTest::newRow(kLendingRows[i].name) << i;
    }
}

void TestLendingOracles::lendingGivesTheValuesOfItsMarkovChain()
{
    QFETCH(int, index);
    const LendingRow& row = kLendingRows[index];
    OracleSetup setup = lenderAndBorrower(row.capacityA, row.capacityB, row.perHourA, row.perHourB);
    if (row.borrowLimit >= 0)
        setup.shares[1].sharing.borrowLimit = row.borrowLimit;
    const std::vector<OracleQuantity> quantities{
        {"Wq A", row.waitA, [](const OracleMeasure& run) { return run.shares[0].meanWait; }},
        {"L B", row.inSystemB, [](const OracleMeasure& run) { return run.shares[1].inSystem; }},
        {"delay B", row.delayB, [](const OracleMeasure& run) { return run.shares[1].meanDelay; }},
        {"borrowed", row.borrowed, [](const OracleMeasure& run) { return run.shares[1].borrowed; }},
        {"preemptions per hour", row.preemptions, [](const OracleMeasure& run) { return run.preemptionsPerHour; }}};
    const std::string failures = reproduce(setup, quantities, kSeed);
    QVERIFY2(failures.empty(), failures.c_str());
}

void TestLendingOracles::lendingCostsTheLenderNothingWhenReclaimIsInstantAndLossless()
{
    for (std::size_t seed = 0; seed < 105; ++seed) {
        const Scenario scenario = makeOracleScenario(smallWorkload(seed), seed);
        const std::vector<TimeMs> lending = startsOf(scenario, "A");
        const std::vector<TimeMs> alone = startsOf(isolate(scenario, "A"), "A");
        QVERIFY(measure(scenario).preemptionsPerHour > 0);
        QVERIFY2(lending == alone, qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

void TestLendingOracles::aBorrowerWithLimitZeroIsOnItsOwn()
{
    for (std::size_t seed = 0; seed < 105; ++seed) {
        OracleSetup setup = smallWorkload(seed);
        setup.shares[1].sharing.borrowLimit = 0;
        // Its stream of wide jobs would overload it for good; that is no matter here.
        const Scenario scenario = makeOracleScenario(setup, seed);
        QVERIFY2(startsOf(scenario, "B") == startsOf(isolate(scenario, "B"), "B"),
            qPrintable(QStringLiteral("seed %1").arg(seed)));
        QVERIFY2(startsOf(scenario, "A") == startsOf(isolate(scenario, "A"), "A"),
            qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

void TestLendingOracles::twoUnlimitedBorrowersAreOnePool_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kOrders)); ++i) {
        if (i == 0 || i == 4 || wantsAllOracles())
            QTest::newRow(kOrderNames[i]) << i;
    }
}

void TestLendingOracles::twoUnlimitedBorrowersAreOnePool()
{
    QFETCH(int, index);
    OracleSetup setup = lenderAndBorrower(2, 2, 1.2, 2.0);
    setup.shares[0].sharing = kLendsAndBorrows;
    setup.victimOrder = kOrders[index];
    const std::vector<OracleQuantity> quantities{
        {"L", mmc(4, 3.2).inSystem, [](const OracleMeasure& run) { return run.inSystem; }}};
    const std::string failures = reproduce(setup, quantities, kSeed);
    QVERIFY2(failures.empty(), failures.c_str());
}

void TestLendingOracles::twoUnlimitedBorrowersNeverLeaveAnInstanceIdleThatAJobWants_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kOrders)); ++i)
        QTest::newRow(kOrderNames[i]) << i;
}

/// One pool job by job: what runs is the smaller of what is in and what there is, at every moment.
void TestLendingOracles::twoUnlimitedBorrowersNeverLeaveAnInstanceIdleThatAJobWants()
{
    QFETCH(int, index);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        OracleSetup setup = lenderAndBorrower(3, 2, 2.0, 2.5);
        setup.shares[0].sharing = kLendsAndBorrows;
        setup.victimOrder = kOrders[index];
        setup.jobs = 2000;
        const Scenario scenario = makeOracleScenario(setup, seed);
        Simulator simulator(scenario);
        std::size_t submitted = 0;
        while (simulator.nextTime() != kNever) {
            QVERIFY(simulator.step(simulator.nextTime()).ok());
            while (submitted < scenario.jobs.size() && scenario.jobs[JobIndex{submitted}].submit <= simulator.now())
                ++submitted;
            const auto in = static_cast<std::int64_t>(submitted - simulator.endedJobs());
            const Ledger::Pool& pool = simulator.scheduler().ledger().pool(UnitIndex{0});
            QCOMPARE(pool.dispatched, std::min<std::int64_t>(in, 5));
            QCOMPARE(pool.occupied, pool.dispatched);
        }
    }
}

void TestLendingOracles::noLendersJobStartsLaterThanTheStopGrace()
{
    for (std::size_t seed = 0; seed < 100; ++seed) {
        OracleSetup setup = smallWorkload(seed);
        setup.largestJob = 1;
        // With in-share preemption the lender's own victims would add their grace to its isolated run, too.
        setup.shares[0].inSharePreemption = false;
        setup.shares[0].streams = {{0.7 * setup.shares[0].capacity, 0}};
        setup.lossless = seed % 2 == 0;
        setup.stopGrace = kMsPerHour * static_cast<TimeMs>(1 + seed % 5) / 4;
        const Scenario scenario = makeOracleScenario(setup, seed);
        const std::vector<TimeMs> lending = startsOf(scenario, "A");
        const std::vector<TimeMs> alone = startsOf(isolate(scenario, "A"), "A");
        TimeMs latest = 0;
        for (std::size_t i = 0; i < lending.size(); ++i) {
            const TimeMs later = lending[i] - alone[i];
            QVERIFY2(later >= 0 && later <= setup.stopGrace,
                qPrintable(QStringLiteral("seed %1 job %2 starts %3 ms later").arg(seed).arg(i).arg(later)));
            latest = std::max(latest, later);
        }
        QCOMPARE(latest, setup.stopGrace);
    }
}

void TestLendingOracles::aBackloggedBorrowerAddsTheStopGraceAtEachBusyPeriod_data()
{
    QTest::addColumn<double>("perHour");
    QTest::addColumn<double>("grace");
    QTest::addColumn<double>("wait");
    QTest::newRow("0.5 per hour, grace 0.5 h") << 0.5 << 0.5 << 1.450000;
    if (wantsAllOracles()) {
        QTest::newRow("0.5 per hour, grace 0.25 h") << 0.5 << 0.25 << 1.236111;
        QTest::newRow("0.8 per hour, grace 0.5 h") << 0.8 << 0.5 << 4.428571;
    }
}

void TestLendingOracles::aBackloggedBorrowerAddsTheStopGraceAtEachBusyPeriod()
{
    QFETCH(double, perHour);
    QFETCH(double, grace);
    QFETCH(double, wait);
    const double rise = grace * (1 + perHour * grace / 2) / (1 + perHour * grace);
    QVERIFY(std::abs(mmc(1, perHour).wait + rise - wait) < 1e-6);
    OracleSetup setup;
    setup.shares = {OracleShare{"A", 1, kLends, false, {{perHour, 0}}}};
    const auto graceMs = static_cast<TimeMs>(std::llround(grace * static_cast<double>(kMsPerHour)));
    std::vector<double> waits;
    for (std::uint64_t seed = kSeed; seed < kSeed + 20; ++seed) {
        const Scenario scenario = besideBackloggedBorrower(makeOracleScenario(setup, seed), graceMs);
        waits.push_back(measure(scenario).shares[0].meanWait);
    }
    const std::string failure = compareWithValue("Wq A", wait, waits);
    QVERIFY2(failure.empty(), failure.c_str());
}

QTEST_APPLESS_MAIN(TestLendingOracles)
#include "tst_lending_oracles.moc"
