// SPDX-License-Identifier: Apache-2.0
// The import subcommand as a user meets it: exit status, files, messages.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
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
    void saysWhatColumnsAreMissing();
    void saysWhichDatesAreRead();
    void warnsWhenMostRowsAreRejected();
    void showsThePlanOfEachShare();
    void namesSharesOfLimitsWithoutJobs();
    void saysThatProcessorsAreNoGpus();
    void refusesWhatRunWouldRefuse();
    void everyCauseHasWords();
    void bombsEndInOneError();
    void saysWhatIsOddAboutTheTrace();

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
    QVERIFY(run.out.contains("Not used: 1 row: no GPU is asked for (--zero-gpu keep takes such jobs)."));
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
    QTest::newRow("window") << QStringList{"--from", "10d"} << 3 << QByteArray("submitted outside --from and --to");
    QTest::newRow("capacity twice") << QStringList{"--capacity", "gpu=4", "--capacity", "gpu=8"} << 2
                                    << QByteArray("given twice for \"gpu\"");
    QTest::newRow("capacity twice in one") << QStringList{"--capacity", "4,gpu=8"} << 2 << QByteArray("given twice");
    QTest::newRow("strategy twice") << QStringList{"--strategy", "a=LEND,a=RESERVE"} << 2
                                    << QByteArray("given twice for \"a\"");
    QTest::newRow("checkpoint twice") << QStringList{"--checkpoint", "30m", "--checkpoint", "1h"} << 2
                                      << QByteArray("given twice for all shares");
    QTest::newRow("map twice") << QStringList{"--map", "instances=id"} << 2 << QByteArray("given twice");
    QTest::newRow("empty zone") << QStringList{"--timezone", ""} << 2 << QByteArray("not empty");
    QTest::newRow("empty limits") << QStringList{"--limits", ""} << 2 << QByteArray("not empty");
    for (const char* option : {"--map", "--capacity", "--strategy", "--checkpoint", "--restore", "--name", "--from",
             "--to", "--rejects", "--unit", "--share-by", "--format"})
        QTest::addRow("empty %s", option) << QStringList{option, ""} << 2 << QByteArray(option) + ": needs a value";
    QTest::newRow("unknown field") << QStringList{"--map", "sizes=gpus"} << 2
                                   << QByteArray("\"sizes\" is not known; allowed: submit");
    QTest::newRow("unknown unit of time")
        << QStringList{"--map", "duration:weeks=x"} << 2 << QByteArray("\"duration:weeks\" is not known; allowed: us");
    QTest::newRow("map to no column") << QStringList{"--map", "gpus="} << 2 << QByteArray("names no column");
    QTest::newRow("window backwards") << QStringList{"--from", "5h", "--to", "1h"} << 2
                                      << QByteArray("--to: \"1h\" does not lie after --from");
    QTest::newRow("no limits") << QStringList{"--limits", "peek"} << 2 << QByteArray("neither peak");
    QTest::newRow("borrow limit") << QStringList{"--strategy", "a=LEND_AND_BORROW:-5"} << 2
                                  << QByteArray("from 0 to 1000000000, or -1 for no limit");
    QTest::newRow("borrow limit of a lender")
        << QStringList{"--strategy", "LEND:5"} << 2 << QByteArray("only LEND_AND_BORROW");
    QTest::newRow("checkpoint writes") << QStringList{"--checkpoint", "0.001:1000000h"} << 2
                                       << QByteArray("100,000 years");
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

void TestImport::saysWhatColumnsAreMissing()
{
    write(path("t.csv"), "who,when,cards,len\nann,2026-01-01 10:00:00,2,30\n");
    const Run none = cli({"import", path("t.csv"), "-o", path("s.json")});
    QCOMPARE(none.status, 3);
    QVERIFY2(none.err.contains("no column was found for submit, duration (or start and end), gpus"), none.err);
    QVERIFY2(none.err.contains("the columns who, when, cards, len"), none.err);
    QVERIFY2(none.err.contains("--map submit=when"), none.err);
    const Run some = cli({"import", path("t.csv"), "-o", path("s.json"), "--map", "submit=when"});
    QCOMPARE(some.status, 3);
    QVERIFY2(some.err.contains("no column was found for duration (or start and end); "), some.err);
    QVERIFY2(some.err.contains("--map duration=COLUMN"), some.err);
    write(path("t.csv"), "submit,gpus,duration,gpus\n0,1,60,2\n");
    const Run twice = cli({"import", path("t.csv"), "-o", path("s.json")});
    QCOMPARE(twice.status, 3);
    QVERIFY2(twice.err.contains("\"gpus\" heads several columns (2, 4)"), twice.err);
    QVERIFY2(twice.err.contains("--map gpus=#2"), twice.err);
}

