// SPDX-License-Identifier: Apache-2.0
// `explain` gives every reason of scheduling.md section 7 and `validate` every warning of section 9, with names and
// numbers.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"
#endif

using namespace quotaboard::test;

namespace {

QByteArray share(const char* name, int limit, const char* strategy, int borrowLimit = -2)
{
    return QString(R"({"quotaShareName": "%1", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": %2}],
        "resourceSharingConfiguration": {"strategy": "%3"%4}})")
        .arg(name)
        .arg(limit)
        .arg(strategy, borrowLimit < -1 ? QString() : QString(", \"borrowLimit\": %1").arg(borrowLimit))
        .toUtf8();
}

QByteArray job(const char* id, const char* share, int instances, int submit = 0, const QByteArray& more = {})
{
    return QString(
        R"({"jobId": "%1", "jobName": "%1", "quotaShareName": "%2", "capacityUnit": "gpu", "instanceCount": %3,
        "submitSeconds": %4, "workSeconds": 7200%5})")
        .arg(id, share)
        .arg(instances)
        .arg(submit)
        .arg(QString::fromUtf8(more))
        .toUtf8();
}

QByteArray scenario(int capacity, const QByteArrayList& shares, const QByteArrayList& jobs, const QByteArray& more = {},
    const QByteArray& units = R"("capacityUnits": {"gpu": {"gpus": 1}},)")
{
    return R"({"format": "quotaboard-scenario", "version": 1, )" + units
        + R"("serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": )"
        + QByteArray::number(capacity) + "}]}], \"quotaShares\": [" + shares.join(",") + "], \"jobs\": ["
        + jobs.join(",") + "]" + more + "}";
}

const QByteArray kRaised = R"(, "schedulingPriority": 9, "checkpoint": {"intervalSeconds": 60})";

} // namespace

class TestCliExplain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reasons_data();
    void reasons();
    void jobsThatDoNotWait();
    void namesQueueAndHolders();
    void endedJobs_data();
    void endedJobs();
    void behindSaysWhyTheFrontWaits();
    void jobsByName();
    void holdingsOfTheJobAskedFor();
    void warnings_data();
    void warnings();
    void warningsOfOneKindAreGrouped();
    void warningsOfTimedChanges();
    void validScenarioWithoutWarnings();

private:
    CliRun explain(const QByteArray& text, const QStringList& options)
    {
        writeContent(file_, text);
        return cli(QStringList{"explain", file_} + options);
    }

    QTemporaryDir folder_;
    QString file_ = folder_.filePath("s.json");
};

