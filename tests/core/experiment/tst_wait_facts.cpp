// SPDX-License-Identifier: Apache-2.0
// What else is so for a waiting job: each fact where it holds, and not where it does not.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_reader.h"
#include "core/experiment/wait_facts.h"
#include "tests/support/reference/random_scenario.h"

#include <algorithm>
#include <string>
#endif

using namespace quotaboard;
using Kind = WaitFact::Kind;

namespace {

struct Setting {
    int environment = 4;
    int ownerLimit = 2;
    int otherLimit = 2;
    const char* sharing = R"({"strategy":"LEND"})";
    const char* inShare = "DISABLED";
};

std::string job(const char* share, const char* unit, int instances, int submit, int priority)
{
    return std::string(R"({"jobName":"j","quotaShareName":")") + share + R"(","capacityUnit":")" + unit
        + R"(","instanceCount":)" + std::to_string(instances) + R"(,"submitSeconds":)" + std::to_string(submit)
        + R"(,"workSeconds":1000,"schedulingPriority":)" + std::to_string(priority) + "}";
}

/// Facts of the last job of `jobs` at 10 s.
std::vector<WaitFact> factsOf(const Setting& setting, const std::string& jobs)
{
    const auto limit = [](int value) {
        return R"("capacityLimits":[{"capacityUnit":"ml.g5.xlarge","maxCapacity":)" + std::to_string(value) + "}]";
    };
    const std::string text
        = R"({"format":"quotaboard-scenario","version":1,"serviceEnvironments":[{"serviceEnvironmentName":"e",
           "capacityLimits":[{"capacityUnit":"ml.g5.xlarge","maxCapacity":)"
        + std::to_string(setting.environment) + R"(},{"capacityUnit":"ml.p4d.24xlarge","maxCapacity":1}]}],
           "quotaShares":[{"quotaShareName":"owner",)"
        + limit(setting.ownerLimit) + R"(,"resourceSharingConfiguration":)" + setting.sharing
        + R"(,"preemptionConfiguration":{"inSharePreemption":")" + setting.inShare + R"("}},{"quotaShareName":"other",)"
        + limit(setting.otherLimit) + R"(,"resourceSharingConfiguration":{"strategy":"LEND"}}],"jobs":[)" + jobs + "]}";
    Result<LoadedScenario> document = readScenarioText(text, "test", "/nowhere");
    if (!document)
        qFatal("scenario refused");
    const Scenario& scenario = document.value().scenario;
    Simulator simulator(scenario);
    (void)simulator.run(nullptr, 10'000);
    const JobIndex last(scenario.jobs.size() - 1);
    return simulator.isIn(last) ? waitFacts(simulator, simulator.slot(last)) : std::vector<WaitFact>{};
}

const WaitFact* find(const std::vector<WaitFact>& facts, Kind kind)
{
    const auto found
        = std::find_if(facts.begin(), facts.end(), [kind](const WaitFact& fact) { return fact.kind == kind; });
    return found == facts.end() ? nullptr : &*found;
}

const char* const kG5 = "ml.g5.xlarge";

} // namespace

class TestWaitFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unitThatTheShareHasNot();
    void borrowLimitThatRoundsToZero();
    void whoCouldBeDisplaced();
    void someButNotAllAreFree();
    void sumsOfLimits();
    void onlyOfJobsThatWait();
};

void TestWaitFacts::unitThatTheShareHasNot()
{
    QVERIFY(find(factsOf({}, job("owner", "ml.p4d.24xlarge", 1, 0, 0)), Kind::UnitNotInShare));
    QVERIFY(!find(factsOf({}, job("owner", kG5, 3, 0, 0)), Kind::UnitNotInShare));
}

void TestWaitFacts::borrowLimitThatRoundsToZero()
{
    Setting setting;
    setting.ownerLimit = 1;
    setting.sharing = R"({"strategy":"LEND_AND_BORROW","borrowLimit":50})";
    const auto facts = factsOf(setting, job("owner", kG5, 2, 0, 0));
    const WaitFact* fact = find(facts, Kind::BorrowLimitRoundsToZero);
    QVERIFY(fact);
    QCOMPARE(fact->first, std::int64_t{50});
    QCOMPARE(fact->second, std::int64_t{1});
    setting.ownerLimit = 2;
    QVERIFY(!find(factsOf(setting, job("owner", kG5, 4, 0, 0)), Kind::BorrowLimitRoundsToZero));
}

void TestWaitFacts::whoCouldBeDisplaced()
{
    Setting setting;
    const std::string lower = job("owner", kG5, 2, 0, 1) + "," + job("owner", kG5, 1, 5, 7);
    const auto off = factsOf(setting, lower);
    QVERIFY(find(off, Kind::InSharePreemptionOff));
    QCOMPARE(find(off, Kind::InSharePreemptionOff)->first, std::int64_t{1});
    const std::string equal = job("owner", kG5, 2, 0, 7) + "," + job("owner", kG5, 1, 5, 7);
    QVERIFY(!find(factsOf(setting, equal), Kind::InSharePreemptionOff));
    setting.inShare = "ENABLED";
    const auto nobody = factsOf(setting, equal);
    QVERIFY(find(nobody, Kind::NobodyToDisplace));
    QCOMPARE(find(nobody, Kind::NobodyToDisplace)->first, std::int64_t{1});
    // With the switch on and a lower priority it does not wait at all.
    QVERIFY(factsOf(setting, lower).empty());
}

void TestWaitFacts::someButNotAllAreFree()
{
    Setting setting;
    setting.sharing = R"({"strategy":"LEND_AND_BORROW","borrowLimit":-1})";
    const auto facts = factsOf(setting, job("other", kG5, 1, 0, 0) + "," + job("owner", kG5, 4, 5, 0));
    const WaitFact* fact = find(facts, Kind::SomeFree);
    QVERIFY(fact);
    QCOMPARE(fact->first, std::int64_t{3});
    QCOMPARE(fact->second, std::int64_t{4});
    QVERIFY(!find(factsOf(setting,
                      job("other", kG5, 2, 0, 0) + "," + job("owner", kG5, 2, 0, 0) + "," + job("owner", kG5, 2, 5, 0)),
        Kind::SomeFree));
}

void TestWaitFacts::sumsOfLimits()
{
    Setting setting;
    const std::string jobs = job("owner", kG5, 9, 0, 0);
    QVERIFY(!find(factsOf(setting, jobs), Kind::LimitsExceedEnvironment));
    QVERIFY(!find(factsOf(setting, jobs), Kind::UnclaimedCapacity));
    setting.environment = 3;
    const auto over = factsOf(setting, jobs);
    QVERIFY(find(over, Kind::LimitsExceedEnvironment));
    QCOMPARE(find(over, Kind::LimitsExceedEnvironment)->first, std::int64_t{4});
    QCOMPARE(find(over, Kind::LimitsExceedEnvironment)->second, std::int64_t{3});
    setting.environment = 6;
    const auto unclaimed = factsOf(setting, jobs);
    QVERIFY(find(unclaimed, Kind::UnclaimedCapacity));
    QCOMPARE(find(unclaimed, Kind::UnclaimedCapacity)->first, std::int64_t{2});
}

void TestWaitFacts::onlyOfJobsThatWait()
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Result<LoadedScenario> document = readScenarioText(reference::randomScenario(seed).dump(), "r", "/nowhere");
        if (!document)
            continue;
        const Scenario& scenario = document.value().scenario;
        Simulator simulator(scenario);
        for (int steps = 0; steps < 40 && simulator.nextTime() != kNever; ++steps) {
            QVERIFY(simulator.step(simulator.nextTime()).ok());
            for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
                if (!simulator.isIn(JobIndex(i)))
                    continue;
                const JobSlot slot = simulator.slot(JobIndex(i));
                const auto facts = waitFacts(simulator, slot);
                if (simulator.scheduler().phase(slot) != JobPhase::Runnable)
                    QVERIFY(facts.empty());
                QVERIFY(!(find(facts, Kind::NobodyToDisplace) && find(facts, Kind::InSharePreemptionOff)));
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestWaitFacts)
#include "tst_wait_facts.moc"
