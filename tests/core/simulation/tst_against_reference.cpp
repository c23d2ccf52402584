// SPDX-License-Identifier: Apache-2.0
// The optimised product against the naive reference model of tests/support/reference, on random scenarios: event logs
// line by line, summaries to 1e-9, and why each waiting job waits at every timestamp.
//
// QUOTABOARD_SCENARIOS=N and QUOTABOARD_FIRST_SEED=S in the environment run more or others than the default.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/exchange/names.h"
#include "core/simulation/simulator.h"
#include "tests/support/reference/random_scenario.h"
#include "tests/support/reference/reference_model.h"
#include "tests/support/run_scenario.h"

#include <set>
#endif

using namespace quotaboard;

namespace {

qulonglong numberFromEnvironment(const char* name, qulonglong fallback)
{
    bool isNumber = false;
    const qulonglong value = qEnvironmentVariable(name).toULongLong(&isNumber);
    return isNumber ? value : fallback;
}

/// {"t", "jobId", "reason"} for every waiting job after each timestamp, as the reference records it.
std::vector<nlohmann::json> waitingReasons(const Scenario& scenario)
{
    std::vector<nlohmann::json> result;
    Simulator simulator(scenario);
    const TimeMs last = scenario.horizon.value_or(kNever);
    for (TimeMs next = simulator.nextTime(); next != kNever && next <= last; next = simulator.nextTime()) {
        if (!simulator.step(next).ok())
            break;
        for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
            const JobIndex job{i};
            if (!simulator.isIn(job))
                continue;
            const WaitReason reason = simulator.scheduler().explain(simulator.slot(job));
            if (reason.code == WaitCode::None)
                continue;
            const StringId id = scenario.jobs[job].id;
            const nlohmann::json shownId = id.isValid() ? nlohmann::json(scenario.jobs.text(id)) : nlohmann::json(i);
            result.push_back({{"t", next}, {"jobId", shownId}, {"reason", nameOf(reason.code)}});
        }
    }
    return result;
}

/// Everything that a scenario makes happen, by name.
void noteWhatHappened(const nlohmann::json& scenario, const reference::Outcome& outcome, std::set<std::string>& seen)
{
    for (const nlohmann::json& event : outcome.events) {
        seen.insert("event " + event.at("event").get<std::string>());
        for (const char* key : {"cause", "reason", "refused"}) {
            if (event.contains(key))
                seen.insert(std::string{key} + " " + event.at(key).get<std::string>());
        }
        if (event.at("event") == "UPDATED" && !event.contains("refused")) {
            const nlohmann::json& intervention
                = scenario.at("interventions").at(event.at("intervention").get<std::size_t>());
            for (const auto& [key, value] : intervention.items()) {
                if (value.is_object() || value.is_array())
                    seen.insert("intervention " + key);
            }
        }
        if (event.value("restoreFailed", false))
            seen.insert("restore failed");
    }
    for (const auto& [code, count] : outcome.waitingReasons)
        seen.insert("waits " + code);
    for (const auto& [rule, count] : outcome.rules)
        seen.insert("rule " + rule);
}

} // namespace

class TestAgainstReference : public QObject {
    Q_OBJECT

private slots:
    void productAndReferenceAgreeOnRandomScenarios();
    void everyKindOfThingHappensOften();

private:
    std::map<std::string, int> occurrences_;
    int scenarios_ = 0;
};

