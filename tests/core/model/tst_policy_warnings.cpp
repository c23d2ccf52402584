// SPDX-License-Identifier: Apache-2.0
// Warnings about the policy at the start and after each timed change.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/model/policy_warnings.h"

#include <nlohmann/json.hpp>
#endif

using namespace quotaboard;
using Json = nlohmann::json;

namespace {

Json gpus(int instances)
{
    return Json::array({{{"capacityUnit", "gpu"}, {"maxCapacity", instances}}});
}

Json share(const char* name, int limit, const char* strategy)
{
    return {{"quotaShareName", name}, {"capacityLimits", gpus(limit)},
        {"resourceSharingConfiguration", {{"strategy", strategy}}}};
}

Json job(const char* id, const char* share, int instances, int priority = 0)
{
    return {{"jobId", id}, {"jobName", id}, {"quotaShareName", share}, {"capacityUnit", "gpu"},
        {"instanceCount", instances}, {"submitSeconds", 0}, {"workSeconds", 60}, {"schedulingPriority", priority},
        {"checkpoint", {{"intervalSeconds", 5}}}};
}

/// 8 instances, 4 each for a borrower and a lender: nothing to warn about.
Json quiet(Json jobs, Json interventions)
{
    if (jobs.is_null())
        jobs = Json::array();
    return {{"format", "quotaboard-scenario"}, {"version", 1}, {"capacityUnits", {{"gpu", {{"gpus", 1}}}}},
        {"serviceEnvironments", Json::array({{{"capacityLimits", gpus(8)}}})},
        {"quotaShares", Json::array({share("ann", 4, "LEND"), share("bob", 4, "LEND")})}, {"jobs", std::move(jobs)},
        {"interventions", std::move(interventions)}};
}

Json at(int seconds, const char* kind, Json edit)
{
    return {{"atSeconds", seconds}, {kind, std::move(edit)}};
}

Json capacityAt(int seconds, int instances)
{
    return at(seconds, "updateServiceEnvironment", {{"capacityLimits", gpus(instances)}});
}

Json strategyAt(int seconds, const char* name, const char* strategy)
{
    return at(seconds, "updateQuotaShare",
        {{"quotaShareName", name}, {"resourceSharingConfiguration", {{"strategy", strategy}}}});
}

/// "code:seconds or -" of each warning and its arguments.
QStringList warningsOf(const Json& document)
{
    const auto loaded = readScenarioText(document.dump(), "test", ".");
    if (!loaded)
        qFatal("not valid: %s %s", loaded.error().place.c_str(), loaded.error().arguments.front().c_str());
    QStringList list;
    for (const PolicyWarning& warning : findPolicyWarningsOverTime(loaded.value().scenario)) {
        QString line = QString::number(static_cast<int>(warning.code));
        line += warning.from ? " from " + QString::number(*warning.from / 1000) : QString(" at start");
        for (const std::string& argument : warning.arguments)
            line += " " + QString::fromStdString(argument);
        list << line;
    }
    return list;
}

QString of(PolicyWarning::Code code, const char* rest)
{
    return QString::number(static_cast<int>(code)) + " " + rest;
}

using Code = PolicyWarning::Code;

} // namespace

class TestPolicyWarnings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void capacityThatComesAndGoes();
    void whatHoldsAlreadyIsNotRepeated();
    void changesOfOneMomentCountTogether();
    void refusedAndLateChangesDoNothing();
    void aShareThatBeginsToBorrow();
    void aShareThatIsCreatedLater();
    void platformAndPriorities();
    void aDisabledEnvironmentIsNoMissingUnit();
    void theStartIsAsBefore();
};

void TestPolicyWarnings::capacityThatComesAndGoes()
{
    const Json document = quiet(
        {job("one", "ann", 1)}, {capacityAt(100, 10), capacityAt(200, 8), capacityAt(300, 7), capacityAt(400, 11)});
    QCOMPARE(warningsOf(document),
        (QStringList{of(Code::UnassignedCapacity, "from 100 gpu 2 10"), of(Code::Oversubscribed, "from 300 gpu 8 7"),
            of(Code::UnassignedCapacity, "from 400 gpu 3 11")}));
}

void TestPolicyWarnings::whatHoldsAlreadyIsNotRepeated()
{
    // It is told again only when it is of more instances.
    const Json document = quiet({},
        {capacityAt(100, 10), capacityAt(200, 9), capacityAt(300, 10), capacityAt(400, 12),
            strategyAt(500, "ann", "RESERVE")});
    QCOMPARE(warningsOf(document),
        (QStringList{
            of(Code::UnassignedCapacity, "from 100 gpu 2 10"), of(Code::UnassignedCapacity, "from 400 gpu 4 12")}));
    Json start = quiet({}, {strategyAt(5, "ann", "RESERVE"), capacityAt(10, 9)});
    start["serviceEnvironments"][0]["capacityLimits"] = gpus(9);
    QCOMPARE(warningsOf(start), QStringList{of(Code::UnassignedCapacity, "at start gpu 1 9")});
}

void TestPolicyWarnings::changesOfOneMomentCountTogether()
{
    const Json limit = at(100, "updateQuotaShare", {{"quotaShareName", "ann"}, {"capacityLimits", gpus(6)}});
    QCOMPARE(warningsOf(quiet({}, {capacityAt(100, 10), limit})), QStringList{});
    // In time order, whatever the order in the file.
    QCOMPARE(warningsOf(quiet({}, {capacityAt(200, 8), capacityAt(100, 10)})),
        QStringList{of(Code::UnassignedCapacity, "from 100 gpu 2 10")});
}

