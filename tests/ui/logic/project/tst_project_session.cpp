// SPDX-License-Identifier: Apache-2.0
// The open project: what is edited is in the working copy soon, in order and in the change record; nothing is lost.
#include <QDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/ui/logic/project/project_fixture.h"
#include "ui/logic/project/state_folder.h"
#endif

using namespace quotaboard;

class TestProjectSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsReachTheWorkingCopyWithinTwoSeconds();
    void editUndoAndRedoAreRowsInOrder();
    void stepsThatMergeAreOneRow();
    void aTimedEditHasItsSimulationTime();
    void savedAndOpenedAgain();
    void modifiedUntilSaved();
    void switchingFlushesFirst();
    void editsMadeWhileSwitchingStayWithTheirScenario();
    void scenariosAreAddedRenamedMovedAndRemoved();
    void aTakenNameIsRefused();
    void aFullQueueIsWorkedOffAtShutdown();
    void anotherDocumentClosesTheProjectAndKeepsItsEdits();
    void discardedEditsAreNotOfferedAgain();
    void theDocumentBecomesAProjectAndKeepsItsHistory();
    void shutdownWhileOpening();
    void stateFolderIgnoresRelativeValues();
};

void TestProjectSession::editsReachTheWorkingCopyWithinTwoSeconds()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.setLimit(7));
    QTRY_COMPARE_WITH_TIMEOUT(f.recorded().size(), std::size_t{1}, 2'000);
    QCOMPARE(f.recorded().front().what.newValue, std::string("7"));
    QCOMPARE(f.recorded().front().actor, userName());
}

void TestProjectSession::editUndoAndRedoAreRowsInOrder()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    const int before = f.limit();
    QVERIFY(f.setLimit(7));
    f.document->undoStack().undo();
    f.document->undoStack().redo();
    QVERIFY(f.setLimit(6));
    QTRY_COMPARE_WITH_TIMEOUT(f.recorded().size(), std::size_t{4}, 2'000);
    const std::vector<ChangeRow> rows = f.recorded();
    const std::string old = std::to_string(before);
    const auto isRow = [&rows](std::size_t at, ChangeKind kind, const std::string& from, const std::string& to) {
        return rows[at].kind == kind && rows[at].what.oldValue == from && rows[at].what.newValue == to;
    };
    QVERIFY(isRow(0, ChangeKind::Edit, old, "7"));
    QVERIFY(isRow(1, ChangeKind::Undo, "7", old));
    QVERIFY(isRow(2, ChangeKind::Redo, old, "7"));
    QVERIFY(isRow(3, ChangeKind::Edit, "7", "6"));
}

void TestProjectSession::stepsThatMergeAreOneRow()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    const std::string before = std::to_string(f.limit());
    for (int limit = 5; limit < 9; ++limit)
        QVERIFY(f.setLimit(limit, "drag"));
    QVERIFY(f.setLimit(2));
    QTRY_COMPARE_WITH_TIMEOUT(f.recorded().size(), std::size_t{2}, 2'000);
    QCOMPARE(f.recorded()[0].what.oldValue, before);
    QCOMPARE(f.recorded()[0].what.newValue, std::string("8"));
    QCOMPARE(f.recorded()[1].what.newValue, std::string("2"));
}

void TestProjectSession::aTimedEditHasItsSimulationTime()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    constexpr TimeMs kHour = 3'600'000;
    QVERIFY(
        f.document->apply(shareLimitEdit(f.document->value(), EditTime::from(kHour), ShareIndex(0), UnitIndex(0), 6))
            .ok());
    QTRY_COMPARE_WITH_TIMEOUT(f.recorded().size(), std::size_t{1}, 2'000);
    QCOMPARE(f.recorded().front().what.at, std::optional<TimeMs>(kHour));
}

