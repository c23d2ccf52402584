// SPDX-License-Identifier: Apache-2.0
// Every way to damage a scenario gives exit status 3 and one sentence: file, JSON pointer, what was found, what is
// allowed.
#include <QTemporaryDir>
#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/app/cli_good_scenario.h"
#include "tests/app/cli_test_support.h"

#include <nlohmann/json.hpp>
#endif

using namespace quotaboard::test;

namespace {

using Json = nlohmann::json;
using Pointer = nlohmann::json::json_pointer;

QByteArray bytes(const Json& json)
{
    return QByteArray::fromStdString(json.dump());
}

/// Calls `visit` with the pointer of every value below `value`.
template <class Visit>
void walk(const Json& value, const Pointer& at, Visit&& visit)
{
    if (!value.is_structured())
        return;
    for (const auto& [key, member] : value.items()) {
        const Pointer place = value.is_array() ? at / std::stoul(key) : at / key;
        visit(place, member);
        walk(member, place, visit);
    }
}

Json wrongTypeFor(const Json& value)
{
    if (value.is_number())
        return "text";
    if (value.is_boolean())
        return 1;
    return true;
}

/// One edit of the good scenario: a pointer that gets a value.
struct Damage {
    const char* name;
    const char* pointer;
    const char* value;
    /// Other than the pointer, where the error is not there.
    const char* place;
    const char* words;
};

constexpr const char* kHere = nullptr;
constexpr Damage kDamages[] = {
    {"other format", "/format", R"("kueue")", kHere, "kueue, wanted quotaboard-scenario"},
    {"version 2", "/version", "2", kHere, "version 2 was written by a newer program; this one reads up to version 1"},
    {"version 0", "/version", "0", kHere, "found 0, allowed: 1 to"},
    {"version fraction", "/version", "1.5", kHere, "found 1.5, must be a whole number"},
    {"start is no instant", "/startTime", R"("today")", kHere, "2026-11-30T00:00:00Z"},
    {"start on no day", "/startTime", R"("2026-02-30T00:00:00Z")", kHere, "2026-02-30T00:00:00Z"},
    {"horizon below 0", "/horizonSeconds", "-1", kHere, "found -1, allowed: 0 to"},
    {"horizon too large", "/horizonSeconds", "1e300", kHere, "found 1e+300, allowed: 0 to"},
    {"gpus below 0", "/capacityUnits/gpu/gpus", "-1", kHere, "found -1, allowed: 0 to"},
    {"cost below 0", "/capacityUnits/gpu/hourlyCost", "-0.5", kHere, "found -0.5, allowed: 0 to"},
    {"no environment", "/serviceEnvironments", "[]", kHere, "found 0 entries, allowed: exactly 1"},
    {"environment has no limits", "/serviceEnvironments/0/capacityLimits", "[]", kHere, "allowed: 1 to 5"},
    {"environment below 0", "/serviceEnvironments/0/capacityLimits/0/maxCapacity", "-1", kHere,
        "found -1, allowed: 0 to"},
    {"environment state", "/serviceEnvironments/0/state", R"("on")", kHere, "found on, allowed: ENABLED, DISABLED"},
    {"idle strategy", "/schedulingPolicy/quotaSharePolicy/idleResourceAssignmentStrategy", R"("LIFO")", kHere,
        "allowed: FIFO"},
    {"time limit reason", "/jobQueue/jobStateTimeLimitActions/0/reason", R"("SLOW")", kHere, "CAPACITY:INSUFFICIENT"},
    {"time limit action", "/jobQueue/jobStateTimeLimitActions/0/action", R"("PAUSE")", kHere, "allowed: TERMINATE"},
    {"time limit state", "/jobQueue/jobStateTimeLimitActions/0/state", R"("RUNNING")", kHere, "allowed: RUNNABLE"},
    {"no shares", "/quotaShares", "[]", kHere, "found 0 entries, allowed: 1 to 20"},
    {"share without a name", "/quotaShares/1/quotaShareName", R"("")", kHere, "a name that is not empty"},
    {"share named twice", "/quotaShares/1/quotaShareName", R"("a")", kHere, "\"a\" was given before"},
    {"share limit 0", "/quotaShares/0/capacityLimits/0/maxCapacity", "0", kHere, "found 0, allowed: 1 to"},
    {"share limit huge", "/quotaShares/0/capacityLimits/0/maxCapacity", "99999999999999999999", kHere, "allowed: 1 to"},
    {"share limit fraction", "/quotaShares/0/capacityLimits/0/maxCapacity", "2.5", kHere, "must be a whole number"},
    {"unit twice", "/quotaShares/0/capacityLimits/1", R"({"capacityUnit": "gpu", "maxCapacity": 2})",
        "/quotaShares/0/capacityLimits/1/capacityUnit", "\"gpu\" was given before"},
    {"strategy", "/quotaShares/0/resourceSharingConfiguration/strategy", R"("SHARE")", kHere,
        "RESERVE, LEND, LEND_AND_BORROW"},
    {"borrow limit", "/quotaShares/0/resourceSharingConfiguration/borrowLimit", "-2", kHere,
        "found -2, allowed: -1 to"},
    {"in-share preemption", "/quotaShares/0/preemptionConfiguration/inSharePreemption", R"("YES")", kHere,
        "ENABLED, DISABLED"},
    {"budget", "/quotaShares/0/interruptionBudget/preemptionsPerJob", "-1", kHere, "found -1, allowed: 0 to"},
    {"start-up below 0", "/platform/startupSeconds", "-0.001", kHere, "found -0.001, allowed: 0 to"},
    {"victim order", "/platform/victimOrder", R"("random")", kHere,
        "priority, youngest, oldest, leastLoss, mostBorrowed"},
    {"unassigned", "/platform/unassignedCapacity", R"("lost")", kHere, "idle, borrowable"},
    {"queue front", "/platform/queueFront", R"("all")", kHere, "share, capacityUnit"},
    {"requeue", "/platform/requeue", R"("front")", kHere, "original, back"},
    {"probability", "/platform/resumeSuccessProbability", "1.01", kHere, "found 1.01, allowed: 0 to 1"},
    {"seed below 0", "/platform/seed", "-1", kHere, "from 0 to 18446744073709551615"},
    {"share of no job", "/jobs/0/quotaShareName", R"("zz")", kHere, "\"zz\" does not name a quota share"},
    {"instances 0", "/jobs/0/instanceCount", "0", kHere, "found 0, allowed: 1 to"},
    {"submit below 0", "/jobs/0/submitSeconds", "-5", kHere, "found -5, allowed: 0 to"},
    {"work below 0", "/jobs/0/workSeconds", "-5", kHere, "found -5, allowed: 0 to"},
    {"work is null", "/jobs/0/workSeconds", "null", kHere, "found null, must be a number of seconds"},
    {"priority", "/jobs/0/schedulingPriority", "10000", kHere, "found 10000, allowed: 0 to 9999"},
    {"job id twice", "/jobs/1/jobId", R"("one")", kHere, "\"one\" was given before"},
    {"interval 0", "/jobs/0/checkpoint/intervalSeconds", "0", kHere, "found 0, allowed: 0.001 to"},
    {"endless checkpoints", "/jobs/0/checkpoint", R"({"intervalSeconds": 0.001, "costSeconds": 92000000000})", kHere,
        "100,000 years"},
    {"retries", "/jobs/0/preemptionConfiguration/preemptionRetriesBeforeTermination", "-1", kHere,
        "found -1, allowed: 0 to"},
    {"attempts", "/jobs/0/retryStrategy/attempts", "0", kHere, "found 0, allowed: 1 to"},
    {"exit rules", "/jobs/0/retryStrategy/evaluateOnExit/0/action", R"("STOP")", kHere, "RETRY, EXIT"},
    {"outcome", "/jobs/0/outcome", R"("CANCELLED")", kHere, "SUCCEEDED, FAILED"},
    {"generator share", "/generators/0/quotaShareName", R"("zz")", kHere, "\"zz\" does not name"},
    {"generator process", "/generators/0/arrival/process", R"("chaos")", kHere,
        "poisson, dailyCurve, burst, deterministic"},
    {"generator rate", "/generators/0/arrival/perHour", "0", kHere, "found 0, allowed: 1e-09 to"},
    {"generator weights", "/generators/0/arrival/weekdayWeights", "[0,0,0,0,0,0,0]", kHere,
        "at least one weight above 0"},
    {"generator bounds", "/generators/0/work/leastSeconds", "9999", kHere, "leastSeconds is more than mostSeconds"},
    {"generator count", "/generators/0/count", "10000001", kHere, "allowed: 0 to 10000000"},
    {"two edits at once", "/interventions/0/deleteQuotaShare", R"({"quotaShareName": "a"})", "/interventions/0",
        "exactly one of"},
    {"edit at no time", "/interventions/0/atSeconds", "-1", kHere, "found -1, allowed: 0 to"},
    {"edit of what job", "/interventions/2/updateServiceJob/jobId", "-3", kHere,
        "found -3, must be a text, or the index of a job"},
    {"key to escape", "/capacityUnits/a~1b~0c", "5", kHere, "found 5, must be an object"},
};

} // namespace

