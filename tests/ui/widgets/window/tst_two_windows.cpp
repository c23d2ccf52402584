// SPDX-License-Identifier: Apache-2.0
// Two windows of one program share what the user prefers; what is looked at beside text grows with it.
#include "tests/ui/support/window_harness.h"

#include <QAction>
#include <QCheckBox>
#include <QCompleter>
#include <QLineEdit>
#include <QListView>
#include <QTabBar>
#include <QToolButton>

#ifndef Q_MOC_RUN
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/window/find_field.h"
#include "ui/widgets/window/preferences.h"
#endif

using namespace quotaboard;

namespace {

/// Another window of the same program.
struct Second {
    explicit Second(WindowHarness& first)
        : window(document, playback, first.theme, first.appearance, *first.settings, *first.recent)
    {
        window.show();
        QTest::qWait(20);
    }
    QAction* action(const char* name) { return window.findChild<QAction*>(name); }

    ScenarioDocument document;
    Playback playback{document};
    MainWindow window;
};

} // namespace

class TestTwoWindows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void preferencesOfOneAreThoseOfBoth();
    void keysOfOneAreThoseOfBoth();
    void boxesAndIconsGrowWithTheText();
    void wordsOfTheInspectorsTabsAreWholeInLargeText();
    void matchesStandBelowTheFieldAndAreWhole();
};

void TestTwoWindows::preferencesOfOneAreThoseOfBoth()
{
    WindowHarness first;
    Second second(first);
    PreferenceStore store(*first.settings);
    Preferences wanted = store.values();
    wanted.density = BoardDensity::Dense;
    wanted.editsFromNow = false;
    store.set(wanted);
    for (const MainWindow* window : std::initializer_list<const MainWindow*>{first.window.get(), &second.window}) {
        const auto* board = window->findChild<BoardPage*>("boardPage");
        QCOMPARE(board->density(), BoardDensity::Dense);
    }
    QCOMPARE(PreferenceStore(*first.settings).values(), wanted);
}

void TestTwoWindows::keysOfOneAreThoseOfBoth()
{
    WindowHarness first;
    Second second(first);
    const QKeySequence before = second.action("actPlay")->shortcut();
    first.settings->setShortcut("actPlay", QString("Ctrl+Alt+F9"));
    QCOMPARE(first.action("actPlay")->shortcut(), QKeySequence("Ctrl+Alt+F9"));
    QCOMPARE(second.action("actPlay")->shortcut(), QKeySequence("Ctrl+Alt+F9"));
    first.settings->setShortcut("actPlay", std::nullopt);
    QCOMPARE(second.action("actPlay")->shortcut(), before);
}

void TestTwoWindows::boxesAndIconsGrowWithTheText()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    const auto indicator = [&] {
        const QCheckBox box;
        return box.style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, &box);
    };
    const auto icon = [&] { return harness.find<QToolButton>("actStepEvent")->iconSize().width(); };
    harness.appearance.setAppearance({ThemeChoice::Light, 100, true});
    const int box = indicator();
    const int small = icon();
    const int play = harness.find<QAbstractButton>("actPlay")->width();
    harness.appearance.setAppearance({ThemeChoice::Light, 200, true});
    QTest::qWait(20);
    QVERIFY(indicator() >= 2 * box - 1);
    QCOMPARE(icon(), 2 * small);
    QVERIFY(harness.find<QAbstractButton>("actPlay")->width() > 1.7 * play);
    harness.appearance.setAppearance({ThemeChoice::Light, 100, true});
    QCOMPARE(indicator(), box);
}

void TestTwoWindows::wordsOfTheInspectorsTabsAreWholeInLargeText()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1600, 1000);
    harness.appearance.setAppearance({ThemeChoice::Light, 200, true});
    QTest::qWait(50);
    auto* bar = harness.find<QWidget>("inspector")->findChild<QTabBar*>();
    QVERIFY(bar);
    for (int i = 0; i < bar->count(); ++i) {
        const int needed = bar->fontMetrics().horizontalAdvance(bar->tabText(i));
        QVERIFY2(bar->tabRect(i).width() >= needed, qPrintable(bar->tabText(i)));
        QVERIFY(bar->tabRect(i).right() <= bar->width());
    }
    const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
    if (!folder.isEmpty())
        harness.window->grab().save(folder + "/large-text.png");
    harness.appearance.setAppearance({ThemeChoice::Light, 100, true});
}

void TestTwoWindows::matchesStandBelowTheFieldAndAreWhole()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* field = harness.find<FindField>("findField");
    field->setFocus();
    QTest::keyClicks(field, "e");
    QWidget* found = nullptr;
    QTRY_VERIFY((found = QApplication::activePopupWidget()) != nullptr && found->isVisible());
    auto* list = qobject_cast<QListView*>(found);
    QVERIFY(list);
    const QRect popup(list->mapToGlobal(QPoint()), list->size());
    const QRect typed(field->mapToGlobal(QPoint()), field->size());
    QVERIFY2(popup.top() >= typed.bottom() - 2, qPrintable(QString("%1 %2").arg(popup.top()).arg(typed.bottom())));
    const QRect row = list->visualRect(list->model()->index(0, 0));
    QVERIFY(list->viewport()->rect().contains(row.topLeft()));
    QVERIFY(list->sizeHintForColumn(0) <= list->viewport()->width());
    QVERIFY(popup.right() <= harness.window->geometry().right() + 1);
    const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
    if (!folder.isEmpty()) {
        list->grab().save(folder + "/find-popup.png");
        harness.window->grab().save(folder + "/find-window.png");
    }
}

QTEST_MAIN(TestTwoWindows)
#include "tst_two_windows.moc"
