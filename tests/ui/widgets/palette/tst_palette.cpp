// SPDX-License-Identifier: Apache-2.0
// The palette beside the real board: every card dragged there, added by key, and given up with Esc.
#include "tests/ui/widgets/board/board_fixture.h"

#include "ui/widgets/board/board_announcer.h"
#include "ui/widgets/palette/palette_bin.h"
#include "ui/widgets/palette/palette_card.h"
#include "ui/widgets/palette/palette_panel.h"

#include <QAccessible>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QWheelEvent>

#include <functional>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kLater = 30 * kMsPerMinute;

/// Page and palette side by side, as in the window.
struct PaletteFixture : BoardFixture {
    explicit PaletteFixture(TimeMs time = -1)
        : BoardFixture(time)
    {
        window.resize(1500, 800);
        auto* row = new QHBoxLayout(&window);
        palette = new PalettePanel(*page, theme, &window);
        palette->setFixedWidth(220);
        row->addWidget(palette);
        row->addWidget(page.get(), 1);
        window.show();
        QCoreApplication::processEvents();
        view().setFocus();
    }
    ~PaletteFixture()
    {
        // The page is the fixture's own.
        delete palette;
        page->setParent(nullptr);
    }

    /// Where a point of the board is for a card.
    QPoint onCard(const QWidget* card, const QPointF& onBoard)
    {
        return card->mapFromGlobal(view().viewport()->mapToGlobal(at(onBoard)));
    }
    void take(PaletteCard* card)
    {
        QTest::mousePress(card, Qt::LeftButton, {}, card->rect().center());
        QTest::mouseMove(card, card->rect().center() + QPoint(4, 0));
        QTest::mouseMove(card, card->rect().center() + QPoint(20, 0));
    }
    void carry(PaletteCard* card, const QPointF& to) { QTest::mouseMove(card, onCard(card, to)); }
    void let(PaletteCard* card, const QPointF& to) { QTest::mouseRelease(card, Qt::LeftButton, {}, onCard(card, to)); }
    void drop(PaletteCard* card, const QPointF& to)
    {
        take(card);
        carry(card, to);
        let(card, to);
    }
    /// The badge that a drag there has; then it is given up.
    QString tryOut(PaletteCard* card, const QPointF& to)
    {
        take(card);
        carry(card, to);
        const QString text = view().gestures().picture().badge;
        QTest::keyClick(card, Qt::Key_Escape);
        let(card, to);
        return text;
    }
    PaletteCard* unitCard(const QString& name)
    {
        for (PaletteCard* card : palette->unitCards()) {
            if (card->text() == name)
                return card;
        }
        return nullptr;
    }

    QWidget window;
    PalettePanel* palette = nullptr;
};

} // namespace

class TestPalette : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatIsFree();
    void everythingIsNamed();
    void shareBetweenLanes();
    void shareByKeyboard();
    void unitToLane();
    void unitCountByWheelAndDigits();
    void unitThatIsNotInThePool();
    void unitsThatCannotBeAdded();
    void anotherUnitByMenu();
    void jobToLane();
    void jobToPlaceInQueue();
    void jobByKeyboard();
    void jobSizesAreTheScenariosOwn();
    void droppedOutsideDoesNothing();
    void laneToBin();
    void laneWithJobsToBinAsksOnce();
    void jobToBin();
    void binByKeyboard();
    void listViewSaysHow();
    void resultsAreSpoken();
    void paintsInEveryTheme();
};

void TestPalette::showsWhatIsFree()
{
    PaletteFixture board;
    QCOMPARE(board.palette->unitCards().size(), std::size_t{2});
    const PaletteCard* card = board.unitCard("ml.g5.xlarge");
    QVERIFY(card != nullptr);
    QCOMPARE(card->detail(), QString("2 of 12 in no share"));
    // In the words of the pool bar; what is in use now says only that one.
    const QString bar = BoardContent::poolNumbers(*board.view().content().pool(board.unit()));
    QVERIFY2(bar.contains("2 in no share"), qPrintable(bar));
    board.playback.seek(kLater);
    QCOMPARE(card->detail(), QString("2 of 12 in no share"));
    board.playback.toStart();
    QVERIFY(board.document.apply(shareLimitEdit(board.value(), {}, board.share("alpha"), board.unit(), 6)).ok());
    QCOMPARE(card->detail(), QString("all 12 in shares"));
    QVERIFY(board.document.apply(shareLimitEdit(board.value(), {}, board.share("alpha"), board.unit(), 9)).ok());
    QCOMPARE(card->detail(), QString("limits exceed 12 by 3"));
    QVERIFY2(card->accessibleName().contains(card->detail()), qPrintable(card->accessibleName()));
}

