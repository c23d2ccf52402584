// SPDX-License-Identifier: Apache-2.0
// A file goes on referring to traces and generators through renamed shares, and never refers to what gives other jobs.
#include "core/base/atomic_file.h"
#include "core/exchange/file_references.h"
#include "core/exchange/generator_edits.h"
#include "core/exchange/imported_scenario.h"
#include "core/exchange/scenario_file.h"
#include "core/model/job_edits.h"
#include "core/model/scenario_edits.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/support/run_scenario.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#endif

using namespace quotaboard;
using Json = nlohmann::ordered_json;

namespace {

const char* const kTraceCsv = "id,submit,start,end,gpus,vc\n"
                              "a,0,0,100,1,red\n"
                              "b,5,10,200,2,blue\n"
                              "c,7,20,30,1,red\n";

Json words()
{
    return Json::parse(R"({"format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"serviceEnvironmentName": "e", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 8}]}],
        "quotaShares": [
            {"quotaShareName": "red", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}],
             "resourceSharingConfiguration": {"strategy": "LEND"}},
            {"quotaShareName": "blue", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}],
             "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": 100}}],
        "jobs": [{"jobName": "own", "quotaShareName": "red", "capacityUnit": "gpu", "instanceCount": 1,
            "submitSeconds": 0, "workSeconds": 600}],
        "traces": [{"path": "trace.csv", "format": "csv", "xTrace": 1,
            "mapping": {"id": "id", "submit": "submit", "start": "start", "end": "end", "gpus": "gpus", "share": "vc"},
            "checkpointByShare": {"red": {"intervalSeconds": 10}}, "jobs": 3}],
        "generators": [
            {"quotaShareName": "red", "capacityUnit": "gpu", "untilSeconds": 36000, "xNote": "kept",
             "arrival": {"process": "poisson", "perHour": 2}, "work": {"law": "exponential", "meanSeconds": 900}},
            {"quotaShareName": "blue", "capacityUnit": "gpu", "name": "wild", "untilSeconds": 36000,
             "arrival": {"process": "poisson", "perHour": 3}, "work": {"law": "exponential", "meanSeconds": 900}}]})");
}

class Folder {
public:
    Folder() { write("trace.csv", kTraceCsv); }
    [[nodiscard]] std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
    void write(const char* name, const std::string& text) const
    {
        if (!writeFileAtomically(path(name), text))
            qFatal("cannot write");
    }
    [[nodiscard]] ScenarioFile open(const Json& document) const
    {
        write("in.scenario.json", document.dump(1));
        return read("in.scenario.json");
    }
    [[nodiscard]] ScenarioFile read(const char* name) const
    {
        Result<ScenarioFile> file = readScenarioFile(path(name));
        if (!file)
            qFatal("%s %s", file.error().place.c_str(),
                file.error().arguments.empty() ? "" : file.error().arguments.front().c_str());
        return std::move(file.value());
    }
    [[nodiscard]] Json saved(const Scenario& scenario, const ScenarioExtras& extras, const ScenarioFile& from,
        SaveReport* report = nullptr) const
    {
        if (!writeScenarioFile(scenario, extras, from.source.get(), path("out.scenario.json"), nullptr, report))
            qFatal("cannot save");
        return Json::parse(readWholeFile(path("out.scenario.json")).value());
    }

private:
    QTemporaryDir folder_;
};

/// Renames a share as an edit does.
void rename(Scenario& scenario, ScenarioExtras& extras, const char* was, const char* now)
{
    if (!renameShare(scenario, scenario.findShare(was), now))
        qFatal("cannot rename");
    renameShare(extras.generators, was, now);
}

bool runsTheSame(const Scenario& a, const Scenario& b)
{
    const auto first = test::runScenario(a);
    const auto second = test::runScenario(b);
    return first.error.empty() && first.events == second.events;
}

bool isChange(const ReadWarning& warning)
{
    return warning.code == ReadWarning::Code::TraceChanged;
}

int changedTraces(const ScenarioFile& file)
{
    return static_cast<int>(std::count_if(file.warnings.begin(), file.warnings.end(), isChange));
}

