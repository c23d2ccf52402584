// SPDX-License-Identifier: Apache-2.0
// The three procurement scenarios, and the calls that lead from one policy to another.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/experiment/policy_calls.h"
#include "core/experiment/procurement.h"
#endif

using namespace quotaboard;

namespace {

void addJob(Scenario& s, const char* share, TimeMs work, bool hasCheckpoint)
{
    JobProfile profile;
    if (hasCheckpoint)
        profile.checkpoint = CheckpointPlan{kMsPerHour, 0, false};
    Job job;
    job.work = work;
    job.profile = s.jobs.internProfile(profile);
    job.share = s.internShare(share);
    job.unit = s.internUnit("gpu");
    s.jobs.add(job);
}

/// "safe" has 80 % of its time with checkpoints, "fragile" less, "own" is protected, "empty" has no jobs.
Scenario current()
{
    Scenario s;
    s.name = "today";
    for (const char* name : {"safe", "fragile", "own", "empty"}) {
        s.internShare(name);
        QuotaShare share;
        share.name = name;
        share.sharing = {SharingStrategy::LendAndBorrow, 50};
        share.inSharePreemption = true;
        share.isProtected = share.name == "own";
        s.shares.push_back(share);
    }
    addJob(s, "safe", 80, true);
    addJob(s, "safe", 20, false);
    addJob(s, "fragile", 79, true);
    addJob(s, "fragile", 21, false);
    addJob(s, "own", 10, true);
    UpdateQuotaShare update;
    update.share = s.findShare("fragile");
    update.name = "fragile";
    update.sharing = ResourceSharing{SharingStrategy::LendAndBorrow, 100};
    s.interventions.push_back({kMsPerHour, update, {}, {}});
    return s;
}

} // namespace

class TestProcurement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eightyPercentMakeAShareSafe();
    void isolatedReservesEveryShare();
    void lendingGoesByCheckpoints();
    void protectedSharesAreLeftAlone();
    void callsAreCountedAsAwsTakesThem();
};

void TestProcurement::eightyPercentMakeAShareSafe()
{
    QCOMPARE(checkpointSafeShares(current()), (std::vector<std::string>{"safe", "own"}));
}

void TestProcurement::isolatedReservesEveryShare()
{
    const ProcurementScenario made = procurementScenarios(current())[0];
    QCOMPARE(made.scenario.name, std::string("Isolated"));
    for (const QuotaShare& share : made.scenario.shares) {
        QVERIFY(share.sharing == ResourceSharing{});
        QVERIFY(share.inSharePreemption);
    }
    const auto& update = std::get<UpdateQuotaShare>(made.scenario.interventions[0].edit);
    QVERIFY(*update.sharing == ResourceSharing{});
    QCOMPARE(made.changes.size(), std::size_t{5});
    QVERIFY(made.changes[4].intervention.isValid());
    QVERIFY(made.scenario.jobs.isSameAs(current().jobs) || made.scenario.jobs.size() == 5);
}

void TestProcurement::lendingGoesByCheckpoints()
{
    const ProcurementScenario made = procurementScenarios(current())[1];
    const auto& shares = made.scenario.shares;
    QVERIFY(shares[0].sharing == (ResourceSharing{SharingStrategy::LendAndBorrow, 50}));
    QVERIFY(shares[1].sharing == (ResourceSharing{SharingStrategy::Lend, {}}));
    QVERIFY(shares[2].sharing.strategy == SharingStrategy::LendAndBorrow);
    QVERIFY(shares[3].sharing.strategy == SharingStrategy::Lend);
    // fragile twice, empty once; what stays is not listed.
    QCOMPARE(made.changes.size(), std::size_t{3});
}

void TestProcurement::protectedSharesAreLeftAlone()
{
    const ProcurementScenario made = procurementScenarios(current())[2];
    QVERIFY(made.scenario.shares[2].sharing.strategy == SharingStrategy::Reserve);
    QVERIFY(!made.scenario.shares[2].inSharePreemption);
    QVERIFY(made.scenario.shares[0].inSharePreemption);
    const auto change = std::find_if(
        made.changes.begin(), made.changes.end(), [](const ProcurementChange& c) { return c.share == "own"; });
    QVERIFY(change != made.changes.end() && change->turnedPreemptionOff);
}

void TestProcurement::callsAreCountedAsAwsTakesThem()
{
    const Scenario before = current();
    QVERIFY(policyCalls(before, before).empty());
    Scenario after = before;
    after.shares[0].notes = "only shown";
    after.platform.startup = 5;
    QVERIFY(policyCalls(before, after).empty());
    after.shares[0].sharing.borrowLimit = 10;
    after.shares[0].inSharePreemption = false;
    after.shares.pop_back();
    after.shares[1].name = "renamed";
    using Call = PolicyCall;
    const auto share = [](Call::Kind kind, const char* name) { return Call{kind, Call::Object::Share, name}; };
    const std::vector<Call> wanted{share(Call::Kind::Update, "fragile"), share(Call::Kind::Delete, "fragile"),
        share(Call::Kind::Update, "empty"), share(Call::Kind::Delete, "empty"), share(Call::Kind::Update, "safe"),
        share(Call::Kind::Create, "renamed")};
    QVERIFY(policyCalls(before, after) == wanted);
    after = before;
    after.jobQueue.name = "other";
    QCOMPARE(policyCalls(before, after).size(), std::size_t{5});
}

QTEST_GUILESS_MAIN(TestProcurement)
#include "tst_procurement.moc"
