// SPDX-License-Identifier: Apache-2.0
// The real window, from start page to close: what a user does with mouse and keys.
#include "tests/ui/support/window_harness.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>

using namespace quotaboard;

class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsWithTheStartPage();
    void opensASampleInOneClickAndPlaysInTwo();
    void opensASampleByKeyboard();
    void opensABlankBoard();
    void playsToTheEnd();
    void stepsByKeys();
    void keysOfTheTransportStayOutOfTextFields();
    void spacePressesAFocusedButton();
    void marksChangesAndUndoesThem();
    void closeAsksAboutChanges();
    void savesOnClose();
    void opensDroppedScenariosOnly();
    void saysWhyAFileIsNotOpened();
    void asksBeforeAnotherFileReplacesChanges();
    void revertsToTheFile();
    void findsShares();
    void goesToATime();
    void goesToTheTimeThatTheClockShows_data();
    void goesToTheTimeThatTheClockShows();
    void saysThatAWordIsNoTime();
    void titleNamesTheFile();
    void seedStandsAsInTheFile();
    void cardsPromiseNoOtherDuration();
    void dialogsAreAsWideAsTheirTitles();
    void closesToTheStartPage();
    void aDockBelowAnotherComesUpBeforeItGoes();
};

void TestMainWindow::startsWithTheStartPage()
{
    const WindowHarness harness;
    QVERIFY(harness.find<QWidget>("startPage")->isVisible());
    for (const char* name : {"mainToolBar", "pageRail", "transportToolBar", "inspectorDock", "chartsDock"})
        QVERIFY2(!harness.find<QWidget>(name)->isVisible(), name);
    QCOMPARE(harness.window->windowTitle(), QString("Quotaboard"));
    QVERIFY(!harness.action("actSave")->isEnabled());
}

void TestMainWindow::opensASampleInOneClickAndPlaysInTwo()
{
    const WindowHarness harness;
    QTest::mouseClick(harness.find<QWidget>("sampleCard0"), Qt::LeftButton);
    QVERIFY(harness.waitForRun());
    QVERIFY(harness.find<QWidget>("boardPage")->isVisible());
    QVERIFY(harness.find<QWidget>("transportToolBar")->isVisible());
    QVERIFY(harness.find<QWidget>("inspectorDock")->isVisible());
    QCOMPARE(harness.window->windowTitle(), QString("%1[*] — Quotaboard").arg(harness.document->displayName()));
    QVERIFY(harness.playback->isAtStart());

    QTest::mouseClick(harness.find<QAbstractButton>("actPlay"), Qt::LeftButton);
    QVERIFY(harness.playback->isPlaying());
    QTRY_VERIFY(harness.playback->now() > 0);
    QCOMPARE(harness.find<QAbstractButton>("actPlay")->accessibleName(), QString("Pause"));
    harness.playback->pause();
}

void TestMainWindow::opensASampleByKeyboard()
{
    const WindowHarness harness;
    QVERIFY(harness.find<QWidget>("sampleCard0")->hasFocus());
    harness.press(Qt::Key_Tab);
    QVERIFY(harness.find<QWidget>("sampleCard1")->hasFocus());
    harness.press(Qt::Key_Return);
    QVERIFY(harness.waitForRun());
    QVERIFY(harness.document->displayName().startsWith("Three projects"));
    // The keyboard is with the board, so that Space plays at once.
    harness.press(Qt::Key_Space);
    QVERIFY(harness.playback->isPlaying());
    harness.press(Qt::Key_Space);
    QVERIFY(!harness.playback->isPlaying());
}

void TestMainWindow::opensABlankBoard()
{
    const WindowHarness harness;
    QTest::mouseClick(harness.find<QWidget>("startBlank"), Qt::LeftButton);
    QVERIFY(harness.waitForRun());
    QVERIFY(harness.find<QWidget>("boardPage")->isVisible());
    QVERIFY(!harness.window->isWindowModified());
    QVERIFY(harness.action("actSave")->isEnabled());
}