/// Everything about the jobs but what their shares are called.
bool haveSameJobs(const Scenario& a, const Scenario& b)
{
    if (a.jobs.size() != b.jobs.size())
        return false;
    for (std::size_t i = 0; i < a.jobs.size(); ++i) {
        const Job& x = a.jobs[JobIndex{i}];
        const Job& y = b.jobs[JobIndex{i}];
        if (x.submit != y.submit || x.work != y.work || x.instances != y.instances
            || a.jobs.text(x.name) != b.jobs.text(y.name) || !(a.jobs.profile(x.profile) == b.jobs.profile(y.profile)))
            return false;
    }
    return true;
}

} // namespace

class TestFileReferences : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRenamedShareKeepsReferencesAndJobs();
    void renamedAgainAndBackSaysNoMoreThanItMust();
    void swappedNamesKeepTheirDraws();
    void allJobsOfATraceShareMayMove();
    void anotherSeedWritesGeneratedJobsOut();
    void whatAnEditLeavesIsWhatSavingFinds();
    void aTraceThatChangedIsToldWhenRead();
    void aTraceThatIsGoneWritesItsJobsOut();
    void aTraceThatWasOnlyTouchedStaysAReference();
    void anImportSaysWhatItsTraceWas();
};

void TestFileReferences::aRenamedShareKeepsReferencesAndJobs()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    ScenarioExtras extras = file.extras;
    rename(edited, extras, "red", "crimson");
    const Json saved = folder.saved(edited, extras, file);
    QCOMPARE(saved["jobs"].size(), std::size_t{1});
    QCOMPARE(saved["traces"][0]["renamedShares"].dump(), std::string(R"({"red":"crimson"})"));
    QCOMPARE(saved["traces"][0]["xTrace"].get<int>(), 1);
    QCOMPARE(saved["generators"][0]["quotaShareName"].get<std::string>(), std::string("crimson"));
    QCOMPARE(saved["generators"][0]["drawsAs"].get<std::string>(), std::string("red"));
    QCOMPARE(saved["generators"][0]["xNote"].get<std::string>(), std::string("kept"));
    QCOMPARE(saved["generators"][1].dump(), words()["generators"][1].dump());
    const ScenarioFile again = folder.read("out.scenario.json");
    QCOMPARE(changedTraces(again), 0);
    QVERIFY(haveSameJobs(*again.scenario, *file.scenario));
    QVERIFY(runsTheSame(*again.scenario, edited));
}

void TestFileReferences::renamedAgainAndBackSaysNoMoreThanItMust()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    ScenarioExtras extras = file.extras;
    rename(edited, extras, "red", "crimson");
    (void)folder.saved(edited, extras, file);
    const ScenarioFile second = folder.read("out.scenario.json");
    Scenario later = *second.scenario;
    ScenarioExtras laterExtras = second.extras;
    rename(later, laterExtras, "crimson", "scarlet");
    const Json saved = folder.saved(later, laterExtras, second);
    QCOMPARE(saved["traces"][0]["renamedShares"]["red"].get<std::string>(), std::string("scarlet"));
    QCOMPARE(saved["generators"][0]["drawsAs"].get<std::string>(), std::string("red"));
    QVERIFY(haveSameJobs(*folder.read("out.scenario.json").scenario, *file.scenario));
    rename(edited, extras, "crimson", "red");
    QVERIFY(extras == file.extras);
    QCOMPARE(folder.saved(edited, extras, file).dump(), words().dump());
}

void TestFileReferences::swappedNamesKeepTheirDraws()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    ScenarioExtras extras = file.extras;
    rename(edited, extras, "red", "x");
    rename(edited, extras, "blue", "red");
    rename(edited, extras, "x", "blue");
    const Json saved = folder.saved(edited, extras, file);
    QVERIFY(saved.contains("traces") && saved.contains("generators"));
    QCOMPARE(saved["generators"][0]["xNote"].get<std::string>(), std::string("kept"));
    const ScenarioFile again = folder.read("out.scenario.json");
    QVERIFY(haveSameJobs(*again.scenario, *file.scenario));
    QVERIFY(runsTheSame(*again.scenario, edited));
}

