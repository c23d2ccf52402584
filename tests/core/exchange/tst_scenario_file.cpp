// SPDX-License-Identifier: Apache-2.0
// What a user edits is saved and nothing else changes.
#include "core/base/atomic_file.h"
#include "core/exchange/scenario_file.h"
#include "core/model/scenario_edits.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/support/reference/random_scenario.h"
#include "tests/support/run_scenario.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <functional>
#include <thread>
#endif

using namespace quotaboard;
using Json = nlohmann::json;

namespace {

const char* const kTraceCsv = "id,submit,start,end,gpus,vc\n"
                              "a,0,0,100,1,red\n"
                              "b,5,10,200,2,blue\n"
                              "c,7,20,30,1,red\n";

Json words()
{
    return Json::parse(R"({
        "format": "quotaboard-scenario", "version": 1, "xNote": {"kept": [1, 2.50]},
        "description": "", "horizonSeconds": 7200.0,
        "serviceEnvironments": [{"serviceEnvironmentName": "env", "state": "ENABLED", "xTag": 1,
            "capacityLimits": [{"maxCapacity": 8, "capacityUnit": "gpu", "x": 0}]}],
        "quotaShares": [
            {"quotaShareName": "red", "xColor": "r", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4, "x": 1}],
             "resourceSharingConfiguration": {"strategy": "LEND"},
             "preemptionConfiguration": {"inSharePreemption": "DISABLED"}},
            {"quotaShareName": "blue", "xColor": "b", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 4}],
             "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": -1}}],
        "platform": {"startupSeconds": 0, "seed": 1},
        "jobs": [
            {"jobName": "one", "quotaShareName": "red", "capacityUnit": "gpu", "instanceCount": 1, "submitSeconds": 0.0,
             "workSeconds": 600, "schedulingPriority": 0, "xJob": "first"},
            {"jobName": "two", "quotaShareName": "blue", "capacityUnit": "gpu", "instanceCount": 2, "submitSeconds": 10,
             "workSeconds": 600, "xJob": "second", "checkpoint": {"intervalSeconds": 60, "xCheck": true}},
            {"jobName": "three", "quotaShareName": "red", "capacityUnit": "gpu", "instanceCount": 1,
             "submitSeconds": 20, "workSeconds": 60, "xJob": "third"}],
        "interventions": [
            {"atSeconds": 100, "updateQuotaShare": {"quotaShareName": "red", "state": "ENABLED"}, "xWhy": "kept"},
            {"atSeconds": 200, "updateServiceJob": {"jobId": 2, "schedulingPriority": 7}, "author": "me"}],
        "bookmarks": [{"atSeconds": 5, "text": "here"}]})");
}

class Folder {
public:
    [[nodiscard]] std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

    ScenarioFile open(const Json& document, const char* name = "in.scenario.json") const
    {
        return open(document.dump(1), name);
    }
    ScenarioFile open(const std::string& text, const char* name = "in.scenario.json") const
    {
        const Status written = writeFileAtomically(path(name), text);
        Result<ScenarioFile> file = readScenarioFile(path(name));
        if (!written || !file)
            qFatal("cannot open: %s", file ? "write" : file.error().arguments.front().c_str());
        return std::move(file.value());
    }

    Json saved(const Scenario& edited, const ScenarioFile& file, const char* name = "out.scenario.json") const
    {
        if (!writeScenarioFile(edited, file.extras, file.source.get(), path(name)))
            qFatal("cannot save");
        return Json::parse(readWholeFile(path(name)).value());
    }

private:
    QTemporaryDir folder_;
};

} // namespace

class TestScenarioFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void openAndSaveChangesNothing_data();
    void openAndSaveChangesNothing();
    void openAndSaveChangesNothingInRandomScenarios();
    void anEditChangesOnlyWhatWasEdited();
    void anEditedJobKeepsItsOtherWords();
    void aRenamedShareKeepsItsOtherWords();
    void removedJobsLeaveTheOthersAlone();
    void interventionsFollowTheirWords();
    void noJobGetsTheWordsOfAnother_data();
    void noJobGetsTheWordsOfAnother();
    void noBreakpointGetsTheWordsOfAnother();
    void tracesAndGeneratorsStayReferences();
    void anEditedJobOfATraceWritesAllJobsOut();
    void savingElsewhereAdaptsTracePaths();
    void whatIsSavedRunsAsWhatWasEdited();
    void breakpointsOfOurShapeAreRead();
    void jobsUnderAnEscapedKeyKeepTheirWords();
    void ofSeveralJobListsTheLastCounts();
    void jobsThatAreNestedTooDeepKeepWhatTheySay();
    void readingEndsSoonAfterItIsCancelled();
    void editedBreakpointsAreWrittenAndForeignOnesStay();
    void whatCameFromNoFileIsWrittenWhole();
    void numbersKeepTheirDigits();
    void aFailedSaveLeavesTheFileAlone();
};

void TestScenarioFile::openAndSaveChangesNothing_data()
{
    QTest::addColumn<QString>("path");
    const QString top = QStringLiteral(QUOTABOARD_SOURCE_DIR);
    int count = 0;
    for (const QString& folder : {top + "/tests/golden/cases", top + "/tests/golden/own", top + "/resources/samples"}) {
        const QDir dir(folder);
        for (const QString& name : dir.entryList({"*.scenario.json"})) {
            QTest::newRow(qPrintable(name)) << dir.filePath(name);
            ++count;
        }
    }
    QVERIFY(count > 100);
}

void TestScenarioFile::openAndSaveChangesNothing()
{
    QFETCH(QString, path);
    const Result<ScenarioFile> file = readScenarioFile(path.toStdString());
    if (!file)
        QSKIP("a scenario that is refused");
    const Folder folder;
    const Json before = Json::parse(readWholeFile(path.toStdString()).value());
    QCOMPARE(folder.saved(*file.value().scenario, file.value()).dump(), before.dump());
}

void TestScenarioFile::openAndSaveChangesNothingInRandomScenarios()
{
    const Folder folder;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Json document = reference::randomScenario(seed);
        const ScenarioFile file = folder.open(document);
        QCOMPARE(folder.saved(*file.scenario, file).dump(), document.dump());
    }
}

void TestScenarioFile::anEditChangesOnlyWhatWasEdited()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    const ShareIndex red = edited.findShare("red");
    const UnitIndex gpu = edited.findUnit("gpu");
    QVERIFY(setShareLimit(edited, EditTime::fromStart(), red, gpu, 3).ok());
    QVERIFY(setBorrowLimit(edited, EditTime::fromStart(), edited.findShare("blue"), 50).ok());
    Json expected = words();
    expected["quotaShares"][0]["capacityLimits"][0]["maxCapacity"] = 3;
    expected["quotaShares"][1]["resourceSharingConfiguration"]["borrowLimit"] = 50;
    QCOMPARE(folder.saved(edited, file).dump(1), expected.dump(1));

    // And back again.
    QVERIFY(setShareLimit(edited, EditTime::fromStart(), red, gpu, 4).ok());
    QVERIFY(setBorrowLimit(edited, EditTime::fromStart(), edited.findShare("blue"), -1).ok());
    QVERIFY(isSameScenario(*file.scenario, edited));
    QCOMPARE(folder.saved(edited, file).dump(1), words().dump(1));
}

void TestScenarioFile::anEditedJobKeepsItsOtherWords()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    QVERIFY(setJobPriority(edited, EditTime::fromStart(), JobIndex{1}, 30).ok());
    Json expected = words();
    expected["jobs"][1]["schedulingPriority"] = 30;
    QCOMPARE(folder.saved(edited, file).dump(1), expected.dump(1));
}

void TestScenarioFile::aRenamedShareKeepsItsOtherWords()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    QVERIFY(renameShare(edited, edited.findShare("red"), "crimson").ok());
    Json expected = words();
    expected["quotaShares"][0]["quotaShareName"] = "crimson";
    expected["jobs"][0]["quotaShareName"] = "crimson";
    expected["jobs"][2]["quotaShareName"] = "crimson";
    expected["interventions"][0]["updateQuotaShare"]["quotaShareName"] = "crimson";
    QCOMPARE(folder.saved(edited, file).dump(1), expected.dump(1));
}