void TestMainWindow::playsToTheEnd()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.playback->setBreakpoints({});
    harness.playback->setSpeed(Playback::kMaxSpeed);
    harness.press(Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(harness.playback->now(), harness.playback->end(), 20'000);
    QTRY_VERIFY(!harness.playback->isPlaying());
    QCOMPARE(harness.playback->eventPosition(), harness.playback->result()->log.size());
    QVERIFY(!harness.action("actStepEvent")->isEnabled());
    QVERIFY(harness.action("actPreviousEvent")->isEnabled());
    harness.press(Qt::Key_Home);
    QVERIFY(harness.playback->isAtStart());
}

void TestMainWindow::stepsByKeys()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_Period);
    QVERIFY(!harness.playback->isAtStart());
    harness.press(Qt::Key_Period);
    const TimeMs second = harness.playback->now();
    QVERIFY(second > 0);
    harness.press(Qt::Key_Comma);
    QVERIFY(harness.playback->now() < second);
    harness.press(Qt::Key_Period, Qt::ShiftModifier);
    const TimeMs decision = harness.playback->now();
    QVERIFY(decision > 0);
    QTest::mouseClick(harness.find<QAbstractButton>("actStepDecision"), Qt::LeftButton);
    QVERIFY(harness.playback->now() > decision);
    harness.press(Qt::Key_Comma, Qt::ShiftModifier);
    QCOMPARE(harness.playback->now(), decision);
    harness.press(Qt::Key_End);
    QCOMPARE(harness.playback->now(), harness.playback->end());
    const double speed = harness.playback->speed();
    harness.press(Qt::Key_BracketRight);
    QVERIFY(harness.playback->speed() > speed);
    harness.press(Qt::Key_BracketLeft);
    QCOMPARE(harness.playback->speed(), speed);
}

void TestMainWindow::keysOfTheTransportStayOutOfTextFields()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.action("actFind")->trigger();
    auto* field = harness.find<QLineEdit>("findField");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, "a b.c,[]");
    QCOMPARE(field->text(), QString("a b.c,[]"));
    QVERIFY(!harness.playback->isPlaying());
    QVERIFY(harness.playback->isAtStart());
}

void TestMainWindow::spacePressesAFocusedButton()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* step = harness.find<QAbstractButton>("actStepEvent");
    step->setFocus();
    harness.press(Qt::Key_Space);
    QVERIFY(!harness.playback->isPlaying());
    QVERIFY(!harness.playback->isAtStart());
}

void TestMainWindow::marksChangesAndUndoesThem()
{
    WindowHarness harness;
    QVERIFY(harness.open(harness.copyOfSample("plan.scenario.json")));
    QVERIFY(!harness.window->isWindowModified());
    QVERIFY(!harness.find<QWidget>("statusUndo")->isVisible());
    QVERIFY(harness.changeLimit(5));
    QVERIFY(harness.window->isWindowModified());
    QVERIFY(!harness.textOf("statusMessage").isEmpty());
    QVERIFY(harness.find<QWidget>("statusUndo")->isVisible());
    QCOMPARE(harness.textOf("statusSaved"), QString("not saved"));

    QTest::mouseClick(harness.find<QWidget>("statusUndo"), Qt::LeftButton);
    QVERIFY(!harness.window->isWindowModified());
    QVERIFY(!harness.find<QWidget>("statusUndo")->isVisible());
    harness.press(Qt::Key_Y, Qt::ControlModifier);
    QVERIFY(harness.window->isWindowModified());
    harness.press(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(!harness.window->isWindowModified());
    QVERIFY(harness.textOf("statusSaved").startsWith("saved "));
}

void TestMainWindow::closeAsksAboutChanges()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.changeLimit(5));
    harness.window->close();
    QVERIFY(harness.window->isVisible());
    auto* box = harness.find<QMessageBox>("askChanges");
    QVERIFY(box && box->isVisible());
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(!harness.find<QMessageBox>("askChanges"));
    QVERIFY(harness.window->isVisible());
    QVERIFY(harness.window->isWindowModified());

    harness.window->close();
    box = harness.find<QMessageBox>("askChanges");
    QVERIFY(box);
    box->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(!harness.window->isVisible());
}

