// SPDX-License-Identifier: Apache-2.0
// Quantiles, Kaplan-Meier, Wilson, Jain and Gini against the values of oracles.md section 6 and hand-worked ones.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/metrics/statistics.h"

#include <cmath>
#include <numeric>
#include <random>
#include <vector>
#endif

using namespace quotaboard;

namespace {

using Times = std::vector<TimeMs>;
using Numbers = std::vector<double>;

bool isNear(std::optional<double> got, double want, double tolerance = 1e-9)
{
    return got && std::abs(*got - want) <= tolerance;
}

/// `S(t)` straight from the definition: the product over event times up to `t` of 1 - ended / at risk.
double survival(const Times& events, const Times& censored, TimeMs t)
{
    double product = 1;
    for (TimeMs time = 0; time <= t; ++time) {
        const auto ended = std::count(events.begin(), events.end(), time);
        const auto isAtRisk = [&](TimeMs other) { return other >= time; };
        const auto atRisk = std::count_if(events.begin(), events.end(), isAtRisk)
            + std::count_if(censored.begin(), censored.end(), isAtRisk);
        if (ended > 0)
            product *= 1 - static_cast<double>(ended) / static_cast<double>(atRisk);
    }
    return product;
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    void quantilesInterpolateAsTypeSeven();
    void quantileOfNothingIsMissing();
    void quantilesAreFreeOfOverflowAtTheLargestTimes();
    void censoredQuantilesFollowKaplanMeier();
    void aQuantileThatIsNeverReachedIsAtLeastTheLargestTime();
    void anEventComesBeforeACensoringAtTheSameTime();
    void withoutCensoringTypeSevenIsUsed();
    void onlyCensoredTimesGiveABoundOnly();
    void censoredQuantilesAgreeWithTheDefinitionOnRandomData();
    void wilsonIntervalsMatchPublishedValues_data();
    void wilsonIntervalsMatchPublishedValues();
    void wilsonIntervalOfNoTrialsIsMissing();
    void jainAndGiniMatchPublishedValues_data();
    void jainAndGiniMatchPublishedValues();
    void jainOfKEqualAmongMIsKOverM();
    void jainAndGiniOfNothingAreMissing();
    void giniDoesNotDependOnOrderNorScale();
};

void TestStatistics::quantilesInterpolateAsTypeSeven()
{
    Times oneToTen(10);
    std::iota(oneToTen.begin(), oneToTen.end(), 1);
    QVERIFY(isNear(quantile(oneToTen, 0.50), 5.5));
    QVERIFY(isNear(quantile(oneToTen, 0.95), 9.55));
    QVERIFY(isNear(quantile(oneToTen, 0.99), 9.91));
    QVERIFY(isNear(quantile(oneToTen, 0), 1));
    QVERIFY(isNear(quantile(oneToTen, 1), 10));
    const Times five{15, 20, 35, 40, 50};
    QVERIFY(isNear(quantile(five, 0.05), 16));
    QVERIFY(isNear(quantile(five, 0.30), 23));
    QVERIFY(isNear(quantile(five, 0.40), 29));
    QVERIFY(isNear(quantile(five, 0.50), 35));
    QVERIFY(isNear(quantile(five, 0.95), 48));
    for (const double p : {0.0, 0.5, 0.95, 0.99, 1.0})
        QVERIFY(isNear(quantile(Times{3}, p), 3));
    QVERIFY(isNear(quantile(Times{1, 2}, 0.95), 1.95));
}

void TestStatistics::quantileOfNothingIsMissing()
{
    QVERIFY(!quantile(Times{}, 0.5));
}

void TestStatistics::quantilesAreFreeOfOverflowAtTheLargestTimes()
{
    QVERIFY(isNear(quantile(Times{0, kMaxTimeMs}, 0.5), static_cast<double>(kMaxTimeMs) / 2));
    QVERIFY(isNear(quantile(Times{kMaxTimeMs, kMaxTimeMs}, 0.95), static_cast<double>(kMaxTimeMs)));
}

void TestStatistics::censoredQuantilesFollowKaplanMeier()
{
    const Times starts{1, 2, 4, 5, 7};
    const Times censored{3, 6, 8, 9, 10};
    // S = 9/10, 8/10, 24/35, 4/7, 3/7 at the five starts.
    QVERIFY(isNear(survival(starts, censored, 1), 0.9));
    QVERIFY(isNear(survival(starts, censored, 4), 0.685714, 1e-6));
    QVERIFY(isNear(survival(starts, censored, 5), 0.571429, 1e-6));
    QVERIFY(isNear(survival(starts, censored, 7), 0.428571, 1e-6));
    const auto valueAt = [&](double p) { return censoredQuantile(starts, censored, p).value; };
    QVERIFY(isNear(valueAt(0.50), 7));
    QVERIFY(isNear(valueAt(0.10), 1));
    QVERIFY(isNear(valueAt(0.10 + 1e-6), 2));
    QVERIFY(isNear(valueAt(0.20), 2));
    QVERIFY(isNear(valueAt(11.0 / 35), 4));
    QVERIFY(isNear(valueAt(11.0 / 35 + 1e-6), 5));
    QVERIFY(isNear(valueAt(3.0 / 7), 5));
    QVERIFY(isNear(valueAt(3.0 / 7 + 1e-6), 7));
    QVERIFY(isNear(valueAt(4.0 / 7), 7));
    QVERIFY(!censoredQuantile(starts, censored, 0.50).atLeast);
}

void TestStatistics::aQuantileThatIsNeverReachedIsAtLeastTheLargestTime()
{
    const CensoredQuantile p95 = censoredQuantile(Times{1, 2, 4, 5, 7}, Times{3, 6, 8, 9, 10}, 0.95);
    QVERIFY(!p95.value);
    QCOMPARE(p95.atLeast.value_or(-1), TimeMs{10});
    // Here the largest time is a start that is not enough to reach the quantile.
    const CensoredQuantile p99 = censoredQuantile(Times{1, 12}, Times{12}, 0.99);
    QVERIFY(!p99.value);
    QCOMPARE(p99.atLeast.value_or(-1), TimeMs{12});
}

void TestStatistics::anEventComesBeforeACensoringAtTheSameTime()
{
    // Two at risk at 5: S(5) = 1/2. The other order would give S(5) = 0.
    QVERIFY(isNear(censoredQuantile(Times{5}, Times{5}, 0.50).value, 5));
    QVERIFY(!censoredQuantile(Times{5}, Times{5}, 0.51).value);
    // Three at risk at 5, one at 6: S = 1/3 and then 0.
    QVERIFY(isNear(censoredQuantile(Times{5, 5, 6}, Times{5}, 0.50).value, 5));
    QVERIFY(isNear(censoredQuantile(Times{5, 5, 6}, Times{5}, 0.51).value, 6));
}

void TestStatistics::withoutCensoringTypeSevenIsUsed()
{
    QVERIFY(isNear(censoredQuantile(Times{1, 2}, Times{}, 0.95).value, 1.95));
    const CensoredQuantile none = censoredQuantile(Times{}, Times{}, 0.5);
    QVERIFY(!none.value);
    QVERIFY(!none.atLeast);
}

void TestStatistics::onlyCensoredTimesGiveABoundOnly()
{
    const CensoredQuantile p50 = censoredQuantile(Times{}, Times{4, 9}, 0.5);
    QVERIFY(!p50.value);
    QCOMPARE(p50.atLeast.value_or(-1), TimeMs{9});
}

void TestStatistics::censoredQuantilesAgreeWithTheDefinitionOnRandomData()
{
    std::mt19937 random(20260101);
    for (int round = 0; round < 2000; ++round) {
        Times events(random() % 12);
        Times censored(1 + random() % 12);
        for (Times* list : {&events, &censored}) {
            for (TimeMs& time : *list)
                time = static_cast<TimeMs>(random() % 15);
            std::sort(list->begin(), list->end());
        }
        for (const double p : {0.25, 0.5, 0.95, 0.99}) {
            std::optional<double> want;
            for (TimeMs t = 0; t < 15 && !want; ++t) {
                const bool isEvent = std::binary_search(events.begin(), events.end(), t);
                if (isEvent && survival(events, censored, t) <= 1 - p + 1e-12)
                    want = static_cast<double>(t);
            }
            const CensoredQuantile got = censoredQuantile(events, censored, p);
            QCOMPARE(got.value, want);
            QCOMPARE(got.atLeast.has_value(), !want.has_value());
        }
    }
}

void TestStatistics::wilsonIntervalsMatchPublishedValues_data()
{
    QTest::addColumn<int>("successes");
    QTest::addColumn<int>("trials");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("none of 5") << 0 << 5 << 0.0000 << 0.4345;
    QTest::newRow("all of 5") << 5 << 5 << 0.5655 << 1.0000;
    QTest::newRow("9 of 10") << 9 << 10 << 0.5958 << 0.9821;
    QTest::newRow("45 of 50") << 45 << 50 << 0.7864 << 0.9565;
    QTest::newRow("95 of 100") << 95 << 100 << 0.8882 << 0.9785;
}

void TestStatistics::wilsonIntervalsMatchPublishedValues()
{
    QFETCH(int, successes);
    QFETCH(int, trials);
    QFETCH(double, low);
    QFETCH(double, high);
    const auto got = wilsonInterval(static_cast<std::uint64_t>(successes), static_cast<std::uint64_t>(trials));
    QVERIFY(got);
    QVERIFY(isNear(got->low, low, 5e-5));
    QVERIFY(isNear(got->high, high, 5e-5));
    QVERIFY(got->low >= 0 && got->high <= 1);
}

void TestStatistics::wilsonIntervalOfNoTrialsIsMissing()
{
    QVERIFY(!wilsonInterval(0, 0));
}

void TestStatistics::jainAndGiniMatchPublishedValues_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("jain");
    QTest::addColumn<double>("gini");
    QTest::newRow("all equal") << QList<double>{1, 1, 1, 1} << 1.0 << 0.0;
    QTest::newRow("one has all") << QList<double>{1, 0, 0, 0} << 0.25 << 0.75;
    QTest::newRow("two have all") << QList<double>{1, 1, 0, 0} << 0.5 << 0.5;
    QTest::newRow("1, 2, 3") << QList<double>{1, 2, 3} << 0.857143 << 0.222222;
    QTest::newRow("4, 3, 2, 1") << QList<double>{4, 3, 2, 1} << 0.833333 << 0.25;
    QTest::newRow("nearly equal") << QList<double>{0.9, 1.1, 1.0} << 0.993377 << 0.044444;
    QTest::newRow("one value") << QList<double>{7} << 1.0 << 0.0;
}

