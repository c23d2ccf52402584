// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/workload/trace_head.h"
#include "trace_test_support.h"

#include <fstream>
#include <zlib.h>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr const char* kTeams = "team,created,run_min,n\nblue,2025-03-01 10:00:00,90,4\nred,2025-03-01 11:00:00,5,1\n";

FieldColumn fieldOf(const TraceHead& head, Field field)
{
    return head.fields.empty() ? FieldColumn{} : head.fields[static_cast<std::size_t>(field)];
}

TraceHead describe(const char* text, const TraceReadOptions& options = {})
{
    return describeTraceHead(text, "test", options, 5);
}

} // namespace

class TestTraceHead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTableOfUnknownColumnsStillHasColumnsAndCells();
    void mappingConnectsFieldsAndStatesUnits();
    void unitsAreToldByTheFirstValue();
    void aSemicolonTableWithCommasHasDecimalCommas();
    void formatsWithoutColumnsOfferTheirFieldsForTheShare();
    void whatIsBoundIsWhatTheReaderBinds();
    void theBeginningOfALargeFileIsEnough();
    void aPackedFileIsUnpackedAsFarAsNeeded();
    void theErrorOfAFileIsThatOfTheReader();
    void jsonRecordsAreFound();
    void linesAreFound();
};

void TestTraceHead::aTableOfUnknownColumnsStillHasColumnsAndCells()
{
    const TraceHead head = describe("a,b\n1,2\n3,4\n");
    QVERIFY(head.format.empty());
    QVERIFY(head.isTable);
    QCOMPARE(head.columns, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(head.cells, (std::vector<std::vector<std::string>>{{"1", "2"}, {"3", "4"}}));
    QVERIFY(head.problem.has_value());
    QCOMPARE(head.problem->code, ErrorCode::TraceColumnMissing);
    QCOMPARE(fieldOf(head, Field::Submit).column, -1);
}

void TestTraceHead::mappingConnectsFieldsAndStatesUnits()
{
    TraceReadOptions options;
    options.mapping = {{"submit", "created"}, {"duration:min", "run_min"}, {"gpus", "n"}};
    const TraceHead head = describe(kTeams, options);
    QVERIFY(!head.problem.has_value());
    QCOMPARE(fieldOf(head, Field::Submit).column, 1);
    QCOMPARE(fieldOf(head, Field::Duration).column, 2);
    QCOMPARE(fieldOf(head, Field::Duration).unit, TimeUnit::Minutes);
    QVERIFY(!fieldOf(head, Field::Duration).isUnitGuessed);
    QCOMPARE(fieldOf(head, Field::Size).column, 3);
    QCOMPARE(fieldOf(head, Field::Share).column, 0);
    QCOMPARE(head.shareChoices, head.columns);
}

void TestTraceHead::unitsAreToldByTheFirstValue()
{
    const TraceHead head = describe("submit,duration,gpus\n1700000000,60,1\n");
    QCOMPARE(fieldOf(head, Field::Submit).unit, TimeUnit::EpochSeconds);
    QVERIFY(fieldOf(head, Field::Submit).isUnitGuessed);
    QCOMPARE(fieldOf(head, Field::Duration).unit, TimeUnit::Seconds);
    QCOMPARE(
        fieldOf(describe("submit,duration,gpus\n2025-03-01 10:00,1:30:00,1\n"), Field::Duration).unit, TimeUnit::Clock);
}

void TestTraceHead::aSemicolonTableWithCommasHasDecimalCommas()
{
    const TraceHead head = describe("submit;duration;gpus\n0,5;20,66;1\n1;3,5;2\n");
    QCOMPARE(head.delimiter, ';');
    QCOMPARE(head.decimalSeparator, ',');
    TraceReadOptions options;
    options.decimalSeparator = '.';
    QCOMPARE(describe("submit;duration;gpus\n0,5;20,66;1\n", options).decimalSeparator, '.');
}

void TestTraceHead::formatsWithoutColumnsOfferTheirFieldsForTheShare()
{
    const TraceHead swf = describe("; UnixStartTime: 0\n1 0 0 10 1 -1 -1 1 -1 -1 1 3 4 -1 1 -1 -1 -1\n");
    QCOMPARE(swf.format, std::string("swf"));
    QVERIFY(!swf.isTable);
    QCOMPARE(swf.shareChoices.front(), std::string("group"));
    const TraceHead philly = describe("[{\"vc\":\"a\",\"submitted_time\":\"2017-10-01 00:00:00\",\"attempts\":[]}]");
    QCOMPARE(philly.format, std::string("philly-job-log-json"));
    QCOMPARE(philly.shareChoices.front(), std::string("vc"));
    const TraceHead sacct = describe("JobID|Account|Submit|Start|End|State|AllocTRES\n1|a|x|x|x|COMPLETED|\n");
    QCOMPARE(sacct.format, std::string("sacct-pipe"));
    QVERIFY(std::find(sacct.shareChoices.begin(), sacct.shareChoices.end(), "account") != sacct.shareChoices.end());
}

void TestTraceHead::whatIsBoundIsWhatTheReaderBinds()
{
    REQUIRE_SHARED_TRACES();
    const Result<TraceHead> head = readTraceHead(sharedTrace("helios/venus_gpu_jobs_reduced.slice.csv"), {}, 5);
    QVERIFY(head.ok());
    const Trace trace = readShared({"helios/venus_gpu_jobs_reduced.slice.csv"});
    QCOMPARE(head.value().format, trace.format);
    QCOMPARE(head.value().recognisedBy, trace.recognisedBy);
    const FieldColumn submit = fieldOf(head.value(), Field::Submit);
    QVERIFY(submit.column >= 0);
    QCOMPARE(head.value().cells.size(), std::size_t{5});
}

void TestTraceHead::theBeginningOfALargeFileIsEnough()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("large.csv").toStdString();
    {
        std::ofstream file(path);
        file << "submit,duration,gpus\n";
        for (int i = 0; i < 200'000; ++i)
            file << i << ",60,1\n";
    }
    const Result<TraceHead> head = readTraceHead(path, {}, 3);
    QVERIFY(head.ok());
    QCOMPARE(head.value().format, std::string("csv"));
    QVERIFY(head.value().text.size() <= kTraceHeadBytes);
    QVERIFY(head.value().text.ends_with('\n'));
    QCOMPARE(head.value().cells.size(), std::size_t{3});
}

void TestTraceHead::aPackedFileIsUnpackedAsFarAsNeeded()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("packed.csv.gz").toStdString();
    gzFile file = gzopen(path.c_str(), "wb");
    gzputs(file, "submit,duration,gpus\n");
    for (int i = 0; i < 300'000; ++i)
        gzprintf(file, "%d,60,1\n", i);
    gzclose(file);
    const Result<TraceHead> head = readTraceHead(path, {}, 3);
    QVERIFY(head.ok());
    QCOMPARE(head.value().columns.size(), std::size_t{3});
    QCOMPARE(head.value().cells.front().front(), std::string("0"));
}

void TestTraceHead::theErrorOfAFileIsThatOfTheReader()
{
    QCOMPARE(readTraceHead("/nowhere/at/all.csv", {}, 3).error().code, ErrorCode::FileNotFound);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("pointer.csv").toStdString();
    std::ofstream(path) << "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";
    QCOMPARE(readTraceHead(path, {}, 3).error().code, ErrorCode::FileIsLfsPointer);
}

void TestTraceHead::jsonRecordsAreFound()
{
    const char* list = "[{'a':'}]~'{'}, {'b':[1,{'c':2}]}]";
    const auto json = [](std::string text) {
        std::replace(text.begin(), text.end(), '\'', '"');
        std::replace(text.begin(), text.end(), '~', '\\');
        return text;
    };
    QCOMPARE(jsonRecord(json(list), 1, 100), json("{'a':'}]~'{'}"));
    QCOMPARE(jsonRecord(json(list), 2, 100), json("{'b':[1,{'c':2}]}"));
    QCOMPARE(jsonRecord(json(list), 3, 100), std::string());
    QCOMPARE(
        jsonRecord(json("{'jobSummaryList': [{'jobId':'1'},{'jobId':'2'}], 'x':1}"), 2, 100), json("{'jobId':'2'}"));
    QCOMPARE(jsonRecord(json("{'a':1}\n{'a':2}\n"), 2, 100), json("{'a':2}"));
    QCOMPARE(jsonRecord(json("[{'a':'unfinished"), 1, 100), std::string());
    QCOMPARE(jsonRecord(json(list), 1, 4), json("{'a'"));
}

void TestTraceHead::linesAreFound()
{
    QCOMPARE(textLine("a\r\nb\nc", 1, 10), std::string("a"));
    QCOMPARE(textLine("a\r\nb\nc", 3, 10), std::string("c"));
    QCOMPARE(textLine("a\nb", 3, 10), std::string());
    // Not cut inside a character.
    QCOMPARE(textLine("aäö", 1, 2), std::string("a"));
}

QTEST_APPLESS_MAIN(TestTraceHead)
#include "tst_trace_head.moc"
