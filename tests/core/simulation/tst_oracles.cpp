// SPDX-License-Identifier: Apache-2.0
// Closed forms of queueing theory that the simulator must reproduce (oracles.md sections 1 to 3): one share on its own.
// A quantity passes when it is within 3 standard errors and the standard error is at most 4 %.
//
// QUOTABOARD_ALL_ORACLES=1 in the environment runs every row, not the short set only.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "tests/support/oracle_workload.h"

#include <cmath>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr std::uint64_t kSeed = 1000;

bool isNear(double got, double want, double tolerance)
{
    return std::abs(got - want) <= tolerance;
}

OracleSetup oneShare(int servers, double perHour, OracleSetup::Law law)
{
    OracleSetup setup;
    setup.shares = {OracleShare{"only", servers, {}, false, {{perHour, 0}}}};
    setup.law = law;
    // With 60,000 jobs the P50 of 16 servers has a standard error of 6 %, whatever simulates them.
    setup.jobs = servers >= 64 ? 600'000 : servers >= 16 ? 240'000 : 60'000;
    return setup;
}

double meanWait(const OracleMeasure& run)
{
    return run.shares[0].meanWait;
}
double meanQueue(const OracleMeasure& run)
{
    return run.shares[0].queue;
}
double meanInSystem(const OracleMeasure& run)
{
    return run.shares[0].inSystem;
}
double waitProbability(const OracleMeasure& run)
{
    return run.shares[0].waitProbability;
}

/// Type-7 quantile of the kept waits.
double waitQuantile(const OracleMeasure& run, double p)
{
    const std::vector<double>& waits = run.shares[0].waits;
    const double h = static_cast<double>(waits.size() - 1) * p;
    const auto below = static_cast<std::size_t>(h);
    const std::size_t above = std::min(below + 1, waits.size() - 1);
    return waits[below] + (h - static_cast<double>(below)) * (waits[above] - waits[below]);
}

OracleQuantity quantileQuantity(const char* name, double value, double p)
{
    return {name, value, [p](const OracleMeasure& run) { return waitQuantile(run, p); }};
}

struct MmcRow {
    int servers;
    double rho, waitProbability, wait, queue, inSystem, p50, p95, p99;
    bool isShort;
};
constexpr MmcRow kMmcRows[] = {
    {1, 0.5, 0.500000, 1.000000, 0.500000, 1.000000, 0, 4.6052, 7.8240, true},
    {1, 0.8, 0.800000, 4.000000, 3.200000, 4.000000, 2.3500, 13.8629, 21.9101, true},
    {1, 0.9, 0.900000, 9.000000, 8.100000, 9.000000, 5.8779, 28.9037, 44.9981, false},
    {2, 0.5, 0.333333, 0.333333, 0.333333, 1.333333, 0, 1.8971, 3.5066, false},
    {2, 0.8, 0.711111, 1.777778, 2.844444, 4.444444, 0.8806, 6.6370, 10.6606, true},
    {4, 0.7, 0.428654, 0.357212, 1.000193, 3.800193, 0, 1.7905, 3.1317, false},
    {4, 0.8, 0.596432, 0.745541, 2.385730, 5.585730, 0.2204, 3.0987, 5.1105, true},
    {4, 0.9, 0.787753, 1.969383, 7.089779, 10.689779, 1.1364, 6.8929, 10.9165, false},
    {8, 0.8, 0.457645, 0.286028, 1.830580, 8.230580, 0, 1.3838, 2.3897, false},
    {16, 0.9, 0.591343, 0.369590, 5.322091, 19.722091, 0.1049, 1.5440, 2.5499, true},
    {64, 0.95, 0.588011, 0.183753, 11.172208, 71.972208, 0.0507, 0.7702, 1.2732, false},
};

struct ServiceRow {
    const char* name;
    OracleSetup::Law law;
    int servers;
    double rho, wait;
    double queue, waitProbability; // 0 where the table has none
    bool isShort;
};
using Law = OracleSetup::Law;
constexpr ServiceRow kServiceRows[] = {
    {"M/D/1 0.5", Law::Deterministic, 1, 0.5, 0.5, 0, 0, false},
    {"M/D/1 0.8", Law::Deterministic, 1, 0.8, 2.0, 0, 0, true},
    {"M/D/1 0.9", Law::Deterministic, 1, 0.9, 4.5, 0, 0, false},
    {"M/E2/1 0.5", Law::Erlang2, 1, 0.5, 0.75, 0, 0, false},
    {"M/E2/1 0.8", Law::Erlang2, 1, 0.8, 3.0, 0, 0, true},
    {"M/E2/1 0.9", Law::Erlang2, 1, 0.9, 6.75, 0, 0, false},
    {"M/H2/1 0.5", Law::Hyperexponential4, 1, 0.5, 2.5, 0, 0, true},
    {"M/H2/1 0.8", Law::Hyperexponential4, 1, 0.8, 10.0, 0, 0, false},
    {"M/H2/1 0.9", Law::Hyperexponential4, 1, 0.9, 22.5, 0, 0, false},
    {"M/D/2 0.8", Law::Deterministic, 2, 0.8, 0.903284, 1.445254, 0.701898, false},
    {"M/D/4 0.8", Law::Deterministic, 4, 0.8, 0.386095, 1.235504, 0.578282, true},
    {"M/D/4 0.9", Law::Deterministic, 4, 0.9, 0.999966, 3.599877, 0.775437, false},
    {"M/D/8 0.9", Law::Deterministic, 8, 0.9, 0.449973, 3.239807, 0.681911, false},
};

