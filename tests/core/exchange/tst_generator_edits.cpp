// SPDX-License-Identifier: Apache-2.0
// Generators are edited, make their jobs anew, and are saved in place of them with the words that did not change.
#include "core/exchange/generator_edits.h"
#include "core/exchange/generator_json.h"
#include "core/exchange/scenario_file.h"

#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "core/exchange/scenario_writer.h"
#include "core/model/job_edits.h"
#include "core/model/scenario_edits.h"
#include "tests/support/run_scenario.h"

#include <nlohmann/json.hpp>
#include <random>
#endif

using namespace quotaboard;
using Json = nlohmann::ordered_json;

namespace {

Json words()
{
    return Json::parse(R"({"format": "quotaboard-scenario", "version": 1, "startTime": "2026-11-30T00:00:00Z",
        "serviceEnvironments": [{"serviceEnvironmentName": "e", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 8}]}],
        "quotaShares": [
            {"quotaShareName": "red", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}],
             "resourceSharingConfiguration": {"strategy": "LEND"},
             "preemptionConfiguration": {"inSharePreemption": "DISABLED"}},
            {"quotaShareName": "blue", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}],
             "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": 100},
             "preemptionConfiguration": {"inSharePreemption": "DISABLED"}}],
        "jobs": [{"jobName": "own", "jobId": "J", "quotaShareName": "red", "capacityUnit": "gpu", "instanceCount": 1,
            "submitSeconds": 0, "workSeconds": 600, "xJob": 1}],
        "generators": [
            {"quotaShareName": "red", "capacityUnit": "gpu", "name": "even", "count": 5, "xNote": "kept",
             "arrival": {"process": "deterministic", "everySeconds": 600, "xArrival": 2},
             "work": {"law": "deterministic", "meanSeconds": 900.0}},
            {"quotaShareName": "blue", "capacityUnit": "gpu", "name": "wild", "untilSeconds": 36000,
             "arrival": {"process": "poisson", "perHour": 3},
             "work": {"law": "lognormal", "meanSeconds": 1200, "squaredVariation": 2.5},
             "sizes": [{"instanceCount": 1, "weight": 3}, {"instanceCount": 2}],
             "checkpointClasses": [{"name": "kept", "checkpoint": {"intervalSeconds": 300}, "xKind": true}]}],
        "interventions": [
            {"atSeconds": 700, "updateServiceJob": {"jobId": 2, "schedulingPriority": 7}},
            {"atSeconds": 3000, "updateServiceJob": {"jobId": 5, "schedulingPriority": 8}},
            {"atSeconds": 4000, "submitServiceJob": {"jobName": "late", "quotaShareName": "red", "capacityUnit": "gpu",
             "instanceCount": 1, "workSeconds": 60}},
            {"atSeconds": 5000, "updateServiceJob": {"jobId": "J", "schedulingPriority": 9}}]})");
}

class Folder {
public:
    [[nodiscard]] std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] ScenarioFile open(const Json& document) const
    {
        AtomicFile file;
        if (!file.open(path("in.scenario.json")))
            qFatal("cannot write");
        file.write(document.dump());
        if (!file.commit())
            qFatal("cannot write");
        return read("in.scenario.json");
    }
    [[nodiscard]] ScenarioFile read(const char* name) const
    {
        Result<ScenarioFile> file = readScenarioFile(path(name));
        if (!file)
            qFatal("%s %s", file.error().place.c_str(),
                file.error().arguments.empty() ? "" : file.error().arguments.front().c_str());
        return std::move(file.value());
    }
    [[nodiscard]] Json saved(const Scenario& scenario, const ScenarioExtras& extras, const ScenarioFile& from) const
    {
        if (!writeScenarioFile(scenario, extras, from.source.get(), path("out.scenario.json")))
            qFatal("cannot save");
        return Json::parse(readWholeFile(path("out.scenario.json")).value());
    }

private:
    QTemporaryDir folder_;
};

RegeneratedScenario made(const Scenario& scenario, const std::vector<GeneratorSpec>& specs)
{
    Result<RegeneratedScenario> result = regenerate(scenario, specs);
    if (!result)
        qFatal("%s %s", result.error().place.c_str(), result.error().arguments.front().c_str());
    return std::move(result.value());
}

