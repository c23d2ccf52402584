// SPDX-License-Identifier: Apache-2.0
// What the window says by itself: the hint at Play, the problems of the scenario, one question at a time.
#include "tests/ui/support/window_harness.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QListWidget>
#include <QMessageBox>

using namespace quotaboard;

class TestWindowHints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFirstSampleHasAHint();
    void theHintGoes_data();
    void theHintGoes();
    void aFileHasNoHint();
    void hintsAreShownAgain();
    void problemsAreListedWhileOneEdits();
    void aProblemLeadsToItsSegment();
    void aProblemIsReachedByKeyboard();
    void aNameThatAwsRefusesIsAProblem();
    void closingTwiceAsksOnce();
    void theLastWishIsDone();
};

void TestWindowHints::aFirstSampleHasAHint()
{
    WindowHarness harness;
    auto* hint = harness.find<QWidget>("coachMark");
    QVERIFY(!hint->isVisible());
    QTest::mouseClick(harness.find<QWidget>("sampleCard0"), Qt::LeftButton);
    QVERIFY(harness.waitForRun());
    QTRY_VERIFY(hint->isVisible());
    QVERIFY(harness.textOf("coachMarkText").contains("Play"));
    QVERIFY(!QApplication::activeModalWidget());
    // It stands above Play, inside of the window, and the board keeps the keyboard.
    QTest::qWait(50);
    QVERIFY(harness.window->rect().contains(hint->geometry()));
    const auto* play = harness.find<QAbstractButton>("actPlay");
    const QPoint top = play->mapTo(harness.window.get(), QPoint(play->width() / 2, 0));
    QVERIFY(hint->geometry().bottom() <= top.y());
    QVERIFY(hint->geometry().left() < top.x() && hint->geometry().right() > top.x());
    QVERIFY(harness.find<QWidget>("boardPage")->isAncestorOf(QApplication::focusWidget()));

    // Once in a lifetime.
    harness.press(Qt::Key_Escape);
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(!hint->isVisible());
    harness.restart();
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(!harness.find<QWidget>("coachMark")->isVisible());
}

void TestWindowHints::theHintGoes_data()
{
    QTest::addColumn<QString>("way");
    for (const char* way : {"escape", "button", "click", "play", "close"})
        QTest::newRow(way) << QString(way);
}

void TestWindowHints::theHintGoes()
{
    QFETCH(const QString, way);
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* hint = harness.find<QWidget>("coachMark");
    QTRY_VERIFY(hint->isVisible());
    if (way == "escape")
        harness.press(Qt::Key_Escape);
    else if (way == "button")
        QTest::mouseClick(harness.find<QWidget>("coachMarkDone"), Qt::LeftButton);
    else if (way == "click")
        QTest::mouseClick(hint, Qt::LeftButton, {}, QPoint(20, 20));
    else if (way == "play")
        harness.press(Qt::Key_Space);
    else
        harness.press(Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(!hint->isVisible());
    QCOMPARE(harness.playback->isPlaying(), way == "play");
    harness.playback->pause();
}

void TestWindowHints::aFileHasNoHint()
{
    WindowHarness harness;
    QVERIFY(harness.open(harness.copyOfSample("plan.scenario.json")));
    QVERIFY(!harness.find<QWidget>("coachMark")->isVisible());
    QVERIFY(!harness.settings->isHintSeen("play"));
}

void TestWindowHints::hintsAreShownAgain()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_Escape);
    QVERIFY(!harness.find<QWidget>("coachMark")->isVisible());
    harness.action("actShowHints")->trigger();
    QVERIFY(harness.find<QWidget>("coachMark")->isVisible());
}

void TestWindowHints::problemsAreListedWhileOneEdits()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* list = harness.find<QListWidget>("problemsList");
    QTRY_COMPARE(harness.find<QAbstractButton>("statusProblems")->isVisible(), list->count() > 0);
    const int before = list->count();
    QVERIFY(harness.changeLimit(500));
    QTRY_VERIFY(list->count() > before);
    QTRY_VERIFY(harness.find<QAbstractButton>("statusProblems")->isVisible());
    QTest::mouseClick(harness.find<QWidget>("statusProblems"), Qt::LeftButton);
    QTRY_VERIFY(harness.find<QDockWidget>("problemsDock")->isVisible());
    QVERIFY(list->hasFocus());
    bool isNamed = false;
    for (int i = 0; i < list->count(); ++i)
        isNamed = isNamed || list->item(i)->text().contains("ml.g5.xlarge");
    QVERIFY(isNamed);
    harness.press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(list->count(), before);
}

