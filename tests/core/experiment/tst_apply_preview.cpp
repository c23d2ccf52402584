// SPDX-License-Identifier: Apache-2.0
// Whom an edit puts at risk is whom others then can take from, with what the preemption would throw away.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/experiment/apply_preview.h"
#include "core/model/scenario_edits.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <algorithm>
#include <map>
#include <set>
#endif

using namespace quotaboard;

namespace {

/// research (8) runs eight jobs of one instance from 0, dispatched in their order; forecasting (2) has nothing to do.
nlohmann::json eightJobs()
{
    nlohmann::json document = nlohmann::json::parse(R"({
        "format": "quotaboard-scenario", "version": 1,
        "capacityUnits": {"u": {"gpus": 2}},
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 10}]}],
        "quotaShares": [
         {"quotaShareName": "research", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 8}],
          "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW"}},
         {"quotaShareName": "forecasting", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 2}],
          "resourceSharingConfiguration": {"strategy": "LEND"}}]})");
    for (int i = 0; i < 8; ++i) {
        document["jobs"].push_back({{"jobName", "j"}, {"quotaShareName", "research"}, {"capacityUnit", "u"},
            {"instanceCount", 1}, {"submitSeconds", 0}, {"workSeconds", 36000}});
    }
    return document;
}

std::vector<JobIndex> jobsOf(const std::vector<JobAtRisk>& risks)
{
    std::vector<JobIndex> jobs;
    for (const JobAtRisk& risk : risks)
        jobs.push_back(risk.job);
    return jobs;
}

const ShareIndex kResearch{0};
const UnitIndex kUnit{0};

} // namespace

class TestApplyPreview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLoweredLimitNamesTheYoungestAboveIt();
    void whatACheckpointSavesIsNotLost();
    void aLimitThatIsNotReachedNamesNobody();
    void whoBorrowedBeforeIsNotNew();
    void withoutAnotherShareNobodyCanClaim();
    void whatIsTakenAtOnceIsSaid();
    void theVictimOrderInForceCounts();
    void editsBeforeTheMomentCannotBeCompared();
    void nobodyElseIsTakenFrom();
};

void TestApplyPreview::aLoweredLimitNamesTheYoungestAboveIt()
{
    const auto result = test::recordedRun(eightJobs());
    Scenario edited = *result->scenario;
    QVERIFY(setShareLimit(edited, EditTime::from(kMsPerHour), kResearch, kUnit, 5).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview);
    QVERIFY(preview->preempted.empty());
    QCOMPARE(jobsOf(preview->atRisk), (std::vector<JobIndex>{JobIndex{7}, JobIndex{6}, JobIndex{5}}));
    for (const JobAtRisk& risk : preview->atRisk) {
        QCOMPARE(risk.lost, kMsPerHour);
        QCOMPARE(risk.share, kResearch);
    }
    // Three instances of two GPUs for an hour.
    QVERIFY(preview->riskedLoss == GpuMs{6} * kMsPerHour);
}

void TestApplyPreview::whatACheckpointSavesIsNotLost()
{
    nlohmann::json document = eightJobs();
    document["jobs"][7]["checkpoint"] = {{"intervalSeconds", 2400}};
    document["jobs"][6]["checkpoint"] = {{"intervalSeconds", 2400}, {"onStop", true}};
    const auto result = test::recordedRun(document);
    Scenario edited = *result->scenario;
    QVERIFY(setShareLimit(edited, EditTime::from(kMsPerHour), kResearch, kUnit, 5).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview);
    QCOMPARE(preview->atRisk.size(), std::size_t{3});
    QCOMPARE(preview->atRisk[0].lost, 1200 * kMsPerSecond);
    QCOMPARE(preview->atRisk[1].lost, TimeMs{0});
    QCOMPARE(preview->atRisk[2].lost, kMsPerHour);
}

void TestApplyPreview::aLimitThatIsNotReachedNamesNobody()
{
    nlohmann::json document = eightJobs();
    document["jobs"].erase(7);
    const auto result = test::recordedRun(document);
    Scenario edited = *result->scenario;
    QVERIFY(setShareLimit(edited, EditTime::from(kMsPerHour), kResearch, kUnit, 7).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview && preview->isEmpty());
}

void TestApplyPreview::whoBorrowedBeforeIsNotNew()
{
    nlohmann::json document = eightJobs();
    document["jobs"].push_back(document["jobs"][0]);
    const auto result = test::recordedRun(document);
    const Simulator now = result->snapshots.at(*result->scenario, kMsPerHour);
    QCOMPARE(jobsOf(jobsAtRisk(now, kMsPerHour)), (std::vector<JobIndex>{JobIndex{8}}));
    Scenario edited = *result->scenario;
    QVERIFY(setShareLimit(edited, EditTime::from(kMsPerHour), kResearch, kUnit, 7).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview);
    QCOMPARE(jobsOf(preview->atRisk), (std::vector<JobIndex>{JobIndex{7}}));
    // How it may borrow from now on changes nothing for what it has borrowed.
    Scenario reserved = *result->scenario;
    QVERIFY(setStrategy(reserved, EditTime::from(kMsPerHour), kResearch, SharingStrategy::Reserve).ok());
    const auto none = previewOfApplying(*result, reserved, kMsPerHour);
    QVERIFY(none && none->isEmpty());
}

