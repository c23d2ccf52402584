// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "core/base/sha256.h"
#include "core/exchange/scenario_writer.h"
#include "core/model/scenario_edits.h"
#include "core/store/run_attempts.h"
#include "core/store/schema.h"
#include "tests/core/store/store_test_support.h"
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr std::uint64_t kScenarios = 150;

Project inMemory(const std::string& folder = "/")
{
    return must(Project::create(must(Database::open(":memory:", Database::Mode::Create)), folder));
}

std::int64_t count(Project& project, const std::string& sql)
{
    return must(project.database().integer(sql)).value_or(-1);
}

} // namespace

class TestProject : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyScenarioComesBack();
    void everyEventLogComesBack();
    void unknownKeysAreKept();
    void aPolicyEditWritesNoJobs();
    void renamedSharesRewriteTheirJobs();
    void scenariosShareWorkloads();
    void scenariosAreKeptInOrder();
    void editsAndTheirRowsGoTogether();
    void changedScenariosMakeRunsStale();
    void aCancelledRunLeavesNothing();
    void aCancelledEditLeavesWhatWas();
    void attemptsAreThoseOfTheLog();
    void notesAndBookmarks();
    void theFormatDocumentIsComplete();
    void theExampleQueriesRun();
};

void TestProject::everyScenarioComesBack()
{
    Project project = inMemory();
    for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
        const ScenarioFile file = scenarioFrom(randomText(seed));
        const ScenarioId id = must(project.addScenario("s" + std::to_string(seed), file));
        const ScenarioFile read = must(project.readScenario(id));
        QCOMPARE(scenarioHash(*read.scenario), scenarioHash(*file.scenario));
        QCOMPARE(scenarioToText(*read.scenario), scenarioToText(*file.scenario));
        QVERIFY(read.extras == file.extras);
    }
    const auto entries = must(project.scenarios());
    QCOMPARE(entries.size(), kScenarios);
    for (const ScenarioEntry& entry : entries)
        QCOMPARE(entry.hash, scenarioHash(*must(project.readScenario(entry.id)).scenario));
}

void TestProject::everyEventLogComesBack()
{
    Project project = inMemory();
    for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
        const ScenarioFile file = scenarioFrom(randomText(seed));
        const ScenarioId id = must(project.addScenario("s" + std::to_string(seed), file));
        const FinishedRun run = runScenario(Scenario(*file.scenario));
        QVERIFY2(run.error.empty(), run.error.c_str());
        const RunId kept = keepRun(project, id, run);
        Sha256 hash;
        must(project.readEvents(kept, [&](std::string_view line) {
            hash.update(line);
            return true;
        }));
        QCOMPARE(hash.finishHex(), eventLogHash(*run.scenario, run.log));
        const auto runs = must(project.runs(id));
        QCOMPARE(runs.size(), std::size_t{1});
        QVERIFY(!runs[0].isStale);
        QCOMPARE(runs[0].scenarioHash, scenarioHash(*file.scenario));
    }
}

void TestProject::unknownKeysAreKept()
{
    Project project = inMemory();
    const std::string text
        = R"({"format": "quotaboard-scenario", "version": 1, "name": "x", "ours": {"deep": [1, 2.50, 123456789012345678901234567890]},
        "serviceEnvironments": [{"serviceEnvironmentName": "e", "capacityLimits": [{"capacityUnit": "ml.p4d.24xlarge", "maxCapacity": 4, "why": "x"}]}],
        "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "ml.p4d.24xlarge", "maxCapacity": 4}],
          "resourceSharingConfiguration": {"strategy": "RESERVE"}, "preemptionConfiguration": {"inSharePreemption": "DISABLED"}}],
        "jobs": [{"jobName": "j", "quotaShareName": "a", "capacityUnit": "ml.p4d.24xlarge", "instanceCount": 1, "submitSeconds": 0, "workSeconds": 10, "mine": "kept"}]})";
    const ScenarioId id = must(project.addScenario("x", scenarioFrom(text)));
    const std::string back = must(project.scenarioText(id, "/"));
    QVERIFY(back.find("123456789012345678901234567890") != std::string::npos);
    QVERIFY(back.find("\"mine\": \"kept\"") != std::string::npos);
    QVERIFY(back.find("\"why\": \"x\"") != std::string::npos);
    QCOMPARE(count(project, "SELECT COUNT(*) FROM job"), 1);
}

