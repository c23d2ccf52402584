// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/model/scenario_edits.h"
#include "core/store/change_record.h"
#include "core/store/policy_changes.h"
#include "tests/core/store/store_test_support.h"
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

Scenario base()
{
    const std::string text = R"({"format": "quotaboard-scenario", "version": 1, "name": "month",
      "serviceEnvironments": [{"serviceEnvironmentName": "e", "capacityLimits": [
        {"capacityUnit": "ml.p5.48xlarge", "maxCapacity": 20}, {"capacityUnit": "ml.g5.xlarge", "maxCapacity": 200}]}],
      "quotaShares": [
       {"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "ml.p5.48xlarge", "maxCapacity": 10},
          {"capacityUnit": "ml.g5.xlarge", "maxCapacity": 100}],
        "resourceSharingConfiguration": {"strategy": "RESERVE"}, "preemptionConfiguration": {"inSharePreemption": "DISABLED"}},
       {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "ml.p5.48xlarge", "maxCapacity": 5}],
        "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": 50},
        "preemptionConfiguration": {"inSharePreemption": "ENABLED"}},
       {"quotaShareName": "c", "capacityLimits": [{"capacityUnit": "ml.p5.48xlarge", "maxCapacity": 5}],
        "resourceSharingConfiguration": {"strategy": "LEND"}, "preemptionConfiguration": {"inSharePreemption": "DISABLED"}}],
      "jobs": [
       {"jobId": "j1", "jobName": "x", "quotaShareName": "a", "capacityUnit": "ml.p5.48xlarge", "instanceCount": 1, "submitSeconds": 0, "workSeconds": 60, "schedulingPriority": 100},
       {"jobName": "y", "quotaShareName": "b", "capacityUnit": "ml.p5.48xlarge", "instanceCount": 1, "submitSeconds": 1, "workSeconds": 60}]})";
    return *scenarioFrom(text).scenario;
}

using Rows = std::vector<PolicyChange>;

std::string shown(const Rows& rows)
{
    std::string text;
    for (const PolicyChange& row : rows)
        text += row.objectKind + "|" + row.object + "|" + row.field + "|" + row.oldValue + "|" + row.newValue + "\n";
    return text;
}

/// Rows that an edit gives.
template <class Edit>
std::string rowsOf(Edit&& edit)
{
    const Scenario before = base();
    Scenario after = before;
    edit(after);
    return shown(changesBetween(before, after));
}

} // namespace

class TestPolicyChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingChangedGivesNothing();
    void sharesFieldByField();
    void aRenamedShareIsOneRow();
    void sharesAddedRemovedAndMoved();
    void environmentQueueAndPlatform();
    void interventions();
    void timedEditsAreFieldsWithTheirTime();
    void timedEditsOfJobsAndPlatform();
    void jobsOneByOneAndInNumbers();
    void removingAShareMovesNoJobs();
    void everyRandomPairIsTold();
    void reasonsByThreshold();
};

void TestPolicyChanges::nothingChangedGivesNothing()
{
    QCOMPARE(rowsOf([](Scenario&) {}), std::string{});
    QCOMPARE(rowsOf([](Scenario& s) { s.jobs.intern("another text"); }), std::string{});
}

void TestPolicyChanges::sharesFieldByField()
{
    const std::string rows = rowsOf([](Scenario& s) {
        QuotaShare& a = s.shares[0];
        a.limits[0].maxCapacity = 12;
        a.limits.pop_back();
        a.sharing = {SharingStrategy::LendAndBorrow, std::nullopt};
        a.inSharePreemption = true;
        a.isEnabled = false;
        a.owner = "ann";
        a.budget = InterruptionBudget{3, 2.5};
        s.shares[1].sharing.borrowLimit = 75;
    });
    QCOMPARE(rows,
        std::string{"share|a|state|ENABLED|DISABLED\n"
                    "share|a|limit:ml.p5.48xlarge|10|12\n"
                    "share|a|limit:ml.g5.xlarge|100|\n"
                    "share|a|strategy|RESERVE|LEND_AND_BORROW\n"
                    "share|a|borrowLimit||-1\n"
                    "share|a|inSharePreemption|DISABLED|ENABLED\n"
                    "share|a|owner||ann\n"
                    "share|a|budget.preemptionsPerJob||3\n"
                    "share|a|budget.lostGpuHoursPerWeek||2.5\n"
                    "share|b|borrowLimit|50|75\n"});
}

void TestPolicyChanges::aRenamedShareIsOneRow()
{
    QCOMPARE(rowsOf([](Scenario& s) {
        s.shares[1].name = "vision";
        s.shareNames[1] = "vision";
    }),
        std::string{"share|b|name|b|vision\n"});
}