void TestFileReferences::allJobsOfATraceShareMayMove()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    JobChange change;
    change.share = "blue";
    // Jobs 1 to 3 are of the trace: b is blue already.
    QVERIFY(changeJobs(edited, std::vector<JobIndex>{JobIndex{1}, JobIndex{3}}, change).ok());
    const Json saved = folder.saved(edited, file.extras, file);
    QCOMPARE(saved["traces"][0]["renamedShares"].dump(), std::string(R"({"red":"blue"})"));
    QVERIFY(runsTheSame(*folder.read("out.scenario.json").scenario, edited));
    Scenario partly = *file.scenario;
    QVERIFY(changeJobs(partly, std::vector<JobIndex>{JobIndex{1}}, change).ok());
    QVERIFY(!folder.saved(partly, file.extras, file).contains("traces"));
    QVERIFY(runsTheSame(*folder.read("out.scenario.json").scenario, partly));
}

void TestFileReferences::anotherSeedWritesGeneratedJobsOut()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    edited.platform.seed = 99;
    QVERIFY(!folder.saved(edited, file.extras, file).contains("generators"));
    QVERIFY(haveSameJobs(*folder.read("out.scenario.json").scenario, edited));
}

void TestFileReferences::whatAnEditLeavesIsWhatSavingFinds()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    const ScenarioSource* source = file.source.get();
    const Scenario& before = *file.scenario;
    const auto& specs = file.extras.generators;
    const auto after = [&](const Scenario& s, const ScenarioExtras& e, bool isAnew = false) {
        return referencesAfter(source, {}, {before, specs}, {s, e.generators}, isAnew);
    };
    Scenario renamed = before;
    ScenarioExtras extras = file.extras;
    rename(renamed, extras, "red", "crimson");
    QVERIFY(after(renamed, extras).areKept());
    const std::size_t generated = firstSubmittedJob(before) - 1;
    Scenario edited = before;
    QVERIFY(setJobPriority(edited, EditTime::fromStart(), JobIndex{generated}, 9).ok());
    QVERIFY(after(edited, file.extras).traces);
    QVERIFY(!after(edited, file.extras).generators);
    Scenario traced = before;
    QVERIFY(setJobPriority(traced, EditTime::fromStart(), JobIndex{2}, 9).ok());
    QVERIFY(!after(traced, file.extras).traces);
    QVERIFY(after(traced, file.extras).generators);
    Scenario own = before;
    QVERIFY(setJobPriority(own, EditTime::fromStart(), JobIndex{0}, 9).ok());
    QVERIFY(after(own, file.extras).areKept());
    Scenario without = before;
    QVERIFY(removeShare(without, EditTime::fromStart(), without.findShare("blue"), true).ok());
    QVERIFY(!after(without, file.extras).areKept());
    QVERIFY(!folder.saved(without, file.extras, file).contains("generators"));
    QVERIFY(runsTheSame(*folder.read("out.scenario.json").scenario, without));
}

void TestFileReferences::aTraceThatChangedIsToldWhenRead()
{
    const Folder folder;
    Json document = words();
    const ScenarioFile plain = folder.open(document);
    QCOMPARE(changedTraces(plain), 0);
    Result<Trace> trace = readTrace({folder.path("trace.csv")}, {}, nullptr);
    QVERIFY(trace.ok());
    const FileMark mark = trace.value().fileMarks.at(0);
    QCOMPARE(mark.bytes, std::uint64_t{std::char_traits<char>::length(kTraceCsv)});
    document["traces"][0]["files"] = Json::array({{{"bytes", mark.bytes}, {"sha256", mark.sha256}}});
    QCOMPARE(changedTraces(folder.open(document)), 0);
    // As many jobs as before, of other lengths.
    std::string other = kTraceCsv;
    other.replace(other.find("200"), 3, "300");
    folder.write("trace.csv", other);
    const ScenarioFile file = folder.open(document);
    QCOMPARE(changedTraces(file), 1);
    const auto told = std::find_if(file.warnings.begin(), file.warnings.end(), isChange);
    QCOMPARE(told->place, std::string("/traces/0"));
    QCOMPARE(told->arguments.at(0), std::string("trace.csv"));
    QCOMPARE(folder.saved(*file.scenario, file.extras, file).dump(), document.dump());
}

