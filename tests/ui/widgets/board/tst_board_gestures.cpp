// SPDX-License-Identifier: Apache-2.0
// Every gesture of the board on the real page: by mouse, by keyboard, and given up with Esc.
#include "tests/ui/widgets/board/board_fixture.h"

#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QWheelEvent>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kLater = 30 * kMsPerMinute;

} // namespace

class TestBoardGestures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void capacityByMouse();
    void capacityCountByWheelAndDigits();
    void capacityByKeyboard();
    void lastInstanceStays();
    void limitTickByMouse();
    void limitByKeyboard();
    void borrowTickByMouse();
    void borrowTickFarRightIsUnlimited();
    void borrowByKeyboard();
    void newShareByMouse();
    void newShareByTemplateDrag();
    void newShareByKeyboard();
    void newUnitByKeyboardAndMouse();
    void laneByHandle();
    void laneByKeyboard();
    void deleteShare();
    void deleteShareWithJobsAsks();
    void renameByKeyboardAndMouse();
    void strategyChipAndInShareSwitch();
    void editsTakeEffectWhenTheyShould();
    void outsideReleaseDoesNothing();
    void listViewDoesTheSame();
    void commandsWithoutTheirObjectSaySo();
    void dropIsOfTheMomentOfTheDrop();
    void boardWithoutShares();
};

void TestBoardGestures::capacityByMouse()
{
    BoardFixture board;
    const QRectF idle = board.rect(board.segment("alpha", SegmentKind::Idle));
    // Two and a half instances from the right end: three are cut off.
    const QPointF from(idle.right() - 2.5 * board.ledger("alpha").scale, idle.center().y());
    const QPointF to = board.rect(board.lanePart("gamma")).center();
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY2(board.badge.contains("3"), qPrintable(board.badge));
    QVERIFY(board.isUntouched());
    const QString text
        = moveCapacityEdit(board.value(), {}, board.share("alpha"), board.share("gamma"), board.unit(), 3).text;
    board.drag(from, to);
    QCOMPARE(board.limit("alpha"), 1);
    QCOMPARE(board.limit("gamma"), 5);
    QCOMPARE(board.undoText(), text);
    board.document.undoStack().undo();
    QCOMPARE(board.limit("alpha"), 4);
}

