// SPDX-License-Identifier: Apache-2.0
// The board in the real window: keys go where the focus is, as a user presses them.
#include "tests/ui/support/window_harness.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_content.h"
#include "ui/widgets/board/board_list.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"
#include "ui/widgets/board/pool_bars.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>

#include <algorithm>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kLater = 8 * kMsPerHour;

/// The window with the sample of two teams, some hours into its run: research has a queue.
class BoardWindow : public WindowHarness {
public:
    explicit BoardWindow(TimeMs time = kLater)
    {
        isReady = open(kTwoTeams);
        playback->setBreakpoints({});
        playback->seek(time);
        view = find<BoardView>("boardView");
    }

    [[nodiscard]] ShareIndex share(const char* name) const { return document->value().findShare(name); }
    [[nodiscard]] BoardPart lane(const char* name) const
    {
        BoardPart part;
        part.kind = Kind::Lane;
        part.share = share(name);
        return part;
    }
    [[nodiscard]] std::int64_t limit(const char* name) const
    {
        return policyAt(document->value(), playback->now()).limit(share(name), UnitIndex(0));
    }
    void click(const QRectF& rect) const
    {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->mapFromScene(rect.center()));
    }

    BoardView* view = nullptr;
    bool isReady = false;
};

} // namespace

class TestBoardWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void f2ExplainsTheSelectedJob();
    void f2ExplainsInTheList();
    void returnInTheNameFieldEndsIt_data();
    void returnInTheNameFieldEndsIt();
    void boardKeysStayOutOfTheNameField();
    void nameFieldOfANewShareSitsOnItsLane();
    void menuNamesPrioritySteps();
    void wholePoolLineInASmallWindow();
    void waitsAgreeWithTheScorecard();
};

void TestBoardWindow::f2ExplainsTheSelectedJob()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    const LaneShape* lane = board.view->boardLayout().lane(board.share("research"));
    QVERIFY(lane != nullptr && lane->waiting.size() > 1);
    auto* tabs = board.find<QWidget>("inspector")->findChild<QTabWidget*>();
    auto* why = board.find<QWidget>("tabWhy");
    QVERIFY(tabs != nullptr && why != nullptr && tabs->currentWidget() != why);
    const JobIndex job = lane->waiting[1].job;
    board.click(lane->waiting[1].rect);
    QCOMPARE(board.view->current().job, job);
    board.press(Qt::Key_F2);
    QCOMPARE(tabs->currentWidget(), why);
    // Wherever the focus is.
    tabs->setCurrentIndex(0);
    board.press(Qt::Key_F6);
    board.press(Qt::Key_F2);
    QCOMPARE(tabs->currentWidget(), why);
}

void TestBoardWindow::f2ExplainsInTheList()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    const LaneShape* lane = board.view->boardLayout().lane(board.share("research"));
    BoardPart part = board.lane("research");
    part.kind = Kind::Waiting;
    part.job = lane->waiting.front().job;
    auto* page = board.find<BoardPage>("boardPage");
    page->setListView(true);
    page->list().setCurrent(part);
    page->list().setFocus();
    auto* tabs = board.find<QWidget>("inspector")->findChild<QTabWidget*>();
    board.press(Qt::Key_F2);
    QCOMPARE(tabs->currentWidget(), board.find<QWidget>("tabWhy"));
}

void TestBoardWindow::returnInTheNameFieldEndsIt_data()
{
    QTest::addColumn<qint64>("time");
    QTest::newRow("at the start") << qint64{0};
    QTest::newRow("later") << qint64{kLater};
}

void TestBoardWindow::returnInTheNameFieldEndsIt()
{
    QFETCH(qint64, time);
    BoardWindow board(time);
    QVERIFY(board.isReady);
    board.click(board.view->boardLayout().lane(board.share("research"))->name);
    board.press(Qt::Key_Return);
    auto* field = board.find<QLineEdit>("shareName");
    QVERIFY(field != nullptr && field->hasFocus());
    field->setText("vision");
    board.press(Qt::Key_Return);
    QVERIFY(board.share("vision").isValid());
    QVERIFY(!field->isVisible());
    QVERIFY(board.view->hasFocus());
    QCOMPARE(board.view->current(), board.lane("vision"));
    const std::int64_t before = board.limit("vision");
    board.press(Qt::Key_Plus);
    QCOMPARE(board.limit("vision"), before + 1);
    QVERIFY(board.waitForRun());
    QVERIFY(!field->isVisible());
    QCOMPARE(board.view->current(), board.lane("vision"));
}