void TestPalette::everythingIsNamed()
{
    PaletteFixture board;
    QCOMPARE(board.palette->objectName(), QString("palette"));
    int focusable = 0;
    const std::function<void(QAccessibleInterface*)> walk = [&](QAccessibleInterface* node) {
        if (node->state().focusable && !node->state().invisible) {
            ++focusable;
            QVERIFY2(!node->text(QAccessible::Name).isEmpty(),
                node->object() != nullptr ? node->object()->metaObject()->className() : "node");
        }
        // The list of a combo box is another window, shown only when it is open.
        for (int i = 0; node->role() != QAccessible::ComboBox && i < node->childCount(); ++i)
            walk(node->child(i));
    };
    walk(QAccessible::queryAccessibleInterface(board.palette));
    // Three shares, three jobs, two units, the choice of another and the bin.
    QVERIFY(focusable >= 10);
    for (const QWidget* card : board.palette->findChildren<QAbstractButton*>())
        QVERIFY(!card->isVisible() || (card->height() >= 24 && card->width() >= 24));
}

void TestPalette::shareBetweenLanes()
{
    PaletteFixture board;
    PaletteCard* lend = board.palette->shareCards().at(1);
    const QPointF to = board.rect(board.lanePart("beta")).topLeft() + QPointF(300, -2);
    board.take(lend);
    QVERIFY(board.view().gestures().isActive());
    QVERIFY(!board.view().gestures().picture().isLegal);
    board.carry(lend, to);
    const DragPicture& picture = board.view().gestures().picture();
    QVERIFY(picture.isLegal);
    QVERIFY2(picture.badge.startsWith("Add share share-4"), qPrintable(picture.badge));
    QVERIFY(picture.insertion.has_value() && picture.newLane.has_value());
    QVERIFY(picture.newLane->width() > 500);
    board.picture("palette-share", &board.window);
    QTest::keyClick(lend, Qt::Key_Escape);
    QVERIFY(!board.view().gestures().isActive());
    board.let(lend, to);
    QVERIFY(board.isUntouched());

    board.drop(lend, to);
    QCOMPARE(board.value().shares.size(), std::size_t{4});
    QCOMPARE(board.policy().order().at(1), board.share("share-4"));
    QCOMPARE(board.policy().share(board.share("share-4")).sharing.strategy, SharingStrategy::Lend);
    QCOMPARE(board.undoText(), QString("Add share share-4"));
    QCOMPARE(board.message, QString("Add share share-4"));
    // Its name can be typed at once.
    auto* editor = board.view().findChild<QLineEdit*>("shareName");
    QVERIFY(editor != nullptr && editor->isVisible());
    QCOMPARE(editor->text(), QString("share-4"));
}

void TestPalette::shareByKeyboard()
{
    PaletteFixture board;
    PaletteCard* both = board.palette->shareCards().at(2);
    both->setFocus();
    QTest::keyClick(both, Qt::Key_Return);
    QCOMPARE(board.value().shares.size(), std::size_t{4});
    QCOMPARE(board.value().shares.back().sharing.strategy, SharingStrategy::LendAndBorrow);
}

void TestPalette::unitToLane()
{
    PaletteFixture board;
    PaletteCard* card = board.unitCard("ml.p5.48xlarge");
    const QPointF to = board.rect(board.lanePart("alpha")).center();
    const QString badge = board.tryOut(card, to);
    QVERIFY2(badge.startsWith("Add 1 ml.p5.48xlarge to alpha"), qPrintable(badge));
    QVERIFY(board.isUntouched());
    board.drop(card, to);
    QCOMPARE(board.policy().limit(board.share("alpha"), board.unit("ml.p5.48xlarge")), 1);
    QCOMPARE(board.undoText(), QString("Add 1 ml.p5.48xlarge to alpha"));
    // By keyboard, to the share that is selected.
    board.view().setCurrent(board.lanePart("beta"));
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(board.policy().limit(board.share("beta"), board.unit("ml.p5.48xlarge")), 1);
    board.view().setCurrent({});
    QTest::keyClick(card, Qt::Key_Return);
    QVERIFY2(board.message.startsWith("Select a share"), qPrintable(board.message));
}

