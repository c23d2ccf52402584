// SPDX-License-Identifier: Apache-2.0
// quotaboard-cli compare: the table, the files, the exit statuses.
#include "tests/app/cli_test_support.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace quotaboard::test;

namespace {

QJsonObject parsed(const QByteArray& text)
{
    return QJsonDocument::fromJson(text).object();
}

/// Value of the first run of a scenario.
double valueOf(const QJsonObject& comparison, const QString& metric, int scenario)
{
    for (const QJsonValue& row : comparison["rows"].toArray()) {
        if (row["metric"].toString() == metric)
            return row["scenarios"][scenario]["values"][0].toDouble(-1);
    }
    return -1;
}

} // namespace

class TestCliCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsATableWithinAHundredColumns();
    void jsonEqualsRun();
    void threadsChangeNothing();
    void oneSeedHasNoInterval();
    void procurementListsWhatItChanged();
    void writesCsv();
    void moreThanThreeAreShownOneByOne();
    void usageErrorsAreTwo();
    void badFilesAreThree();
    void interruptGives130();

private:
    QString path(const char* name) const { return folder_.filePath(name); }
    QTemporaryDir folder_;
    const QStringList samples_{
        sample("two-teams-1-isolated"), sample("two-teams-2-lending"), sample("two-teams-3-lending-checkpoints")};
};

void TestCliCompare::printsATableWithinAHundredColumns()
{
    const CliRun run = cli(QStringList{"compare"} + samples_);
    QCOMPARE(run.status, 0);
    for (const QByteArray& line : run.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 100, line);
    for (const char* words : {"1 run, recorded workload", "for this workload", "better", "worse", "no clear difference",
             "not enough data", "Changes needed", "5 Recovery reliability"})
        QVERIFY2(run.out.contains(words), words);
    const CliRun drawn = cli({"compare", sample("month-end-rush"), "--procurement", "--seeds", "6", "--victim-orders"});
    QCOMPARE(drawn.status, 0);
    QVERIFY(drawn.out.contains("of 5 victim orders"));
    for (const QByteArray& line : drawn.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 100, line);
    const CliRun less = cli(QStringList{"compare", "--only-differences"} + samples_);
    QCOMPARE(less.status, 0);
    QVERIFY(less.out.size() < run.out.size());
    QVERIFY(run.out.contains("Missed deadlines") && !less.out.contains("Missed deadlines"));
}

void TestCliCompare::jsonEqualsRun()
{
    const QJsonObject comparison = parsed(cli(QStringList{"compare", "--json"} + samples_).out);
    for (int i = 0; i < samples_.size(); ++i) {
        const QJsonObject summary = parsed(cli({"run", samples_[i], "--json"}).out);
        QVERIFY(!summary.isEmpty());
        QCOMPARE(valueOf(comparison, "completedOfPaid", i),
            summary["completedWorkUtilization"].toObject()["ofPaid"].toDouble());
        QCOMPARE(valueOf(comparison, "waste", i), summary["preemption"].toObject()["wasteMs"].toDouble());
        QCOMPARE(valueOf(comparison, "completedJobs", i), summary["jobs"].toObject()["succeeded"].toDouble());
    }
    // With generators and another seed.
    const QString rush = sample("month-end-rush");
    const QJsonObject drawn = parsed(cli({"compare", rush, samples_[0], "--json", "--seeds", "1", "--seed", "7"}).out);
    const QJsonObject summary = parsed(cli({"run", rush, "--json", "--seed", "7"}).out);
    QCOMPARE(valueOf(drawn, "paid", 0), summary["accounting"].toObject()["paidMs"].toDouble());
    QCOMPARE(valueOf(drawn, "idle", 0), summary["accounting"].toObject()["idleMs"].toDouble());
}

