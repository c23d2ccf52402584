// SPDX-License-Identifier: Apache-2.0
#include "core/base/atomic_file.h"
#include "core/exchange/json_numbers.h"
#include "core/exchange/limits_file.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_writer.h"
#include "core/workload/importer.h"
#include "core/workload/trace_reader.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace quotaboard;

namespace {

using Json = nlohmann::json;

std::string fileIn(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(name).toStdString();
}

/// A trace with what makes a difference: ids, priorities, users, ties, a fraction, no GPU, a job that never ran.
const char* const kTrace
    = "id,team,gpus,priority,user,submit,start,end,state\n"
      "7,b,2,5,ann,2026-11-02T10:00:05.250Z,2026-11-02T10:00:09Z,2026-11-02T10:30:00Z,COMPLETED\n"
      "7,a,1,0,,2026-11-02T10:00:05.250Z,2026-11-02T10:00:06Z,2026-11-02T10:00:06.001Z,FAILED\n"
      "9,a,0.5,1,bob,2026-11-02T09:59:59.500Z,2026-11-02T10:00:00Z,2026-11-02T11:00:00Z,COMPLETED\n"
      "10,c,0,1,bob,2026-11-02T10:10:00Z,2026-11-02T10:10:00Z,2026-11-02T11:00:00Z,COMPLETED\n"
      "11,c,4,1,bob,2026-11-02T10:11:00Z,2026-11-02T10:12:00Z,2026-11-02T12:00:00Z,COMPLETED\n";

TraceReadOptions readOptions()
{
    TraceReadOptions options;
    options.mapping = {{"id", "id"}, {"share", "team"}, {"gpus", "gpus"}, {"priority", "priority"}, {"user", "user"},
        {"submit", "submit"}, {"start", "start"}, {"end", "end"}, {"status", "state"}};
    return options;
}

struct Imported {
    Trace trace;
    ImportResult result;
    TraceReference reference;
};

Imported import(const std::string& tracePath, const std::string& scenarioPath, const ImportOptions& options)
{
    Imported imported;
    Result<Trace> trace = readTrace({tracePath}, readOptions(), nullptr);
    if (!trace)
        qFatal("trace not read: %d", static_cast<int>(trace.error().code));
    imported.trace = std::move(trace).value();
    Result<ImportResult> result = importTrace(imported.trace, options);
    if (!result)
        qFatal("trace not imported: %d", static_cast<int>(result.error().code));
    imported.result = std::move(result).value();
    TraceReference& reference = imported.reference;
    reference.paths = {pathForScenario(tracePath, scenarioPath)};
    reference.read = readOptions();
    reference.read.format = imported.trace.format;
    reference.rules = options.jobs;
    reference.shares = imported.result.shares;
    reference.units = imported.result.units;
    reference.timesAreAbsolute = imported.trace.timesAreAbsolute;
    reference.origin = imported.result.report.origin;
    reference.jobs = imported.result.report.jobs;
    return imported;
}

Scenario readBack(const std::string& path)
{
    Result<LoadedScenario> document = readScenario(path);
    if (!document)
        qFatal("%s: %s", path.c_str(), document.error().place.c_str());
    for (const ReadWarning& warning : document.value().warnings)
        qWarning("%s %s", warning.place.c_str(), warning.arguments.empty() ? "" : warning.arguments.front().c_str());
    return std::move(document).value().scenario;
}

/// A job or an edit with the defaults that a writer may leave out.
Json withDefaults(Json value)
{
    if (value.contains("submitServiceJob"))
        value["submitServiceJob"] = withDefaults(value["submitServiceJob"]);
    if (value.contains("workSeconds")) {
        const Json defaults{{"schedulingPriority", 0}, {"restoreSeconds", 0}, {"outcome", "SUCCEEDED"},
            {"retryStrategy", {{"attempts", 1}}}};
        for (const auto& [key, standard] : defaults.items()) {
            if (!value.contains(key))
                value[key] = standard;
        }
    }
    if (value.contains("retryStrategy") && value["retryStrategy"].contains("evaluateOnExit")) {
        // "Exit" and "EXIT" are the same word to AWS.
        for (Json& rule : value["retryStrategy"]["evaluateOnExit"])
            rule["action"] = QString::fromStdString(rule["action"].get<std::string>()).toUpper().toStdString();
    }
    if (value.contains("checkpoint")) {
        Json complete{{"costSeconds", 0}, {"onStop", false}};
        complete.update(value["checkpoint"]);
        value["checkpoint"] = complete;
    }
    return value;
}

/// Everything that a job is, as text; profiles and strings by value, because their numbers may differ.
std::string jobText(const Scenario& scenario, std::size_t i)
{
    Json line = Json::parse(scenarioToText(scenario)).at("jobs").at(i);
    return line.dump();
}

} // namespace

class TestScenarioWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void secondsAreExact();
    void roundTripOfEverything();
    void defaultsAreOmitted();
    void inlineAndReferencedJobsAreTheSame();
    void referencedJobsWithGroupsAndWindow();
    void referenceSurvivesJson();
    void referenceErrors();
    void changedTraceIsNoticed();
    void pathsAreRelativeToTheScenario();
    void limitsFiles();
    void limitsFileErrors();
    void nothingIsLeftWhenCancelled();
};

void TestScenarioWriter::secondsAreExact()
{
    for (const TimeMs time : {TimeMs{0}, TimeMs{1}, TimeMs{10}, TimeMs{100}, TimeMs{1500}, TimeMs{3'600'000},
             TimeMs{12'345'678}, TimeMs{91'999'999'999'999}, kMaxTimeMs}) {
        std::string text;
        appendSeconds(text, time);
        QCOMPARE(secondsToJson(time).dump(), text);
        QCOMPARE(millisecondsFromSeconds(Json::parse(text).get<double>()), std::optional<TimeMs>{time});
    }
    std::string text;
    appendSeconds(text, 1'050);
    QCOMPARE(text, std::string("1.05"));
}

void TestScenarioWriter::roundTripOfEverything()
{
    const std::string folder = std::string{QUOTABOARD_SHARED_DIR} + "/cases";
    const QStringList files = QDir(QString::fromStdString(folder)).entryList({"*.scenario.json"});
    if (files.isEmpty())
        QSKIP("../shared/cases is not there");
    for (const QString& file : files) {
        const std::string path = folder + "/" + file.toStdString();
        const Scenario scenario = readBack(path);
        const std::string once = scenarioToText(scenario);
        const Result<LoadedScenario> again = readScenarioText(once, "again", folder);
        QVERIFY2(again.ok(), qPrintable(file));
        QCOMPARE(scenarioToText(again.value().scenario), once);
        // Nothing may be lost: every job and intervention of the source stands in the copy with the same values.
        const Json source = Json::parse(readWholeFile(path).value());
        const Json copy = Json::parse(once);
        QCOMPARE(
            copy.value("interventions", Json::array()).size(), source.value("interventions", Json::array()).size());
        const Json sourceJobs = source.value("jobs", Json::array());
        QCOMPARE(copy.value("jobs", Json::array()).size(), sourceJobs.size());
        for (std::size_t i = 0; i < sourceJobs.size(); ++i) {
            const Json want = withDefaults(sourceJobs[i]);
            const Json got = withDefaults(copy.at("jobs").at(i));
            QVERIFY2(got == want, qPrintable(file + QString::fromStdString("\n" + got.dump() + "\n" + want.dump())));
        }
        const auto edits = source.value("interventions", Json::array());
        for (std::size_t i = 0; i < edits.size(); ++i) {
            const Json want = withDefaults(edits[i]);
            const Json got = withDefaults(copy.at("interventions").at(i));
            QVERIFY2(got == want, qPrintable(file + QString::fromStdString("\n" + got.dump() + "\n" + want.dump())));
        }
    }
}

void TestScenarioWriter::defaultsAreOmitted()
{
    Scenario scenario;
    scenario.environment.name = "e";
    const auto json = scenarioToJson(scenario);
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items())
        keys.push_back(key);
    QCOMPARE(keys, (std::vector<std::string>{"format", "version", "serviceEnvironments", "quotaShares"}));
}

