// SPDX-License-Identifier: Apache-2.0
// Many jobs are changed at once, from the start of the run.
#include "core/model/job_edits.h"

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_writer.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <nlohmann/json.hpp>
#include <random>
#endif

using namespace quotaboard;

namespace {

Scenario read(const nlohmann::json& document)
{
    Result<LoadedScenario> loaded = readScenarioText(document.dump(), "test", ".");
    if (!loaded)
        qFatal("%s %s", loaded.error().place.c_str(), loaded.error().arguments.front().c_str());
    return std::move(loaded.value().scenario);
}

nlohmann::json small()
{
    return nlohmann::json::parse(R"({"format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"serviceEnvironmentName": "e", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 8}]}],
        "quotaShares": [
            {"quotaShareName": "red", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}]},
            {"quotaShareName": "blue", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}]}],
        "jobs": [
            {"jobName": "a", "quotaShareName": "red", "capacityUnit": "gpu", "instanceCount": 1, "submitSeconds": 0,
             "workSeconds": 100, "schedulingPriority": 9990},
            {"jobName": "b", "quotaShareName": "red", "capacityUnit": "gpu", "instanceCount": 2, "submitSeconds": 5,
             "workSeconds": 101, "schedulingPriority": 10, "checkpoint": {"intervalSeconds": 60}},
            {"jobName": "c", "jobId": "C", "quotaShareName": "blue", "capacityUnit": "gpu", "instanceCount": 3,
             "submitSeconds": 5, "workSeconds": 7}],
        "interventions": [
            {"atSeconds": 50, "submitServiceJob": {"jobName": "late", "quotaShareName": "blue", "capacityUnit": "gpu",
             "instanceCount": 1, "workSeconds": 10}},
            {"atSeconds": 60, "updateServiceJob": {"jobId": 1, "schedulingPriority": 7}}]})");
}

const std::vector<JobIndex> kAll{JobIndex{0}, JobIndex{1}, JobIndex{2}, JobIndex{3}};

} // namespace

class TestJobChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesWhatIsGivenAndNothingElse();
    void countsWhatWillChangeAndWhyOthersWillNot();
    void refusesWhatNoJobMayHave_data();
    void refusesWhatNoJobMayHave();
    void submittedJobsMoveWithTheirIntervention();
    void duplicatesHaveNoIdAndKeepOthersNumbers();
    void idsStayDistinctWhenNumbersShift();
    void changedScenariosAreReadBackTheSame();
};