GeneratorSpec randomGenerator(std::mt19937& random, int number)
{
    const auto below = [&](std::uint32_t most) { return static_cast<std::int32_t>(random() % most); };
    GeneratorSpec spec;
    spec.share = below(2) == 0 ? "red" : "blue";
    spec.unit = "gpu";
    spec.name = "g" + std::to_string(number);
    spec.start = below(10'000'000);
    if (below(2) == 0)
        spec.until = spec.start + below(40'000'000);
    if (!spec.until || below(2) == 0)
        spec.count = below(30);
    spec.arrival.process = static_cast<ArrivalSpec::Process>(below(4));
    spec.arrival.perHour = 0.001 * (1 + below(4000));
    for (double& weight : spec.arrival.hourlyWeights)
        weight = 0.01 + 0.1 * below(50);
    spec.arrival.weekdayWeights[static_cast<std::size_t>(below(7))] = 0.3;
    spec.arrival.utcOffset = (below(28) - 14) * kMsPerHour / 2 + below(1000);
    spec.arrival.every = 600'000 + below(4'000'000);
    spec.arrival.burstSize = 1 + below(4);
    spec.arrival.spread = below(600'000);
    spec.work.law = static_cast<WorkSpec::Law>(below(6));
    spec.work.mean = 1 + below(5'000'000);
    spec.work.shape = 1 + below(5);
    spec.work.squaredVariation = 1 + 0.1 * below(40);
    spec.work.least = below(1000);
    spec.work.most = below(2) == 0 ? 1000 + below(9'000'000) : kMaxTimeMs;
    if (below(2) == 0)
        spec.sizes = {{1, 0.5}, {1 + below(4), 1}};
    if (below(2) == 0)
        spec.priorities = {{below(9999), 1}, {0, 2.25}};
    if (below(2) == 0) {
        CheckpointClass kind;
        kind.name = "kind";
        kind.profile.checkpoint = CheckpointPlan{60'000 + below(90'000), below(900), below(2) == 0};
        kind.profile.restore = below(5000);
        kind.profile.preemptionRetries = below(5);
        kind.profile.attempts = 1 + below(3);
        spec.checkpointClasses = {{kind, 1.5}, {{}, 1}};
    }
    if (below(2) == 0)
        spec.deadlineSlack = 1 + 0.25 * below(8);
    return spec;
}

} // namespace

class TestGeneratorEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void generatorsAreReadWithTheScenario();
    void writtenGeneratorsReadBackTheSame();
    void unchangedGeneratorsKeepTheirWords();
    void laterJobsAndTheirTimedChangesMove();
    void timedChangesOfJobsThatGoAreNamed();
    void editedGeneratorsAreSavedInPlaceOfTheirJobs();
    void handEditsOfGeneratedJobsAreWrittenOut();
    void undoneHandEditsKeepTheReference();
    void generatorsComeAndGo();
    void wrongGeneratorsAreRefusedWithTheirPlace();
    void aGeneratorWhoseShareIsGoneStopsNoOther();
    void everyJobIsFoundAgain();
    void cancelledWorkEndsAsInterrupted();
    void randomEditsSavedAndReadRunTheSame();
};

void TestGeneratorEdits::generatorsAreReadWithTheScenario()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    QCOMPARE(file.extras.generators.size(), std::size_t{2});
    QCOMPARE(file.extras.generators[0].name, std::string("even"));
    QCOMPARE(file.extras.generators[1].sizes.size(), std::size_t{2});
    QCOMPARE(file.scenario->generatedJobs, file.scenario->referredJobs);
    QVERIFY(file.scenario->generatedJobs > 5);
    QVERIFY(areGeneratedBy(*file.scenario, file.extras.generators));
    // Made anew from the same, nothing differs.
    const RegeneratedScenario again = made(*file.scenario, file.extras.generators);
    QVERIFY(isSameScenario(*file.scenario, again.scenario));
}

void TestGeneratorEdits::writtenGeneratorsReadBackTheSame()
{
    const Folder folder;
    const Scenario scenario = *folder.open(words()).scenario;
    std::mt19937 random(11);
    for (int i = 0; i < 300; ++i) {
        const std::vector<GeneratorSpec> specs{randomGenerator(random, i)};
        const auto once = checkedGenerators(specs);
        QVERIFY(once.ok());
        const auto twice = checkedGenerators(once.value());
        QVERIFY(twice.ok() && twice.value() == once.value());
        QVERIFY(generatorToJson(once.value()[0]) == generatorToJson(specs[0]));
        // What the process does not use is not a word to the jobs.
        Scenario a = scenario;
        Scenario b = scenario;
        a = made(a, specs).scenario;
        b = made(b, once.value()).scenario;
        QVERIFY2(isSameScenario(a, b), qPrintable(QString::number(i)));
    }
}

void TestGeneratorEdits::unchangedGeneratorsKeepTheirWords()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    QCOMPARE(folder.saved(*file.scenario, file.extras, file).dump(), words().dump());
    ScenarioExtras extras = file.extras;
    extras.generators[0].count = 3;
    const RegeneratedScenario after = made(*file.scenario, extras.generators);
    extras.generators = after.generators;
    Json expected = words()["generators"];
    expected[0]["count"] = 3;
    QCOMPARE(folder.saved(after.scenario, extras, file)["generators"].dump(), expected.dump());
}

