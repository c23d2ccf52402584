// SPDX-License-Identifier: Apache-2.0
// Recognising formats, options, several files, and the published totals of whole traces.
#include "tests/core/workload/trace_test_support.h"

#include <QTemporaryDir>

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr const char* kPhilly
    = "timestamp,duration,num_gpus,gpu_time,cluster\n2017-10-09 07:01:55,66.0,1,66.0,11cb48\n";
constexpr const char* kSwf = "1 0 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n";

struct VirtualCluster {
    const char* name;
    int jobs;
    const char* gpuHours;
};

/// traces/stats.md, section 1.
constexpr VirtualCluster kPhillyClusters[] = {{"6214e9", 41226, "97184.822500"}, {"11cb48", 16091, "28104.295278"},
    {"6c71a0", 9953, "82203.257222"}, {"b436b2", 7423, "125739.500000"}, {"103959", 1934, "42880.255833"},
    {"ee9e8c", 1511, "256112.178333"}, {"0e4a51", 1435, "77556.306389"}, {"ed69ec", 1137, "8937.459722"},
    {"7f04ca", 723, "164930.653889"}, {"2869ce", 422, "80695.143889"}, {"e13805", 374, "13557.857500"},
    {"23dbec", 8, "156.562778"}, {"51b7ef", 4, "12.158056"}, {"795a4c", 3, "5.090556"}, {"925e2b", 3, "2.930833"}};

QByteArray sixDecimals(double hours)
{
    return QByteArray::number(hours, 'f', 6);
}

} // namespace

class TestTraceReader : public QObject {
    Q_OBJECT
private:
    QTemporaryDir folder_;

    std::string write(const char* name, const std::string& content)
    {
        QFile file(folder_.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("cannot write");
        }
        file.write(QByteArray::fromStdString(content));
        return file.fileName().toStdString();
    }

private Q_SLOTS:
    void unknownContentNamesTheFormats()
    {
        const Error error = errorOf("colour,shape\nred,round\n");
        QCOMPARE(error.code, ErrorCode::TraceNotRecognised);
        QVERIFY(error.arguments.at(0).find("philly-flat-csv") != std::string::npos);
        QCOMPARE(error.arguments.at(1), std::string("submit, duration (or start and end), gpus"));
        QCOMPARE(error.arguments.at(2), std::string("colour, shape"));
        QCOMPARE(error.arguments.at(3), std::string("submit=COLUMN"));
        const Error partly = errorOf("gpus,who,when,duration\n1,ann,2025-12-31,5\n");
        QCOMPARE(partly.arguments.at(1), std::string("submit"));
        QCOMPARE(partly.arguments.at(3), std::string("submit=when"));
        QCOMPARE(errorOf("hello world\n").arguments.size(), std::size_t(1));
        QCOMPARE(errorOf("{\"a\": 1}").code, ErrorCode::TraceNotRecognised);
        QCOMPARE(errorOf("hello world\n").code, ErrorCode::TraceNotRecognised);
        // tables that are no job lists
        QCOMPARE(errorOf("sn,cpu_milli,memory_mib,gpu,model\nx,1,2,0,\n").code, ErrorCode::TraceNotRecognised);
        QCOMPARE(errorOf("date,vchbv,vc4om,total\n2020-04-01,112,0,784\n").code, ErrorCode::TraceNotRecognised);
        QCOMPARE(errorOf("name,time,application,num_replicas,batch_size\ncifar10-0,107,cifar10,6,2048\n").code,
            ErrorCode::TraceNotRecognised);
    }