void TestJobChanges::changesWhatIsGivenAndNothingElse()
{
    const Scenario before = read(small());
    Scenario after = before;
    JobChange change;
    change.share = "blue";
    change.unit = "new-unit";
    change.instances = 4;
    change.checkpoint.emplace();
    change.preemptionRetries.emplace(3);
    change.workloadClass = "training";
    change.workFactor = 0.5;
    change.deadline = 1000;
    QVERIFY(changeJobs(after, std::vector<JobIndex>{JobIndex{1}}, change).ok());
    const Job& job = after.jobs[JobIndex{1}];
    QCOMPARE(after.shareName(job.share), std::string("blue"));
    QCOMPARE(after.unitName(job.unit), std::string("new-unit"));
    QCOMPARE(job.instances, 4);
    QCOMPARE(job.work, TimeMs{50'500});
    QCOMPARE(job.deadline, TimeMs{1000});
    QCOMPARE(job.priority, 10);
    QCOMPARE(job.submit, TimeMs{5000});
    QVERIFY(!after.jobs.profileOf(JobIndex{1}).checkpoint);
    QCOMPARE(after.jobs.profileOf(JobIndex{1}).preemptionRetries.value(), 3);
    QCOMPARE(std::string(after.jobs.text(job.workloadClass)), std::string("training"));
    QCOMPARE(after.jobs[JobIndex{0}].instances, 1);
    // The value before is another one.
    QCOMPARE(before.jobs[JobIndex{1}].instances, 2);
}

void TestJobChanges::countsWhatWillChangeAndWhyOthersWillNot()
{
    const Scenario scenario = read(small());
    JobChange change;
    change.raisePriority = 10;
    const auto count = countJobChange(scenario, kAll, change);
    QVERIFY(count.ok());
    QCOMPARE(count.value().changed, std::size_t{3});
    QCOMPARE(count.value().priorityOutOfRange, std::size_t{1});
    Scenario after = scenario;
    QVERIFY(changeJobs(after, kAll, change).ok());
    QCOMPARE(after.jobs[JobIndex{0}].priority, 9990);
    QCOMPARE(after.jobs[JobIndex{1}].priority, 20);
    change = {};
    change.instances = 1;
    QCOMPARE(countJobChange(scenario, kAll, change).value().same, std::size_t{2});
    change = {};
    change.workFactor = 1e12;
    QCOMPARE(countJobChange(scenario, kAll, change).value().workOutOfRange, std::size_t{4});
    QVERIFY(!changeJobs(after, kAll, change).ok());
    change = {};
    change.checkpoint = CheckpointPlan{1, kMaxTimeMs, false};
    QCOMPARE(countJobChange(scenario, kAll, change).value().attemptTooLong, std::size_t{4});
}

void TestJobChanges::refusesWhatNoJobMayHave_data()
{
    QTest::addColumn<int>("which");
    for (int i = 0; i < 9; ++i)
        QTest::addRow("change %d", i) << i;
}

void TestJobChanges::refusesWhatNoJobMayHave()
{
    QFETCH(int, which);
    JobChange change;
    switch (which) {
    case 0:
        change.share = "nobody";
        break;
    case 1:
        change.unit = "";
        break;
    case 2:
        change.instances = 0;
        break;
    case 3:
        change.priority = kMaxPriority + 1;
        break;
    case 4:
        change.work = -1;
        break;
    case 5:
        change.checkpoint = CheckpointPlan{0, 0, false};
        break;
    case 6:
        change.preemptionRetries.emplace(-1);
        break;
    case 7:
        change.attempts = 0;
        break;
    default:
        change.deadline = kMaxTimeMs + 1;
        break;
    }
    Scenario scenario = read(small());
    const nlohmann::ordered_json before = scenarioToJson(scenario);
    QVERIFY(!countJobChange(scenario, kAll, change).ok());
    QVERIFY(!changeJobs(scenario, kAll, change).ok());
    QVERIFY(scenarioToJson(scenario) == before);
}

void TestJobChanges::submittedJobsMoveWithTheirIntervention()
{
    Scenario scenario = read(small());
    JobChange change;
    change.submit = 90'000;
    QVERIFY(changeJobs(scenario, std::vector<JobIndex>{JobIndex{3}}, change).ok());
    QCOMPARE(scenario.interventions[0].at, TimeMs{90'000});
    QCOMPARE(scenario.interventions[1].at, TimeMs{60'000});
    QCOMPARE(scenario.jobs[JobIndex{3}].submit, TimeMs{90'000});
}

void TestJobChanges::duplicatesHaveNoIdAndKeepOthersNumbers()
{
    Scenario scenario = read(small());
    QVERIFY(duplicateJobs(scenario, std::vector<JobIndex>{JobIndex{2}}).ok());
    QCOMPARE(scenario.jobs.size(), std::size_t{5});
    QVERIFY(!scenario.jobs[JobIndex{4}].id.isValid());
    QCOMPARE(scenario.jobs[JobIndex{4}].instances, 3);
    // The list ended with a submitted job, so the copy is submitted, too.
    QCOMPARE(scenario.interventions.size(), std::size_t{3});
    const Scenario again = read(nlohmann::json::parse(scenarioToText(scenario)));
    QVERIFY(test::runScenario(again).events == test::runScenario(scenario).events);
}

void TestJobChanges::idsStayDistinctWhenNumbersShift()
{
    nlohmann::json document = small();
    document["jobs"][2]["jobId"] = "7";
    Scenario scenario = read(document);
    for (int i = 0; i < 6; ++i)
        QVERIFY(duplicateJobs(scenario, std::vector<JobIndex>{JobIndex{0}}).ok());
    // Job number 7 has no id, and another one is called 7.
    QVERIFY(scenario.jobs[JobIndex{7}].id.isValid());
    QCOMPARE(scenario.jobs.find("7"), JobIndex{2});
    (void)read(nlohmann::json::parse(scenarioToText(scenario)));
}

void TestJobChanges::changedScenariosAreReadBackTheSame()
{
    for (unsigned seed = 1; seed <= 150; ++seed) {
        std::mt19937 random(seed);
        const auto below = [&](std::uint32_t most) { return static_cast<std::int32_t>(random() % most); };
        Scenario scenario = read(reference::randomScenario(seed));
        std::vector<JobIndex> jobs;
        for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
            if (below(2) == 0)
                jobs.emplace_back(i);
        }
        JobChange change;
        if (below(2) == 0)
            change.share = scenario.shares[static_cast<std::size_t>(below(99)) % scenario.shares.size()].name;
        if (below(2) == 0)
            change.raisePriority = below(2000) - 1000;
        if (below(3) == 0)
            change.checkpoint = CheckpointPlan{1000 + below(60'000), below(5000), below(2) == 0};
        if (below(3) == 0)
            change.submit = below(100'000);
        if (below(3) == 0)
            change.workFactor = 1.5;
        if (below(3) == 0)
            change.restore = below(9000);
        if (below(3) == 0)
            change.preemptionRetries.emplace(below(4));
        (void)changeJobs(scenario, jobs, change);
        const Scenario again = read(nlohmann::json::parse(scenarioToText(scenario)));
        const auto expected = test::runScenario(scenario);
        QVERIFY2(expected.error.empty(), qPrintable(QString::number(seed)));
        QVERIFY2(expected.events == test::runScenario(again).events, qPrintable(QString::number(seed)));
    }
}

QTEST_GUILESS_MAIN(TestJobChanges)
#include "tst_job_changes.moc"
