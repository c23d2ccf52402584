// SPDX-License-Identifier: Apache-2.0
// Slurm accounting: every trap that spec/formats.md names.
#include "core/workload/sacct_records.h"
#include "tests/core/workload/trace_test_support.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

/// A line in XDMoD's order.
std::string xdmod(const std::string& id, const std::string& start, const std::string& end, const std::string& elapsed,
    const std::string& state, const std::string& allocTres, const std::string& nodes = "n1",
    const std::string& name = "job")
{
    return id + "|" + id + "|c|part|qos|acct|grp|1|usr|2|2016-12-22T07:15:12|Unknown|" + start + "|" + end + "|"
        + elapsed + "|0:0|" + state + "|1|12|12|31000Mn|cpu=12,node=1|" + allocTres + "|37-14:00:00|" + nodes + "|"
        + name + "\n";
}

const std::string kStart = "2016-12-22T07:15:13";
const std::string kEnd = "2016-12-22T07:15:37";

std::string ids(const char* id, std::size_t most = 1000)
{
    const std::optional<std::vector<std::string>> expanded = expandArrayId(id, most);
    std::string all;
    for (const std::string& one : expanded.value_or(std::vector<std::string>{"none"})) {
        all += (all.empty() ? "" : " ") + one;
    }
    return all;
}

} // namespace

