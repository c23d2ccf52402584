// SPDX-License-Identifier: Apache-2.0
// Each rule of aws-batch.md section A that a policy can break: broken once, and not.
#ifndef Q_MOC_RUN
#include "core/model/policy_rules.h"
#endif

#include <QTest>

#include <algorithm>

using namespace quotaboard;

namespace {

/// Breaks no rule.
Scenario plainScenario()
{
    Scenario scenario;
    const UnitIndex unit = scenario.internUnit("ml.g5.xlarge");
    scenario.environment.limits.push_back({unit, 8});
    for (const char* name : {"a", "b"}) {
        QuotaShare share;
        share.name = name;
        share.limits.push_back({unit, 4});
        share.sharing = {SharingStrategy::LendAndBorrow, 50};
        scenario.internShare(name);
        scenario.shares.push_back(share);
    }
    Job job;
    job.share = scenario.findShare("a");
    job.unit = unit;
    job.profile = scenario.jobs.internProfile({});
    job.work = 1000;
    scenario.jobs.add(job);
    return scenario;
}

std::vector<RuleBreach> breachesOf(const Scenario& scenario, PolicyRule rule)
{
    std::vector<RuleBreach> found = findRuleBreaches(scenario);
    std::erase_if(found, [rule](const RuleBreach& breach) { return breach.rule != rule; });
    return found;
}

} // namespace

class TestPolicyRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPlainPolicyBreaksNone();
    void names_data();
    void names();
    void sharesAndLimitsAreCounted();
    void borrowLimits();
    void unitsAreInstanceTypes();
    void queueAndEnvironment();
    void jobsAreCountedByShare();
    void aShareEnabledLaterMayHaveJobs();
};

void TestPolicyRules::aPlainPolicyBreaksNone()
{
    QVERIFY(findRuleBreaches(plainScenario()).empty());
}

void TestPolicyRules::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isName");
    QTest::newRow("letters") << "Team-A_1" << true;
    QTest::newRow("longest") << QString(128, 'a') << true;
    QTest::newRow("too long") << QString(129, 'a') << false;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("blank") << "team a" << false;
    QTest::newRow("dot") << "team.a" << false;
    QTest::newRow("umlaut") << "tëam" << false;
}

void TestPolicyRules::names()
{
    QFETCH(const QString, name);
    QFETCH(const bool, isName);
    QCOMPARE(isAwsName(name.toStdString()), isName);
    Scenario scenario = plainScenario();
    scenario.shares[1].name = name.toStdString();
    scenario.shareNames[1] = name.toStdString();
    const auto found = breachesOf(scenario, PolicyRule::ShareName);
    QCOMPARE(found.size(), isName ? std::size_t{0} : std::size_t{1});
    if (!isName)
        QCOMPARE(found.front().share, ShareIndex(1));
}

void TestPolicyRules::sharesAndLimitsAreCounted()
{
    Scenario scenario = plainScenario();
    for (std::size_t i = 2; i < kMaxShares; ++i) {
        QuotaShare share = scenario.shares.front();
        share.name = "s" + std::to_string(i);
        scenario.internShare(share.name);
        scenario.shares.push_back(share);
    }
    QVERIFY(findRuleBreaches(scenario).empty());
    scenario.shares.push_back(scenario.shares.front());
    QCOMPARE(breachesOf(scenario, PolicyRule::TooManyShares).size(), std::size_t{1});

    scenario = plainScenario();
    for (std::size_t i = 1; i <= kMaxLimits; ++i)
        scenario.shares[0].limits.push_back({scenario.internUnit("ml.x" + std::to_string(i)), 1});
    QCOMPARE(breachesOf(scenario, PolicyRule::ShareLimitCount).front().arguments.front(), std::string("6"));
    scenario.shares[0].limits.clear();
    QCOMPARE(breachesOf(scenario, PolicyRule::ShareLimitCount).front().arguments.front(), std::string("0"));
    scenario.shares[1].limits.front().maxCapacity = 0;
    QCOMPARE(breachesOf(scenario, PolicyRule::ShareLimitTooLow).front().unit, UnitIndex(0));
    scenario.environment.limits.clear();
    QCOMPARE(breachesOf(scenario, PolicyRule::EnvironmentLimitCount).size(), std::size_t{1});
}

