// SPDX-License-Identifier: Apache-2.0
// How values are written for people, and that the command line writes the same numbers.
#include <QLocale>
#include <QProcess>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "core/experiment/run_result.h"
#include "ui/logic/bridge/text_format.h"
#endif

using namespace quotaboard;

class TestTextFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void durations_data();
    void durations();
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
    QTest::newRow("negative") << qint64{-kMsPerHour} << QString::fromUtf8("−1 h");
}

void TestTextFormat::durations()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(durationText(ms), text);
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