void TestProjectSession::savedAndOpenedAgain()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.setLimit(7));
    QVERIFY(f.saveAs(f.file("plan.qboard")));
    QCOMPARE(f.document->path(), f.file("plan.qboard"));
    f.restart();
    QVERIFY(f.left().empty());
    QVERIFY(f.open(f.file("plan.qboard")));
    QCOMPARE(f.limit(), 7);
    QVERIFY(!f.document->isModified());
    QCOMPARE(f.recorded().size(), std::size_t{1});
}

void TestProjectSession::modifiedUntilSaved()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.saveAs(f.file("plan.qboard")));
    QVERIFY(!f.document->isModified());
    QVERIFY(f.setLimit(7));
    QVERIFY(f.document->isModified());
    QVERIFY(f.save());
    QTRY_VERIFY(!f.document->isModified());
    // The record keeps the undo, so the file wants it too.
    f.document->undoStack().undo();
    QVERIFY(f.document->isModified());
    QVERIFY(f.save());
    f.session->duplicateScenario(f.session->active(), "copy");
    QTRY_VERIFY(f.document->isModified());
}

void TestProjectSession::switchingFlushesFirst()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    const ScenarioId first = f.session->active();
    f.session->duplicateScenario(first, "second");
    QTRY_VERIFY(f.session->active() != first);
    QVERIFY(f.setLimit(7));
    QVERIFY(f.switchTo(first));
    QVERIFY(f.limit() != 7);
    QVERIFY(!f.document->undoStack().canUndo());
    QVERIFY(f.switchTo(f.session->scenarios().back().id));
    QCOMPARE(f.limit(), 7);
    QCOMPARE(f.document->displayName(), QString("second"));
    QCOMPARE(f.recorded().back().scenario, std::string("second"));
}

void TestProjectSession::editsMadeWhileSwitchingStayWithTheirScenario()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    const ScenarioId first = f.session->active();
    f.session->duplicateScenario(first, "second");
    QTRY_VERIFY(f.session->active() != first);
    const ScenarioId second = f.session->active();
    f.session->switchTo(first);
    QVERIFY(f.setLimit(7));
    QTRY_COMPARE(f.session->active(), first);
    QVERIFY(f.limit() != 7);
    QVERIFY(f.switchTo(second));
    QCOMPARE(f.limit(), 7);
}

void TestProjectSession::scenariosAreAddedRenamedMovedAndRemoved()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    const ScenarioId first = f.session->active();
    f.session->renameScenario(first, "today");
    QTRY_COMPARE(f.names(), QStringList{"today"});
    QCOMPARE(f.document->displayName(), QString("today"));
    f.session->addScenario("blank", ScenarioDocument::blankFile());
    QVERIFY(f.waitForScenarios(2));
    QTRY_VERIFY(f.session->active() != first);
    f.session->setBaseline(first);
    f.session->moveScenario(first, 1);
    QTRY_COMPARE(f.names(), (QStringList{"blank", "today"}));
    QVERIFY(f.session->entryOf(first)->isBaseline);
    QCOMPARE(f.session->uniqueName("blank"), QString("blank (2)"));
    // The one that is shown is removed while it has edits on their way.
    QVERIFY(f.setLimit(7));
    f.session->removeScenario(f.session->active());
    QVERIFY(f.setLimit(6));
    QTRY_COMPARE(f.names(), QStringList{"today"});
    QTRY_COMPARE(f.session->active(), first);
    QVERIFY(f.limit() != 7 && f.limit() != 6);
    // The last one stays.
    f.session->removeScenario(first);
    QTest::qWait(100);
    QCOMPARE(f.names(), QStringList{"today"});
    QVERIFY(f.setLimit(3));
    QTRY_COMPARE_WITH_TIMEOUT(f.recorded().back().what.newValue, std::string("3"), 2'000);
}

void TestProjectSession::aTakenNameIsRefused()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QSignalSpy failed(f.session.get(), &ProjectSession::failed);
    f.session->duplicateScenario(f.session->active(), f.names().front());
    QVERIFY(failed.wait());
    QCOMPARE(failed.front().at(0).value<ProjectSession::Task>(), ProjectSession::Task::Change);
    QCOMPARE(f.session->scenarios().size(), std::size_t{1});
}