void TestScenarioWriter::inlineAndReferencedJobsAreTheSame()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("data"));
    const std::string trace = fileIn(folder, "data/trace.csv");
    QVERIFY(writeFileAtomically(trace, kTrace).ok());
    ImportOptions options;
    options.jobs.zeroGpu = ZeroGpuRule::Keep;
    options.jobs.checkpoint.all = CheckpointPlan{600'500, 1'000, true};
    options.jobs.checkpoint.byShare["c"] = std::nullopt;
    options.jobs.restore.byShare["a"] = 30'000;
    const std::string inlinePath = fileIn(folder, "inline.scenario.json");
    const std::string referencePath = fileIn(folder, "reference.scenario.json");
    const Imported imported = import(trace, referencePath, options);
    QVERIFY(writeScenario(imported.result.scenario, nullptr, inlinePath).ok());
    QVERIFY(writeScenario(imported.result.scenario, &imported.reference, referencePath).ok());

    const Scenario whole = readBack(inlinePath);
    const Scenario referred = readBack(referencePath);
    QCOMPARE(whole.jobs.size(), std::size_t{5});
    QCOMPARE(scenarioToText(referred), scenarioToText(whole));
    QCOMPARE(scenarioToText(whole), scenarioToText(imported.result.scenario));
    QCOMPARE(whole.jobs[JobIndex{0}].submit, TimeMs{500});
    QCOMPARE(whole.jobs.displayId(JobIndex{2}), std::string("7#2"));
    QVERIFY(Json::parse(readWholeFile(referencePath).value()).at("traces").at(0).at("path") == "data/trace.csv");
    QVERIFY(jobText(whole, 0).find("\"recorded\"") != std::string::npos);
}

void TestScenarioWriter::referencedJobsWithGroupsAndWindow()
{
    const QTemporaryDir folder;
    const std::string trace = fileIn(folder, "trace.csv");
    std::string text = "id,team,gpus,priority,user,submit,start,end,state\n";
    for (int i = 0; i < 300; ++i) {
        const int minute = (i * 7) % 60;
        text += std::to_string(i) + ",t" + std::to_string(i % 27) + "," + std::to_string(1 + i % 5) + ",0,,2026-11-02T1"
            + std::to_string(i % 3) + ":" + (minute < 10 ? "0" : "") + std::to_string(minute)
            + ":00Z,2026-11-02T14:00:00Z," + "2026-11-02T15:" + std::to_string(10 + i % 50) + ":00Z,OK\n";
    }
    QVERIFY(writeFileAtomically(trace, text).ok());
    ImportOptions options;
    options.jobs.from = *parseIsoInstant("2026-11-02T10:05:00Z");
    options.jobs.to = *parseIsoInstant("2026-11-02T12:30:00Z");
    const std::string path = fileIn(folder, "s.scenario.json");
    const Imported imported = import(trace, path, options);
    QCOMPARE(imported.result.report.otherShare, std::string("other"));
    QVERIFY(imported.result.report.outsideWindow > 0);
    QVERIFY(writeScenario(imported.result.scenario, &imported.reference, path).ok());
    QCOMPARE(scenarioToText(readBack(path)), scenarioToText(imported.result.scenario));
}

