// SPDX-License-Identifier: Apache-2.0
// Standard Workload Format and its variants: every trap that spec/formats.md names.
#include "tests/core/workload/trace_test_support.h"

using namespace quotaboard;
using namespace quotaboard::test;

class TestSwf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plain()
    {
        const Trace trace
            = readText("; Version: 2.2\n; MaxJobs: 527371\n; UnixStartTime: 1027839845\n; Note: uses MAUI\n;\n"
                       "    1        0 308434  31405   30  31405.5    -1   30  37980    -1  1   7   1  3 -1  1 -1 -1\n"
                       "   10      8     -1     10   -1  31039    -1   40  37980    -1 -1   8   2  -1 -1  1 -1 -1\n"
                       "   11      9     -1     -1   30  31039    -1   40  37980    -1 -1   8   2  -1 -1  1 -1 -1\n"
                       "   12      9     -1      5   -1  31039    -1   -1  37980    -1  5   8   2  -1 -1  1 -1 -1\n"
                       "   13     -1     -1      5    1  31039    -1   -1  37980    -1  5   8   2  -1 -1  1 -1 -1\n"
                       "\n \n");
        QCOMPARE(trace.format, std::string("swf"));
        QVERIFY(trace.timesAreAbsolute);
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        const TraceJob& job = trace.jobs[0];
        QCOMPARE(job.line, 6U);
        QCOMPARE(*job.submit, TimeMs(1'027'839'845'000));
        QCOMPARE(*job.start, TimeMs(1'027'839'845'000 + 308'434'000));
        QCOMPARE(*job.duration, TimeMs(31'405'000));
        QCOMPARE(job.milliSize, std::int64_t(30'000));
        QCOMPARE(text(trace, job.user), std::string("7"));
        QCOMPARE(text(trace, job.workloadClass), std::string("3"));
        QCOMPARE(recordedOutcome("swf", text(trace, job.status)), RecordedOutcome::Succeeded);
        QCOMPARE(trace.shareColumn, std::string("group"));
        QCOMPARE(text(trace, job.share), std::string("1"));
        QCOMPARE(trace.jobs[1].milliSize, std::int64_t(40'000)); // processors unknown: as requested
        QVERIFY(!trace.jobs[1].start && !trace.jobs[1].status.isValid());
        QCOMPARE(rejects(trace), std::string("no-duration@8 no-size@9 no-submit-time@10"));
    }

    void relativeWithoutStartTime()
    {
        const Trace trace = readText("; Excerpt from the PWA: CTC-SP2-1996-3.1-cln.swf\n"
                                     " 1 0 588530 937 306 142.00 -1 -1 35100 -1 1 97 -1 307 3 -1 -1 -1\n"
                                     " 3 197154 459987 35268 306 32792 -1 -1 35100 -1 0 97 -1 307 1 -1 -1 -1");
        QVERIFY(!trace.timesAreAbsolute);
        QCOMPARE(trace.shareColumn, std::string("queue")); // no group, two queues
        QCOMPARE(recordedOutcome("swf", text(trace, trace.jobs.at(1).status)), RecordedOutcome::Failed);
    }

    void shareBy()
    {
        const std::string swf = "1 0 0 9 3 -1 -1 -1 -1 -1 1 97 5 307 3 2 -1 -1\n";
        TraceReadOptions options;
        for (const auto& [field, value] :
            std::map<std::string, std::string>{{"user", "97"}, {"group", "5"}, {"queue", "3"}, {"Partition", "2"}}) {
            options.shareBy = field;
            const Trace trace = readText(swf, options);
            QCOMPARE(text(trace, trace.jobs.at(0).share), value);
        }
        options.shareBy = "colour";
        QCOMPARE(errorOf(swf, options).code, ErrorCode::TraceColumnMissing);
    }

    void zeroPaddedWithoutFinalNewline()
    {
        const Trace trace = readText("; UnixStartTime: 843480031\n"
                                     "1 0000 11464 4000 40 -1 -1 40 4000 -1 1 17 17 -1 -1 -1 -1 -1\n"
                                     "2 1000 11464 2000 80 -1 -1 80 2000 -1 1 17 17 -1 -1 -1 -1 -1");
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(*trace.jobs[0].submit, TimeMs(843'480'031'000));
    }

    /// wagap: no header, epoch times, more fields than 18, the last of them a list with blanks.
    void absoluteWithListFields()
    {
        const Trace trace
            = readText("1 1419811200 5 60 4 -1 -1 4 120 -1 1 ann physics -1 batch -1 -1 -1 {node1, node2 : 3}\n"
                       "2 1419811201 5 60 4 -1 -1 4 120 -1 1 bob maths -1 batch -1 -1 -1 7 8 {}\n");
        QVERIFY(trace.timesAreAbsolute);
        QCOMPARE(*trace.jobs.at(1).submit, TimeMs(1'419'811'201'000));
        QCOMPARE(text(trace, trace.jobs[1].share), std::string("maths"));
        QCOMPARE(text(trace, trace.jobs[0].user), std::string("ann"));
    }

    /// An epoch submit time stays one, even beside a UnixStartTime.
    void absoluteWithHeader()
    {
        const Trace trace
            = readText("; UnixStartTime: 1419811200\n1 1419811205 5 60 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n");
        QCOMPARE(*trace.jobs.at(0).submit, TimeMs(1'419'811'205'000));
    }

    /// Alea's DAG variant: TAB, a header row, two more columns, CRLF.
    void tabsAndHeaderRow()
    {
        const Trace trace = readText(
            "id\tsubmit\twait\truntime\tcpus\tcputimeused\tusedmem\tcpusreq\twalltime\tmemreq\tstatus\tuser\tgroup\t"
            "application\tqueue\tpartition\tprecjob\tthinktime\tDAG_name\tTask_ID\r\n"
            "1\t20\t0\t1200\t1\t-1\t3145728\t1\t1200\t3145728\t1\t1\t1\t1\t1\t1\t-1\t0\tDAG-1\t1\r\n"
            "2\t20\t0\t2100\t5\t-1\t15728640\t1\t1200\t3145728\t1\t1\t1\t1\t1\t1\t1\t0\tDAG-1\t2\r\n");
        QCOMPARE(trace.format, std::string("swf"));
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(trace.jobs[1].milliSize, std::int64_t(5000));
        QCOMPARE(*trace.jobs[1].duration, TimeMs(2'100'000));
        QCOMPARE(trace.shareColumn, std::string("group"));
    }

    /// slurmsim: semicolons between the fields, names instead of numbers.
    void semicolonsAndNames()
    {
        const Trace trace = readText("1;0;10;60;4;-1;-1;4;120;-1;1;user1;account1;-1;normal;debug;-1;-1\n"
                                     "2;5;10;60;4;-1;-1;4;120;-1;1;user2;account2;-1;normal;debug;-1;-1\n");
        QCOMPARE(trace.format, std::string("swf"));
        QCOMPARE(text(trace, trace.jobs.at(1).share), std::string("account2"));
        QCOMPARE(text(trace, trace.jobs[0].user), std::string("user1"));
        const Trace named = readText(
            "job_id;submit_time;wait_time;run_time;procs;avg_cpu;used_mem;req_procs;req_time;req_mem;status;user;"
            "group;app;queue;partition;prev;think\n1;0;10;60;4;-1;-1;4;120;-1;1;user1;account1;-1;q;p;-1;-1\n");
        QCOMPARE(named.format, std::string("swf"));
        QCOMPARE(*named.jobs.at(0).start, TimeMs(10'000));
    }

    /// evalys: floats, CRLF, not sorted.
    void floatsUnsortedCrlf()
    {
        const Trace trace = readText("2 100.5 0.0 60.25 4.0 -1.0 -1.0 4.0 120.0 -1.0 1.0 1 1 -1 1 -1 -1 -1\r\n"
                                     "1 50.0 0.0 60.0 4.0 -1.0 -1.0 4.0 120.0 -1.0 1.0 1 1 -1 1 -1 -1 -1\r\n");
        QCOMPARE(*trace.jobs.at(0).submit, TimeMs(100'500));
        QCOMPARE(*trace.jobs[0].duration, TimeMs(60'250));
        QCOMPARE(*trace.jobs.at(1).submit, TimeMs(50'000));
    }

    /// Lines of partial executions would count their job twice.
    void partialExecutions()
    {
        const Trace trace = readText("1 0 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n"
                                     "1 0 0 60 4 -1 -1 4 120 -1 2 1 1 -1 1 -1 -1 -1\n"
                                     "1 -1 20 40 4 -1 -1 4 120 -1 3 1 1 -1 1 -1 -1 -1\n"
                                     "2 9 0 100 4 -1 -1 4 120 -1 4 1 1 -1 1 -1 -1 -1\n");
        QCOMPARE(rejects(trace), std::string("partial-execution@2 partial-execution@3"));
        QCOMPARE(trace.jobs.size(), std::size_t(2));
    }

    void damagedRows()
    {
        const std::string rest = " -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n";
        const Trace trace = readText("1 0 0 100 4" + rest + "3 x 0 1 1" + rest + "4 0 0 y 1" + rest + "5 0 0 1 z" + rest
            + "6 0 0 1 99999999999" + rest + "7 1 2 3 4" + rest);
        QCOMPARE(rejects(trace), std::string("bad-submit-time@2 bad-duration@3 bad-size@4 size-out-of-range@5"));
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(trace.samples.at("bad-submit-time"), std::string("x"));
    }

    /// What stands before the cut is no job: its last number may be half of one.
    void cutRows()
    {
        const std::string row = "1 0 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n";
        const Trace trace = readText(row + "2 5\n3 1 2 3 4\n4 0 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1\n" + row);
        QCOMPARE(rejects(trace), std::string("cut-row@2 cut-row@3 cut-row@4"));
        // a header row may name fewer fields, but its rows must have them
        const std::string names = "id,submit,wait,runtime,cpus,cputimeused,usedmem,cpusreq,walltime,memreq,status,user,"
                                  "group,application,queue,partition\n";
        const Trace named = readText(names + "1,0,0,9,1,-1,-1,1,9,-1,1,1,1,1,1,1\n2,0,0,9,1,-1,-1,1,9,-1,1,1,1,1,1\n");
        QCOMPARE(named.jobs.size(), std::size_t(1));
        QCOMPARE(rejects(named), std::string("cut-row@3"));
    }

    void negativeSubmitTimes()
    {
        const std::string rest = " 0 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n";
        const Trace trace = readText("1 0" + rest + "2 -7" + rest + "3 -0.5" + rest + "4 -1" + rest);
        QCOMPARE(rejects(trace), std::string("negative-submit-time@2 negative-submit-time@3 no-submit-time@4"));
        QCOMPARE(trace.samples.at("negative-submit-time"), std::string("-7"));
        const Trace absolute = readText("; UnixStartTime: 1027839845\n1 0" + rest + "2 -7" + rest);
        QCOMPARE(rejects(absolute), std::string("negative-submit-time@3"));
    }

    void processorsAreNoGpus()
    {
        QVERIFY(readText("1 0 0 9 3 -1 -1 -1 -1 -1 1 97 5 307 3 2 -1 -1\n").sizesAreProcessors);
    }

    void sharedFiles()
    {
        REQUIRE_SHARED_TRACES();
        const Trace hpc2n = readShared({"swf/hpc2n_part.swf"});
        QCOMPARE(hpc2n.rows, std::uint64_t(3170));
        QCOMPARE(hpc2n.jobs.size(), std::size_t(3145)); // 25 have run time -1
        QCOMPARE(hpc2n.rejected.size(), std::size_t(25));
        QCOMPARE(text(hpc2n, hpc2n.rejected[0].cause), std::string("no-duration"));
        QCOMPARE(text(hpc2n, hpc2n.jobs.back().id), std::string("7183"));
        QCOMPARE(readShared({"swf/cqsim_test.swf"}).jobs.size(), std::size_t(9));
        QCOMPARE(readShared({"swf/alea_jaros1_dag.swf"}).jobs.size(), std::size_t(12));
        QCOMPARE(readShared({"swf/opendc_ctc_excerpt.swf"}).jobs.size(), std::size_t(5));
    }
};

QTEST_APPLESS_MAIN(TestSwf)
#include "tst_swf.moc"
