// SPDX-License-Identifier: Apache-2.0
// What the window remembers between two starts, and its layout.
#include "tests/ui/support/window_harness.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QDockWidget>

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

QTEST_MAIN(TestWindowMemory)
#include "tst_window_memory.moc"
