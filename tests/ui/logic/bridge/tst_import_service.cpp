// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTime>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_writer.h"
#include "tests/app/cli_test_support.h"
#include "ui/logic/bridge/import_service.h"
#include "ui/logic/bridge/import_text.h"
#include "ui/logic/bridge/text_format.h"
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr int kPatienceMs = 60'000;

QString sharedTrace(const QString& name)
{
    return QStringLiteral(QUOTABOARD_SHARED_DIR "/traces/") + name;
}

ImportSettings settingsFor(const QStringList& files)
{
    ImportSettings settings;
    for (const QString& file : files)
        settings.files.push_back(file.toStdString());
    return settings;
}

std::shared_ptr<const ImportPreview> previewOf(ImportService& service, const ImportSettings& settings)
{
    std::shared_ptr<const ImportPreview> result;
    const auto connection = QObject::connect(&service, &ImportService::previewed, &service,
        [&](const std::shared_ptr<const ImportPreview>& preview) { result = preview; });
    service.preview(settings);
    static_cast<void>(QTest::qWaitFor([&] { return result != nullptr; }, kPatienceMs));
    QObject::disconnect(connection);
    return result;
}

std::shared_ptr<ImportedScenario> importOf(ImportService& service, const ImportSettings& settings)
{
    std::shared_ptr<ImportedScenario> result;
    const auto connection = QObject::connect(&service, &ImportService::imported, &service,
        [&](const std::shared_ptr<ImportedScenario>& scenario) { result = scenario; });
    service.startImport(settings);
    static_cast<void>(QTest::qWaitFor([&] { return result != nullptr; }, kPatienceMs));
    QObject::disconnect(connection);
    return result;
}

QJsonObject commandLineReport(const QStringList& arguments)
{
    const CliRun run = cli(arguments);
    if (run.status != 0)
        qFatal("import failed: %s", run.err.constData());
    return QJsonDocument::fromJson(run.out).object();
}

void compareWithCommandLine(const ImportPreview& preview, const QJsonObject& report)
{
    QVERIFY(preview.report.has_value());
    const ImportReport& made = *preview.report;
    QCOMPARE(toQt(preview.trace->format), report["traceFormat"].toString());
    QCOMPARE(toQt(preview.trace->recognisedBy), report["recognisedBy"].toString());
    QCOMPARE(static_cast<double>(made.rows), report["rows"].toDouble());
    QCOMPARE(static_cast<double>(made.jobs), report["jobs"].toDouble());
    QCOMPARE(toQt(formatGpuHours(made.gpuTime, false)), report["gpuHoursText"].toString());
    QJsonObject rejects;
    for (const RejectGroup& group : preview.rejects)
        rejects[toQt(group.cause)] = static_cast<double>(group.rows);
    QCOMPARE(rejects, report["rejects"].toObject());
    const QJsonArray shares = report["shares"].toArray();
    QCOMPARE(static_cast<qsizetype>(made.shares.size()), shares.size());
    for (qsizetype i = 0; i < shares.size(); ++i) {
        const ShareDemand& line = made.shares[static_cast<std::size_t>(i)];
        QCOMPARE(toQt(line.share), shares[i]["quotaShareName"].toString());
        QCOMPARE(line.limit, shares[i]["limit"].toInt());
        QCOMPARE(static_cast<double>(line.jobs), shares[i]["jobs"].toDouble());
    }
    // Every note of the command line is among those shown, in the same order.
    const QJsonArray notes = report["notes"].toArray();
    QVERIFY(static_cast<qsizetype>(preview.notes.size()) >= notes.size());
    for (qsizetype i = 0; i < notes.size(); ++i)
        QCOMPARE(toQt(preview.notes[static_cast<std::size_t>(i)].code), notes[i]["code"].toString());
}

} // namespace

