// SPDX-License-Identifier: Apache-2.0
// Projects that are locked, newer, damaged, or whose working copy cannot be written.
#include <QFile>
#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/ui/logic/project/project_fixture.h"
#endif

using namespace quotaboard;

namespace {

bool execute(const QString& path, const std::string& sql)
{
    Result<Database> database = Database::open(fromQt(path), Database::Mode::ReadWrite);
    return database.ok() && database.value().execute(sql).ok();
}

/// A project at `path` with one edit in it.
bool makeProject(const ProjectFixture& f, const QString& path)
{
    return f.makeNew() && f.setLimit(7) && f.saveAs(path);
}

} // namespace

class TestProjectTrouble : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSecondSessionIsToldWhoHasItAndMayRead();
    void whatWasEditedWhileReadingIsInTheCopy();
    void aNewerVersionOpensForReadingAndSaysWhatItDoesNotKnow();
    void aDamagedFileIsOfferedForSalvage();
    void aFileThatIsNoProjectLeavesTheOpenOneAlone();
    void editsThatCannotBePutAreToldOnceAndPutLater();
    void savingWhereOneCannotKeepsTheFile();
};

void TestProjectTrouble::aSecondSessionIsToldWhoHasItAndMayRead()
{
    ProjectFixture f;
    const QString path = f.file("plan.qboard");
    QVERIFY(makeProject(f, path));
    ScenarioDocument other;
    ProjectSession second(other, f.state());
    connect(&second, &ProjectSession::ready, &second, &ProjectSession::enter);
    QSignalSpy locked(&second, &ProjectSession::lockedByOther);
    second.open(path);
    QVERIFY(locked.wait());
    QCOMPARE(locked.front().at(0).toString(), path);
    QSignalSpy opened(&second, &ProjectSession::opened);
    second.open(path, true);
    QVERIFY(opened.wait());
    QVERIFY(second.isReadOnly());
    QCOMPARE(other.value().shares.front().limits.front().maxCapacity, 7);
}

void TestProjectTrouble::whatWasEditedWhileReadingIsInTheCopy()
{
    ProjectFixture f;
    QVERIFY(makeProject(f, f.file("plan.qboard")));
    f.restart();
    QVERIFY(f.open(f.file("plan.qboard"), true));
    QVERIFY(f.setLimit(5));
    QTest::qWait(700);
    QVERIFY(f.document->isModified());
    QSignalSpy failed(f.session.get(), &ProjectSession::failed);
    f.session->save();
    QVERIFY(failed.wait());
    QCOMPARE(failed.front().at(2).value<Error>().code, ErrorCode::ReadOnlyProject);
    QVERIFY(f.document->isModified());
    QVERIFY(f.saveAs(f.file("copy.qboard")));
    QVERIFY(!f.session->isReadOnly());
    QVERIFY(!f.document->isModified());
    f.restart();
    QVERIFY(f.open(f.file("copy.qboard")));
    QCOMPARE(f.limit(), 5);
    QVERIFY(f.open(f.file("plan.qboard")));
    QCOMPARE(f.limit(), 7);
}

void TestProjectTrouble::aNewerVersionOpensForReadingAndSaysWhatItDoesNotKnow()
{
    ProjectFixture f;
    const QString path = f.file("plan.qboard");
    QVERIFY(makeProject(f, path));
    f.restart();
    QVERIFY(execute(path, "PRAGMA user_version=99; CREATE TABLE forecast (id INTEGER PRIMARY KEY)"));
    QVERIFY(f.open(path));
    QVERIFY(f.session->isReadOnly());
    QCOMPARE(f.session->facts().findings.newerVersion, 99);
    QCOMPARE(f.session->facts().findings.unknownParts, std::vector<std::string>{"forecast"});
    QCOMPARE(f.limit(), 7);
}

void TestProjectTrouble::aDamagedFileIsOfferedForSalvage()
{
    ProjectFixture f;
    const QString path = f.file("plan.qboard");
    QVERIFY(makeProject(f, path));
    f.restart();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.resize(file.size() - 100));
    file.close();
    QSignalSpy damaged(f.session.get(), &ProjectSession::damaged);
    f.session->open(path);
    QVERIFY(damaged.wait());
    QSignalSpy salvaged(f.session.get(), &ProjectSession::salvaged);
    f.session->salvage(path);
    QVERIFY(f.waitForOpened());
    QCOMPARE(salvaged.count(), 1);
    QCOMPARE(salvaged.front().at(1).value<SalvageReport>().scenarios.size(), std::size_t{1});
    QCOMPARE(f.limit(), 7);
    // It is a new project: the damaged file stays as it is.
    QVERIFY(f.session->path().isEmpty());
}

void TestProjectTrouble::aFileThatIsNoProjectLeavesTheOpenOneAlone()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QFile file(f.file("other.qboard"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no database at all");
    file.close();
    QSignalSpy failed(f.session.get(), &ProjectSession::failed);
    f.session->open(file.fileName());
    QVERIFY(failed.wait());
    QVERIFY(f.session->isOpen());
    QVERIFY(f.setLimit(7));
    QTRY_COMPARE_WITH_TIMEOUT(f.recorded().size(), std::size_t{1}, 2'000);
}

void TestProjectTrouble::editsThatCannotBePutAreToldOnceAndPutLater()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    const std::string copy = workingCopyIn(workingFolders(fromQt(f.state())).front());
    QSignalSpy failed(f.session.get(), &ProjectSession::recordingFailed);
    QSignalSpy resumed(f.session.get(), &ProjectSession::recordingResumed);
    {
        Result<Database> blocking = Database::open(copy, Database::Mode::ReadWrite);
        QVERIFY(blocking.ok());
        QVERIFY(blocking.value().execute("BEGIN IMMEDIATE").ok());
        QVERIFY(f.setLimit(7));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20'000);
        QVERIFY(f.setLimit(6));
        f.session->flush();
        QTest::qWait(300);
        QVERIFY(f.document->isModified());
    }
    QTRY_COMPARE_WITH_TIMEOUT(resumed.count(), 1, 30'000);
    QCOMPARE(failed.count(), 1);
    const std::vector<ChangeRow> rows = f.recorded();
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].what.newValue, std::string("7"));
    QCOMPARE(rows[1].what.newValue, std::string("6"));
}

void TestProjectTrouble::savingWhereOneCannotKeepsTheFile()
{
    ProjectFixture f;
    QVERIFY(makeProject(f, f.file("plan.qboard")));
    QVERIFY(f.setLimit(5));
    QSignalSpy failed(f.session.get(), &ProjectSession::failed);
    f.session->saveAs(f.file("none/plan.qboard"));
    QVERIFY(failed.wait());
    QCOMPARE(failed.front().at(0).value<ProjectSession::Task>(), ProjectSession::Task::Save);
    QCOMPARE(f.session->path(), f.file("plan.qboard"));
    QVERIFY(f.document->isModified());
    QVERIFY(f.save());
}

QTEST_MAIN(TestProjectTrouble)
#include "tst_project_trouble.moc"