void TestPolicyRules::borrowLimits()
{
    Scenario scenario = plainScenario();
    scenario.shares[0].limits.front().maxCapacity = 1;
    const auto zero = breachesOf(scenario, PolicyRule::BorrowLimitRoundsToZero);
    QCOMPARE(zero.size(), std::size_t{1});
    QCOMPARE(zero.front().share, ShareIndex(0));
    QCOMPARE(zero.front().unit, UnitIndex(0));
    scenario.shares[0].sharing.borrowLimit = 100;
    QVERIFY(findRuleBreaches(scenario).empty());
    // Nothing is what it says.
    scenario.shares[0].sharing.borrowLimit = 0;
    QVERIFY(findRuleBreaches(scenario).empty());
    scenario.shares[0].sharing.borrowLimit.reset();
    QVERIFY(findRuleBreaches(scenario).empty());
    scenario.shares[0].sharing = {SharingStrategy::Lend, 50};
    QCOMPARE(breachesOf(scenario, PolicyRule::BorrowLimitWithoutBorrow).size(), std::size_t{1});
}

void TestPolicyRules::unitsAreInstanceTypes()
{
    Scenario scenario = plainScenario();
    scenario.environment.limits.push_back({scenario.internUnit("NUM_INSTANCES"), 3});
    const auto found = breachesOf(scenario, PolicyRule::UnitIsNoInstanceType);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().unit, scenario.findUnit("NUM_INSTANCES"));
}

void TestPolicyRules::queueAndEnvironment()
{
    Scenario scenario = plainScenario();
    scenario.jobQueue.isEnabled = false;
    scenario.jobQueue.priority = 1001;
    scenario.jobQueue.timeLimits = {{TimeLimitReason::QuotaLimitExceeded, 600'000},
        {TimeLimitReason::QuotaLimitExceeded, 599'000}, {TimeLimitReason::QuotaLimitExceeded, 86'401'000}};
    scenario.environment.isEnabled = false;
    for (const PolicyRule rule :
        {PolicyRule::QueueDisabled, PolicyRule::QueuePriority, PolicyRule::EnvironmentDisabled})
        QCOMPARE(breachesOf(scenario, rule).size(), std::size_t{1});
    QCOMPARE(breachesOf(scenario, PolicyRule::TimeLimitRange).size(), std::size_t{2});
}

void TestPolicyRules::jobsAreCountedByShare()
{
    Scenario scenario = plainScenario();
    Job job = scenario.jobs[JobIndex(0)];
    JobProfile profile;
    profile.attempts = 11;
    profile.exitRules.resize(6);
    job.profile = scenario.jobs.internProfile(profile);
    job.priority = 10'000;
    scenario.jobs.add(job);
    scenario.jobs.add(job);
    for (const PolicyRule rule : {PolicyRule::JobPriority, PolicyRule::JobAttempts, PolicyRule::JobExitRules}) {
        const auto found = breachesOf(scenario, rule);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().share, ShareIndex(0));
        QCOMPARE(found.front().arguments.front(), std::string("2"));
    }
}

void TestPolicyRules::aShareEnabledLaterMayHaveJobs()
{
    Scenario scenario = plainScenario();
    scenario.shares[0].isEnabled = false;
    QCOMPARE(breachesOf(scenario, PolicyRule::DisabledShareHasJobs).size(), std::size_t{1});
    UpdateQuotaShare update;
    update.share = ShareIndex(0);
    update.name = "a";
    update.isEnabled = true;
    scenario.interventions.push_back({5, update, {}, {}});
    QVERIFY(breachesOf(scenario, PolicyRule::DisabledShareHasJobs).empty());
}

QTEST_GUILESS_MAIN(TestPolicyRules)
#include "tst_policy_rules.moc"