void TestScenarioWriter::referenceSurvivesJson()
{
    TraceReference reference;
    reference.paths = {"a.csv", "b.csv"};
    reference.read.format = "csv";
    reference.read.mapping = {{"gpus", "n"}, {"submit:ms", "t"}};
    reference.read.shareBy = "team";
    reference.read.timezone = "Europe/Berlin";
    reference.read.decimalSeparator = ',';
    reference.rules.unit = "ml.g5.xlarge";
    reference.rules.from = 1500;
    reference.rules.to = 99'000;
    reference.rules.zeroGpu = ZeroGpuRule::Keep;
    reference.rules.fractional = FractionRule::Reject;
    reference.rules.checkpoint.all = CheckpointPlan{60'000, 500, false};
    reference.rules.checkpoint.byShare = {{"x/y", std::nullopt}, {"z", CheckpointPlan{1, 0, true}}};
    reference.rules.restore.all = 250;
    reference.rules.restore.byShare = {{"z", 0}};
    reference.shares = {{"x", "y"}, "other"};
    reference.units = {{"u"}, "rest"};
    reference.origin = 1000;
    reference.jobs = 12;
    for (const bool absolute : {false, true}) {
        reference.timesAreAbsolute = absolute;
        const auto json = traceReferenceToJson(reference);
        const Json entry = Json::parse(json.dump());
        JsonContext context("", "/traces/0");
        TraceReference parsed = readTraceReference(JsonCursor(entry, context));
        QVERIFY(!context.failed());
        QVERIFY(context.takeWarnings().empty());
        parsed.timesAreAbsolute = absolute;
        QCOMPARE(traceReferenceToJson(parsed).dump(), json.dump());
        QCOMPARE(parsed.rules.from, reference.rules.from);
        QCOMPARE(parsed.read.mapping, reference.read.mapping);
        QVERIFY(parsed.rules.checkpoint == reference.rules.checkpoint);
    }
}

void TestScenarioWriter::referenceErrors()
{
    std::vector<ReadWarning> warnings;
    const auto errorOf = [&](const char* text) {
        const Json entry = Json::parse(text);
        JsonContext context("", "/traces/3");
        (void)readTraceReference(JsonCursor(entry, context));
        warnings = context.takeWarnings();
        return context.failed() ? std::pair{context.error().place, context.error().code}
                                : std::pair{std::string{}, ErrorCode::Usage};
    };
    QCOMPARE(errorOf("{}"), (std::pair{std::string("/traces/3"), ErrorCode::MissingKey}));
    QCOMPARE(errorOf("[]"), (std::pair{std::string("/traces/3"), ErrorCode::WrongType}));
    QCOMPARE(errorOf(R"({"path": 1})"), (std::pair{std::string("/traces/3/path"), ErrorCode::WrongType}));
    QCOMPARE(errorOf(R"({"path": "a", "zeroGpu": "drop"})"),
        (std::pair{std::string("/traces/3/zeroGpu"), ErrorCode::NotAllowed}));
    QCOMPARE(
        errorOf(R"({"path": "a", "from": "soon"})"), (std::pair{std::string("/traces/3/from"), ErrorCode::WrongType}));
    QCOMPARE(errorOf(R"({"path": "a", "mapping": {"gpus": 2}})"),
        (std::pair{std::string("/traces/3/mapping/gpus"), ErrorCode::WrongType}));
    QCOMPARE(errorOf(R"({"path": "a", "checkpoint": {}})"),
        (std::pair{std::string("/traces/3/checkpoint"), ErrorCode::MissingKey}));
    QVERIFY(warnings.empty());
    QCOMPARE(errorOf(R"({"path": "a", "colour": 1})").first, std::string());
    QCOMPARE(warnings.size(), std::size_t{1});
}

void TestScenarioWriter::changedTraceIsNoticed()
{
    const QTemporaryDir folder;
    const std::string trace = fileIn(folder, "trace.csv");
    QVERIFY(writeFileAtomically(trace, kTrace).ok());
    Imported imported = import(trace, fileIn(folder, "s.json"), {});
    imported.reference.jobs = 3;
    Scenario scenario;
    for (const std::string& share : imported.result.scenario.shareNames)
        scenario.internShare(share);
    const Json entry = Json::parse(traceReferenceToJson(imported.reference).dump());
    JsonContext context("", "/traces/0");
    std::vector<TraceFile> files;
    appendReferencedJobs(scenario, JsonCursor(entry, context), folder.path().toStdString(), files, nullptr);
    QVERIFY(!context.failed());
    const std::vector<ReadWarning> warnings = context.takeWarnings();
    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY(warnings[0].arguments[0].find("changed") != std::string::npos);
    QCOMPARE(scenario.jobs.size(), std::size_t{4});
    Scenario without;
    without.internShare("a");
    appendReferencedJobs(without, JsonCursor(entry, context), folder.path().toStdString(), files, nullptr);
    QVERIFY(context.failed());
    QCOMPARE(context.error().code, ErrorCode::UnknownReference);
    QCOMPARE(context.error().place, std::string("/traces/0"));
    QVERIFY(without.jobs.empty());
}

void TestScenarioWriter::pathsAreRelativeToTheScenario()
{
    QCOMPARE(pathForScenario("/data/t.csv", "/data/s.json"), std::string("t.csv"));
    QCOMPARE(pathForScenario("/data/x/t.csv", "/data/s.json"), std::string("x/t.csv"));
    QCOMPARE(pathForScenario("/data/t.csv", "/data/y/s.json"), std::string("../t.csv"));
    QCOMPARE(pathForScenario("t.csv", "s.json"), std::string("t.csv"));
}

void TestScenarioWriter::limitsFiles()
{
    const auto check = [](const char* text) {
        const auto limits = parseLimits("f", text);
        QVERIFY2(limits.ok(), text);
        QCOMPARE(limits.value().size(), std::size_t{2});
        QCOMPARE(limits.value()[0].share, std::string("a"));
        QCOMPARE(limits.value()[0].maxCapacity, 8);
        QCOMPARE(limits.value()[1].share, std::string("b"));
    };
    check("share,unit,limit\na,gpu,8\nb,gpu,4\n");
    check("# ours\r\na,8\r\n\r\n\"b\",4");
    check("a;gpu;8\nb;gpu;4");
    check(R"({"a": 8, "b": 4})");
    check(R"([{"share": "a", "unit": "gpu", "limit": 8}, {"share": "b", "limit": 4}])");
    check(
        R"({"quotaShares": [{"quotaShareName": "a", "state": "ENABLED", "capacityLimits": [{"capacityUnit": "g", "maxCapacity": 8}]},
              {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "g", "maxCapacity": 1}]}]})");
}