struct PriorityRow {
    int servers;
    double high, low, coolHigh, coolLow, hotHigh, hotLow, hotInSystemHigh, hotInSystemLow, fifo;
};
/// "cool": without preemption; "hot": with it.
constexpr PriorityRow kPriorityRows[] = {
    {1, 0.3, 0.5, 1.142857, 5.714286, 0.428571, 6.142857, 0.428571, 3.571429, 4.000000},
    {1, 0.2, 0.7, 1.125000, 11.250000, 0.250000, 11.500000, 0.250000, 8.750000, 9.000000},
    {4, 1.2, 2.0, 0.213012, 1.065058, 0.013232, 1.184926, 1.215878, 4.369851, 0.745541},
};

OracleSetup twoPriorities(const PriorityRow& row, bool preempts)
{
    OracleSetup setup;
    setup.shares = {OracleShare{"only", row.servers, {}, preempts, {{row.high, 1}, {row.low, 0}}}};
    setup.lossless = true;
    return setup;
}

} // namespace

class TestOracles : public QObject {
    Q_OBJECT

private slots:
    void formulasGiveTheTable();
    void formulasGiveTheTextbookChecks();
    void exponentialWorkGivesErlangC_data();
    void exponentialWorkGivesErlangC();
    void otherServiceLawsGiveTheirWaits_data();
    void otherServiceLawsGiveTheirWaits();
    void twoPrioritiesWithoutPreemptionGiveCobham_data();
    void twoPrioritiesWithoutPreemptionGiveCobham();
    void twoPrioritiesWithPreemptionGivePreemptiveResume_data();
    void twoPrioritiesWithPreemptionGivePreemptiveResume();
};

void TestOracles::formulasGiveTheTable()
{
    for (const MmcRow& row : kMmcRows) {
        const double load = row.servers * row.rho;
        const QueueValues values = mmc(row.servers, load);
        QVERIFY(isNear(values.waitProbability, row.waitProbability, 1e-6));
        QVERIFY(isNear(values.wait, row.wait, 1e-6));
        QVERIFY(isNear(values.queue, row.queue, 1e-6));
        QVERIFY(isNear(values.inSystem, row.inSystem, 1e-6));
        QVERIFY(isNear(mmcWaitQuantile(row.servers, load, 0.50), row.p50, 5.1e-5));
        QVERIFY(isNear(mmcWaitQuantile(row.servers, load, 0.95), row.p95, 5.1e-5));
        QVERIFY(isNear(mmcWaitQuantile(row.servers, load, 0.99), row.p99, 5.1e-5));
    }
    for (const ServiceRow& row : kServiceRows) {
        const double variation = row.law == Law::Deterministic ? 0 : row.law == Law::Erlang2 ? 0.5 : 4;
        if (row.servers == 1)
            QVERIFY(isNear(mg1Wait(row.rho, variation), row.wait, 1e-9));
    }
    for (const PriorityRow& row : kPriorityRows) {
        const PriorityValues cool = cobham(row.servers, row.high, row.low);
        QVERIFY(isNear(cool.waitHigh, row.coolHigh, 1e-6) && isNear(cool.waitLow, row.coolLow, 1e-6));
        const PriorityValues hot = preemptiveResume(row.servers, row.high, row.low);
        QVERIFY(isNear(hot.waitHigh, row.hotHigh, 1e-6) && isNear(hot.waitLow, row.hotLow, 1e-6));
        const double fifo = mmc(row.servers, row.high + row.low).wait;
        QVERIFY(isNear(fifo, row.fifo, 1e-6));
        // Conservation: the mean over both classes is what one queue gives.
        const double load = row.high + row.low;
        QVERIFY(isNear((row.high * cool.waitHigh + row.low * cool.waitLow) / load, fifo, 1e-9));
        QVERIFY(isNear((row.high * hot.waitHigh + row.low * hot.waitLow) / load, fifo, 1e-9));
    }
}

