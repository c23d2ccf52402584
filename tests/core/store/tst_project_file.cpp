// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "core/store/project_lock.h"
#include "core/store/schema.h"
#include "core/store/working_folder.h"
#include "tests/core/store/store_test_support.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

#include <filesystem>
#include <sys/mount.h>
#include <unistd.h>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

std::string bytesOf(const std::string& path)
{
    return must(readWholeFile(path));
}

/// A saved project with two scenarios, one of them with a run, a note and a change.
void makeProject(const Folders& folders, const std::string& path)
{
    OpenProject opened = must(newProject(folders.state()));
    Project& project = opened.project();
    const ScenarioFile file = scenarioFrom(randomText(7));
    const ScenarioId id = must(project.addScenario("first", file));
    must(project.addScenario("second", scenarioFrom(randomText(8))));
    keepRun(project, id, runScenario(Scenario(*file.scenario)));
    ProjectNote note;
    note.scenario = id;
    note.text = "look here";
    must(project.putNote(note));
    std::vector<ChangeRow> rows(3);
    rows[0].what = {"share", "a", "strategy", "RESERVE", "LEND"};
    rows[1].what = {"share", "a", "limit:x", "1", "2"};
    rows[2].what = {"job", "1", "schedulingPriority", "1", "2"};
    must(project.appendChanges(rows));
    must(opened.saveAs(path));
}

/// What a project says, to compare two of them.
std::string contentOf(Project& project)
{
    std::string text;
    for (const ScenarioEntry& entry : must(project.scenarios()))
        text += entry.name + entry.hash + must(project.scenarioText(entry.id, "/")) + entry.note + "\n";
    for (const RunEntry& run : must(project.runs()))
        text += run.eventLogHash + run.facts.summary.dump() + "\n";
    for (const ChangeRow& row : must(project.changes()))
        text += canonicalText(row) + row.hash;
    for (const ProjectNote& note : must(project.notes()))
        text += note.text;
    return text;
}

ProjectOpenOptions readingOnly()
{
    ProjectOpenOptions options;
    options.readOnly = true;
    return options;
}

std::size_t workingFoldersIn(const Folders& folders)
{
    return workingFolders(folders.state()).size();
}

/// Marks the lock files of a working copy as those of a process that is gone.
void forgetOwner(const std::string& lockPath)
{
    ProcessMark mark = ProcessMark::own();
    mark.startTicks = "1";
    must(writeFileAtomically(lockPath, mark.toJson()));
}

/// Leaves a working copy as a killed process would: the process forgets it without closing.
void abandon(OpenProject opened)
{
    const std::string folder = QFileInfo(QString::fromStdString(opened.workingCopy())).path().toStdString();
    const std::string copy = folder + ".copy";
    std::filesystem::copy(folder, copy);
    const std::string path = opened.path();
    opened.discardOnClose();
    {
        const OpenProject closed = std::move(opened);
    }
    std::filesystem::rename(copy, folder);
    forgetOwner(workingLockIn(folder));
    if (!path.empty())
        forgetOwner(ProjectLock::pathFor(path));
}

} // namespace

class TestProjectFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savesAndOpensAgain();
    void editsStayInTheWorkingCopyUntilSaved();
    void savedProjectsLeaveNoWorkingCopy();
    void aSecondInstanceIsRefusedAndMayRead();
    void aStaleLockIsTakenOver();
    void otherFilesAreRefused();
    void aNewerVersionOpensForReading();
    void abandonedWorkIsListedAndOpened();
    void abandonedWorkOfARelativePathIsFoundFromAnywhere();
    void abandonedSavedWorkIsNotListed();
    void leftWorkIsDiscardedOnlyWhenAsked();
    void aReadOnlyFolderIsTold();
    void aFullDiskIsTold();
    void aDamagedFileIsSalvaged();
    void saveAsMovesTracePaths();
    void aFileThatAnotherProgramWroteIsNoticed();
    void cancelledSavingLeavesTheFile();
    void foreignTablesAreKept();
};

void TestProjectFile::savesAndOpensAgain()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    OpenProject opened = must(openProject(path, folders.state()));
    QVERIFY(opened.findings().unknownParts.empty());
    QCOMPARE(opened.findings().changedContent, std::vector<std::string>{});
    QVERIFY(must(opened.project().verifyContent()).empty());
    QVERIFY(must(opened.project().verifyChanges()).isWhole());
    QCOMPARE(must(opened.unsavedEdits()), 0);
    const std::string content = contentOf(opened.project());
    must(opened.save());
    {
        const OpenProject closed = std::move(opened);
    }
    OpenProject again = must(openProject(path, folders.state()));
    QCOMPARE(contentOf(again.project()), content);
    // One file, that any program can read without a log beside it.
    QCOMPARE(bytesOf(path)[18], '\1');
    QVERIFY(!QFile::exists(QString::fromStdString(path + "-wal")));
}