class TestCliBadScenarios : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGoodOneIsGood();
    void damaged_data();
    void damaged();
    void wrongTypesEverywhere();
    void missingKeys_data();
    void missingKeys();
    void tooManyEntries();
    void notJson_data();
    void notJson();
    void excerptsStayShort();
    void unknownKeysWarnAndTheRunGoesOn();
    void mistypedKeys();
    void idsThatAreIndexes_data();
    void idsThatAreIndexes();
    void referencesByIndex();
    void manyWarningsOfOneKind();
    void tooManyCapacityUnits();

private:
    void refuses(const QByteArray& text, const QByteArray& place, const QByteArray& words);

    const Json good_ = Json::parse(kGoodScenario);
    QTemporaryDir folder_;
    QString file_ = folder_.filePath("s.json");
};

/// Runs a bad scenario and checks status, the one line of the message, and that nothing was written.
void TestCliBadScenarios::refuses(const QByteArray& text, const QByteArray& place, const QByteArray& words)
{
    writeContent(file_, text);
    const CliRun run
        = cli({"run", file_, "--events", folder_.filePath("events"), "--summary", folder_.filePath("summary")});
    const QByteArray where = "quotaboard-cli: " + file_.toUtf8() + ": " + (place.isEmpty() ? "" : place + ": ");
    QVERIFY2(run.status == 3, (place + " gave " + QByteArray::number(run.status) + " " + run.err).constData());
    QVERIFY2(run.err.startsWith(where), (where + "\n" + run.err).constData());
    QVERIFY2(run.err.contains(words), (words + "\n" + run.err).constData());
    QVERIFY2(run.err.count('\n') == 1 && run.err.size() < 700, run.err.constData());
    QVERIFY(run.out.isEmpty());
    QCOMPARE(filesIn(folder_.path()), QStringList{"s.json"});
}

