// SPDX-License-Identifier: Apache-2.0
// Keyboard and screen reader: no key twice, no focusable thing without a name, no dead end for Tab.
#include "tests/ui/support/window_harness.h"

#include <QAccessible>
#include <QDialog>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTabBar>
#include <QTabWidget>

using namespace quotaboard;

namespace {

/// Actions of a menu and of those below it.
QList<QAction*> actionsBelow(const QMenu& menu)
{
    QList<QAction*> actions;
    for (QAction* action : menu.actions()) {
        if (action->menu())
            actions += actionsBelow(*action->menu());
        else if (!action->isSeparator())
            actions.append(action);
    }
    return actions;
}

/// Its keys: real shortcuts, and those that the board hears itself, which stand behind a tab.
QStringList keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys.append(key.toString(QKeySequence::PortableText));
    if (action.text().contains('\t'))
        keys.append(QKeySequence(action.text().section('\t', 1), QKeySequence::NativeText).toString());
    return keys;
}

/// The line within an editable box is known by the box's name.
bool isNamedByParent(const QAccessibleInterface& node)
{
    const QAccessibleInterface* parent = node.parent();
    return node.role() == QAccessible::EditableText && parent
        && (parent->role() == QAccessible::ComboBox || parent->role() == QAccessible::SpinBox)
        && !parent->text(QAccessible::Name).trimmed().isEmpty();
}

void collectUnnamed(QAccessibleInterface* node, const QString& path, QStringList& unnamed, int& focusable, int depth)
{
    if (!node || !node->isValid() || depth > 30)
        return;
    const QString name = node->text(QAccessible::Name);
    const QObject* object = node->object();
    const QString here = path + '/' + (object ? object->metaObject()->className() : "node");
    const bool isWindow = node->role() == QAccessible::Window;
    // Docks on top of each other have tabs, named by the current one; without tabs there is nothing to see or reach.
    const bool isEmptyTabBar
        = qobject_cast<const QTabBar*>(object) && qobject_cast<const QTabBar*>(object)->count() == 0;
    if (!isEmptyTabBar && node->state().focusable && !node->state().invisible && !isWindow) {
        ++focusable;
        if (name.trimmed().isEmpty() && !isNamedByParent(*node))
            unnamed.append(here + (object ? '#' + object->objectName() : QString()));
    }
    for (int i = 0; i < node->childCount(); ++i)
        collectUnnamed(node->child(i), here, unnamed, focusable, depth + 1);
}

QStringList unnamedIn(QWidget& window, int& focusable)
{
    QStringList unnamed;
    focusable = 0;
    collectUnnamed(QAccessible::queryAccessibleInterface(&window), {}, unnamed, focusable, 0);
    return unnamed;
}

} // namespace

class TestWindowAccess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noKeyIsUsedTwice();
    void startPageIsNamed();
    void boardIsNamed();
    void everyPageAndDockIsNamed();
    void docksOverThePageAreNamed();
    void preferencesAreNamed();
    void dialogsAreNamed_data();
    void dialogsAreNamed();
    void tabGoesRound();
    void paneKeyGoesRound();
};

void TestWindowAccess::noKeyIsUsedTwice()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QMap<QString, const QAction*> byKey;
    int withKeys = 0;
    for (const QAction* menu : harness.window->menuBar()->actions()) {
        QVERIFY2(!menu->menu()->isEmpty(), qPrintable(menu->text()));
        for (const QAction* action : actionsBelow(*menu->menu())) {
            for (const QString& key : keysOf(*action)) {
                ++withKeys;
                QVERIFY2(!byKey.contains(key) || byKey[key] == action,
                    qPrintable(key + ": " + action->text() + " and " + (byKey[key] ? byKey[key]->text() : QString())));
                byKey[key] = action;
            }
        }
    }
    QVERIFY2(withKeys >= 40, qPrintable(QString::number(withKeys)));
    for (const char* key : {"Ctrl+N", "Ctrl+O", "Ctrl+S", "Ctrl+Shift+S", "Ctrl+W", "Ctrl+Q", "Ctrl+Z", "Ctrl+Shift+Z",
             "Ctrl+Y", "Ctrl+F", "Ctrl+1", "F4", "F6", "Shift+F6", "Space", ".", ",", "Shift+.", "Shift+,", "[", "]",
             "Home", "End", "Ctrl+G", "F11", "Ins", "N", "Del", "Ctrl+Alt+L", "Ctrl+?", "Ctrl+Shift+M"})
        QVERIFY2(byKey.contains(key), key);
}