void TestStatistics::jainAndGiniMatchPublishedValues()
{
    QFETCH(QList<double>, values);
    QFETCH(double, jain);
    QFETCH(double, gini);
    const Numbers numbers(values.begin(), values.end());
    QVERIFY(isNear(jainIndex(numbers), jain, 1e-6));
    QVERIFY(isNear(giniCoefficient(numbers), gini, 1e-6));
}

void TestStatistics::jainOfKEqualAmongMIsKOverM()
{
    for (std::size_t m = 1; m <= 20; ++m) {
        for (std::size_t k = 1; k <= m; ++k) {
            Numbers values(m, 0.0);
            std::fill_n(values.begin(), k, 0.3);
            QVERIFY(isNear(jainIndex(values), static_cast<double>(k) / static_cast<double>(m)));
        }
    }
}

void TestStatistics::jainAndGiniOfNothingAreMissing()
{
    QVERIFY(!jainIndex(Numbers{}));
    QVERIFY(!jainIndex(Numbers{0, 0, 0}));
    QVERIFY(!giniCoefficient(Numbers{}));
    QVERIFY(!giniCoefficient(Numbers{0, 0, 0}));
}

void TestStatistics::giniDoesNotDependOnOrderNorScale()
{
    QVERIFY(isNear(giniCoefficient(Numbers{3, 1, 2}), 2.0 / 9));
    QVERIFY(isNear(giniCoefficient(Numbers{200, 300, 100}), 2.0 / 9));
}

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
