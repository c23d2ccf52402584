// SPDX-License-Identifier: Apache-2.0
// Small windows, large text, long words: what is beside the page lies over it, and every word can be read.
#include "tests/ui/support/text_fit.h"
#include "tests/ui/support/window_harness.h"

#include <QDockWidget>
#include <QTranslator>

#include <algorithm>

using namespace quotaboard;

namespace {

/// Every sentence of the program, 40 % longer.
class LongWords : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* text, const char*, int number) const override
    {
        QString words = QString::fromUtf8(text);
        if (number >= 0)
            words.replace("%n", QString::number(number));
        // Formats and single letters are no words.
        if (words.size() < 4 || words.contains("HH:mm") || words.startsWith("yyyy"))
            return words;
        const qsizetype more = (words.size() * 2 + 4) / 5;
        // Sentences get more words, words get longer.
        constexpr qsizetype kWord = 5;
        if (more <= kWord)
            return words + QString(more, u'x');
        for (qsizetype i = 0; i < more; i += kWord + 1)
            words += ' ' + QString(std::min(kWord, more - i), u'x');
        return words;
    }
};

QDockWidget* inspectorOf(const WindowHarness& harness)
{
    return harness.find<QDockWidget>("inspectorDock");
}

} // namespace

class TestNarrowWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theInspectorLiesOverThePage();
    void escapeHidesTheInspector();
    void oneDockAtATimeLiesOverThePage();
    void docksComeBackBesideThePage();
    void layoutSurvivesANarrowWindow();
    void allTextCanBeRead_data();
    void allTextCanBeRead();
};

void TestNarrowWindow::theInspectorLiesOverThePage()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(inspectorOf(harness)->isVisible());
    harness.window->resize(1024, 640);
    QTest::qWait(50);
    QVERIFY(!inspectorOf(harness)->isVisible());
    const QRect page = harness.window->centralWidget()->geometry();
    QCOMPARE(page.right(), harness.window->rect().right());

    harness.press(Qt::Key_F4);
    QVERIFY(inspectorOf(harness)->isVisible());
    QVERIFY(harness.action("inspectorDockToggle")->isChecked());
    QTest::qWait(50);
    QCOMPARE(harness.window->centralWidget()->geometry(), page);
    auto* overlay = harness.find<QWidget>("dockOverlay");
    QVERIFY(overlay->isVisible());
    QVERIFY(harness.window->rect().contains(overlay->geometry()));
    QVERIFY(!overlay->geometry().intersects(harness.find<QWidget>("transportToolBar")->geometry()));
    harness.press(Qt::Key_F4);
    QVERIFY(!inspectorOf(harness)->isVisible());
    QVERIFY(!overlay->isVisible());
    QVERIFY(!harness.action("inspectorDockToggle")->isChecked());
}

void TestNarrowWindow::escapeHidesTheInspector()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1100, 700);
    QTest::qWait(50);
    harness.press(Qt::Key_F4);
    harness.press(Qt::Key_F6);
    QVERIFY(inspectorOf(harness)->isAncestorOf(QApplication::focusWidget()));
    harness.press(Qt::Key_Escape);
    QVERIFY(!inspectorOf(harness)->isVisible());
    QVERIFY(harness.find<QWidget>("boardPage")->isAncestorOf(QApplication::focusWidget()));
}

void TestNarrowWindow::oneDockAtATimeLiesOverThePage()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1100, 700);
    QTest::qWait(50);
    harness.press(Qt::Key_F4);
    harness.press(Qt::Key_F8);
    QVERIFY(!inspectorOf(harness)->isVisible());
    QVERIFY(harness.find<QDockWidget>("historyDock")->isVisible());
    // The reason of a wait is asked for: it is shown.
    harness.press(Qt::Key_End);
    harness.action("actResetLayout")->trigger();
    QVERIFY(!harness.find<QDockWidget>("historyDock")->isVisible());
    QVERIFY(!inspectorOf(harness)->isVisible());
}

