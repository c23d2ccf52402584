// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/workload/job_selection.h"
#include "core/workload/trace_preview.h"
#include "import_test_support.h"
#include "trace_test_support.h"

#include <fstream>
#include <sstream>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr const char* kJobs = "team,submit,start,duration,gpus,state\n"
                              "blue,0,0,60,4,COMPLETED\n"
                              "blue,oops,0,60,1,COMPLETED\n"
                              "red,10,20,60,0,COMPLETED\n"
                              "red,20,20,60,0.5,COMPLETED\n";

ImportResult imported(const Trace& trace, const ImportOptions& options = {})
{
    Result<ImportResult> result = importTrace(trace, options);
    if (!result)
        qFatal("import failed with code %d", static_cast<int>(result.error().code));
    return std::move(result).value();
}

std::vector<std::string> argumentsOf(const std::vector<TraceNote>& notes, std::string_view code)
{
    for (const TraceNote& note : notes) {
        if (note.code == code)
            return note.arguments;
    }
    return {"absent"};
}

std::vector<std::string> warningOf(const Trace& trace, std::string_view code, const ImportOptions& options = {})
{
    return argumentsOf(findTraceWarnings(trace, options, imported(trace, options)), code);
}

using Arguments = std::vector<std::string>;

} // namespace

class TestTracePreview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void firstRowsShowWhatBecameOfThem();
    void firstRowsOutsideTheWindowSaySo();
    void rejectsAreGroupedWithTheirPlaces();
    void rejectsAreSavedWithTheTextOfTheirRows();
    void cancelledRejectsWriteNoFile();
    void missingStarts();
    void zeroDurations();
    void fractionsAboveAPercent();
    void gapsOfADay();
    void unknownStatuses();
    void endsBeforeStarts();
    void recordedStartsThatTheLimitsForbid();
    void mixedTimeZones();
    void aCancelledImportIsInterrupted();
    void rowsAreCountedWhileReading();
};

void TestTracePreview::firstRowsShowWhatBecameOfThem()
{
    const Trace trace = readText(kJobs);
    const ImportResult result = imported(trace);
    const TraceHead head = describeTraceHead(kJobs, "test", {}, 5);
    const std::vector<PreviewRow> rows = previewRows(trace, head, {}, result.report.skipped, &result, 5);
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[0].text, std::string("blue,0,0,60,4,COMPLETED"));
    QCOMPARE(rows[0].place.line, 2U);
    QVERIFY(rows[0].cause.empty());
    QCOMPARE(rows[0].instances, 4);
    QCOMPARE(rows[0].share, std::string("blue"));
    QCOMPARE(rows[0].unit, std::string("gpu"));
    QCOMPARE(rows[1].cause, std::string("bad-submit-time"));
    QCOMPARE(rows[1].text, std::string("blue,oops,0,60,1,COMPLETED"));
    QCOMPARE(rows[2].cause, std::string("zero-gpu"));
    QCOMPARE(rows[2].instances, 0);
    QVERIFY(rows[3].cause.empty());
    QCOMPARE(rows[3].milliSize, 500);
    QCOMPARE(rows[3].instances, 1);
    QCOMPARE(previewRows(trace, head, {}, result.report.skipped, &result, 2).size(), std::size_t{2});
}

void TestTracePreview::firstRowsOutsideTheWindowSaySo()
{
    const Trace trace = readText(kJobs);
    ImportOptions options;
    options.jobs.from = 15'000;
    const ImportResult result = imported(trace, options);
    const TraceHead head = describeTraceHead(kJobs, "test", {}, 5);
    const auto rows = previewRows(trace, head, options.jobs, result.report.skipped, &result, 5);
    QCOMPARE(rows[0].cause, std::string("outside-window"));
    QVERIFY(rows[3].cause.empty());
}