void TestPolicyWarnings::refusedAndLateChangesDoNothing()
{
    // An ENABLED share is not deleted.
    Json document = quiet({}, {at(100, "deleteQuotaShare", {{"quotaShareName", "ann"}}), capacityAt(1000, 10)});
    document["horizonSeconds"] = 999;
    QCOMPARE(warningsOf(document), QStringList{});
    document["horizonSeconds"] = 1000;
    QCOMPARE(warningsOf(document), QStringList{of(Code::UnassignedCapacity, "from 1000 gpu 2 10")});
}

void TestPolicyWarnings::aShareThatBeginsToBorrow()
{
    Json jobs = Json::array({job("small", "bob", 1, 3), job("wide", "bob", 6, 3)});
    jobs[0].erase("checkpoint");
    jobs.push_back(job("mine", "ann", 1));
    const QStringList want{of(Code::FrontBlocksOwnQuota, "from 50 bob gpu 1 4"),
        of(Code::BorrowersUncheckpointed, "from 50 bob 1 2 gpu"), of(Code::WideVictims, "from 50 bob gpu 6"),
        of(Code::PrioritiesAllRaised, "from 50 bob 3")};
    QCOMPARE(warningsOf(quiet(jobs, {strategyAt(50, "bob", "LEND_AND_BORROW")})), want);
    // With an end between, each is told again.
    const QStringList twice = warningsOf(quiet(jobs,
        {strategyAt(50, "bob", "LEND_AND_BORROW"), strategyAt(60, "bob", "LEND"),
            strategyAt(70, "bob", "LEND_AND_BORROW")}));
    QCOMPARE(twice.size(), 8);
    QVERIFY(twice.back().startsWith(of(Code::PrioritiesAllRaised, "from 70")));
    // A lowered limit makes more jobs wider than it.
    Json wider = jobs;
    wider.push_back(job("two", "bob", 2));
    const QStringList lowered = warningsOf(quiet(wider,
        {strategyAt(50, "bob", "LEND_AND_BORROW"),
            at(80, "updateQuotaShare", {{"quotaShareName", "bob"}, {"capacityLimits", gpus(1)}})}));
    QVERIFY2(lowered.contains(of(Code::FrontBlocksOwnQuota, "from 80 bob gpu 2 1")), qPrintable(lowered.join('\n')));
    QVERIFY(lowered.contains(of(Code::UnassignedCapacity, "from 80 gpu 3 8")));
}

void TestPolicyWarnings::aShareThatIsCreatedLater()
{
    const Json document = quiet({job("wide", "eve", 5)}, {at(100, "createQuotaShare", share("eve", 2, "LEND"))});
    QCOMPARE(warningsOf(document),
        (QStringList{
            of(Code::Oversubscribed, "from 100 gpu 10 8"), of(Code::ImpossibleJobs, "from 100 1 eve gpu wide 5 2")}));
}

void TestPolicyWarnings::platformAndPriorities()
{
    Json document = quiet({job("one", "bob", 1, 3), job("two", "bob", 1, 5)},
        {at(10, "updateServiceJob", {{"jobId", "one"}, {"schedulingPriority", 5}}),
            at(20, "updatePlatform", {{"victimOrder", "youngest"}}),
            at(30, "updatePlatform", {{"victimOrder", "priority"}}),
            at(40, "updatePlatform", {{"unassignedCapacity", "idle"}})});
    document["quotaShares"][1]["resourceSharingConfiguration"]["strategy"] = "LEND_AND_BORROW";
    document["serviceEnvironments"][0]["capacityLimits"] = gpus(9);
    document["platform"] = {{"unassignedCapacity", "borrowable"}};
    QCOMPARE(warningsOf(document),
        (QStringList{of(Code::PrioritiesAllRaised, "from 10 bob 5"), of(Code::PrioritiesAllRaised, "from 30 bob 5"),
            of(Code::UnassignedCapacity, "from 40 gpu 1 9")}));
}

void TestPolicyWarnings::aDisabledEnvironmentIsNoMissingUnit()
{
    QCOMPARE(warningsOf(quiet({}, {at(10, "updateServiceEnvironment", {{"state", "DISABLED"}})})), QStringList{});
    const Json other = Json::array({{{"capacityUnit", "cpu"}, {"maxCapacity", 1}}});
    const QStringList gone = warningsOf(quiet({}, {at(10, "updateServiceEnvironment", {{"capacityLimits", other}})}));
    QVERIFY2(gone.contains(of(Code::UnitNotInEnvironment, "from 10 gpu ann")), qPrintable(gone.join('\n')));
}

void TestPolicyWarnings::theStartIsAsBefore()
{
    Json document = quiet({job("one", "ann", 1)}, {capacityAt(100, 20)});
    document["serviceEnvironments"][0]["capacityLimits"] = gpus(9);
    const auto loaded = readScenarioText(document.dump(), "test", ".");
    const auto start = findPolicyWarnings(loaded.value().scenario);
    QCOMPARE(start.size(), std::size_t{1});
    QVERIFY(start.front().code == Code::UnassignedCapacity && !start.front().from);
    QCOMPARE(findPolicyWarningsOverTime(loaded.value().scenario).size(), std::size_t{2});
}

QTEST_APPLESS_MAIN(TestPolicyWarnings)
#include "tst_policy_warnings.moc"