void TestApplyPreview::withoutAnotherShareNobodyCanClaim()
{
    nlohmann::json document = eightJobs();
    document["quotaShares"].erase(1);
    const auto result = test::recordedRun(document);
    Scenario edited = *result->scenario;
    QVERIFY(setShareLimit(edited, EditTime::from(kMsPerHour), kResearch, kUnit, 5).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview && preview->isEmpty());
}

void TestApplyPreview::whatIsTakenAtOnceIsSaid()
{
    // A job of forecasting waits for four instances, more than its limit; with five of research's eight it may have
    // them.
    nlohmann::json document = eightJobs();
    document["jobs"].push_back({{"jobName", "wide"}, {"quotaShareName", "forecasting"}, {"capacityUnit", "u"},
        {"instanceCount", 4}, {"submitSeconds", 600}, {"workSeconds", 60}});
    const auto result = test::recordedRun(document);
    Scenario edited = *result->scenario;
    QVERIFY(moveCapacity(edited, EditTime::from(kMsPerHour), kResearch, ShareIndex{1}, kUnit, 3).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview);
    QCOMPARE(jobsOf(preview->preempted), (std::vector<JobIndex>{JobIndex{7}, JobIndex{6}}));
    QVERIFY(preview->preemptedLoss == GpuMs{4} * kMsPerHour);
    QCOMPARE(jobsOf(preview->atRisk), (std::vector<JobIndex>{JobIndex{5}}));
}

void TestApplyPreview::theVictimOrderInForceCounts()
{
    nlohmann::json document = eightJobs();
    document["platform"]["victimOrder"] = "oldest";
    const auto result = test::recordedRun(document);
    Scenario edited = *result->scenario;
    QVERIFY(setShareLimit(edited, EditTime::from(kMsPerHour), kResearch, kUnit, 6).ok());
    const auto preview = previewOfApplying(*result, edited, kMsPerHour);
    QVERIFY(preview);
    QCOMPARE(jobsOf(preview->atRisk), (std::vector<JobIndex>{JobIndex{0}, JobIndex{1}}));
}

void TestApplyPreview::editsBeforeTheMomentCannotBeCompared()
{
    const auto result = test::recordedRun(eightJobs());
    Scenario fromStart = *result->scenario;
    QVERIFY(setShareLimit(fromStart, EditTime::fromStart(), kResearch, kUnit, 5).ok());
    QVERIFY(!previewOfApplying(*result, fromStart, kMsPerHour));
    Scenario earlier = *result->scenario;
    QVERIFY(setShareLimit(earlier, EditTime::from(kMsPerHour - 1), kResearch, kUnit, 5).ok());
    QVERIFY(!previewOfApplying(*result, earlier, kMsPerHour));
    QVERIFY(previewOfApplying(*result, earlier, kMsPerHour - 1));
}

/// A job of another share claims a ms later: before anybody borrows anew, it takes from nobody who was not named, and
/// what is lost is what was said.
void TestApplyPreview::nobodyElseIsTakenFrom()
{
    std::size_t victims = 0;
    std::size_t named = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        const auto result = test::recordedRun(reference::randomScenario(seed));
        if (!result || result->log.size() < 8)
            continue;
        const TimeMs moment = result->log.timeOf((seed * 7919) % result->log.size());
        Scenario edited = *result->scenario;
        const std::size_t first = seed % edited.shares.size();
        const ShareIndex lowered = edited.findShare(edited.shares[first].name);
        const UnitIndex unit = edited.shares[first].limits.front().unit;
        (void)setShareLimit(edited, EditTime::from(moment), lowered, unit, 1);
        const ShareIndex other = edited.findShare(edited.shares[(first + 1) % edited.shares.size()].name);
        if (other == lowered || moment == 0)
            continue;
        Simulator after(edited);
        QVERIFY(after.run(nullptr, moment).ok());
        if (!after.policy().exists(other) || after.nextTime() == moment + 1)
            continue;
        std::set<JobIndex> risked;
        std::map<JobIndex, TimeMs> lost;
        for (const JobAtRisk& risk : jobsAtRisk(after, moment + 1)) {
            risked.insert(risk.job);
            lost[risk.job] = risk.lost;
        }
        named += risked.size();
        JobDraft claim;
        claim.name = "claim";
        claim.share = edited.shareName(other);
        claim.unit = edited.unitName(unit);
        claim.priority = kMaxPriority;
        claim.work = 1000;
        claim.instances
            = static_cast<std::int32_t>(std::max<std::int64_t>(1, after.policy().limit(other, unit) / (1 + seed % 2)));
        Scenario claimed = edited;
        QVERIFY(submitJob(claimed, EditTime::from(moment + 1), claim).ok());
        EventLog log;
        Simulator simulator(claimed, &log);
        QVERIFY(simulator.run(nullptr, moment + 1).ok());
        for (std::size_t i = log.lowerBound(moment + 1); i < log.size(); ++i) {
            const JobEvent event = log[i];
            if (event.kind == EventKind::Preempted && event.cause == PreemptionCause::InShare)
                break;
            if (event.kind == EventKind::Scheduled && event.borrowed > 0)
                break;
            if (event.kind == EventKind::Stopped)
                break;
            if (event.kind != EventKind::Preempted)
                continue;
            QVERIFY2(risked.contains(event.job), qPrintable(QString::number(seed)));
            QVERIFY2(lost[event.job] == event.progress, qPrintable(QString::number(seed)));
            ++victims;
        }
    }
    QVERIFY(victims > 50);
    QVERIFY(named > victims);
}

QTEST_APPLESS_MAIN(TestApplyPreview)
#include "tst_apply_preview.moc"