class TestImportService : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString write(const char* name, const QByteArray& content)
    {
        writeContent(folder_.filePath(name), content);
        return folder_.filePath(name);
    }

    /// A table of as many jobs, one a minute.
    QString writeJobs(const char* name, int count)
    {
        QByteArray text = "team,submit,start,duration,gpus\n";
        for (int i = 0; i < count; ++i)
            text += "team-" + QByteArray::number(i % 3) + ',' + QByteArray::number(i * 60) + ','
                + QByteArray::number(i * 60 + 5) + ",600," + QByteArray::number(i % 4 + 1) + '\n';
        return write(name, text);
    }

    /// The same with dates and ids, which take longer to read.
    QString writeStampedJobs(const char* name, int count)
    {
        QByteArray text = "job_id,team,submit,start,duration,gpus\n";
        for (int i = 0; i < count; ++i) {
            const QByteArray clock = QTime::fromMSecsSinceStartOfDay(i % 86'400 * 1000).toString("HH:mm:ss").toLatin1();
            text += "job-" + QByteArray::number(i) + ",team-" + QByteArray::number(i % 3) + ",2025-03-01 " + clock
                + ",2025-03-01 " + clock + ",600,1\n";
        }
        return write(name, text);
    }

private Q_SLOTS:
    void aPreviewSaysWhatAnImportWouldGive();
    void sameNumbersAsTheCommandLine_data();
    void sameNumbersAsTheCommandLine();
    void theImportedScenarioIsThatOfTheCommandLine();
    void manyJobsAreKeptAsAReference();
    void pagesOfAnExportGoTogether();
    void anotherLimitDoesNotReadAgain();
    void aWindowIsADurationOrADate();
    void whatCannotBeReadSaysWhy_data();
    void whatCannotBeReadSaysWhy();
    void progressTellsRowsAndTimeLeft();
    void cancelIsAnsweredAtOnce();
    void theLatestRequestCounts();
    void rejectsAreSaved();
    void everyNoteAndCauseHasASentence();
    void textsFromFilesStayText();
};

void TestImportService::aPreviewSaysWhatAnImportWouldGive()
{
    ImportService service;
    const QString path
        = write("few.csv", "team,submit,duration,gpus\nblue,0,60,4\nred,30,60,2\nred,x,60,1\nblue,40,60,0\n");
    QSignalSpy heads(&service, &ImportService::headRead);
    const auto preview = previewOf(service, settingsFor({path}));
    QVERIFY(preview);
    QCOMPARE(heads.size(), 1);
    QVERIFY(!preview->error.has_value());
    QCOMPARE(preview->rows, std::uint64_t{4});
    QCOMPARE(preview->rejectedRows, std::uint64_t{2});
    QCOMPARE(preview->report->jobs, std::uint64_t{2});
    QCOMPARE(preview->firstRows.size(), std::size_t{4});
    QCOMPARE(preview->shares.size(), std::size_t{2});
    QVERIFY(!service.isBusy());
}

void TestImportService::sameNumbersAsTheCommandLine_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("arguments");
    const QStringList none;
    QTest::newRow("philly json") << QStringList{"philly/cluster_job_log_derived600.json"} << none;
    QTest::newRow("philly flat") << QStringList{"philly/philly_sia.csv.gz"} << none;
    QTest::newRow("chronus") << QStringList{"philly/chronus_philly_MIX1.csv.gz"} << none;
    QTest::newRow("helios") << QStringList{"helios/venus_gpu_jobs_reduced.csv.gz"} << none;
    QTest::newRow("openb") << QStringList{"alibaba/openb_pod_list_default.csv"} << none;
    QTest::newRow("openb, zero kept") << QStringList{"alibaba/openb_pod_list_default.csv"}
                                      << QStringList{"--zero-gpu", "keep", "--limits", "mean-demand"};
    QTest::newRow("acme") << QStringList{"acme/kalos_reduced_500.csv"} << none;
    QTest::newRow("spot, 84 shares") << QStringList{"alibaba/spot_v2026_heaviest200.csv"}
                                     << QStringList{"--fractional", "reject"};
    QTest::newRow("aws pages") << QStringList{"awsbatch/derived-list-quota-shares.json",
        "awsbatch/derived-list-service-jobs.page1.json", "awsbatch/derived-list-service-jobs.page2.json"}
                               << none;
    QTest::newRow("muri, equal") << QStringList{"dlsim/muri_trace3.csv"} << QStringList{"--limits", "equal"};
    for (const QString& folder : {QStringLiteral("swf"), QStringLiteral("slurm")}) {
        for (const QString& name : QDir(sharedTrace(folder)).entryList(QDir::Files, QDir::Name)) {
            if (cli({"import", sharedTrace(folder + '/' + name), "-o", folder_.filePath("probe.json")}).status == 0)
                QTest::newRow(qPrintable(name)) << QStringList{folder + '/' + name} << none;
        }
    }
}