void TestProjectFile::editsStayInTheWorkingCopyUntilSaved()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const std::string before = bytesOf(path);
    OpenProject opened = must(openProject(path, folders.state()));
    must(opened.project().setValue("ui.page", "board"));
    QCOMPARE(must(opened.unsavedEdits()), 1);
    QVERIFY(bytesOf(path) == before);
    must(opened.save());
    QCOMPARE(must(opened.unsavedEdits()), 0);
    QVERIFY(bytesOf(path) != before);
}

void TestProjectFile::savedProjectsLeaveNoWorkingCopy()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    QCOMPARE(workingFoldersIn(folders), std::size_t{0});
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".lock")));
    {
        OpenProject opened = must(openProject(path, folders.state()));
        QVERIFY(QFile::exists(QString::fromStdString(path + ".lock")));
        must(opened.project().setValue("k", "v"));
    }
    QCOMPARE(workingFoldersIn(folders), std::size_t{1});
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".lock")));
}

void TestProjectFile::aSecondInstanceIsRefusedAndMayRead()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    OpenProject first = must(openProject(path, folders.state()));
    const Result<OpenProject> second = openProject(path, folders.state());
    QVERIFY(!second.ok());
    QCOMPARE(second.error().code, ErrorCode::LockedByOther);
    QCOMPARE(second.error().arguments[0], std::to_string(::getpid()));
    ProjectOpenOptions reading;
    reading.readOnly = true;
    OpenProject reader = must(openProject(path, folders.state(), reading));
    QCOMPARE(contentOf(reader.project()), contentOf(first.project()));
    const Status refused = reader.project().setValue("k", "v");
    QCOMPARE(refused.error().code, ErrorCode::ReadOnlyProject);
    QCOMPARE(reader.save().error().code, ErrorCode::ReadOnlyProject);
    must(reader.saveAs(folders.file("copy.qboard")));
    must(reader.project().setValue("k", "v"));
    must(reader.save());
}

void TestProjectFile::aStaleLockIsTakenOver()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const std::string lock = ProjectLock::pathFor(path);
    ProcessMark mark = ProcessMark::own();
    const auto opens = [&] {
        must(writeFileAtomically(lock, mark.toJson()));
        return openProject(path, folders.state()).ok();
    };
    mark.startTicks = "1";
    QVERIFY(opens());
    mark = ProcessMark::own();
    mark.bootId = "another";
    QVERIFY(opens());
    mark = ProcessMark::own();
    mark.pid = 999'999'999;
    QVERIFY(opens());
    // Nobody can tell whether a process of another machine lives.
    mark.host = "elsewhere";
    QVERIFY(!opens());
    QVERIFY(QFile::remove(QString::fromStdString(lock)));
}

void TestProjectFile::otherFilesAreRefused()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    const auto code = [&] { return openProject(path, folders.state()).error().code; };
    QCOMPARE(code(), ErrorCode::FileNotFound);
    must(writeFileAtomically(path, ""));
    QCOMPARE(code(), ErrorCode::FileEmpty);
    must(writeFileAtomically(path, "{}"));
    QCOMPARE(code(), ErrorCode::WrongFormat);
    QVERIFY(QFile::remove(QString::fromStdString(path)));
    {
        Database database = must(Database::open(path, Database::Mode::Create));
        must(database.execute("CREATE TABLE t (x)"));
    }
    QCOMPARE(code(), ErrorCode::WrongFormat);
    QCOMPARE(workingFoldersIn(folders), std::size_t{0});
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".lock")));
}

void TestProjectFile::aNewerVersionOpensForReading()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    {
        Database database = must(Database::open(path, Database::Mode::ReadWrite));
        must(database.execute("CREATE TABLE future (x INTEGER) STRICT; ALTER TABLE run ADD COLUMN cost REAL;"
                              " PRAGMA user_version=9"));
    }
    const std::string before = bytesOf(path);
    OpenProject opened = must(openProject(path, folders.state()));
    QVERIFY(opened.isReadOnly());
    QCOMPARE(opened.findings().newerVersion, 9);
    QVERIFY((opened.findings().unknownParts == std::vector<std::string>{"future", "run.cost"}));
    QCOMPARE(must(opened.project().scenarios()).size(), std::size_t{2});
    QCOMPARE(opened.project().setValue("k", "v").error().code, ErrorCode::NewerFormat);
    QCOMPARE(opened.save().error().code, ErrorCode::NewerFormat);
    QCOMPARE(opened.saveAs(folders.file("q.qboard")).error().code, ErrorCode::NewerFormat);
    QVERIFY(bytesOf(path) == before);
}