void TestProject::aPolicyEditWritesNoJobs()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    const ScenarioId id = must(project.addScenario("x", file));
    const ScenarioFile read = must(project.readScenario(id));
    // Any job that is written again would be refused.
    must(project.database().execute(
        "CREATE TRIGGER none BEFORE INSERT ON job BEGIN SELECT RAISE(ABORT, 'written'); END;"
        "CREATE TRIGGER gone BEFORE DELETE ON job BEGIN SELECT RAISE(ABORT, 'removed'); END"));
    Scenario edited = *read.scenario;
    edited.platform.startup += 1000;
    must(project.putScenario(id, edited, read.extras, read.source));
    QCOMPARE(scenarioHash(*must(project.readScenario(id)).scenario), scenarioHash(edited));
    QCOMPARE(must(project.scenarios())[0].hash, scenarioHash(edited));
    QVERIFY(scenarioHash(edited) != scenarioHash(*file.scenario));
}

void TestProject::renamedSharesRewriteTheirJobs()
{
    Project project = inMemory();
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        const ScenarioFile file = scenarioFrom(randomText(seed));
        const ScenarioId id = must(project.addScenario("x" + std::to_string(seed), file));
        Scenario edited = *file.scenario;
        if (!renameShare(edited, ShareIndex{0U}, "another-name").ok())
            continue;
        must(project.putScenario(id, edited, file.extras, file.source));
        const ScenarioFile read = must(project.readScenario(id));
        QCOMPARE(scenarioHash(*read.scenario), scenarioHash(edited));
    }
}

void TestProject::scenariosShareWorkloads()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    const ScenarioId first = must(project.addScenario("a", file));
    must(project.addScenario("b", file));
    const ScenarioId copy = must(project.duplicateScenario(first, "c"));
    QCOMPARE(count(project, "SELECT COUNT(*) FROM workload"), 1);
    QCOMPARE(scenarioHash(*must(project.readScenario(copy)).scenario), scenarioHash(*file.scenario));
    Scenario edited = *file.scenario;
    Job job = edited.jobs[JobIndex{0U}];
    job.work += 1000;
    edited.jobs.replace(JobIndex{0U}, job);
    must(project.putScenario(copy, edited, file.extras, file.source));
    QCOMPARE(count(project, "SELECT COUNT(*) FROM workload"), 2);
    QCOMPARE(scenarioHash(*must(project.readScenario(first)).scenario), scenarioHash(*file.scenario));
    must(project.removeScenario(copy));
    QCOMPARE(count(project, "SELECT COUNT(*) FROM workload"), 1);
    QVERIFY(must(checkIntegrity(project.database())).empty());
}

void TestProject::scenariosAreKeptInOrder()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    std::vector<ScenarioId> ids;
    for (const char* name : {"a", "b", "c", "d"})
        ids.push_back(must(project.addScenario(name, file)));
    const auto names = [&] {
        std::string text;
        for (const ScenarioEntry& entry : must(project.scenarios()))
            text += entry.name + (entry.isBaseline ? "* " : " ");
        return text;
    };
    must(project.moveScenario(ids[3], 0));
    must(project.moveScenario(ids[0], 99));
    must(project.setBaseline(ids[1]));
    must(project.setBaseline(ids[2]));
    QCOMPARE(names(), std::string{"d b c* a "});
    must(project.renameScenario(ids[1], "renamed"));
    must(project.removeScenario(ids[3]));
    QCOMPARE(names(), std::string{"renamed c* a "});
    must(project.setBaseline(std::nullopt));
    QCOMPARE(names(), std::string{"renamed c a "});
    QCOMPARE(project.renameScenario(ids[0], "c").error().code, ErrorCode::Duplicate);
    QCOMPARE(project.addScenario("c", file).error().code, ErrorCode::Duplicate);
    QCOMPARE(project.addScenario("", file).error().code, ErrorCode::NotAllowed);
    QCOMPARE(project.renameScenario(99, "x").error().code, ErrorCode::UnknownReference);
    QCOMPARE(project.removeScenario(99).error().code, ErrorCode::UnknownReference);
    QCOMPARE(project.setBaseline(99).error().code, ErrorCode::UnknownReference);
    QCOMPARE(project.readScenario(99).error().code, ErrorCode::UnknownReference);
    QCOMPARE(project.findScenario("d").error().code, ErrorCode::UnknownReference);
    QCOMPARE(names(), std::string{"renamed c a "});
}