    /// Tiny rows cost many times their size in memory.
    void moreRowsThanAllowed()
    {
        TraceReadOptions options;
        options.maxRows = 5000;
        const auto errorOfRows = [&options](const std::string& header, const std::string& row) {
            std::string text = header;
            for (int i = 0; i < 20'000; ++i) {
                text += row;
            }
            return errorOf(text, options).code;
        };
        QCOMPARE(errorOfRows("submit,duration,gpus\n", "1,1,1\n"), ErrorCode::TooMany);
        QCOMPARE(errorOfRows("submit,duration,gpus\n", "1\n"), ErrorCode::TooMany);
        QCOMPARE(errorOfRows("1 0 0 9 3 -1 -1 -1 -1 -1 1 97 5 307 3 2 -1 -1\n", "1\n"), ErrorCode::TooMany);
        QCOMPARE(errorOfRows("JobID|State|Elapsed|Submit|NCPUS\n", "1||||\n"), ErrorCode::TooMany);
        options.format = "philly-json";
        QCOMPARE(errorOfRows("", "{}\n"), ErrorCode::TooMany);
        options.maxRows = 30'000;
        options.format.clear();
        QCOMPARE(readText("submit,duration,gpus\n1,1,1\n", options).jobs.size(), std::size_t(1));
    }