void TestTracePreview::rejectsAreGroupedWithTheirPlaces()
{
    TraceMaker maker;
    for (int i = 0; i < 5; ++i)
        maker.add("a", 0, i, 60);
    maker.add("a", 1, 10, 60);
    maker.add("a", 1, 10, -1);
    const JobSelection selection = selectJobs(maker.trace(), {});
    const auto groups = groupRejects(maker.trace(), selection.skipped, 3);
    QCOMPARE(groups.size(), std::size_t{2});
    QCOMPARE(groups[0].cause, std::string("zero-gpu"));
    QCOMPARE(groups[0].rows, std::uint64_t{5});
    QCOMPARE(groups[0].places.size(), std::size_t{3});
    QCOMPARE(groups[0].places.front().line, 2U);
    QCOMPARE(groups[1].cause, std::string("negative-duration"));
    const auto readers = groupRejects(readText(kJobs), {}, 3);
    QCOMPARE(readers.front().sample, std::string("oops"));
}

void TestTracePreview::rejectsAreSavedWithTheTextOfTheirRows()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("jobs.csv").toStdString();
    std::ofstream(path) << kJobs;
    const Result<Trace> trace = readTrace({path}, {}, nullptr);
    QVERIFY(trace.ok());
    const std::string target = folder.filePath("rejects.csv").toStdString();
    QVERIFY(writeTraceRejects(target, trace.value(), selectJobs(trace.value(), {}).skipped).ok());
    std::stringstream content;
    content << std::ifstream(target).rdbuf();
    QCOMPARE(content.str(),
        "file,line,cause,text\n" + path + ",3,bad-submit-time,\"blue,oops,0,60,1,COMPLETED\"\n" + path
            + ",4,zero-gpu,\"red,10,20,60,0,COMPLETED\"\n");
    QCOMPARE(writeTraceRejects("/nowhere/at/all.csv", trace.value(), {}).error().code, ErrorCode::CannotWrite);
}

void TestTracePreview::cancelledRejectsWriteNoFile()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("jobs.csv").toStdString();
    std::ofstream(path) << kJobs;
    const Result<Trace> trace = readTrace({path}, {}, nullptr);
    QVERIFY(trace.ok());
    Progress progress;
    progress.cancel();
    const QString target = folder.filePath("rejects.csv");
    const auto skipped = selectJobs(trace.value(), {}).skipped;
    QCOMPARE(writeTraceRejects(target.toStdString(), trace.value(), skipped, &progress).error().code,
        ErrorCode::Interrupted);
    QVERIFY(!QFile::exists(target));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), qsizetype{1});
}

void TestTracePreview::missingStarts()
{
    TraceMaker maker;
    maker.add("a", 1, 0, 60).start = 5000;
    maker.add("a", 1, 0, 60);
    QCOMPARE(warningOf(maker.trace(), "missing-start"), Arguments{"1"});
    TraceMaker without;
    without.add("a", 1, 0, 60);
    QCOMPARE(warningOf(without.trace(), "missing-start"), Arguments{"absent"});
}

void TestTracePreview::zeroDurations()
{
    TraceMaker maker;
    maker.add("a", 1, 0, 60);
    maker.add("a", 1, 0, 0);
    QCOMPARE(warningOf(maker.trace(), "zero-duration"), Arguments{"1"});
}

void TestTracePreview::fractionsAboveAPercent()
{
    TraceMaker maker;
    maker.add("a", 0.5, 0, 60);
    for (int i = 0; i < 98; ++i)
        maker.add("a", 1, 0, 60);
    QCOMPARE(warningOf(maker.trace(), "many-fractions"), (Arguments{"1", "99"}));
    maker.add("a", 1, 0, 60);
    QCOMPARE(warningOf(maker.trace(), "many-fractions"), Arguments{"absent"});
}

void TestTracePreview::gapsOfADay()
{
    TraceMaker maker;
    maker.add("a", 1, 100, 60);
    maker.add("a", 1, 100 + 24 * 3600, 60);
    QCOMPARE(warningOf(maker.trace(), "submit-gap"), Arguments{"absent"});
    maker.add("a", 1, 100 + 3 * 24 * 3600, 60);
    QCOMPARE(warningOf(maker.trace(), "submit-gap"), (Arguments{"1", "172800000", "86500000"}));
}