void TestBoardGestures::capacityCountByWheelAndDigits()
{
    BoardFixture board;
    const QRectF idle = board.rect(board.segment("alpha", SegmentKind::Idle));
    const QPointF from(idle.right() - 0.5 * board.ledger("alpha").scale, idle.center().y());
    const QPointF to = board.rect(board.lanePart("beta")).center();
    board.press(from);
    board.moveTo(to);
    QWheelEvent wheel(board.at(to), board.view().viewport()->mapToGlobal(board.at(to)), {}, QPoint(0, 120),
        Qt::LeftButton, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(board.view().viewport(), &wheel);
    QVERIFY(board.view().gestures().picture().ghost.startsWith("2"));
    board.key(Qt::Key_3);
    QVERIFY(board.view().gestures().picture().ghost.startsWith("3"));
    board.release(to);
    QCOMPARE(board.limit("alpha"), 1);
    QCOMPARE(board.limit("beta"), 7);
}

void TestBoardGestures::capacityByKeyboard()
{
    BoardFixture board;
    board.view().setCurrent(board.segment("alpha", SegmentKind::Idle));
    board.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(board.limit("alpha"), 3);
    QCOMPARE(board.limit("beta"), 5);
    board.key(Qt::Key_2);
    board.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(board.limit("alpha"), 1);
    QCOMPARE(board.limit("beta"), 7);
    QCOMPARE(board.document.undoStack().count(), 2);
}

void TestBoardGestures::lastInstanceStays()
{
    BoardFixture board;
    board.view().setCurrent(board.segment("alpha", SegmentKind::Idle));
    board.key(Qt::Key_4);
    board.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(board.isUntouched());
    QVERIFY2(board.message.contains("at least 1"), qPrintable(board.message));
}

void TestBoardGestures::limitTickByMouse()
{
    BoardFixture board;
    const LedgerShape& ledger = board.ledger("alpha");
    const QPointF from(ledger.limitX, ledger.area.center().y());
    const QPointF to(ledger.xOf(6), ledger.area.center().y());
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY2(board.badge.contains("pool left 0"), qPrintable(board.badge));
    QVERIFY(board.isUntouched());
    const QString text = shareLimitEdit(board.value(), {}, board.share("alpha"), board.unit(), 6).text;
    board.drag(from, to);
    QCOMPARE(board.limit("alpha"), 6);
    QCOMPARE(board.undoText(), text);
}

void TestBoardGestures::limitByKeyboard()
{
    BoardFixture board;
    board.view().setCurrent(board.segment("alpha", SegmentKind::Idle));
    board.key(Qt::Key_Plus);
    board.key(Qt::Key_Plus, Qt::ShiftModifier);
    QCOMPARE(board.limit("alpha"), 6);
    // One step: the same edit within two seconds.
    QCOMPARE(board.document.undoStack().count(), 1);
    board.key(Qt::Key_Minus);
    QCOMPARE(board.limit("alpha"), 5);
    board.document.undoStack().undo();
    QCOMPARE(board.limit("alpha"), 4);
}

void TestBoardGestures::borrowTickByMouse()
{
    BoardFixture board;
    const LedgerShape& ledger = board.ledger("beta");
    QVERIFY(ledger.borrowX.has_value());
    const QPointF from(*ledger.borrowX, ledger.area.center().y());
    const QPointF to(ledger.xOf(7), ledger.area.center().y());
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY(board.isUntouched());
    const QString text = borrowLimitEdit(board.value(), {}, board.share("beta"), 75).text;
    board.drag(from, to);
    QCOMPARE(board.policy().share(board.share("beta")).sharing.borrowLimit, 75);
    QCOMPARE(board.undoText(), text);
}

void TestBoardGestures::borrowTickFarRightIsUnlimited()
{
    BoardFixture board;
    const LedgerShape& ledger = board.ledger("beta");
    const double y = ledger.area.center().y();
    board.drag(QPointF(*ledger.borrowX, y), QPointF(ledger.unlimitedX + 10, y));
    QVERIFY(board.policy().share(board.share("beta")).sharing.borrowsWithoutLimit());
}

void TestBoardGestures::borrowByKeyboard()
{
    BoardFixture board;
    board.view().setCurrent(board.segment("beta", SegmentKind::Idle));
    board.key(Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(board.policy().share(board.share("beta")).sharing.borrowLimit, 75);
    board.key(Qt::Key_Minus, Qt::ControlModifier);
    board.key(Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(board.policy().share(board.share("beta")).sharing.borrowLimit, 25);
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY2(board.message.contains("does not borrow"), qPrintable(board.message));
}

void TestBoardGestures::newShareByMouse()
{
    BoardFixture board;
    const QPoint at = board.at(board.view().boardLayout().templates.at(1).center());
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(board.value().shares.size(), std::size_t{4});
    QCOMPARE(board.value().shares.back().sharing.strategy, SharingStrategy::Lend);
    QVERIFY(board.undoText().contains(QString::fromStdString(board.value().shares.back().name)));
    // Its name can be typed at once.
    auto* editor = board.view().findChild<QLineEdit*>("shareName");
    QVERIFY(editor != nullptr && editor->isVisible());
    editor->setText("delta");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(board.value().shares.back().name, std::string("delta"));
}

void TestBoardGestures::newShareByTemplateDrag()
{
    BoardFixture board;
    const QPointF from = board.view().boardLayout().templates.at(0).center();
    const QPointF to = board.rect(board.lanePart("beta")).topLeft() + QPointF(60, -2);
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY(board.isUntouched());
    board.drag(from, to);
    QCOMPARE(board.value().shares.size(), std::size_t{4});
    QCOMPARE(board.policy().order().at(1), board.value().findShare("share-4"));
    QCOMPARE(board.policy().share(board.policy().order().at(1)).sharing.strategy, SharingStrategy::Reserve);
}

void TestBoardGestures::newShareByKeyboard()
{
    BoardFixture board;
    board.key(Qt::Key_Insert);
    QVERIFY(BoardFixture::chooseFirst());
    QCOMPARE(board.value().shares.size(), std::size_t{4});
    QCOMPARE(board.value().shares.back().sharing.strategy, SharingStrategy::Reserve);
}

void TestBoardGestures::newUnitByKeyboardAndMouse()
{
    BoardFixture board;
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_A, Qt::AltModifier);
    QVERIFY(BoardFixture::chooseFirst());
    QCOMPARE(board.policy().limit(board.share("alpha"), board.unit("ml.p5.48xlarge")), 1);
    const QPoint at = board.at(board.rect(board.part(Kind::AddUnit, "beta")).center());
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, at);
    QVERIFY(BoardFixture::chooseFirst());
    QCOMPARE(board.policy().limit(board.share("beta"), board.unit("ml.p5.48xlarge")), 1);
}

void TestBoardGestures::laneByHandle()
{
    BoardFixture board;
    const QPointF from = board.rect(board.part(Kind::Handle, "alpha")).center();
    const QPointF to = board.rect(board.lanePart("gamma")).bottomLeft() + QPointF(20, -2);
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY(board.isUntouched());
    board.drag(from, to);
    QCOMPARE(board.policy().order().back(), board.share("alpha"));
    QVERIFY2(board.undoText().contains("alpha"), qPrintable(board.undoText()));
}

void TestBoardGestures::laneByKeyboard()
{
    BoardFixture board;
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Down, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(board.policy().order().at(1), board.share("alpha"));
    board.key(Qt::Key_Up, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(board.policy().order().at(0), board.share("alpha"));
}

void TestBoardGestures::deleteShare()
{
    BoardFixture board;
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Delete);
    QCOMPARE(board.value().shares.size(), std::size_t{2});
    QVERIFY(board.undoText().contains("alpha"));
}

void TestBoardGestures::deleteShareWithJobsAsks()
{
    BoardFixture board;
    board.view().setCurrent(board.lanePart("beta"));
    board.key(Qt::Key_Delete);
    auto* box = board.view().findChild<QMessageBox*>("confirmDeleteShare");
    QVERIFY(box != nullptr);
    QVERIFY(board.isUntouched());
    box->reject();
    QVERIFY(board.isUntouched());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    board.key(Qt::Key_Delete);
    box = board.view().findChild<QMessageBox*>("confirmDeleteShare");
    QVERIFY(box != nullptr);
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    }
    QCOMPARE(board.value().shares.size(), std::size_t{2});
    QCOMPARE(board.value().jobs.size(), std::size_t{0});
}