void TestProjectFile::abandonedWorkIsListedAndOpened()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const std::string saved = bytesOf(path);
    OpenProject opened = must(openProject(path, folders.state()));
    QVERIFY(listRecovered(folders.state()).empty());
    must(opened.project().renameScenario(must(opened.project().findScenario("second")), "renamed"));
    must(opened.project().setValue("k", "v"));
    abandon(std::move(opened));

    const auto found = listRecovered(folders.state());
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].path, path);
    QCOMPARE(found[0].unsavedEdits, 2);
    QVERIFY(!found[0].fileChangedSince);
    QVERIFY(found[0].lastEditMs > 1'600'000'000'000);
    {
        // Both are there: what was saved, and what was not.
        OpenProject last = must(openProject(path, folders.state()));
        QVERIFY(last.project().findScenario("second").ok());
    }
    OpenProject recovered = must(openRecovered(found[0]));
    QVERIFY(recovered.project().findScenario("renamed").ok());
    QVERIFY(bytesOf(path) == saved);
    QCOMPARE(must(recovered.unsavedEdits()), 2);
    must(recovered.save());
    {
        const OpenProject closed = std::move(recovered);
    }
    QVERIFY(listRecovered(folders.state()).empty());
    QVERIFY(must(openProject(path, folders.state())).project().findScenario("renamed").ok());
}

void TestProjectFile::abandonedWorkOfARelativePathIsFoundFromAnywhere()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folders.folder.path()));
    OpenProject opened = must(openProject("p.qboard", folders.state()));
    must(opened.project().setValue("k", "v"));
    abandon(std::move(opened));
    QVERIFY(QDir::setCurrent(before));
    const auto found = listRecovered(folders.state());
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(QFileInfo(QString::fromStdString(found[0].path)).canonicalFilePath(),
        QFileInfo(QString::fromStdString(path)).canonicalFilePath());
    QVERIFY(!found[0].fileChangedSince);
}

void TestProjectFile::abandonedSavedWorkIsNotListed()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    OpenProject opened = must(openProject(path, folders.state()));
    must(opened.project().setValue("k", "v"));
    must(opened.save());
    abandon(std::move(opened));
    QCOMPARE(workingFoldersIn(folders), std::size_t{1});
    QVERIFY(listRecovered(folders.state()).empty());
    QCOMPARE(workingFoldersIn(folders), std::size_t{0});
}

void TestProjectFile::leftWorkIsDiscardedOnlyWhenAsked()
{
    const Folders folders;
    OpenProject opened = must(newProject(folders.state()));
    must(opened.project().addScenario("never saved", scenarioFrom(randomText(3))));
    abandon(std::move(opened));
    QCOMPARE(listRecovered(folders.state()).size(), std::size_t{1});
    const auto found = listRecovered(folders.state());
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].path.empty());
    {
        ProjectOpenOptions reading;
        reading.readOnly = true;
        OpenProject look = must(openRecovered(found[0], reading));
        QCOMPARE(must(look.project().scenarios()).size(), std::size_t{1});
    }
    QCOMPARE(listRecovered(folders.state()).size(), std::size_t{1});
    must(discardRecovered(found[0]));
    QVERIFY(listRecovered(folders.state()).empty());
}

