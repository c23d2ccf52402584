// SPDX-License-Identifier: Apache-2.0
#include "import_test_support.h"

#include "core/exchange/scenario_writer.h"
#include "core/workload/trace_reader.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

ImportResult imported(const Trace& trace, const ImportOptions& options = {})
{
    Result<ImportResult> result = importTrace(trace, options);
    if (!result)
        qFatal("import failed with code %d", static_cast<int>(result.error().code));
    return std::move(result).value();
}

SkipCause onlySkip(const Trace& trace)
{
    // One good job beside the bad one, as an import without jobs is an error.
    const ImportResult result = imported(trace);
    return result.report.skipped.size() == 1 ? result.report.skipped.front().cause : SkipCause{255};
}

struct ExpectedShare {
    const char* share;
    std::uint64_t jobs;
    const char* gpuHours;
    std::int32_t peak;
};

void checkShares(const ImportReport& report, std::initializer_list<ExpectedShare> expected)
{
    QCOMPARE(report.shares.size(), expected.size());
    for (const ExpectedShare& want : expected) {
        const ShareDemand* got = demandOf(report, want.share);
        QVERIFY2(got != nullptr, want.share);
        QCOMPARE(got->jobs, want.jobs);
        QCOMPARE(formatGpuHours(got->gpuTime), std::string{want.gpuHours});
        QCOMPARE(got->peak, want.peak);
        QCOMPARE(got->limit, want.peak);
    }
}

std::optional<Trace> sharedTrace(const char* name)
{
    const std::string path = std::string{QUOTABOARD_SHARED_DIR} + "/traces/" + name;
    if (!QFileInfo::exists(QString::fromStdString(path)))
        return std::nullopt;
    Result<Trace> trace = readTrace({path}, {}, nullptr);
    if (!trace)
        qFatal("cannot read %s", name);
    return std::move(trace).value();
}

} // namespace

class TestImporter : public QObject {
    Q_OBJECT

private:
    static Trace overlapping();

private Q_SLOTS:
    void formatsGpuHours();
    void phillyWhole();
    void phillySlice();
    void peakTakesEndsBeforeStarts();
    void limitRules();
    void rowsWithoutIdGetOneWhereOthersHaveOne();
    void equalDividesGivenCapacity();
    void widestJobRaisesLimit();
    void impossibleJobsAreNamed();
    void sizes();
    void causes();
    void window();
    void moreThanTwentyShares();
    void moreThanFiveUnits();
    void sharingAndCheckpoints();
    void unknownNamesAreErrors();
    void nothingUsable();
    void rowOrderDoesNotMatter();
    void recordsAndIds();
    void exportedQuotaShares();
    void givenLimits();
    void limitsOfUnknownSharesAreNamed();
    void peakLimitsAreCalledSo();
    void processorsAreCalledSo();
    void moreGpuTimeThanARunCanSum();
    void submitTimesTooFarApart();
};

Trace TestImporter::overlapping()
{
    TraceMaker maker;
    maker.add("a", 2, 0, 100);
    maker.add("a", 3, 50, 100);
    maker.add("a", 4, 100, 100); // starts when the first ends
    maker.add("b", 1, 120, 30);
    maker.add("b", 8, 130, 0); // never occupies anything
    return maker.trace();
}

void TestImporter::formatsGpuHours()
{
    QCOMPARE(formatGpuHours(0), std::string("0.000000"));
    QCOMPARE(formatGpuHours(3'600'000), std::string("1.000000"));
    QCOMPARE(formatGpuHours(Int128{1'234'567} * 3'600'000 + 1'800'000), std::string("1,234,567.500000"));
    QCOMPARE(formatGpuHours(Int128{1'234'567} * 3'600'000, false), std::string("1234567.000000"));
    QCOMPARE(formatGpuHours(2), std::string("0.000001"));
    QCOMPARE(formatGpuHours(-3'600'000), std::string("-1.000000"));
}