void TestProjectSession::aFullQueueIsWorkedOffAtShutdown()
{
    constexpr int kEdits = 200;
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.saveAs(f.file("plan.qboard")));
    for (int i = 0; i < kEdits; ++i) {
        QVERIFY(f.setLimit(i % 2 == 0 ? 7 : 3));
        f.session->flush();
    }
    QVERIFY(f.setLimit(5));
    f.restart();
    const std::vector<RecoveredProject> left = f.left();
    QCOMPARE(left.size(), std::size_t{1});
    QCOMPARE(toQt(left.front().path), f.file("plan.qboard"));
    QVERIFY(left.front().unsavedEdits > 0);
    f.session->openRecovered(left.front());
    QVERIFY(f.waitForOpened());
    QCOMPARE(f.limit(), 5);
    QVERIFY(f.document->isModified());
    QCOMPARE(f.recorded().size(), std::size_t{kEdits + 1});
    QVERIFY(f.save());
    f.restart();
    QVERIFY(f.left().empty());
}

void TestProjectSession::anotherDocumentClosesTheProjectAndKeepsItsEdits()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.saveAs(f.file("plan.qboard")));
    QVERIFY(f.setLimit(7));
    QSignalSpy closed(f.session.get(), &ProjectSession::closed);
    f.document->openBlank();
    QCOMPARE(closed.count(), 1);
    QVERIFY(!f.session->isOpen());
    QVERIFY(!f.document->isModified());
    QTRY_COMPARE(f.left().size(), std::size_t{1});
    // Edits of the other document are not the project's.
    QVERIFY(f.setLimit(2));
    QTest::qWait(700);
    QCOMPARE(f.left().front().unsavedEdits, std::int64_t{1});
}

void TestProjectSession::discardedEditsAreNotOfferedAgain()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.setLimit(7));
    f.session->discardEdits();
    f.document->close();
    f.restart();
    QVERIFY(f.left().empty());
    // An edit after that is wanted.
    QVERIFY(f.makeNew());
    f.session->discardEdits();
    QVERIFY(f.setLimit(7));
    f.restart();
    QCOMPARE(f.left().size(), std::size_t{1});
}

void TestProjectSession::theDocumentBecomesAProjectAndKeepsItsHistory()
{
    ProjectFixture f;
    f.document->openBlank();
    QVERIFY(f.setLimit(7));
    f.session->newProjectOfDocument(f.file("plan.qboard"));
    // While it is written the user goes on.
    QVERIFY(f.setLimit(6));
    QVERIFY(f.waitForOpened());
    QCOMPARE(f.limit(), 6);
    QVERIFY(f.document->undoStack().canUndo());
    QVERIFY(f.document->isModified());
    QVERIFY(f.save());
    QTRY_VERIFY(!f.document->isModified());
    f.restart();
    QVERIFY(f.open(f.file("plan.qboard")));
    QCOMPARE(f.limit(), 6);
}

void TestProjectSession::shutdownWhileOpening()
{
    ProjectFixture f;
    QVERIFY(f.makeNew());
    QVERIFY(f.saveAs(f.file("plan.qboard")));
    f.restart();
    f.session->open(f.file("plan.qboard"));
    f.restart();
    f.session->newProject();
    f.session->newProject();
    f.restart();
    QVERIFY(workingFolders(fromQt(f.state())).empty());
    QVERIFY(f.open(f.file("plan.qboard")));
}

void TestProjectSession::stateFolderIgnoresRelativeValues()
{
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", "/some/where");
    QCOMPARE(stateFolder(), QString("/some/where/quotaboard"));
    for (const char* value : {"some/where", ""}) {
        qputenv("XDG_STATE_HOME", value);
        QCOMPARE(stateFolder(), QDir::homePath() + "/.local/state/quotaboard");
    }
    if (before.isNull())
        qunsetenv("XDG_STATE_HOME");
    else
        qputenv("XDG_STATE_HOME", before);
}

QTEST_MAIN(TestProjectSession)
#include "tst_project_session.moc"
