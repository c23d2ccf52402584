// SPDX-License-Identifier: Apache-2.0
// JSON traces: Philly's job log and AWS Batch.
#include "tests/core/workload/trace_test_support.h"

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

TimeMs utc(const char* stamp)
{
    return parseIsoInstant(stamp).value();
}

std::string phillyJob(const std::string& attempts)
{
    return R"({"status":"Pass","vc":"v1","jobid":"application_1","attempts":)" + attempts
        + R"(,"submitted_time":"2017-10-09 03:04:16","user":"u1"})";
}

std::string attempt(const std::string& start, const std::string& end, const std::string& gpus = R"("gpu0")")
{
    return R"({"start_time":)" + start + R"(,"end_time":)" + end + R"(,"detail":[{"ip":"m1","gpus":[)" + gpus + "]}]}";
}

const std::string kStart = R"("2017-10-09 03:07:23")";
const std::string kEnd = R"("2017-10-09 03:11:57")";

std::string awsJob(const std::string& id, const std::string& rest)
{
    return "{\"jobId\":\"" + id + "\",\"jobName\":\"n-" + id + "\",\"serviceJobType\":\"SAGEMAKER_TRAINING\"" + rest
        + "}";
}

const std::string kRan
    = R"(,"createdAt":1509106932000,"scheduledAt":1509107000000,"startedAt":1509107157000,"stoppedAt":1509107221000)";
const std::string kOne = R"(,"capacityUsage":[{"capacityUnit":"ml.g5.xlarge","quantity":1.0}])";

/// The member that holds a SageMaker request: JSON inside a JSON string.
std::string payload(const std::string& json)
{
    std::string escaped;
    for (const char c : json) {
        escaped += c == '"' ? std::string("\\\"") : std::string(1, c);
    }
    return ",\"serviceRequestPayload\":\"" + escaped + "\"";
}

std::string page(const std::string& jobs)
{
    return R"({"jobSummaryList":[)" + jobs + R"(],"nextToken":"abc"})";
}

} // namespace

class TestTraceJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void phillyAttempts()
    {
        const Trace trace = readText("["
            + phillyJob("[" + attempt(kStart, "\"None\"", R"("gpu0","gpu1")") + ","
                + attempt("\"None\"", kEnd, R"("gpu0","gpu1","gpu2")") + "]")
            + "," + phillyJob("[]") + "," + phillyJob("[" + attempt(kStart, "null") + "]") + ","
            + phillyJob("[" + attempt("\"\"", kEnd) + "]") + "," + phillyJob("[" + attempt(kStart, "\"soon\"") + "]")
            + "," + phillyJob("null") + "," + phillyJob("[" + attempt(kStart, kEnd, "") + "]") + "]");
        QCOMPARE(trace.format, std::string("philly-job-log-json"));
        const TraceJob& job = trace.jobs.at(0);
        QCOMPARE(*job.submit, utc("2017-10-09T03:04:16Z"));
        QCOMPARE(*job.start, utc("2017-10-09T03:07:23Z"));
        QCOMPARE(*job.duration, TimeMs(274'000)); // first start to last end
        QCOMPARE(job.milliSize, std::int64_t(3000));
        QCOMPARE(job.attempts, 2);
        QCOMPARE(text(trace, job.share), std::string("v1"));
        QCOMPARE(text(trace, job.user), std::string("u1"));
        QCOMPARE(text(trace, job.id), std::string("application_1"));
        QCOMPARE(recordedOutcome(trace.format, text(trace, job.status)), RecordedOutcome::Succeeded);
        QCOMPARE(trace.jobs.at(1).milliSize, std::int64_t(0));
        QCOMPARE(rejects(trace),
            std::string("never-started@2 still-running@3 no-start-time@4 bad-end-time@5 never-started@6"));
        QVERIFY(trace.rejected[0].text.starts_with(R"({"status":"Pass")"));
    }

    void phillyShareByAndLines()
    {
        TraceReadOptions options;
        options.shareBy = "user";
        const std::string job = phillyJob("[" + attempt(kStart, kEnd) + "]");
        const Trace trace = readText(job + "\n" + job + "\n", options);
        QCOMPARE(trace.jobs.size(), std::size_t(2));
        QCOMPARE(text(trace, trace.jobs[1].share), std::string("u1"));
    }

    void phillyOddShapes()
    {
        TraceReadOptions options;
        options.format = "philly-json";
        QCOMPARE(rejects(readText("[1,null,\"x\",[],{}]", options)),
            std::string("not-a-job@1 not-a-job@2 not-a-job@3 not-a-job@4 no-submit-time@5"));
        QCOMPARE(errorOf("[{\"jobid\":", options).code, ErrorCode::JsonSyntax);
        QCOMPARE(errorOf("[{\"a\":1},]", options).code, ErrorCode::JsonSyntax);
    }

    void awsPagesAndFields()
    {
        const Trace trace = readText(page(
            awsJob("a", kRan + kOne + R"(,"quotaShareName":"vc-1","shareIdentifier":"1","status":"SUCCEEDED")") + ","
            + awsJob("b", kRan + kOne + R"(,"shareIdentifier":"1","status":"FAILED")") + ","
            + awsJob("c", R"(,"createdAt":1509106932000,"status":"RUNNABLE","quotaShareName":"vc-1")" + kOne) + ","
            + awsJob("d", R"(,"createdAt":1509106932000,"startedAt":1509107157000,"status":"RUNNING")" + kOne) + ","
            + awsJob("e", kRan + R"(,"status":"SUCCEEDED")") + "," + R"({"jobId":"f","jobName":"only"})" + ","
            + awsJob("g",
                kRan + R"(,"capacityUsage":[{"capacityUnit":"x","quantity":1},{"capacityUnit":"y","quantity":2}])")));
        QCOMPARE(trace.format, std::string("aws-batch-json"));
        QVERIFY(trace.timesAreAbsolute);
        QCOMPARE(trace.shareColumn, std::string("quotaShareName"));
        const TraceJob& job = trace.jobs.at(0);
        QCOMPARE(*job.submit, TimeMs(1'509'106'932'000));
        QCOMPARE(*job.duration, TimeMs(64'000));
        QCOMPARE(job.milliSize, std::int64_t(1000));
        QCOMPARE(text(trace, job.unit), std::string("ml.g5.xlarge"));
        QCOMPARE(text(trace, job.name), std::string("n-a"));
        QVERIFY(!trace.jobs.at(1).share.isValid()); // identifiers are no quota shares
        QCOMPARE(note(trace, "jobs-without-share"), std::string("1"));
        QCOMPARE(
            rejects(trace), std::string("never-started@3 still-running@4 no-size@5 no-submit-time@6 several-units@7"));
    }

    void awsFairShareIdentifiers()
    {
        const Trace trace
            = readText(page(awsJob("a", kRan + kOne + R"(,"shareIdentifier":"blue","status":"SUCCEEDED")")));
        QCOMPARE(trace.shareColumn, std::string("shareIdentifier"));
        QCOMPARE(text(trace, trace.jobs.at(0).share), std::string("blue"));
    }

    /// A describe document fills in what the list lacks; overlapping pages and older documents do no harm.
    void awsJoin()
    {
        const std::string request
            = payload(R"({"ResourceConfig":{"InstanceType":"ml.p5.48xlarge","InstanceCount":4}})");
        const std::string describe = awsJob("a",
            kRan + request
                + R"(,"status":"SUCCEEDED","schedulingPriority":50,"tags":{"team":"red"},"attempts":[{},{}],"preemptionSummary":{"preemptedAttemptCount":1})");
        const std::string old
            = page(awsJob("a", R"(,"createdAt":1509106932000,"status":"RUNNABLE","quotaShareName":"vc-1")"));
        for (const std::string& both :
            {old + "\n" + describe + "\n" + old, describe + old, "[" + old + "," + describe + "]"}) {
            const Trace trace = readText(both);
            QCOMPARE(trace.jobs.size(), std::size_t(1));
            QCOMPARE(trace.rows, std::uint64_t(1));
            const TraceJob& job = trace.jobs[0];
            QCOMPARE(text(trace, job.status), std::string("SUCCEEDED"));
            QCOMPARE(text(trace, job.share), std::string("vc-1"));
            QCOMPARE(job.milliSize, std::int64_t(4000));
            QCOMPARE(text(trace, job.unit), std::string("ml.p5.48xlarge"));
            QCOMPARE(job.priority, 50);
            QCOMPARE(job.attempts, 2);
        }
        TraceReadOptions options;
        options.shareBy = "tags.team";
        const Trace tagged = readText(describe, options);
        QCOMPARE(text(tagged, tagged.jobs.at(0).share), std::string("red"));
    }

    void awsPayloadVariants()
    {
        const auto size = [](const std::string& resources) {
            const Trace trace = readText(awsJob("a", kRan + payload(resources)));
            return trace.jobs.empty() ? rejects(trace) : std::to_string(trace.jobs[0].milliSize);
        };
        QCOMPARE(
            size(
                R"({"ResourceConfig":{"InstanceGroups":[{"InstanceType":"x","InstanceCount":2},{"InstanceType":"x","InstanceCount":1}]}})"),
            std::string("3000"));
        QCOMPARE(
            size(
                R"({"ResourceConfig":{"InstanceGroups":[{"InstanceType":"x","InstanceCount":2},{"InstanceType":"y","InstanceCount":1}]}})"),
            std::string("several-units@1"));
        QCOMPARE(size("not json"), std::string("no-size@1"));
        QCOMPARE(size("{}"), std::string("no-size@1"));
    }

    void awsSharesAndEnvironments()
    {
        const Trace trace = readText(
            R"({"quotaShares":[
              {"quotaShareName":"a","capacityLimits":[{"maxCapacity":64,"capacityUnit":"ml.p4d.24xlarge"},{"maxCapacity":2,"capacityUnit":"ml.g5.xlarge"}],
               "resourceSharingConfiguration":{"strategy":"RESERVE"},"preemptionConfiguration":{"inSharePreemption":"DISABLED"},"state":"ENABLED"},
              {"quotaShareName":"b","capacityLimits":[{"maxCapacity":16,"capacityUnit":"ml.p4d.24xlarge"}],
               "resourceSharingConfiguration":{"strategy":"LEND_AND_BORROW","borrowLimit":200},"preemptionConfiguration":{"inSharePreemption":"ENABLED"},"state":"DISABLED"},
              {"quotaShareName":"c","capacityLimits":[{"maxCapacity":-1,"capacityUnit":"x"}],"resourceSharingConfiguration":{"strategy":"LEND"}}]}
             {"serviceEnvironments":[{"serviceEnvironmentName":"se","state":"ENABLED","capacityLimits":[{"maxCapacity":80,"capacityUnit":"ml.p4d.24xlarge"}]},
                                     {"serviceEnvironmentName":"other","capacityLimits":[]}]}
             {"quotaShareName":"a","capacityLimits":[{"maxCapacity":65,"capacityUnit":"ml.p4d.24xlarge"}],"state":"ENABLED"})");
        QCOMPARE(trace.quotaShares.size(), std::size_t(3));
        QCOMPARE(trace.quotaShares[0].limits.at(0).maxCapacity, 65); // the later describe-quota-share
        const QuotaShare& b = trace.quotaShares[1];
        QCOMPARE(b.sharing.strategy, SharingStrategy::LendAndBorrow);
        QCOMPARE(b.sharing.borrowLimit, std::optional<std::int32_t>(200));
        QVERIFY(b.inSharePreemption && !b.isEnabled);
        QCOMPARE(trace.unitNames.at(b.limits.at(0).unit.value()), std::string("ml.p4d.24xlarge"));
        QCOMPARE(trace.quotaShares[2].sharing.strategy, SharingStrategy::Lend);
        QVERIFY(trace.quotaShares[2].limits.empty());
        QCOMPARE(note(trace, "limits-ignored"), std::string("1"));
        QVERIFY(trace.environment.has_value());
        QCOMPARE(trace.environment->name, std::string("se"));
        QCOMPARE(trace.environment->limits.at(0).maxCapacity, 80);
        QCOMPARE(note(trace, "environments-ignored"), std::string("1"));
    }

    void containerJobs()
    {
        const Trace trace = readText(
            R"({"jobs":[{"jobId":"a","jobName":"x","createdAt":1480460782010,"startedAt":1480460816500,"stoppedAt":1480460880699,
            "status":"SUCCEEDED","container":{"vcpus":1}},{"jobId":"b","jobName":"x","createdAt":1480460782010,"startedAt":1480460816500,
            "stoppedAt":1480460880699,"status":"SUCCEEDED","container":{"resourceRequirements":[{"type":"GPU","value":"2"}]}}]})");
        QCOMPARE(trace.jobs.at(0).milliSize, std::int64_t(0));
        QCOMPARE(*trace.jobs[0].duration, TimeMs(64'199));
        QCOMPARE(trace.jobs.at(1).milliSize, std::int64_t(2000));
    }

    void aScenarioIsNoTrace()
    {
        QCOMPARE(
            errorOf(R"({"format":"quotaboard-scenario","version":1,"serviceEnvironments":[],"quotaShares":[]})").code,
            ErrorCode::TraceNotRecognised);
    }

    void sharedFiles()
    {
        REQUIRE_SHARED_TRACES();
        const Trace real = readShared({"philly/cluster_job_log_real3.json"});
        QCOMPARE(*real.jobs.at(1).duration, TimeMs(469'000));
        QCOMPARE(real.jobs[1].attempts, 4);
        QCOMPARE(real.jobs.at(0).milliSize, std::int64_t(8000));
        QCOMPARE(rejects(real), std::string("never-started@3"));
        const Trace derived = readShared({"philly/cluster_job_log_derived600.json"});
        QCOMPARE(derived.rows, std::uint64_t(600));
        QCOMPARE(derived.jobs.size(), std::size_t(551));
        const Trace aws = readShared(
            {"awsbatch/derived-list-service-jobs.page1.json", "awsbatch/derived-list-service-jobs.page2.json",
                "awsbatch/derived-list-service-jobs.page3.json", "awsbatch/derived-list-quota-shares.json"});
        QCOMPARE(aws.rows, std::uint64_t(250));
        QCOMPARE(aws.jobs.size(), std::size_t(212));
        QCOMPARE(aws.quotaShares.size(), std::size_t(11));
        QCOMPARE(aws.files.size(), std::size_t(4));
        QCOMPARE(int(aws.jobs.back().file), 2);
    }
};

QTEST_APPLESS_MAIN(TestTraceJson)
#include "tst_trace_json.moc"