void TestCliExplain::reasons_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<bool>("hasAwsText");
    const QByteArrayList both{share("a", 2, "LEND_AND_BORROW", 50), share("b", 6, "LEND")};
    const auto add = [](const char* code, const QByteArray& text, const char* sentence, bool hasAwsText = false) {
        QTest::newRow(code) << text << code << QString::fromUtf8(sentence) << hasAwsText;
    };
    add("BEHIND", scenario(1, {share("a", 1, "RESERVE")}, {job("r", "a", 1), job("f", "a", 1, 1), job("w", "a", 1, 2)}),
        "Job w waits behind job f, the front of share a: position 2");
    add("ENVIRONMENT_MAX", scenario(4, {share("a", 10, "RESERVE")}, {job("w", "a", 5)}),
        "Job w needs 5 x gpu, more than the whole environment has (4)", true);
    add("SHARE_LIMIT", scenario(8, {share("a", 2, "LEND"), share("b", 6, "LEND")}, {job("w", "a", 3)}),
        "Job w needs 3 x gpu, more than the limit of share a (2), which may not borrow", true);
    add("BORROW_LIMIT_MAX", scenario(8, both, {job("w", "a", 4)}),
        "Job w needs 4 x gpu, more than the limit of share a (2) and what it may borrow (1)", true);
    add("BORROWABLE_MAX",
        scenario(8, {share("a", 2, "LEND_AND_BORROW", -1), share("b", 6, "RESERVE")}, {job("w", "a", 3)}),
        "Job w needs 3 x gpu, more than share a could get if every lending share were idle", true);
    add("SHARE_FULL",
        scenario(8, {share("a", 2, "RESERVE"), share("b", 6, "LEND")}, {job("r", "a", 2), job("w", "a", 1, 1)}),
        "Job w needs 1 x gpu; share a uses 2 of its 2 and may not borrow");
    add("BORROW_LIMIT", scenario(8, both, {job("r", "a", 3), job("w", "a", 1, 1)}),
        "Job w needs 1 x gpu; share a uses 3 of its 2 and may borrow 1 only");
    add("NOTHING_TO_BORROW",
        scenario(6, {share("a", 2, "LEND_AND_BORROW", -1), share("b", 2, "LEND"), share("c", 2, "RESERVE")},
            {job("r", "a", 2), job("s", "b", 2), job("w", "a", 1, 1)}),
        "Job w needs 1 x gpu; share a uses 2 of its 2 and there is not enough idle capacity to borrow: 4 of 6 in use, "
        "2 "
        "held in reserve");
    add("OVERSUBSCRIBED",
        scenario(4, {share("a", 4, "RESERVE"), share("b", 4, "RESERVE")}, {job("r", "b", 4), job("w", "a", 1, 1)}),
        "Job w needs 1 x gpu and is within the limit of share a, but jobs within their limits use 4 of 4");
    add("ENVIRONMENT_DISABLED",
        scenario(4, {share("a", 4, "RESERVE")}, {job("w", "a", 1, 6)},
            R"(, "interventions": [{"atSeconds": 5, "updateServiceEnvironment": {"state": "DISABLED"}}])"),
        "Job w waits because the service environment is disabled");
    add("WAITING_FOR_INSTANCES",
        scenario(4, {share("a", 2, "LEND_AND_BORROW", -1), share("b", 2, "LEND")},
            {job("own", "a", 2), job("borrowed", "a", 2), job("w", "b", 1, 50)},
            R"(, "platform": {"stopGraceSeconds": 120})"),
        "Job w is scheduled and waits for the instances of borrowed, which is still stopping until 2 min 50 s");
}

void TestCliExplain::reasons()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, sentence);
    QFETCH(bool, hasAwsText);
    const CliRun json = explain(text, {"--job", "w", "--at", "1m", "--json"});
    QVERIFY2(json.status == 0, json.err.constData());
    const QJsonObject reason = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(reason["reason"].toString(), code);
    QCOMPARE(reason["text"].toString(), sentence);
    QCOMPARE(reason["statusReason"].toString().isEmpty(), !hasAwsText);
    const CliRun plain = explain(text, {"--job", "w", "--at", "1970-01-01T00:01:00Z"});
    QVERIFY2(plain.out.simplified().startsWith(sentence.toUtf8()), plain.out.constData());
    QVERIFY(plain.out.contains(code.toUtf8()));
    for (const QByteArray& line : plain.out.split('\n'))
        QVERIFY2(line.size() <= 100, line.constData());
    QCOMPARE(plain.out.contains("AWS shows: MISCONFIGURATION:"), hasAwsText);
}

void TestCliExplain::jobsThatDoNotWait()
{
    const QByteArray text = scenario(2, {share("a", 2, "RESERVE")}, {job("r", "a", 2), job("later", "a", 2, 7300)});
    QVERIFY(explain(text, {"--job", "r", "--at", "60"}).out.startsWith("Job r does not wait: it is RUNNING"));
    QVERIFY(explain(text, {"--job", "later", "--at", "60"}).out.contains("submitted later, at 2 h 02 min"));
    QVERIFY(explain(text, {"--job", "r", "--at", "3h"}).out.contains("Job r has ended by then"));
    // A job with an id is not found by its index.
    QCOMPARE(explain(text, {"--job", "0", "--at", "60"}).status, 2);
}

void TestCliExplain::namesQueueAndHolders()
{
    const QByteArray text = scenario(4, {share("a", 2, "RESERVE"), share("b", 2, "RESERVE")},
        {job("r", "a", 2), job("s", "b", 1), job("f", "a", 1, 1), job("g", "a", 1, 2), job("w", "a", 1, 3)});
    const CliRun run = explain(text, {"--job", "w", "--at", "60"});
    QVERIFY2(run.out.contains("ahead: f, g\n"), run.out.constData());
    const QJsonObject json
        = QJsonDocument::fromJson(explain(text, {"--job", "w", "--at", "60", "--json"}).out).object();
    QCOMPARE(json["position"].toInt(), 3);
    const QJsonArray holders = json["holders"].toArray();
    QCOMPARE(holders.size(), 2);
    QCOMPARE(holders[0].toObject()["jobId"].toString(), QString("r"));
    QCOMPARE(holders[0].toObject()["instanceCount"].toInt(), 2);
    QCOMPARE(holders[1].toObject()["quotaShareName"].toString(), QString("b"));
}