    /// The texts of millions of rejected rows would fill the memory.
    void textsOfRejectedRowsAreBounded()
    {
        std::string text = "submit,duration,gpus\n";
        const std::string row = std::string(2500, 'x') + ",1,1\n";
        for (int i = 0; i < 40'000; ++i) {
            text += row;
        }
        const Trace trace = readText(std::move(text));
        QCOMPARE(trace.rejected.size(), std::size_t(40'000));
        QCOMPARE(trace.rejected.front().text.size(), std::size_t(2000));
        QVERIFY(trace.rejected.back().text.empty());
        QCOMPARE(trace.samples.at("bad-submit-time").size(), std::size_t(100));
    }

    void formatAgainstTheContent()
    {
        TraceReadOptions options;
        options.format = "csv";
        QCOMPARE(note(readText(kPhilly, options), "format-overridden"), std::string("csv"));
        options.format = "philly";
        QCOMPARE(note(readText(kPhilly, options), "format-overridden"), std::string());
    }

    void formatByName()
    {
        TraceReadOptions options;
        options.format = "nonsense";
        const Error error = errorOf(kPhilly, options);
        QCOMPARE(error.code, ErrorCode::TraceFormatUnknown);
        QCOMPARE(error.arguments.at(0), std::string("nonsense"));
        options.format = "PHILLY";
        QCOMPARE(readText(kPhilly, options).format, std::string("philly-flat-csv"));
        options.format = "csv";
        const Trace generic = readText(kPhilly, options);
        QCOMPARE(generic.format, std::string("csv"));
        QCOMPARE(generic.jobs.size(), std::size_t(1));
        options.format = "helios";
        QCOMPARE(errorOf(kPhilly, options).code, ErrorCode::TraceColumnMissing);
        for (const TraceFormatInfo& info : traceFormats()) {
            QVERIFY(findTraceFormat(info.name) == &info);
            QVERIFY(!info.title.empty() && !info.marks.empty() && !info.notes.empty());
        }
        QVERIFY(findTraceFormat("tsv") == findTraceFormat("csv"));
        QVERIFY(!findTraceFormat(""));
    }

    void mappingOfAFormatWithoutColumns()
    {
        TraceReadOptions options;
        options.mapping = {{"submit", "x"}};
        QCOMPARE(note(readText(kSwf, options), "mapping-ignored"), std::string("swf"));
    }

    void severalFiles()
    {
        const std::string first = write("a.csv", kPhilly);
        const std::string second = write("b.csv", kPhilly);
        Result<Trace> trace = readTrace({first, second}, {}, nullptr);
        QVERIFY(trace.ok());
        QCOMPARE(trace.value().jobs.size(), std::size_t(2));
        QCOMPARE(int(trace.value().jobs[1].file), 1);
        QCOMPARE(trace.value().jobs[1].line, 2U);
        QCOMPARE(note(trace.value(), "duplicate-rows"), std::string("1"));
        const std::string swf = write("c.swf", kSwf);
        const Result<Trace> mixed = readTrace({first, swf}, {}, nullptr);
        QCOMPARE(mixed.error().code, ErrorCode::TraceMixedFormats);
        QCOMPARE(mixed.error().place, swf);
        QCOMPARE(readTrace({first, "/nowhere/x.csv"}, {}, nullptr).error().code, ErrorCode::FileNotFound);
        QCOMPARE(readTrace({}, {}, nullptr).error().code, ErrorCode::Usage);
    }

    void sharesOfSeveralSwfFiles()
    {
        const Result<Trace> trace = readTrace({write("d.swf", kSwf), write("e.swf", kSwf)}, {}, nullptr);
        QVERIFY(trace.ok());
        QCOMPARE(text(trace.value(), trace.value().jobs.at(1).share), std::string("1"));
    }

    void progressAndCancel()
    {
        std::string csv = "submit,duration,gpus\n";
        for (int i = 0; i < 20'000; ++i) {
            csv += "10,20,1\n";
        }
        const std::string path = write("long.csv", csv);
        Progress progress;
        QVERIFY(readTrace({path}, {}, &progress).ok());
        QCOMPARE(progress.total(), std::uint64_t(csv.size()));
        QCOMPARE(progress.done(), std::uint64_t(csv.size()));
        progress.cancel();
        QCOMPARE(readTrace({path}, {}, &progress).error().code, ErrorCode::Interrupted);
    }

    void philly()
    {
        REQUIRE_SHARED_TRACES();
        const Trace trace = readShared({"philly/philly_sia.csv.gz"});
        QCOMPARE(trace.jobs.size(), std::size_t(82'247));
        QVERIFY(trace.rejected.empty());
        QCOMPARE(note(trace, "duplicate-rows"), std::string("65"));
        QCOMPARE(sixDecimals(total(trace).gpuHours()), QByteArray("978078.472778"));
        const std::map<std::string, Totals> shares = totalsByShare(trace);
        QCOMPARE(shares.size(), std::size(kPhillyClusters));
        for (const VirtualCluster& cluster : kPhillyClusters) {
            QCOMPARE(shares.at(cluster.name).jobs, cluster.jobs);
            QCOMPARE(sixDecimals(shares.at(cluster.name).gpuHours()), QByteArray(cluster.gpuHours));
        }
        TimeMs first = kNever;
        TimeMs last = 0;
        TimeMs end = 0;
        std::int64_t gpus = 0;
        for (const TraceJob& job : trace.jobs) {
            first = std::min(first, *job.submit);
            last = std::max(last, *job.submit);
            end = std::max(end, *job.submit + *job.duration);
            gpus += job.milliSize / 1000;
        }
        QCOMPARE(formatIsoInstant(first), std::string("2017-09-04T10:30:41Z"));
        QCOMPARE(formatIsoInstant(last), std::string("2017-12-22T08:02:11Z"));
        QCOMPARE(formatIsoInstant(end), std::string("2017-12-22T08:03:15Z"));
        QCOMPARE(gpus, std::int64_t(107'235));
    }

    void phillySlice()
    {
        REQUIRE_SHARED_TRACES();
        const Trace trace = readShared({"philly/philly_sia.slice.csv"});
        QCOMPARE(trace.jobs.size(), std::size_t(4'500));
        QCOMPARE(sixDecimals(total(trace).gpuHours()), QByteArray("46295.307778"));
        QCOMPARE(totalsByShare(trace).size(), std::size_t(11));
    }

    /// The same rows in other clothes give the same jobs.
    void transforms()
    {
        REQUIRE_SHARED_TRACES();
        const Trace plain = readShared({"philly/philly_sia.slice.csv"});
        for (const char* name : {"transforms/philly_semicolon_decimalcomma.csv", "transforms/philly_utf16le.csv"}) {
            const Trace trace = readShared({name});
            QCOMPARE(trace.jobs.size(), std::size_t(300));
            for (std::size_t i = 0; i < trace.jobs.size(); ++i) {
                QCOMPARE(*trace.jobs[i].submit, *plain.jobs[i].submit);
                QCOMPARE(*trace.jobs[i].duration, *plain.jobs[i].duration);
                QCOMPARE(text(trace, trace.jobs[i].share), text(plain, plain.jobs[i].share));
            }
        }
        const Trace openb = readShared({"alibaba/openb_pod_list_default.slice.csv"});
        const Trace marked = readShared({"transforms/openb_bom_crlf.csv"});
        QCOMPARE(marked.rows, std::uint64_t(300));
        for (std::size_t i = 0; i < marked.jobs.size(); ++i) {
            QCOMPARE(*marked.jobs[i].duration, *openb.jobs[i].duration);
            QCOMPARE(marked.jobs[i].milliSize, openb.jobs[i].milliSize);
        }
    }

    void otherTables()
    {
        REQUIRE_SHARED_TRACES();
        const Trace openb = readShared({"alibaba/openb_pod_list_default.csv"});
        QCOMPARE(openb.rows, std::uint64_t(8152));
        QCOMPARE(openb.rejected.size(), std::size_t(897)); // Pending
        std::size_t withoutGpu = 0;
        for (const TraceJob& job : openb.jobs) {
            withoutGpu += job.milliSize == 0;
        }
        QVERIFY(withoutGpu > 0);
        const Trace venus = readShared({"helios/venus_gpu_jobs_reduced.csv.gz"});
        QCOMPARE(venus.jobs.size(), std::size_t(125'303));
        const Trace kalos = readShared({"acme/kalos_head5.csv"});
        const Trace reduced = readShared({"acme/kalos_reduced_500.csv"});
        for (std::size_t i = 0; i < kalos.jobs.size(); ++i) {
            QCOMPARE(*kalos.jobs[i].duration, *reduced.jobs[i].duration); // both without the queue
        }
        QCOMPARE(*readShared({"acme/seren_head5.csv"}).jobs.at(0).duration, TimeMs(117'000));
        QCOMPARE(readShared({"helios/cluster_log_readme3.csv"}).jobs.size(), std::size_t(3));
        QCOMPARE(readShared({"philly/chronus_philly_MIX1.slice.csv"}).jobs.size(), std::size_t(3000));
        QCOMPARE(readShared({"dlsim/muri_trace3.csv"}).format, std::string("muri-csv"));
        QCOMPARE(readShared({"dlsim/tiresias_tf_job.csv"}).jobs.size(), std::size_t(2));
        QCOMPARE(readShared({"alibaba/spot_v2026_heaviest200.csv"}).jobs.at(0).milliSize, std::int64_t(1'408'000));
    }

    void whatIsNotATrace()
    {
        REQUIRE_SHARED_TRACES();
        const auto codeOf = [](const char* name) {
            const Result<Trace> trace = readTrace({sharedTrace(name)}, {}, nullptr);
            return trace ? ErrorCode::Usage : trace.error().code;
        };
        QCOMPARE(codeOf("reject/philly_lfs_pointer.tar.gz"), ErrorCode::FileIsLfsPointer);
        QCOMPARE(codeOf("alibaba/pai_v2020_machine_spec.tar.gz"), ErrorCode::FileIsArchive);
        QCOMPARE(codeOf("alibaba/openb_node_list_all_node.csv"), ErrorCode::TraceNotRecognised);
        QCOMPARE(codeOf("helios/earth_cluster_gpu_number.csv"), ErrorCode::TraceNotRecognised);
        QCOMPARE(codeOf("acme/cluster_summary.csv"), ErrorCode::TraceNotRecognised);
        QCOMPARE(codeOf("philly/philly_vc_nodes.csv"), ErrorCode::TraceNotRecognised);
        QCOMPARE(codeOf("README.md"), ErrorCode::TraceNotRecognised);
    }
};

QTEST_APPLESS_MAIN(TestTraceReader)
#include "tst_trace_reader.moc"