void TestCliCompare::threadsChangeNothing()
{
    writeContent(path("g.json"), generatedScenario(200));
    const QStringList arguments{"compare", path("g.json"), "--procurement", "--json", "--seeds", "6", "--threads"};
    const CliRun one = cli(arguments + QStringList{"1"});
    QCOMPARE(one.status, 0);
    QCOMPARE(cli(arguments + QStringList{"2"}).out, one.out);
    QCOMPARE(cli(arguments + QStringList{"7"}).out, one.out);
}

void TestCliCompare::oneSeedHasNoInterval()
{
    writeContent(path("g.json"), generatedScenario(50));
    const CliRun run = cli({"compare", path("g.json"), path("g.json"), "--seeds", "1"});
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.contains("1 seed, no interval"));
    QVERIFY(!run.out.contains('['));
}

void TestCliCompare::procurementListsWhatItChanged()
{
    const CliRun run = cli({"compare", sample("two-teams-3-lending-checkpoints"), "--procurement"});
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.contains("baseline Isolated"));
    QVERIFY(run.out.contains("Lend checkpoint-safe") && run.out.contains("Lend with protected"));
    QVERIFY(run.out.contains("to RESERVE"));
}

void TestCliCompare::writesCsv()
{
    QCOMPARE(cli(QStringList{"compare", "--csv", path("t.csv")} + samples_).status, 0);
    const QByteArray csv = contentOf(path("t.csv"));
    QVERIFY(csv.startsWith("section,metric,"));
    const auto columns = csv.left(csv.indexOf('\r')).count(',');
    QVERIFY(csv.contains("scorecard,completedOfPaid"));
    for (const QByteArray& line : csv.split('\n')) {
        if (!line.contains('"') && !line.isEmpty())
            QCOMPARE(line.count(','), columns);
    }
    const CliRun out = cli(QStringList{"compare", "--csv", "-"} + samples_);
    QCOMPARE(out.out, csv);
    QVERIFY(out.err.contains("Scorecard"));
}

void TestCliCompare::moreThanThreeAreShownOneByOne()
{
    const CliRun run = cli(QStringList{"compare"} + samples_ + samples_.mid(1));
    QCOMPARE(run.status, 0);
    QCOMPARE(run.out.count("\nScorecard\n"), 4);
}

void TestCliCompare::usageErrorsAreTwo()
{
    QCOMPARE(cli({"compare"}).status, 2);
    QCOMPARE(cli({"compare", samples_[0]}).status, 2);
    QCOMPARE(cli({"compare", samples_[0], samples_[1], "--procurement"}).status, 2);
    QCOMPARE(cli({"compare", samples_[0], samples_[1], "--seeds", "0"}).status, 2);
    for (const char* seed : {"18446744073709551616", "-1", "", " 7", "0x10", "1.5"})
        QCOMPARE(cli({"compare", samples_[0], samples_[1], "--seed", seed}).status, 2);
    QStringList many{"compare"};
    for (int i = 0; i < 25; ++i)
        many << samples_[0];
    QCOMPARE(cli(many).status, 2);
    writeContent(path("a.json"), generatedScenario(5));
    const CliRun same = cli({"compare", path("a.json"), samples_[0], "--csv", path("a.json")});
    QCOMPARE(same.status, 2);
    QCOMPARE(contentOf(path("a.json")), generatedScenario(5));
}

void TestCliCompare::badFilesAreThree()
{
    QCOMPARE(cli({"compare", samples_[0], path("none.json")}).status, 3);
    QCOMPARE(cli({"compare", samples_[0], samples_[1], "--csv", path("no/such/folder.csv")}).status, 5);
}

void TestCliCompare::interruptGives130()
{
    writeContent(path("long.json"), generatedScenario(300'000));
    QProcess process;
    process.start(QUOTABOARD_CLI,
        {"compare", path("long.json"), path("long.json"), "--seeds", "200", "--csv", path("never.csv")});
    QVERIFY(process.waitForStarted());
    QTest::qWait(1500);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const CliRun run = finish(process, 3000);
    QCOMPARE(run.status, 130);
    QVERIFY(!QFile::exists(path("never.csv")));
}

QTEST_GUILESS_MAIN(TestCliCompare)
#include "tst_cli_compare.moc"