void TestScenarioFile::removedJobsLeaveTheOthersAlone()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    removeJobs(edited, {false, true, false});
    Json expected = words();
    expected["jobs"].erase(1);
    // The job that an intervention names by its number has moved up.
    expected["interventions"][1]["updateServiceJob"]["jobId"] = 1;
    QCOMPARE(folder.saved(edited, file).dump(1), expected.dump(1));
}

void TestScenarioFile::interventionsFollowTheirWords()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    Scenario edited = *file.scenario;
    QVERIFY(moveIntervention(edited, InterventionIndex{0}, 150'000).ok());
    QVERIFY(removeIntervention(edited, InterventionIndex{1}).ok());
    Json expected = words();
    expected["interventions"].erase(1);
    expected["interventions"][0]["atSeconds"] = 150;
    QCOMPARE(folder.saved(edited, file).dump(1), expected.dump(1));
}

namespace {

/// Jobs a to f with a key of somebody else's that names them.
Json jobsWithTickets()
{
    Json document = words();
    const Json job = document["jobs"][0];
    document["jobs"] = Json::array();
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        Json one = job;
        one.erase("jobId");
        one["jobName"] = name;
        one["submitSeconds"] = document["jobs"].size();
        one["ticket"] = name;
        document["jobs"].push_back(one);
    }
    document.erase("interventions");
    return document;
}

void rename(Scenario& scenario, std::size_t index, const char* name)
{
    Job job = scenario.jobs[JobIndex{index}];
    job.name = scenario.jobs.intern(name);
    scenario.jobs.replace(JobIndex{index}, job);
}

void remove(Scenario& scenario, std::size_t index)
{
    std::vector<bool> gone(scenario.jobs.size());
    gone[index] = true;
    scenario.jobs.removeAll(gone);
}

} // namespace

void TestScenarioFile::noJobGetsTheWordsOfAnother_data()
{
    using Change = std::function<void(Scenario&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("tickets");
    QTest::newRow("first gone, one doubled at the end") << Change([](Scenario& s) {
        const Job copy = s.jobs[JobIndex{2}];
        remove(s, 0);
        s.jobs.add(copy);
    }) << "bcdef-";
    QTest::newRow("last gone, one renamed") << Change([](Scenario& s) {
        remove(s, 5);
        rename(s, 1, "renamed");
    }) << "abcde";
    QTest::newRow("two neighbours renamed") << Change([](Scenario& s) {
        rename(s, 2, "x");
        rename(s, 3, "y");
    }) << "abcdef";
    QTest::newRow("last gone, another in its place") << Change([](Scenario& s) {
        Job other = s.jobs[JobIndex{5}];
        remove(s, 5);
        other.name = s.jobs.intern("new");
        other.submit += 1;
        s.jobs.add(other);
    }) << "abcde-";
    QTest::newRow("one gone, its neighbour renamed") << Change([](Scenario& s) {
        remove(s, 1);
        rename(s, 1, "x");
    }) << "a-def";
}

void TestScenarioFile::noJobGetsTheWordsOfAnother()
{
    QFETCH(std::function<void(Scenario&)>, change);
    QFETCH(QString, tickets);
    const Folder folder;
    const ScenarioFile file = folder.open(jobsWithTickets());
    Scenario edited = *file.scenario;
    change(edited);
    QString found;
    const Json saved = folder.saved(edited, file);
    for (const Json& job : saved["jobs"])
        found += job.contains("ticket") ? QString::fromStdString(job["ticket"].get<std::string>()) : "-";
    QCOMPARE(found, tickets);
}

void TestScenarioFile::noBreakpointGetsTheWordsOfAnother()
{
    const Folder folder;
    Json document = words();
    document["breakpoints"] = Json::parse(R"([{"atSeconds": 1, "ticket": "A"}, {"atSeconds": 2, "ticket": "B"},
        {"atSeconds": 3, "ticket": "C"}])");
    ScenarioFile file = folder.open(document);
    file.extras.breakpoints.erase(file.extras.breakpoints.begin());
    file.extras.breakpoints.front().isEnabled = false;
    const Json saved = folder.saved(*file.scenario, file)["breakpoints"];
    QCOMPARE(saved.size(), std::size_t{2});
    QVERIFY(!saved[0].contains("ticket") || saved[0]["ticket"] == "B");
    QVERIFY(saved[1]["ticket"] == "C");
}