void TestImport::saysWhichDatesAreRead()
{
    write(path("t.csv"), "submit,gpus,duration\n31/12/2025 10:00,1,60\n30/12/2025 10:00,1,60\n");
    const Run run = cli({"import", path("t.csv"), "-o", path("s.json")});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("such as \"31/12/2025 10:00\""), run.err);
    QVERIFY2(run.err.contains("2025-12-31 14:05:00"), run.err);
    QVERIFY2(run.err.contains("--rejects FILE"), run.err);
    QVERIFY2(!run.err.contains("bad-submit-time"), run.err);
}

void TestImport::warnsWhenMostRowsAreRejected()
{
    QByteArray rows = "id,team,gpus,submit,seconds\n1,a,2,2026-11-02 10:00:00,3600\n";
    for (int i = 0; i < 3; ++i)
        rows += "2,b,1,soon,60\n";
    write(path("t.csv"), rows + "3,b,0,2026-11-02 10:00:00,60\n");
    for (const QStringList& options : {QStringList{}, QStringList{"--json"}}) {
        const Run run = import(QStringList{"-o", path("s.json"), "--format", "csv"} + options);
        QCOMPARE(run.status, 0);
        QVERIFY2(run.err.contains("4 of 5 rows gave no job; 3 of them: the submit time cannot be read"), run.err);
        QVERIFY2(run.err.contains("\"soon\"") && run.err.contains("--format"), run.err);
    }
    // half of them are not more than half
    write(path("t.csv"), "id,team,gpus,submit,seconds\n1,a,2,2026-11-02,3600\n2,a,2,soon,3600\n");
    QVERIFY(import({"-o", path("s.json")}).err.isEmpty());
    // nothing at all came of it: the content tells more than the causes
    write(path("log.swf"), "1 0 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n");
    const Run wrong = cli({"import", path("log.swf"), "-o", path("s.json"), "--format", "sacct"});
    QCOMPARE(wrong.status, 3);
    QVERIFY2(wrong.err.contains("The content looks like swf"), wrong.err);
}

void TestImport::showsThePlanOfEachShare()
{
    const Run run = import({"-o", path("s.json"), "--checkpoint", "30,b=30m:45s:onStop", "--restore", "b=2m",
        "--strategy", "b=LEND_AND_BORROW:50"});
    QVERIFY2(run.out.contains("Plan of a: RESERVE; checkpoint every 30 s; restore takes 0 s."), run.out);
    QVERIFY2(run.out.simplified().contains("Plan of b: LEND_AND_BORROW 50 %; checkpoint every 30 min 00 s, 45 s each, "
                                           "one more when stopped; restore takes 2 min 00 s."),
        run.out);
    QVERIFY(import({"-o", path("s.json")}).out.contains("Plan of all shares: RESERVE; no checkpoints.\n"));
    const Run json = import({"-o", path("s.json"), "--json", "--checkpoint", "b=30:5", "--restore", "90"});
    const QJsonArray shares = QJsonDocument::fromJson(json.out).object()["shares"].toArray();
    QVERIFY(!shares[0].toObject().contains("checkpoint"));
    QCOMPARE(shares[1].toObject()["checkpoint"].toObject()["intervalSeconds"].toDouble(), 30.0);
    QCOMPARE(shares[1].toObject()["checkpoint"].toObject()["costSeconds"].toDouble(), 5.0);
    QCOMPARE(shares[0].toObject()["restoreSeconds"].toDouble(), 90.0);
}

void TestImport::namesSharesOfLimitsWithoutJobs()
{
    write(path("l.csv"), "a,8\nb,2\nresearch,3\n");
    const Run run = import({"-o", path("s.json"), "--limits", path("l.csv")});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.out.contains("warning: 1 share of the --limits file has no job in the trace: research."), run.out);
}