void TestCliBadScenarios::theGoodOneIsGood()
{
    writeContent(file_, kGoodScenario);
    for (const QStringList& arguments : {QStringList{"run", file_}, QStringList{"validate", file_}}) {
        const CliRun run = cli(arguments);
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY2(!run.err.contains("unknown key"), run.err.constData());
    }
}

void TestCliBadScenarios::damaged_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("words");
    for (const Damage& damage : kDamages) {
        Json json = good_;
        json[Pointer(damage.pointer)] = Json::parse(damage.value);
        QTest::newRow(damage.name) << bytes(json) << QByteArray(damage.place ? damage.place : damage.pointer)
                                   << QByteArray(damage.words);
    }
}

void TestCliBadScenarios::damaged()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, words);
    refuses(text, place, words);
}

void TestCliBadScenarios::wrongTypesEverywhere()
{
    int places = 0;
    std::vector<Pointer> pointers;
    walk(good_, Pointer(), [&](const Pointer& pointer, const Json&) { pointers.push_back(pointer); });
    for (const Pointer& pointer : pointers) {
        Json json = good_;
        const Json wrong = wrongTypeFor(json[pointer]);
        json[pointer] = wrong;
        refuses(bytes(json), QByteArray::fromStdString(pointer.to_string()), "found " + bytes(wrong) + ", must be ");
        if (QTest::currentTestFailed())
            return;
        ++places;
    }
    QVERIFY(places > 180);
}