void TestOracles::formulasGiveTheTextbookChecks()
{
    QVERIFY(isNear(erlangC(3, 2), 4.0 / 9, 1e-9));
    QVERIFY(isNear(erlangC(3, 2.5), 0.702247, 1e-6));
    QVERIFY(isNear(erlangC(4, 2.5), 0.319857, 1e-6));
    QVERIFY(isNear(erlangC(5, 2.5), 0.130371, 1e-6));
    QVERIFY(isNear(erlangC(6, 2.5), 0.047445, 1e-6));
    // Mean service 500 s.
    const auto waitSeconds = [](int servers) { return 500 * mmc(servers, 100).wait; };
    QVERIFY(isNear(erlangC(101, 100), 0.883315, 1e-6) && isNear(waitSeconds(101), 441.657, 1e-3));
    QVERIFY(isNear(erlangC(105, 100), 0.515707, 1e-6) && isNear(waitSeconds(105), 51.571, 1e-3));
    QVERIFY(isNear(erlangC(110, 100), 0.237008, 1e-6) && isNear(waitSeconds(110), 11.850, 1e-3));
    QVERIFY(isNear(erlangC(120, 100), 0.033196, 1e-6) && isNear(waitSeconds(120), 0.830, 1e-3));
}

void TestOracles::exponentialWorkGivesErlangC_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kMmcRows)); ++i) {
        if (kMmcRows[i].isShort || wantsAllOracles())
            QTest::addRow("c %d, rho %.2f", kMmcRows[i].servers, kMmcRows[i].rho) << i;
    }
}

void TestOracles::exponentialWorkGivesErlangC()
{
    QFETCH(int, index);
    const MmcRow& row = kMmcRows[index];
    std::vector<OracleQuantity> quantities{{"P(wait)", row.waitProbability, waitProbability},
        {"Wq", row.wait, meanWait}, {"Lq", row.queue, meanQueue}, {"L", row.inSystem, meanInSystem},
        quantileQuantity("P95", row.p95, 0.95), quantileQuantity("P99", row.p99, 0.99)};
    if (row.p50 > 0)
        quantities.push_back(quantileQuantity("P50", row.p50, 0.50));
    const OracleSetup setup = oneShare(row.servers, row.servers * row.rho, Law::Exponential);
    const std::string failures = reproduce(setup, quantities, kSeed);
    QVERIFY2(failures.empty(), failures.c_str());
}

void TestOracles::otherServiceLawsGiveTheirWaits_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kServiceRows)); ++i) {
        if (kServiceRows[i].isShort || wantsAllOracles())
            QTest::newRow(kServiceRows[i].name) << i;
    }
}

void TestOracles::otherServiceLawsGiveTheirWaits()
{
    QFETCH(int, index);
    const ServiceRow& row = kServiceRows[index];
    std::vector<OracleQuantity> quantities{{"Wq", row.wait, meanWait}};
    if (row.queue > 0) {
        quantities.push_back({"Lq", row.queue, meanQueue});
        quantities.push_back({"P(N >= c)", row.waitProbability, waitProbability});
    }
    const OracleSetup setup = oneShare(row.servers, row.servers * row.rho, row.law);
    const std::string failures = reproduce(setup, quantities, kSeed);
    QVERIFY2(failures.empty(), failures.c_str());
}

void TestOracles::twoPrioritiesWithoutPreemptionGiveCobham_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kPriorityRows)); ++i) {
        if (i != 1 || wantsAllOracles())
            QTest::addRow("c %d, %.1f and %.1f", kPriorityRows[i].servers, kPriorityRows[i].high, kPriorityRows[i].low)
                << i;
    }
}

void TestOracles::twoPrioritiesWithoutPreemptionGiveCobham()
{
    QFETCH(int, index);
    const PriorityRow& row = kPriorityRows[index];
    const std::vector<OracleQuantity> quantities{
        {"Wq high", row.coolHigh, [](const OracleMeasure& run) { return run.priorities[1].meanWait; }},
        {"Wq low", row.coolLow, [](const OracleMeasure& run) { return run.priorities[0].meanWait; }},
        {"Wq of all", row.fifo, meanWait}};
    const std::string failures = reproduce(twoPriorities(row, false), quantities, kSeed);
    QVERIFY2(failures.empty(), failures.c_str());
}

void TestOracles::twoPrioritiesWithPreemptionGivePreemptiveResume_data()
{
    twoPrioritiesWithoutPreemptionGiveCobham_data();
}

void TestOracles::twoPrioritiesWithPreemptionGivePreemptiveResume()
{
    QFETCH(int, index);
    const PriorityRow& row = kPriorityRows[index];
    const std::vector<OracleQuantity> quantities{
        {"Wq high", row.hotHigh, [](const OracleMeasure& run) { return run.priorities[1].meanWait; }},
        {"delay low", row.hotLow, [](const OracleMeasure& run) { return run.priorities[0].meanDelay; }},
        {"L high", row.hotInSystemHigh, [](const OracleMeasure& run) { return run.priorities[1].inSystem; }},
        {"L low", row.hotInSystemLow, [](const OracleMeasure& run) { return run.priorities[0].inSystem; }},
        {"delay of all", row.fifo, [](const OracleMeasure& run) { return run.shares[0].meanDelay; }}};
    const std::string failures = reproduce(twoPriorities(row, true), quantities, kSeed);
    QVERIFY2(failures.empty(), failures.c_str());
}

QTEST_APPLESS_MAIN(TestOracles)
#include "tst_oracles.moc"