void TestImport::saysThatProcessorsAreNoGpus()
{
    write(path("log.swf"), "1 0 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n2 0 0 100 4 -1 -1 4 12\n");
    const Run run = cli({"import", path("log.swf"), "-o", path("s.json"), "--unit", "V100"});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.out.simplified().contains("warning: The trace counts processors, not GPUs: each processor was taken "
                                           "as one instance of the capacity unit V100"),
        run.out);
    QVERIFY2(run.out.contains("Not used: 1 row: the row ends before its last field."), run.out);
}

void TestImport::refusesWhatRunWouldRefuse()
{
    write(path("t.csv"), "submit,gpus,duration\n0,10000000,91000000000\n");
    const Run run = cli({"import", path("t.csv"), "-o", path("s.json")});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("t.csv: found GPU-time sums beyond 64 bits, allowed: at most 9.2e18 GPU-ms"), run.err);
    write(path("t.csv"), "submit,gpus,duration\n0,5000,1000000000\n");
    const Run writes = cli({"import", path("t.csv"), "-o", path("s.json"), "--checkpoint", "1:1h"});
    QCOMPARE(writes.status, 2);
    QVERIFY2(writes.err.contains("beyond 64 bits with the checkpoint writes"), writes.err);
    write(path("t.csv"), "submit,gpus,duration\n-91000000000,1,60\n91000000000,1,60\n");
    QCOMPARE(cli({"import", path("t.csv"), "-o", path("s.json")}).status, 3);
    QVERIFY(!QFile::exists(path("s.json")));
}

/// Whatever the readers may reject a row for must be said in words; the codes stay for programs.
void TestImport::everyCauseHasWords()
{
    const QRegularExpression code("\"([a-z]+(?:-[a-z]+)+)\"");
    const QByteArray words = contentOf(QString(QUOTABOARD_SOURCE_DIR) + "/app/cli/import_causes.cpp");
    const QDir folder(QString(QUOTABOARD_SOURCE_DIR) + "/core/workload");
    int found = 0;
    for (const QString& file : folder.entryList({"*.cpp"})) {
        const QString source = QString::fromUtf8(contentOf(folder.filePath(file)));
        for (const QString& line : source.split('\n')) {
            const bool rejects = line.contains("reject(") || line.contains("unreadable(") || line.contains("return \"");
            const QRegularExpressionMatch match = code.match(line);
            if (!rejects || !match.hasMatch())
                continue;
            ++found;
            QVERIFY2(words.contains("{\"" + match.captured(1).toUtf8() + "\""), qPrintable(file + ": " + line));
        }
    }
    QVERIFY(found > 40);
}

void TestImport::bombsEndInOneError()
{
    const auto check = [&](const QString& trace, const QByteArray& words) {
        const Run run = cli({"import", trace, "-o", path("s.json")});
        QCOMPARE(run.status, 3);
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY2(run.err.contains(words), run.err);
    };
    check("/dev/zero", "is not a text file");
    check("/dev/urandom", "is not a text file");
    check(QUOTABOARD_CLI, "is not a text file");
    check(folder_->path(), "cannot be read");
    write(path("line.txt"), QByteArray(3'000'000, 'a'));
    check(path("line.txt"), "a first line of more than 1 MB");
    QVERIFY(!QFile::exists(path("s.json")));
}

void TestImport::saysWhatIsOddAboutTheTrace()
{
    write(path("t.csv"),
        "id,team,gpus,submit,seconds\n"
        "1,a,1,2026-11-02T10:00:00Z,3600\n"
        "2,a,0.5,2026-11-04T10:00:00Z,0\n"
        "3,a,1,2026-11-04T11:00:00Z,60\n");
    const Run run = import({"-o", path("s.json")});
    QCOMPARE(run.status, 0);
    const QByteArray words = run.out.simplified();
    QVERIFY(words.contains("warning: 1 job took no time at all."));
    QVERIFY(
        words.contains("1 job asks for a fraction of a GPU, more than 1 % of 3; rounding up overstates its demand."));
    QVERIFY(words.contains("1 stretch of more than 24 h without a submission; the longest, 2 d 00 h, begins at "
                           "2026-11-02T10:00:00Z."));
    const QJsonObject json = QJsonDocument::fromJson(import({"-o", path("s.json"), "--json"}).out).object();
    QStringList codes;
    for (const QJsonValue& note : json["notes"].toArray())
        codes.append(note.toObject()["code"].toString());
    QVERIFY(codes.contains("zero-duration") && codes.contains("many-fractions") && codes.contains("submit-gap"));
}

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