void TestBoardWindow::boardKeysStayOutOfTheNameField()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    board.click(board.view->boardLayout().lane(board.share("research"))->name);
    board.press(Qt::Key_Return);
    auto* field = board.find<QLineEdit>("shareName");
    QVERIFY(field->hasFocus());
    const BoardPart current = board.view->current();
    const auto scenario = board.document->scenario();
    using Press = std::pair<Qt::Key, Qt::KeyboardModifiers>;
    for (const auto& [key, modifiers] :
        {Press{Qt::Key_Plus, Qt::ControlModifier}, Press{Qt::Key_Minus, Qt::ControlModifier},
            Press{Qt::Key_Up, Qt::NoModifier}, Press{Qt::Key_Down, Qt::NoModifier},
            Press{Qt::Key_PageDown, Qt::NoModifier}, Press{Qt::Key_Down, Qt::ControlModifier | Qt::AltModifier},
            Press{Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier}, Press{Qt::Key_Insert, Qt::NoModifier},
            Press{Qt::Key_A, Qt::AltModifier}}) {
        board.press(key, modifiers);
        QVERIFY(field->hasFocus());
        QVERIFY(QApplication::activePopupWidget() == nullptr);
        QCOMPARE(board.view->current(), current);
        QCOMPARE(board.document->scenario(), scenario);
    }
    board.press(Qt::Key_Escape);
    QVERIFY(!field->isVisible() && board.view->hasFocus());
}

void TestBoardWindow::nameFieldOfANewShareSitsOnItsLane()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    board.view->setFocus();
    board.press(Qt::Key_Insert);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    menu->setActiveAction(menu->actions().constFirst());
    QTest::keyClick(menu, Qt::Key_Return);
    const std::string name = board.document->value().shareNames.back();
    QVERIFY(board.waitForRun());
    auto* field = board.find<QLineEdit>("shareName");
    QTRY_VERIFY(field != nullptr && field->isVisible());
    const auto sits = [&] {
        const LaneShape* lane = board.view->boardLayout().lane(board.share(name.c_str()));
        const QRect rect = board.view->mapFromScene(lane->name).boundingRect();
        return field->geometry().contains(rect.center()) && field->geometry().left() <= rect.left()
            && board.view->viewport()->rect().contains(rect.center());
    };
    QVERIFY(sits());
    QCOMPARE(field->text(), toQt(name));
    QCOMPARE(board.view->current(), board.lane(name.c_str()));
    // Lanes above may grow, the board may be made narrower or scrolled.
    board.playback->seek(kLater + kMsPerHour);
    QVERIFY(sits());
    board.window->resize(1024, 640);
    QTest::qWait(20);
    QVERIFY(field->isVisible());
    const LaneShape* lane = board.view->boardLayout().lane(board.share(name.c_str()));
    QVERIFY(field->geometry().contains(board.view->mapFromScene(lane->name).boundingRect().center()));
}

void TestBoardWindow::menuNamesPrioritySteps()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    QStringList texts;
    for (const QAction* top : board.window->menuBar()->actions()) {
        for (const QAction* action : top->menu()->actions())
            texts += action->text().remove('&');
    }
    QVERIFY(texts.contains("Priority +100\tAlt+Shift+Up"));
    QVERIFY(texts.contains("Priority −100\tAlt+Shift+Down"));
    QVERIFY(!texts.join(' ').contains("Priority one"));
}

void TestBoardWindow::wholePoolLineInASmallWindow()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    board.window->resize(1024, 640);
    QTest::qWait(20);
    const auto bars = board.window->findChildren<PoolBar*>();
    QVERIFY(!bars.isEmpty());
    for (const PoolBar* bar : bars)
        QVERIFY2(bar->isWholeAt(bar->width()), qPrintable(QString::number(bar->width())));
}

void TestBoardWindow::waitsAgreeWithTheScorecard()
{
    BoardWindow board;
    QVERIFY(board.isReady);
    board.playback->toEnd();
    const BoardContent& content = board.view->content();
    int compared = 0;
    const std::vector<WaitGroup>& groups = board.playback->result()->scorecard.waits;
    for (const WaitGroup& group : groups) {
        // The lane is over all priorities: it is the group where there is only one.
        const auto isSame = [&](const WaitGroup& other) { return other.share == group.share; };
        if (std::count_if(groups.begin(), groups.end(), isSame) != 1 || group.impossible > 0)
            continue;
        const BoardHistory::Waits waits = content.waits(group.share);
        QCOMPARE(waits.started, static_cast<std::size_t>(group.started));
        QCOMPARE(waits.open, static_cast<std::size_t>(group.waiting));
        QVERIFY(waits.p95.value == group.p95.value);
        QVERIFY(waits.p95.atLeast == group.p95.atLeast);
        ++compared;
    }
    QCOMPARE(compared, 1);
    QCOMPARE(content.waitValueText(board.share("research")), QString("10 h 05 min"));
    QCOMPARE(content.waitCountText(board.share("research")), QString(" · n = 48"));
}

QTEST_MAIN(TestBoardWindow)
#include "tst_board_window.moc"