void TestPalette::unitCountByWheelAndDigits()
{
    PaletteFixture board;
    PaletteCard* card = board.unitCard("ml.p5.48xlarge");
    const QPointF to = board.rect(board.lanePart("alpha")).center();
    board.take(card);
    board.carry(card, to);
    QWheelEvent wheel(QPointF(1, 1), card->mapToGlobal(QPointF(1, 1)), {}, QPoint(0, 120), Qt::LeftButton, {},
        Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(card, &wheel);
    QVERIFY(board.view().gestures().picture().ghost.startsWith("2"));
    QTest::keyClick(card, Qt::Key_3);
    QVERIFY(board.view().gestures().picture().ghost.startsWith("3"));
    board.let(card, to);
    QCOMPARE(board.policy().limit(board.share("alpha"), board.unit("ml.p5.48xlarge")), 3);
}

void TestPalette::unitThatIsNotInThePool()
{
    PaletteFixture board;
    auto* others = board.palette->findChild<QComboBox*>("paletteOtherUnit");
    QVERIFY(others != nullptr);
    const int row = others->findText("ml.p4d.24xlarge");
    QVERIFY(row > 0);
    others->setCurrentIndex(row);
    Q_EMIT others->activated(row);
    PaletteCard* card = board.unitCard("ml.p4d.24xlarge");
    QVERIFY(card != nullptr);
    const QPointF to = board.rect(board.lanePart("alpha")).center();
    const QString badge = board.tryOut(card, to);
    QVERIFY2(badge.contains("to the pool and to alpha"), qPrintable(badge));
    QVERIFY(board.isUntouched());
    board.drop(card, to);
    // Pool and share in one step.
    QCOMPARE(board.document.undoStack().count(), 1);
    QCOMPARE(board.policy().capacity(board.unit("ml.p4d.24xlarge")), 1);
    QCOMPARE(board.policy().limit(board.share("alpha"), board.unit("ml.p4d.24xlarge")), 1);
    board.document.undoStack().undo();
    QCOMPARE(board.document.scenario(), board.before);
}

void TestPalette::unitsThatCannotBeAdded()
{
    PaletteFixture board;
    const QPointF to = board.rect(board.lanePart("alpha")).center();
    const QString has = board.tryOut(board.unitCard("ml.g5.xlarge"), to);
    QVERIFY2(has.contains("already"), qPrintable(has));
    board.drop(board.unitCard("ml.g5.xlarge"), to);
    QVERIFY(board.isUntouched());
    QVERIFY2(board.message.contains("already"), qPrintable(board.message));
    // Five limits are all that a share may have.
    for (const char* unit : {"ml.g5.2xlarge", "ml.g5.4xlarge", "ml.g5.8xlarge", "ml.p5.48xlarge"})
        QVERIFY(
            board.page->boardActions().commit(board.page->boardActions().proposeUnit(board.share("alpha"), unit, 1)));
    const Proposal sixth = board.page->boardActions().proposeUnit(board.share("alpha"), "ml.p4d.24xlarge", 1);
    QVERIFY(!sixth.isPossible());
    QVERIFY2(sixth.refusal.contains("5 of 5"), qPrintable(sixth.refusal));
}

void TestPalette::anotherUnitByMenu()
{
    PaletteFixture board;
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_A, Qt::AltModifier);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    menu->setActiveAction(menu->actions().constLast());
    QTest::keyClick(menu, Qt::Key_Return);
    auto* dialog = board.view().findChild<QInputDialog*>("boardUnit");
    QVERIFY(dialog != nullptr);
    QVERIFY(!dialog->comboBoxItems().contains("ml.g5.xlarge"));
    dialog->reject();
    QVERIFY(board.isUntouched());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    board.key(Qt::Key_A, Qt::AltModifier);
    menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    menu->setActiveAction(menu->actions().constLast());
    QTest::keyClick(menu, Qt::Key_Return);
    dialog = board.view().findChild<QInputDialog*>("boardUnit");
    QVERIFY(dialog != nullptr);
    dialog->setTextValue("ml.p4d.24xlarge");
    dialog->accept();
    QCOMPARE(board.policy().limit(board.share("alpha"), board.unit("ml.p4d.24xlarge")), 1);
}

