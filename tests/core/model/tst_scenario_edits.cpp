// SPDX-License-Identifier: Apache-2.0
// Edits by hand: each does what it says or changes nothing and says why, from the start and from a moment.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_writer.h"
#include "core/model/scenario_edits.h"
#include "tests/support/run_scenario.h"

#include <algorithm>
#endif

using namespace quotaboard;

namespace {

Scenario scenario()
{
    Result<LoadedScenario> document = readScenarioText(R"({"format":"quotaboard-scenario","version":1,
      "serviceEnvironments":[{"serviceEnvironmentName":"e","capacityLimits":[{"capacityUnit":"u","maxCapacity":8}]}],
      "quotaShares":[
       {"quotaShareName":"a","capacityLimits":[{"capacityUnit":"u","maxCapacity":4}],
        "resourceSharingConfiguration":{"strategy":"LEND"}},
       {"quotaShareName":"b","capacityLimits":[{"capacityUnit":"u","maxCapacity":2},{"capacityUnit":"v","maxCapacity":1}],
        "resourceSharingConfiguration":{"strategy":"LEND_AND_BORROW","borrowLimit":100}},
       {"quotaShareName":"c","capacityLimits":[{"capacityUnit":"u","maxCapacity":1}],
        "resourceSharingConfiguration":{"strategy":"RESERVE"}}],
      "jobs":[
       {"jobName":"one","quotaShareName":"a","capacityUnit":"u","instanceCount":1,"submitSeconds":0,"workSeconds":100},
       {"jobName":"two","quotaShareName":"b","capacityUnit":"u","instanceCount":4,"submitSeconds":10,"workSeconds":100}],
      "interventions":[{"atSeconds":50,"updateServiceJob":{"jobId":1,"schedulingPriority":3}}]})",
        "s", "/nowhere");
    if (!document)
        qFatal("scenario refused");
    return std::move(document.value().scenario);
}

const EditTime kStart = EditTime::fromStart();

/// The problem's name, empty for success. Checks that a refused edit has changed nothing.
template <class Change>
QString problemOf(Scenario& s, const Change& change)
{
    const Scenario before = s;
    const Status status = change(s);
    if (status)
        return {};
    if (status.error().code != ErrorCode::EditRefused)
        return "other code";
    if (!isSameScenario(before, s))
        return "changed although refused";
    return QString::fromStdString(status.error().arguments.front());
}

ShareIndex share(const Scenario& s, const char* name)
{
    return s.findShare(name);
}

UnitIndex unit(const Scenario& s, const char* name)
{
    return s.findUnit(name);
}

} // namespace

class TestScenarioEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void limitsAreSetAddedAndTakenAway();
    void capacityMovesBetweenShares();
    void environmentCapacityIsSet();
    void sharingIsChanged();
    void sharesAreAddedRenamedReorderedAndRemoved();
    void theNameOfARemovedShareIsFree();
    void aDeletedShareEndsItsJobs();
    void jobsArePrioritisedMovedAndEnded();
    void jobsAreSubmitted();
    void timedEditsBuildOnThoseBefore();
    void draggingOnChangesTheSameTimedEdit();
    void timedEditsTakeEffectAtTheirTime();
    void removedJobsRenumberInterventions();
    void copiesDoNotSeeEdits();
    void newJobsNeverShareAnId();
};

void TestScenarioEdits::limitsAreSetAddedAndTakenAway()
{
    Scenario s = scenario();
    const auto set = [&](const char* name, const char* unitName, std::int32_t n) {
        return problemOf(
            s, [&](Scenario& x) { return setShareLimit(x, kStart, share(x, name), x.internUnit(unitName), n); });
    };
    QCOMPARE(set("a", "u", 6), QString());
    QCOMPARE(s.shares[0].limits.front().maxCapacity, 6);
    QCOMPARE(set("a", "v", 2), QString());
    QCOMPARE(s.shares[0].limits.size(), std::size_t{2});
    QCOMPARE(set("a", "u", 0), QString());
    QCOMPARE(s.shares[0].limits.size(), std::size_t{1});
    QCOMPARE(set("a", "v", 0), QString("LastLimit"));
    QCOMPARE(set("a", "v", -1), QString("LimitOutOfRange"));
    QCOMPARE(set("a", "v", kMaxInstances + 1), QString("LimitOutOfRange"));
    QCOMPARE(set("c", "v", 0), QString("NoSuchUnit"));
    for (const char* more : {"w1", "w2", "w3", "w4"})
        QCOMPARE(set("a", more, 1), QString());
    QCOMPARE(set("a", "w5", 1), QString("TooManyLimits"));
    QCOMPARE(problemOf(s, [](Scenario& x) { return setShareLimit(x, kStart, ShareIndex{}, UnitIndex{0}, 1); }),
        QString("NoSuchShare"));
}

