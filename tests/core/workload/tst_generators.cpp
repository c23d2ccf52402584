// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/exchange/generator_reader.h"
#include "core/workload/arrivals.h"
#include "core/workload/generators.h"
#include "core/workload/portable_math.h"

#include <QTest>

#include <cmath>

using namespace quotaboard;

namespace {

constexpr std::uint64_t kDraws = 40'000;
constexpr double kMean = 3'600'000;

struct Moments {
    double mean = 0;
    double variance = 0;
};

template <class Value>
Moments moments(std::uint64_t count, Value value)
{
    double sum = 0;
    for (std::uint64_t i = 0; i < count; ++i)
        sum += value(i);
    Moments m;
    m.mean = sum / static_cast<double>(count);
    for (std::uint64_t i = 0; i < count; ++i)
        m.variance += (value(i) - m.mean) * (value(i) - m.mean);
    m.variance /= static_cast<double>(count - 1);
    return m;
}

GeneratorSpec specFor(const char* share = "team")
{
    GeneratorSpec spec;
    spec.share = share;
    spec.unit = "gpu";
    spec.count = 1000;
    spec.arrival.perHour = 60;
    spec.work.mean = kMean;
    return spec;
}

Scenario scenarioWith(std::initializer_list<const char*> shares)
{
    Scenario scenario;
    for (const char* share : shares)
        scenario.internShare(share);
    return scenario;
}

Scenario generated(const GeneratorSpec& spec, std::uint64_t seed = 7)
{
    Scenario scenario = scenarioWith({"team", "other"});
    if (!generateJobs(scenario, spec, seed))
        qFatal("generateJobs failed");
    return scenario;
}

const nlohmann::json kValid = nlohmann::json::parse(R"([{
    "quotaShareName": "team", "capacityUnit": "gpu", "count": 50, "jobName": "sweep", "user": "u",
    "arrival": {"process": "poisson", "perHour": 10}, "work": {"law": "exponential", "meanSeconds": 60},
    "sizes": [{"instanceCount": 1}, {"instanceCount": 4, "weight": 0}],
    "priorities": [{"schedulingPriority": 9}], "deadlineSlack": 2,
    "checkpointClasses": [{"name": "safe", "checkpoint": {"intervalSeconds": 30, "costSeconds": 1, "onStop": true},
        "restoreSeconds": 5, "preemptionConfiguration": {"preemptionRetriesBeforeTermination": 3},
        "retryStrategy": {"attempts": 2}}]}])");

/// Appends the jobs of a list of generators; the warnings go to `warnings`.
Status append(Scenario& scenario, const nlohmann::json& generators, std::vector<ReadWarning>& warnings)
{
    const nlohmann::json document{{"generators", generators}};
    JsonContext context("");
    appendGeneratedJobs(scenario, JsonCursor(document, context), 1);
    warnings = context.takeWarnings();
    return context.failed() ? Status{context.error()} : Status{};
}

} // namespace

class TestGenerators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void portableFunctions();
    void drawsArePinned();
    void workLaws_data();
    void workLaws();
    void clampsWork();
    void poissonGaps();
    void aCurveThatGivesNothingEnds();
    void dailyCurve();
    void bursts();
    void deterministicArrivals();
    void weights();
    void streamsAreIndependent();
    void endAndCount();
    void tooMany();
    void readsEverything();
    void refuses_data();
    void refuses();
    void warnsAboutUnknownKeys();
};

void TestGenerators::portableFunctions()
{
    for (int i = 1; i <= 4000; ++i) {
        const double x = std::ldexp(1.0 + i * 0.00037, i % 120 - 100);
        QVERIFY(std::fabs(portableLog(x) - std::log(x)) <= 4e-16 * std::max(1.0, std::fabs(std::log(x))));
        const double y = (i - 2000) * 0.031;
        QVERIFY(std::fabs(portableExp(y) / std::exp(y) - 1) <= 1e-15);
    }
    QCOMPARE(portableLog(1.0), 0.0);
    QCOMPARE(portableExp(0.0), 1.0);
}

