// SPDX-License-Identifier: Apache-2.0
// The import subcommand as a user meets it: exit status, files, messages.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Run {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

Run cli(const QStringList& arguments)
{
    QProcess process;
    process.start(QUOTABOARD_CLI, arguments);
    if (!process.waitForFinished(60'000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

const QStringList kMapping{"--map", "id=id", "--map", "share=team", "--map", "gpus=gpus", "--map", "submit=submit",
    "--map", "duration=seconds"};

} // namespace

class TestImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void writesScenarioReportAndRejects();
    void inlineAndReferenceRunAlike();
    void reportsAsJson();
    void refusesWhatDoesNotFit_data();
    void refusesWhatDoesNotFit();
    void neverOverwritesTheTrace();
    void rejectsAreWrittenWithoutAnyJob();

private:
    QString path(const char* name) const { return folder_->filePath(name); }
    Run import(QStringList arguments) const { return cli(QStringList{"import", path("t.csv")} + kMapping + arguments); }

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestImport::init()
{
    folder_ = std::make_unique<QTemporaryDir>();
    write(path("t.csv"),
        "id,team,gpus,submit,seconds\n"
        "1,a,2,2026-11-02 10:00:00,3600\n"
        "2,b,0,2026-11-02 10:05:00,60\n"
        "3,b,1,2026-11-02 10:10:00,1800\n"
        "4,a,4,2026-11-02 10:30:00,7200\n"
        "5,a,1,2026-11-02 10:40:00,-5\n");
}

void TestImport::writesScenarioReportAndRejects()
{
    const Run run
        = import({"-o", path("s.json"), "--rejects", path("r.csv"), "--strategy", "LEND,b=LEND_AND_BORROW:50"});
    QCOMPARE(run.status, 0);
    QVERIFY(run.err.isEmpty());
    QVERIFY(run.out.contains("5 rows, 3 jobs, 10.500000 GPU-hours."));
    QVERIFY(run.out.contains("no time zone"));
    QVERIFY(run.out.contains("Not used: 1 row, zero-gpu."));
    QVERIFY(!run.out.contains('\033'));
    const QByteArray rejects = contentOf(path("r.csv"));
    QVERIFY(rejects.startsWith("file,line,cause,text\n"));
    QVERIFY(rejects.contains(",3,zero-gpu,\"2,b,0,2026-11-02 10:05:00,60\"\n"));
    QVERIFY(rejects.contains(",6,negative-duration,"));
    const QJsonObject scenario = QJsonDocument::fromJson(contentOf(path("s.json"))).object();
    QCOMPARE(scenario["startTime"].toString(), QString("2026-11-02T10:00:00Z"));
    QCOMPARE(scenario["jobs"].toArray().size(), 3);
    const QJsonArray shares = scenario["quotaShares"].toArray();
    QCOMPARE(shares[0].toObject()["resourceSharingConfiguration"].toObject()["strategy"].toString(), QString("LEND"));
    QCOMPARE(shares[1].toObject()["resourceSharingConfiguration"].toObject()["borrowLimit"].toInt(), 50);
    QCOMPARE(cli({"validate", path("s.json")}).status, 0);
}

void TestImport::inlineAndReferenceRunAlike()
{
    const QStringList options{"--checkpoint", "10m:5s:onStop,b=none", "--restore", "30", "--zero-gpu", "keep"};
    QCOMPARE(import(QStringList{"-o", path("inline.json"), "--inline"} + options).status, 0);
    QVERIFY(QDir(folder_->path()).mkdir("sub"));
    QCOMPARE(import(QStringList{"-o", path("sub/reference.json"), "--reference"} + options).status, 0);
    QVERIFY(contentOf(path("sub/reference.json")).contains("\"path\": \"../t.csv\""));
    QVERIFY(!contentOf(path("sub/reference.json")).contains("\"jobs\": ["));
    QCOMPARE(cli({"run", path("inline.json"), "--events", path("1.jsonl")}).status, 0);
    QCOMPARE(cli({"run", path("sub/reference.json"), "--events", path("2.jsonl")}).status, 0);
    QVERIFY(contentOf(path("1.jsonl")).size() > 500);
    QCOMPARE(contentOf(path("1.jsonl")), contentOf(path("2.jsonl")));
}

void TestImport::reportsAsJson()
{
    const Run run = import({"-o", path("s.json"), "--json"});
    QCOMPARE(run.status, 0);
    const QJsonObject report = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(report["jobs"].toInt(), 3);
    QCOMPARE(report["gpuHours"].toDouble(), 10.5);
    QCOMPARE(report["rejects"].toObject()["negative-duration"].toInt(), 1);
    QCOMPARE(report["shares"].toArray().size(), 2);
}

void TestImport::refusesWhatDoesNotFit_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("strategy") << QStringList{"--strategy", "SHARE"} << 2 << QByteArray("RESERVE");
    QTest::newRow("share") << QStringList{"--strategy", "zz=LEND"} << 2 << QByteArray("\"zz\"");
    QTest::newRow("unit") << QStringList{"--capacity", "p5=1"} << 2 << QByteArray("\"p5\"");
    QTest::newRow("checkpoint") << QStringList{"--checkpoint", "soon"} << 2 << QByteArray("INTERVAL");
    QTest::newRow("time") << QStringList{"--from", "yesterday"} << 2 << QByteArray("2026-11-30T14:20:00Z");
    QTest::newRow("both") << QStringList{"--inline", "--reference"} << 2 << QByteArray("excludes");
    QTest::newRow("limits") << QStringList{"--limits", "/nowhere/l.csv"} << 3 << QByteArray("/nowhere/l.csv");
    QTest::newRow("window") << QStringList{"--from", "10d"} << 3 << QByteArray("outside-window");
}

void TestImport::refusesWhatDoesNotFit()
{
    QFETCH(QStringList, options);
    QFETCH(int, status);
    QFETCH(QByteArray, words);
    const Run run = import(QStringList{"-o", path("s.json")} + options);
    QCOMPARE(run.status, status);
    QVERIFY2(run.err.contains(words) || run.out.contains(words), run.err.constData());
    QVERIFY(!QFile::exists(path("s.json")));
}

void TestImport::neverOverwritesTheTrace()
{
    const QByteArray before = contentOf(path("t.csv"));
    QCOMPARE(import({"-o", path("t.csv")}).status, 2);
    QCOMPARE(import({"-o", path("s.json"), "--rejects", path("t.csv")}).status, 2);
    QCOMPARE(contentOf(path("t.csv")), before);
    QCOMPARE(import({"-o", path("s.json"), "--rejects", path("s.json")}).status, 2);
    QCOMPARE(import({"-o", path("s.json"), "--rejects", path("./s.json")}).status, 2);
    QVERIFY(!QFile::exists(path("s.json")));
    QCOMPARE(import({"-o", path("no/such/folder/s.json")}).status, 5);
}

void TestImport::rejectsAreWrittenWithoutAnyJob()
{
    write(path("t.csv"), "id,team,gpus,submit,seconds\n1,a,0,2026-11-02 10:00:00,3600\n");
    QCOMPARE(import({"-o", path("s.json"), "--rejects", path("r.csv")}).status, 3);
    QVERIFY(contentOf(path("r.csv")).contains("zero-gpu"));
    QVERIFY(!QFile::exists(path("s.json")));
}

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