void TestWindowAccess::startPageIsNamed()
{
    const WindowHarness harness;
    int focusable = 0;
    const QStringList unnamed = unnamedIn(*harness.window, focusable);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    QVERIFY(focusable >= 5);
}

void TestWindowAccess::boardIsNamed()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.playback->seek(6 * kMsPerHour);
    QVERIFY(harness.changeLimit(5));
    QVERIFY(harness.waitForRun());
    harness.press(Qt::Key_F8);
    int focusable = 0;
    const QStringList unnamed = unnamedIn(*harness.window, focusable);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    QVERIFY2(focusable >= 20, qPrintable(QString::number(focusable)));
}

void TestWindowAccess::everyPageAndDockIsNamed()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.playback->setBreakpoints({});
    harness.playback->seek(8 * kMsPerHour);
    int pages = 0;
    int docks = 0;
    for (QAction* page : harness.window->findChildren<QAction*>()) {
        if (!page->objectName().startsWith("actPage") || !page->isCheckable())
            continue;
        ++pages;
        page->trigger();
        QTest::qWait(50);
        for (QAction* toggle : harness.window->findChildren<QAction*>()) {
            if (!toggle->objectName().endsWith("DockToggle") || !toggle->isEnabled())
                continue;
            ++docks;
            if (toggle->isChecked())
                toggle->trigger();
            toggle->trigger();
            QTest::qWait(20);
            int focusable = 0;
            const QStringList unnamed = unnamedIn(*harness.window, focusable);
            QVERIFY2(unnamed.isEmpty(),
                qPrintable(page->objectName() + ", " + toggle->objectName() + ":\n" + unnamed.join('\n')));
        }
    }
    QVERIFY(pages >= 1);
    QVERIFY2(docks >= 5 * pages, qPrintable(QString::number(docks)));
}

void TestWindowAccess::docksOverThePageAreNamed()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.window->resize(1024, 640);
    QTest::qWait(50);
    for (const Qt::Key key : {Qt::Key_F4, Qt::Key_F8}) {
        harness.press(key);
        int focusable = 0;
        const QStringList unnamed = unnamedIn(*harness.window, focusable);
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    }
}

void TestWindowAccess::dialogsAreNamed_data()
{
    QTest::addColumn<QString>("action");
    for (const char* action : {"actPreferences", "actRunTo", "actShortcuts", "actAbout"})
        QTest::newRow(action) << QString(action);
}

void TestWindowAccess::dialogsAreNamed()
{
    QFETCH(const QString, action);
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.action(qPrintable(action))->trigger();
    QDialog* dialog = nullptr;
    for (auto* shown : harness.window->findChildren<QDialog*>()) {
        if (shown->isVisible())
            dialog = shown;
    }
    QVERIFY(dialog);
    QVERIFY(!dialog->windowTitle().isEmpty());
    auto* tabs = dialog->findChild<QTabWidget*>();
    for (int i = 0; i < (tabs ? tabs->count() : 1); ++i) {
        if (tabs)
            tabs->setCurrentIndex(i);
        int focusable = 0;
        const QStringList unnamed = unnamedIn(*dialog, focusable);
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
        QVERIFY(focusable >= 1);
    }
}

void TestWindowAccess::preferencesAreNamed()
{
    const WindowHarness harness;
    harness.action("actPreferences")->trigger();
    int focusable = 0;
    const QStringList unnamed = unnamedIn(*harness.find<QWidget>("preferencesDialog"), focusable);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    QVERIFY(focusable >= 6);
}

void TestWindowAccess::tabGoesRound()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.find<QWidget>("sldSpeed")->setFocus();
    const QWidget* first = QApplication::focusWidget();
    QSet<const QWidget*> seen;
    int presses = 0;
    do {
        seen.insert(QApplication::focusWidget());
        harness.press(Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget());
    } while (QApplication::focusWidget() != first && ++presses < 200);
    QVERIFY2(presses < 200, qPrintable(QApplication::focusWidget()->objectName()));
    QVERIFY(seen.contains(harness.find<QWidget>("scrubber")));
    QVERIFY(seen.contains(harness.find<QWidget>("findField")));
}

void TestWindowAccess::paneKeyGoesRound()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* board = harness.find<QWidget>("boardPage");
    const auto inBoard = [board] { return board->isAncestorOf(QApplication::focusWidget()); };
    QVERIFY(inBoard());
    int presses = 0;
    do {
        harness.press(Qt::Key_F6);
        QVERIFY(QApplication::focusWidget());
    } while (!inBoard() && ++presses < 12);
    QVERIFY(presses >= 2 && presses < 12);
    harness.press(Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(!inBoard());
}

QTEST_MAIN(TestWindowAccess)
#include "tst_window_access.moc"
