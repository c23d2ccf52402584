// SPDX-License-Identifier: Apache-2.0
// The breakpoints of the document as a table, and the edits that change them.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/breakpoint_model.h"
#include "ui/logic/playback/breakpoint_edits.h"
#include "ui/logic/playback/playback.h"
#endif

using namespace quotaboard;

namespace {

struct Fixture {
    Fixture()
    {
        Result<ScenarioFile> file = readScenarioFile(
            std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/two-teams-3-lending-checkpoints.scenario.json");
        if (!file)
            qFatal("sample refused");
        document.open(std::move(file.value()), {});
    }

    void add(const Breakpoint& point) { QVERIFY(document.apply(addBreakpointEdit(document.value(), point)).ok()); }

    ScenarioDocument document;
    Playback playback{document};
    BreakpointModel model{document, playback};
};

} // namespace

class TestBreakpointModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsWhatTheFileHas();
    void everyEditIsOneUndoStepAndMakesNoRun();
    void tickingSwitchesOff();
    void hitsAreCounted();
    void severalAreDeletedAtOnce();
    void isAModel();
};

void TestBreakpointModel::listsWhatTheFileHas()
{
    Fixture fixture;
    QCOMPARE(fixture.model.rowCount(), 1);
    QCOMPARE(fixture.model.index(0, BreakpointModel::Kind).data().toString(), QString("Time"));
    QVERIFY(fixture.model.index(0, BreakpointModel::Name).data().toString().contains("owner returns"));
    QCOMPARE(fixture.model.index(0, BreakpointModel::Hits).data().toString(), QString("0"));
    fixture.add(Breakpoint::atWait("research", 2 * kMsPerHour));
    QCOMPARE(fixture.model.index(1, BreakpointModel::Kind).data().toString(), QString("Wait"));
    QCOMPARE(fixture.model.index(1, BreakpointModel::Condition).data().toString(),
        QString("Wait in research longer than 2 h"));
}

void TestBreakpointModel::everyEditIsOneUndoStepAndMakesNoRun()
{
    Fixture fixture;
    QVERIFY(QTest::qWaitFor([&] { return fixture.playback.result() != nullptr; }, 20'000));
    const QSignalSpy changed(&fixture.document, &ScenarioDocument::changed);
    const auto before = fixture.document.extras().breakpoints;
    fixture.add(Breakpoint::atPreemption("research"));
    QCOMPARE(fixture.document.undoStack().count(), 1);
    QVERIFY(fixture.document.undoStack().text(0).startsWith("Add breakpoint"));
    QVERIFY(fixture.document.isModified());
    Breakpoint named = fixture.document.extras().breakpoints[1];
    named.name = "mine";
    QVERIFY(fixture.document.apply(changeBreakpointEdit(fixture.document.value(), 1, named)).ok());
    QCOMPARE(fixture.model.index(1, BreakpointModel::Name).data().toString(), QString("mine"));
    fixture.document.undoStack().undo();
    fixture.document.undoStack().undo();
    QVERIFY(fixture.document.extras().breakpoints == before);
    QCOMPARE(changed.count(), 0);
    QVERIFY(!fixture.playback.isComputing());
}

void TestBreakpointModel::tickingSwitchesOff()
{
    Fixture fixture;
    const QModelIndex first = fixture.model.index(0, BreakpointModel::Kind);
    QCOMPARE(first.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QVERIFY(fixture.model.setData(first, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!fixture.document.extras().breakpoints.front().isEnabled);
    QCOMPARE(first.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    // It plays past it.
    QVERIFY(QTest::qWaitFor([&] { return fixture.playback.result() != nullptr; }, 20'000));
    QSignalSpy paused(&fixture.playback, &Playback::paused);
    fixture.playback.setSpeed(Playback::kMaxSpeed);
    fixture.playback.play();
    QVERIFY(paused.wait(20'000));
    QCOMPARE(fixture.playback.now(), fixture.playback.end());
    fixture.document.undoStack().undo();
    QVERIFY(fixture.document.extras().breakpoints.front().isEnabled);
}

void TestBreakpointModel::hitsAreCounted()
{
    Fixture fixture;
    QVERIFY(QTest::qWaitFor([&] { return fixture.playback.result() != nullptr; }, 20'000));
    QSignalSpy paused(&fixture.playback, &Playback::paused);
    fixture.playback.setSpeed(Playback::kMaxSpeed);
    for (int i = 1; i <= 2; ++i) {
        fixture.playback.toStart();
        fixture.playback.play();
        QVERIFY(paused.wait(20'000));
        QCOMPARE(fixture.model.index(0, BreakpointModel::Hits).data().toString(), QString::number(i));
    }
    // Another name is the same breakpoint; another condition is another one.
    Breakpoint point = fixture.document.extras().breakpoints.front();
    point.name = "renamed";
    QVERIFY(fixture.document.apply(changeBreakpointEdit(fixture.document.value(), 0, point)).ok());
    QCOMPARE(fixture.model.index(0, BreakpointModel::Hits).data().toString(), QString("2"));
    point.at += 1;
    QVERIFY(fixture.document.apply(changeBreakpointEdit(fixture.document.value(), 0, point)).ok());
    QCOMPARE(fixture.model.index(0, BreakpointModel::Hits).data().toString(), QString("0"));
}

void TestBreakpointModel::severalAreDeletedAtOnce()
{
    Fixture fixture;
    fixture.add(Breakpoint::atPreemption());
    fixture.add(Breakpoint::atQueueEmpty("research"));
    const auto three = fixture.document.extras().breakpoints;
    QVERIFY(fixture.document.apply(removeBreakpointsEdit(fixture.document.value(), three, {0, 2})).ok());
    QCOMPARE(fixture.document.extras().breakpoints, (std::vector<Breakpoint>{Breakpoint::atPreemption()}));
    fixture.document.undoStack().undo();
    QCOMPARE(fixture.document.extras().breakpoints, three);
}

void TestBreakpointModel::isAModel()
{
    Fixture fixture;
    const QAbstractItemModelTester tester(&fixture.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    fixture.add(Breakpoint::atPreemption());
    fixture.document.undoStack().undo();
    fixture.document.close();
    QCOMPARE(fixture.model.rowCount(), 0);
}

QTEST_MAIN(TestBreakpointModel)
#include "tst_breakpoint_model.moc"
