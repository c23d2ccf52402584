// SPDX-License-Identifier: Apache-2.0
// What the window remembers between two starts, and its layout.
#include "tests/ui/support/window_harness.h"
#include "ui/widgets/board/board_page.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QDialog>
#include <QDockWidget>
#include <QKeySequenceEdit>
#include <QLayout>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeWidget>

using namespace quotaboard;

class TestWindowMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void docksFloatAndReset();
    void layoutSurvives();
    void sizeSurvives();
    void aBrokenLayoutDoesNoHarm();
    void recentFilesSurvive();
    void preferencesTakeEffectAtOnce();
    void largestTextKeepsTheWindowUsable();
    void nothingOverlapsInASmallWindow_data();
    void nothingOverlapsInASmallWindow();
    void docksHaveRoomAgainInALargeWindow();
    void seldomDocksTakeNoRoom();
    void everyPreferenceTakesEffect();
    void keysAreChangedAndReset();
    void preferencesGrowWithTheText();
};

void TestWindowMemory::docksFloatAndReset()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* inspector = harness.find<QDockWidget>("inspectorDock");
    auto* charts = harness.find<QDockWidget>("chartsDock");
    auto* history = harness.find<QDockWidget>("historyDock");
    QVERIFY(inspector->isVisible() && charts->isVisible() && !history->isVisible());
    harness.press(Qt::Key_F4);
    QVERIFY(!inspector->isVisible());
    harness.press(Qt::Key_F8);
    QVERIFY(history->isVisible());
    charts->setFloating(true);
    harness.window->addDockWidget(Qt::LeftDockWidgetArea, inspector);

    harness.action("actResetLayout")->trigger();
    QVERIFY(inspector->isVisible() && charts->isVisible() && !history->isVisible());
    QVERIFY(!charts->isFloating());
    QCOMPARE(harness.window->dockWidgetArea(inspector), Qt::RightDockWidgetArea);
    QCOMPARE(harness.window->dockWidgetArea(charts), Qt::BottomDockWidgetArea);
}

void TestWindowMemory::layoutSurvives()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.press(Qt::Key_F7);
    QVERIFY(!harness.find<QDockWidget>("chartsDock")->isVisible());
    harness.window->close();

    harness.restart();
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(!harness.find<QDockWidget>("chartsDock")->isVisible());
    QVERIFY(harness.find<QDockWidget>("inspectorDock")->isVisible());
    // Once more, closed from the start page.
    harness.action("actClose")->trigger();
    harness.window->close();
    harness.restart();
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(!harness.find<QDockWidget>("chartsDock")->isVisible());
}

void TestWindowMemory::sizeSurvives()
{
    WindowHarness harness;
    harness.window->resize(1100, 700);
    harness.window->close();
    harness.restart();
    QCOMPARE(harness.window->size(), QSize(1100, 700));
}

void TestWindowMemory::aBrokenLayoutDoesNoHarm()
{
    WindowHarness harness;
    harness.settings->setWindow("nonsense", "nonsense");
    harness.restart();
    // A window that closes writes its own.
    harness.settings->setWindow("nonsense", "nonsense");
    harness.restart();
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.find<QDockWidget>("chartsDock")->isVisible());
    QVERIFY(harness.find<QWidget>("transportToolBar")->isVisible());
}

void TestWindowMemory::recentFilesSurvive()
{
    WindowHarness harness;
    const QString first = harness.copyOfSample("first.scenario.json");
    const QString second = harness.copyOfSample("second.scenario.json");
    QVERIFY(harness.open(first));
    QVERIFY(harness.open(second));
    QVERIFY(harness.open(kTwoTeams));
    QCOMPARE(harness.recent->files().size(), 2);

    QVERIFY(QFile::remove(first));
    harness.restart();
    QCOMPARE(harness.recent->files().size(), 2);
    auto* newest = harness.find<QAbstractButton>("recentFile0");
    auto* gone = harness.find<QAbstractButton>("recentFile1");
    QVERIFY(newest->isEnabled());
    QVERIFY(!gone->isEnabled());
    QVERIFY(newest->accessibleName().contains("second.scenario.json"));
    QTest::mouseClick(newest, Qt::LeftButton);
    QVERIFY(harness.waitForRun());
    QCOMPARE(harness.document->path(), second);
}

void TestWindowMemory::preferencesTakeEffectAtOnce()
{
    WindowHarness harness;
    harness.action("actPreferences")->trigger();
    harness.find<QAbstractButton>("prefThemeDark")->click();
    QCOMPARE(harness.theme.tokens().kind(), ThemeKind::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Text), harness.theme.tokens().color(ColorToken::Text));
    harness.find<QAbstractSlider>("prefFontScale")->setValue(15);
    QCOMPARE(harness.theme.fontScale(), 150);
    QCOMPARE(QApplication::font().pixelSize(), 20);
    harness.find<QAbstractButton>("prefReduceMotion")->click();
    QVERIFY(harness.theme.reducesMotion());

    harness.settings->setAppearance(harness.appearance.appearance());
    const Settings again(harness.folder.filePath("quotaboard.ini"));
    QCOMPARE(again.appearance(), (Appearance{ThemeChoice::Dark, 150, true}));
}