void TestMainWindow::savesOnClose()
{
    WindowHarness harness;
    const QString path = harness.copyOfSample("plan.scenario.json");
    QVERIFY(harness.open(path));
    QVERIFY(harness.changeLimit(5));
    harness.window->close();
    harness.find<QMessageBox>("askChanges")->button(QMessageBox::Save)->click();
    QTRY_VERIFY(!harness.window->isVisible());

    harness.restart();
    QVERIFY(harness.open(path));
    QCOMPARE(harness.document->value().shares.front().limits.front().maxCapacity, 5);
}

void TestMainWindow::opensDroppedScenariosOnly()
{
    WindowHarness harness;
    const auto drop = [&harness](const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(harness.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(harness.window.get(), &event);
    };
    drop(harness.folder.filePath("jobs.csv"));
    QVERIFY(harness.find<QWidget>("messageBar")->isVisible());
    QVERIFY(harness.textOf("messageText").startsWith("“jobs.csv” was not opened."));
    QVERIFY(!harness.document->isOpen());
    QTest::mouseClick(harness.find<QWidget>("messageClose"), Qt::LeftButton);
    QVERIFY(!harness.find<QWidget>("messageBar")->isVisible());

    drop(harness.copyOfSample("dropped.scenario.json"));
    QVERIFY(harness.waitForRun());
    QVERIFY(!harness.find<QWidget>("messageBar")->isVisible());
}

void TestMainWindow::saysWhyAFileIsNotOpened()
{
    WindowHarness harness;
    const QString path = harness.folder.filePath("broken.scenario.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"quotaboard-scenario\", \"version\": ");
    file.close();
    harness.window->openFiles({path});
    QTRY_VERIFY(harness.find<QWidget>("messageBar")->isVisible());
    QVERIFY(harness.textOf("messageText").startsWith("“broken.scenario.json” was not opened."));
    QVERIFY(!QApplication::activeModalWidget());
    QVERIFY(harness.recent->files().isEmpty());

    harness.window->openFiles({harness.folder.filePath("none.scenario.json")});
    QTRY_VERIFY(harness.textOf("messageText").startsWith("“none.scenario.json”"));
    QVERIFY(!harness.textOf("messageText").contains("import"));
}

void TestMainWindow::asksBeforeAnotherFileReplacesChanges()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.changeLimit(5));
    harness.window->openFiles({":/samples/three-projects.scenario.json"});
    auto* box = harness.find<QMessageBox>("askChanges");
    QVERIFY(box);
    box->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(harness.document->displayName().startsWith("Three projects"));
}

void TestMainWindow::revertsToTheFile()
{
    WindowHarness harness;
    QVERIFY(harness.open(harness.copyOfSample("plan.scenario.json")));
    QVERIFY(!harness.action("actRevert")->isEnabled());
    QVERIFY(harness.changeLimit(5));
    harness.action("actRevert")->trigger();
    auto* box = harness.find<QMessageBox>("askRevert");
    QVERIFY(box);
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    }
    QTRY_VERIFY(!harness.window->isWindowModified());
    QCOMPARE(harness.document->value().shares.front().limits.front().maxCapacity, 4);
}

void TestMainWindow::findsShares()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_F, Qt::ControlModifier);
    auto* field = harness.find<QLineEdit>("findField");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, "resea");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(field->text().isEmpty());
    QVERIFY(!field->hasFocus());
}

void TestMainWindow::goesToATime()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_G, Qt::ControlModifier);
    auto* field = harness.find<QLineEdit>("goToTimeField");
    QVERIFY(field);
    QTest::keyClicks(field, "9d");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(harness.playback->isAtStart());
    field->clear();
    QTest::keyClicks(field, "3h30m");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(harness.playback->now(), 3 * kMsPerHour + 30 * kMsPerMinute);
}

void TestMainWindow::goesToTheTimeThatTheClockShows_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"2026-11-02 03:00:00", "2026-11-02T03:00:00", "2026-11-02T03:00:00Z",
             "2026-11-02 03:00:00 UTC", "Day 1 · 2026-11-02 03:00:00 UTC", "2026-11-02T05:00:00+02:00", "3h"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestMainWindow::goesToTheTimeThatTheClockShows()
{
    QFETCH(const QString, text);
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_G, Qt::ControlModifier);
    auto* field = harness.find<QLineEdit>("goToTimeField");
    field->setText(text);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(harness.playback->now(), 3 * kMsPerHour);
}

