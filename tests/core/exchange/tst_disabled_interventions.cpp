// SPDX-License-Identifier: Apache-2.0
// What is switched off is not run, not in the file's interventions, and the same when it is switched on again.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/disabled_interventions.h"
#include "core/exchange/scenario_file.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_writer.h"
#include "core/model/scenario_edits.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"
#endif

using namespace quotaboard;

namespace {

Scenario scenarioOf(const nlohmann::json& document)
{
    Result<LoadedScenario> loaded = readScenarioText(document.dump(), "test", "/nowhere");
    if (!loaded)
        qFatal("scenario refused");
    return std::move(loaded.value().scenario);
}

nlohmann::json threeSubmissions()
{
    nlohmann::json document = nlohmann::json::parse(R"({
        "format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}]}],
        "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}]}],
        "jobs": [{"jobName": "x", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
                  "workSeconds": 100}]})");
    for (int i = 0; i < 3; ++i) {
        document["interventions"].push_back({{"atSeconds", 10 + i}, {"author", "me"}, {"reason", "rush"},
            {"submitServiceJob",
                {{"jobName", "late" + std::to_string(i)}, {"quotaShareName", "a"}, {"capacityUnit", "u"},
                    {"instanceCount", 1}, {"workSeconds", 50}, {"checkpoint", {{"intervalSeconds", 5}}}}}});
    }
    document["interventions"].push_back(
        {{"atSeconds", 20}, {"updateServiceJob", {{"jobId", 2}, {"schedulingPriority", 7}}}});
    return document;
}

/// What happens, without the numbers of the changes: among those of other moments a change may stand anywhere.
std::vector<nlohmann::json> eventsOf(const Scenario& scenario)
{
    std::vector<nlohmann::json> events = test::runScenario(scenario).events;
    for (nlohmann::json& event : events)
        event.erase("intervention");
    return events;
}

std::string nameOf(const Scenario& scenario, const std::string& id)
{
    const JobIndex job = scenario.jobs.find(id);
    return job.isValid() ? std::string(scenario.jobs.text(scenario.jobs[job].name)) : std::string("none");
}

} // namespace

class TestDisabledInterventions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsTakenOutIsNotRun();
    void aSubmissionTakesItsJobAndWhatNamesItAlong();
    void aSubmissionComesBackWithItsId();
    void theLastSubmissionComesBackAsItWas();
    void whatNoLongerFitsSaysWhy();
    void outAndInAgainRunsTheSame();
    void eachKeepsItsPlaceAmongThoseOfItsMoment();
    void keysOfOtherProgramsStayOffAndOn();
};

void TestDisabledInterventions::whatIsTakenOutIsNotRun()
{
    nlohmann::json document = threeSubmissions();
    document["interventions"].push_back({{"atSeconds", 30},
        {"updateQuotaShare",
            {{"quotaShareName", "a"}, {"capacityLimits", {{{"capacityUnit", "u"}, {"maxCapacity", 1}}}}}}});
    Scenario scenario = scenarioOf(document);
    const auto out = takeOutInterventions(scenario, {}, {InterventionIndex{4}});
    QVERIFY(out.ok());
    QCOMPARE(out.value().size(), std::size_t{1});
    QCOMPARE(out.value().front().at, 30 * kMsPerSecond);
    QCOMPARE(scenario.interventions.size(), std::size_t{4});
    QCOMPARE(out.value().front().words["updateQuotaShare"]["capacityLimits"][0]["maxCapacity"].get<int>(), 1);
    QVERIFY(putBackIntervention(scenario, out.value().front()).ok());
    QCOMPARE(scenarioToText(scenario), scenarioToText(scenarioOf(document)));
}

void TestDisabledInterventions::aSubmissionTakesItsJobAndWhatNamesItAlong()
{
    Scenario scenario = scenarioOf(threeSubmissions());
    QCOMPARE(nameOf(scenario, "2"), std::string("late1"));
    const auto out = takeOutInterventions(scenario, {}, {InterventionIndex{1}});
    QVERIFY(out.ok());
    QCOMPARE(out.value().size(), std::size_t{2});
    QCOMPARE(scenario.jobs.size(), std::size_t{3});
    QCOMPARE(scenario.interventions.size(), std::size_t{2});
    // The one behind it has moved up and is still the same to everybody.
    QCOMPARE(nameOf(scenario, "3"), std::string("late2"));
    QCOMPARE(nameOf(scenario, "2"), std::string("none"));
    QCOMPARE(out.value()[0].words["submitServiceJob"]["jobId"].get<std::string>(), std::string("2"));
    QCOMPARE(out.value()[1].words["updateServiceJob"]["jobId"].get<std::string>(), std::string("2"));
}