void TestGeneratorEdits::laterJobsAndTheirTimedChangesMove()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    std::vector<GeneratorSpec> specs = file.extras.generators;
    specs[0].count = 9;
    const RegeneratedScenario after = made(*file.scenario, specs);
    QCOMPARE(after.scenario.jobs.size(), file.scenario->jobs.size() + 4);
    QCOMPARE(after.scenario.generatedJobs, file.scenario->generatedJobs + 4);
    QCOMPARE(after.starts, (std::vector<std::size_t>{1, 10, after.scenario.jobs.size() - 1}));
    QCOMPARE(after.references.size(), std::size_t{2});
    QCOMPARE(after.references[0].now, JobIndex{2});
    // The submitted one is still the last, and known to its intervention.
    const auto& late = std::get<SubmitServiceJob>(after.scenario.interventions[2].edit);
    QCOMPARE(late.job.value(), static_cast<std::uint32_t>(after.scenario.jobs.size() - 1));
    QCOMPARE(std::string(after.scenario.jobs.text(after.scenario.jobs[late.job].name)), std::string("late"));
    QCOMPARE(std::get<UpdateServiceJob>(after.scenario.interventions[3].edit).job, JobIndex{0});
}

void TestGeneratorEdits::timedChangesOfJobsThatGoAreNamed()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    std::vector<GeneratorSpec> specs = file.extras.generators;
    specs[0].count = 4;
    const RegeneratedScenario after = made(*file.scenario, specs);
    QCOMPARE(after.references.size(), std::size_t{2});
    QVERIFY(after.references[0].now.isValid());
    QVERIFY(!after.references[1].now.isValid());
    QCOMPARE(after.references[1].intervention, InterventionIndex{1});
    QCOMPARE(after.scenario.interventions.size(), std::size_t{3});
}

void TestGeneratorEdits::editedGeneratorsAreSavedInPlaceOfTheirJobs()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    ScenarioExtras extras = file.extras;
    extras.generators[1].arrival.perHour = 6.5;
    extras.generators[1].checkpointClasses[0].value.profile.restore = 30'000;
    const RegeneratedScenario after = made(*file.scenario, extras.generators);
    extras.generators = after.generators;
    const Json saved = folder.saved(after.scenario, extras, file);
    QCOMPARE(saved["jobs"].size(), std::size_t{1});
    QCOMPARE(saved["generators"][1]["arrival"].dump(), std::string(R"({"process":"poisson","perHour":6.5})"));
    QVERIFY(saved["generators"][1]["checkpointClasses"][0].contains("xKind"));
    QCOMPARE(saved["generators"][1]["checkpointClasses"][0]["restoreSeconds"].dump(), std::string("30"));
    const ScenarioFile again = folder.read("out.scenario.json");
    QVERIFY(again.extras == extras);
    QVERIFY(test::runScenario(*again.scenario).events == test::runScenario(after.scenario).events);
}

void TestGeneratorEdits::handEditsOfGeneratedJobsAreWrittenOut()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    JobChange change;
    change.priority = 77;
    QVERIFY(changeJobs(edited, std::vector<JobIndex>{JobIndex{3}}, change).ok());
    QVERIFY(!areGeneratedBy(edited, file.extras.generators));
    const Json saved = folder.saved(edited, file.extras, file);
    QVERIFY(!saved.contains("generators"));
    QCOMPARE(saved["jobs"].size(), edited.jobs.size() - 1);
    const ScenarioFile again = folder.read("out.scenario.json");
    QVERIFY(again.extras.generators.empty());
    QVERIFY(test::runScenario(*again.scenario).events == test::runScenario(edited).events);
}

void TestGeneratorEdits::undoneHandEditsKeepTheReference()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    JobChange change;
    change.priority = 77;
    const std::vector<JobIndex> one{JobIndex{3}};
    QVERIFY(changeJobs(edited, one, change).ok());
    change.priority = file.scenario->jobs[one[0]].priority;
    QVERIFY(changeJobs(edited, one, change).ok());
    QCOMPARE(folder.saved(edited, file.extras, file).dump(), words().dump());
}