void TestBoardGestures::renameByKeyboardAndMouse()
{
    BoardFixture board;
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Return);
    auto* editor = board.view().findChild<QLineEdit*>("shareName");
    QVERIFY(editor != nullptr && editor->isVisible());
    QTest::keyClick(editor, Qt::Key_Escape);
    QVERIFY(!editor->isVisible());
    QVERIFY(board.isUntouched());
    const QPoint at = board.at(board.rect(board.part(Kind::Name, "alpha")).center());
    QTest::mouseDClick(board.view().viewport(), Qt::LeftButton, {}, at);
    QVERIFY(editor->isVisible());
    editor->setText("vision");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(board.value().shares.front().name, std::string("vision"));
    QVERIFY(board.undoText().contains("vision"));
}

void TestBoardGestures::strategyChipAndInShareSwitch()
{
    BoardFixture board;
    const QPoint chip = board.at(board.rect(board.part(Kind::Strategy, "alpha")).center());
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, chip);
    QVERIFY(BoardFixture::chooseFirst());
    QCOMPARE(board.policy().share(board.share("alpha")).sharing.strategy, SharingStrategy::Reserve);
    const QPoint toggle = board.at(board.rect(board.part(Kind::InShare, "alpha")).center());
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, toggle);
    QVERIFY(board.policy().share(board.share("alpha")).inSharePreemption);
}