void TestAgainstReference::productAndReferenceAgreeOnRandomScenarios()
{
    const qulonglong first = numberFromEnvironment("QUOTABOARD_FIRST_SEED", 1);
    const qulonglong count = numberFromEnvironment("QUOTABOARD_SCENARIOS", 3000);
    reference::RunOptions options;
    options.catalogue = reference::readCatalogue(QUOTABOARD_SOURCE_DIR "/resources/capacity-units.csv");
    options.recordWaiting = true;
    for (qulonglong seed = first; seed < first + count; ++seed) {
        const nlohmann::json scenario = reference::randomScenario(seed);
        const reference::Outcome want = reference::run(scenario, options);
        const test::FinishedRun got = test::runScenario(scenario);
        QVERIFY2(got.error.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(got.error.c_str())));
        const auto difference = reference::compareOutcomes(want, got.events, got.summary);
        QVERIFY2(!difference, qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(difference.value_or("").c_str())));
        QVERIFY2(want.violations.empty(),
            qPrintable(QStringLiteral("seed %1: %2")
                           .arg(seed)
                           .arg(want.violations.empty() ? "" : want.violations[0].c_str())));
        QVERIFY2(got.card.accounting.isBalanced(), qPrintable(QStringLiteral("seed %1: accounting").arg(seed)));
        const std::vector<nlohmann::json> waiting = waitingReasons(*got.scenario);
        for (std::size_t i = 0; i < std::max(waiting.size(), want.waiting.size()); ++i) {
            const nlohmann::json gotReason = i < waiting.size() ? waiting[i] : nlohmann::json();
            const nlohmann::json wantReason = i < want.waiting.size() ? want.waiting[i] : nlohmann::json();
            QVERIFY2(gotReason == wantReason,
                qPrintable(QStringLiteral("seed %1: waiting: want %2, got %3")
                               .arg(seed)
                               .arg(wantReason.dump().c_str(), gotReason.dump().c_str())));
        }
        std::set<std::string> seen;
        noteWhatHappened(scenario, want, seen);
        for (const std::string& what : seen)
            ++occurrences_[what];
        ++scenarios_;
    }
}

void TestAgainstReference::everyKindOfThingHappensOften()
{
    if (scenarios_ < 500)
        QSKIP("too few scenarios to judge");
    const std::vector<std::string> wanted{"event SUBMITTED", "event RUNNABLE", "event SCHEDULED", "event STARTING",
        "event RUNNING", "event PREEMPTED", "event STOPPED", "event ATTEMPT_FAILED", "event SUCCEEDED", "event FAILED",
        "event UPDATED", "event MOVED", "cause CROSS_SHARE", "cause IN_SHARE", "reason FAILED", "reason TIMEOUT",
        "reason PREEMPTION_RETRIES_EXHAUSTED", "reason TERMINATED", "reason TIME_LIMIT", "reason SHARE_DELETED",
        "reason SHARE_DISABLED", "reason QUEUE_DISABLED", "refused NO_SUCH_SHARE", "refused SHARE_EXISTS",
        "refused TOO_MANY_SHARES", "refused SHARE_NOT_DISABLED", "refused SHARE_DISABLED", "refused NO_SUCH_JOB",
        "refused JOB_FINISHED", "refused JOB_DISPATCHED", "intervention updateQuotaShare",
        "intervention updateServiceEnvironment", "intervention updateServiceJob", "intervention terminateServiceJob",
        "intervention createQuotaShare", "intervention deleteQuotaShare", "intervention submitServiceJob",
        "intervention moveServiceJob", "intervention updatePlatform", "intervention updateJobQueue",
        "intervention reorderQuotaShares", "restore failed", "waits BEHIND", "waits ENVIRONMENT_MAX",
        "waits SHARE_LIMIT", "waits BORROW_LIMIT_MAX", "waits BORROWABLE_MAX", "waits SHARE_FULL", "waits BORROW_LIMIT",
        "waits NOTHING_TO_BORROW", "waits OVERSUBSCRIBED", "waits ENVIRONMENT_DISABLED", "waits WAITING_FOR_INSTANCES"};
    for (const auto& [what, count] : occurrences_)
        qInfo("%6.1f %%  %s", 100.0 * count / scenarios_, what.c_str());
    for (const std::string& what : wanted) {
        const double share = 1.0 * occurrences_[what] / scenarios_;
        QVERIFY2(share >= 0.02,
            qPrintable(QStringLiteral("%1 occurs in %2 % of the scenarios only").arg(what.c_str()).arg(100 * share)));
    }
}

QTEST_APPLESS_MAIN(TestAgainstReference)
#include "tst_against_reference.moc"