void TestScenarioFile::tracesAndGeneratorsStayReferences()
{
    const Folder folder;
    QVERIFY(writeFileAtomically(folder.path("trace.csv"), kTraceCsv).ok());
    Json document = words();
    document["traces"] = Json::array({{{"path", "trace.csv"}, {"format", "csv"}, {"unit", "gpu"}, {"xTrace", 1},
        {"mapping",
            {{"id", "id"}, {"submit", "submit"}, {"start", "start"}, {"end", "end"}, {"gpus", "gpus"},
                {"share", "vc"}}}}});
    const ScenarioFile file = folder.open(document);
    QCOMPARE(file.scenario->jobs.size(), std::size_t{6});
    QCOMPARE(file.scenario->referredJobs, std::size_t{3});
    Scenario edited = *file.scenario;
    QVERIFY(setShareLimit(edited, EditTime::fromStart(), edited.findShare("red"), edited.findUnit("gpu"), 2).ok());
    document["quotaShares"][0]["capacityLimits"][0]["maxCapacity"] = 2;
    QCOMPARE(folder.saved(edited, file).dump(1), document.dump(1));
}

void TestScenarioFile::anEditedJobOfATraceWritesAllJobsOut()
{
    const Folder folder;
    QVERIFY(writeFileAtomically(folder.path("trace.csv"), kTraceCsv).ok());
    Json document = words();
    document["traces"] = Json::array({{{"path", "trace.csv"}, {"format", "csv"}, {"unit", "gpu"},
        {"mapping",
            {{"id", "id"}, {"submit", "submit"}, {"start", "start"}, {"end", "end"}, {"gpus", "gpus"},
                {"share", "vc"}}}}});
    const ScenarioFile file = folder.open(document);
    Scenario edited = *file.scenario;
    QVERIFY(setJobPriority(edited, EditTime::fromStart(), JobIndex{4}, 9).ok());
    const Json saved = folder.saved(edited, file);
    QVERIFY(!saved.contains("traces"));
    QCOMPARE(saved["jobs"].size(), std::size_t{6});
    QCOMPARE(saved["jobs"][4]["schedulingPriority"].get<int>(), 9);
    QCOMPARE(saved["jobs"][0].dump(), document["jobs"][0].dump());
    const auto expected = test::runScenario(edited);
    const auto found = test::runScenario(saved);
    QVERIFY(expected.error.empty() && expected.events == found.events);
}

void TestScenarioFile::savingElsewhereAdaptsTracePaths()
{
    const Folder folder;
    QVERIFY(QDir().mkpath(QString::fromStdString(folder.path("data"))));
    QVERIFY(QDir().mkpath(QString::fromStdString(folder.path("plans/new"))));
    QVERIFY(writeFileAtomically(folder.path("data/trace.csv"), kTraceCsv).ok());
    Json document = words();
    document["traces"] = Json::array({{{"path", "data/trace.csv"}, {"format", "csv"}, {"unit", "gpu"},
        {"mapping",
            {{"id", "id"}, {"submit", "submit"}, {"start", "start"}, {"end", "end"}, {"gpus", "gpus"},
                {"share", "vc"}}}}});
    const ScenarioFile file = folder.open(document);
    const Json saved = folder.saved(*file.scenario, file, "plans/new/out.scenario.json");
    QCOMPARE(saved["traces"][0]["path"].get<std::string>(), std::string("../../data/trace.csv"));
    const Result<ScenarioFile> again = readScenarioFile(folder.path("plans/new/out.scenario.json"));
    QVERIFY(again.ok());
    QCOMPARE(again.value().scenario->jobs.size(), std::size_t{6});
}

void TestScenarioFile::whatIsSavedRunsAsWhatWasEdited()
{
    const Folder folder;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const ScenarioFile file = folder.open(reference::randomScenario(seed));
        Scenario edited = *file.scenario;
        const ShareIndex share = edited.findShare(edited.shares.front().name);
        const TimeMs moment = static_cast<TimeMs>(seed % 50) * 1000;
        (void)setStrategy(edited, EditTime::from(moment), share, SharingStrategy::Lend);
        (void)setInSharePreemption(edited, EditTime::fromStart(), share, seed % 2 == 0);
        if (!edited.jobs.empty())
            (void)setJobPriority(edited, EditTime::from(moment), JobIndex{seed % edited.jobs.size()}, 77);
        const CapacityLimit limit = edited.shares.back().limits.front();
        (void)setShareLimit(edited, EditTime::fromStart(), edited.findShare(edited.shares.back().name), limit.unit,
            limit.maxCapacity + 1);
        const auto expected = test::runScenario(edited);
        const auto found = test::runScenario(folder.saved(edited, file));
        QVERIFY2(expected.error.empty() && expected.events == found.events, qPrintable(QString::number(seed)));
    }
}