void TestBoardGestures::editsTakeEffectWhenTheyShould()
{
    BoardFixture board(kLater);
    board.page->setEditFromNow(false);
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Plus);
    QVERIFY(board.value().interventions.empty());
    QCOMPARE(board.value().shares.front().limits.front().maxCapacity, 5);
    board.settle();
    board.page->setEditFromNow(true);
    board.key(Qt::Key_Plus);
    QCOMPARE(board.value().interventions.size(), std::size_t{1});
    QCOMPARE(board.value().interventions.front().at, kLater);
    QCOMPARE(board.limit("alpha"), 6);
}

void TestBoardGestures::outsideReleaseDoesNothing()
{
    BoardFixture board;
    const QRectF idle = board.rect(board.segment("alpha", SegmentKind::Idle));
    board.drag(idle.center(), QPointF(idle.center().x(), board.view().boardLayout().size.height() + 20));
    QVERIFY(board.isUntouched());
}

void TestBoardGestures::listViewDoesTheSame()
{
    BoardFixture board;
    board.page->setListView(true);
    QVERIFY(board.page->isListView());
    BoardList& list = board.page->list();
    list.setCurrent(board.segment("alpha", SegmentKind::Own));
    QTest::keyClick(&list, Qt::Key_Plus);
    QCOMPARE(board.limit("alpha"), 5);
    QTest::keyClick(&list, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(board.limit("alpha"), 4);
    QCOMPARE(board.limit("beta"), 5);
    list.setCurrent(board.lanePart("alpha"));
    QTest::keyClick(&list, Qt::Key_Down, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(board.policy().order().at(1), board.share("alpha"));
    board.page->setListView(false);
    QCOMPARE(board.view().current().share, board.share("alpha"));
}

void TestBoardGestures::commandsWithoutTheirObjectSaySo()
{
    BoardFixture board(kLater);
    for (const BoardPart& part : {BoardPart{}, board.lanePart("alpha")}) {
        for (int i = 0; i <= static_cast<int>(BoardCommand::LaneDown); ++i) {
            const auto command = static_cast<BoardCommand>(i);
            const bool needsJob = command == BoardCommand::CutJob || command == BoardCommand::MoveTo
                || command == BoardCommand::PriorityUp || command == BoardCommand::PriorityDown
                || command == BoardCommand::PriorityPlus || command == BoardCommand::PriorityMinus;
            if ((part.isValid() && !needsJob) || command == BoardCommand::AddShare || command == BoardCommand::NewJob)
                continue;
            board.message.clear();
            board.view().commands().run(command, part, {});
            QVERIFY(!board.message.isEmpty());
        }
    }
    QVERIFY(board.isUntouched());
}

void TestBoardGestures::dropIsOfTheMomentOfTheDrop()
{
    BoardFixture board(kLater);
    const LedgerShape& ledger = board.ledger("gamma");
    board.press(QPointF(ledger.limitX, ledger.area.center().y()));
    const QPointF to(ledger.xOf(3), ledger.area.center().y());
    board.moveTo(to);
    board.playback.seek(kLater + kMsPerMinute);
    board.release(to);
    QCOMPARE(board.value().interventions.size(), std::size_t{1});
    QCOMPARE(board.value().interventions.front().at, kLater + kMsPerMinute);
}

void TestBoardGestures::boardWithoutShares()
{
    BoardFixture board;
    board.document.close();
    QVERIFY(board.view().boardLayout().lanes.empty());
    QVERIFY(!board.view().viewport()->grab().isNull());
    board.key(Qt::Key_Down);
    QCOMPARE(board.view().current().kind, Kind::AddShare);
    // There is no capacity to share, and the board says so instead of adding something that cannot be.
    board.key(Qt::Key_Return);
    QVERIFY(BoardFixture::chooseFirst());
    QVERIFY(board.view().boardLayout().lanes.empty());
    QVERIFY(!board.message.isEmpty());
}

QTEST_MAIN(TestBoardGestures)
#include "tst_board_gestures.moc"
