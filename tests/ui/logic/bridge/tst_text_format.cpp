// SPDX-License-Identifier: Apache-2.0
// How values are written for people, and that the command line writes the same numbers.
#include <QLocale>
#include <QProcess>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/time.h"
#include "core/exchange/scenario_file.h"
#include "core/experiment/run_result.h"
#include "ui/logic/bridge/text_format.h"
#include <cmath>
#include <random>
#endif

using namespace quotaboard;

class TestTextFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void durations_data();
    void durations();
    void durationsAreThoseOfTheCommandLine();
    void halvesAreRoundedAwayFromZero();
    void theCommandLineShowsTheSameNumbers();
    void everyEditProblemHasASentence();
};

void TestTextFormat::durations_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << qint64{0} << "0 min";
    QTest::newRow("ms") << qint64{250} << "250 ms";
    QTest::newRow("s") << qint64{12'000} << "12 s";
    QTest::newRow("part of s") << qint64{1'500} << "1.5 s";
    QTest::newRow("min") << qint64{2 * kMsPerMinute} << "2 min";
    QTest::newRow("min s") << qint64{2 * kMsPerMinute + 5'000} << "2 min 05 s";
    QTest::newRow("h") << qint64{4 * kMsPerHour} << "4 h";
    QTest::newRow("h min") << qint64{kMsPerHour + 5 * kMsPerMinute} << "1 h 05 min";
    QTest::newRow("d h") << qint64{3 * kMsPerDay + 4 * kMsPerHour} << "3 d 04 h";
    QTest::newRow("rounded s") << qint64{kMsPerMinute * 15 + 4'600} << "15 min 05 s";
    QTest::newRow("rounded min") << qint64{kMsPerHour + 59'700} << "1 h 01 min";
    QTest::newRow("rounded h") << qint64{30 * kMsPerDay + 2'756'000} << "30 d 01 h";
    QTest::newRow("carried over") << qint64{kMsPerDay - 1} << "1 d 00 h";
    QTest::newRow("not quite exact") << qint64{kMsPerHour + 1'000} << "1 h 00 min";
    QTest::newRow("negative") << qint64{-kMsPerHour} << QString::fromUtf8("−1 h");
}

void TestTextFormat::durations()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(durationText(ms), text);
}

void TestTextFormat::durationsAreThoseOfTheCommandLine()
{
    std::mt19937_64 random(3);
    for (int i = 0; i < 20'000; ++i) {
        // From a minute to a year, all magnitudes alike; one unit alone is for exact values.
        const double exponent = 4.8 + static_cast<double>(random() % 10'000) / 10'000.0 * 5.7;
        const auto ms = static_cast<TimeMs>(std::pow(10.0, exponent)) | 1;
        QCOMPARE(durationText(ms), toQt(formatDuration(ms)));
    }
}

void TestTextFormat::halvesAreRoundedAwayFromZero()
{
    QCOMPARE(percentText(0.0625), QString("6.3 %"));
    QCOMPARE(percentText(0.0005), QString("0.1 %"));
    QCOMPARE(percentText(std::nullopt), QString::fromUtf8("—"));
    QCOMPARE(gpuHoursText(Int128{kMsPerHour} * 9 / 4), QString("2.3"));
}

void TestTextFormat::theCommandLineShowsTheSameNumbers()
{
    for (const char* name : {"two-teams-3-lending-checkpoints", "month-end-rush", "three-projects"}) {
        const QString path = QStringLiteral(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json";
        const Result<ScenarioFile> file = readScenarioFile(fromQt(path));
        QVERIFY(file.ok());
        const Scorecard card = recordRun(file.value().scenario).value()->scorecard;
        QProcess cli;
        cli.start(QStringLiteral(QUOTABOARD_CLI), {"run", path});
        QVERIFY(cli.waitForFinished(60'000));
        const QString table = QString::fromUtf8(cli.readAllStandardOutput()).remove(',');
        for (const QString& number : {percentText(card.completedOfPaid()), percentText(card.wasteOfAllocated()),
                 percentText(card.worstShortfall()->shortfallShare()),
                 gpuHoursText(card.preemption.lost + card.preemption.restart), gpuHoursText(card.accounting.completed),
                 gpuHoursText(card.accounting.paid)})
            QVERIFY2(table.contains(QString(number).remove(',')), qPrintable(name + (": " + number)));
    }
}

void TestTextFormat::everyEditProblemHasASentence()
{
    QStringList sentences;
    for (int problem = 0; problem <= static_cast<int>(EditProblem::SettingOutOfRange); ++problem) {
        const Error error{ErrorCode::EditRefused, {},
            {std::string(nameOf(static_cast<EditProblem>(problem))), "a", "b", "c", "d", "e"}};
        sentences.append(errorText(error));
        QVERIFY(!sentences.back().isEmpty());
    }
    QCOMPARE(sentences.removeDuplicates(), 0);
}

QTEST_MAIN(TestTextFormat)
#include "tst_text_format.moc"