void TestCliBadScenarios::missingKeys_data()
{
    QTest::addColumn<QString>("parent");
    QTest::addColumn<QString>("key");
    const std::pair<const char*, QStringList> required[] = {
        {"", {"format", "version", "serviceEnvironments", "quotaShares"}},
        {"/serviceEnvironments/0", {"capacityLimits"}},
        {"/serviceEnvironments/0/capacityLimits/0", {"capacityUnit", "maxCapacity"}},
        {"/jobQueue/jobStateTimeLimitActions/0", {"reason", "maxTimeSeconds"}},
        {"/quotaShares/0", {"quotaShareName", "capacityLimits"}},
        {"/quotaShares/0/resourceSharingConfiguration", {"strategy"}},
        {"/jobs/0", {"jobName", "quotaShareName", "capacityUnit", "instanceCount", "submitSeconds", "workSeconds"}},
        {"/jobs/0/checkpoint", {"intervalSeconds"}},
        {"/jobs/0/retryStrategy/evaluateOnExit/0", {"action"}},
        {"/generators/0", {"quotaShareName", "capacityUnit", "arrival", "work"}},
        {"/generators/0/arrival", {"process", "perHour", "hourlyWeights"}},
        {"/generators/0/work", {"law", "meanSeconds", "squaredVariation"}},
        {"/generators/0/sizes/0", {"instanceCount"}},
        {"/interventions/0", {"atSeconds"}},
        {"/interventions/0/updateQuotaShare", {"quotaShareName"}},
        {"/interventions/2/updateServiceJob", {"jobId", "schedulingPriority"}},
        {"/interventions/3/terminateServiceJob", {"jobId"}},
        {"/interventions/4/createQuotaShare", {"quotaShareName", "capacityLimits"}},
        {"/interventions/5/deleteQuotaShare", {"quotaShareName"}},
        {"/interventions/6/submitServiceJob",
            {"jobName", "quotaShareName", "capacityUnit", "instanceCount", "workSeconds"}},
        {"/interventions/7/moveServiceJob", {"jobId", "quotaShareName"}},
    };
    for (const auto& [parent, keys] : required) {
        for (const QString& key : keys)
            QTest::addRow("%s/%s", parent, qPrintable(key)) << parent << key;
    }
}

void TestCliBadScenarios::missingKeys()
{
    QFETCH(QString, parent);
    QFETCH(QString, key);
    Json json = good_;
    json[Pointer(parent.toStdString())].erase(key.toStdString());
    refuses(bytes(json), parent.toUtf8(), "the key \"" + key.toUtf8() + "\" is missing");
}

void TestCliBadScenarios::tooManyEntries()
{
    Json shares = good_;
    for (int i = 0; i < 19; ++i) {
        shares["quotaShares"].push_back(good_["quotaShares"][1]);
        shares["quotaShares"].back()["quotaShareName"] = "s" + std::to_string(i);
    }
    refuses(bytes(shares), "/quotaShares", "found 21 entries, allowed: 1 to 20");
    Json limits = good_;
    for (const char* unit : {"u1", "u2", "u3", "u4", "u5"})
        limits["quotaShares"][0]["capacityLimits"].push_back({{"capacityUnit", unit}, {"maxCapacity", 1}});
    refuses(bytes(limits), "/quotaShares/0/capacityLimits", "found 6 entries, allowed: 1 to 5");
    Json environments = good_;
    environments["serviceEnvironments"].push_back(good_["serviceEnvironments"][0]);
    refuses(bytes(environments), "/serviceEnvironments", "found 2 entries, allowed: exactly 1");
}

void TestCliBadScenarios::notJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    const QByteArray good = kGoodScenario;
    QTest::newRow("empty") << QByteArray() << QByteArray("line 1");
    QTest::newRow("blank") << QByteArray(" \n\t\n") << QByteArray("line 3");
    QTest::newRow("prose") << QByteArray("Dear all,") << QByteArray("line 1, column 1");
    QTest::newRow("yaml") << QByteArray("format: quotaboard-scenario\nversion: 1\n") << QByteArray("line 1");
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\0\1\2\3",
        8) << QByteArray("line 1");
    QTest::newRow("NaN") << QByteArray(good).replace("100000", "NaN") << QByteArray("line 3");
    QTest::newRow("Infinity") << QByteArray(good).replace("100000", "Infinity") << QByteArray("line 3");
    QTest::newRow("number overflow") << QByteArray(good).replace("100000", "1e999") << QByteArray("1e999");
    QTest::newRow("comment") << QByteArray("// scenario\n" + good) << QByteArray("line 1");
    QTest::newRow("trailing comma") << QByteArray(good).replace("\"all keys\",", "\"all keys\",,")
                                    << QByteArray("line 2");
    QTest::newRow("two documents") << good + good << QByteArray("line");
    QTest::newRow("invalid UTF-8") << QByteArray(good).replace("all keys", "all \xff keys") << QByteArray("UTF-8");
    QTest::newRow("UTF-8 cut short") << QByteArray(good).replace("all keys", "all \xe2\x82") << QByteArray("UTF-8");
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0}\0", 6) << QByteArray("not valid JSON");
    QTest::newRow("lone surrogate") << QByteArray(good).replace("all keys", "\\ud800") << QByteArray("not valid JSON");
    QTest::newRow("open arrays") << QByteArray(2'000'000, '[') << QByteArray("line 1");
    for (int part = 1; part < 8; ++part)
        QTest::addRow("cut at %d/8", part) << good.left(good.size() * part / 8) << QByteArray("line");
}