void TestGeneratorEdits::generatorsComeAndGo()
{
    const Folder folder;
    Json document = words();
    document.erase("generators");
    document["interventions"] = Json::array();
    const ScenarioFile file = folder.open(document);
    ScenarioExtras extras = file.extras;
    QVERIFY(extras.generators.empty());
    std::mt19937 random(3);
    const RegeneratedScenario after = made(*file.scenario, {randomGenerator(random, 1), randomGenerator(random, 2)});
    extras.generators = after.generators;
    const Json saved = folder.saved(after.scenario, extras, file);
    QCOMPARE(saved["generators"].size(), std::size_t{2});
    QCOMPARE(saved["jobs"].size(), std::size_t{1});
    const ScenarioFile again = folder.read("out.scenario.json");
    const RegeneratedScenario none = made(*again.scenario, {});
    QCOMPARE(none.scenario.jobs.size(), std::size_t{1});
    QCOMPARE(none.scenario.generatedJobs, std::size_t{0});
    QCOMPARE(none.scenario.referredJobs, std::size_t{0});
    ScenarioExtras empty = again.extras;
    empty.generators.clear();
    QVERIFY(!folder.saved(none.scenario, empty, again).contains("generators"));
}

void TestGeneratorEdits::wrongGeneratorsAreRefusedWithTheirPlace()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    const auto place = [&](auto change) {
        std::vector<GeneratorSpec> specs = file.extras.generators;
        change(specs);
        const auto result = regenerate(*file.scenario, specs);
        return result ? std::string("accepted") : result.error().place;
    };
    QVERIFY(
        place([](auto& s) { s[1].arrival.perHour = 0; }).find("/generators/1/arrival/perHour") != std::string::npos);
    QVERIFY(place([](auto& s) { s[0].count.reset(); }).find("/generators/0") != std::string::npos);
    QVERIFY(place([](auto& s) {
        s[0].work.least = 10;
        s[0].work.most = 5;
    }).find("/generators/0/work")
        != std::string::npos);
    QVERIFY(place([](auto& s) {
        s[0].share = "blue";
        s[0].name = "wild";
    }).find("/generators/1/name")
        != std::string::npos);
}

void TestGeneratorEdits::aGeneratorWhoseShareIsGoneStopsNoOther()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario without = *file.scenario;
    QVERIFY(removeShare(without, EditTime::fromStart(), without.findShare("blue"), true).ok());
    std::vector<GeneratorSpec> specs = file.extras.generators;
    specs[0].count = 9;
    const RegeneratedScenario after = made(without, specs);
    QCOMPARE(after.scenario.generatedJobs, std::size_t{9});
    QVERIFY(after.generators == specs);
    QCOMPARE(after.starts[2] - after.starts[1], std::size_t{0});
    // A file cannot hold it: no share has its name.
    QVERIFY(!areGeneratedBy(after.scenario, after.generators));
    ScenarioExtras extras = file.extras;
    extras.generators = after.generators;
    QVERIFY(!folder.saved(after.scenario, extras, file).contains("generators"));
    QCOMPARE(folder.read("out.scenario.json").scenario->jobs.size(), after.scenario.jobs.size());
}

void TestGeneratorEdits::everyJobIsFoundAgain()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    const Scenario& before = *file.scenario;
    std::vector<GeneratorSpec> specs = file.extras.generators;
    specs[0].count = 3;
    const RegeneratedScenario after = made(before, specs);
    QCOMPARE(after.now(before, JobIndex{0}), JobIndex{0});
    QCOMPARE(after.now(before, JobIndex{3}), JobIndex{3});
    QVERIFY(!after.now(before, JobIndex{4}).isValid());
    QCOMPARE(after.now(before, JobIndex{6}), JobIndex{4});
    QCOMPARE(after.now(before, JobIndex{before.jobs.size() - 1}), JobIndex{after.scenario.jobs.size() - 1});
}

void TestGeneratorEdits::cancelledWorkEndsAsInterrupted()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Progress progress;
    progress.cancel();
    const auto result = regenerate(*file.scenario, file.extras.generators, &progress);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Interrupted);
}

void TestGeneratorEdits::randomEditsSavedAndReadRunTheSame()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        std::vector<GeneratorSpec> specs = file.extras.generators;
        if (random() % 3 == 0)
            specs.erase(specs.begin());
        const auto added = random() % 3;
        for (unsigned i = 0; i < added; ++i)
            specs.push_back(randomGenerator(random, static_cast<int>(i)));
        if (random() % 2 == 0 && specs.size() > 1)
            std::swap(specs.front(), specs.back());
        ScenarioExtras extras = file.extras;
        const RegeneratedScenario after = made(*file.scenario, specs);
        extras.generators = after.generators;
        const Json saved = folder.saved(after.scenario, extras, file);
        QCOMPARE(saved["jobs"].size(), std::size_t{1});
        const ScenarioFile again = folder.read("out.scenario.json");
        QVERIFY2(again.extras == extras, qPrintable(QString::number(round)));
        QCOMPARE(scenarioToText(*again.scenario), scenarioToText(after.scenario));
        QVERIFY(test::runScenario(*again.scenario).events == test::runScenario(after.scenario).events);
    }
}

QTEST_GUILESS_MAIN(TestGeneratorEdits)
#include "tst_generator_edits.moc"
