// SPDX-License-Identifier: Apache-2.0
// Statistics across replications against published and hand-computed values (oracles.md sections 5 and 6).
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/metrics/replications.h"

#include <cmath>
#endif

using namespace quotaboard;

namespace {

using Optional = std::optional<double>;

bool isNear(double value, double wanted, double tolerance)
{
    return std::abs(value - wanted) <= tolerance;
}

std::vector<Optional> defined(std::initializer_list<double> values)
{
    return {values.begin(), values.end()};
}

const std::vector<double> kA{12.1, 10.4, 15.0, 9.8, 13.2};
const std::vector<double> kB{10.9, 9.9, 13.1, 9.5, 11.6};

} // namespace

class TestReplications : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pairedTest();
    void oneSeedHasNoInterval();
    void ranksOfQuantiles_data();
    void ranksOfQuantiles();
    void ranksCoverWhatTheySay();
    void warmUp();
    void checkpointIntervals();
    void verdictWords();
    void tooLittleIsNotEnoughData();
    void manyScenariosShareTheConfidence();
    void deterministicRunsUseTheThresholdAlone();
    void bootstrapIsSeededAndCovers();
    void replicationsForAPrecision();
};

void TestReplications::pairedTest()
{
    std::vector<Optional> a(kA.begin(), kA.end());
    std::vector<Optional> b(kB.begin(), kB.end());
    const PairedComparison compared = comparePaired(b, a, {});
    QVERIFY(isNear(*compared.difference, 1.1, 1e-12));
    QVERIFY(isNear(*compared.deviation, 0.6892, 5e-5));
    QVERIFY(isNear(compared.interval->low, 0.2442, 5e-5));
    QVERIFY(isNear(compared.interval->high, 1.9558, 5e-5));
    QVERIFY(compared.verdict == Verdict::Better);
    QVERIFY(comparePaired(a, b, {}).verdict == Verdict::Worse);
    ComparisonRule lower;
    lower.good = GoodDirection::Lower;
    QVERIFY(comparePaired(b, a, lower).verdict == Verdict::Worse);
}

void TestReplications::oneSeedHasNoInterval()
{
    QVERIFY(!summarizeSample({}));
    const auto one = summarizeSample(std::vector<double>{3.0});
    QVERIFY(one && one->mean == 3.0 && !one->deviation && !one->halfWidth);
}

void TestReplications::ranksOfQuantiles_data()
{
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("p");
    QTest::addColumn<int>("low");
    QTest::addColumn<int>("high");
    QTest::addColumn<double>("coverage");
    const auto row = [](int n, double p, int low, int high, double coverage) {
        QTest::addRow("n %d P%g", n, p * 100) << n << p << low << high << coverage;
    };
    row(10, 0.5, 2, 9, 0.9785);
    row(20, 0.5, 6, 15, 0.9586);
    row(50, 0.5, 18, 33, 0.9672);
    row(100, 0.5, 40, 61, 0.9648);
    row(1000, 0.5, 469, 532, 0.9537);
    row(20, 0.95, 17, 0, -1);
    row(50, 0.95, 44, 0, -1);
    row(71, 0.95, -1, 0, -1);
    row(72, 0.95, 64, 72, -1);
    row(100, 0.95, 90, 100, 0.9826);
    row(200, 0.95, 184, 197, 0.9672);
    row(1000, 0.95, 936, 964, 0.9581);
    row(100, 0.99, 97, 0, -1);
    row(367, 0.99, -1, 0, -1);
    row(368, 0.99, 360, 368, -1);
    row(1000, 0.99, 983, 997, -1);
}

void TestReplications::ranksOfQuantiles()
{
    QFETCH(const int, n);
    QFETCH(const double, p);
    QFETCH(const int, low);
    QFETCH(const int, high);
    QFETCH(const double, coverage);
    const QuantileRanks ranks = quantileRanks(static_cast<std::size_t>(n), p);
    if (low >= 0)
        QCOMPARE(static_cast<int>(ranks.low.value_or(0)), low);
    QCOMPARE(static_cast<int>(ranks.high.value_or(0)), high);
    if (coverage >= 0)
        QVERIFY2(isNear(ranks.coverage, coverage, 5e-5), qPrintable(QString::number(ranks.coverage)));
}