void TestWindowMemory::largestTextKeepsTheWindowUsable()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1440, 900);
    harness.appearance.setAppearance({ThemeChoice::Light, 200, false});
    QTest::qWait(50);
    // Nothing may push the window beyond a common screen.
    QVERIFY2(harness.window->minimumSizeHint().width() <= 1920,
        qPrintable(QString::number(harness.window->minimumSizeHint().width())));
}

void TestWindowMemory::nothingOverlapsInASmallWindow_data()
{
    QTest::addColumn<int>("textSize");
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << 100 << QSize(1024, 640);
    QTest::newRow("laptop") << 100 << QSize(1280, 800);
    QTest::newRow("large text") << 200 << QSize(1440, 900);
    QTest::newRow("larger text") << 150 << QSize(1280, 800);
}

void TestWindowMemory::nothingOverlapsInASmallWindow()
{
    QFETCH(const int, textSize);
    QFETCH(const QSize, size);
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1440, 900);
    harness.appearance.setAppearance({ThemeChoice::Light, textSize, false});
    QTest::qWait(50);
    const auto check = [&harness, size](const char* when) {
        harness.window->resize(size);
        QTest::qWait(50);
        QCOMPARE(harness.window->size(), size);
        QList<QWidget*> parts{harness.window->centralWidget(), harness.find<QWidget>("chartsDock"),
            harness.find<QWidget>("transportToolBar")};
        // In a narrow window it lies over the page (tst_narrow_window.cpp).
        if (size.width() >= 1280)
            parts.append(harness.find<QWidget>("inspectorDock"));
        for (const QWidget* part : parts) {
            QVERIFY2(part->isVisible(), when);
            QVERIFY2(harness.window->rect().contains(part->geometry()),
                qPrintable(QString("%1: %2 ends at %3, %4")
                               .arg(when, part->objectName())
                               .arg(part->geometry().right())
                               .arg(part->geometry().bottom())));
            for (const QWidget* other : parts)
                QVERIFY2(part == other || !part->geometry().intersects(other->geometry()),
                    qPrintable(QString("%1: %2 and %3").arg(when, part->objectName(), other->objectName())));
        }
        // And nothing in the inspector is pushed out of it.
        for (const char* dock : {"inspectorDock", "chartsDock"}) {
            const auto* content = harness.find<QDockWidget>(dock)->widget();
            QVERIFY2(content->geometry().right() <= harness.find<QDockWidget>(dock)->rect().right(), dock);
        }
    };
    check("at first");
    harness.action("actResetLayout")->trigger();
    check("after a reset");
    harness.find<QAbstractButton>("chartQueueToggle")->setChecked(true);
    harness.find<QAbstractButton>("chartUtilisationToggle")->setChecked(true);
    check("with five charts");
}

void TestWindowMemory::docksHaveRoomAgainInALargeWindow()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1440, 900);
    QTest::qWait(50);
    const QSize charts = harness.find<QDockWidget>("chartsDock")->size();
    const QSize inspector = harness.find<QDockWidget>("inspectorDock")->size();
    harness.window->resize(1024, 640);
    QTest::qWait(50);
    harness.window->resize(1440, 900);
    QTest::qWait(50);
    QCOMPARE(harness.find<QDockWidget>("chartsDock")->size(), charts);
    QCOMPARE(harness.find<QDockWidget>("inspectorDock")->size(), inspector);
}

void TestWindowMemory::seldomDocksTakeNoRoom()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* charts = harness.find<QDockWidget>("chartsDock");
    auto* schedule = harness.find<QDockWidget>("scheduleDock");
    auto* history = harness.find<QDockWidget>("historyDock");
    auto* inspector = harness.find<QDockWidget>("inspectorDock");
    harness.window->resize(1280, 800);
    QTest::qWait(50);
    const int width = charts->width();
    harness.press(Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    QTest::qWait(50);
    QVERIFY(harness.window->tabifiedDockWidgets(charts).contains(schedule));
    QVERIFY(!schedule->visibleRegion().isEmpty());
    QCOMPARE(schedule->width(), width);
    QVERIFY(!schedule->geometry().intersects(inspector->geometry()));
    QVERIFY(harness.window->rect().contains(inspector->geometry()));
    harness.press(Qt::Key_F8);
    QTest::qWait(50);
    QVERIFY(harness.window->tabifiedDockWidgets(inspector).contains(history));
    QVERIFY(!history->visibleRegion().isEmpty());
    QVERIFY(harness.window->rect().contains(history->geometry()));
    harness.press(Qt::Key_F8);
    QTest::qWait(50);
    QVERIFY(!inspector->visibleRegion().isEmpty());
}