void TestDisabledInterventions::aSubmissionComesBackWithItsId()
{
    Scenario scenario = scenarioOf(threeSubmissions());
    const auto out = takeOutInterventions(scenario, {}, {InterventionIndex{1}});
    QVERIFY(out.ok());
    // The change cannot come back before the job.
    const auto early = putBackIntervention(scenario, out.value()[1]);
    QVERIFY(!early.ok());
    QVERIFY(early.error().code == ErrorCode::UnknownReference);
    for (const DisabledIntervention& disabled : out.value())
        QVERIFY(putBackIntervention(scenario, disabled).ok());
    QCOMPARE(nameOf(scenario, "2"), std::string("late1"));
    QCOMPARE(nameOf(scenario, "3"), std::string("late2"));
    QCOMPARE(scenario.interventions.size(), std::size_t{4});
    QCOMPARE(std::get<UpdateServiceJob>(scenario.interventions[3].edit).job, scenario.jobs.find("2"));
    QCOMPARE(scenario.interventions[2].author, std::string("me"));
    QCOMPARE(scenario.interventions[2].at, 11 * kMsPerSecond);
    // A file of it can be told apart.
    QVERIFY(test::runScenario(nlohmann::json::parse(scenarioToText(scenario))).error.empty());
}

void TestDisabledInterventions::theLastSubmissionComesBackAsItWas()
{
    Scenario scenario = scenarioOf(threeSubmissions());
    const std::string before = scenarioToText(scenario);
    const auto out = takeOutInterventions(scenario, {}, {InterventionIndex{2}, InterventionIndex{3}});
    QVERIFY(out.ok());
    QCOMPARE(out.value().size(), std::size_t{2});
    QVERIFY(putBackIntervention(scenario, out.value()[1]).ok());
    QVERIFY(putBackIntervention(scenario, out.value()[0]).ok());
    QCOMPARE(scenarioToText(scenario), before);
}

void TestDisabledInterventions::whatNoLongerFitsSaysWhy()
{
    Scenario scenario = scenarioOf(threeSubmissions());
    const std::string before = scenarioToText(scenario);
    const auto refusal = [&](const char* words) {
        const auto status = putBackIntervention(scenario, {1000, nlohmann::ordered_json::parse(words)});
        return status.ok() ? std::string() : status.error().arguments.front();
    };
    QCOMPARE(refusal(R"({"atSeconds": 1, "deleteQuotaShare": {"quotaShareName": "gone"}})"), std::string("gone"));
    QCOMPARE(refusal(R"({"atSeconds": 1, "terminateServiceJob": {"jobId": "gone"}})"), std::string("gone"));
    QCOMPARE(refusal(R"({"atSeconds": 1, "submitServiceJob": {"jobName": "n", "quotaShareName": "gone",
        "capacityUnit": "u", "instanceCount": 1, "workSeconds": 1}})"),
        std::string("gone"));
    QCOMPARE(refusal(R"({"atSeconds": 1, "submitServiceJob": {"jobName": "n", "quotaShareName": "a", "jobId": "2",
        "capacityUnit": "u", "instanceCount": 1, "workSeconds": 1}})"),
        std::string("2"));
    QVERIFY(!refusal(R"({"atSeconds": 1, "brew": {}})").empty());
    QVERIFY(!refusal(R"({"atSeconds": 1, "updateServiceJob": {"jobId": "1", "schedulingPriority": -4}})").empty());
    QCOMPARE(scenarioToText(scenario), before);
}

void TestDisabledInterventions::outAndInAgainRunsTheSame()
{
    std::size_t tried = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Scenario scenario = scenarioOf(reference::randomScenario(seed));
        if (scenario.interventions.empty())
            continue;
        const std::size_t chosen = seed % scenario.interventions.size();
        const auto* create = std::get_if<CreateQuotaShare>(&scenario.interventions[chosen].edit);
        const auto before = eventsOf(scenario);
        const auto out = takeOutInterventions(scenario, {}, {InterventionIndex{chosen}});
        if (!out) {
            QVERIFY(create != nullptr);
            continue;
        }
        // A change of what is not there yet is refused when it comes back, as it would be at its time.
        if (out.value().size() != 1 || !putBackIntervention(scenario, out.value().front()))
            continue;
        QVERIFY2(before == eventsOf(scenario), qPrintable(QString::number(seed)));
        ++tried;
    }
    QVERIFY(tried > 100);
}