void TestImportService::sameNumbersAsTheCommandLine()
{
    QFETCH(QStringList, files);
    QFETCH(QStringList, arguments);
    QStringList paths;
    for (const QString& file : files)
        paths.append(sharedTrace(file));
    if (!QFile::exists(paths.first()))
        QSKIP("the public traces are not here");
    ImportSettings settings = settingsFor(paths);
    for (qsizetype i = 0; i + 1 < arguments.size(); i += 2) {
        if (arguments[i] == "--zero-gpu")
            settings.options.jobs.zeroGpu = ZeroGpuRule::Keep;
        if (arguments[i] == "--fractional")
            settings.options.jobs.fractional = FractionRule::Reject;
        if (arguments[i] == "--limits")
            settings.options.limits = arguments[i + 1] == "equal" ? LimitRule::Equal : LimitRule::MeanDemand;
    }
    ImportService service;
    const auto preview = previewOf(service, settings);
    QVERIFY(preview);
    const QJsonObject report = commandLineReport(
        QStringList{"import"} + paths + QStringList{"-o", folder_.filePath("out.scenario.json"), "--json"} + arguments);
    compareWithCommandLine(*preview, report);
}

void TestImportService::theImportedScenarioIsThatOfTheCommandLine()
{
    const QString path = writeJobs("jobs.csv", 500);
    ImportSettings settings = settingsFor({path});
    settings.options.sharing.all = ResourceSharing{SharingStrategy::LendAndBorrow, 50};
    settings.options.jobs.checkpoint.all = CheckpointPlan{30 * kMsPerMinute, 45 * kMsPerSecond, false};
    settings.options.jobs.restore.all = 2 * kMsPerMinute;
    settings.options.capacity = {{"gpu", 40}};
    ImportService service;
    const auto imported = importOf(service, settings);
    QVERIFY(imported);
    const QString target = folder_.filePath("jobs.scenario.json");
    commandLineReport({"import", path, "-o", target, "--json", "--strategy", "LEND_AND_BORROW:50", "--checkpoint",
        "30m:45s", "--restore", "2m", "--capacity", "gpu=40"});
    QCOMPARE(QByteArray::fromStdString(scenarioToText(*imported->file.scenario)), contentOf(target));
}

void TestImportService::manyJobsAreKeptAsAReference()
{
    const QString path = writeJobs("many.csv", 20'001);
    ImportService service;
    ImportSettings settings = settingsFor({path});
    // What was said not to be in the file is kept, too.
    settings.read.mapping = {{"start", ""}, {"duration:min", "duration"}};
    const auto imported = importOf(service, settings);
    QVERIFY(imported);
    QVERIFY(imported->file.source != nullptr);
    QCOMPARE(imported->file.scenario->referredJobs, std::size_t{20'001});
    QDir(folder_.path()).mkdir("elsewhere");
    const QString target = folder_.filePath("elsewhere/many.scenario.json");
    QVERIFY(writeScenarioFile(
        *imported->file.scenario, imported->file.extras, imported->file.source.get(), target.toStdString())
                .ok());
    const QByteArray written = contentOf(target);
    QVERIFY(written.size() < 20'000);
    QVERIFY(written.contains("\"../many.csv\""));
    // Read again it is the same scenario.
    const Result<ScenarioFile> again = readScenarioFile(target.toStdString());
    QVERIFY(again.ok());
    QCOMPARE(scenarioToText(*imported->file.scenario), scenarioToText(*again.value().scenario));
    QCOMPARE(again.value().scenario->referredJobs, std::size_t{20'001});
}

void TestImportService::pagesOfAnExportGoTogether()
{
    const QString one = write("page1.json",
        R"({"jobSummaryList":[{"jobId":"a","jobName":"a","quotaShareName":"x","createdAt":1000,"startedAt":2000,
            "stoppedAt":62000,"status":"SUCCEEDED","capacityUsage":[{"capacityUnit":"ml.g5.xlarge","quantity":1.0}]}]})");
    const QString two = write("page2.json",
        R"({"jobSummaryList":[{"jobId":"b","jobName":"b","quotaShareName":"y","createdAt":3000,"startedAt":4000,
            "stoppedAt":64000,"status":"SUCCEEDED","capacityUsage":[{"capacityUnit":"ml.g5.xlarge","quantity":2.0}]}]})");
    ImportService service;
    const auto preview = previewOf(service, settingsFor({one, two}));
    QVERIFY(preview && preview->report);
    QCOMPARE(preview->report->jobs, std::uint64_t{2});
    QCOMPARE(preview->shares.size(), std::size_t{2});
}