void TestTracePreview::unknownStatuses()
{
    TraceMaker maker;
    maker.add("a", 1, 0, 60).status = maker.text("COMPLETED");
    maker.add("a", 1, 0, 60).status = maker.text("VANISHED");
    maker.add("a", 1, 0, 60);
    QCOMPARE(warningOf(maker.trace(), "unknown-status"), (Arguments{"1", "VANISHED"}));
}

void TestTracePreview::endsBeforeStarts()
{
    TraceMaker maker;
    maker.add("a", 1, 0, 60);
    TraceJob& job = maker.add("a", 1, 0, 60);
    job.start = 9000;
    job.end = 8000;
    QCOMPARE(warningOf(maker.trace(), "end-before-start"), Arguments{"1"});
}

void TestTracePreview::recordedStartsThatTheLimitsForbid()
{
    TraceMaker maker;
    // Both ran at once in the record, and one after the other within a limit of 1.
    maker.add("a", 1, 0, 60).start = 0;
    maker.add("a", 1, 0, 60).start = 30'000;
    maker.add("a", 1, 0, 60).start = 60'000 + 30'000;
    ImportOptions options;
    options.givenLimits = {{"a", "gpu", 1}};
    QCOMPARE(warningOf(maker.trace(), "recorded-over-limit", options), Arguments{"1"});
    options.givenLimits = {{"a", "gpu", 2}};
    QCOMPARE(warningOf(maker.trace(), "recorded-over-limit", options), Arguments{"absent"});
    // Who may borrow is held by the capacity alone.
    options.givenLimits = {{"a", "gpu", 1}};
    options.capacity = {{"gpu", 2}};
    options.sharing.all = ResourceSharing{SharingStrategy::LendAndBorrow, std::nullopt};
    QCOMPARE(warningOf(maker.trace(), "recorded-over-limit", options), Arguments{"absent"});
    options.sharing.all = ResourceSharing{SharingStrategy::LendAndBorrow, 0};
    QCOMPARE(warningOf(maker.trace(), "recorded-over-limit", options), Arguments{"1"});
}

void TestTracePreview::mixedTimeZones()
{
    const std::string mixed = "submit,duration,gpus\n2025-03-01 10:00:00,60,1\n2025-03-01T10:00:00Z,60,1\n";
    const Trace trace = readText(mixed);
    QCOMPARE(argumentsOf(trace.notes, "mixed-time-zones"), (Arguments{"1", "1"}));
    const Trace plain = readText("submit,duration,gpus\n2025-03-01 10:00:00,60,1\n");
    QCOMPARE(argumentsOf(plain.notes, "mixed-time-zones"), Arguments{"absent"});
    const Trace zoned = readText("submit,duration,gpus\n2025-03-01 10:00:00+00:00,60,1\n2025-03-01T10:00Z,60,1\n");
    QCOMPARE(argumentsOf(zoned.notes, "mixed-time-zones"), Arguments{"absent"});
}

void TestTracePreview::aCancelledImportIsInterrupted()
{
    TraceMaker maker;
    maker.add("a", 1, 0, 60);
    Progress progress;
    QVERIFY(importTrace(maker.trace(), {}, &progress).ok());
    progress.cancel();
    QCOMPARE(importTrace(maker.trace(), {}, &progress).error().code, ErrorCode::Interrupted);
}

void TestTracePreview::rowsAreCountedWhileReading()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("jobs.csv").toStdString();
    {
        std::ofstream file(path);
        file << "submit,duration,gpus\n";
        for (int i = 0; i < 10'000; ++i)
            file << i << ",60,1\n";
    }
    Progress progress;
    std::atomic<std::uint64_t> rows = 0;
    QVERIFY(readTrace({path}, {}, &progress, &rows).ok());
    QCOMPARE(rows.load(), std::uint64_t{10'000});
    QCOMPARE(progress.done(), progress.total());
}

QTEST_APPLESS_MAIN(TestTracePreview)
#include "tst_trace_preview.moc"