void TestCliExplain::endedJobs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("sentence");
    const auto add = [](const char* name, const QByteArray& text, const char* reason, const char* sentence) {
        QTest::newRow(name) << text << reason << sentence;
    };
    const QByteArray team = share("a", 2, "RESERVE");
    QByteArray disabled = team;
    disabled.replace("\"quotaShareName\"", "\"state\": \"DISABLED\", \"quotaShareName\"");
    add("succeeded", scenario(2, {team}, {job("w", "a", 1)}), "",
        "Job w has ended by then: it SUCCEEDED at 2 h 00 min (1970-01-01T02:00:00Z), in attempt 1");
    add("share disabled", scenario(2, {disabled}, {job("w", "a", 1, 5)}), "SHARE_DISABLED",
        "Job w has ended by then: it was refused at its submission and FAILED at 5 s (1970-01-01T00:00:05Z), reason "
        "SHARE_DISABLED: quota share a is disabled then and takes no new jobs");
    add("queue disabled", scenario(2, {team}, {job("w", "a", 1, 5)}, R"(, "jobQueue": {"state": "DISABLED"})"),
        "QUEUE_DISABLED",
        "Job w has ended by then: it was refused at its submission and FAILED at 5 s (1970-01-01T00:00:05Z), reason "
        "QUEUE_DISABLED: the job queue is disabled then and takes no new jobs");
    add("terminated",
        scenario(2, {team}, {job("w", "a", 1)},
            R"(, "interventions": [{"atSeconds": 60, "terminateServiceJob": {"jobId": "w"}}])"),
        "TERMINATED",
        "Job w has ended by then: it FAILED at 1 min 00 s (1970-01-01T00:01:00Z), in attempt 1, reason TERMINATED: an "
        "intervention terminated it");
    add("time limit",
        scenario(2, {team}, {job("w", "a", 3)},
            R"(, "jobQueue": {"jobStateTimeLimitActions": [{"reason": "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE",
                "maxTimeSeconds": 600, "state": "RUNNABLE", "action": "TERMINATE"}]})"),
        "TIME_LIMIT",
        "Job w has ended by then: it FAILED at 10 min 00 s (1970-01-01T00:10:00Z), without ever being dispatched, "
        "reason TIME_LIMIT: it was a front that cannot run for as long as jobStateTimeLimitActions allows");
}

void TestCliExplain::endedJobs()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, reason);
    QFETCH(QString, sentence);
    const CliRun plain = explain(text, {"--job", "w", "--at", "3h"});
    QCOMPARE(plain.out.simplified(), sentence.toUtf8());
    const QJsonObject json
        = QJsonDocument::fromJson(explain(text, {"--job", "w", "--at", "3h", "--json"}).out).object();
    QCOMPARE(json["text"].toString(), sentence);
    QCOMPARE(json["failureReason"].toString(), reason);
    QCOMPARE(json["state"].toString(), QString(reason.isEmpty() ? "SUCCEEDED" : "FAILED"));
}

void TestCliExplain::behindSaysWhyTheFrontWaits()
{
    const QByteArray text = scenario(4, {share("a", 2, "RESERVE"), share("b", 2, "RESERVE")},
        {job("r", "a", 2), job("f", "a", 1, 1), job("w", "a", 1, 2)});
    const QByteArray plain = explain(text, {"--job", "w", "--at", "60"}).out;
    QVERIFY2(plain.contains("the front: Job f needs 1 x gpu; share a uses 2 of its 2 and may not borrow\n"),
        plain.constData());
    const QJsonObject json
        = QJsonDocument::fromJson(explain(text, {"--job", "w", "--at", "60", "--json"}).out).object();
    QCOMPARE(json["front"].toObject()["jobId"].toString(), QString("f"));
    QCOMPARE(json["front"].toObject()["reason"].toString(), QString("SHARE_FULL"));
    QCOMPARE(json["front"].toObject()["used"].toInt(), 2);
    // The front itself has no other front.
    const QByteArray front = explain(text, {"--job", "f", "--at", "60", "--json"}).out;
    QVERIFY(QJsonDocument::fromJson(front).object()["front"].isNull());
}