void TestNarrowWindow::docksComeBackBesideThePage()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1440, 900);
    QTest::qWait(50);
    const QRect before = inspectorOf(harness)->geometry();
    harness.window->resize(1279, 800);
    QTest::qWait(50);
    QVERIFY(!inspectorOf(harness)->isVisible());
    harness.press(Qt::Key_F7);
    QVERIFY(!harness.find<QDockWidget>("chartsDock")->isVisible());
    harness.window->resize(1440, 900);
    QTRY_VERIFY(inspectorOf(harness)->isVisible());
    QTest::qWait(50);
    QCOMPARE(inspectorOf(harness)->width(), before.width());
    QCOMPARE(harness.window->dockWidgetArea(inspectorOf(harness)), Qt::RightDockWidgetArea);
    // What was hidden meanwhile stays hidden.
    QVERIFY(!harness.find<QDockWidget>("chartsDock")->isVisible());
}

void TestNarrowWindow::layoutSurvivesANarrowWindow()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1440, 900);
    QTest::qWait(50);
    harness.press(Qt::Key_F8);
    harness.window->resize(1024, 640);
    QTest::qWait(50);
    harness.window->close();
    harness.restart();
    QCOMPARE(harness.window->width(), 1024);
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(!inspectorOf(harness)->isVisible());
    harness.window->resize(1440, 900);
    QTRY_VERIFY(inspectorOf(harness)->isVisible());
    QVERIFY(harness.find<QDockWidget>("historyDock")->isVisible());
}

void TestNarrowWindow::allTextCanBeRead_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("textSize");
    QTest::addColumn<bool>("longWords");
    for (const QSize& size : {QSize(1024, 640), QSize(1280, 800), QSize(1440, 900)}) {
        for (const int textSize : {100, 200}) {
            QTest::addRow("%d x %d at %d %%", size.width(), size.height(), textSize) << size << textSize << false;
        }
        QTest::addRow("%d x %d, long words", size.width(), size.height()) << size << 100 << true;
    }
}

void TestNarrowWindow::allTextCanBeRead()
{
    QFETCH(const QSize, size);
    QFETCH(const int, textSize);
    QFETCH(const bool, longWords);
    LongWords translator;
    if (longWords)
        QApplication::installTranslator(&translator);
    {
        WindowHarness harness;
        harness.appearance.setAppearance({ThemeChoice::Light, textSize, false});
        harness.window->resize(size);
        QVERIFY(harness.open(kTwoTeams));
        harness.playback->setBreakpoints({});
        harness.playback->seek(6 * kMsPerHour);
        QVERIFY(harness.changeLimit(5));
        QVERIFY(harness.waitForRun());
        QTest::qWait(100);
        QCOMPARE(harness.window->size(), size);
        const auto check = [&harness](const char* what) {
            QTest::qWait(50);
            const QStringList cut = textsThatAreCut(*harness.window);
            QVERIFY2(cut.isEmpty(), qPrintable(QString(what) + ":\n" + cut.join('\n')));
            const QStringList overlaps = widgetsThatOverlap(*harness.find<QWidget>("transportBar"));
            QVERIFY2(overlaps.isEmpty(), qPrintable(QString(what) + ":\n" + overlaps.join('\n')));
        };
        check("board");
        if (!inspectorOf(harness)->isVisible())
            harness.press(Qt::Key_F4);
        for (auto* tabs : inspectorOf(harness)->findChildren<QTabBar*>()) {
            for (int i = 0; i < tabs->count(); ++i) {
                tabs->setCurrentIndex(i);
                check(qPrintable("inspector, " + tabs->tabText(i)));
            }
        }
    }
    QApplication::removeTranslator(&translator);
}

QTEST_MAIN(TestNarrowWindow)
#include "tst_narrow_window.moc"
