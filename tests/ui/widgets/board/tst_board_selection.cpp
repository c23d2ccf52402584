// SPDX-License-Identifier: Apache-2.0
// Several jobs selected at once, by rubber band, keys and the ticks of the list, and what can be done to them.
#include "tests/ui/widgets/board/board_fixture.h"

#include "ui/widgets/board/board_selection.h"

#include <QInputDialog>

#include <algorithm>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kLater = 30 * kMsPerMinute;

std::vector<JobIndex> sorted(std::vector<JobIndex> jobs)
{
    std::sort(jobs.begin(), jobs.end());
    return jobs;
}

} // namespace

class TestBoardSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rubberBandSelectsChips();
    void escapeGivesBackWhatWasSelected();
    void controlClickAndShiftClick();
    void shiftArrowsExtend();
    void controlSpaceAndControlA();
    void plainKeysAndClicksLetGo();
    void moveSeveralByMouse();
    void moveSeveralByKeyboard();
    void runningOnesStay();
    void prioritiesInOneStep();
    void endSeveral();
    void deleteAtTheStart();
    void deleteOneByKey();
    void selectionIsTold();
    void ticksOfTheList();
    void selectionFollowsItsJobs();
};

void TestBoardSelection::rubberBandSelectsChips()
{
    BoardFixture board(kLater);
    const QRectF lane = board.rect(board.lanePart("beta"));
    const QRectF first = board.rect(board.waiting("J4"));
    // From below the queue, where the lane is empty, over all of its chips.
    const QRectF queue = board.view().boardLayout().lane(board.share("beta"))->queue;
    const QPointF from(queue.right(), lane.bottom() - 3);
    QCOMPARE(partAt(board.view().boardLayout(), from).kind, Kind::Lane);
    const QPointF to(first.left() + 2, first.top() + 2);
    board.drag(from, to);
    const BoardSelection& selection = board.page->jobSelection();
    QCOMPARE(sorted(selection.jobs()), (std::vector{board.job("J4"), board.job("J5"), board.job("J6")}));
    QVERIFY(selection.contains(board.view().current().job));
    QVERIFY(board.isUntouched());
    board.picture("selection");
    // It is seen, and not by colour alone: the picture is another one.
    const QImage with = board.view().viewport()->grab().toImage();
    board.page->jobSelection().clear();
    QVERIFY(with != board.view().viewport()->grab().toImage());
}

void TestBoardSelection::escapeGivesBackWhatWasSelected()
{
    BoardFixture board(kLater);
    board.page->jobSelection().set({board.job("J5"), board.job("J6")});
    const QRectF lane = board.rect(board.lanePart("beta"));
    const QRectF first = board.rect(board.waiting("J4"));
    const QPointF from(first.right(), lane.bottom() - 3);
    QTest::mousePress(board.view().viewport(), Qt::LeftButton, Qt::ControlModifier, board.at(from));
    board.moveTo(first.center());
    QCOMPARE(board.page->jobSelection().jobs().size(), std::size_t{3});
    board.key(Qt::Key_Escape);
    board.release(first.center());
    QCOMPARE(board.page->jobSelection().jobs(), (std::vector{board.job("J5"), board.job("J6")}));
    QVERIFY(board.isUntouched());
    // Another Esc lets go of them, one more of the focus.
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_Escape);
    QVERIFY(board.page->jobSelection().isEmpty());
    QCOMPARE(board.view().current(), board.waiting("J5"));
}

void TestBoardSelection::controlClickAndShiftClick()
{
    BoardFixture board(kLater);
    const auto click = [&](const char* id, Qt::KeyboardModifiers modifiers) {
        QTest::mouseClick(
            board.view().viewport(), Qt::LeftButton, modifiers, board.at(board.rect(board.waiting(id)).center()));
    };
    const BoardSelection& selection = board.page->jobSelection();
    click("J4", {});
    QVERIFY(selection.isEmpty());
    click("J6", Qt::ControlModifier);
    QCOMPARE(selection.jobs(), (std::vector{board.job("J4"), board.job("J6")}));
    click("J4", Qt::ControlModifier);
    QCOMPARE(selection.jobs(), std::vector{board.job("J6")});
    click("J4", {});
    QVERIFY(selection.isEmpty());
    click("J6", Qt::ShiftModifier);
    QCOMPARE(sorted(selection.jobs()), (std::vector{board.job("J4"), board.job("J5"), board.job("J6")}));
    // A plain click on one of them means that one.
    click("J5", {});
    QVERIFY(selection.isEmpty());
    QCOMPARE(board.view().current(), board.waiting("J5"));
}