void TestProjectFile::aReadOnlyFolderIsTold()
{
    const Folders folders;
    const std::string place = folders.file("place");
    QVERIFY(QDir().mkpath(QString::fromStdString(place)));
    const std::string path = place + "/p.qboard";
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=16m") != 0)
        QSKIP("as root, and no file system can be mounted");
    makeProject(folders, path);
    const std::string before = bytesOf(path);
    if (isRoot)
        QCOMPARE(::mount("tmpfs", place.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr), 0);
    else
        QFile::setPermissions(QString::fromStdString(place), QFile::ReadOwner | QFile::ExeOwner);
    {
        OpenProject opened = must(openProject(path, folders.state()));
        must(opened.project().setValue("k", "v"));
        QCOMPARE(opened.save().error().code, ErrorCode::ReadOnlyPlace);
        QCOMPARE(must(opened.unsavedEdits()), 1);
        QVERIFY(bytesOf(path) == before);
        // What was not saved there can be saved elsewhere.
        must(opened.saveAs(folders.file("elsewhere.qboard")));
    }
    if (isRoot)
        QCOMPARE(::umount(place.c_str()), 0);
    else
        QFile::setPermissions(QString::fromStdString(place), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestProjectFile::aFullDiskIsTold()
{
    const Folders folders;
    const std::string place = folders.file("small");
    QVERIFY(QDir().mkpath(QString::fromStdString(place)));
    if (::geteuid() != 0 || ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=512k") != 0)
        QSKIP("a small file system can be mounted by root only");
    const std::string path = place + "/p.qboard";
    makeProject(folders, path);
    const std::string before = bytesOf(path);
    {
        OpenProject opened = must(openProject(path, folders.state()));
        must(opened.project().setValue("big", std::string(600'000, 'x')));
        const Status status = opened.save();
        QVERIFY(!status.ok());
        QVERIFY2(status.error().code == ErrorCode::DiskFull, why(status.error()).c_str());
        QVERIFY(bytesOf(path) == before);
        QCOMPARE(QDir(QString::fromStdString(place)).entryList(QDir::Files | QDir::Hidden).size(), 2);
        must(opened.project().setValue("big", "small again"));
        must(opened.save());
        // A full disk for the working copy.
        const Result<OpenProject> other = openProject(folders.file("none"), place);
        QVERIFY(!other.ok());
    }
    {
        QFile fill(QString::fromStdString(place + "/fill"));
        QVERIFY(fill.open(QIODevice::WriteOnly));
        while (fill.write(QByteArray(4096, 'x')) == 4096 && fill.flush()) { }
    }
    const Result<OpenProject> other = openProject(path, place);
    QVERIFY(!other.ok());
    QVERIFY2(other.error().code == ErrorCode::DiskFull, why(other.error()).c_str());
    QCOMPARE(::umount(place.c_str()), 0);
}

void TestProjectFile::aDamagedFileIsSalvaged()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    // Overwrite pages that hold events: the scenarios and the record are elsewhere.
    std::string bytes = bytesOf(path);
    const std::size_t at = bytes.find("\"event\":\"RUNNABLE\"");
    QVERIFY(at != std::string::npos);
    const std::size_t page = at / 4096 * 4096;
    for (std::size_t i = 0; i < 64; ++i)
        bytes[page + i] = static_cast<char>(0xA5);
    must(writeFileAtomically(path, bytes));
    const Result<OpenProject> refused = openProject(path, folders.state());
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::DamagedFile);
    SalvageReport report;
    OpenProject salvaged = must(salvageProject(path, folders.state(), report));
    QVERIFY((report.scenarios == std::vector<std::string>{"first", "second"}));
    QVERIFY(report.lostScenarios.empty());
    QCOMPARE(report.changes, 3);
    QCOMPARE(report.notes, 1);
    QCOMPARE(report.lostRuns, 1);
    QVERIFY(!report.firstBrokenChange.has_value());
    QVERIFY(salvaged.path().empty());
    QVERIFY(must(salvaged.project().verifyChanges()).isWhole());
    QVERIFY(must(salvaged.unsavedEdits()) > 0);
    QVERIFY(bytesOf(path) == bytes);
    must(salvaged.saveAs(folders.file("saved.qboard")));
}

void TestProjectFile::saveAsMovesTracePaths()
{
    const Folders folders;
    QVERIFY(QDir().mkpath(QString::fromStdString(folders.file("deep/er"))));
    const std::string trace = "jobid,team,submit,duration,gpus\n1,a,0,60,1\n2,a,10,60,1\n";
    must(writeFileAtomically(folders.file("jobs.csv"), trace));
    const std::string text = R"({"format": "quotaboard-scenario", "version": 1, "name": "x",
        "serviceEnvironments": [{"serviceEnvironmentName": "e", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}]}],
        "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}],
          "resourceSharingConfiguration": {"strategy": "RESERVE"}, "preemptionConfiguration": {"inSharePreemption": "DISABLED"}}],
        "traces": [{"path": "jobs.csv", "format": "csv", "unit": "u",
          "mapping": {"id": "jobid", "share": "team", "submit": "submit", "duration": "duration", "gpus": "gpus"}}]})";
    Result<ScenarioFile> file = readScenarioFileText(text, "t", folders.folder.path().toStdString());
    if (!file.ok())
        QFAIL(why(file.error()).c_str());
    const std::size_t jobs = file.value().scenario->jobs.size();
    QCOMPARE(jobs, std::size_t{2});
    OpenProject opened = must(newProject(folders.state()));
    const ScenarioId id = must(opened.project().addScenario("x", file.value()));
    QCOMPARE(must(opened.project().scenarios())[0].jobs, 0);
    QCOMPARE(must(opened.project().readScenario(id)).scenario->jobs.size(), jobs);
    must(opened.saveAs(folders.file("p.qboard")));
    const auto pathIn = [&] {
        return QByteArray::fromStdString(
            must(opened.project().database().text("SELECT words FROM scenario")).value_or(""));
    };
    QVERIFY2(pathIn().contains("\"jobs.csv\""), pathIn().constData());
    QCOMPARE(must(opened.project().readScenario(id)).scenario->jobs.size(), jobs);
    must(opened.saveAs(folders.file("deep/er/p.qboard")));
    QVERIFY2(pathIn().contains("\"../../jobs.csv\""), pathIn().constData());
    QCOMPARE(must(opened.project().readScenario(id)).scenario->jobs.size(), jobs);
    {
        const OpenProject closed = std::move(opened);
    }
    OpenProject again = must(openProject(folders.file("deep/er/p.qboard"), folders.state()));
    QCOMPARE(must(again.project().readScenario(id)).scenario->jobs.size(), jobs);
    QVERIFY(must(again.project().scenarioText(id, folders.folder.path().toStdString())).find("\"jobs.csv\"")
        != std::string::npos);
    // A process that ends between moving the paths and saving leaves a working copy that still finds its traces.
    must(again.project().setValue("k", "v"));
    must(again.project().moveTo(folders.file("deep")));
    abandon(std::move(again));
    OpenProject recovered = must(openRecovered(listRecovered(folders.state()).at(0)));
    QCOMPARE(must(recovered.project().readScenario(id)).scenario->jobs.size(), jobs);
    must(recovered.saveAs(folders.file("q.qboard")));
    QCOMPARE(must(recovered.project().readScenario(id)).scenario->jobs.size(), jobs);
    Database saved = must(Database::open(folders.file("q.qboard"), Database::Mode::ReadOnly));
    QCOMPARE(must(saved.integer("SELECT COUNT(*) FROM project WHERE key LIKE 'working.%'")).value_or(-1), 0);
    OpenProject last = must(openProject(folders.file("q.qboard"), folders.file("other-state"), readingOnly()));
    QVERIFY(last.findings().changedContent.empty());
}