void TestPolicyChanges::sharesAddedRemovedAndMoved()
{
    QCOMPARE(rowsOf([](Scenario& s) { std::swap(s.shares[0], s.shares[2]); }),
        std::string{"queue||shareOrder|[\"a\",\"b\",\"c\"]|[\"c\",\"b\",\"a\"]\n"});
    const std::string rows = rowsOf([](Scenario& s) {
        s.shares.erase(s.shares.begin() + 2);
        QuotaShare added;
        added.name = "d";
        s.shares.insert(s.shares.begin(), added);
        s.shares.push_back(added);
        s.shares.back().name = "e";
    });
    QVERIFY2(rows.starts_with("share|c|share|{\"quotaShareName\":\"c\""), rows.c_str());
    QVERIFY2(rows.find("share|d|share||{\"quotaShareName\":\"d\"") != std::string::npos, rows.c_str());
    QVERIFY2(rows.find("share|e|share||{") != std::string::npos, rows.c_str());
}

void TestPolicyChanges::environmentQueueAndPlatform()
{
    QCOMPARE(rowsOf([](Scenario& s) {
        s.name = "year";
        s.horizon = 1500;
        s.environment.limits[0].maxCapacity = 21;
        s.jobQueue.priority = 2;
        s.platform.victimOrder = VictimOrder::Oldest;
        s.platform.startup = 90'000;
        s.platform.resumeSuccessProbability = 0.9;
        s.platform.seed = 18446744073709551615ULL;
    }),
        std::string{"scenario|month|name|month|year\n"
                    "scenario|month|horizonSeconds||1.5\n"
                    "environment|e|limit:ml.p5.48xlarge|20|21\n"
                    "queue||priority|1|2\n"
                    "platform||startupSeconds|0|90\n"
                    "platform||victimOrder|priority|oldest\n"
                    "platform||resumeSuccessProbability|1|0.9\n"
                    "platform||seed|1|18446744073709551615\n"});
}

void TestPolicyChanges::interventions()
{
    const Scenario before = base();
    Scenario one = before;
    Intervention intervention;
    intervention.at = 3'600'000;
    intervention.edit = DeleteQuotaShare{ShareIndex{0U}, "a"};
    one.interventions.push_back(intervention);
    const Rows added = changesBetween(before, one);
    QCOMPARE(added.size(), std::size_t{1});
    QCOMPARE(added[0].objectKind, std::string{"intervention"});
    QCOMPARE(added[0].object, std::string{"3600"});
    QCOMPARE(added[0].at, std::optional<TimeMs>{3'600'000});
    QVERIFY(added[0].oldValue.empty() && added[0].newValue.find("3600") != std::string::npos);
    Scenario other = one;
    other.interventions[0].reason = "because";
    QCOMPARE(changesBetween(one, other).size(), std::size_t{1});
    QVERIFY(!changesBetween(one, other)[0].oldValue.empty());
    QVERIFY(changesBetween(one, before)[0].newValue.empty());
}