void TestBoardSelection::shiftArrowsExtend()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Right, Qt::ShiftModifier);
    board.key(Qt::Key_Right, Qt::ShiftModifier);
    const BoardSelection& selection = board.page->jobSelection();
    QCOMPARE(selection.jobs(), (std::vector{board.job("J4"), board.job("J5"), board.job("J6")}));
    QCOMPARE(board.view().current(), board.waiting("J6"));
    board.key(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(selection.jobs(), (std::vector{board.job("J4"), board.job("J5")}));
    // Back over where it began, the other way.
    board.key(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(selection.jobs(), std::vector{board.job("J4")});
    board.key(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(selection.jobs().size(), std::size_t{2});
    QVERIFY(selection.contains(board.job("J3")));
}

void TestBoardSelection::controlSpaceAndControlA()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Space, Qt::ControlModifier);
    board.key(Qt::Key_Right, Qt::ControlModifier);
    const BoardSelection& selection = board.page->jobSelection();
    QCOMPARE(board.view().current(), board.waiting("J5"));
    QCOMPARE(selection.jobs(), std::vector{board.job("J4")});
    board.key(Qt::Key_Space, Qt::ControlModifier);
    QCOMPARE(selection.jobs(), (std::vector{board.job("J4"), board.job("J5")}));
    board.key(Qt::Key_Space, Qt::ControlModifier);
    QCOMPARE(selection.jobs(), std::vector{board.job("J4")});
    board.key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(selection.jobs().size(), std::size_t{6});
}

void TestBoardSelection::plainKeysAndClicksLetGo()
{
    BoardFixture board(kLater);
    const BoardSelection& selection = board.page->jobSelection();
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_A, Qt::ControlModifier);
    QVERIFY(!selection.isEmpty());
    board.key(Qt::Key_Right);
    QVERIFY(selection.isEmpty());
    board.key(Qt::Key_A, Qt::ControlModifier);
    const QPoint alpha = board.at(board.rect(board.lanePart("alpha")).center() + QPointF(200, 0));
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, alpha);
    QVERIFY(selection.isEmpty());
}

void TestBoardSelection::moveSeveralByMouse()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J5"));
    board.page->jobSelection().set({board.job("J5"), board.job("J6")});
    const QPointF from = board.rect(board.waiting("J5")).center();
    const QPointF to = board.rect(board.lanePart("alpha")).center();
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QCOMPARE(board.badge, QString("Move 2 jobs to alpha"));
    QVERIFY(board.isUntouched());
    QCOMPARE(board.page->jobSelection().jobs().size(), std::size_t{2});
    board.drag(from, to);
    QCOMPARE(board.document.undoStack().count(), 1);
    QCOMPARE(board.undoText(), QString("Move 2 jobs to alpha"));
    QCOMPARE(board.message, QString("Move 2 jobs to alpha"));
    QCOMPARE(board.value().interventions.size(), std::size_t{2});
    for (const Intervention& intervention : board.value().interventions)
        QCOMPARE(std::get<MoveServiceJob>(intervention.edit).share, board.share("alpha"));
    board.document.undoStack().undo();
    QVERIFY(board.value().interventions.empty());
}

void TestBoardSelection::moveSeveralByKeyboard()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_Right, Qt::ShiftModifier);
    board.key(Qt::Key_M);
    QVERIFY(BoardFixture::chooseFirst());
    QCOMPARE(board.undoText(), QString("Move 2 jobs to alpha"));
    board.document.undoStack().undo();
    board.settle();
    board.page->jobSelection().set({board.job("J4"), board.job("J6")});
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY2(board.message.startsWith("2 jobs are cut"), qPrintable(board.message));
    board.key(Qt::Key_Escape);
    board.view().setCurrent(board.lanePart("gamma"));
    board.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(board.undoText(), QString("Move 2 jobs to gamma"));
}

void TestBoardSelection::runningOnesStay()
{
    BoardFixture board(kLater);
    board.page->jobSelection().set({board.job("J1"), board.job("J5")});
    const Proposal move
        = board.page->boardActions().proposeMoves(board.page->jobSelection().jobs(), board.share("alpha"));
    QVERIFY(!move.isPossible());
    QVERIFY2(move.refusal.startsWith("1 of them is running"), qPrintable(move.refusal));
    QVERIFY(board.isUntouched());
}

void TestBoardSelection::prioritiesInOneStep()
{
    BoardFixture board(kLater);
    board.page->jobSelection().set({board.job("J4"), board.job("J5")});
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(board.document.undoStack().count(), 1);
    QCOMPARE(board.undoText(), QString("Priority of 2 jobs +100"));
    QCOMPARE(std::get<UpdateServiceJob>(board.value().interventions.at(0).edit).priority, 600);
    QCOMPARE(std::get<UpdateServiceJob>(board.value().interventions.at(1).edit).priority, 500);
    board.settle();
    // They are still selected, and a number can be given to all of them.
    QCOMPARE(board.page->jobSelection().jobs().size(), std::size_t{2});
    board.key(Qt::Key_Return);
    auto* dialog = board.view().findChild<QInputDialog*>("boardNumber");
    QVERIFY(dialog != nullptr);
    dialog->setIntValue(42);
    dialog->accept();
    QCOMPARE(board.undoText(), QString("Priority of 2 jobs: 42"));
    board.settle();
    for (const WaitingJob& job : board.view().content().lane(board.share("beta"))->waiting)
        QCOMPARE(job.priority, job.job == board.job("J6") ? 300 : 42);
}

