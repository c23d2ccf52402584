// SPDX-License-Identifier: Apache-2.0
// Bookmarks, and breakpoints that tell or mark instead of stopping, on the real window by mouse and keys.
#include "tests/ui/support/window_harness.h"

#include "ui/logic/models/bookmark_model.h"
#include "ui/logic/models/breakpoint_log.h"
#include "ui/logic/playback/breakpoint_edits.h"
#include "ui/widgets/transport/scrubber.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>

using namespace quotaboard;

namespace {

constexpr const char* kBookmarks = "bookmarksTable";

struct Shown : WindowHarness {
    explicit Shown(int tab)
    {
        QVERIFY(open(kTwoTeams));
        action("breakpointsDockToggle")->trigger();
        find<QTabWidget>("marksTabs")->setCurrentIndex(tab);
        QTest::qWait(20);
    }
    [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return document->extras().bookmarks; }
    void playToTheEnd()
    {
        QSignalSpy paused(playback.get(), &Playback::paused);
        playback->toStart();
        playback->setSpeed(Playback::kMaxSpeed);
        playback->play();
        QVERIFY(paused.wait(20'000));
    }
    void setBreakpoint(Breakpoint::Action action)
    {
        Breakpoint point = Breakpoint::atPreemption("research");
        point.action = action;
        QVERIFY(document->apply(changeBreakpointEdit(document->value(), 0, point)).ok());
        QTRY_VERIFY(playback->watch().isReady());
    }
    [[nodiscard]] std::vector<TimeMs> preemptions() const
    {
        std::vector<TimeMs> times;
        const auto hits = findBreakpointHits(*playback->result(), {Breakpoint::atPreemption("research")});
        for (const BreakpointHit& hit : hits.front())
            times.push_back(hit.at);
        return times;
    }
};

} // namespace

class TestMarksPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bookmarksAreMadeNamedAndDeletedByKeys();
    void bookmarksByMouse();
    void bookmarksAreOnTheScrubber();
    void aBreakpointThatLogsGoesOn();
    void aBreakpointThatMarksIsOneUndoStep();
    void theActionIsChosenInTheDialog();
};

void TestMarksPanel::bookmarksAreMadeNamedAndDeletedByKeys()
{
    Shown shown(1);
    const QAbstractItemModelTester tester(
        shown.find<QTableView>(kBookmarks)->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    shown.playback->seek(90 * kMsPerMinute);
    shown.press(Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(shown.bookmarks(), (std::vector<Bookmark>{{90 * kMsPerMinute, ""}}));
    QVERIFY(shown.textOf("statusMessage").startsWith("Add bookmark"));
    shown.press(Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(shown.bookmarks().size(), std::size_t{1});

    auto* table = shown.find<QTableView>(kBookmarks);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_N);
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field);
    field->setText("owner returns");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(shown.bookmarks().front().text, std::string("owner returns"));

    shown.playback->seek(30 * kMsPerMinute);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Insert);
    // By time, not in the order in which they were made.
    QCOMPARE(table->model()->index(1, BookmarkModel::Text).data().toString(), QString("owner returns"));
    table->selectRow(1);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(shown.playback->now(), 90 * kMsPerMinute);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(shown.bookmarks(), (std::vector<Bookmark>{{30 * kMsPerMinute, ""}}));
    QCOMPARE(shown.document->undoStack().count(), 4);
    while (shown.document->undoStack().canUndo())
        shown.document->undoStack().undo();
    QVERIFY(shown.bookmarks().empty());
    QVERIFY(!shown.document->isModified());
}

void TestMarksPanel::bookmarksByMouse()
{
    Shown shown(1);
    shown.playback->seek(kMsPerHour);
    QTest::mouseClick(shown.find<QPushButton>("bookmarkAdd"), Qt::LeftButton);
    QCOMPARE(shown.bookmarks().size(), std::size_t{1});
    shown.playback->toStart();
    QTest::mouseClick(shown.find<QPushButton>("bookmarkGoTo"), Qt::LeftButton);
    QCOMPARE(shown.playback->now(), kMsPerHour);
    QTest::mouseClick(shown.find<QPushButton>("bookmarkRemove"), Qt::LeftButton);
    QVERIFY(shown.bookmarks().empty());
    QVERIFY(!shown.find<QPushButton>("bookmarkRemove")->isEnabled());
}

void TestMarksPanel::bookmarksAreOnTheScrubber()
{
    Shown shown(1);
    auto* scrubber = shown.find<Scrubber>("scrubber");
    const std::size_t before = scrubber->marks().size();
    QVERIFY(shown.document->apply(addBookmarksEdit(shown.document->value(), {{7 * kMsPerHour, "look"}})).ok());
    QCOMPARE(scrubber->marks().size(), before + 1);
    shown.playback->toStart();
    scrubber->setFocus();
    // The sample has a breakpoint before it.
    QTest::keyClick(scrubber, Qt::Key_Right, Qt::ControlModifier);
    QTRY_COMPARE(shown.playback->now(), 3 * kMsPerHour);
    QTest::keyClick(scrubber, Qt::Key_Right, Qt::ControlModifier);
    QTRY_COMPARE(shown.playback->now(), 7 * kMsPerHour);
}

void TestMarksPanel::aBreakpointThatLogsGoesOn()
{
    Shown shown(2);
    shown.setBreakpoint(Breakpoint::Action::Log);
    const std::vector<TimeMs> expected = shown.preemptions();
    QVERIFY(expected.size() > 3);
    shown.playToTheEnd();
    QCOMPARE(shown.playback->now(), shown.playback->end());
    auto* log = qobject_cast<BreakpointLog*>(shown.find<QTableView>("breakpointLog")->model());
    QVERIFY(log);
    std::vector<TimeMs> times;
    for (int row = 0; row < log->rowCount(); ++row)
        times.push_back(log->timeOf(row));
    QCOMPARE(times, expected);
    QVERIFY(log->index(0, BreakpointLog::Text).data().toString().contains("was preempted for"));
    QCOMPARE(shown.playback->watch().hits(0), static_cast<int>(expected.size()));
    auto* table = shown.find<QTableView>("breakpointLog");
    QVERIFY(table->isVisible());
    table->selectRow(1);
    QTest::mouseClick(shown.find<QPushButton>("breakpointLogGoTo"), Qt::LeftButton);
    QCOMPARE(shown.playback->now(), expected[1]);
    QTest::mouseClick(shown.find<QPushButton>("breakpointLogClear"), Qt::LeftButton);
    QCOMPARE(log->rowCount(), 0);
    QVERIFY(shown.bookmarks().empty());
}

void TestMarksPanel::aBreakpointThatMarksIsOneUndoStep()
{
    Shown shown(1);
    shown.setBreakpoint(Breakpoint::Action::Bookmark);
    const int steps = shown.document->undoStack().count();
    const std::vector<TimeMs> expected = shown.preemptions();
    shown.playToTheEnd();
    QCOMPARE(shown.playback->now(), shown.playback->end());
    std::vector<TimeMs> times;
    for (const Bookmark& bookmark : shown.bookmarks())
        times.push_back(bookmark.at);
    QCOMPARE(times, expected);
    // Playing once more marks nothing twice.
    shown.playToTheEnd();
    QCOMPARE(shown.bookmarks().size(), expected.size());
    while (shown.document->undoStack().count() > 0 && shown.document->undoStack().index() > steps)
        shown.document->undoStack().undo();
    QVERIFY(shown.bookmarks().empty());
}

void TestMarksPanel::theActionIsChosenInTheDialog()
{
    Shown shown(0);
    QTest::mouseClick(shown.find<QPushButton>("breakpointAdd"), Qt::LeftButton);
    auto* dialog = shown.find<QDialog>("breakpointDialog");
    QVERIFY(dialog);
    auto* action = dialog->findChild<QComboBox*>("breakpointAction");
    QCOMPARE(action->currentText(), QString("Pause"));
    action->setCurrentIndex(action->findText("Log"));
    QTest::keyClick(dialog->findChild<QLineEdit*>("breakpointName"), Qt::Key_Return);
    QVERIFY(shown.document->extras().breakpoints.back().action == Breakpoint::Action::Log);
    QTRY_VERIFY(!shown.find<QDialog>("breakpointDialog"));
}

QTEST_MAIN(TestMarksPanel)
#include "tst_marks_panel.moc"
