// SPDX-License-Identifier: Apache-2.0
// The board where lines run from right to left.
#include "tests/ui/widgets/board/board_fixture.h"

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kLater = 30 * kMsPerMinute;

struct MirroredFixture : BoardFixture {
    explicit MirroredFixture(TimeMs time = -1)
        : BoardFixture(time)
    {
        page->setLayoutDirection(Qt::RightToLeft);
        page->resize(1301, 800);
        QCoreApplication::processEvents();
    }
    QPoint where(const BoardPart& part) { return view().viewportRect(rect(part)).center(); }
    void dragTo(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view().viewport(), to - QPoint(0, 1));
        QTest::mouseMove(view().viewport(), to);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, to);
    }
};

} // namespace

class TestBoardMirrored : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPartIsHitWhereItIsPainted();
    void lanesBeginAtTheRight();
    void limitGrowsToTheLeft();
    void jobIsDraggedByWhatIsSeen();
    void arrowsGoWhereTheyPoint();
    void nameIsEditedWhereItStands();
    void itPaintsTheOtherWay();
};

void TestBoardMirrored::everyPartIsHitWhereItIsPainted()
{
    MirroredFixture board(kLater);
    int parts = 0;
    for (const auto& row : focusRows(board.view().boardLayout())) {
        for (const BoardPart& part : row) {
            if (part.kind == Kind::Lane)
                continue;
            const QPointF at = board.view().boardPoint(board.where(part));
            const BoardPart hit = partAt(board.view().boardLayout(), at);
            // Ticks win over segments near them.
            if (hit.kind == Kind::LimitTick || hit.kind == Kind::BorrowTick)
                continue;
            QCOMPARE(hit, part);
            ++parts;
        }
    }
    QVERIFY(parts > 10);
}

void TestBoardMirrored::lanesBeginAtTheRight()
{
    MirroredFixture board(kLater);
    const QRect name = board.view().viewportRect(board.rect(board.part(Kind::Name, "beta")));
    const QRect waiting = board.view().viewportRect(board.rect(board.waiting("J4")));
    const QRect own = board.view().viewportRect(board.rect(board.segment("beta", SegmentKind::Own)));
    const QRect borrowed = board.view().viewportRect(board.rect(board.segment("beta", SegmentKind::Borrowed)));
    const int middle = board.view().viewport()->width() / 2;
    QVERIFY(name.left() > middle);
    QVERIFY(waiting.right() < middle);
    QVERIFY(borrowed.right() <= own.left() + 1);
    // The stripe in the share's colour stands at the right edge.
    const QRect lane = board.view().viewportRect(board.rect(board.lanePart("beta")));
    const QImage image = board.view().viewport()->grab().toImage();
    QCOMPARE(image.pixelColor(lane.right() - 3, lane.center().y()),
        board.theme.tokens().share(static_cast<int>(board.share("beta").value())));
}

void TestBoardMirrored::limitGrowsToTheLeft()
{
    MirroredFixture board;
    const LedgerShape& ledger = board.ledger("alpha");
    const QPoint from = board.view().viewportRect(QRectF(ledger.limitX, ledger.area.center().y(), 0, 0)).center();
    const QPoint to = from - QPoint(static_cast<int>(std::lround(2 * ledger.scale)), 0);
    board.dragTo(from, to);
    QCOMPARE(board.limit("alpha"), 6);
}

void TestBoardMirrored::jobIsDraggedByWhatIsSeen()
{
    MirroredFixture board(kLater);
    board.dragTo(board.where(board.waiting("J5")), board.where(board.lanePart("alpha")));
    QVERIFY2(board.undoText().startsWith("Move J5"), qPrintable(board.undoText()));
}

void TestBoardMirrored::arrowsGoWhereTheyPoint()
{
    MirroredFixture board(kLater);
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Left);
    QCOMPARE(board.view().current(), board.waiting("J5"));
    QVERIFY(board.where(board.waiting("J5")).x() < board.where(board.waiting("J4")).x());
    board.key(Qt::Key_Right);
    QCOMPARE(board.view().current(), board.waiting("J4"));
    board.key(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(board.view().current(), board.waiting("J5"));
}

void TestBoardMirrored::nameIsEditedWhereItStands()
{
    MirroredFixture board;
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Return);
    auto* editor = board.view().findChild<QWidget*>("shareName");
    QVERIFY(editor != nullptr && editor->isVisible());
    QVERIFY(editor->geometry().contains(board.where(board.part(Kind::Name, "alpha"))));
}

void TestBoardMirrored::itPaintsTheOtherWay()
{
    MirroredFixture board(kLater);
    board.picture("mirrored");
    for (auto density : {BoardDensity::Comfortable, BoardDensity::Compact, BoardDensity::Dense}) {
        board.page->setDensity(density);
        const QImage mirrored = board.view().viewport()->grab().toImage();
        board.page->setLayoutDirection(Qt::LeftToRight);
        QCoreApplication::processEvents();
        const QImage plain = board.view().viewport()->grab().toImage();
        QVERIFY(mirrored != plain);
        board.page->setLayoutDirection(Qt::RightToLeft);
        QCoreApplication::processEvents();
    }
}

QTEST_MAIN(TestBoardMirrored)
#include "tst_board_mirrored.moc"