void TestImportService::anotherLimitDoesNotReadAgain()
{
    ImportService service;
    ImportSettings settings = settingsFor({writeJobs("cached.csv", 1000)});
    const auto first = previewOf(service, settings);
    settings.options.limits = LimitRule::Equal;
    const auto second = previewOf(service, settings);
    QCOMPARE(second->trace, first->trace);
    settings.read.shareBy = "gpus";
    QVERIFY(previewOf(service, settings)->trace != first->trace);
    // Nor is a file that has changed the same.
    const auto before = previewOf(service, settings);
    writeJobs("cached.csv", 1001);
    QCOMPARE(previewOf(service, settings)->rows, before->rows + 1);
}

void TestImportService::aWindowIsADurationOrADate()
{
    ImportService service;
    ImportSettings settings = settingsFor({writeJobs("window.csv", 100)});
    settings.from = "10m";
    settings.to = "1h";
    auto preview = previewOf(service, settings);
    QCOMPARE(preview->report->jobs, std::uint64_t{50});
    QCOMPARE(preview->report->outsideWindow, std::uint64_t{50});
    settings.to = "5m";
    preview = previewOf(service, settings);
    QVERIFY(importErrorText(*preview->error).contains("no job can be left"));
    settings.to = "2025-01-01";
    preview = previewOf(service, settings);
    QVERIFY(preview->error.has_value());
    QVERIFY(importErrorText(*preview->error).contains("unknown zero"));
    settings.to = "soon";
    QVERIFY(importErrorText(*previewOf(service, settings)->error).contains("soon"));
}

void TestImportService::whatCannotBeReadSaysWhy_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("words");
    QTest::newRow("pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")
                             << "Git LFS pointer";
    QTest::newRow("web page") << QByteArray("<!DOCTYPE html><html><body>404</body></html>\n") << "web page";
    QTest::newRow("binary") << QByteArray("a,b\n\0\1\2\3\4\5\6\7", 12) << "not a text file";
    QTest::newRow("empty") << QByteArray() << "is empty";
    QTest::newRow("poem") << QByteArray("Roses are red\nviolets are blue\n") << "none of the known trace formats";
    QTest::newRow("other table") << QByteArray("colour,shape\nred,round\n") << "No column was found for: Submit time";
    QTest::newRow("nothing usable") << QByteArray("submit,duration,gpus\n0,60,0\n") << "no GPU is asked for";
}

void TestImportService::whatCannotBeReadSaysWhy()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, words);
    ImportService service;
    const auto preview = previewOf(service, settingsFor({write("bad.csv", content)}));
    QVERIFY(preview && preview->error);
    const QString text = importErrorText(*preview->error);
    QVERIFY2(text.contains(words), qPrintable(text));
    QVERIFY2(!text.contains("--"), qPrintable(text));
}

void TestImportService::progressTellsRowsAndTimeLeft()
{
    ImportService service;
    const QString path = writeStampedJobs("long.csv", 1'500'000);
    bool hasRate = false;
    bool hasTimeLeft = false;
    connect(&service, &ImportService::progressed, this, [&] {
        const ImportProgress progress = service.progress();
        hasRate = hasRate || (progress.phase == ImportPhase::Reading && progress.rowsPerSecond && progress.rows > 0);
        hasTimeLeft = hasTimeLeft || (progress.msLeft && progress.part > 0 && progress.part <= 1);
        if (progress.msLeft)
            QVERIFY(importProgressText(progress, "long.csv").contains("rows/s"));
    });
    QVERIFY(previewOf(service, settingsFor({path})));
    QVERIFY(hasRate);
    QVERIFY(hasTimeLeft);
}

void TestImportService::cancelIsAnsweredAtOnce()
{
    ImportService service;
    const QString path = folder_.filePath("long.csv");
    QSignalSpy previews(&service, &ImportService::previewed);
    QSignalSpy imports(&service, &ImportService::imported);
    service.startImport(settingsFor({path}));
    QTest::qWait(150);
    QVERIFY(service.isBusy());
    QElapsedTimer timer;
    timer.start();
    service.cancel();
    QVERIFY(!service.isBusy());
    // The thread is free again soon: something small is answered.
    const auto preview = previewOf(service, settingsFor({folder_.filePath("few.csv")}));
    QVERIFY(preview);
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(imports.size(), 0);
    QCOMPARE(previews.size(), 1);
}

