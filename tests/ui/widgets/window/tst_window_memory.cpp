// SPDX-License-Identifier: Apache-2.0
// What the window remembers between two starts, and its layout.
#include "tests/ui/support/window_harness.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QDialog>
#include <QDockWidget>
#include <QLayout>

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
        const QList<QWidget*> parts{harness.window->centralWidget(), harness.find<QWidget>("inspectorDock"),
            harness.find<QWidget>("chartsDock"), harness.find<QWidget>("transportToolBar")};
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
    harness.window->resize(1024, 640);
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
