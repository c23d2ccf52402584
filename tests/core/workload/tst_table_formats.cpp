// SPDX-License-Identifier: Apache-2.0
// Delimited formats: every trap that spec/formats.md names for them.
#include "tests/core/workload/trace_test_support.h"

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

TimeMs utc(const char* stamp)
{
    return parseIsoInstant(stamp).value();
}

constexpr const char* kKalosHeader
    = "job_id,user,node_num,gpu_num,cpu_num,mem_per_pod_GB,shared_mem_per_pod,type,state,submit_time,"
      "start_time,end_time,fail_time,stop_time,duration,queue,gpu_time\n";
constexpr const char* kSerenHeader
    = "job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,start_time,end_time,duration,queue,gpu_time\n";
constexpr const char* kHeliosHeader
    = "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n";
constexpr const char* kOpenbHeader
    = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n";

} // namespace

class TestTableFormats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void phillyFlat()
    {
        const Trace trace = readText("timestamp,duration,num_gpus,gpu_time,cluster\n"
                                     "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n"
                                     "2017-10-09 06:13:03,2951.0,8,23608.0,6214e9\n"
                                     "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n"
                                     "\n");
        QCOMPARE(trace.format, std::string("philly-flat-csv"));
        QVERIFY(trace.recognisedBy.find("timestamp") != std::string::npos);
        QVERIFY(trace.timesAreAbsolute);
        QCOMPARE(trace.shareColumn, std::string("cluster"));
        QCOMPARE(trace.jobs.size(), std::size_t(3));
        QCOMPARE(trace.rows, std::uint64_t(3)); // the empty line is no row
        QCOMPARE(note(trace, "duplicate-rows"), std::string("1"));
        QCOMPARE(note(trace, "timestamps-without-zone"), std::string("3"));
        const TraceJob& job = trace.jobs[1];
        QCOMPARE(job.line, 3U);
        QCOMPARE(*job.submit, utc("2017-10-09T06:13:03Z"));
        QCOMPARE(*job.duration, TimeMs(2'951'000));
        QCOMPARE(job.milliSize, std::int64_t(8000));
        QCOMPARE(text(trace, job.share), std::string("6214e9"));
        QVERIFY(!job.start && !job.end && !job.id.isValid() && !job.status.isValid());
    }

    void phillyInAZone()
    {
        TraceReadOptions options;
        options.timezone = "America/Los_Angeles";
        const Trace trace
            = readText("timestamp,duration,num_gpus,gpu_time,cluster\n2017-10-09 07:01:55,66.0,1,66.0,a\n", options);
        QCOMPARE(*trace.jobs[0].submit, utc("2017-10-09T14:01:55Z"));
        QCOMPARE(note(trace, "timestamps-without-zone"), std::string());
        options.timezone = "Nowhere/Land";
        QCOMPARE(errorOf("timestamp,duration\n", options).code, ErrorCode::TimezoneUnknown);
    }

    void semicolonsAndDecimalCommas()
    {
        const Trace trace
            = readText("timestamp;duration;num_gpus;gpu_time;cluster\r\n2017-10-09 07:01:55;66,5;1;66,5;11cb48\r\n");
        QCOMPARE(trace.format, std::string("philly-flat-csv"));
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(66'500));
        QCOMPARE(text(trace, trace.jobs[0].share), std::string("11cb48"));
    }

    /// Kalos' duration includes the queue although its README says otherwise.
    void acmeKalos()
    {
        const Trace trace = readText(std::string(kKalosHeader)
            + "a,u1,8,64,960,1000,100.0,Other,FAILED,2023-05-17 11:00:58+00:00,2023-05-17 11:01:08+00:00,2023-05-17 "
              "11:01:16+00:00,"
              "2023-05-17 11:01:16+00:00,,18,10.0,1152.0\n"
              "b,u2,1,0,4,10,,CPU,COMPLETED,2023-05-17 11:00:58+00:00,2023-05-17 11:00:59+00:00,2023-05-17 "
              "11:01:09+00:00,,,11,1.0,\n"
              "c,u2,1,8,4,10,,SFT,RUNNING,2023-05-17 11:00:58+00:00,2023-05-17 11:00:59+00:00,,,,,1.0,\n"
              "d,u2,1,8,4,10,,SFT,COMPLETED,2023-05-17 11:00:58+00:00,,,,,100,30.0,\n");
        QCOMPARE(trace.format, std::string("acme-kalos-csv"));
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(8'000));
        QCOMPARE(*trace.jobs[0].start - *trace.jobs[0].submit, TimeMs(10'000));
        QCOMPARE(text(trace, trace.jobs[0].share), std::string("Other"));
        QCOMPARE(text(trace, trace.jobs[0].user), std::string("u1"));
        QCOMPARE(trace.jobs.at(1).milliSize, std::int64_t(0)); // zero-GPU rows stay
        QCOMPARE(*trace.jobs.at(2).duration, TimeMs(70'000)); // no start and end: duration less queue
        QCOMPARE(rejects(trace), std::string("still-running@4"));
        QCOMPARE(note(trace, "timestamps-without-zone"), std::string());
    }

    void acmeSeren()
    {
        const Trace trace = readText(std::string(kSerenHeader)
            + "5778432,u5907,1,8,128,Other,PREEMPTED,2023-03-01 00:18:22+08:00,2023-03-01 00:18:54+08:00,2023-03-01 "
              "00:20:51+08:00,"
              "117,32,936.0\n");
        QCOMPARE(trace.format, std::string("acme-seren-csv"));
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(117'000));
        QCOMPARE(*trace.jobs[0].submit, utc("2023-02-28T16:18:22Z"));
        QCOMPARE(text(trace, trace.jobs[0].status), std::string("PREEMPTED"));
        QCOMPARE(recordedOutcome(trace.format, "PREEMPTED"), RecordedOutcome::Cancelled);
    }

    void acmeReduced()
    {
        const Trace trace = readText("job_id,gpu_num,submit_time,duration,queue\n"
                                     "dlc1,64,2023-05-17 11:00:58+00:00,18.0,10.0\n"
                                     "5778432,8,2023-03-01 00:18:22+08:00,117,32\n");
        QCOMPARE(trace.format, std::string("acme-kalos-reduced-csv"));
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(8'000));
        QCOMPARE(*trace.jobs[0].start, utc("2023-05-17T11:01:08Z"));
        QCOMPARE(*trace.jobs[0].end, utc("2023-05-17T11:01:16Z"));
        QCOMPARE(*trace.jobs.at(1).duration, TimeMs(117'000)); // Seren's is run time already
        QCOMPARE(trace.shareColumn, std::string());
    }

    void helios()
    {
        const Trace trace = readText(std::string(kHeliosHeader)
            + "1425511,uXBbc,vcJkd,1,1,1,COMPLETED,2020-06-09 18:41:01,2020-06-09 18:41:01,2020-06-10 "
              "04:55:09,36848,0\n"
              "1425512,uVMrF,vchbv,0,16,1,SUSPENDED,2020-06-09 18:41:27,2020-06-09 18:41:27,,,0\n");
        QCOMPARE(trace.format, std::string("helios-cluster_log-csv"));
        QCOMPARE(text(trace, trace.jobs.at(0).share), std::string("vcJkd"));
        QCOMPARE(*trace.jobs[0].duration, TimeMs(36'848'000));
        QCOMPARE(rejects(trace), std::string("still-running@3"));
    }

    void openb()
    {
        const Trace trace = readText(std::string(kOpenbHeader)
            + "openb-pod-0000,12000,16384,1,1000,,LS,Running,0,12537496,0\n"
              "openb-pod-0001,6000,12288,1,460,V100M16|V100M32,LS,Running,427061,12902960,427100\n"
              "openb-pod-0002,6000,12288,4,1000,T4,BE,Failed,10,30,20\n"
              "openb-pod-0003,6000,12288,0,0,,BE,Succeeded,10,30,20\n"
              "openb-pod-7285,6000,12288,1,1000,,BE,Pending,10,10,\n"
              "openb-pod-0004,6000,12288,1,1000,,BE,Pending,10,500,\n");
        QCOMPARE(trace.format, std::string("openb-pod-csv"));
        QVERIFY(!trace.timesAreAbsolute);
        QCOMPARE(trace.jobs.size(), std::size_t(4));
        QCOMPARE(trace.jobs[1].milliSize, std::int64_t(460));
        QCOMPARE(*trace.jobs[1].duration, TimeMs(12'902'960 - 427'100) * 1000); // from scheduled_time, the last column
        QCOMPARE(text(trace, trace.jobs[1].unit), std::string("V100M16"));
        QCOMPARE(note(trace, "unit-alternatives"), std::string("1"));
        QCOMPARE(trace.jobs[2].milliSize, std::int64_t(4000));
        QCOMPARE(trace.jobs[3].milliSize, std::int64_t(0));
        QCOMPARE(rejects(trace), std::string("never-started@6 never-started@7"));
        QCOMPARE(trace.rejected[0].text, std::string("openb-pod-7285,6000,12288,1,1000,,BE,Pending,10,10,"));
    }

    void openbWithMarkAndCrlf()
    {
        std::string text = std::string("\xEF\xBB\xBF") + kOpenbHeader + "p,1,1,1,500,,LS,Running,5,9,6\n";
        QString crlf = QString::fromStdString(text).replace("\n", "\r\n");
        const Trace trace = readText(crlf.toStdString());
        QCOMPARE(trace.format, std::string("openb-pod-csv"));
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(3000));
    }

    void reducedArrival()
    {
        const Trace trace = readText(
            "job_id,arrival_s,service_sec,gpu_count\r\n363167#0,0.0,172800.0,32\r\n394948#2,651507.25,1.5,8\r\n");
        QCOMPARE(trace.format, std::string("reduced-arrival-csv"));
        QCOMPARE(text(trace, trace.jobs.at(0).id), std::string("363167#0"));
        QCOMPARE(*trace.jobs[1].submit, TimeMs(651'507'250));
        QCOMPARE(*trace.jobs[1].duration, TimeMs(1'500));
        QCOMPARE(trace.shareColumn, std::string());
    }

    void simulatorsDifferInUnits()
    {
        const Trace chronus = readText("job_id,user,num_gpu,submit_time,iterations,model_name,duration,interval,expect_"
                                       "time_list,expect_value_list,best_effort,"
                                       "job_type\n0,vc_6214e9,1,8555,5049,vgg16,747,14,159-189-229-289,10,0,strict\n");
        QCOMPARE(chronus.format, std::string("chronus-csv"));
        QCOMPARE(*chronus.jobs.at(0).duration, 747 * kMsPerMinute);
        QCOMPARE(note(chronus, "unit-not-documented"), std::string("min"));
        const Trace muri = readText(
            "job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,iteration_time\r\n"
            "0,4,0,1046811,shufflenet,128,927475000,11174000,886\r\n");
        QCOMPARE(muri.format, std::string("muri-csv"));
        QCOMPARE(*muri.jobs.at(0).duration, TimeMs(927'475'000));
        const Trace tiresias
            = readText("job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n10,1,0,606,vgg19,164,30\n"
                       "10,1,0,606,vgg19,164,30");
        QCOMPARE(tiresias.format, std::string("tiresias-csv"));
        QCOMPARE(*tiresias.jobs.at(1).duration, TimeMs(164'000));
    }

    void spotInAnyColumnOrder()
    {
        const Trace trace = readText(
            "job_name,organization,job_type,duration,gpu_request,cpu_request,worker_num,gpu_seconds,submit_time\r\n"
            "371183,57,HP,342519.0,8.0,184.0,176,482266752.0,521463.0\r\n"
            "2,57,Spot,10,0.01,4,1,0.1,5\r\n");
        QCOMPARE(trace.format, std::string("spot-v2026-csv"));
        QCOMPARE(trace.jobs.at(0).milliSize, std::int64_t(1'408'000));
        QCOMPARE(trace.jobs.at(1).milliSize, std::int64_t(10));
        QCOMPARE(text(trace, trace.jobs[1].workloadClass), std::string("Spot"));
    }

    void damagedRowsAreTold()
    {
        const Trace trace = readText("timestamp,duration,num_gpus,gpu_time,cluster\n"
                                     "2017-10-09 07:01:55,66.0,1,66.0\n" // 2: a cell is missing
                                     "2017-10-09 07:01:55,66.0,1,66.0,a,b\n" // 3: one too many
                                     "2017-10-09 07:01:55,66.0,1,66.0,a,\n" // 4: an empty one too many is fine
                                     "2017-10-39 07:01:55,66.0,1,66.0,a\n" // 5
                                     ",66.0,1,66.0,a\n" // 6
                                     "2017-10-09 07:01:55,x,1,66.0,a\n" // 7
                                     "2017-10-09 07:01:55,,1,66.0,a\n" // 8
                                     "2017-10-09 07:01:55,-5,1,66.0,a\n" // 9
                                     "2017-10-09 07:01:55,66.0,,66.0,a\n" // 10
                                     "2017-10-09 07:01:55,66.0,-1,66.0,a\n" // 11
                                     "2017-10-09 07:01:55,66.0,1e12,66.0,a\n" // 12
                                     "2017-10-09 07:01:55,66.0,1,66.0,\"a\n" // 13
                                     "2017-10-09 07:01:55,1e20,1,66.0,a\n" // 14
                                     "2017-10-09 07:01:55,0,1,0,\n"); // 15: no share, no length: still a job
        QCOMPARE(rejects(trace),
            std::string(
                "too-few-cells@2 too-many-cells@3 bad-submit-time@5 no-submit-time@6 bad-duration@7 no-duration@8 "
                "negative-duration@9 no-size@10 bad-size@11 size-out-of-range@12 broken-quote@13 bad-duration@14"));
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(trace.rows, std::uint64_t(14));
        QCOMPARE(note(trace, "jobs-without-share"), std::string("1"));
    }

    void rejectedTextIsBounded()
    {
        std::string row = "x,1,1,1,";
        for (int i = 0; i < 2000; ++i) {
            row += "ö";
        }
        const Trace trace = readText("timestamp,duration,num_gpus,gpu_time,cluster\n" + row + "\n");
        const std::string& kept = trace.rejected.at(0).text;
        QVERIFY(kept.size() <= 2000 && kept.size() > 1990);
        QCOMPARE(QString::fromStdString(kept).toUtf8().toStdString(), kept); // not cut inside a character
    }

    void genericByHeuristics()
    {
        const Trace trace
            = readText("Job ID\tTeam\tUser\tSubmitted At\tRun Time (min)\tGPU count\tInstance Type\tPriority\tState\n"
                       "j1\tvision\tann\t2026-01-05T10:00:00Z\t1.5\t8\tml.p5.48xlarge\t7\tCOMPLETED\n"
                       "j2\tnlp\tbob\t2026-01-05T10:00:00+02:00\t30\t0.5\tNA\t20000\tFAILED\n");
        QCOMPARE(trace.format, std::string("csv"));
        const TraceJob& job = trace.jobs.at(0);
        QCOMPARE(*job.duration, TimeMs(90'000));
        QCOMPARE(*job.submit, utc("2026-01-05T10:00:00Z"));
        QCOMPARE(job.milliSize, std::int64_t(8000));
        QCOMPARE(text(trace, job.unit), std::string("ml.p5.48xlarge"));
        QCOMPARE(text(trace, job.share), std::string("vision"));
        QCOMPARE(job.priority, 7);
        QCOMPARE(trace.jobs.at(1).priority, 9999);
        QCOMPARE(note(trace, "priority-clamped"), std::string("1"));
        QCOMPARE(trace.jobs[1].milliSize, std::int64_t(500));
        QVERIFY(!trace.jobs[1].unit.isValid());
    }

    void genericWithStartAndEnd()
    {
        const Trace trace
            = readText("start,end,gpus\n2026-01-05 10:00:00,2026-01-05 10:30:00,2\n2026-01-05 10:00:00,,2\n,,2\n");
        QCOMPARE(*trace.jobs.at(0).submit, *trace.jobs[0].start);
        QCOMPARE(*trace.jobs[0].duration, 30 * kMsPerMinute);
        QCOMPARE(rejects(trace), std::string("still-running@3 no-submit-time@4"));
    }

    void genericEpochsAndLengths()
    {
        const Trace seconds = readText("submit,duration,gpus\n1509106932,64,1\n");
        QVERIFY(seconds.timesAreAbsolute);
        QCOMPARE(*seconds.jobs.at(0).submit, TimeMs(1'509'106'932'000));
        const Trace ms = readText("created_at,duration_ms,gpus\n1509106932000,64,1\n");
        QVERIFY(ms.timesAreAbsolute);
        QCOMPARE(*ms.jobs.at(0).submit, TimeMs(1'509'106'932'000));
        QCOMPARE(*ms.jobs[0].duration, TimeMs(64));
        const Trace relative = readText("submit,elapsed,gpus\n100,1-00:00:10,1\n");
        QVERIFY(!relative.timesAreAbsolute);
        QCOMPARE(*relative.jobs.at(0).duration, kMsPerDay + 10'000);
        QCOMPARE(note(relative, "unit-assumed"), std::string("submit"));
    }

    void mapping()
    {
        TraceReadOptions options;
        options.mapping = {{"submit:min", "when"}, {"duration:h", "length"}, {"instances", "n"}, {"share", "crew"},
            {"name", "what"}, {"workloadClass", "kind"}, {"attempts", "tries"}, {"wait", "queued"}};
        const Trace trace = readText("what,when,length,n,crew,kind,tries,queued\nx,2,0.5,3,blue,eval,4,30\n", options);
        QCOMPARE(trace.format, std::string("csv"));
        const TraceJob& job = trace.jobs.at(0);
        QCOMPARE(*job.submit, 2 * kMsPerMinute);
        QCOMPARE(*job.duration, 30 * kMsPerMinute);
        QCOMPARE(*job.start, 2 * kMsPerMinute + 30'000);
        QCOMPARE(job.milliSize, std::int64_t(3000));
        QCOMPARE(text(trace, job.share), std::string("blue"));
        QCOMPARE(text(trace, job.name), std::string("x"));
        QCOMPARE(text(trace, job.workloadClass), std::string("eval"));
        QCOMPARE(job.attempts, 4);
    }

    void mappingByNumberWithoutHeader()
    {
        TraceReadOptions options;
        options.mapping = {{"submit", "#2"}, {"duration", "#3"}, {"gpus", "#4"}, {"share", "#1"}};
        const Trace trace = readText("blue,10,20,3\nred,11,21,4\n", options);
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(trace.jobs[0].line, 1U);
        QCOMPARE(*trace.jobs[1].submit, TimeMs(11'000));
        QCOMPARE(text(trace, trace.jobs[0].share), std::string("blue"));
    }

    void mappingOverridesAKnownFormat()
    {
        TraceReadOptions options;
        options.mapping = {{"submit:s", "submit_time"}, {"duration:s", "duration"}, {"share", ""}};
        const Trace trace = readText(
            "job_id,user,num_gpu,submit_time,model_name,duration,expect_time_list\n0,vc,1,10,vgg,20,5\n", options);
        QCOMPARE(trace.format, std::string("chronus-csv"));
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(20'000));
        QVERIFY(!trace.jobs[0].share.isValid());
    }

    void mappingErrors()
    {
        const std::string csv = "a,b,c\n1,2,3\n";
        TraceReadOptions options;
        options.mapping = {{"submit", "a"}, {"duration", "missing"}};
        const Error missing = errorOf(csv, options);
        QCOMPARE(missing.code, ErrorCode::TraceColumnMissing);
        QCOMPARE(missing.arguments.at(0), std::string("missing"));
        QCOMPARE(missing.arguments.at(1), std::string("a, b, c"));
        options.mapping = {{"when", "a"}};
        QCOMPARE(errorOf(csv, options).code, ErrorCode::NotAllowed);
        options.mapping = {{"submit:weeks", "a"}};
        QCOMPARE(errorOf(csv, options).code, ErrorCode::NotAllowed);
        options.mapping = {{"share:s", "a"}};
        QCOMPARE(errorOf(csv, options).code, ErrorCode::NotAllowed);
        options.mapping = {{"submit", "a"}};
        QCOMPARE(errorOf(csv, options).code, ErrorCode::TraceColumnMissing); // nothing tells the duration
    }

    /// The later of two columns would hide the earlier one, or the other way round.
    void duplicateColumns()
    {
        const std::string csv = "submit,gpus,duration,gpus,note,note\n0,1,60,2,x,y\n";
        const Error error = errorOf(csv);
        QCOMPARE(error.code, ErrorCode::Duplicate);
        QCOMPARE(error.place, std::string("test:1"));
        QCOMPARE(error.arguments, (std::vector<std::string>{"gpus", "2, 4", "gpus"}));
        TraceReadOptions options;
        options.mapping = {{"gpus", "gpus"}};
        QCOMPARE(errorOf(csv, options).code, ErrorCode::Duplicate);
        options.mapping = {{"gpus", "#4"}};
        QCOMPARE(readText(csv, options).jobs.at(0).milliSize, std::int64_t(2000)); // "note" is not used
        options.shareBy = "note";
        QCOMPARE(errorOf(csv, options).arguments.at(1), std::string("5, 6"));
        options.shareBy = "#6";
        const Trace trace = readText(csv, options);
        QCOMPARE(text(trace, trace.jobs.at(0).share), std::string("y"));
    }

    void duplicateColumnsOfOtherSpelling()
    {
        const std::string csv = "Submit Time,submit_time,duration,gpus\n0,9,60,1\n";
        QCOMPARE(errorOf(csv).arguments.at(1), std::string("1, 2"));
        TraceReadOptions options;
        options.mapping = {{"submit", "submit_time"}};
        QCOMPARE(*readText(csv, options).jobs.at(0).submit, TimeMs(9000));
        options.mapping = {{"submit", "SUBMIT TIME"}};
        QCOMPARE(errorOf(csv, options).code, ErrorCode::Duplicate);
        // numbered columns without a header are data, where equal cells mean nothing
        options.mapping = {{"submit", "#1"}, {"duration", "#2"}, {"gpus", "#3"}};
        QCOMPARE(readText("4,4,4\n5,4,4\n", options).jobs.size(), std::size_t(2));
    }

    void datesThatBeginWithTheYear()
    {
        const TimeMs day = 1'767'139'200'000; // 2025-12-31
        const auto submitOf = [](const std::string& stamp) {
            return *readText("submit,duration,gpus\n" + stamp + ",60,1\n").jobs.at(0).submit;
        };
        QCOMPARE(submitOf("2025/12/31"), day);
        QCOMPARE(submitOf("2025.12.31"), day);
        QCOMPARE(submitOf("2025/12/31 10:05:30"), day + 36'330'000);
        QCOMPARE(submitOf("2025/12/31T10:05:30+01:00"), day + 32'730'000);
        QCOMPARE(submitOf("2026/1/2 9:05"), day + 2 * kMsPerDay + 32'700'000);
        for (const char* stamp : {"31/12/2025", "12/31/2025", "31.12.2025", "2025/31/12", "2025/12-31", "2025/12"}) {
            const Trace trace = readText(std::string("submit,duration,gpus\n") + stamp + ",60,1\n");
            QCOMPARE(rejects(trace), std::string("bad-submit-time@2"));
            QCOMPARE(trace.samples.at("bad-submit-time"), std::string(stamp));
        }
    }

    void processorsAreNoGpus()
    {
        QVERIFY(readText("submit,duration,procs\n0,60,1\n").sizesAreProcessors);
        QVERIFY(!readText("submit,duration,gpus\n0,60,1\n").sizesAreProcessors);
    }

    void rowOfDelimitersOnly()
    {
        const Trace trace = readText("submit,duration,gpus\n" + std::string(1'000'000, ',') + "\n0,60,1\n");
        QCOMPARE(trace.jobs.size(), std::size_t(1));
        QCOMPARE(rejects(trace), std::string("too-many-cells@2"));
    }

    void sizeMayBeAssumed()
    {
        TraceReadOptions options;
        options.mapping = {{"submit", "gmt_create"}, {"duration", "exec_time_seconds"}};
        options.shareBy = "groupId";
        const Trace trace = readText("gmt_create,predict_type,exec_time_seconds,groupId\n2024-01-01 00:00:00,x,5.5,g1\n"
                                     "2024-01-01 00:00:00,x,,g1\n2024-01-01 00:00:00,x,-3,g1\n",
            options);
        QCOMPARE(trace.jobs.at(0).milliSize, std::int64_t(1000));
        QCOMPARE(text(trace, trace.jobs[0].share), std::string("g1"));
        QCOMPARE(note(trace, "size-assumed"), std::string("1"));
        QCOMPARE(rejects(trace), std::string("no-duration@3 negative-duration@4"));
    }

    void shareByAnyColumn()
    {
        TraceReadOptions options;
        options.shareBy = "STATE";
        const std::string csv = std::string(kHeliosHeader)
            + "1,u,vc,1,1,1,COMPLETED,2020-06-09 18:41:01,2020-06-09 18:41:01,2020-06-10 04:55:09,36848,0\n";
        const Trace trace = readText(csv, options);
        QCOMPARE(trace.shareColumn, std::string("state"));
        QCOMPARE(text(trace, trace.jobs.at(0).share), std::string("COMPLETED"));
        options.shareBy = "nothing";
        QCOMPARE(errorOf(csv, options).code, ErrorCode::TraceColumnMissing);
    }

    void quotedIdsKeepTheirOrder()
    {
        const Trace trace
            = readText("job_id,submit,duration,gpus\na,1,1,1\n\"b \"\"x\"\"\",1,1,1\nc,1,1,1\n\"d\",1,1,1\n");
        QCOMPARE(trace.jobs.size(), std::size_t(4));
        QCOMPARE(text(trace, trace.jobs[0].id), std::string("a"));
        QCOMPARE(text(trace, trace.jobs[1].id), std::string("b \"x\""));
        QCOMPARE(text(trace, trace.jobs[2].id), std::string("c"));
        QCOMPARE(text(trace, trace.jobs[3].id), std::string("d"));
    }

    void separatorLineOfExcel()
    {
        const Trace trace = readText("sep=;\r\nsubmit;duration;gpus\r\n1;2,5;1\r\n");
        QCOMPARE(*trace.jobs.at(0).duration, TimeMs(2'500));
    }
};

QTEST_APPLESS_MAIN(TestTableFormats)
#include "tst_table_formats.moc"