void TestScenarioFile::breakpointsOfOurShapeAreRead()
{
    const Folder folder;
    Json document = words();
    document["breakpoints"] = Json::parse(
        R"([{"atSeconds": 1.5, "name": "here"}, {"atSeconds": -1}, {"when": 4}, 7, {"atSeconds": 60, "x": 1}])");
    const ScenarioFile file = folder.open(document);
    QVERIFY((file.extras.breakpoints
        == std::vector<Breakpoint>{Breakpoint::atTime(1500, "here"), Breakpoint::atTime(60'000)}));
    QCOMPARE(folder.saved(*file.scenario, file).dump(), document.dump());
    document["breakpoints"] = "none";
    QVERIFY(folder.open(document).extras.breakpoints.empty());
}

void TestScenarioFile::editedBreakpointsAreWrittenAndForeignOnesStay()
{
    const Folder folder;
    Json document = words();
    document["breakpoints"]
        = Json::parse(R"([{"atSeconds": 1.5, "name": "here", "color": "red"}, {"when": 4}, {"atSeconds": 60}])");
    ScenarioFile file = folder.open(document);
    file.extras.breakpoints[0].name = "there";
    file.extras.breakpoints[1] = Breakpoint::atTime(90'000, "later");
    QCOMPARE(folder.saved(*file.scenario, file)["breakpoints"].dump(),
        Json::parse(R"([{"atSeconds": 1.5, "name": "there", "color": "red"}, {"atSeconds": 90, "name": "later"},
            {"when": 4}])")
            .dump());
    file.extras.breakpoints.clear();
    QCOMPARE(folder.saved(*file.scenario, file)["breakpoints"].dump(), std::string(R"([{"when":4}])"));
}

void TestScenarioFile::whatCameFromNoFileIsWrittenWhole()
{
    const Folder folder;
    const ScenarioFile file = folder.open(reference::randomScenario(7));
    ScenarioExtras extras;
    extras.breakpoints = {Breakpoint::atTime(1500, "here")};
    const std::string path = folder.path("new.scenario.json");
    QVERIFY(writeScenarioFile(*file.scenario, extras, nullptr, path).ok());
    const Result<ScenarioFile> again = readScenarioFile(path);
    QVERIFY(again.ok());
    QVERIFY(again.value().extras == extras);
    QVERIFY(test::runScenario(*again.value().scenario).events == test::runScenario(*file.scenario).events);
}

void TestScenarioFile::jobsUnderAnEscapedKeyKeepTheirWords()
{
    const Folder folder;
    std::string text = words().dump();
    const std::string key = R"("jobs":)";
    text.replace(text.find(key), key.size(), R"("jo\u0062s":)");
    const ScenarioFile file = folder.open(text);
    QCOMPARE(folder.saved(*file.scenario, file).dump(), words().dump());
}

void TestScenarioFile::ofSeveralJobListsTheLastCounts()
{
    const Folder folder;
    std::string text = words().dump();
    text.insert(1, R"("jobs": [{"jobName": "earlier", "deep": [{"jobs": [1]}]}, 7],)");
    const ScenarioFile file = folder.open(text);
    QCOMPARE(file.scenario->jobs.size(), std::size_t{3});
    QCOMPARE(folder.saved(*file.scenario, file).dump(), words().dump());
}

void TestScenarioFile::jobsThatAreNestedTooDeepKeepWhatTheySay()
{
    const Folder folder;
    Json document = words();
    Json deep = "core";
    for (int i = 0; i < 2000; ++i)
        deep = Json::array({std::move(deep)});
    document["jobs"][1]["xDeep"] = std::move(deep);
    const ScenarioFile file = folder.open(document);
    QCOMPARE(folder.saved(*file.scenario, file).dump(), document.dump());
}

void TestScenarioFile::readingEndsSoonAfterItIsCancelled()
{
    Json document = words();
    const Json job = document["jobs"][0];
    for (int i = 0; i < 120'000; ++i)
        document["jobs"].push_back(job);
    const std::string text = document.dump();
    // Wherever it is: the earlier parts of reading are over sooner than the later ones.
    for (const int wait : {0, 20, 100, 300, 600}) {
        Progress progress;
        std::atomic<bool> isOver = false;
        std::optional<ErrorCode> code;
        std::thread reader([&] {
            const Result<ScenarioFile> file = readScenarioFileText(text, "big", ".", &progress);
            if (!file)
                code = file.error().code;
            isOver = true;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(wait));
        const bool wasOver = isOver;
        QElapsedTimer timer;
        timer.start();
        progress.cancel();
        reader.join();
        if (!wasOver)
            qInfo("cancelled after %d ms, over after %lld ms more", wait, static_cast<long long>(timer.elapsed()));
        // Ten times what is wanted: the machine may be busy.
        QVERIFY(wasOver || timer.elapsed() < 2000);
        QVERIFY(wait > 0 || code == ErrorCode::Interrupted);
        QVERIFY(!code || code == ErrorCode::Interrupted);
    }
}

void TestScenarioFile::numbersKeepTheirDigits()
{
    const Folder folder;
    std::string text = words().dump(1);
    const auto put = [&text](const std::string& where, const std::string& what) {
        const std::size_t at = text.find(where);
        if (at == std::string::npos)
            qFatal("not there");
        text.insert(at, what);
    };
    const std::string list = "[123456789012345678901234567890, -98765432109876543210, 0.12345678901234567890123, "
                             "1e-7, 9007199254740993.0, 0.1, 2.5]";
    put("\"description\"", "\"xExact\": " + list + ", ");
    put("\"xJob\"", "\"xBig\": 36893488147419103233, ");
    put("\"xCheck\"", "\"xLong\": 3.14159265358979323846264338, ");
    put("\"xTag\"", "\"xId\": 18446744073709551616, ");
    const ScenarioFile file = folder.open(text);
    const auto savedText = [&](const Scenario& edited) {
        (void)folder.saved(edited, file);
        return readWholeFile(folder.path("out.scenario.json")).value();
    };
    Scenario edited = *file.scenario;
    for (const bool isEdited : {false, true}) {
        if (isEdited) {
            QVERIFY(
                setShareLimit(edited, EditTime::fromStart(), edited.findShare("red"), edited.findUnit("gpu"), 2).ok());
            QVERIFY(setJobPriority(edited, EditTime::fromStart(), JobIndex{0}, 3).ok());
            QVERIFY(setJobPriority(edited, EditTime::fromStart(), JobIndex{1}, 3).ok());
        }
        const std::string saved = savedText(edited);
        for (const char* digits :
            {"123456789012345678901234567890", "-98765432109876543210", "0.12345678901234567890123",
                "9007199254740993.0", "36893488147419103233", "3.14159265358979323846264338", "18446744073709551616"})
            QVERIFY2(saved.find(digits) != std::string::npos, digits);
        QVERIFY(saved.find('\x01') == std::string::npos && saved.find("u0001") == std::string::npos);
        QCOMPARE(Json::parse(saved)["xExact"].dump(), Json::parse(list).dump());
    }
}

void TestScenarioFile::aFailedSaveLeavesTheFileAlone()
{
    const Folder folder;
    const ScenarioFile file = folder.open(words());
    const Status status
        = writeScenarioFile(*file.scenario, file.extras, file.source.get(), folder.path("missing/out.json"));
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, ErrorCode::CannotWrite);
    Progress cancelled;
    cancelled.cancel();
    const std::string before = readWholeFile(folder.path("in.scenario.json")).value();
    const Status stopped = writeScenarioFile(
        *file.scenario, file.extras, file.source.get(), folder.path("in.scenario.json"), &cancelled);
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::Interrupted);
    QCOMPARE(readWholeFile(folder.path("in.scenario.json")).value(), before);
}

QTEST_GUILESS_MAIN(TestScenarioFile)
#include "tst_scenario_file.moc"