void TestReplications::ranksCoverWhatTheySay()
{
    for (std::size_t n = 0; n <= 120; ++n) {
        for (const double p : {0.05, 0.5, 0.95}) {
            const QuantileRanks ranks = quantileRanks(n, p);
            if (ranks.low && ranks.high) {
                QVERIFY(*ranks.low < *ranks.high && *ranks.high <= n);
                QVERIFY(ranks.coverage >= 0.95 - 1e-12);
            }
        }
    }
    QVERIFY(!quantileRanks(0, 0.5).low);
    // Mirrored quantiles have mirrored ranks.
    QVERIFY(!quantileRanks(20, 0.05).low);
    QCOMPARE(*quantileRanks(20, 0.05).high, std::size_t{4});
}

void TestReplications::warmUp()
{
    std::vector<double> values{20, 16, 13, 10, 8, 7, 6, 6, 5, 5};
    for (int i = 0; i < 8; ++i)
        values.insert(values.end(), {5, 4, 5, 6, 5});
    const auto advice = suggestWarmUp(values);
    QVERIFY(advice);
    QCOMPARE(advice->batches, std::size_t{2});
    QCOMPARE(advice->values, std::size_t{10});
    QVERIFY(isNear(advice->mean, 5.0, 1e-12));
    QVERIFY(isNear(advice->meanOfAll, 5.92, 1e-12));
    QVERIFY(!suggestWarmUp(std::vector<double>(9, 1.0)));
    QCOMPARE(suggestWarmUp(std::vector<double>(50, 1.0))->batches, std::size_t{0});
}

void TestReplications::checkpointIntervals()
{
    // Minutes: cost, mean time between, Young, Daly (oracles.md section 5).
    const double rows[][4] = {{5, 1440, 120.0000, 116.6898}, {5, 15, 12.2474, 9.1409}, {2, 240, 30.9839, 29.6649},
        {5, 720, 84.8528, 81.5522}, {1, 60, 10.9545, 10.2979}};
    for (const auto& row : rows) {
        QVERIFY(isNear(youngInterval(row[0], row[1]), row[2], 5e-5));
        QVERIFY(isNear(dalyInterval(row[0], row[1]), row[3], 5e-5));
    }
    QCOMPARE(dalyInterval(40, 20), 20.0);
}

void TestReplications::verdictWords()
{
    ComparisonRule rule;
    const std::vector<Optional> base = defined({100, 101, 99, 100, 100, 102, 98, 100, 100, 100});
    const auto shifted = [&](double by) {
        std::vector<Optional> result = base;
        for (std::size_t i = 0; i < result.size(); ++i)
            *result[i] += by + (i % 2 == 0 ? 0.01 : -0.01);
        return result;
    };
    QVERIFY(comparePaired(base, shifted(2), rule).verdict == Verdict::Better);
    // Certain, but too small to matter; on the bad side any certain loss is said.
    QVERIFY(comparePaired(base, shifted(0.5), rule).verdict == Verdict::NoClearDifference);
    QVERIFY(comparePaired(base, shifted(-0.5), rule).verdict == Verdict::Worse);
    QVERIFY(comparePaired(base, base, rule).verdict == Verdict::NoClearDifference);
    // A minute of a wait matters, less does not.
    rule.good = GoodDirection::Lower;
    rule.threshold.absolute = 60;
    QVERIFY(comparePaired(base, shifted(-59), rule).verdict == Verdict::NoClearDifference);
    QVERIFY(comparePaired(base, shifted(-61), rule).verdict == Verdict::Better);
}