void TestBoardSelection::endSeveral()
{
    BoardFixture board(kLater);
    board.page->jobSelection().set({board.job("J1"), board.job("J5")});
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_Delete);
    QCOMPARE(board.document.undoStack().count(), 1);
    QCOMPARE(board.undoText(), QString("Terminate 2 jobs"));
    QCOMPARE(board.value().interventions.size(), std::size_t{2});
    for (const Intervention& intervention : board.value().interventions)
        QVERIFY(std::holds_alternative<TerminateServiceJob>(intervention.edit));
    board.settle();
    board.playback.seek(kLater + 1);
    // They are no longer on the board, and so not selected.
    QVERIFY(board.page->jobSelection().isEmpty());
}

void TestBoardSelection::deleteAtTheStart()
{
    BoardFixture board(0);
    board.page->jobSelection().set({board.job("J4"), board.job("J6")});
    const Proposal remove = board.page->boardActions().proposeEnds({board.job("J4"), board.job("J6")});
    QCOMPARE(remove.text, QString("Delete 2 jobs"));
    QVERIFY(board.page->boardActions().commit(remove));
    QCOMPARE(board.value().jobs.size(), std::size_t{4});
    QVERIFY(!board.value().jobs.find("J4").isValid() && board.value().jobs.find("J5").isValid());
    board.document.undoStack().undo();
    QCOMPARE(board.document.scenario(), board.before);
}

void TestBoardSelection::deleteOneByKey()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_Delete);
    QVERIFY2(board.undoText().startsWith("Terminate J5"), qPrintable(board.undoText()));
}

void TestBoardSelection::selectionIsTold()
{
    BoardFixture board(kLater);
    QSignalSpy spy(board.page.get(), &BoardPage::selectionChanged);
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(spy.last().first().value<Selection>(), Selection::ofJobs({board.job("J4"), board.job("J5")}));
    board.key(Qt::Key_Escape);
    QCOMPARE(spy.last().first().value<Selection>(), Selection::ofJob(board.job("J5"), board.share("beta")));
    // What is selected from outside is one thing.
    board.key(Qt::Key_A, Qt::ControlModifier);
    board.page->select(Selection::ofShare(board.share("gamma")));
    QVERIFY(board.page->jobSelection().isEmpty());
    QCOMPARE(spy.last().first().value<Selection>(), Selection::ofShare(board.share("gamma")));
}

void TestBoardSelection::ticksOfTheList()
{
    BoardFixture board(kLater);
    board.page->setListView(true);
    BoardList& list = board.page->list();
    list.expandAll();
    list.setCurrent(board.waiting("J4"));
    QAbstractItemModel* model = list.model();
    const QModelIndex row = list.treeModel().indexOf(board.waiting("J4"));
    QVERIFY(model->flags(row).testFlag(Qt::ItemIsUserCheckable));
    QVERIFY(!model->flags(list.treeModel().indexOf(board.lanePart("beta"))).testFlag(Qt::ItemIsUserCheckable));
    QCOMPARE(row.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Unchecked);
    QVERIFY(model->setData(row, Qt::Checked, Qt::CheckStateRole));
    const BoardSelection& selection = board.page->jobSelection();
    QCOMPARE(selection.jobs(), std::vector{board.job("J4")});
    QTest::keyClick(&list, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(selection.jobs(), (std::vector{board.job("J4"), board.job("J5")}));
    QTest::keyClick(&list, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(selection.jobs(), std::vector{board.job("J4")});
    list.setCurrent(board.waiting("J6"));
    QTest::keyClick(&list, Qt::Key_Space, Qt::ControlModifier);
    QCOMPARE(selection.jobs(), (std::vector{board.job("J4"), board.job("J6")}));
    const QModelIndex last = list.treeModel().indexOf(board.waiting("J6"));
    QCOMPARE(last.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Checked);
    QTest::keyClick(&list, Qt::Key_Delete);
    QCOMPARE(board.undoText(), QString("Terminate 2 jobs"));
}

void TestBoardSelection::selectionFollowsItsJobs()
{
    BoardFixture board(kLater);
    board.page->jobSelection().set({board.job("J5"), board.job("J6")});
    board.view().setCurrent(board.waiting("J5"));
    // Jobs in front of them are taken out of the list: theirs are other indices now.
    QVERIFY(board.document
                .apply({"take J1 out", {},
                    [job = board.job("J1")](Scenario& scenario) -> Status {
                        std::vector<bool> gone(scenario.jobs.size(), false);
                        gone[job.value()] = true;
                        removeJobs(scenario, gone);
                        return {};
                    }})
                .ok());
    board.settle();
    std::vector<JobIndex> there;
    for (const char* id : {"J5", "J6"}) {
        if (board.view().content().partOf(board.job(id)).isValid())
            there.push_back(board.job(id));
    }
    QVERIFY(!there.empty());
    QCOMPARE(board.page->jobSelection().jobs(), there);
}

QTEST_MAIN(TestBoardSelection)
#include "tst_board_selection.moc"
