// SPDX-License-Identifier: Apache-2.0
#include "core/base/closest_word.h"

#include <QTest>

using namespace quotaboard;

class TestClosestWord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distances_data();
    void distances();
    void closest();
};

void TestClosestWord::distances_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<int>("distance");
    QTest::newRow("same") << "run"
                          << "run" << 0;
    QTest::newRow("empty") << ""
                           << "ab" << 2;
    QTest::newRow("inserted") << "runn"
                              << "run" << 1;
    QTest::newRow("removed") << "rn"
                             << "run" << 1;
    QTest::newRow("replaced") << "ran"
                              << "run" << 1;
    QTest::newRow("swapped") << "rnu"
                             << "run" << 1;
    QTest::newRow("two") << "vaildat"
                         << "validate" << 2;
    QTest::newRow("more") << "explain"
                          << "import" << 3;
    QTest::newRow("much longer") << QString(1'000'000, 'x') << "x" << 3;
}

void TestClosestWord::distances()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(int, distance);
    const std::string left = a.toStdString();
    const std::string right = b.toStdString();
    QCOMPARE(std::min<std::size_t>(editDistance(left, right, 2), 3), static_cast<std::size_t>(distance));
    QCOMPARE(editDistance(left, right, 2), editDistance(right, left, 2));
}

void TestClosestWord::closest()
{
    const std::vector<std::string_view> known{"run", "import", "to", "at"};
    QCOMPARE(closestWord("rum", known), std::string_view("run"));
    QCOMPARE(closestWord("improt", known), std::string_view("import"));
    QCOMPARE(closestWord("frobnicate", known), std::string_view());
    // Two letters replaced by two others are another word.
    QCOMPARE(closestWord("xy", known), std::string_view());
    QCOMPARE(closestWord("", known), std::string_view());
}

QTEST_GUILESS_MAIN(TestClosestWord)
#include "tst_closest_word.moc"