void TestReplications::tooLittleIsNotEnoughData()
{
    const ComparisonRule rule;
    QVERIFY(comparePaired(defined({1, 1, 1, 1}), defined({5, 5.1, 5, 5}), rule).verdict == Verdict::NotEnoughData);
    std::vector<Optional> base(10, Optional(1.0));
    std::vector<Optional> other(10, Optional(5.0));
    *other[0] += 0.1;
    for (std::size_t i = 1; i <= 2; ++i)
        other[i].reset();
    PairedComparison compared = comparePaired(base, other, rule);
    QCOMPARE(compared.n, std::size_t{8});
    QCOMPARE(compared.pairs, std::size_t{10});
    QVERIFY(compared.verdict == Verdict::Better);
    base[9].reset();
    QVERIFY(comparePaired(base, other, rule).verdict == Verdict::NotEnoughData);
    QVERIFY(!comparePaired({}, {}, rule).difference);
}

void TestReplications::manyScenariosShareTheConfidence()
{
    std::vector<Optional> a(kA.begin(), kA.end());
    std::vector<Optional> b(kB.begin(), kB.end());
    ComparisonRule rule;
    rule.comparisons = 3;
    const double alone = comparePaired(b, a, {}).interval->low;
    QCOMPARE(comparePaired(b, a, rule).interval->low, alone);
    rule.comparisons = 5;
    const PairedComparison corrected = comparePaired(b, a, rule);
    // t(4, 0.995) = 4.6041.
    QVERIFY(isNear(corrected.interval->low, 1.1 - 4.6041 * 0.689202 / std::sqrt(5.0), 1e-4));
    QVERIFY(corrected.verdict == Verdict::NoClearDifference);
}

void TestReplications::deterministicRunsUseTheThresholdAlone()
{
    const ComparisonRule rule;
    QVERIFY(compareDeterministic(100.0, 101.0, rule).verdict == Verdict::Better);
    QVERIFY(compareDeterministic(100.0, 100.9, rule).verdict == Verdict::NoClearDifference);
    QVERIFY(compareDeterministic(100.0, 99.0, rule).verdict == Verdict::Worse);
    QVERIFY(compareDeterministic(0.0, 0.0, rule).verdict == Verdict::NoClearDifference);
    QVERIFY(compareDeterministic(100.0, std::nullopt, rule).verdict == Verdict::NotEnoughData);
    QVERIFY(!compareDeterministic(100.0, 101.0, rule).interval);
}

void TestReplications::bootstrapIsSeededAndCovers()
{
    std::vector<double> values;
    for (int i = 0; i < 30; ++i)
        values.push_back(std::fmod(i * 7.31, 10.0));
    const auto first = bootstrapInterval(values, 1);
    const auto again = bootstrapInterval(values, 1);
    const auto other = bootstrapInterval(values, 2);
    QVERIFY(first->low == again->low && first->high == again->high);
    QVERIFY(first->low != other->low);
    // For a mean it comes near the normal interval.
    const SampleSummary summary = *summarizeSample(values);
    const double half = 1.96 * *summary.deviation / std::sqrt(30.0);
    QVERIFY(isNear(first->low, summary.mean - half, half * 0.15));
    QVERIFY(isNear(first->high, summary.mean + half, half * 0.15));
    QVERIFY(!bootstrapInterval({}, 1));
}

void TestReplications::replicationsForAPrecision()
{
    // t(4, 0.975) = 2.776445.
    const SampleSummary summary = *summarizeSample(kA);
    const double ratio = 2.776445 * *summary.deviation / (0.05 * summary.mean);
    QCOMPARE(*replicationsNeeded(kA, 0.05), static_cast<std::uint64_t>(std::ceil(ratio * ratio)));
    QVERIFY(!replicationsNeeded(std::vector<double>{1.0}, 0.05));
    QVERIFY(!replicationsNeeded(std::vector<double>{1.0, -1.0}, 0.05));
}

QTEST_APPLESS_MAIN(TestReplications)
#include "tst_replications.moc"