/// Four changes of one moment, told apart by their authors.
nlohmann::json fourAtOnce()
{
    nlohmann::json document = threeSubmissions();
    document["interventions"] = nlohmann::json::array();
    for (int i = 0; i < 4; ++i) {
        document["interventions"].push_back({{"atSeconds", 10}, {"author", "author" + std::to_string(i)},
            {"updateServiceJob", {{"jobId", 0}, {"schedulingPriority", i}}}});
    }
    return document;
}

void TestDisabledInterventions::eachKeepsItsPlaceAmongThoseOfItsMoment()
{
    const Scenario original = scenarioOf(fourAtOnce());
    // Every set of them, off one after the other from either end, and on again in either order.
    for (unsigned set = 1; set < 16; ++set) {
        for (const bool isBackwards : {false, true}) {
            Scenario scenario = original;
            std::vector<DisabledIntervention> off;
            for (unsigned step = 0; step < 4; ++step) {
                const unsigned bit = isBackwards ? 3 - step : step;
                if ((set >> bit & 1U) == 0)
                    continue;
                const std::string author = "author" + std::to_string(bit);
                const auto found = std::find_if(scenario.interventions.begin(), scenario.interventions.end(),
                    [&](const Intervention& i) { return i.author == author; });
                const auto index = InterventionIndex{static_cast<std::size_t>(found - scenario.interventions.begin())};
                const auto out = takeOutInterventions(scenario, off, {index});
                QVERIFY(out.ok());
                off.insert(off.end(), out.value().begin(), out.value().end());
            }
            if (set % 2 == 0)
                std::reverse(off.begin(), off.end());
            while (!off.empty()) {
                const DisabledIntervention next = off.back();
                off.pop_back();
                QVERIFY(putBackIntervention(scenario, next, off).ok());
            }
            QCOMPARE(scenarioToText(scenario), scenarioToText(original));
        }
    }
}

void TestDisabledInterventions::keysOfOtherProgramsStayOffAndOn()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("s.scenario.json")).toStdString();
    nlohmann::json document = fourAtOnce();
    document["interventions"][1]["ticket"] = "OPS-7";
    document["interventions"][1]["updateServiceJob"]["origin"] = "portal";
    const auto write = [&](const std::string& text) {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) > 0;
    };
    const auto saved = [&] {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString()) : nlohmann::json();
    };
    QVERIFY(write(document.dump()));
    Result<ScenarioFile> file = readScenarioFile(path);
    QVERIFY(file.ok());
    Scenario scenario = *file.value().scenario;
    ScenarioExtras extras = file.value().extras;
    const auto out = takeOutInterventions(scenario, extras.disabledInterventions, {InterventionIndex{1}});
    QVERIFY(out.ok());
    extras.disabledInterventions = out.value();
    QVERIFY(writeScenarioFile(scenario, extras, file.value().source.get(), path).ok());
    QCOMPARE(saved()["disabledInterventions"][0]["ticket"].get<std::string>(), std::string("OPS-7"));
    QCOMPARE(saved()["interventions"].size(), std::size_t{3});

    Result<ScenarioFile> again = readScenarioFile(path);
    QVERIFY(again.ok());
    scenario = *again.value().scenario;
    extras = again.value().extras;
    QCOMPARE(extras.disabledInterventions.size(), std::size_t{1});
    QVERIFY(putBackIntervention(scenario, extras.disabledInterventions.front()).ok());
    extras.disabledInterventions.clear();
    QVERIFY(writeScenarioFile(scenario, extras, again.value().source.get(), path).ok());
    const nlohmann::json on = saved();
    QVERIFY(!on.contains("disabledInterventions") || on["disabledInterventions"].empty());
    QCOMPARE(on["interventions"].size(), std::size_t{4});
    QCOMPARE(on["interventions"][1]["ticket"].get<std::string>(), std::string("OPS-7"));
    QCOMPARE(on["interventions"][1]["updateServiceJob"]["origin"].get<std::string>(), std::string("portal"));
    QVERIFY(!on["interventions"][1].contains("place"));
}

QTEST_APPLESS_MAIN(TestDisabledInterventions)
#include "tst_disabled_interventions.moc"
