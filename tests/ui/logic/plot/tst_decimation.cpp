// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#ifndef Q_MOC_RUN
#include "ui/logic/plot/decimation.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>
#endif

using namespace quotaboard;

class TestDecimation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewPointsStayAsTheyAre();
    void everyColumnKeepsItsExtremesAndEnds();
    void aMillionPointsBecomeFew();
};

void TestDecimation::fewPointsStayAsTheyAre()
{
    const std::vector<QPointF> points{{0, 1}, {1, 5}, {2, -3}};
    QCOMPARE(decimate(points, 0, 2, 100), QList<QPointF>(points.begin(), points.end()));
    QVERIFY(decimate({}, 0, 2, 100).isEmpty());
    QCOMPARE(decimate(points, 0, 0, 1).size(), 3);
    QCOMPARE(decimate(points, 0, 2, 0).size(), 3);
}

void TestDecimation::everyColumnKeepsItsExtremesAndEnds()
{
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        std::vector<QPointF> points;
        double x = 0;
        for (int i = 0; i < 5000; ++i) {
            x += static_cast<double>(random() % 7);
            points.emplace_back(x, static_cast<double>(random() % 1000));
        }
        const int columns = 37 + round;
        const QList<QPointF> thin = decimate(points, 0, x, columns);
        QVERIFY(thin.size() <= 4 * (columns + 1));
        QCOMPARE(thin.first(), points.front());
        QCOMPARE(thin.last(), points.back());
        QVERIFY(
            std::is_sorted(thin.begin(), thin.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); }));
        const auto column = [&](const QPointF& point) { return std::floor(point.x() * columns / x); };
        for (int c = 0; c <= columns; ++c) {
            const auto extremes = [&](const auto& list) {
                double low = 1e9;
                double high = -1;
                for (const QPointF& point : list) {
                    if (static_cast<int>(column(point)) == c) {
                        low = std::min(low, point.y());
                        high = std::max(high, point.y());
                    }
                }
                return std::pair(low, high);
            };
            QVERIFY(extremes(points) == extremes(thin));
        }
    }
}

void TestDecimation::aMillionPointsBecomeFew()
{
    std::vector<QPointF> points(1'000'000);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {static_cast<double>(i), std::sin(static_cast<double>(i) / 777.0)};
    QList<QPointF> thin;
    QBENCHMARK
    {
        thin = decimate(points, 0, 1e6, 1100);
    }
    QVERIFY(thin.size() <= 4404);
}

QTEST_APPLESS_MAIN(TestDecimation)
#include "tst_decimation.moc"