void TestWindowMemory::everyPreferenceTakesEffect()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.action("actPreferences")->trigger();
    auto* board = harness.find<BoardPage>("boardPage");
    harness.find<QAbstractButton>("prefDensityDense")->click();
    QCOMPARE(board->density(), BoardDensity::Dense);
    QVERIFY(harness.textOf("clockLabel").endsWith("UTC"));
    harness.find<QAbstractButton>("prefClockElapsed")->click();
    QCOMPARE(harness.textOf("clockLabel"), QString("0 d 00:00:00 since the start"));
    harness.find<QAbstractButton>("prefPreviewDrags")->click();
    QVERIFY(!harness.action("actPreviewDrags")->isChecked());
    harness.find<QAbstractButton>("prefEditFromNow")->click();
    QVERIFY(!harness.action("actEditFromNow")->isChecked());
    // The switch in the menu is the same.
    harness.action("actEditFromNow")->trigger();
    QVERIFY(harness.find<QAbstractButton>("prefEditFromNow")->isChecked());
    harness.find<QSpinBox>("prefRecentCount")->setValue(1);

    harness.restart();
    const Preferences kept = harness.settings->preferences();
    QCOMPARE(kept, (Preferences{BoardDensity::Dense, ClockStyle::Elapsed, false, true, 1}));
    QVERIFY(harness.open(harness.copyOfSample("first.scenario.json")));
    QVERIFY(harness.open(harness.copyOfSample("second.scenario.json")));
    QCOMPARE(harness.recent->files().size(), 1);
    QCOMPARE(harness.find<BoardPage>("boardPage")->density(), BoardDensity::Dense);
    QVERIFY(!harness.action("actPreviewDrags")->isChecked());
    QVERIFY(harness.textOf("clockLabel").endsWith("since the start"));
}

void TestWindowMemory::keysAreChangedAndReset()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.action("actPreferences")->trigger();
    auto* tree = harness.find<QTreeWidget>("prefShortcuts");
    auto* key = harness.find<QKeySequenceEdit>("prefShortcutKey");
    const auto choose = [tree](const QString& name) {
        const auto found = tree->findItems(name, Qt::MatchExactly, 1);
        QCOMPARE(found.size(), 1);
        tree->setCurrentItem(found.first());
    };
    const auto enter = [key](Qt::Key wanted, Qt::KeyboardModifiers modifiers) {
        key->setFocus();
        QSignalSpy spy(key, &QKeySequenceEdit::editingFinished);
        QTest::keyClick(key, wanted, modifiers);
        QVERIFY(spy.wait(3000));
    };
    choose("Next event");
    enter(Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(harness.action("actStepEvent")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_J));
    QCOMPARE(tree->currentItem()->text(2), QKeySequence(Qt::CTRL | Qt::Key_J).toString(QKeySequence::NativeText));
    // Another one's key is not taken.
    enter(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(harness.textOf("prefShortcutProblem").contains("Save"));
    QCOMPARE(harness.action("actStepEvent")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_J));
    // Nor one that the board hears itself.
    enter(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(harness.textOf("prefShortcutProblem").contains("Cut job"));

    // It works at once, and after another start.
    harness.find<QWidget>("preferencesDialog")->close();
    harness.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(harness.window.get()));
    harness.press(Qt::Key_Period);
    QVERIFY(harness.playback->isAtStart());
    harness.press(Qt::Key_J, Qt::ControlModifier);
    QVERIFY(!harness.playback->isAtStart());
    harness.restart();
    QCOMPARE(harness.action("actStepEvent")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_J));
    harness.action("actPreferences")->trigger();
    harness.find<QAbstractButton>("prefShortcutResetAll")->click();
    QCOMPARE(harness.action("actStepEvent")->shortcut(), QKeySequence(Qt::Key_Period));
    QVERIFY(!harness.settings->shortcut("actStepEvent"));
}

void TestWindowMemory::preferencesGrowWithTheText()
{
    WindowHarness harness;
    harness.action("actPreferences")->trigger();
    auto* dialog = harness.find<QDialog>("preferencesDialog");
    const QSize before = dialog->size();
    harness.find<QAbstractSlider>("prefFontScale")->setValue(20);
    QTRY_VERIFY(dialog->height() > before.height());
    QVERIFY(dialog->height() >= dialog->layout()->minimumSize().height());
    QVERIFY(dialog->width() >= dialog->layout()->minimumSize().width());
}

QTEST_MAIN(TestWindowMemory)
#include "tst_window_memory.moc"