void TestPolicyChanges::timedEditsAreFieldsWithTheirTime()
{
    const Scenario before = base();
    Scenario after = before;
    const EditTime later = EditTime::from(60'000);
    const UnitIndex unit = before.findUnit("ml.p5.48xlarge");
    must(setShareLimit(after, later, ShareIndex{0U}, unit, 12));
    Rows rows = changesBetween(before, after);
    QCOMPARE(shown(rows), std::string{"share|a|limit:ml.p5.48xlarge|10|12\n"});
    QCOMPARE(rows[0].at, std::optional<TimeMs>{60'000});
    QCOMPARE(rowsFor(rows, {})[0].what.at, rows[0].at);
    QCOMPARE(shown(changesBetween(after, before)), std::string{"share|a|limit:ml.p5.48xlarge|12|10\n"});
    // The same moment again: from what was set there, not from the start.
    Scenario again = after;
    must(setShareLimit(again, later, ShareIndex{0U}, unit, 15));
    QCOMPARE(shown(changesBetween(after, again)), std::string{"share|a|limit:ml.p5.48xlarge|12|15\n"});
    // A later moment: from what is in force then.
    Scenario last = again;
    must(setShareLimit(last, EditTime::from(120'000), ShareIndex{0U}, unit, 9));
    rows = changesBetween(again, last);
    QCOMPARE(shown(rows), std::string{"share|a|limit:ml.p5.48xlarge|15|9\n"});
    QCOMPARE(rows[0].at, std::optional<TimeMs>{120'000});
}

void TestPolicyChanges::timedEditsOfJobsAndPlatform()
{
    const Scenario before = base();
    Scenario after = before;
    after.interventions.push_back({5000, UpdateServiceJob{JobIndex{0U}, "j1", 900}, {}, {}});
    after.interventions.push_back({7000, MoveServiceJob{JobIndex{1U}, {}, ShareIndex{0U}, "a"}, {}, {}});
    UpdatePlatform platform;
    platform.victimOrder = VictimOrder::Oldest;
    after.interventions.push_back({9000, platform, {}, {}});
    QCOMPARE(shown(changesBetween(before, after)),
        std::string{"job|j1|schedulingPriority|100|900\njob|1|quotaShareName|b|a\n"
                    "platform||victimOrder|priority|oldest\n"});
    Scenario more = after;
    more.interventions.push_back({10'000, UpdateServiceJob{JobIndex{0U}, "j1", 950}, {}, {}});
    QCOMPARE(shown(changesBetween(after, more)), std::string{"job|j1|schedulingPriority|900|950\n"});
}

void TestPolicyChanges::jobsOneByOneAndInNumbers()
{
    QCOMPARE(rowsOf([](Scenario& s) {
        Job job = s.jobs[JobIndex{0U}];
        job.priority = 200;
        s.jobs.replace(JobIndex{0U}, job);
        job = s.jobs[JobIndex{1U}];
        job.share = ShareIndex{0U};
        job.work = 1;
        s.jobs.replace(JobIndex{1U}, job);
    }),
        std::string{"job|j1|schedulingPriority|100|200\njob|1|quotaShareName|b|a\njobs||other||1\n"});
    QCOMPARE(rowsOf([](Scenario& s) { s.jobs.add(s.jobs[JobIndex{0U}]); }), std::string{"jobs||count|2|3\n"});
    Scenario many = base();
    for (int i = 0; i < 60; ++i) {
        Job job = many.jobs[JobIndex{1U}];
        many.jobs.add(job);
    }
    Scenario raised = many;
    for (std::size_t i = 0; i < raised.jobs.size(); ++i) {
        Job job = raised.jobs[JobIndex{i}];
        job.priority = 5000;
        raised.jobs.replace(JobIndex{i}, job);
    }
    QCOMPARE(shown(changesBetween(many, raised)), std::string{"jobs||schedulingPriority||62\n"});
}

void TestPolicyChanges::removingAShareMovesNoJobs()
{
    const std::string rows = rowsOf([](Scenario& s) {
        s.shares.erase(s.shares.begin());
        s.shareNames = {"b", "c", "a"};
        for (std::size_t i = 0; i < s.jobs.size(); ++i) {
            Job job = s.jobs[JobIndex{i}];
            job.share = ShareIndex{i == 0 ? 2U : 0U};
            s.jobs.replace(JobIndex{i}, job);
        }
    });
    QVERIFY2(rows.starts_with("share|a|share|{"), rows.c_str());
    QVERIFY2(rows.find("job|") == std::string::npos, rows.c_str());
}

void TestPolicyChanges::everyRandomPairIsTold()
{
    for (std::uint64_t seed = 1; seed < 100; ++seed) {
        const Scenario a = *scenarioFrom(randomText(seed)).scenario;
        const Scenario b = *scenarioFrom(randomText(seed + 1)).scenario;
        QVERIFY(changesBetween(a, a).empty());
        QVERIFY(!changesBetween(a, b).empty());
        QVERIFY(changesBetween(a, b) == changesBetween(a, b));
    }
}

void TestPolicyChanges::reasonsByThreshold()
{
    const Scenario scenario = base();
    const auto needs = [&](const PolicyChange& change, const ReasonThresholds& thresholds = {}) {
        return needsReason(change, scenario, thresholds);
    };
    QVERIFY(!needs({"job", "j", "schedulingPriority", "100", "900"}));
    QVERIFY(needs({"job", "j", "schedulingPriority", "100", "1100"}));
    QVERIFY(needs({"job", "j", "schedulingPriority", "999", "1000"}));
    QVERIFY(needs({"job", "j", "schedulingPriority", "5000", "100"}));
    QVERIFY(needs({"jobs", "", "schedulingPriority", "", "62"}));
    QVERIFY(!needs({"share", "a", "limit:ml.g5.xlarge", "100", "109"}));
    QVERIFY(needs({"share", "a", "limit:ml.g5.xlarge", "100", "110"}));
    QVERIFY(needs({"share", "a", "limit:ml.p5.48xlarge", "100", "101"}));
    QVERIFY(needs({"share", "a", "limit:ml.g5.xlarge", "", "1"}));
    for (const char* field : {"strategy", "borrowLimit", "inSharePreemption"})
        QVERIFY(needs({"share", "a", field, "x", "y"}));
    QVERIFY(needs({"platform", "", "victimOrder", "x", "y"}));
    QVERIFY(!needs({"share", "a", "owner", "x", "y"}));
    QVERIFY(!needs({"scenario", "month", "name", "x", "y"}));
    ReasonThresholds sandbox;
    sandbox.isOptional = true;
    QVERIFY(!needs({"share", "a", "strategy", "x", "y"}, sandbox));
    ReasonThresholds wide;
    wide.priorityClass = 0;
    wide.priorityStep = 5000;
    QVERIFY(!needs({"job", "j", "schedulingPriority", "999", "1000"}, wide));
}

QTEST_APPLESS_MAIN(TestPolicyChanges)
#include "tst_policy_changes.moc"