void TestScenarioWriter::limitsFileErrors()
{
    const auto errorOf = [](const char* text) {
        const auto limits = parseLimits("f", text);
        return limits ? std::pair{std::string{}, ErrorCode::Usage}
                      : std::pair{limits.error().place, limits.error().code};
    };
    QCOMPARE(errorOf(" \n"), (std::pair{std::string("f"), ErrorCode::FileEmpty}));
    QCOMPARE(errorOf("a,8\nb,0\n"), (std::pair{std::string("f:2"), ErrorCode::OutOfRange}));
    QCOMPARE(errorOf("a,8\nb,many\n"), (std::pair{std::string("f:2"), ErrorCode::WrongType}));
    QCOMPARE(errorOf("a,8\na,9\n"), (std::pair{std::string("f:2"), ErrorCode::Duplicate}));
    QCOMPARE(errorOf("{\"a\": 8.5}"), (std::pair{std::string("f: /a"), ErrorCode::WrongType}));
    QCOMPARE(errorOf("{\"a\":"), (std::pair{std::string("f"), ErrorCode::JsonSyntax}));
    QCOMPARE(errorOf("[{\"share\": \"a\"}]"), (std::pair{std::string("f: /0"), ErrorCode::MissingKey}));
}

void TestScenarioWriter::nothingIsLeftWhenCancelled()
{
    const QTemporaryDir folder;
    Scenario scenario;
    scenario.internShare("a");
    Job job;
    job.share = ShareIndex{0};
    job.unit = scenario.internUnit("gpu");
    job.profile = scenario.jobs.internProfile({});
    job.name = scenario.jobs.intern("n");
    scenario.jobs.add(job);
    Progress progress;
    progress.cancel();
    const Status status = writeScenario(scenario, nullptr, fileIn(folder, "s.json"), &progress);
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, ErrorCode::Interrupted);
    QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
}

QTEST_APPLESS_MAIN(TestScenarioWriter)
#include "tst_scenario_writer.moc"
