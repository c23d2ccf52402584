// SPDX-License-Identifier: Apache-2.0
// Scenarios compared with common random numbers: equal for any number of threads, equal to single runs, honest
// verdicts.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/redraw.h"
#include "core/exchange/scenario_file.h"
#include "core/exchange/scenario_reader.h"
#include "core/experiment/comparison.h"
#include "core/experiment/day_resampling.h"
#include "core/experiment/procurement.h"
#include "tests/support/run_scenario.h"

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>
#endif

using namespace quotaboard;

namespace {

nlohmann::json document(const char* strategy, int jobs = 60, double hourlyCost = 0)
{
    const auto share = [&](const char* name) {
        return nlohmann::json{{"quotaShareName", name},
            {"capacityLimits", {{{"capacityUnit", "gpu"}, {"maxCapacity", 4}}}},
            {"resourceSharingConfiguration", {{"strategy", strategy}}}};
    };
    const auto generator = [&](const char* name, double perHour) {
        return nlohmann::json{{"quotaShareName", name}, {"capacityUnit", "gpu"}, {"count", jobs},
            {"arrival", {{"process", "poisson"}, {"perHour", perHour}}},
            {"work", {{"law", "exponential"}, {"meanSeconds", 3600}}}};
    };
    nlohmann::json json{{"format", "quotaboard-scenario"}, {"version", 1}, {"name", strategy},
        {"capacityUnits", {{"gpu", {{"gpus", 2}}}}},
        {"serviceEnvironments", {{{"capacityLimits", {{{"capacityUnit", "gpu"}, {"maxCapacity", 8}}}}}}},
        {"quotaShares", {share("a"), share("b")}}, {"platform", {{"startupSeconds", 60}}},
        {"generators", {generator("a", 2), generator("b", 5)}}};
    if (hourlyCost > 0)
        json["capacityUnits"]["gpu"]["hourlyCost"] = hourlyCost;
    return json;
}

ComparedScenario compared(const nlohmann::json& json, const char* name)
{
    Result<ScenarioFile> file = readScenarioFileText(json.dump(), name, ".");
    if (!file)
        qFatal("%s is refused", name);
    return {name, file.value().scenario, redrawOf(file.value().extras.generators)};
}

std::vector<ComparedScenario> twoPolicies(int jobs = 60)
{
    return {compared(document("RESERVE", jobs), "reserve"), compared(document("LEND_AND_BORROW", jobs), "lend")};
}

Comparison compareOrFail(const std::vector<ComparedScenario>& scenarios, const ComparisonOptions& options)
{
    Result<Comparison> result = compareScenarios(scenarios, options);
    if (!result)
        qFatal("the comparison failed");
    return std::move(result).value();
}

/// Every number of every row, bit by bit.
std::string fingerprint(const Comparison& comparison)
{
    std::string text;
    const auto put = [&](double value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (const MetricRow& row : comparison.rows) {
        text += row.key + row.share + row.other;
        for (const MetricCell& cell : row.cells) {
            for (const MetricValue& value : cell.values)
                put(value.value.value_or(-1));
            put(cell.summary ? cell.summary->mean : -1);
            put(cell.interval ? cell.interval->low : -1);
            put(cell.interval ? cell.interval->high : -1);
            put(cell.comparison && cell.comparison->interval ? cell.comparison->interval->low : -1);
            text += cell.verdict ? std::to_string(static_cast<int>(*cell.verdict)) : "-";
        }
    }
    return text;
}

double valueOf(const Comparison& comparison, const char* key, std::size_t scenario)
{
    const MetricRow* row = findRow(comparison, key);
    if (row == nullptr || !row->cells[scenario].values.front().value)
        qFatal("no value of %s", key);
    return *row->cells[scenario].values.front().value;
}

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheSameForAnyNumberOfThreads();
    void oneSeedEqualsARunWithThatSeed();
    void aPolicyShiftsNoDraw();
    void aScenarioAgainstItselfShowsNoDifference();
    void lendingHelpsTheBusyShareClearly();
    void fewerThanFiveSeedsAreNotEnoughData();
    void aWorkloadWithoutDrawsRunsOnce();
    void anyChanceOfAFailedRestoreIsADraw();
    void aFailedRunIsKeptAndTheOthersAreUsed();
    void costIsMissingUnlessItIsGiven();
    void manyScenariosShareTheConfidence();
    void cancelEndsWithinASecond();
    void victimOrdersCountTheVerdict();
    void resampledDaysAreTheSameForEveryScenario();
    void refusesWhatCannotBeCompared();
};

void TestComparison::isTheSameForAnyNumberOfThreads()
{
    ComparisonOptions options;
    options.seeds = 12;
    options.threads = 1;
    const std::string one = fingerprint(compareOrFail(twoPolicies(), options));
    QVERIFY(one.size() > 5000);
    for (const unsigned threads : {2U, 7U}) {
        options.threads = threads;
        QVERIFY(fingerprint(compareOrFail(twoPolicies(), options)) == one);
    }
    options.firstSeed = 99;
    QVERIFY(fingerprint(compareOrFail(twoPolicies(), options)) != one);
}

void TestComparison::oneSeedEqualsARunWithThatSeed()
{
    ComparisonOptions options;
    options.seeds = 1;
    options.firstSeed = 17;
    const Comparison comparison = compareOrFail(twoPolicies(), options);
    std::size_t scenario = 0;
    for (const char* strategy : {"RESERVE", "LEND_AND_BORROW"}) {
        nlohmann::json json = document(strategy);
        json["platform"]["seed"] = 17;
        const test::FinishedRun run = test::runScenario(json);
        QVERIFY(run.error.empty());
        const auto& s = run.summary;
        QVERIFY(isClose(valueOf(comparison, "completedOfPaid", scenario), s["completedWorkUtilization"]["ofPaid"]));
        QVERIFY(isClose(valueOf(comparison, "waste", scenario), s["preemption"]["wasteMs"]));
        QVERIFY(isClose(valueOf(comparison, "completedJobs", scenario), s["jobs"]["succeeded"]));
        QVERIFY(isClose(valueOf(comparison, "paid", scenario), s["accounting"]["paidMs"]));
        QVERIFY(isClose(valueOf(comparison, "idle", scenario), s["accounting"]["idleMs"]));
        QVERIFY(comparison.waitPair.has_value());
        for (const auto& group : s["waits"]) {
            if (group["quotaShareName"] == comparison.waitPair->share)
                QVERIFY(isClose(valueOf(comparison, "waitP95", scenario), group["p95Ms"]));
        }
        ++scenario;
    }
    QVERIFY(!findRow(comparison, "waste")->cells[1].interval);
}

void TestComparison::aPolicyShiftsNoDraw()
{
    const std::vector<ComparedScenario> scenarios = twoPolicies();
    const Result<Scenario> a = scenarios[0].redraw(*scenarios[0].scenario, 5, nullptr);
    const Result<Scenario> b = scenarios[1].redraw(*scenarios[1].scenario, 5, nullptr);
    const Result<Scenario> other = scenarios[1].redraw(*scenarios[1].scenario, 6, nullptr);
    QVERIFY(a.ok() && b.ok() && other.ok());
    QCOMPARE(a.value().jobs.size(), std::size_t{120});
    QCOMPARE(b.value().jobs.size(), std::size_t{120});
    std::size_t moved = 0;
    for (std::size_t i = 0; i < 120; ++i) {
        QCOMPARE(a.value().jobs[JobIndex{i}].submit, b.value().jobs[JobIndex{i}].submit);
        QCOMPARE(a.value().jobs[JobIndex{i}].work, b.value().jobs[JobIndex{i}].work);
        moved += a.value().jobs[JobIndex{i}].submit != other.value().jobs[JobIndex{i}].submit ? 1U : 0U;
    }
    QVERIFY(moved > 100);
}

void TestComparison::aScenarioAgainstItselfShowsNoDifference()
{
    ComparisonOptions options;
    options.seeds = 6;
    const Comparison comparison
        = compareOrFail({compared(document("LEND"), "one"), compared(document("LEND"), "two")}, options);
    for (const MetricRow& row : comparison.rows) {
        QVERIFY(!row.hasDifference(comparison.baseline));
        if (row.cells[1].verdict && row.cells[1].comparison->n >= 5)
            QCOMPARE(*row.cells[1].verdict, Verdict::NoClearDifference);
    }
    QVERIFY(comparison.scenarios[1].calls.empty());
}

void TestComparison::lendingHelpsTheBusyShareClearly()
{
    const Comparison comparison = compareOrFail(twoPolicies(), {});
    QCOMPARE(comparison.seeds.size(), std::size_t{20});
    QCOMPARE(comparison.seeds.front(), std::uint64_t{1});
    QCOMPARE(comparison.waitPair->share, std::string("b"));
    const MetricRow* p95 = findRow(comparison, "waitP95");
    QCOMPARE(*p95->cells[1].verdict, Verdict::Better);
    QVERIFY(p95->cells[1].comparison->interval->high < 0);
    QVERIFY(!p95->cells[0].comparison);
    QCOMPARE(comparison.scenarios[1].calls.size(), std::size_t{2});
    // The other way round it is worse.
    ComparisonOptions options;
    options.baseline = 1;
    const Comparison other = compareOrFail(twoPolicies(), options);
    QCOMPARE(*findRow(other, "waitP95")->cells[0].verdict, Verdict::Worse);
}

void TestComparison::fewerThanFiveSeedsAreNotEnoughData()
{
    ComparisonOptions options;
    options.seeds = 4;
    const Comparison comparison = compareOrFail(twoPolicies(), options);
    QCOMPARE(*findRow(comparison, "waitP95")->cells[1].verdict, Verdict::NotEnoughData);
    QCOMPARE(findRow(comparison, "waitP95")->cells[1].comparison->n, std::size_t{4});
}

void TestComparison::aWorkloadWithoutDrawsRunsOnce()
{
    nlohmann::json json = document("RESERVE");
    json.erase("generators");
    for (int i = 0; i < 40; ++i)
        json["jobs"].push_back({{"jobName", "j"}, {"quotaShareName", "b"}, {"capacityUnit", "gpu"},
            {"instanceCount", 1}, {"submitSeconds", 60 * i}, {"workSeconds", 3600}});
    nlohmann::json lending = json;
    for (auto& share : lending["quotaShares"])
        share["resourceSharingConfiguration"]["strategy"] = "LEND_AND_BORROW";
    const Comparison comparison = compareOrFail({compared(json, "reserve"), compared(lending, "lend")}, {});
    QVERIFY(comparison.scenarios[0].isDeterministic && comparison.scenarios[1].isDeterministic);
    QCOMPARE(comparison.scenarios[1].runs.size(), std::size_t{1});
    QCOMPARE(*findRow(comparison, "waitP95")->cells[1].verdict, Verdict::Better);
    QCOMPARE(*findRow(comparison, "completedJobs")->cells[1].verdict, Verdict::NoClearDifference);
}

void TestComparison::anyChanceOfAFailedRestoreIsADraw()
{
    Scenario scenario;
    ReplicatedScenario replicated{std::make_shared<const Scenario>(scenario), {}, {}};
    QVERIFY(isDeterministic(replicated));
    UpdatePlatform update;
    update.resumeSuccessProbability = 0.5;
    scenario.interventions.push_back({0, update, {}, {}});
    replicated.scenario = std::make_shared<const Scenario>(scenario);
    QVERIFY(!isDeterministic(replicated));
}

void TestComparison::aFailedRunIsKeptAndTheOthersAreUsed()
{
    std::vector<ComparedScenario> scenarios = twoPolicies(20);
    const Redraw redraw = scenarios[1].redraw;
    scenarios[1].redraw = [redraw](const Scenario& s, std::uint64_t seed, const Progress* p) -> Result<Scenario> {
        if (seed == 3)
            return Error{ErrorCode::TooManyRounds, {}, {"1000"}};
        return redraw(s, seed, p);
    };
    ComparisonOptions options;
    options.seeds = 10;
    const Comparison comparison = compareOrFail(scenarios, options);
    QCOMPARE(comparison.scenarios[0].usable, std::size_t{10});
    QCOMPARE(comparison.scenarios[1].usable, std::size_t{9});
    QCOMPARE(comparison.scenarios[1].runs[2].seed, std::uint64_t{3});
    QVERIFY(comparison.scenarios[1].runs[2].error->code == ErrorCode::TooManyRounds);
    const MetricCell& cell = findRow(comparison, "completedOfPaid")->cells[1];
    QVERIFY(cell.missing == MissingReason::RunFailed);
    QCOMPARE(cell.comparison->n, std::size_t{9});
    QCOMPARE(cell.comparison->pairs, std::size_t{10});
    QVERIFY(*cell.verdict != Verdict::NotEnoughData);
}

void TestComparison::costIsMissingUnlessItIsGiven()
{
    ComparisonOptions options;
    options.seeds = 1;
    const Comparison without = compareOrFail(twoPolicies(10), options);
    QVERIFY(findRow(without, "cost")->cells[0].missing == MissingReason::NoCost);
    QVERIFY(!findRow(without, "cost")->cells[0].summary);
    const Comparison with = compareOrFail({compared(document("LEND", 10, 3.5), "priced")}, options);
    const double hours = valueOf(with, "paid", 0) / 2 / static_cast<double>(kMsPerHour);
    QVERIFY(isClose(valueOf(with, "cost", 0), hours * 3.5));
}

void TestComparison::manyScenariosShareTheConfidence()
{
    ComparisonOptions options;
    options.seeds = 5;
    std::vector<ComparedScenario> scenarios(4, compared(document("LEND", 10), "s"));
    QCOMPARE(compareOrFail(scenarios, options).confidence, 0.95);
    scenarios.resize(5, scenarios.front());
    QCOMPARE(compareOrFail(scenarios, options).confidence, 1 - 0.05 / 4);
}

void TestComparison::cancelEndsWithinASecond()
{
    Progress progress;
    ComparisonOptions options;
    options.seeds = 50;
    options.threads = 2;
    options.progress = &progress;
    const std::vector<ComparedScenario> scenarios = twoPolicies(200'000);
    std::chrono::steady_clock::time_point cancelled;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        cancelled = std::chrono::steady_clock::now();
        progress.cancel();
    });
    const Result<Comparison> result = compareScenarios(scenarios, options);
    const auto ended = std::chrono::steady_clock::now();
    canceller.join();
    QVERIFY(!result.ok());
    QVERIFY(result.error().code == ErrorCode::Interrupted);
    QVERIFY(ended - cancelled < std::chrono::seconds(1));
    QCOMPARE(progress.total(), 100 * kProgressPerRun);
}

