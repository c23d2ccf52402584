// SPDX-License-Identifier: Apache-2.0
// What is said of a job by its number means the same job when numbers change, and nothing when the job is gone.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/extras_jobs.h"
#include "core/exchange/scenario_reader.h"
#include "core/model/scenario_edits.h"
#endif

using namespace quotaboard;

namespace {

Scenario fourJobs()
{
    nlohmann::json document = nlohmann::json::parse(R"({
        "format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}]}],
        "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}]}]})");
    for (int i = 0; i < 4; ++i) {
        document["jobs"].push_back({{"jobName", "job" + std::to_string(i)}, {"quotaShareName", "a"},
            {"capacityUnit", "u"}, {"instanceCount", 1}, {"submitSeconds", i}, {"workSeconds", 100}});
    }
    document["jobs"][3]["jobId"] = "named";
    Result<LoadedScenario> loaded = readScenarioText(document.dump(), "test", "/nowhere");
    if (!loaded)
        qFatal("scenario refused");
    return std::move(loaded.value().scenario);
}

ScenarioExtras extrasFor(const std::string& job)
{
    ScenarioExtras extras;
    Breakpoint point;
    point.job = job;
    extras.breakpoints.push_back(point);
    extras.disabledInterventions.push_back({1000,
        nlohmann::ordered_json{{"atSeconds", 1}, {"updateServiceJob", {{"jobId", job}, {"schedulingPriority", 5}}}}});
    return extras;
}

ScenarioExtras after(const std::string& job, const std::vector<std::size_t>& removed)
{
    const Scenario before = fourJobs();
    Scenario next = before;
    std::vector<bool> gone(before.jobs.size());
    for (const std::size_t index : removed)
        gone[index] = true;
    const auto edit = [gone](Scenario& s) {
        removeJobs(s, gone);
        return Status{};
    };
    if (!edit(next))
        qFatal("edit refused");
    ScenarioExtras extras = extrasFor(job);
    followJobs(extras, before, next, edit);
    return extras;
}

} // namespace

class TestExtrasJobs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNumberFollowsItsJob();
    void whatIsSaidOfAGoneJobGoes();
    void idsStay();
};

void TestExtrasJobs::aNumberFollowsItsJob()
{
    const ScenarioExtras extras = after("2", {0});
    QCOMPARE(extras.breakpoints.size(), std::size_t{1});
    QCOMPARE(extras.breakpoints.front().job, std::string("1"));
    QCOMPARE(extras.disabledInterventions.size(), std::size_t{1});
    QCOMPARE(
        extras.disabledInterventions.front().words["updateServiceJob"]["jobId"].get<std::string>(), std::string("1"));
    QCOMPARE(after("0", {1, 2}).breakpoints.front().job, std::string("0"));
}

void TestExtrasJobs::whatIsSaidOfAGoneJobGoes()
{
    const ScenarioExtras extras = after("1", {1});
    QVERIFY(extras.breakpoints.empty());
    QVERIFY(extras.disabledInterventions.empty());
}

void TestExtrasJobs::idsStay()
{
    const ScenarioExtras extras = after("named", {0, 1});
    QCOMPARE(extras, extrasFor("named"));
    // A job that is gone and whose id no other has: said, not lost, so that it means it again when it comes back.
    QCOMPARE(after("named", {3}), extrasFor("named"));
}

QTEST_APPLESS_MAIN(TestExtrasJobs)
#include "tst_extras_jobs.moc"