void TestScenarioEdits::capacityMovesBetweenShares()
{
    Scenario s = scenario();
    const auto move = [&](const char* from, const char* to, std::int32_t n) {
        return problemOf(
            s, [&](Scenario& x) { return moveCapacity(x, kStart, share(x, from), share(x, to), unit(x, "u"), n); });
    };
    QCOMPARE(move("a", "b", 3), QString());
    QCOMPARE(s.shares[0].limits.front().maxCapacity, 1);
    QCOMPARE(s.shares[1].limits.front().maxCapacity, 5);
    QCOMPARE(move("a", "b", 1), QString("NotEnoughToGive"));
    QCOMPARE(move("b", "b", 1), QString("SameShare"));
    QCOMPARE(move("b", "c", 0), QString("NotEnoughToGive"));
    Scenario timed = scenario();
    QVERIFY(
        moveCapacity(timed, EditTime::from(60'000), share(timed, "a"), share(timed, "c"), unit(timed, "u"), 2).ok());
    QCOMPARE(timed.shares[0].limits.front().maxCapacity, 4);
    QCOMPARE(policyAt(timed, 60'000).limit(share(timed, "a"), unit(timed, "u")), 2);
    QCOMPARE(policyAt(timed, 60'000).limit(share(timed, "c"), unit(timed, "u")), 3);
    QCOMPARE(policyAt(timed, 59'999).limit(share(timed, "c"), unit(timed, "u")), 1);
}

void TestScenarioEdits::environmentCapacityIsSet()
{
    Scenario s = scenario();
    QVERIFY(setEnvironmentLimit(s, kStart, "u", 0).ok());
    QVERIFY(setEnvironmentLimit(s, kStart, "ml.new.xlarge", 3).ok());
    QCOMPARE(s.environment.limits.size(), std::size_t{2});
    QCOMPARE(
        problemOf(s, [](Scenario& x) { return setEnvironmentLimit(x, kStart, "u", -1); }), QString("LimitOutOfRange"));
    QVERIFY(setEnvironmentLimit(s, EditTime::from(1000), "u", 5).ok());
    QVERIFY(setEnvironmentLimit(s, EditTime::from(1000), "u", 6).ok());
    QCOMPARE(s.interventions.size(), std::size_t{2});
    QCOMPARE(policyAt(s, 1000).capacity(unit(s, "u")), 6);
    QCOMPARE(policyAt(s, 1000).capacity(unit(s, "ml.new.xlarge")), 3);
    QCOMPARE(policyAt(s, 999).capacity(unit(s, "u")), 0);
}

void TestScenarioEdits::sharingIsChanged()
{
    Scenario s = scenario();
    QVERIFY(setBorrowLimit(s, kStart, share(s, "b"), std::nullopt).ok());
    QVERIFY(s.shares[1].sharing.borrowsWithoutLimit());
    QCOMPARE(problemOf(s, [](Scenario& x) { return setBorrowLimit(x, kStart, share(x, "a"), 10); }),
        QString("CannotBorrow"));
    QCOMPARE(problemOf(s, [](Scenario& x) { return setBorrowLimit(x, kStart, share(x, "b"), -2); }),
        QString("BorrowLimitOutOfRange"));
    QVERIFY(setBorrowLimit(s, kStart, share(s, "b"), 30).ok());
    QVERIFY(setStrategy(s, kStart, share(s, "b"), SharingStrategy::Lend).ok());
    QVERIFY(!s.shares[1].sharing.borrowLimit);
    QVERIFY(setInSharePreemption(s, EditTime::from(5), share(s, "b"), true).ok());
    QVERIFY(!policyAt(s, 4).share(share(s, "b")).inSharePreemption);
    QVERIFY(policyAt(s, 5).share(share(s, "b")).inSharePreemption);
}

void TestScenarioEdits::sharesAreAddedRenamedReorderedAndRemoved()
{
    Scenario s = scenario();
    QuotaShare added;
    added.name = "d";
    added.limits.push_back({unit(s, "u"), 1});
    QVERIFY(addShare(s, kStart, added, 0).ok());
    QCOMPARE(s.shares.front().name, std::string("d"));
    const auto add
        = [&](const QuotaShare& x) { return problemOf(s, [&](Scenario& y) { return addShare(y, kStart, x); }); };
    QCOMPARE(add(added), QString("NameTaken"));
    added.name = "with blank";
    QCOMPARE(add(added), QString("NameInvalid"));
    added.name = "e";
    added.limits.clear();
    QCOMPARE(add(added), QString("LastLimit"));
    added.limits.push_back({unit(s, "u"), 0});
    QCOMPARE(add(added), QString("LimitOutOfRange"));
    QVERIFY(reorderShare(s, kStart, share(s, "d"), 9).ok());
    QCOMPARE(s.shares.back().name, std::string("d"));
    QVERIFY(renameShare(s, share(s, "d"), "delta").ok());
    QCOMPARE(problemOf(s, [](Scenario& x) { return renameShare(x, share(x, "delta"), "a"); }), QString("NameTaken"));
    QVERIFY(removeShare(s, kStart, share(s, "delta")).ok());
    QuotaShare late = s.shares.front();
    late.name = "late";
    QVERIFY(addShare(s, EditTime::from(30'000), late).ok());
    QVERIFY(renameShare(s, share(s, "late"), "later").ok());
    QCOMPARE(std::get<CreateQuotaShare>(s.interventions.back().edit).share.name, std::string("later"));
    QVERIFY(policyAt(s, 30'000).exists(share(s, "later")));
    QVERIFY(removeIntervention(s, InterventionIndex{s.interventions.size() - 1}).ok());
    QCOMPARE(problemOf(s, [](Scenario& x) { return removeShare(x, kStart, share(x, "a")); }), QString("ShareHasJobs"));
    QVERIFY(removeShare(s, kStart, share(s, "a"), true).ok());
    QCOMPARE(s.jobs.size(), std::size_t{1});
    QVERIFY(removeShare(s, kStart, share(s, "c")).ok());
    QCOMPARE(
        problemOf(s, [](Scenario& x) { return removeShare(x, kStart, share(x, "b"), true); }), QString("LastShare"));
}

void TestScenarioEdits::theNameOfARemovedShareIsFree()
{
    Scenario s = scenario();
    QVERIFY(removeShare(s, kStart, share(s, "a"), true).ok());
    const ShareIndex b = share(s, "b");
    QVERIFY(renameShare(s, b, "a").ok());
    QCOMPARE(share(s, "a"), b);
    QCOMPARE(s.shares.front().name, std::string("a"));
    QVERIFY(!s.findShare("b").isValid());
    QuotaShare again = s.shares.front();
    QCOMPARE(problemOf(s, [&](Scenario& x) { return addShare(x, kStart, again); }), QString("NameTaken"));
    // Its own old name is free, too.
    again.name = "b";
    QVERIFY(addShare(s, kStart, again).ok());
    QVERIFY(renameShare(s, share(s, "b"), "a2").ok());

    // What a timed edit still speaks of stays taken.
    Scenario t = scenario();
    QVERIFY(setInSharePreemption(t, EditTime::from(5), share(t, "a"), true).ok());
    QVERIFY(removeShare(t, kStart, share(t, "a"), true).ok());
    QCOMPARE(problemOf(t, [](Scenario& x) { return renameShare(x, share(x, "b"), "a"); }), QString("NameTaken"));
}

void TestScenarioEdits::aDeletedShareEndsItsJobs()
{
    Scenario s = scenario();
    QVERIFY(removeShare(s, EditTime::from(20'000), share(s, "a")).ok());
    QVERIFY(!policyAt(s, 20'000).exists(share(s, "a")));
    const auto run = test::runScenario(s);
    QVERIFY(run.error.empty());
    QVERIFY(std::none_of(run.events.begin(), run.events.end(), [](const auto& e) { return e.contains("refused"); }));
    QVERIFY(std::any_of(run.events.begin(), run.events.end(),
        [](const auto& e) { return e.contains("reason") && e.at("reason") == "SHARE_DELETED"; }));
}

void TestScenarioEdits::jobsArePrioritisedMovedAndEnded()
{
    Scenario s = scenario();
    QVERIFY(setJobPriority(s, kStart, JobIndex{0}, 9).ok());
    QCOMPARE(s.jobs[JobIndex{0}].priority, 9);
    QCOMPARE(problemOf(s, [](Scenario& x) { return setJobPriority(x, kStart, JobIndex{0}, 10000); }),
        QString("PriorityOutOfRange"));
    QVERIFY(setJobPriority(s, EditTime::from(30'000), JobIndex{1}, 5).ok());
    QCOMPARE(s.interventions.size(), std::size_t{2});
    // Before it is submitted, there is nothing to intervene in.
    QVERIFY(setJobPriority(s, EditTime::from(10'000), JobIndex{1}, 6).ok());
    QCOMPARE(s.interventions.size(), std::size_t{2});
    QCOMPARE(s.jobs[JobIndex{1}].priority, 6);
    QVERIFY(moveJob(s, kStart, JobIndex{1}, share(s, "c")).ok());
    QCOMPARE(
        problemOf(s, [](Scenario& x) { return moveJob(x, kStart, JobIndex{1}, share(x, "c")); }), QString("SameShare"));
    QCOMPARE(
        problemOf(s, [](Scenario& x) { return terminateJob(x, 5, JobIndex{1}, "r"); }), QString("JobNotSubmitted"));
    QVERIFY(terminateJob(s, 60'000, JobIndex{1}, "r").ok());
}

void TestScenarioEdits::jobsAreSubmitted()
{
    Scenario s = scenario();
    JobDraft draft;
    draft.name = "new";
    draft.share = "a";
    draft.unit = "u";
    draft.work = 1000;
    QVERIFY(submitJob(s, kStart, draft, 7).ok());
    QCOMPARE(s.jobs.size(), std::size_t{3});
    QCOMPARE(s.interventions.size(), std::size_t{1});
    QVERIFY(submitJob(s, EditTime::from(9), draft).ok());
    QVERIFY(std::holds_alternative<SubmitServiceJob>(s.interventions.back().edit));
    // The end of the list is taken by jobs that interventions submit: nothing is renumbered.
    QVERIFY(submitJob(s, kStart, draft, 11).ok());
    QCOMPARE(s.interventions.size(), std::size_t{3});
    QVERIFY(removeIntervention(s, InterventionIndex{1}).ok());
    QCOMPARE(s.jobs.size(), std::size_t{4});
    const auto run = test::runScenario(s);
    QVERIFY(run.error.empty());
    QCOMPARE(run.card.jobs.submitted, std::uint64_t{4});
    draft.share = "nobody";
    QCOMPARE(problemOf(s, [&](Scenario& x) { return submitJob(x, kStart, draft); }), QString("NoSuchShare"));
    draft.share = "a";
    draft.instances = 0;
    QCOMPARE(problemOf(s, [&](Scenario& x) { return submitJob(x, kStart, draft); }), QString("LimitOutOfRange"));
}

void TestScenarioEdits::timedEditsBuildOnThoseBefore()
{
    Scenario s = scenario();
    QVERIFY(setShareLimit(s, EditTime::from(1000), share(s, "a"), unit(s, "u"), 7).ok());
    QVERIFY(setShareLimit(s, EditTime::from(2000), share(s, "a"), unit(s, "v"), 1).ok());
    QCOMPARE(policyAt(s, 2000).limit(share(s, "a"), unit(s, "u")), 7);
    QCOMPARE(policyAt(s, 2000).limit(share(s, "a"), unit(s, "v")), 1);
    QCOMPARE(policyAt(s, 1500).limit(share(s, "a"), unit(s, "v")), 0);
}

void TestScenarioEdits::draggingOnChangesTheSameTimedEdit()
{
    Scenario s = scenario();
    const std::size_t before = s.interventions.size();
    for (std::int32_t n = 5; n <= 8; ++n)
        QVERIFY(setShareLimit(s, EditTime::from(1000), share(s, "a"), unit(s, "u"), n).ok());
    QCOMPARE(s.interventions.size(), before + 1);
    QCOMPARE(policyAt(s, 1000).limit(share(s, "a"), unit(s, "u")), 8);
}

void TestScenarioEdits::timedEditsTakeEffectAtTheirTime()
{
    Scenario s = scenario();
    const auto starts = [](const test::FinishedRun& run) {
        return std::any_of(run.events.begin(), run.events.end(),
            [](const auto& e) { return e.at("event") == "SCHEDULED" && e.at("jobId") == 1; });
    };
    // Job "two" needs 4: own 2 and 2 borrowed, which "a" may lend; without borrowing it never starts.
    QVERIFY(setStrategy(s, EditTime::from(5'000), share(s, "b"), SharingStrategy::Lend).ok());
    QVERIFY(!starts(test::runScenario(s)));
    QVERIFY(removeIntervention(s, InterventionIndex{1}).ok());
    QVERIFY(starts(test::runScenario(s)));
}

void TestScenarioEdits::removedJobsRenumberInterventions()
{
    Scenario s = scenario();
    removeJobs(s, {true, false});
    QCOMPARE(s.jobs.size(), std::size_t{1});
    const auto& edit = std::get<UpdateServiceJob>(s.interventions.front().edit);
    QVERIFY(edit.job == JobIndex{0});
    QCOMPARE(edit.jobId, std::string("0"));
    removeJobs(s, {true});
    QVERIFY(s.interventions.empty());
}

void TestScenarioEdits::copiesDoNotSeeEdits()
{
    const Scenario original = scenario();
    Scenario edited = original;
    QVERIFY(edited.jobs.isSameAs(original.jobs));
    QVERIFY(setJobPriority(edited, kStart, JobIndex{0}, 9).ok());
    QVERIFY(!edited.jobs.isSameAs(original.jobs));
    QCOMPARE(original.jobs[JobIndex{0}].priority, 0);
    QVERIFY(!isSameScenario(original, edited));
    QVERIFY(setJobPriority(edited, kStart, JobIndex{0}, 0).ok());
    QVERIFY(isSameScenario(original, edited));
}

void TestScenarioEdits::newJobsNeverShareAnId()
{
    // Ids as SWF imports give them: the second job is called "2", which would be the number of the next one.
    Scenario s = scenario();
    s.jobs.setId(JobIndex{0}, s.jobs.intern("1"));
    s.jobs.setId(JobIndex{1}, s.jobs.intern("2"));
    JobDraft draft;
    draft.name = "new";
    draft.share = "a";
    draft.unit = "u";
    draft.work = 1000;
    QVERIFY(submitJob(s, kStart, draft).ok());
    QVERIFY(submitJob(s, EditTime::from(9), draft).ok());
    QVERIFY(s.jobs.find("2") == JobIndex{1});
    for (std::size_t i = 0; i < s.jobs.size(); ++i)
        QVERIFY(s.jobs.find(s.jobs.displayId(JobIndex{i})) == JobIndex{i});
    const auto again = readScenarioText(scenarioToText(s), "again", "/nowhere");
    QVERIFY(again.ok());
    removeJobs(s, {true, false, false, false});
    QVERIFY(readScenarioText(scenarioToText(s), "again", "/nowhere").ok());
}

QTEST_GUILESS_MAIN(TestScenarioEdits)
#include "tst_scenario_edits.moc"