void TestPalette::jobToLane()
{
    PaletteFixture board(kLater);
    PaletteCard* card = board.palette->jobCards().at(1);
    const QPointF to = board.rect(board.lanePart("alpha")).topLeft() + QPointF(300, 20);
    const QString badge = board.tryOut(card, to);
    QVERIFY2(badge.startsWith("Submit medium-job to alpha"), qPrintable(badge));
    QVERIFY2(badge.contains("ml.g5.xlarge"), qPrintable(badge));
    QVERIFY(board.isUntouched());
    board.drop(card, to);
    QCOMPARE(board.value().jobs.size(), std::size_t{7});
    const Job& job = board.value().jobs[JobIndex(6)];
    QCOMPARE(job.share, board.share("alpha"));
    QCOMPARE(job.instances, 2);
    QCOMPARE(job.work, 4 * kMsPerHour);
    // At this moment, as the clock is not at the start.
    QCOMPARE(board.value().interventions.back().at, kLater);
    QCOMPARE(board.undoText(), QString("Submit medium-job to alpha"));
    // Gamma does have the unit of the template of its own.
    board.settle();
    QVERIFY(board.page->boardActions().proposeJobIn(board.share("gamma"), card->thing().job).isPossible());
}

void TestPalette::jobToPlaceInQueue()
{
    PaletteFixture board(kLater);
    PaletteCard* card = board.palette->jobCards().at(0);
    const QRectF second = board.rect(board.waiting("J5"));
    const QPointF to(second.left() + 4, second.center().y());
    board.take(card);
    board.carry(card, to);
    QVERIFY(board.view().gestures().picture().insertion.has_value());
    board.picture("palette-job", &board.window);
    board.let(card, to);
    const Job& job = board.value().jobs[JobIndex(6)];
    // Between J4 of 500 and J5 of 400.
    QCOMPARE(job.priority, 450);
    board.settle();
    const LaneState* lane = board.view().content().lane(board.share("beta"));
    QCOMPARE(lane->waiting.at(0).job, board.job("J4"));
    QCOMPARE(lane->waiting.at(1).priority, 450);
    QCOMPARE(lane->waiting.at(2).job, board.job("J5"));
}

void TestPalette::jobByKeyboard()
{
    PaletteFixture board(kLater);
    board.view().setCurrent(board.lanePart("gamma"));
    PaletteCard* card = board.palette->jobCards().at(0);
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(board.value().jobs.size(), std::size_t{7});
    QCOMPARE(board.value().jobs[JobIndex(6)].share, board.share("gamma"));
}

void TestPalette::jobSizesAreTheScenariosOwn()
{
    BoardFixture board;
    // Six jobs are too few to tell.
    QCOMPARE(jobSizesOf(board.value())[1].instances, 2);
    QVERIFY(jobSizesOf(board.value())[1].unit.empty());
    Scenario many = board.value();
    for (int i = 1; i <= 20; ++i) {
        JobDraft draft;
        draft.name = "more";
        draft.share = "gamma";
        draft.unit = "ml.p5.48xlarge";
        draft.instances = 3;
        draft.work = i * 100 * kMsPerHour;
        draft.priority = i;
        QVERIFY(submitJob(many, {}, draft).ok());
    }
    const std::array<JobDraft, 3> sizes = jobSizesOf(many);
    QCOMPARE(sizes[1].unit, std::string("ml.p5.48xlarge"));
    QCOMPARE(sizes[1].instances, 3);
    QVERIFY(sizes[0].work < sizes[1].work && sizes[1].work < sizes[2].work);
}

void TestPalette::droppedOutsideDoesNothing()
{
    PaletteFixture board(kLater);
    for (const std::vector<PaletteCard*>* cards :
        {&board.palette->shareCards(), &board.palette->jobCards(), &board.palette->unitCards()}) {
        PaletteCard* card = cards->front();
        board.take(card);
        QVERIFY(card->isDragged());
        QTest::mouseRelease(card, Qt::LeftButton, {}, card->rect().center() + QPoint(10, 0));
        QVERIFY(!card->isDragged());
        QVERIFY(!board.view().gestures().isActive());
    }
    QVERIFY(board.isUntouched());
}

void TestPalette::laneToBin()
{
    PaletteFixture board;
    auto* bin = board.palette->findChild<PaletteBin*>();
    QVERIFY(bin != nullptr);
    const QPointF from = board.rect(board.part(Kind::Handle, "alpha")).center();
    const QPoint over = board.view().viewport()->mapFromGlobal(bin->mapToGlobal(bin->rect().center()));
    board.press(from);
    QTest::mouseMove(board.view().viewport(), board.at(from) + QPoint(0, 30));
    QCOMPARE(bin->caption(), QString("Drop here to delete"));
    QTest::mouseMove(board.view().viewport(), over);
    QCOMPARE(bin->caption(), QString("Delete share alpha"));
    QVERIFY(board.view().gestures().picture().isAway);
    board.picture("palette-bin", &board.window);
    QTest::keyClick(&board.view(), Qt::Key_Escape);
    QTest::mouseRelease(board.view().viewport(), Qt::LeftButton, {}, over);
    QVERIFY(board.isUntouched());
    QVERIFY(bin->caption() != "Delete share alpha");
    board.press(from);
    QTest::mouseMove(board.view().viewport(), board.at(from) + QPoint(0, 30));
    QTest::mouseMove(board.view().viewport(), over);
    QTest::mouseRelease(board.view().viewport(), Qt::LeftButton, {}, over);
    QCOMPARE(board.value().shares.size(), std::size_t{2});
    QVERIFY(!board.share("alpha").isValid() || !board.policy().exists(board.share("alpha")));
    QCOMPARE(board.undoText(), QString("Delete share alpha"));
}