void TestProject::editsAndTheirRowsGoTogether()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    const ScenarioId id = must(project.addScenario("x", file));
    Scenario edited = *file.scenario;
    edited.platform.startup += 1000;
    std::vector<ChangeRow> rows = rowsFor(changesBetween(*file.scenario, edited), ChangeRow{});
    QCOMPARE(rows.size(), std::size_t{1});
    must(project.putScenario(id, edited, file.extras, file.source, rows));
    QCOMPARE(rows[0].seq, 1);
    QVERIFY(must(project.changes()) == rows);
    const std::int64_t revision = must(project.revision());
    must(
        project.database().execute("CREATE TRIGGER none BEFORE INSERT ON change BEGIN SELECT RAISE(ABORT, 'no'); END"));
    edited.platform.startup += 1000;
    QVERIFY(!project.putScenario(id, edited, file.extras, file.source, rows).ok());
    QVERIFY(scenarioHash(*must(project.readScenario(id)).scenario) != scenarioHash(edited));
    QCOMPARE(must(project.revision()), revision);
}

void TestProject::changedScenariosMakeRunsStale()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    const ScenarioId id = must(project.addScenario("x", file));
    const FinishedRun run = runScenario(Scenario(*file.scenario));
    keepRun(project, id, run);
    QVERIFY(!must(project.runs())[0].isStale);
    Scenario edited = *file.scenario;
    edited.platform.startup += 1000;
    must(project.putScenario(id, edited, file.extras, file.source));
    QVERIFY(must(project.runs())[0].isStale);
    QCOMPARE(count(project, "SELECT is_stale FROM latest_run"), 1);
    must(project.putScenario(id, *file.scenario, file.extras, file.source));
    QVERIFY(!must(project.runs())[0].isStale);
    const RunEntry entry = must(project.runs(id))[0];
    QCOMPARE(entry.facts.summary.dump(), must(summaryToJson(*run.scenario, run.card)).dump());
    QCOMPARE(entry.events, static_cast<std::int64_t>(run.log.size()));
    must(project.removeRun(entry.id));
    QVERIFY(must(project.runs()).empty());
    QCOMPARE(count(project, "SELECT COUNT(*) FROM event"), 0);
}

void TestProject::aCancelledRunLeavesNothing()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    const ScenarioId id = must(project.addScenario("x", file));
    const FinishedRun run = runScenario(Scenario(*file.scenario));
    Progress progress;
    progress.cancel();
    const Result<RunId> kept = project.recordRun(id, *run.scenario, run.log, {}, &progress);
    QVERIFY(!kept.ok());
    QCOMPARE(kept.error().code, ErrorCode::Interrupted);
    QVERIFY(must(project.runs()).empty());
    QCOMPARE(count(project, "SELECT COUNT(*) FROM event"), 0);
    QCOMPARE(project.recordRun(99, *run.scenario, run.log, {}).error().code, ErrorCode::UnknownReference);
}

void TestProject::aCancelledEditLeavesWhatWas()
{
    Project project = inMemory();
    const ScenarioFile file = scenarioFrom(randomText(5));
    const ScenarioId id = must(project.addScenario("x", file));
    const std::string before = must(project.scenarioText(id, "/"));
    Progress progress;
    progress.cancel();
    const ScenarioFile other = scenarioFrom(randomText(6));
    QCOMPARE(project.putScenario(id, *other.scenario, other.extras, other.source, {}, &progress).error().code,
        ErrorCode::Interrupted);
    QCOMPARE(project.addScenario("y", other, &progress).error().code, ErrorCode::Interrupted);
    QCOMPARE(must(project.scenarioText(id, "/")), before);
    QCOMPARE(count(project, "SELECT COUNT(*) FROM workload"), 1);
}

void TestProject::attemptsAreThoseOfTheLog()
{
    Project project = inMemory();
    int attempts = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const ScenarioFile file = scenarioFrom(randomText(seed));
        const ScenarioId id = must(project.addScenario("s" + std::to_string(seed), file));
        const FinishedRun run = runScenario(Scenario(*file.scenario));
        const RunId kept = keepRun(project, id, run);
        Statement rows = project.database().prepare(
            "SELECT attempt, dispatched_ms, started_ms, ended_ms, released_ms, outcome, lost_ms, resumed_from_ms,"
            " queued_ms FROM attempt WHERE run = ?1 AND job = ?2 ORDER BY attempt");
        const auto time = [](const std::optional<std::int64_t>& value) { return value.value_or(kNever); };
        for (std::size_t job = 0; job < run.scenario->jobs.size(); ++job) {
            const JobHistory history = historyOf(run.log, JobIndex{job}, run.log.size());
            rows.bind(kept, static_cast<std::int64_t>(job));
            for (const AttemptRecord& attempt : history.attempts) {
                QVERIFY(rows.next());
                ++attempts;
                QCOMPARE(rows.integer(0), static_cast<std::int64_t>(attempt.number));
                QCOMPARE(rows.integer(1), attempt.scheduled);
                QCOMPARE(time(rows.optionalInteger(2)), attempt.running);
                QCOMPARE(time(rows.optionalInteger(3)), attempt.end);
                QCOMPARE(time(rows.optionalInteger(4)), attempt.released);
                QCOMPARE(rows.view(5), nameOf(attempt.outcome));
                QCOMPARE(rows.integer(6), attempt.lost);
                QCOMPARE(rows.integer(7), attempt.resumedFrom);
                QVERIFY(rows.integer(8) <= attempt.scheduled && rows.integer(8) >= history.submitted);
            }
            QVERIFY(!rows.next());
        }
    }
    QVERIFY(attempts > 500);
}