void TestCliExplain::jobsByName()
{
    QByteArrayList jobs;
    for (const char* name : {"alone", "twin", "twin", "many", "many", "many", "many", "many", "many", "1"})
        jobs.append(job("x", "a", 1)
                        .replace("\"jobId\": \"x\", \"jobName\": \"x\"", QByteArray("\"jobName\": \"") + name + "\""));
    const QByteArray text = scenario(2, {share("a", 2, "RESERVE")}, jobs);
    const QByteArray alone = explain(text, {"--job", "alone", "--at", "60"}).out;
    QVERIFY2(alone.startsWith("Job 0 (alone) does not wait"), alone.constData());
    QCOMPARE(explain(text, {"--job", "0", "--at", "60"}).out, alone);
    const CliRun twins = explain(text, {"--job", "twin", "--at", "60"});
    QCOMPARE(twins.status, 2);
    QVERIFY2(twins.err.contains("2 jobs are named \"twin\"; ask for one by its id: 1, 2\n"), twins.err.constData());
    QVERIFY(explain(text, {"--job", "many", "--at", "60"}).err.contains("its id: 3, 4, 5, 6, 7, …\n"));
    // An index goes before a name.
    QVERIFY(explain(text, {"--job", "1", "--at", "60"}).out.contains("job 1 (twin): "));
    const QByteArray json = explain(text, {"--job", "1", "--at", "60", "--json"}).out;
    QCOMPARE(QJsonDocument::fromJson(json).object()["jobName"].toString(), QString("twin"));
}

void TestCliExplain::holdingsOfTheJobAskedFor()
{
    const QByteArray text = scenario(4, {share("a", 4, "RESERVE")}, {job("r", "a", 3), job("q", "a", 1)});
    const QByteArray plain = explain(text, {"--job", "r", "--at", "60"}).out;
    QVERIFY2(plain.startsWith("Job r does not wait: it is RUNNING since 0 s and holds 3 x gpu\n"), plain.constData());
    QVERIFY2(plain.simplified().contains("a r RUNNING (the job asked for) 3 0"), plain.constData());
    const QByteArray json = explain(text, {"--job", "r", "--at", "60", "--json"}).out;
    QCOMPARE(QJsonDocument::fromJson(json).object()["holders"].toArray().size(), 2);
}

void TestCliExplain::warnings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("words");
    const auto add = [](const char* code, const QByteArray& text, const QStringList& words) {
        QTest::newRow(code) << text << code << words;
    };
    const QByteArray borrower = share("alpha", 2, "LEND_AND_BORROW", -1);
    const QByteArray lender = share("beta", 6, "LEND");
    add("UNASSIGNED_CAPACITY", scenario(9, {lender}, {}), {"gpu", "3 of 9 instances"});
    add("OVERSUBSCRIBED", scenario(7, {borrower, lender}, {}), {"gpu", "8 instances", "has 7"});
    add("UNIT_NOT_IN_ENVIRONMENT", scenario(0, {lender}, {}), {"gpu", "share beta"});
    add("IMPOSSIBLE_JOBS", scenario(6, {lender}, {job("wide", "beta", 7), job("wider", "beta", 8)}),
        {"2 jobs of share beta", "job wide, 7 instances", "at most 6"});
    add("FRONT_BLOCKS_OWN_QUOTA",
        scenario(8, {borrower, lender}, {job("wide", "alpha", 3, 0, kRaised), job("one", "alpha", 1)}),
        {"share alpha", "1 job is wider than its limit of 2 gpu"});
    add("WIDE_FRONT_MAY_STARVE",
        scenario(
            4, {share("alpha", 4, "LEND"), share("beta", 4, "LEND")}, {job("x", "alpha", 4), job("y", "alpha", 1)}),
        {"share alpha", "up to 4 instances"});
    add("WIDE_VICTIMS", scenario(8, {borrower, lender}, {job("x", "alpha", 2, 0, kRaised)}),
        {"share alpha", "up to 2 instances"});
    add("PRIORITIES_ALL_RAISED",
        scenario(8, {borrower, lender}, {job("x", "alpha", 1, 0, kRaised), job("y", "alpha", 1, 0, kRaised)}),
        {"share alpha", "priority 9"});
    add("BORROWERS_UNCHECKPOINTED",
        scenario(8, {borrower, lender}, {job("x", "alpha", 1, 0, kRaised), job("y", "alpha", 1)}),
        {"share alpha", "1 of its 2 jobs"});
    add("GUESSED_UNIT", scenario(6, {lender}, {}, {}, {}), {"gpu", "1 GPU"});
}