void TestImporter::phillyWhole()
{
    const auto trace = sharedTrace("philly/philly_sia.csv.gz");
    if (!trace)
        QSKIP("../shared/traces is not there");
    const ImportReport report = imported(*trace).report;
    QCOMPARE(report.jobs, std::uint64_t{82'247});
    QCOMPARE(formatGpuHours(report.gpuTime), std::string("978,078.472778"));
    QCOMPARE(formatIsoInstant(report.firstSubmit), std::string("2017-09-04T10:30:41Z"));
    QCOMPARE(formatIsoInstant(report.lastSubmit), std::string("2017-12-22T08:02:11Z"));
    QCOMPARE(formatIsoInstant(report.lastEnd), std::string("2017-12-22T08:03:15Z"));
    QCOMPARE(report.units.size(), std::size_t{1});
    QCOMPARE(report.units[0].peak, std::int64_t{1'243});
    QCOMPARE(formatIsoInstant(report.units[0].peakAt), std::string("2017-10-21T23:03:38Z"));
    checkShares(report,
        {{"6214e9", 41'226, "97,184.822500", 596}, {"11cb48", 16'091, "28,104.295278", 266},
            {"6c71a0", 9'953, "82,203.257222", 272}, {"b436b2", 7'423, "125,739.500000", 755},
            {"103959", 1'934, "42,880.255833", 89}, {"ee9e8c", 1'511, "256,112.178333", 367},
            {"0e4a51", 1'435, "77,556.306389", 236}, {"ed69ec", 1'137, "8,937.459722", 74},
            {"7f04ca", 723, "164,930.653889", 232}, {"2869ce", 422, "80,695.143889", 344},
            {"e13805", 374, "13,557.857500", 92}, {"23dbec", 8, "156.562778", 48}, {"51b7ef", 4, "12.158056", 2},
            {"795a4c", 3, "5.090556", 2}, {"925e2b", 3, "2.930833", 16}});
}

void TestImporter::phillySlice()
{
    const auto trace = sharedTrace("philly/philly_sia.slice.csv");
    if (!trace)
        QSKIP("../shared/traces is not there");
    const ImportReport report = imported(*trace).report;
    QCOMPARE(report.jobs, std::uint64_t{4'500});
    QCOMPARE(formatGpuHours(report.gpuTime), std::string("46,295.307778"));
    QCOMPARE(report.units[0].peak, std::int64_t{630});
    QCOMPARE(formatIsoInstant(report.units[0].peakAt), std::string("2017-10-06T02:28:03Z"));
    checkShares(report,
        {{"6214e9", 3'633, "5,997.158889", 302}, {"11cb48", 579, "314.334444", 11}, {"6c71a0", 100, "3,070.494722", 66},
            {"103959", 43, "2,546.310000", 42}, {"ee9e8c", 38, "9,604.416389", 115}, {"0e4a51", 30, "1,463.716667", 54},
            {"2869ce", 26, "9,798.451111", 208}, {"7f04ca", 25, "8,996.998056", 76}, {"ed69ec", 20, "621.218611", 20},
            {"b436b2", 4, "3,472.244444", 16}, {"e13805", 2, "409.964444", 2}});
}

void TestImporter::peakTakesEndsBeforeStarts()
{
    const ImportReport report = imported(overlapping()).report;
    QCOMPARE(demandOf(report, "a")->peak, 7);
    QCOMPARE(demandOf(report, "b")->peak, 1);
    QCOMPARE(report.units[0].peak, std::int64_t{8});
    QCOMPARE(report.units[0].peakAt, TimeMs{120'000});
    QCOMPARE(report.lastEnd, TimeMs{200'000});
}

void TestImporter::rowsWithoutIdGetOneWhereOthersHaveOne()
{
    // Known by its number 0, the first job could be mistaken for the second.
    TraceMaker mixed;
    mixed.add("a", 1, 0, 10);
    mixed.add("a", 1, 5, 10, "0");
    const Scenario scenario = imported(mixed.trace()).scenario;
    QVERIFY(scenario.jobs[JobIndex{0}].id.isValid());
    QVERIFY(scenario.jobs.displayId(JobIndex{0}) != "0");
    QVERIFY(scenario.jobs.find("0") == JobIndex{1});
    TraceMaker none;
    none.add("a", 1, 0, 10);
    QVERIFY(!imported(none.trace()).scenario.jobs[JobIndex{0}].id.isValid());
}

void TestImporter::limitRules()
{
    ImportOptions options;
    options.allowImpossible = true;
    options.limits = LimitRule::Peak;
    QCOMPARE(demandOf(imported(overlapping(), options).report, "a")->limit, 7);
    options.limits = LimitRule::Equal;
    const ImportReport equal = imported(overlapping(), options).report;
    QCOMPARE(demandOf(equal, "a")->limit, 4);
    QCOMPARE(demandOf(equal, "b")->limit, 4);
    QCOMPARE(equal.units[0].capacity, 8);
    options.limits = LimitRule::MeanDemand;
    // a: 200 + 300 + 400 instance-seconds in 200 s; b: 30 in 200 s.
    const ImportReport mean = imported(overlapping(), options).report;
    QCOMPARE(demandOf(mean, "a")->limit, 5);
    QCOMPARE(demandOf(mean, "b")->limit, 1);
    options.jobs.from = 0;
    options.jobs.to = 900'000;
    QCOMPARE(demandOf(imported(overlapping(), options).report, "a")->limit, 1);
}

void TestImporter::equalDividesGivenCapacity()
{
    TraceMaker maker;
    for (const char* share : {"x", "y", "z"})
        maker.add(share, 1, 0, 10);
    ImportOptions options;
    options.limits = LimitRule::Equal;
    options.capacity = {{"gpu", 11}};
    const ImportReport report = imported(maker.trace(), options).report;
    QCOMPARE(demandOf(report, "x")->limit, 4);
    QCOMPARE(demandOf(report, "y")->limit, 4);
    QCOMPARE(demandOf(report, "z")->limit, 3);
    QVERIFY(report.units[0].capacityGiven);
    QVERIFY(noteOf(report, "oversubscribed") == nullptr && noteOf(report, "unassigned") == nullptr);
    options.capacity = {{"gpu", 2}};
    QCOMPARE(demandOf(imported(maker.trace(), options).report, "z")->limit, 1);
}

void TestImporter::widestJobRaisesLimit()
{
    // b's widest job has no duration, so it is not part of the peak, and yet it must fit.
    const ImportReport report = imported(overlapping()).report;
    QCOMPARE(demandOf(report, "b")->limit, 8);
    const TraceNote* note = noteOf(report, "limit-raised");
    QVERIFY(note != nullptr);
    QCOMPARE(note->arguments, (std::vector<std::string>{"b", "gpu", "1", "8"}));
    QVERIFY(report.impossible.empty());
}

void TestImporter::impossibleJobsAreNamed()
{
    ImportOptions options;
    options.allowImpossible = true;
    ImportReport report = imported(overlapping(), options).report;
    QCOMPARE(report.impossible.size(), std::size_t{1});
    QCOMPARE(report.impossible[0].job, std::string("line 6"));
    QCOMPARE(report.impossible[0].instances, 8);
    QCOMPARE(report.impossible[0].allowed, 1);
    // What it can borrow makes it possible: 7 + 1 instances in all, none of them reserved.
    options.sharing.all = ResourceSharing{SharingStrategy::LendAndBorrow, std::nullopt};
    QVERIFY(imported(overlapping(), options).report.impossible.empty());
    options.sharing.byShare["a"] = ResourceSharing{};
    QCOMPARE(imported(overlapping(), options).report.impossible.size(), std::size_t{1});
    // A given capacity below the widest job is respected and reported.
    options = {};
    options.capacity = {{"gpu", 3}};
    report = imported(overlapping(), options).report;
    QCOMPARE(report.impossible.size(), std::size_t{2});
    QVERIFY(noteOf(report, "oversubscribed") != nullptr);
}

void TestImporter::sizes()
{
    TraceMaker maker;
    maker.add("a", 0, 0, 3600);
    maker.add("a", 0.25, 1, 3600);
    maker.add("a", 1.5, 2, 3600);
    ImportReport report = imported(maker.trace()).report;
    QCOMPARE(report.jobs, std::uint64_t{2});
    QCOMPARE(formatGpuHours(report.gpuTime), std::string("3.000000"));
    QCOMPARE(noteOf(report, "fractions-rounded-up")->arguments.front(), std::string("2"));
    QCOMPARE(report.skipped.front().cause, SkipCause::ZeroGpu);
    ImportOptions options;
    options.jobs.zeroGpu = ZeroGpuRule::Keep;
    options.jobs.fractional = FractionRule::Reject;
    report = imported(maker.trace(), options).report;
    QCOMPARE(report.jobs, std::uint64_t{1});
    QCOMPARE(noteOf(report, "zero-gpu-kept")->arguments, (std::vector<std::string>{"1", "gpu"}));
    QCOMPARE(report.skipped.size(), std::size_t{2});
    QCOMPARE(report.skipped.front().cause, SkipCause::FractionalSize);
}

void TestImporter::causes()
{
    const auto with = [](auto change) {
        TraceMaker maker;
        maker.add("a", 1, 0, 1);
        TraceJob& job = maker.add("a", 1, 5, 10);
        change(job, maker);
        return maker.trace();
    };
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker&) { j.submit.reset(); })), SkipCause::NoSubmitTime);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker&) { j.duration.reset(); })), SkipCause::NoDuration);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker&) { j.duration = -1; })), SkipCause::NegativeDuration);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker& m) { j.status = m.text("Pending"); })), SkipCause::NeverStarted);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker& m) {
        j.duration.reset();
        j.status = m.text("RUNNING");
    })),
        SkipCause::StillRunning);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker&) { j.milliSize = -1; })), SkipCause::NegativeSize);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker&) { j.milliSize = 10'000'001'000; })), SkipCause::SizeOutOfRange);
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker&) { j.duration = kMaxTimeMs + 1; })), SkipCause::TimeOutOfRange);
    // In a trace that records starts, a job of no duration without one never ran; elsewhere it is a job of no work.
    QCOMPARE(onlySkip(with([](TraceJob& j, TraceMaker& m) {
        j.duration = 0;
        m.trace().jobs.front().start = 0;
    })),
        SkipCause::NeverStarted);
    QCOMPARE(imported(with([](TraceJob& j, TraceMaker&) { j.duration = 0; })).report.jobs, std::uint64_t{2});
    QCOMPARE(skipCauseCode(SkipCause::TimeOutOfRange), std::string_view("time-out-of-range"));
    QCOMPARE(skipCauseCode(SkipCause::NoSubmitTime), std::string_view("no-submit-time"));
}