void TestGenerators::drawsArePinned()
{
    // A change of these numbers would change every generated workload there is.
    static_assert(streamKey("") == mixBits(0xCBF29CE484222325ULL));
    const DrawStream draws(1, specFor());
    const double first = draws.uniform(DrawPurpose::Work, 0);
    QVERIFY(first >= 0 && first < 1);
    QCOMPARE(first, draws.uniform(DrawPurpose::Work, 0));
    QVERIFY(first != draws.uniform(DrawPurpose::Work, 0, 1));
    QVERIFY(first != draws.uniform(DrawPurpose::Work, 1));
    QVERIFY(first != draws.uniform(DrawPurpose::Size, 0));
    const Scenario scenario = generated(specFor());
    // Computed from GENERATORS.md by a second program in another language.
    QCOMPARE(scenario.jobs[JobIndex{0}].submit, TimeMs{21'090});
    QCOMPARE(scenario.jobs[JobIndex{0}].work, TimeMs{803'042});
    QCOMPARE(scenario.jobs[JobIndex{999}].submit, TimeMs{59'232'584});
    QCOMPARE(scenario.jobs[JobIndex{999}].work, TimeMs{2'165'612});
}

void TestGenerators::workLaws_data()
{
    QTest::addColumn<int>("law");
    QTest::addColumn<double>("parameter");
    QTest::addColumn<double>("squaredVariation");
    using Law = WorkSpec::Law;
    QTest::newRow("exponential") << static_cast<int>(Law::Exponential) << 0.0 << 1.0;
    QTest::newRow("deterministic") << static_cast<int>(Law::Deterministic) << 0.0 << 0.0;
    QTest::newRow("erlang 2") << static_cast<int>(Law::Erlang) << 2.0 << 0.5;
    QTest::newRow("erlang 8") << static_cast<int>(Law::Erlang) << 8.0 << 0.125;
    QTest::newRow("hyperexponential 1") << static_cast<int>(Law::Hyperexponential) << 1.0 << 1.0;
    QTest::newRow("hyperexponential 4") << static_cast<int>(Law::Hyperexponential) << 4.0 << 4.0;
    QTest::newRow("lognormal 0.5") << static_cast<int>(Law::Lognormal) << 0.5 << 0.5;
    QTest::newRow("lognormal 2") << static_cast<int>(Law::Lognormal) << 2.0 << 2.0;
    QTest::newRow("uniform") << static_cast<int>(Law::Uniform) << 0.0 << 1.0 / 3;
}

void TestGenerators::workLaws()
{
    QFETCH(int, law);
    QFETCH(double, parameter);
    QFETCH(double, squaredVariation);
    WorkSpec work;
    work.law = static_cast<WorkSpec::Law>(law);
    work.mean = kMean;
    work.shape = std::max(1, static_cast<int>(parameter));
    work.squaredVariation = parameter;
    if (work.law == WorkSpec::Law::Uniform)
        work.most = 2 * static_cast<TimeMs>(kMean);
    const DrawStream draws(11, specFor());
    const Moments m = moments(kDraws, [&](std::uint64_t i) { return static_cast<double>(drawWork(work, draws, i)); });
    const double standardError = kMean * std::sqrt(squaredVariation / static_cast<double>(kDraws));
    QVERIFY2(std::fabs(m.mean - kMean) <= 4 * standardError + 0.5, qPrintable(QString::number(m.mean)));
    const double variance = kMean * kMean * squaredVariation;
    QVERIFY2(
        std::fabs(m.variance - variance) <= 0.12 * variance + 1, qPrintable(QString::number(m.variance / variance)));
}

void TestGenerators::clampsWork()
{
    WorkSpec work;
    work.mean = kMean;
    work.least = 1'000'000;
    work.most = 5'000'000;
    const DrawStream draws(3, specFor());
    bool hitLeast = false;
    bool hitMost = false;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const TimeMs time = drawWork(work, draws, i);
        QVERIFY(time >= work.least && time <= work.most);
        hitLeast |= time == work.least;
        hitMost |= time == work.most;
    }
    QVERIFY(hitLeast && hitMost);
}

void TestGenerators::poissonGaps()
{
    GeneratorSpec spec = specFor();
    spec.count = 20'000;
    const auto times = drawArrivals(spec, 0, DrawStream(5, spec));
    QVERIFY(times.ok());
    QCOMPARE(times.value().size(), std::size_t{20'000});
    const auto gap
        = [&](std::uint64_t i) { return static_cast<double>(times.value()[i] - (i == 0 ? 0 : times.value()[i - 1])); };
    const Moments m = moments(times.value().size(), gap);
    QVERIFY(std::fabs(m.mean - 60'000) <= 4 * 60'000 / std::sqrt(20'000.0));
    QVERIFY(std::fabs(m.variance / (60'000.0 * 60'000.0) - 1) <= 0.1);
    QVERIFY(std::is_sorted(times.value().begin(), times.value().end()));
}

void TestGenerators::aCurveThatGivesNothingEnds()
{
    GeneratorSpec spec = specFor();
    spec.count = 1000;
    spec.until.reset();
    spec.arrival.process = ArrivalSpec::Process::DailyCurve;
    spec.arrival.perHour = 3'600'000;
    spec.arrival.hourlyWeights.fill(1e-300);
    spec.arrival.hourlyWeights[0] = 1;
    spec.arrival.weekdayWeights.fill(1e-300);
    spec.arrival.weekdayWeights[6] = 1;
    const auto refused = drawArrivals(spec, 0, DrawStream(5, spec), nullptr, 100'000);
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().code == ErrorCode::OutOfRange);
    QCOMPARE(refused.error().place, std::string("arrival"));
    Progress progress;
    progress.cancel();
    const auto cancelled = drawArrivals(spec, 0, DrawStream(5, spec), &progress);
    QVERIFY(!cancelled.ok() && cancelled.error().code == ErrorCode::Interrupted);
}

void TestGenerators::dailyCurve()
{
    GeneratorSpec spec = specFor();
    spec.count.reset();
    spec.until = 70 * kMsPerDay; // ten weeks
    spec.arrival.process = ArrivalSpec::Process::DailyCurve;
    spec.arrival.perHour = 20;
    spec.arrival.hourlyWeights.fill(0);
    spec.arrival.hourlyWeights[9] = 1;
    spec.arrival.hourlyWeights[14] = 3;
    spec.arrival.weekdayWeights = {1, 1, 1, 1, 1, 0, 2};
    spec.arrival.utcOffset = 2 * kMsPerHour;
    const TimeMs monday = *parseIsoInstant("2026-11-02T00:00:00Z");
    const auto times = drawArrivals(spec, monday, DrawStream(5, spec));
    QVERIFY(times.ok());
    const double expected = 20.0 * 24 * 70;
    QVERIFY(std::fabs(static_cast<double>(times.value().size()) - expected) <= 4 * std::sqrt(expected));
    double afternoon = 0;
    double sunday = 0;
    for (const TimeMs time : times.value()) {
        const TimeMs local = time + spec.arrival.utcOffset;
        const auto hour = local % kMsPerDay / kMsPerHour;
        const auto day = local / kMsPerDay % 7;
        QVERIFY(hour == 9 || hour == 14);
        QVERIFY(day != 5);
        afternoon += hour == 14 ? 1 : 0;
        sunday += day == 6 ? 1 : 0;
    }
    const auto total = static_cast<double>(times.value().size());
    QVERIFY(std::fabs(afternoon / total - 0.75) <= 4 * std::sqrt(0.75 * 0.25 / total));
    QVERIFY(std::fabs(sunday / total - 2.0 / 7) <= 4 * std::sqrt(2.0 / 7 * 5 / 7 / total));
}

void TestGenerators::bursts()
{
    GeneratorSpec spec = specFor();
    spec.count.reset();
    spec.start = 1000;
    spec.until = 10 * kMsPerHour;
    spec.arrival.process = ArrivalSpec::Process::Burst;
    spec.arrival.every = kMsPerHour;
    spec.arrival.burstSize = 30;
    spec.arrival.spread = kMsPerMinute;
    const auto times = drawArrivals(spec, 0, DrawStream(5, spec));
    QCOMPARE(times.value().size(), std::size_t{300});
    for (const TimeMs time : times.value())
        QVERIFY((time - spec.start) % kMsPerHour < kMsPerMinute);
    QVERIFY(std::is_sorted(times.value().begin(), times.value().end()));
}

void TestGenerators::deterministicArrivals()
{
    GeneratorSpec spec = specFor();
    spec.count = 3;
    spec.start = 500;
    spec.arrival.process = ArrivalSpec::Process::Deterministic;
    spec.arrival.every = 250;
    QCOMPARE(drawArrivals(spec, 0, DrawStream(5, spec)).value(), (std::vector<TimeMs>{500, 750, 1000}));
    spec.until = 1000;
    QCOMPARE(drawArrivals(spec, 0, DrawStream(5, spec)).value(), (std::vector<TimeMs>{500, 750}));
}

void TestGenerators::weights()
{
    GeneratorSpec spec = specFor();
    spec.count = 10'000;
    spec.sizes = {{1, 6}, {8, 3}, {2, 1}, {64, 0}};
    spec.priorities = {{10, 0}, {20, 1}};
    const Scenario scenario = generated(spec);
    double counts[3] = {};
    for (const Job& job : scenario.jobs.jobs()) {
        QVERIFY(job.instances != 64);
        QCOMPARE(job.priority, 20);
        counts[job.instances == 1 ? 0 : job.instances == 8 ? 1 : 2] += 1;
    }
    QVERIFY(std::fabs(counts[0] / 10'000 - 0.6) < 0.02);
    QVERIFY(std::fabs(counts[1] / 10'000 - 0.3) < 0.02);
    QVERIFY(std::fabs(counts[2] / 10'000 - 0.1) < 0.015);
}

void TestGenerators::streamsAreIndependent()
{
    const Scenario base = generated(specFor());
    // Another share's generator before it shifts nothing, and neither do other sizes or another law of work.
    Scenario scenario = scenarioWith({"other", "team"});
    QVERIFY(generateJobs(scenario, specFor("other"), 7).ok());
    GeneratorSpec changed = specFor();
    changed.sizes = {{1, 1}, {2, 1}};
    changed.work.law = WorkSpec::Law::Erlang;
    changed.work.shape = 3;
    QVERIFY(generateJobs(scenario, changed, 7).ok());
    GeneratorSpec longer = specFor();
    longer.count = 2000;
    const Scenario more = generated(longer);
    std::size_t alike = 0;
    for (std::size_t i = 0; i < 1000; ++i) {
        QCOMPARE(scenario.jobs[JobIndex{1000 + i}].submit, base.jobs[JobIndex{i}].submit);
        QCOMPARE(more.jobs[JobIndex{i}].work, base.jobs[JobIndex{i}].work);
        alike += scenario.jobs[JobIndex{i}].submit == base.jobs[JobIndex{i}].submit ? 1 : 0;
    }
    QVERIFY(alike < 5);
    QVERIFY(generated(specFor(), 8).jobs[JobIndex{0}].submit != base.jobs[JobIndex{0}].submit);
    GeneratorSpec named = specFor();
    named.name = "second";
    QVERIFY(generated(named).jobs[JobIndex{0}].submit != base.jobs[JobIndex{0}].submit);
}

void TestGenerators::endAndCount()
{
    GeneratorSpec spec = specFor();
    spec.until = 10 * kMsPerMinute;
    const Scenario scenario = generated(spec);
    QVERIFY(!scenario.jobs.empty() && scenario.jobs.size() < 40);
    QVERIFY(scenario.jobs.jobs().back().submit < 10 * kMsPerMinute);
    spec.count = 0;
    QVERIFY(generated(spec).jobs.empty());
}

void TestGenerators::tooMany()
{
    GeneratorSpec spec = specFor();
    spec.count.reset();
    spec.until = kMaxTimeMs;
    spec.arrival.process = ArrivalSpec::Process::Deterministic;
    spec.arrival.every = 1;
    Scenario scenario = scenarioWith({"team"});
    const Status status = generateJobs(scenario, spec, 1);
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, ErrorCode::TooMany);
}

void TestGenerators::readsEverything()
{
    Scenario scenario = scenarioWith({"team"});
    std::vector<ReadWarning> warnings;
    const Status status = append(scenario, kValid, warnings);
    QVERIFY(status.ok());
    QVERIFY(warnings.empty());
    QCOMPARE(scenario.jobs.size(), std::size_t{50});
    const Job& job = scenario.jobs[JobIndex{7}];
    QCOMPARE(job.instances, 1);
    QCOMPARE(job.priority, 9);
    QCOMPARE(job.deadline, job.submit + 2 * job.work);
    QCOMPARE(scenario.jobs.text(job.name), std::string_view("sweep"));
    QCOMPARE(scenario.jobs.text(job.user), std::string_view("u"));
    QCOMPARE(scenario.jobs.text(job.workloadClass), std::string_view("safe"));
    const JobProfile& profile = scenario.jobs.profile(job.profile);
    QVERIFY(profile.checkpoint == (CheckpointPlan{30'000, 1'000, true}));
    QCOMPARE(profile.restore, TimeMs{5'000});
    QCOMPARE(profile.preemptionRetries, std::optional<std::int32_t>{3});
    QCOMPARE(profile.attempts, 2);
}

void TestGenerators::refuses_data()
{
    QTest::addColumn<QString>("patch");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, const char* patch, ErrorCode code, const char* place) {
        QTest::newRow(name) << QString(patch) << static_cast<int>(code) << QString(place);
    };
    row("no share", R"({"quotaShareName": null})", ErrorCode::MissingKey, "/generators/0");
    row("share unknown", R"({"quotaShareName": "x"})", ErrorCode::UnknownReference, "/generators/0/quotaShareName");
    row("share a number", R"({"quotaShareName": 3})", ErrorCode::WrongType, "/generators/0/quotaShareName");
    row("no end", R"({"count": null})", ErrorCode::MissingKey, "/generators/0");
    row("count negative", R"({"count": -1})", ErrorCode::OutOfRange, "/generators/0/count");
    row("count a fraction", R"({"count": 1.5})", ErrorCode::WrongType, "/generators/0/count");
    row("process unknown", R"({"arrival": {"process": "weekly"}})", ErrorCode::NotAllowed,
        "/generators/0/arrival/process");
    row("no rate", R"({"arrival": {"perHour": null}})", ErrorCode::MissingKey, "/generators/0/arrival");
    row("rate 0", R"({"arrival": {"perHour": 0}})", ErrorCode::OutOfRange, "/generators/0/arrival/perHour");
    row("23 hours", R"({"arrival": {"process": "dailyCurve", "hourlyWeights": [1,2,3]}})", ErrorCode::TooMany,
        "/generators/0/arrival/hourlyWeights");
    row("burst wider than its period", R"({"arrival": {"process": "burst", "everySeconds": 10, "jobs": 2,
        "spreadSeconds": 11}})",
        ErrorCode::Conflict, "/generators/0/arrival/spreadSeconds");
    row("law unknown", R"({"work": {"law": "weibull"}})", ErrorCode::NotAllowed, "/generators/0/work/law");
    row("no mean", R"({"work": {"meanSeconds": null}})", ErrorCode::MissingKey, "/generators/0/work");
    row("shape 0", R"({"work": {"law": "erlang", "shape": 0}})", ErrorCode::OutOfRange, "/generators/0/work/shape");
    row("variation below 1", R"({"work": {"law": "hyperexponential", "squaredVariation": 0.5}})", ErrorCode::OutOfRange,
        "/generators/0/work/squaredVariation");
    row("bounds crossed", R"({"work": {"leastSeconds": 9, "mostSeconds": 8}})", ErrorCode::Conflict,
        "/generators/0/work/leastSeconds");
    row("size 0", R"({"sizes": [{"instanceCount": 0}]})", ErrorCode::OutOfRange, "/generators/0/sizes/0/instanceCount");
    row("no sizes", R"({"sizes": []})", ErrorCode::TooMany, "/generators/0/sizes");
    row("weights 0", R"({"priorities": [{"schedulingPriority": 1, "weight": 0}]})", ErrorCode::OutOfRange,
        "/generators/0/priorities");
    row("interval 0", R"({"checkpointClasses": [{"checkpoint": {"intervalSeconds": 0}}]})", ErrorCode::OutOfRange,
        "/generators/0/checkpointClasses/0/checkpoint/intervalSeconds");
    row("slack below 1", R"({"deadlineSlack": 0.5})", ErrorCode::OutOfRange, "/generators/0/deadlineSlack");
}

void TestGenerators::refuses()
{
    QFETCH(QString, patch);
    QFETCH(int, code);
    QFETCH(QString, place);
    nlohmann::json document = kValid;
    document[0].merge_patch(nlohmann::json::parse(patch.toStdString()));
    Scenario scenario = scenarioWith({"team"});
    std::vector<ReadWarning> warnings;
    const Status status = append(scenario, document, warnings);
    QVERIFY(!status.ok());
    QCOMPARE(static_cast<int>(status.error().code), code);
    QCOMPARE(QString::fromStdString(status.error().place), place);
    QVERIFY(scenario.jobs.empty());
}

void TestGenerators::warnsAboutUnknownKeys()
{
    nlohmann::json document = kValid;
    document[0]["colour"] = "red";
    document[0]["arrival"]["everySeconds"] = 3;
    Scenario scenario = scenarioWith({"team"});
    std::vector<ReadWarning> warnings;
    QVERIFY(append(scenario, document, warnings).ok());
    QCOMPARE(warnings.size(), std::size_t{2});
    QCOMPARE(warnings[0].place, std::string("/generators/0/arrival/everySeconds"));
    document.push_back(document[0]);
    QCOMPARE(append(scenario, document, warnings).error().code, ErrorCode::Duplicate);
}

QTEST_APPLESS_MAIN(TestGenerators)
#include "tst_generators.moc"