void TestCliBadScenarios::notJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    refuses(text, {}, words);
    const CliRun run = cli({"validate", file_});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("not valid JSON: ") && !run.err.contains("json.exception"), run.err.constData());
}

void TestCliBadScenarios::excerptsStayShort()
{
    constexpr int kDepth = 1'000'000;
    const QByteArray deep = QByteArray(kDepth, '[') + QByteArray(kDepth, ']');
    refuses(deep, {}, "found [[[[[");
    QByteArray text = kGoodScenario;
    refuses(text.replace("\"good\"", deep), "/name", "must be a text");
    QByteArray objects;
    for (int i = 0; i < kDepth / 10; ++i)
        objects += "{\"a\":";
    objects += "1" + QByteArray(kDepth / 10, '}');
    text = kGoodScenario;
    refuses(text.replace("\"good\"", objects), "/name", R"(found {"a":{"a":)");
    text = kGoodScenario;
    refuses(text.replace("100000", "\"" + QByteArray("\xe2\x82\xac").repeated(100'000) + "\""), "/horizonSeconds",
        "…, must be a number");
}

void TestCliBadScenarios::unknownKeysWarnAndTheRunGoesOn()
{
    Json json = good_;
    std::vector<Pointer> objects{Pointer()};
    walk(good_, Pointer(), [&](const Pointer& pointer, const Json& value) {
        if (value.is_object() && pointer.to_string() != "/capacityUnits")
            objects.push_back(pointer);
    });
    for (const Pointer& pointer : objects)
        json[pointer]["zzNew"] = Json{{"deep", 1}};
    writeContent(file_, bytes(json));
    const CliRun run = cli({"run", file_});
    QVERIFY2(run.status == 0, run.err.constData());
    QVERIFY(run.out.contains("Scorecard"));
    const auto place = [&](const char* pointer) {
        return "warning: " + file_.toUtf8() + ": " + pointer + "/zzNew: unknown key \"zzNew\" is ignored";
    };
    for (const char* pointer : {"", "/platform", "/jobQueue", "/jobs/0/checkpoint", "/jobs/0/recorded",
             "/quotaShares/0/interruptionBudget", "/generators/0", "/generators/0/arrival", "/generators/0/work",
             "/generators/0/sizes/0", "/generators/0/checkpointClasses/0/checkpoint",
             "/interventions/0/updateQuotaShare", "/interventions/8/updatePlatform"})
        QVERIFY2(run.err.contains(place(pointer)), (place(pointer) + "\n" + run.err).constData());
    QVERIFY(run.err.contains(place("/jobs/0") + ", here and in 1 other place\n"));
    QVERIFY(run.err.contains(place("/interventions/0") + ", here and in 10 other places\n"));
    QVERIFY(run.err.contains(place("/jobs/0/timeoutConfig") + "\n"));
}

void TestCliBadScenarios::mistypedKeys()
{
    Json json = good_;
    json["platform"]["vicitmOrder"] = "oldest";
    json["platform"].erase("victimOrder");
    json["jobs"][1]["schedulingPriorty"] = 3;
    // The key that is close is given already, so it was not meant.
    json["jobs"][0]["jobNames"] = "j";
    writeContent(file_, bytes(json));
    const QByteArray err = cli({"validate", file_}).err;
    QVERIFY2(
        err.contains("/platform/vicitmOrder: unknown key \"vicitmOrder\" is ignored; did you mean \"victimOrder\"?\n"),
        err.constData());
    QVERIFY2(err.contains("\"schedulingPriorty\" is ignored; did you mean \"schedulingPriority\"?\n"), err.constData());
    QVERIFY2(err.contains("unknown key \"jobNames\" is ignored\n"), err.constData());
    json = good_;
    json["jobs"][1]["workSecond"] = json["jobs"][1]["workSeconds"];
    json["jobs"][1].erase("workSeconds");
    refuses(bytes(json), "/jobs/1", "the key \"workSeconds\" is missing; did you mean it by \"workSecond\"?\n");
}

void TestCliBadScenarios::idsThatAreIndexes_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("isRefused");
    // The good scenario has two jobs with ids, five generated ones (2 to 6), and one that is submitted later (7).
    QTest::newRow("index of a generated job") << QByteArray("/jobs/0/jobId") << QByteArray("4") << true;
    QTest::newRow("index of a submitted job") << QByteArray("/jobs/1/jobId") << QByteArray("7") << true;
    QTest::newRow("index beyond the list") << QByteArray("/jobs/1/jobId") << QByteArray("8") << false;
    QTest::newRow("own index") << QByteArray("/jobs/1/jobId") << QByteArray("1") << false;
    QTest::newRow("index of a job with an id") << QByteArray("/jobs/1/jobId") << QByteArray("0") << false;
    QTest::newRow("not as it is written") << QByteArray("/jobs/1/jobId") << QByteArray("04") << false;
    QTest::newRow("of a submitted job") << QByteArray("/interventions/6/submitServiceJob/jobId") << QByteArray("4")
                                        << true;
}

void TestCliBadScenarios::idsThatAreIndexes()
{
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, id);
    QFETCH(bool, isRefused);
    Json json = good_;
    json[Pointer(pointer.toStdString())] = id.toStdString();
    if (isRefused)
        return refuses(bytes(json), pointer, "\"" + id + "\" is also the index of a job that has no jobId");
    writeContent(file_, bytes(json));
    const CliRun run = cli({"validate", file_});
    QVERIFY2(run.status == 0, run.err.constData());
}

