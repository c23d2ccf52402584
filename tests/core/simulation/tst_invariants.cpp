// SPDX-License-Identifier: Apache-2.0
// The invariants of scheduling.md section 8 on random scenarios: at every event and after every timestamp.
//
// QUOTABOARD_SCENARIOS=N and QUOTABOARD_FIRST_SEED=S in the environment run more or others than the default.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/base/random.h"
#include "core/exchange/event_log_writer.h"
#include "core/exchange/scenario_reader.h"
#include "core/metrics/collector.h"
#include "core/simulation/event_log.h"
#include "tests/support/event_tee.h"
#include "tests/support/invariant_checker.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/work_audit.h"

#include <thread>
#include <vector>
#endif

using namespace quotaboard;

namespace {

constexpr qulonglong kDefaultScenarios = 6000;

qulonglong numberFromEnvironment(const char* name, qulonglong fallback)
{
    bool isNumber = false;
    const qulonglong value = qEnvironmentVariable(name).toULongLong(&isNumber);
    return isNumber ? value : fallback;
}

Result<LoadedScenario> randomDocument(qulonglong seed)
{
    return readScenarioText(reference::randomScenario(seed).dump(), "random", ".");
}

/// Keeps the events as they are.
class Recorder final : public EventSink {
public:
    void onEvent(const JobEvent& event) override { events.push_back(event); }
    std::vector<JobEvent> events;
};

bool isOver(const Simulator& simulator)
{
    const TimeMs next = simulator.nextTime();
    return next == kNever || next > simulator.scenario().horizon.value_or(kNever);
}

std::string hashOfRun(const Scenario& scenario)
{
    EventLog log;
    Simulator simulator(scenario, &log);
    return simulator.run().ok() ? eventLogHash(scenario, log) : std::string{"error"};
}

/// The first broken rule of a run; empty when all hold.
std::string findViolation(const Scenario& scenario)
{
    test::InvariantChecker checker(scenario);
    test::WorkAudit audit(scenario);
    MetricsCollector metrics(scenario);
    EventTee both(checker, audit);
    EventTee all(metrics, both);
    Simulator simulator(scenario, &all);
    while (!isOver(simulator)) {
        const TimeMs now = simulator.nextTime();
        if (!simulator.step(now).ok() || simulator.now() != now || simulator.nextTime() <= now)
            return "a timestamp does not end";
        checker.checkState(simulator);
    }
    const TimeMs end = scenario.horizon.value_or(metrics.lastEventTime());
    checker.checkEnd(simulator, end);
    const Scorecard card = metrics.finish(end);
    audit.finish(end, card);
    return checker.violation().empty() ? audit.violation() : checker.violation();
}

/// A run, a copy of it made after some timestamp, and both continued by turns: empty when they go the same way.
std::string compareWithCopy(const Scenario& scenario, qulonglong seed)
{
    Recorder whole;
    std::size_t steps = 0;
    Simulator reference(scenario, &whole);
    for (; !isOver(reference); ++steps)
        (void)reference.step(reference.nextTime());
    const std::size_t copyAfter = steps == 0 ? 0 : static_cast<std::size_t>(mixBits(seed) % steps);

    Recorder first;
    Simulator original(scenario, &first);
    for (std::size_t i = 0; i < copyAfter; ++i)
        (void)original.step(original.nextTime());
    Recorder second;
    second.events = first.events;
    Simulator copy(original);
    copy.setSink(&second);
    while (!isOver(original) || !isOver(copy)) {
        if (!isOver(original))
            (void)original.step(original.nextTime());
        if (!isOver(copy))
            (void)copy.step(copy.nextTime());
    }
    if (first.events != whole.events)
        return "the original goes another way after a copy was made";
    return second.events == whole.events ? std::string{} : "the copy goes another way";
}

} // namespace

class TestInvariants : public QObject {
    Q_OBJECT

private slots:
    void hold();
    void aCopyGoesOnLikeTheOriginal();
    void equalScenariosGiveEqualLogs();
    void stoppingAndGoingOnChangesNothing();
    void severalThreadsMayRunTheSameScenario();

private:
    qulonglong first_ = numberFromEnvironment("QUOTABOARD_FIRST_SEED", 1);
    qulonglong count_ = numberFromEnvironment("QUOTABOARD_SCENARIOS", kDefaultScenarios);
};

void TestInvariants::hold()
{
    for (qulonglong seed = first_; seed < first_ + count_; ++seed) {
        const auto document = randomDocument(seed);
        QVERIFY2(document.ok(), qPrintable(QStringLiteral("seed %1 is not valid").arg(seed)));
        const std::string violation = findViolation(document.value().scenario);
        QVERIFY2(violation.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(violation.c_str())));
    }
}

void TestInvariants::aCopyGoesOnLikeTheOriginal()
{
    for (qulonglong seed = first_; seed < first_ + count_ / 4; ++seed) {
        const auto document = randomDocument(seed);
        QVERIFY(document.ok());
        const std::string difference = compareWithCopy(document.value().scenario, seed);
        QVERIFY2(difference.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(difference.c_str())));
    }
}

void TestInvariants::equalScenariosGiveEqualLogs()
{
    for (qulonglong seed = first_; seed < first_ + count_ / 10; ++seed) {
        const auto document = randomDocument(seed);
        const auto again = randomDocument(seed);
        QVERIFY(document.ok() && again.ok());
        const std::string hash = hashOfRun(document.value().scenario);
        QVERIFY2(hash.size() == 64, qPrintable(QStringLiteral("seed %1: no run").arg(seed)));
        QVERIFY2(
            hash == hashOfRun(document.value().scenario), qPrintable(QStringLiteral("seed %1: run again").arg(seed)));
        QVERIFY2(
            hash == hashOfRun(again.value().scenario), qPrintable(QStringLiteral("seed %1: read again").arg(seed)));
    }
}

void TestInvariants::stoppingAndGoingOnChangesNothing()
{
    for (qulonglong seed = first_; seed < first_ + count_ / 10; ++seed) {
        const auto document = randomDocument(seed);
        QVERIFY(document.ok());
        const Scenario& scenario = document.value().scenario;
        Recorder whole;
        Simulator straight(scenario, &whole);
        QVERIFY(straight.run().ok());
        Recorder parts;
        Simulator halting(scenario, &parts);
        for (TimeMs until = 0; !isOver(halting);
             until += 1 + static_cast<TimeMs>(mixBits(seed + parts.events.size()) % 50'000))
            QVERIFY(halting.run(nullptr, until).ok());
        QVERIFY2(whole.events == parts.events, qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

void TestInvariants::severalThreadsMayRunTheSameScenario()
{
    for (qulonglong seed = first_; seed < first_ + count_ / 100; ++seed) {
        const auto document = randomDocument(seed);
        QVERIFY(document.ok());
        const Scenario& scenario = document.value().scenario;
        const std::string want = hashOfRun(scenario);
        std::vector<std::string> got(4);
        std::vector<std::thread> threads;
        for (std::string& hash : got)
            threads.emplace_back([&scenario, &hash] { hash = hashOfRun(scenario); });
        for (std::thread& thread : threads)
            thread.join();
        for (const std::string& hash : got)
            QVERIFY2(hash == want, qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

QTEST_APPLESS_MAIN(TestInvariants)
#include "tst_invariants.moc"