void TestImporter::window()
{
    ImportOptions options;
    options.jobs.from = 50'000;
    options.jobs.to = 120'000;
    const ImportResult result = imported(overlapping(), options);
    QCOMPARE(result.report.jobs, std::uint64_t{2});
    QCOMPARE(result.report.outsideWindow, std::uint64_t{3});
    QVERIFY(result.report.skipped.empty());
    QCOMPARE(result.scenario.jobs[JobIndex{0}].submit, TimeMs{0});
    QCOMPARE(result.scenario.jobs[JobIndex{1}].submit, TimeMs{50'000});
}

void TestImporter::moreThanTwentyShares()
{
    TraceMaker maker;
    for (int i = 0; i < 25; ++i)
        maker.add("team" + std::to_string(100 + i), 1, i, 3600 * (i < 2 ? 1 : i + 1));
    const ImportResult result = imported(maker.trace());
    QCOMPARE(result.scenario.shares.size(), kMaxShares);
    QCOMPARE(result.scenario.shares.front().name, std::string("team124"));
    QCOMPARE(result.scenario.shares.back().name, std::string("other"));
    const ImportReport& report = result.report;
    QCOMPARE(report.mergedShares.size(), std::size_t{6});
    QCOMPARE(report.mergedShares[0].name, std::string("team105"));
    // Equal GPU-hours: by name.
    QCOMPARE(report.mergedShares[4].name, std::string("team100"));
    QCOMPARE(report.mergedShares[5].name, std::string("team101"));
    QCOMPARE(formatGpuHours(demandOf(report, "other")->gpuTime), std::string("20.000000"));
    QCOMPARE(demandOf(report, "other")->jobs, std::uint64_t{6});
}

void TestImporter::moreThanFiveUnits()
{
    TraceMaker maker;
    const char* units[] = {"ml.p4d.24xlarge", "T4", "V100", "A10", "H100", "ml.g5.12xlarge", "P100"};
    int n = 0;
    for (const char* unit : units)
        maker.add("a", 1, n++, 3600).unit = maker.text(unit);
    maker.add("a", 1, 50, 36'000).unit = maker.text("T4");
    const ImportResult result = imported(maker.trace());
    QCOMPARE(result.scenario.units.size(), kMaxLimits);
    QCOMPARE(result.report.mergedUnits.size(), std::size_t{3});
    QCOMPARE(result.report.otherUnit, std::string("other"));
    // 8, 4, 1 + 10 and four times 1: merging changes no total.
    QCOMPARE(formatGpuHours(result.report.gpuTime), std::string("27.000000"));
    QVERIFY(noteOf(result.report, "unit-several-gpus") != nullptr);
}

void TestImporter::sharingAndCheckpoints()
{
    ImportOptions options;
    options.sharing.all = ResourceSharing{SharingStrategy::Lend, std::nullopt};
    options.sharing.byShare["b"] = ResourceSharing{SharingStrategy::LendAndBorrow, 50};
    options.jobs.checkpoint.all = CheckpointPlan{1'800'000, 45'000, true};
    options.jobs.checkpoint.byShare["b"] = std::nullopt;
    options.jobs.restore.byShare["a"] = 120'000;
    const Scenario scenario = imported(overlapping(), options).scenario;
    for (const QuotaShare& share : scenario.shares)
        QVERIFY(share.sharing == options.sharing.of(share.name));
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        const JobProfile& profile = scenario.jobs.profileOf(JobIndex{i});
        const bool isA = scenario.shareName(scenario.jobs[JobIndex{i}].share) == "a";
        QCOMPARE(profile.checkpoint.has_value(), isA);
        QCOMPARE(profile.restore, isA ? TimeMs{120'000} : TimeMs{0});
    }
    QVERIFY(imported(overlapping()).scenario.shares.front().sharing.strategy == SharingStrategy::Reserve);
}

void TestImporter::unknownNamesAreErrors()
{
    ImportOptions options;
    options.sharing.byShare["c"] = ResourceSharing{};
    const auto share = importTrace(overlapping(), options);
    QVERIFY(!share.ok());
    QCOMPARE(share.error().code, ErrorCode::UnknownReference);
    QCOMPARE(share.error().place, std::string("--strategy"));
    options = {};
    options.capacity = {{"ml.p5.48xlarge", 4}};
    const auto unit = importTrace(overlapping(), options);
    QVERIFY(!unit.ok());
    QCOMPARE(unit.error().place, std::string("--capacity"));
}

void TestImporter::nothingUsable()
{
    TraceMaker maker;
    maker.add("a", 0, 0, 10);
    maker.add("a", 0, 1, 10);
    const auto result = importTrace(maker.trace(), {});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::TraceNoUsableJobs);
    QCOMPARE(result.error().arguments, (std::vector<std::string>{"2", "zero-gpu", "2", ""}));
    ImportOptions options;
    options.jobs.from = 1'000'000;
    QCOMPARE(importTrace(overlapping(), options).error().arguments[1], std::string("outside-window"));
}

void TestImporter::limitsOfUnknownSharesAreNamed()
{
    ImportOptions options;
    options.givenLimits = {{"a", "", 9}, {"b", "", 9}};
    QVERIFY(noteOf(imported(overlapping(), options).report, "limits-without-jobs") == nullptr);
    options.givenLimits = {{"a", "", 9}, {"B", "", 9}, {"zz", "", 2}};
    const ImportReport report = imported(overlapping(), options).report;
    const TraceNote* note = noteOf(report, "limits-without-jobs");
    QVERIFY(note != nullptr);
    QCOMPARE(note->arguments, (std::vector<std::string>{"2", "B, zz"}));
}

void TestImporter::peakLimitsAreCalledSo()
{
    ImportOptions options;
    QVERIFY(noteOf(imported(overlapping(), options).report, "limits-are-peaks") != nullptr);
    options.capacity = {{"gpu", 4}};
    QVERIFY(noteOf(imported(overlapping(), options).report, "limits-are-peaks") == nullptr);
    options = {};
    options.limits = LimitRule::MeanDemand;
    QVERIFY(noteOf(imported(overlapping(), options).report, "limits-are-peaks") == nullptr);
    options = {};
    options.givenLimits = {{"a", "", 9}};
    QVERIFY(noteOf(imported(overlapping(), options).report, "limits-are-peaks") == nullptr);
}

void TestImporter::processorsAreCalledSo()
{
    Trace trace = overlapping();
    QVERIFY(noteOf(imported(trace).report, "processors-as-instances") == nullptr);
    trace.sizesAreProcessors = true;
    ImportOptions options;
    options.jobs.unit = "V100";
    const ImportReport report = imported(trace, options).report;
    QVERIFY(noteOf(report, "processors-as-instances") != nullptr);
    QCOMPARE(noteOf(report, "processors-as-instances")->arguments, std::vector<std::string>{"V100"});
}

void TestImporter::moreGpuTimeThanARunCanSum()
{
    const auto errorOf = [](const Trace& trace, const ImportOptions& options) {
        const auto result = importTrace(trace, options);
        return result.ok() ? Error{ErrorCode::Usage, {}, {}} : result.error();
    };
    TraceMaker wide;
    wide.add("a", 10'000'000, 0, 1'000'000'000);
    QCOMPARE(errorOf(wide.trace(), {}).code, ErrorCode::OutOfRange);
    QCOMPARE(errorOf(wide.trace(), {}).place, std::string("hand.csv"));
    TraceMaker narrow;
    narrow.add("a", 10'000'000, 0, 900'000'000); // 9.0e18 GPU-ms
    QVERIFY(importTrace(narrow.trace(), {}).ok());
    // what the capacity offers counts as well as what the jobs take
    TraceMaker small;
    small.add("a", 1, 0, 1'000'000'000);
    QVERIFY(importTrace(small.trace(), {}).ok());
    ImportOptions options;
    options.capacity = {{"gpu", 10'000'000}};
    QCOMPARE(errorOf(small.trace(), options).code, ErrorCode::OutOfRange);
    // processors have no GPUs; their instances are summed instead
    options.jobs.unit = "cpu";
    options.capacity.clear();
    QCOMPARE(errorOf(wide.trace(), options).code, ErrorCode::OutOfRange);
}

void TestImporter::submitTimesTooFarApart()
{
    TraceMaker maker;
    maker.add("a", 1, -50'000'000'000, 60);
    maker.add("a", 1, 50'000'000'000, 60);
    const auto result = importTrace(maker.trace(), {});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::OutOfRange);
    ImportOptions options;
    options.jobs.from = 0;
    QVERIFY(importTrace(maker.trace(), options).ok());
}

void TestImporter::rowOrderDoesNotMatter()
{
    TraceMaker forward;
    TraceMaker backward;
    for (int i = 0; i < 200; ++i)
        forward.add(i % 3 == 0 ? "a" : "b", 1 + i % 4, (i * 37) % 50, 10 + i % 7, std::to_string(i));
    for (int i = 199; i >= 0; --i)
        backward.add(i % 3 == 0 ? "a" : "b", 1 + i % 4, (i * 37) % 50, 10 + i % 7, std::to_string(i));
    const std::string first = scenarioToText(imported(forward.trace()).scenario);
    QString other = QString::fromStdString(scenarioToText(imported(backward.trace()).scenario));
    // Only the names, which tell the line, differ.
    const QRegularExpression names("line \\d+");
    QCOMPARE(QString::fromStdString(first).remove(names), other.remove(names));
}

void TestImporter::recordsAndIds()
{
    TraceMaker maker;
    TraceJob& job = maker.add("a", 1, 100, 10, "x");
    job.start = 130'500;
    job.end = 140'500;
    job.attempts = 2;
    job.priority = 20'000;
    job.status = maker.text("Pass");
    job.user = maker.text("u1");
    maker.add("a", 1, 101, 10, "x").start = 111'000;
    maker.add("a", 1, 102, 10, "x#2").start = 112'000;
    maker.trace().timesAreAbsolute = true;
    const ImportResult result = imported(maker.trace());
    const JobTable& jobs = result.scenario.jobs;
    QCOMPARE(result.scenario.startTime, TimeMs{100'000});
    const RecordedRun* run = jobs.recorded(JobIndex{0});
    QVERIFY(run != nullptr);
    QCOMPARE(run->start, std::optional<TimeMs>{30'500});
    QCOMPARE(run->end, std::optional<TimeMs>{40'500});
    QCOMPARE(run->attempts, 2);
    QCOMPARE(jobs.text(run->status), std::string_view("Pass"));
    QCOMPARE(jobs[JobIndex{0}].priority, kMaxPriority);
    QCOMPARE(jobs.displayId(JobIndex{0}), std::string("x"));
    QCOMPARE(jobs.displayId(JobIndex{1}), std::string("x#2"));
    QCOMPARE(jobs.displayId(JobIndex{2}), std::string("x#2#2"));
    QCOMPARE(noteOf(result.report, "duplicate-ids")->arguments.front(), std::string("2"));
    QVERIFY(noteOf(result.report, "priority-clamped") != nullptr);
}

void TestImporter::exportedQuotaShares()
{
    TraceMaker maker;
    maker.add("web", 2, 0, 10).unit = maker.text("ml.g5.xlarge");
    maker.add("new", 1, 0, 10).unit = maker.text("ml.g5.xlarge");
    Trace& trace = maker.trace();
    trace.unitNames = {"ml.p4d.24xlarge", "ml.g5.xlarge"};
    QuotaShare idle;
    idle.name = "idle";
    idle.limits = {{UnitIndex{0}, 6}};
    idle.sharing.strategy = SharingStrategy::Lend;
    QuotaShare web;
    web.name = "web";
    web.limits = {{UnitIndex{1}, 9}};
    web.inSharePreemption = true;
    trace.quotaShares = {idle, web};
    trace.environment = ServiceEnvironment{"se", true, {{UnitIndex{1}, 20}}};
    const ImportResult result = imported(trace);
    QCOMPARE(result.scenario.shares.size(), std::size_t{3});
    QCOMPARE(result.scenario.shares[0].name, std::string("idle"));
    QVERIFY(result.scenario.shares[0].sharing.strategy == SharingStrategy::Lend);
    QVERIFY(result.scenario.shares[1].inSharePreemption);
    QCOMPARE(demandOf(result.report, "idle", "ml.p4d.24xlarge")->limit, 6);
    QCOMPARE(demandOf(result.report, "web", "ml.g5.xlarge")->limit, 9);
    QCOMPARE(demandOf(result.report, "new", "ml.g5.xlarge")->limit, 1);
    QVERIFY(noteOf(result.report, "limit-missing") != nullptr);
    QCOMPARE(result.report.units[0].capacity, 20);
    QCOMPARE(result.report.units[1].capacity, 6);
    ImportOptions options;
    options.limits = LimitRule::Peak;
    QCOMPARE(demandOf(imported(trace, options).report, "web", "ml.g5.xlarge")->limit, 2);
}

void TestImporter::givenLimits()
{
    ImportOptions options;
    options.givenLimits = {{"a", "", 12}, {"c", "gpu", 3}};
    const ImportResult result = imported(overlapping(), options);
    QCOMPARE(demandOf(result.report, "a")->limit, 12);
    QCOMPARE(demandOf(result.report, "b")->limit, 8);
    QCOMPARE(demandOf(result.report, "c")->limit, 3);
    QCOMPARE(demandOf(result.report, "c")->jobs, std::uint64_t{0});
    QCOMPARE(result.report.units[0].capacity, 23);
    QCOMPARE(noteOf(result.report, "limit-missing")->arguments[0], std::string("b"));
}

QTEST_APPLESS_MAIN(TestImporter)
#include "tst_importer.moc"