void TestPalette::laneWithJobsToBinAsksOnce()
{
    PaletteFixture board;
    auto* bin = board.palette->findChild<PaletteBin*>();
    const QPointF from = board.rect(board.part(Kind::Handle, "beta")).center();
    const QPoint over = board.view().viewport()->mapFromGlobal(bin->mapToGlobal(bin->rect().center()));
    board.press(from);
    QTest::mouseMove(board.view().viewport(), board.at(from) + QPoint(0, 30));
    QTest::mouseMove(board.view().viewport(), over);
    QVERIFY2(bin->caption().contains("6 jobs belong to it"), qPrintable(bin->caption()));
    QTest::mouseRelease(board.view().viewport(), Qt::LeftButton, {}, over);
    QVERIFY(board.isUntouched());
    const auto boxes = board.view().findChildren<QMessageBox*>("confirmDeleteShare");
    QCOMPARE(boxes.size(), 1);
    boxes.front()->reject();
    QVERIFY(board.isUntouched());
}

void TestPalette::jobToBin()
{
    PaletteFixture board(kLater);
    auto* bin = board.palette->findChild<PaletteBin*>();
    const QPointF from = board.rect(board.waiting("J5")).center();
    const QPoint over = board.view().viewport()->mapFromGlobal(bin->mapToGlobal(bin->rect().center()));
    board.press(from);
    QTest::mouseMove(board.view().viewport(), board.at(from) + QPoint(0, 30));
    QTest::mouseMove(board.view().viewport(), over);
    QTest::mouseRelease(board.view().viewport(), Qt::LeftButton, {}, over);
    QVERIFY2(board.undoText().startsWith("Terminate J5"), qPrintable(board.undoText()));
    QVERIFY(std::holds_alternative<TerminateServiceJob>(board.value().interventions.back().edit));
}

void TestPalette::binByKeyboard()
{
    PaletteFixture board;
    auto* bin = board.palette->findChild<PaletteBin*>();
    board.view().setCurrent(board.lanePart("alpha"));
    bin->setFocus();
    QTest::keyClick(bin, Qt::Key_Return);
    QCOMPARE(board.value().shares.size(), std::size_t{2});
    board.message.clear();
    board.view().setCurrent({});
    QTest::keyClick(bin, Qt::Key_Return);
    QVERIFY2(board.message.startsWith("Select a share"), qPrintable(board.message));
}

void TestPalette::listViewSaysHow()
{
    PaletteFixture board;
    board.page->setListView(true);
    PaletteCard* card = board.unitCard("ml.p5.48xlarge");
    board.take(card);
    QVERIFY(!card->isDragged());
    QVERIFY2(board.message.contains("Enter"), qPrintable(board.message));
    QTest::mouseRelease(card, Qt::LeftButton, {}, card->rect().center());
    QVERIFY(board.isUntouched());
    board.page->list().setCurrent(board.lanePart("alpha"));
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(board.policy().limit(board.share("alpha"), board.unit("ml.p5.48xlarge")), 1);
}

void TestPalette::resultsAreSpoken()
{
    PaletteFixture board;
    board.drop(board.unitCard("ml.p5.48xlarge"), board.rect(board.lanePart("alpha")).center());
    QCOMPARE(board.page->announcer().lastSaid(), QString("Add 1 ml.p5.48xlarge to alpha"));
}

void TestPalette::paintsInEveryTheme()
{
    PaletteFixture board;
    QImage last;
    for (ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrast}) {
        board.theme.setKind(kind);
        const QImage image = board.palette->grab().toImage();
        QVERIFY(!image.isNull() && image != last);
        last = image;
    }
    // At twice the text, nothing is narrower than its column.
    board.theme.setFontScale(200);
    for (const PaletteCard* card : board.palette->unitCards())
        QTRY_VERIFY(card->height() >= 80);
}

QTEST_MAIN(TestPalette)
#include "tst_palette.moc"