void TestWindowHints::aProblemLeadsToItsSegment()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    const Scenario& scenario = harness.document->value();
    // A percentage that comes to nothing is a problem of the second share.
    const ShareIndex borrower = scenario.findShare("research");
    QVERIFY(harness.document->apply(shareLimitEdit(scenario, EditTime::fromStart(), borrower, UnitIndex(0), 1)).ok());
    QVERIFY(
        harness.document->apply(borrowLimitEdit(harness.document->value(), EditTime::fromStart(), borrower, 50)).ok());
    auto* list = harness.find<QListWidget>("problemsList");
    const auto find = [list]() -> QListWidgetItem* {
        for (int i = 0; i < list->count(); ++i) {
            if (list->item(i)->text().contains("rounds to 0"))
                return list->item(i);
        }
        return nullptr;
    };
    QTRY_VERIFY(find());
    harness.action("problemsDockToggle")->trigger();
    QTRY_VERIFY(list->isVisible());
    QTest::qWait(50);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(find()).center());
    auto* board = harness.find<BoardPage>("boardPage");
    QTRY_VERIFY(board->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(board->view().current().kind, BoardPart::Kind::Segment);
    QCOMPARE(board->view().current().share, borrower);
}

void TestWindowHints::aProblemIsReachedByKeyboard()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    const ShareIndex borrower = harness.document->value().findShare("research");
    QVERIFY(harness.document
                ->apply(shareLimitEdit(harness.document->value(), EditTime::fromStart(), borrower, UnitIndex(0), 1))
                .ok());
    auto* list = harness.find<QListWidget>("problemsList");
    QTRY_VERIFY(list->count() > 0);
    harness.press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(list->isVisible());
    auto* board = harness.find<BoardPage>("boardPage");
    QVERIFY(board->isAncestorOf(QApplication::focusWidget()));
    for (int i = 0; i < 12 && !list->hasFocus(); ++i)
        harness.press(Qt::Key_F6);
    QVERIFY(list->hasFocus());
    harness.press(Qt::Key_Home);
    harness.press(Qt::Key_Return);
    QTRY_VERIFY(board->isAncestorOf(QApplication::focusWidget()));
}

void TestWindowHints::aNameThatAwsRefusesIsAProblem()
{
    WindowHarness harness;
    const QString path = harness.folder.filePath("names.scenario.json");
    QFile sample(kTwoTeams);
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(sample.readAll().replace("\"research\"", "\"team <b>one</b>\""));
    file.close();
    QVERIFY(harness.open(path));
    auto* list = harness.find<QListWidget>("problemsList");
    QTRY_VERIFY(list->count() > 0);
    // As it stands, tags and all.
    QVERIFY2(list->item(0)->text().startsWith("“team <b>one</b>” is no name"), qPrintable(list->item(0)->text()));
}

void TestWindowHints::closingTwiceAsksOnce()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.changeLimit(5));
    for (int i = 0; i < 3; ++i)
        harness.window->close();
    QCOMPARE(harness.window->findChildren<QMessageBox*>("askChanges").size(), 1);
    harness.find<QMessageBox>("askChanges")->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(!harness.window->isVisible());
}

void TestWindowHints::theLastWishIsDone()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.changeLimit(5));
    harness.action("actClose")->trigger();
    harness.window->openFiles({":/samples/three-projects.scenario.json"});
    QCOMPARE(harness.window->findChildren<QMessageBox*>("askChanges").size(), 1);
    harness.find<QMessageBox>("askChanges")->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(harness.document->displayName().startsWith("Three projects"));
}

QTEST_MAIN(TestWindowHints)
#include "tst_window_hints.moc"