void TestFileReferences::aTraceThatIsGoneWritesItsJobsOut()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    SaveReport report;
    QVERIFY(folder.saved(*file.scenario, file.extras, file, &report).contains("traces"));
    QVERIFY(report.changedTraces.empty());
    std::string other = kTraceCsv;
    other.replace(other.find("200"), 3, "300");
    folder.write("trace.csv", other);
    const auto isWrittenOut = [&] {
        const Json saved = folder.saved(*file.scenario, file.extras, file, &report);
        return !saved.contains("traces") && saved["jobs"].size() == file.scenario->jobs.size()
            && runsTheSame(*folder.read("out.scenario.json").scenario, *file.scenario);
    };
    QVERIFY(isWrittenOut());
    QCOMPARE(report.changedTraces, std::vector<std::string>{folder.path("trace.csv")});
    QVERIFY(QFile::remove(QString::fromStdString(folder.path("trace.csv"))));
    QVERIFY(isWrittenOut());
    QCOMPARE(report.changedTraces.size(), std::size_t{1});
    folder.write("trace.csv", kTraceCsv);
    QVERIFY(folder.saved(*file.scenario, file.extras, file, &report).contains("traces"));
    QVERIFY(report.changedTraces.empty());
}

void TestFileReferences::aTraceThatWasOnlyTouchedStaysAReference()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    QFile trace(QString::fromStdString(folder.path("trace.csv")));
    QVERIFY(trace.open(QFile::ReadWrite));
    QVERIFY(trace.setFileTime(QDateTime::currentDateTime().addDays(-3), QFile::FileModificationTime));
    trace.close();
    SaveReport report;
    QVERIFY(folder.saved(*file.scenario, file.extras, file, &report).contains("traces"));
    QVERIFY(report.changedTraces.empty());
    // One that is too large to be read again counts as another.
    const FileMark mark{std::char_traits<char>::length(kTraceCsv), std::string(64, '0'), 1};
    QVERIFY(!isUnchanged(folder.path("trace.csv"), mark, 10));
    QVERIFY(!isUnchanged(folder.path("trace.csv"), mark, 1000));
}

void TestFileReferences::anImportSaysWhatItsTraceWas()
{
    const Folder folder;
    Result<Trace> trace = readTrace({folder.path("trace.csv")}, {}, nullptr);
    QVERIFY(trace.ok());
    Result<ImportResult> result = importTrace(trace.value(), {});
    QVERIFY(result.ok());
    const TraceReference reference = makeTraceReference({"trace.csv"}, trace.value(), {}, {}, result.value());
    const Json entry = traceReferenceToJson(reference);
    QCOMPARE(entry["files"][0]["bytes"].get<std::uint64_t>(), std::uint64_t{trace.value().fileMarks[0].bytes});
    QCOMPARE(entry["files"][0]["sha256"].get<std::string>().size(), std::size_t{64});
    const ScenarioFile file = newScenarioFile(std::move(result.value().scenario), reference, folder.path("."));
    SaveReport report;
    QVERIFY(folder.saved(*file.scenario, file.extras, file, &report).contains("traces"));
    QCOMPARE(changedTraces(folder.read("out.scenario.json")), 0);
    QVERIFY(QFile::remove(QString::fromStdString(folder.path("trace.csv"))));
    QVERIFY(!folder.saved(*file.scenario, file.extras, file, &report).contains("traces"));
    QCOMPARE(report.changedTraces, std::vector<std::string>{folder.path("trace.csv")});
}

QTEST_APPLESS_MAIN(TestFileReferences)
#include "tst_file_references.moc"