void TestComparison::victimOrdersCountTheVerdict()
{
    ComparisonOptions options;
    options.seeds = 6;
    options.victimOrders = true;
    const Comparison comparison = compareOrFail(twoPolicies(), options);
    const MetricRow* row = findRow(comparison, "waitP95");
    QVERIFY(row->cells[1].ordersWithSameVerdict.has_value());
    QVERIFY(*row->cells[1].ordersWithSameVerdict >= 1 && *row->cells[1].ordersWithSameVerdict <= 5);
    QVERIFY(!row->cells[0].ordersWithSameVerdict);
    options.victimOrders = false;
    QVERIFY(fingerprint(compareOrFail(twoPolicies(), options)) == fingerprint(comparison));
}

void TestComparison::resampledDaysAreTheSameForEveryScenario()
{
    nlohmann::json json = document("RESERVE");
    json.erase("generators");
    for (int day = 0; day < 5; ++day) {
        for (int i = 0; i <= day; ++i)
            json["jobs"].push_back({{"jobName", "j"}, {"jobId", "d" + std::to_string(day) + "-" + std::to_string(i)},
                {"quotaShareName", "b"}, {"capacityUnit", "gpu"}, {"instanceCount", 1},
                {"submitSeconds", 86400 * day + 10 * i}, {"workSeconds", 60}});
    }
    const ComparedScenario one = compared(json, "one");
    QCOMPARE(recordedDays(*one.scenario), std::size_t{5});
    QCOMPARE(drawDays(5, 3), drawDays(5, 3));
    QVERIFY(drawDays(50, 3) != drawDays(50, 4));
    const Scenario drawn = resampled(*one.scenario, {4, 4, 0, 2, 0});
    QCOMPARE(drawn.jobs.size(), std::size_t{5 + 5 + 1 + 3 + 1});
    QCOMPARE(drawn.jobs[JobIndex{0}].submit, TimeMs{0});
    QCOMPARE(drawn.jobs[JobIndex{5}].submit, kMsPerDay);
    QCOMPARE(drawn.jobs.displayId(JobIndex{0}), std::string("d4-0"));
    QVERIFY(!drawn.jobs[JobIndex{5}].id.isValid());
    ComparisonOptions options;
    options.seeds = 6;
    options.resampleDays = true;
    const Comparison comparison = compareOrFail({one, compared(json, "two")}, options);
    QCOMPARE(comparison.resampledDays, std::size_t{5});
    QVERIFY(!comparison.scenarios[0].isDeterministic);
    const MetricRow* row = findRow(comparison, "completedJobs");
    QVERIFY(row->cells[0].summary->deviation.value_or(0) > 0);
    QVERIFY(!row->hasDifference(0));
}

void TestComparison::refusesWhatCannotBeCompared()
{
    QVERIFY(compareScenarios({}, {}).error().code == ErrorCode::TooMany);
    const std::vector<ComparedScenario> many(25, compared(document("LEND", 1), "s"));
    QVERIFY(compareScenarios(many, {}).error().code == ErrorCode::TooMany);
    ComparisonOptions options;
    options.baseline = 2;
    QVERIFY(compareScenarios(twoPolicies(1), options).error().code == ErrorCode::OutOfRange);
    options = {};
    options.resampleDays = true;
    QVERIFY(compareScenarios(twoPolicies(1), options).error().code == ErrorCode::Conflict);
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