void TestProjectFile::aFileThatAnotherProgramWroteIsNoticed()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    OpenProject opened = must(openProject(path, folders.state()));
    QVERIFY(!opened.isFileChanged());
    must(opened.project().setValue("k", "v"));
    must(opened.save());
    QVERIFY(!opened.isFileChanged());
    {
        Database database = must(Database::open(path, Database::Mode::ReadWrite));
        must(database.execute("CREATE TABLE mine (x)"));
    }
    QVERIFY(opened.isFileChanged());
}

void TestProjectFile::cancelledSavingLeavesTheFile()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const std::string before = bytesOf(path);
    OpenProject opened = must(openProject(path, folders.state()));
    must(opened.project().setValue("k", std::string(4'000'000, 'x')));
    Progress progress;
    progress.cancel();
    const Status status = opened.save(&progress);
    QVERIFY(!status.ok());
    QVERIFY2(status.error().code == ErrorCode::Interrupted, why(status.error()).c_str());
    QVERIFY(bytesOf(path) == before);
    must(opened.save());
}

void TestProjectFile::foreignTablesAreKept()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    {
        Database database = must(Database::open(path, Database::Mode::ReadWrite));
        must(database.execute("CREATE TABLE mine (x); INSERT INTO mine VALUES (42)"));
    }
    OpenProject opened = must(openProject(path, folders.state()));
    QVERIFY(!opened.isReadOnly());
    QCOMPARE(opened.findings().unknownParts, std::vector<std::string>{"mine"});
    QVERIFY((opened.findings().changedContent == std::vector<std::string>{"sqlite_schema"}));
    must(opened.save());
    Database database = must(Database::open(path, Database::Mode::ReadOnly));
    QCOMPARE(must(database.integer("SELECT x FROM mine")).value_or(0), 42);
}

QTEST_GUILESS_MAIN(TestProjectFile)
#include "tst_project_file.moc"