void TestImportService::theLatestRequestCounts()
{
    ImportService service;
    const QString path = folder_.filePath("few.csv");
    QSignalSpy previews(&service, &ImportService::previewed);
    ImportSettings settings = settingsFor({path});
    service.preview(settings);
    settings.options.jobs.zeroGpu = ZeroGpuRule::Keep;
    const auto preview = previewOf(service, settings);
    QCOMPARE(preview->report->jobs, std::uint64_t{3});
    QTest::qWait(50);
    QCOMPARE(previews.size(), 1);
}

void TestImportService::rejectsAreSaved()
{
    ImportService service;
    const QString path = folder_.filePath("few.csv");
    const auto preview = previewOf(service, settingsFor({path}));
    QSignalSpy saved(&service, &ImportService::rejectsSaved);
    const QString target = folder_.filePath("few-rejects.csv");
    service.saveRejects(preview, target);
    QTRY_COMPARE(saved.size(), 1);
    QCOMPARE(contentOf(target).count('\n'), qsizetype{3});
    commandLineReport({"import", path, "-o", folder_.filePath("few.json"), "--json", "--rejects",
        folder_.filePath("cli-rejects.csv")});
    QCOMPARE(contentOf(target), contentOf(folder_.filePath("cli-rejects.csv")));
    QSignalSpy failed(&service, &ImportService::failed);
    service.saveRejects(preview, "/nowhere/at/all.csv");
    QTRY_COMPARE(failed.size(), 1);
}

void TestImportService::everyNoteAndCauseHasASentence()
{
    // All codes that the core's sources give.
    QFile notes(QStringLiteral(QUOTABOARD_SOURCE_DIR "/app/cli/import_notes.cpp"));
    QVERIFY(notes.open(QIODevice::ReadOnly));
    static const QRegularExpression code("\n    [{]\"([a-z-]+)\", (true|false),");
    int count = 0;
    for (auto matches = code.globalMatch(QString::fromUtf8(notes.readAll())); matches.hasNext(); ++count) {
        const auto match = matches.next();
        const ImportNote note = importNote({fromQt(match.captured(1)), {"7", "8", "9", "10"}}, nullptr);
        QVERIFY2(
            note.text.endsWith('.') && !note.text.contains("--"), qPrintable(match.captured(1) + ": " + note.text));
        QVERIFY2(!note.text.startsWith(QString(match.captured(1)).replace('-', ' ') + ": 7"), qPrintable(note.text));
        QCOMPARE(note.isWarning, match.captured(2) == "true");
    }
    QVERIFY(count > 30);
    for (const char* odd : {"end-before-start", "missing-start", "zero-duration", "many-fractions", "submit-gap",
             "unknown-status", "recorded-over-limit"}) {
        const ImportNote note = importNote({odd, {"1", "2", "3"}}, nullptr);
        QVERIFY2(note.isWarning && note.text.endsWith('.'), odd);
    }
    QFile causes(QStringLiteral(QUOTABOARD_SOURCE_DIR "/app/cli/import_causes.cpp"));
    QVERIFY(causes.open(QIODevice::ReadOnly));
    static const QRegularExpression cause("\n    [{]\"([a-z-]+)\", \"[^\"]+\"[}]");
    int causesFound = 0;
    for (auto matches = cause.globalMatch(QString::fromUtf8(causes.readAll())); matches.hasNext(); ++causesFound) {
        const std::string word = fromQt(matches.next().captured(1));
        QVERIFY2(rejectCauseText(word) != toQt(word).replace('-', ' '), word.c_str());
        QVERIFY(!rejectCauseText(word).contains("--"));
    }
    QVERIFY(causesFound > 25);
}

void TestImportService::textsFromFilesStayText()
{
    const ImportNote note = importNote({"limit-raised", {"%2<b>", "%1", "3", "4"}}, nullptr);
    QVERIFY2(note.text.contains("The limit of %2<b> for %1 was raised from 3 to 4"), qPrintable(note.text));
}

QTEST_GUILESS_MAIN(TestImportService)
#include "tst_import_service.moc"