void TestCliExplain::warnings()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QStringList, words);
    writeContent(file_, text);
    const CliRun json = cli({"validate", file_, "--json"});
    QCOMPARE(json.status, 0);
    QString sentence;
    for (const QJsonValue& warning : QJsonDocument::fromJson(json.out).object()["warnings"].toArray()) {
        if (warning.toObject()["code"].toString() == code)
            sentence = warning.toObject()["text"].toString();
    }
    for (const QString& word : words)
        QVERIFY2(sentence.contains(word), qPrintable(word + "\n" + sentence));
    const CliRun plain = cli({"validate", file_});
    QCOMPARE(plain.status, 0);
    QVERIFY(plain.out.contains("is valid: "));
    QVERIFY2(plain.out.simplified().contains(sentence.toUtf8().simplified()), plain.out.constData());
}

void TestCliExplain::warningsOfOneKindAreGrouped()
{
    QByteArrayList shares;
    QByteArrayList jobs;
    for (const char* name : {"s1", "s2", "s3", "s4", "s5"}) {
        shares.append(share(name, 1, "LEND_AND_BORROW", -1));
        jobs.append(job(name, name, 1));
    }
    writeContent(file_, scenario(6, shares, jobs));
    const QByteArray plain = cli({"validate", file_}).out;
    QCOMPARE(plain.count("warning:"), 2);
    QVERIFY2(plain.simplified().contains(
                 "warning: 5 shares borrow with jobs that write no checkpoints; under steady reclaim they may never "
                 "finish: s1 (gpu; its only job writes no checkpoints), s2 (gpu; its only job writes no checkpoints), "
                 "s3 (gpu; its only job writes no checkpoints) and 2 more (all in --json)"),
        plain.constData());
    QVERIFY2(
        plain.simplified().contains("gpu: 1 of 6 instances belongs to no quota share; it is neither used nor lent"),
        plain.constData());
    QCOMPARE(QJsonDocument::fromJson(cli({"validate", file_, "--json"}).out).object()["warnings"].toArray().size(), 6);
    writeContent(file_, scenario(6, {share("beta", 6, "LEND")}, {job("wide", "beta", 7)}));
    QVERIFY(cli({"validate", file_})
                .out.simplified()
                .contains("1 job of share beta can never start on gpu (job wide, 7 instances; at most 6 can ever be "
                          "had) and blocks"));
}

void TestCliExplain::warningsOfTimedChanges()
{
    writeContent(file_,
        scenario(6, {share("beta", 6, "LEND")}, {job("x", "beta", 1)},
            R"(, "interventions": [{"atSeconds": 7200, "updateServiceEnvironment": {
                "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 9}]}},
                {"atSeconds": 10800, "updateQuotaShare": {"quotaShareName": "beta",
                "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 12}]}}])"));
    const QByteArray plain = cli({"validate", file_}).out;
    QVERIFY2(plain.simplified().contains("warning: from 2 h 00 min on: gpu: 3 of 9 instances belong to no quota share"),
        plain.constData());
    QVERIFY2(plain.simplified().contains("warning: from 3 h 00 min on: gpu: the limits add up to 12 instances"),
        plain.constData());
    const QJsonArray list
        = QJsonDocument::fromJson(cli({"validate", file_, "--json"}).out).object()["warnings"].toArray();
    QCOMPARE(list.size(), 2);
    QCOMPARE(list[0].toObject()["fromMs"].toInt(), 7'200'000);
    QCOMPARE(list[1].toObject()["fromMs"].toInt(), 10'800'000);
}

void TestCliExplain::validScenarioWithoutWarnings()
{
    writeContent(file_, scenario(6, {share("beta", 6, "LEND")}, {job("x", "beta", 1)}));
    const CliRun run = cli({"validate", file_});
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.contains("1 quota share, 1 job, 0 interventions"));
    QVERIFY2(run.out.count('\n') <= 2 && !run.out.contains("warning:"), run.out.constData());
}

QTEST_GUILESS_MAIN(TestCliExplain)
#include "tst_cli_explain.moc"