void TestProject::notesAndBookmarks()
{
    Project project = inMemory();
    ScenarioFile file = scenarioFrom(randomText(5));
    file.extras.bookmarks = {{1000, "here"}, {500, ""}};
    const ScenarioId id = must(project.addScenario("x", file));
    QCOMPARE(must(project.database().text("SELECT group_concat(at_ms || text) FROM bookmark")).value_or(""),
        std::string{"1000here,500"});
    QVERIFY(must(project.readScenario(id)).extras.bookmarks == file.extras.bookmarks);
    ProjectNote note;
    note.scenario = id;
    note.at = 5;
    note.objectKind = "job";
    note.object = "7";
    note.text = "why?";
    note.id = must(project.putNote(note));
    note.text = "because";
    QCOMPARE(must(project.putNote(note)), note.id);
    const auto notes = must(project.notes());
    QCOMPARE(notes.size(), std::size_t{1});
    QCOMPARE(notes[0].text, std::string{"because"});
    QCOMPARE(notes[0].at, std::optional<TimeMs>{5});
    QVERIFY(notes[0].modifiedMs >= notes[0].createdMs && notes[0].createdMs > 0);
    note.id = 99;
    QCOMPARE(project.putNote(note).error().code, ErrorCode::UnknownReference);
    must(project.removeNote(notes[0].id));
    QVERIFY(must(project.notes()).empty());
}

namespace {

QString formatDocument()
{
    QFile file(QStringLiteral(QUOTABOARD_SOURCE_DIR) + "/core/store/FORMAT.md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

void TestProject::theFormatDocumentIsComplete()
{
    Project project = inMemory();
    const QString text = formatDocument();
    Statement rows = project.database().prepare(
        "SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'");
    int columns = 0;
    while (rows.next()) {
        const QString table = QString::fromStdString(rows.text(0));
        const QString section = text.section("**" + table + "**", 1).section("\n**", 0, 0);
        QVERIFY2(!section.isEmpty(), qPrintable(table));
        QVERIFY2(section.contains("`" + QString::fromStdString(rows.text(1)) + "`"),
            qPrintable(table + "." + QString::fromStdString(rows.text(1))));
        ++columns;
    }
    QVERIFY(columns > 80);
    Statement views = project.database().prepare("SELECT name FROM sqlite_schema WHERE type = 'view'");
    while (views.next())
        QVERIFY(text.contains("`" + QString::fromStdString(views.text(0)) + "`"));
    QVERIFY(text.contains(QString::number(kProjectApplicationId)));
}

void TestProject::theExampleQueriesRun()
{
    Project project = inMemory();
    for (const std::uint64_t seed : {3, 4, 5, 6}) {
        const ScenarioFile file = scenarioFrom(randomText(seed));
        const ScenarioId id = must(project.addScenario("s" + std::to_string(seed), file));
        keepRun(project, id, runScenario(Scenario(*file.scenario)));
    }
    std::vector<ChangeRow> rows(1);
    rows[0].what = {"share", "a", "limit:u", "1", "2"};
    must(project.appendChanges(rows));
    const QStringList blocks = formatDocument().split("```sql\n").mid(1);
    QVERIFY(blocks.size() >= 5);
    for (const QString& block : blocks) {
        const QString sql = block.section("```", 0, 0);
        Statement query = project.database().prepare(sql.toStdString());
        QVERIFY2(query.next(), qPrintable(sql));
        while (query.next()) { }
        QVERIFY2(query.status().ok(), qPrintable(sql));
    }
}

QTEST_APPLESS_MAIN(TestProject)
#include "tst_project.moc"
