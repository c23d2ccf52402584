// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#ifndef Q_MOC_RUN
#include "ui/logic/plot/chart_axis.h"
#include "ui/logic/plot/time_axis.h"

#include <QLocale>
#endif

using namespace quotaboard;

namespace {

/// 2026-11-02T09:00:00Z
constexpr TimeMs kMonday = 1'793'610'000'000;

QStringList labelsOf(const std::vector<TimeTick>& ticks)
{
    QStringList labels;
    for (const TimeTick& tick : ticks)
        labels.append(tick.label);
    return labels;
}

QStringList labelsOf(const ValueAxis& axis)
{
    QStringList labels;
    for (const ValueTick& tick : axis.ticks)
        labels.append(tick.label);
    return labels;
}

} // namespace

class TestTimeAxis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); }
    void hoursFromTheStart();
    void daysFromTheStart();
    void datesAreAtRoundTimesOfTheDay();
    void ticksAreRoundFewAndEven();
    void valueAxesAreRound();
    void signedAxesSayPlusAndMinus();
    void flatAxesHaveHeight();
    void logAxesAreDecades();
};

void TestTimeAxis::hoursFromTheStart()
{
    const auto ticks = timeTicks(0, 12 * kMsPerHour, 0, 4);
    QCOMPARE(labelsOf(ticks), (QStringList{"00:00", "06:00", "12:00"}));
    QCOMPARE(ticks[1].time, 6 * kMsPerHour);
    QCOMPARE(labelsOf(timeTicks(0, 20 * kMsPerSecond, 0, 5)),
        (QStringList{"00:00:00", "00:00:05", "00:00:10", "00:00:15", "00:00:20"}));
}

void TestTimeAxis::daysFromTheStart()
{
    QCOMPARE(labelsOf(timeTicks(0, 3 * kMsPerDay, 0, 5)), (QStringList{"Day 1", "Day 2", "Day 3", "Day 4"}));
    const auto ticks = timeTicks(0, kMsPerDay + 6 * kMsPerHour, 0, 7);
    QCOMPARE(labelsOf(ticks), (QStringList{"00:00", "06:00", "12:00", "18:00", "Day 2", "06:00"}));
    QVERIFY(ticks[4].isDay && !ticks[3].isDay && !ticks[0].isDay);
}

void TestTimeAxis::datesAreAtRoundTimesOfTheDay()
{
    const auto ticks = timeTicks(0, kMsPerDay, kMonday, 5);
    QCOMPARE(labelsOf(ticks), (QStringList{"12:00", "18:00", "3 Nov", "06:00"}));
    QCOMPARE(ticks[0].time, 3 * kMsPerHour);
    QVERIFY(ticks[2].isDay);
    QCOMPARE(labelsOf(timeTicks(0, 8 * kMsPerDay, kMonday, 4)), (QStringList{"3 Nov", "7 Nov"}));
    QCOMPARE(timeAxisUnit(kMonday), QStringLiteral("UTC"));
}

void TestTimeAxis::ticksAreRoundFewAndEven()
{
    QVERIFY(timeTicks(5, 5, 0, 8).empty());
    for (TimeMs end = 3; end < 3000 * kMsPerDay; end = end * 3 + 1) {
        for (const int most : {1, 2, 3, 6, 12}) {
            const auto ticks = timeTicks(0, end, 0, most);
            QVERIFY(!ticks.empty());
            QVERIFY2(ticks.size() <= static_cast<std::size_t>(std::max(2, most)), qPrintable(QString::number(end)));
            for (std::size_t i = 2; i < ticks.size(); ++i)
                QCOMPARE(ticks[i].time - ticks[i - 1].time, ticks[1].time - ticks[0].time);
        }
    }
}

void TestTimeAxis::valueAxesAreRound()
{
    const ValueAxis axis = linearAxis(0, 57.3, 3, false);
    QCOMPARE(labelsOf(axis), (QStringList{"0", "20", "40", "60"}));
    QCOMPARE(axis.low, 0.0);
    QCOMPARE(axis.high, 60.0);
    QCOMPARE(labelsOf(linearAxis(0, 0.42, 4, false)), (QStringList{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5"}));
    for (double high = 0.0013; high < 1e9; high *= 1.7) {
        const ValueAxis any = linearAxis(0, high, 4, false);
        QVERIFY(any.high >= high && any.high <= 2 * high);
        QVERIFY(any.ticks.size() >= 3 && any.ticks.size() <= 9);
    }
}

void TestTimeAxis::signedAxesSayPlusAndMinus()
{
    const ValueAxis axis = linearAxis(-7.5, 8, 3, true);
    QCOMPARE(labelsOf(axis), (QStringList{QStringLiteral("−5"), "0", "+5"}));
    QVERIFY(axis.low <= -7.5 && axis.low > -10 && axis.high >= 8 && axis.high < 10);
}

void TestTimeAxis::flatAxesHaveHeight()
{
    QCOMPARE(linearAxis(0, 0, 4, false).high, 1.0);
    const ValueAxis axis = linearAxis(0, 0, 2, true);
    QCOMPARE(axis.low, -1.0);
    QCOMPARE(axis.high, 1.0);
}

void TestTimeAxis::logAxesAreDecades()
{
    const ValueAxis axis = logAxis(0.4, 730);
    QCOMPARE(labelsOf(axis), (QStringList{"0.1", "1", "10", "100", "1,000"}));
    QCOMPARE(axis.position(10), 1.0);
    QCOMPARE(axis.position(0), axis.low);
    QVERIFY(logAxis(0, 0).high > logAxis(0, 0).low);
}

QTEST_APPLESS_MAIN(TestTimeAxis)
#include "tst_time_axis.moc"