void TestCliBadScenarios::referencesByIndex()
{
    Json json = good_;
    json["generators"] = Json::array();
    json["jobs"][1].erase("jobId");
    json["interventions"] = Json::array();
    for (const Json& id : {Json(1), Json("1"), Json("01"), Json(0), Json("one")})
        json["interventions"].push_back(
            {{"atSeconds", 2}, {"updateServiceJob", {{"jobId", id}, {"schedulingPriority", 1}}}});
    writeContent(file_, bytes(json));
    const QByteArray log = cli({"run", file_, "--events", "-"}).out;
    for (const int understood : {0, 1, 4})
        QVERIFY2(log.contains("\"intervention\":" + QByteArray::number(understood) + ",\"seq\""), log.constData());
    for (const int refused : {2, 3})
        QVERIFY2(log.contains("\"intervention\":" + QByteArray::number(refused) + ",\"refused\":\"NO_SUCH_JOB\""),
            log.constData());
}

void TestCliBadScenarios::manyWarningsOfOneKind()
{
    Json json = good_;
    for (int i = 0; i < 20; ++i)
        json["interventions"].push_back({{"atSeconds", 100},
            {"updateQuotaShare",
                {{"quotaShareName", "b"},
                    {"resourceSharingConfiguration", {{"strategy", "LEND"}, {"borrowLimit", 7}}}}}});
    writeContent(file_, bytes(json));
    const CliRun run = cli({"validate", file_});
    QCOMPARE(run.err.count("7 is simulated, but AWS accepts only"), 5);
    QVERIFY2(run.err.contains(": 15 more warnings of the last kind; validate --json has all\n"), run.err.constData());
}

void TestCliBadScenarios::tooManyCapacityUnits()
{
    const QByteArray words = ": found one capacity unit too many: u200, allowed: 200 different ones in a scenario";
    Json json = good_;
    json["generators"] = Json::array();
    json["interventions"] = Json::array();
    const Json job = json["jobs"][0];
    json["jobs"] = Json::array();
    json.erase("capacityUnits");
    QByteArray trace = "id,submit:s,duration:s,gpus,share,unit\n";
    for (int i = 1; i <= 250; ++i) {
        const std::string unit = "u" + std::to_string(i);
        json["jobs"].push_back(job);
        json["jobs"].back()["jobId"] = unit;
        json["jobs"].back()["capacityUnit"] = unit;
        trace += QByteArray::fromStdString(unit + ",0,60,1,a," + unit + "\n");
    }
    // The environment and the shares have one unit, gpu, of their own.
    refuses(bytes(json), "/jobs/199/capacityUnit", words);
    const QTemporaryDir traces;
    writeContent(traces.filePath("units.csv"), trace);
    json["jobs"] = Json::array();
    json["traces"] = Json::array({{{"path", traces.filePath("units.csv").toStdString()}, {"format", "csv"},
        {"mapping", {{"submit:s", "submit:s"}, {"duration:s", "duration:s"}, {"share", "share"}, {"unit", "unit"}}}}});
    refuses(bytes(json), "/traces/0", words);
}

QTEST_GUILESS_MAIN(TestCliBadScenarios)
#include "tst_cli_bad_scenarios.moc"