class TestSacct : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headerless()
    {
        const Trace trace = readText(
            xdmod("163485", kStart, kEnd, "00:00:24", "CANCELLED by 380693", "billing=12,cpu=12,gres/gpu=2,node=1")
            + xdmod("163486", kStart, kEnd, "00:00:24", "COMPLETED", "cpu=12,node=1"));
        QCOMPARE(trace.format, std::string("sacct-pipe"));
        QCOMPARE(note(trace, "columns-assumed"), std::string("xdmod"));
        const TraceJob& job = trace.jobs.at(0);
        QCOMPARE(*job.submit, *parseIsoInstant("2016-12-22T07:15:12Z"));
        QCOMPARE(*job.duration, TimeMs(24'000));
        QCOMPARE(job.milliSize, std::int64_t(2000));
        QVERIFY(!job.unit.isValid());
        QCOMPARE(text(trace, job.status), std::string("CANCELLED"));
        QCOMPARE(text(trace, job.share), std::string("acct"));
        QCOMPARE(text(trace, job.user), std::string("usr"));
        QCOMPARE(trace.jobs.at(1).milliSize, std::int64_t(12'000)); // no GPUs: processors
        QCOMPARE(text(trace, trace.jobs[1].unit), std::string("cpu"));
        QCOMPARE(note(trace, "sized-by-processors"), std::string("1"));
        QCOMPARE(note(trace, "timestamps-without-zone"), std::string("6"));
    }

    void gpusInTresLists()
    {
        QCOMPARE(gpusOfTres("billing=12,cpu=12,gres/gpu=2,mem=31000M")->count, std::int64_t(2));
        QCOMPARE(gpusOfTres("gres/gpu:a100=4")->count, std::int64_t(4));
        QCOMPARE(gpusOfTres("gres/gpu:a100=4")->type, std::string("a100"));
        QCOMPARE(gpusOfTres("cpu=1,gres/gpu=4,gres/gpu:a100=4")->count, std::int64_t(4)); // the same GPUs twice
        QCOMPARE(gpusOfTres("gres/gpu:a100=4,gres/gpu:h100=2")->count, std::int64_t(6));
        QCOMPARE(gpusOfTres("gres/gpu:a100=4,gres/gpu:h100=2")->type, std::string());
        QVERIFY(!gpusOfTres("cpu=12,gres/gpumem=5,gres/gpuutil=9"));
        QVERIFY(!gpusOfTres(""));
    }

    void requestedGpusWhenNoneAllocated()
    {
        const Trace trace = readText(
            "JobID|Account|Submit|Start|End|Elapsed|State|NCPUS|ReqTRES|AllocTRES|JobName\n"
            "1|a|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8|cpu=8,gres/"
            "gpu:v100=3||x\n"
            "2|a|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|||cpu=8|x\n");
        QCOMPARE(trace.jobs.at(0).milliSize, std::int64_t(3000));
        QCOMPARE(text(trace, trace.jobs[0].unit), std::string("v100"));
        QCOMPARE(rejects(trace), std::string("no-size@3"));
    }

    void jobStepsAreNotJobs()
    {
        const Trace trace = readText(
            "JobID|JobName|Partition|Account|AllocCPUS|State|Submit|Start|End|Elapsed\n"
            "7|train|gpu|phys|4|COMPLETED|2020-01-01T00:00:00|2020-01-01T00:00:05|2020-01-01T00:01:00|00:00:55\n"
            "7.batch|batch||phys|4|COMPLETED|2020-01-01T00:00:05|2020-01-01T00:00:05|2020-01-01T00:01:00|00:00:55\n"
            "7.extern|extern||phys|4|COMPLETED|2020-01-01T00:00:05|2020-01-01T00:00:05|2020-01-01T00:01:00|00:00:55\n"
            "7.0|python||phys|4|COMPLETED|2020-01-01T00:00:05|2020-01-01T00:00:05|2020-01-01T00:01:00|00:00:55\n"
            "8_3.batch|batch||phys|4|COMPLETED|2020-01-01T00:00:05|2020-01-01T00:00:05|2020-01-01T00:01:00|00:00:55\n");
        QCOMPARE(trace.jobs.size(), std::size_t(1));
        QCOMPARE(rejects(trace), std::string("job-step@3 job-step@4 job-step@5 job-step@6"));
        QCOMPARE(trace.jobs[0].milliSize, std::int64_t(4000));
    }

    void arrayIds()
    {
        QCOMPARE(ids("4103947"), std::string("4103947"));
        QCOMPARE(ids("4103947_100"), std::string("4103947_100"));
        QCOMPARE(ids("5_[1-3]"), std::string("5_1 5_2 5_3"));
        QCOMPARE(ids("5_[9-11,20]"), std::string("5_9 5_10 5_11 5_20"));
        QCOMPARE(ids("5_[0-8:4%2]"), std::string("5_0 5_4 5_8"));
        QCOMPARE(ids("5_[3-1]"), std::string("none"));
        QCOMPARE(ids("5_[1-"), std::string("none"));
        QCOMPARE(ids("5_[1-4000000000000]"), std::string("none"));
        QCOMPARE(ids("5_[1-4]", 3), std::string("none"));
        QCOMPARE(ids("5_[1-3]", 3), std::string("5_1 5_2 5_3"));
        const Trace trace = readText(xdmod("4103947_[9-11,20]", kStart, kEnd, "00:00:24", "TIMEOUT", "gres/gpu=1"));
        QCOMPARE(trace.jobs.size(), std::size_t(4));
        QCOMPARE(trace.rows, std::uint64_t(4));
        QCOMPARE(text(trace, trace.jobs[3].id), std::string("4103947_20"));
        QCOMPARE(note(trace, "array-tasks"), std::string("4"));
        QCOMPARE(rejects(readText(xdmod("1_[1-99999999]", kStart, kEnd, "00:00:24", "TIMEOUT", "gres/gpu=1"))),
            std::string("array-not-readable@1"));
    }

    void statesAndSentinels()
    {
        const Trace trace = readText(xdmod("1", kStart, kStart, "22:32:22", "RUNNING", "gres/gpu=1")
            + xdmod("2", "Unknown", kStart, "00:00:00", "PENDING", "")
            + xdmod("3", kEnd, kEnd, "00:00:00", "CANCELLED by 5", "gres/gpu=1", "None assigned")
            + xdmod("4", kEnd, kEnd, "00:00:00", "COMPLETED", "gres/gpu=1")
            + xdmod("5", "None", "None", "00:00:00", "CANCELLED by 5", "gres/gpu=1")
            + xdmod("6", kStart, kEnd, "UNLIMITED", "COMPLETED", "gres/gpu=1")
            + xdmod("7", kStart, "yesterday", "00:00:24", "COMPLETED", "gres/gpu=1"));
        QCOMPARE(rejects(trace),
            std::string(
                "still-running@1 never-started@2 never-started@3 never-started@5 bad-duration@6 bad-end-time@7"));
        QCOMPARE(trace.jobs.size(), std::size_t(1));
        QCOMPARE(*trace.jobs[0].duration, TimeMs(0));
    }

    void pipesInJobNames()
    {
        const Trace last = readText(xdmod("1", kStart, kEnd, "00:00:24", "COMPLETED", "gres/gpu=1", "n1", "a|b|c"));
        QCOMPARE(text(last, last.jobs.at(0).name), std::string("a|b|c"));
        const Trace middle
            = readText("JobID|JobName|Account|Submit|Start|End|Elapsed|State|NCPUS\n"
                       "1|x|y|acct|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8\n");
        QCOMPARE(text(middle, middle.jobs.at(0).name), std::string("x|y"));
        QCOMPARE(text(middle, middle.jobs[0].share), std::string("acct"));
        const Trace both = readText("JobID|JobName|Submit|Start|End|Elapsed|State|NCPUS|SubmitLine|Account\n"
                                    "1|x|y|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|"
                                    "COMPLETED|8|sbatch a || b|acct\n");
        QCOMPARE(text(both, both.jobs.at(0).name), std::string("x|y"));
        QCOMPARE(text(both, both.jobs[0].share), std::string("acct"));
        const Trace none
            = readText("JobID|Submit|Start|End|Elapsed|State|NCPUS\n"
                       "1|x|y|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8\n");
        QCOMPARE(rejects(none), std::string("too-many-cells@2"));
    }

    void newlinesInSubmitLines()
    {
        const Trace trace = readText(
            "JobID|SubmitLine|Account|Submit|Start|End|Elapsed|State|NCPUS|\n"
            "1|sbatch --wrap 'a\n\nb | "
            "c\n'|acct|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8|\n"
            "2|sbatch x|acct|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8|\n");
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(trace.jobs[0].line, 2U);
        QCOMPARE(trace.jobs[1].line, 6U);
        QCOMPARE(text(trace, trace.jobs[0].share), std::string("acct"));
    }

    void trailingPipeAndCrlf()
    {
        const Trace trace
            = readText("JobID|Account|Submit|Start|End|Elapsed|State|NCPUS|\r\n"
                       "1|a|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8|\r\n");
        QCOMPARE(trace.jobs.size(), std::size_t(1));
        QVERIFY(trace.rejected.empty());
    }

    void shortRecordsAreTold()
    {
        const Trace trace
            = readText("JobID|Account|Submit|Start|End|Elapsed|State|NCPUS\n1|a|2020-01-01T00:00:00\n"
                       "2|a|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|00:01:00|COMPLETED|8\n");
        QCOMPARE(rejects(trace), std::string("too-few-cells@2"));
        QCOMPARE(trace.jobs.size(), std::size_t(1));
    }

    void idNotFirst()
    {
        const Trace trace
            = readText("User|JobID|Account|Submit|Start|End|ElapsedRaw|State|NCPUS\n"
                       "u|1|a|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|60|COMPLETED|8\n"
                       "u|2|a|2020-01-01T00:00:00|2020-01-01T00:00:00|2020-01-01T00:01:00|61|COMPLETED|8\n");
        QCOMPARE(*trace.jobs.at(1).duration, TimeMs(61'000));
        QCOMPARE(text(trace, trace.jobs[1].user), std::string("u"));
    }

    void shareByAndZone()
    {
        TraceReadOptions options;
        options.shareBy = "QOS";
        options.timezone = "America/New_York";
        const std::string line = xdmod("1", kStart, kEnd, "00:00:24", "COMPLETED", "gres/gpu=1");
        const Trace trace = readText(line, options);
        QCOMPARE(text(trace, trace.jobs.at(0).share), std::string("qos"));
        QCOMPARE(*trace.jobs[0].submit, *parseIsoInstant("2016-12-22T12:15:12Z"));
        options.shareBy = "colour";
        QCOMPARE(errorOf(line, options).code, ErrorCode::TraceColumnMissing);
    }

    void columnsThatAreMissing()
    {
        TraceReadOptions options;
        options.format = "sacct";
        QCOMPARE(errorOf("JobID|State|NCPUS\n1|COMPLETED|8\n", options).code, ErrorCode::TraceColumnMissing);
        QCOMPARE(errorOf("JobID|State|NCPUS|Submit\n1|COMPLETED|8|x\n", options).code, ErrorCode::TraceColumnMissing);
    }

    /// XDMoD's own parse of the same file is an independent oracle.
    void agreesWithXdmod()
    {
        REQUIRE_SHARED_TRACES();
        const Trace trace = readShared({"slurm/xdmod_unit_accounting-logs.log"});
        std::ifstream file(sharedTrace("slurm/xdmod_unit_accounting-logs.expected.json"));
        const nlohmann::json expected = nlohmann::json::parse(file);
        QCOMPARE(trace.jobs.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const nlohmann::json& job = expected[i];
            QCOMPARE(text(trace, trace.jobs[i].id), job["job_id"].get<std::string>());
            QCOMPARE(*trace.jobs[i].submit, job["submit_time"].get<TimeMs>() * 1000);
            QCOMPARE(*trace.jobs[i].start, job["start_time"].get<TimeMs>() * 1000);
            QCOMPARE(*trace.jobs[i].end, job["end_time"].get<TimeMs>() * 1000);
            QCOMPARE(*trace.jobs[i].duration, job["elapsed"].get<TimeMs>() * 1000);
            QCOMPARE(text(trace, trace.jobs[i].share), job["account_name"].get<std::string>());
            QCOMPARE(text(trace, trace.jobs[i].user), job["user_name"].get<std::string>());
            QCOMPARE(text(trace, trace.jobs[i].name), job["job_name"].get<std::string>());
            const std::int64_t gpus = job["ngpus"].get<std::int64_t>();
            const std::int64_t cpus = std::stoll(job["ncpus"].get<std::string>());
            QCOMPARE(trace.jobs[i].milliSize, (gpus > 0 ? gpus : cpus) * 1000);
        }
    }

    void sharedFiles()
    {
        REQUIRE_SHARED_TRACES();
        const Trace phillips = readShared({"slurm/xdmod_phillips.log.gz"});
        QCOMPARE(phillips.rows, std::uint64_t(4285));
        QCOMPARE(phillips.rejected.size(), std::size_t(239)); // cancelled before they began
        QCOMPARE(text(phillips, phillips.rejected[0].cause), std::string("never-started"));
        std::size_t gpuJobs = 0;
        for (const TraceJob& job : phillips.jobs) {
            gpuJobs += !job.unit.isValid();
        }
        QCOMPARE(gpuJobs, std::size_t(2));
        QCOMPARE(readShared({"slurm/xdmod_unit_accounting-logs-with-job-arrays.log"}).jobs.size(), std::size_t(23));
        QCOMPARE(rejects(readShared({"slurm/xdmod_unit_non-ended-job-state.log"})),
            std::string("still-running@1 never-started@2"));
        const Trace headerless = readShared({"slurm/xdmod_phillips.slice.log"});
        const Trace header = readShared({"slurm/xdmod_phillips_header.slice.log"});
        for (std::size_t i = 0; i < header.jobs.size(); ++i) {
            QCOMPARE(text(header, header.jobs[i].id), text(headerless, headerless.jobs[i].id));
            QCOMPARE(*header.jobs[i].duration, *headerless.jobs[i].duration);
        }
    }
};

QTEST_APPLESS_MAIN(TestSacct)
#include "tst_sacct.moc"