void TestMainWindow::saysThatAWordIsNoTime()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_G, Qt::ControlModifier);
    auto* field = harness.find<QLineEdit>("goToTimeField");
    field->setText("tomorrow");
    QVERIFY(harness.textOf("goToTimeMeaning").contains("2026-11-02 00:00:00 UTC"));
    QVERIFY(harness.textOf("goToTimeMeaning").startsWith("This is no time"));
    field->setText("2026-11-01 00:00:00");
    QVERIFY(harness.textOf("goToTimeMeaning").contains("before the run starts"));
}

void TestMainWindow::titleNamesTheFile()
{
    WindowHarness harness;
    QVERIFY(harness.open(harness.copyOfSample("plan.scenario.json")));
    const QString name = harness.document->displayName();
    QCOMPARE(harness.window->windowTitle(), name + " — plan.scenario.json[*] — Quotaboard");
    QVERIFY(harness.document->save(harness.folder.filePath("copy.scenario.json")).ok());
    QCOMPARE(harness.window->windowTitle(), name + " — copy.scenario.json[*] — Quotaboard");
    QVERIFY(harness.find<QWidget>("scenarioName")->accessibleName().contains("copy.scenario.json"));
}

void TestMainWindow::seedStandsAsInTheFile()
{
    WindowHarness harness;
    QVERIFY(harness.open(":/samples/month-end-rush.scenario.json"));
    QCOMPARE(harness.document->value().platform.seed, std::uint64_t{2026});
    QCOMPARE(harness.textOf("statusSeed"), QString("seed 2026"));
}

void TestMainWindow::cardsPromiseNoOtherDuration()
{
    const WindowHarness harness;
    // Three projects has no horizon; its last job ends later than all could at best.
    const auto* card = harness.find<QWidget>("sampleCard1");
    QTRY_VERIFY(card->accessibleDescription().contains(" jobs"));
    QVERIFY2(card->accessibleDescription().endsWith(" jobs"), qPrintable(card->accessibleDescription()));
    const auto* day = harness.find<QWidget>("sampleCard0");
    QVERIFY2(day->accessibleDescription().endsWith("· 1 d"), qPrintable(day->accessibleDescription()));
}

void TestMainWindow::dialogsAreAsWideAsTheirTitles()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QInputDialog dialog(harness.window.get());
    dialog.setWindowTitle("Priority of a job with a rather long name");
    dialog.setInputMode(QInputDialog::IntInput);
    dialog.setLabelText("Priority");
    dialog.show();
    QVERIFY2(dialog.width() >= dialog.fontMetrics().horizontalAdvance(dialog.windowTitle()) + 100,
        qPrintable(QString::number(dialog.width())));
}

void TestMainWindow::closesToTheStartPage()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(harness.find<QWidget>("startPage")->isVisible());
    QVERIFY(!harness.find<QWidget>("chartsDock")->isVisible());
    QVERIFY(harness.open(kTwoTeams));
    for (const char* part : {"chartsDock", "mainToolBar", "pageRail", "transportToolBar"})
        QVERIFY2(harness.find<QWidget>(part)->isVisible(), part);
    QVERIFY(harness.window->statusBar()->isVisible());
}

void TestMainWindow::aDockBelowAnotherComesUpBeforeItGoes()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    const auto* breakpoints = harness.find<QDockWidget>("breakpointsDock");
    harness.action("breakpointsDockToggle")->trigger();
    harness.action("problemsDockToggle")->trigger();
    QTRY_VERIFY(breakpoints->visibleRegion().isEmpty() && !breakpoints->property("isOnTop").toBool());
    harness.action("breakpointsDockToggle")->trigger();
    QTRY_VERIFY(!breakpoints->visibleRegion().isEmpty());
    harness.action("breakpointsDockToggle")->trigger();
    QTRY_VERIFY(breakpoints->isHidden());
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
