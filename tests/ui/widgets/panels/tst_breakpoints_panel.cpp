// SPDX-License-Identifier: Apache-2.0
// Breakpoints and "run to" on the real window, by mouse and by keys.
#include "tests/ui/support/window_harness.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/breakpoint_model.h"
#include "ui/widgets/transport/scrubber.h"

#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace quotaboard;

namespace {

/// The window with a file and the dock of breakpoints.
struct Shown : WindowHarness {
    Shown()
    {
        QVERIFY(open(kTwoTeams));
        action("breakpointsDockToggle")->trigger();
        QTest::qWait(20);
        table = find<QTableView>("breakpointsTable");
        QVERIFY(table && table->isVisible());
    }

    [[nodiscard]] const std::vector<Breakpoint>& points() const { return document->extras().breakpoints; }

    /// A dialog that is open.
    [[nodiscard]] QDialog* dialog(const char* name) const
    {
        for (QDialog* one : window->findChildren<QDialog*>(name)) {
            if (one->isVisible())
                return one;
        }
        return nullptr;
    }

    static void choose(QDialog& dialog, const char* kinds, const char* text)
    {
        auto* combo = dialog.findChild<QComboBox*>(kinds);
        combo->setCurrentIndex(combo->findText(text));
    }

    static QPushButton* buttonOf(QDialog& dialog, const char* text)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove('&') == text)
                return button;
        }
        return nullptr;
    }

    QTableView* table = nullptr;
};

} // namespace

class TestBreakpointsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKeyMakesABreakpointHere();
    void isAddedByButton();
    void isAddedChangedAndDeletedByKeys();
    void saysWhatIsWrong();
    void onlyAPreemptionMayBeOneOfAnyShare();
    void escapeChangesNothing();
    void diamondsAreOnTheScrubber();
    void stopsAndSaysWhy();
    void runsToWhatHappens();
    void runToSaysWhenItNeverHappens();
    void runToTheEnd();
    void loopGuardIsInTheMenu();
    void clickOnTheClockChangesItsWay();
};

void TestBreakpointsPanel::aKeyMakesABreakpointHere()
{
    Shown shown;
    shown.playback->seek(90 * kMsPerMinute);
    shown.press(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shown.points().size(), std::size_t{2});
    QCOMPARE(shown.points().back(), Breakpoint::atTime(90 * kMsPerMinute));
    QVERIFY(shown.textOf("statusMessage").startsWith("Add breakpoint"));
    QVERIFY(shown.find<QPushButton>("statusUndo")->isVisible());
    // One is enough.
    shown.press(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shown.points().size(), std::size_t{2});
    QTest::mouseClick(shown.find<QPushButton>("statusUndo"), Qt::LeftButton);
    shown.document->undoStack().undo();
    QCOMPARE(shown.points().size(), std::size_t{1});
}

void TestBreakpointsPanel::isAddedByButton()
{
    Shown shown;
    QTest::mouseClick(shown.find<QPushButton>("breakpointAdd"), Qt::LeftButton);
    QDialog* dialog = shown.dialog("breakpointDialog");
    QVERIFY(dialog);
    Shown::choose(*dialog, "conditionKind", "Wait");
    Shown::choose(*dialog, "conditionShare", "research");
    dialog->findChild<QLineEdit*>("conditionLongerThan")->setText("2h");
    dialog->findChild<QLineEdit*>("breakpointName")->setText("too long");
    QTest::mouseClick(Shown::buttonOf(*dialog, "OK"), Qt::LeftButton);
    Breakpoint expected = Breakpoint::atWait("research", 2 * kMsPerHour);
    expected.name = "too long";
    QCOMPARE(shown.points().size(), std::size_t{2});
    QCOMPARE(shown.points().back(), expected);
    QCOMPARE(shown.document->undoStack().count(), 1);
}

void TestBreakpointsPanel::onlyAPreemptionMayBeOneOfAnyShare()
{
    Shown shown;
    QTest::mouseClick(shown.find<QPushButton>("breakpointAdd"), Qt::LeftButton);
    QDialog* dialog = shown.dialog("breakpointDialog");
    QVERIFY(dialog);
    auto* share = dialog->findChild<QComboBox*>("conditionShare");
    auto* kind = dialog->findChild<QComboBox*>("conditionKind");
    for (int i = 0; i < kind->count(); ++i) {
        kind->setCurrentIndex(i);
        const bool isPreemption = kind->currentData().toInt() == static_cast<int>(Breakpoint::Kind::Preemption);
        QCOMPARE(share->findText("Any share") >= 0, isPreemption);
        if (isPreemption)
            QCOMPARE(share->currentText(), QString("Any share"));
    }
    // The first share is proposed, so that it can be added as it stands.
    const auto empty = kind->findData(static_cast<int>(Breakpoint::Kind::QueueEmpty));
    QVERIFY(empty >= 0);
    kind->setCurrentIndex(empty);
    QVERIFY(share->isVisible());
    QCOMPARE(share->currentText(), QString::fromStdString(shown.document->value().shareNames.front()));
    QTest::mouseClick(Shown::buttonOf(*dialog, "OK"), Qt::LeftButton);
    QCOMPARE(shown.points().back().kind, Breakpoint::Kind::QueueEmpty);
    QCOMPARE(shown.points().back().share, shown.document->value().shareNames.front());
}

void TestBreakpointsPanel::isAddedChangedAndDeletedByKeys()
{
    Shown shown;
    shown.table->setFocus();
    shown.table->selectRow(0);
    shown.press(Qt::Key_Insert);
    QDialog* dialog = shown.dialog("breakpointDialog");
    QVERIFY(dialog);
    Shown::choose(*dialog, "conditionKind", "Queue empty");
    Shown::choose(*dialog, "conditionShare", "research");
    QTest::keyClick(dialog->findChild<QLineEdit*>("breakpointName"), Qt::Key_Return);
    QCOMPARE(shown.points().size(), std::size_t{2});
    QCOMPARE(shown.points().back(), Breakpoint::atQueueEmpty("research"));

    shown.table->setFocus();
    shown.table->selectRow(1);
    QTest::keyClick(shown.table, Qt::Key_Space);
    QVERIFY(!shown.points().back().isEnabled);
    QTest::keyClick(shown.table, Qt::Key_Return);
    dialog = shown.dialog("breakpointDialog");
    QVERIFY(dialog);
    auto* name = dialog->findChild<QLineEdit*>("breakpointName");
    name->setText("drained");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(shown.points().back().name, std::string("drained"));
    QVERIFY(!shown.points().back().isEnabled);
    QTest::keyClick(shown.table, Qt::Key_Delete);
    QCOMPARE(shown.points().size(), std::size_t{1});
    QCOMPARE(shown.document->undoStack().count(), 4);
    while (shown.document->undoStack().canUndo())
        shown.document->undoStack().undo();
    QCOMPARE(shown.points().size(), std::size_t{1});
    QVERIFY(!shown.document->isModified());
}

void TestBreakpointsPanel::saysWhatIsWrong()
{
    Shown shown;
    QTest::mouseClick(shown.find<QPushButton>("breakpointAdd"), Qt::LeftButton);
    QDialog* dialog = shown.dialog("breakpointDialog");
    auto* meaning = dialog->findChild<QLabel*>("conditionMeaning");
    QPushButton* ok = Shown::buttonOf(*dialog, "OK");
    Shown::choose(*dialog, "conditionKind", "Job starts");
    dialog->findChild<QLineEdit*>("conditionJob")->setText("nobody");
    QVERIFY(!ok->isEnabled());
    QVERIFY(meaning->text().contains("No job"));
    Shown::choose(*dialog, "conditionKind", "Wait");
    // A share is proposed.
    QVERIFY(ok->isEnabled());
    Shown::choose(*dialog, "conditionShare", "research");
    dialog->findChild<QLineEdit*>("conditionLongerThan")->setText("long");
    QVERIFY(meaning->text().contains("no duration"));
    QVERIFY(!ok->isEnabled());
    dialog->findChild<QLineEdit*>("conditionLongerThan")->setText("90m");
    QVERIFY(ok->isEnabled());
    QCOMPARE(meaning->text(), QString("Wait in research longer than 1 h 30 min"));
}

void TestBreakpointsPanel::escapeChangesNothing()
{
    Shown shown;
    const auto before = shown.points();
    QTest::mouseClick(shown.find<QPushButton>("breakpointAdd"), Qt::LeftButton);
    QTest::keyClick(shown.dialog("breakpointDialog"), Qt::Key_Escape);
    QTRY_VERIFY(!shown.dialog("breakpointDialog"));
    QCOMPARE(shown.points(), before);
    QCOMPARE(shown.document->undoStack().count(), 0);
}

void TestBreakpointsPanel::diamondsAreOnTheScrubber()
{
    Shown shown;
    auto* scrubber = shown.find<Scrubber>("scrubber");
    QCOMPARE(scrubber->marks().size(), std::size_t{1});
    QCOMPARE(scrubber->marks().front().at, 3 * kMsPerHour);
    QVERIFY(scrubber->marks().front().text.contains("owner returns"));
    // A click beside it is a click on it.
    const int x = qRound(scrubber->positionOf(3 * kMsPerHour)) + 3;
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, {x, scrubber->height() / 2});
    QTRY_COMPARE(shown.playback->now(), 3 * kMsPerHour);
    shown.playback->toStart();
    scrubber->setFocus();
    QTest::keyClick(scrubber, Qt::Key_Right, Qt::ControlModifier);
    QTRY_COMPARE(shown.playback->now(), 3 * kMsPerHour);
    shown.playback->seek(5 * kMsPerHour);
    QTest::keyClick(scrubber, Qt::Key_Left, Qt::ControlModifier);
    QTRY_COMPARE(shown.playback->now(), 3 * kMsPerHour);
    // Seen in every theme.
    shown.playback->toStart();
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
        shown.appearance.setAppearance({choice, 100, false});
        const QImage image = scrubber->grab().toImage();
        const QRgb wanted = shown.theme.tokens().color(ColorToken::BorrowedStroke).rgb();
        int pixels = 0;
        for (int dx = -4; dx <= 4; ++dx) {
            for (int y = 0; y < image.height(); ++y)
                pixels += image.pixel(qRound(scrubber->positionOf(3 * kMsPerHour)) + dx, y) == wanted ? 1 : 0;
        }
        QVERIFY(pixels > 8);
    }
}

void TestBreakpointsPanel::stopsAndSaysWhy()
{
    Shown shown;
    QSignalSpy paused(shown.playback.get(), &Playback::paused);
    shown.playback->setSpeed(Playback::kMaxSpeed);
    shown.press(Qt::Key_Space);
    QVERIFY(paused.wait(20'000));
    QCOMPARE(shown.playback->now(), 3 * kMsPerHour);
    QVERIFY(shown.textOf("statusMessage").startsWith("Paused: owner returns"));
    QCOMPARE(shown.table->model()->index(0, BreakpointModel::Hits).data().toString(), QString("1"));
}

void TestBreakpointsPanel::runsToWhatHappens()
{
    Shown shown;
    const auto hits = findBreakpointHits(*shown.playback->result(), {Breakpoint::atPreemption()});
    QVERIFY(!hits.front().empty());
    shown.press(Qt::Key_G, Qt::ControlModifier);
    QDialog* dialog = shown.dialog("runToDialog");
    QVERIFY(dialog);
    QVERIFY(!dialog->isModal() || dialog->windowModality() != Qt::ApplicationModal);
    Shown::choose(*dialog, "runToKind", "Preemption");
    auto* go = dialog->findChild<QPushButton*>("runToGo");
    QTRY_VERIFY(go->isEnabled());
    QTest::mouseClick(go, Qt::LeftButton);
    QCOMPARE(shown.playback->now(), hits.front().front().at);

    const JobIndex victim = hits.front().front().job;
    shown.playback->toStart();
    shown.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(shown.window.get()));
    shown.press(Qt::Key_G, Qt::ControlModifier);
    QTRY_VERIFY(shown.dialog("runToDialog"));
    dialog = shown.dialog("runToDialog");
    Shown::choose(*dialog, "runToKind", "Job preempted");
    auto* job = dialog->findChild<QLineEdit*>("conditionJob");
    job->setText(toQt(shown.document->value().jobs.displayId(victim)));
    go = dialog->findChild<QPushButton*>("runToGo");
    QTRY_VERIFY(go->isEnabled());
    QTest::keyClick(job, Qt::Key_Return);
    QCOMPARE(shown.playback->now(), hits.front().front().at);
}

void TestBreakpointsPanel::runToSaysWhenItNeverHappens()
{
    Shown shown;
    shown.press(Qt::Key_G, Qt::ControlModifier);
    QDialog* dialog = shown.dialog("runToDialog");
    Shown::choose(*dialog, "runToKind", "Wait");
    Shown::choose(*dialog, "conditionShare", "research");
    dialog->findChild<QLineEdit*>("conditionLongerThan")->setText("30d");
    QTRY_COMPARE(shown.textOf("goToTimeMeaning"), QString("This never happens in this run."));
    QVERIFY(!dialog->findChild<QPushButton*>("runToGo")->isEnabled());
    QVERIFY(shown.playback->isAtStart());
}

void TestBreakpointsPanel::runToTheEnd()
{
    Shown shown;
    shown.press(Qt::Key_G, Qt::ControlModifier);
    QDialog* dialog = shown.dialog("runToDialog");
    Shown::choose(*dialog, "runToKind", "End of the run");
    QTest::mouseClick(dialog->findChild<QPushButton*>("runToGo"), Qt::LeftButton);
    QCOMPARE(shown.playback->now(), shown.playback->end());
}

void TestBreakpointsPanel::loopGuardIsInTheMenu()
{
    Shown shown;
    QAction* guard = shown.action("actGuardLoops");
    QVERIFY(guard && guard->isCheckable() && guard->isChecked());
    QVERIFY(!guard->shortcut().isEmpty());
    guard->trigger();
    QVERIFY(!guard->isChecked());
}

void TestBreakpointsPanel::clickOnTheClockChangesItsWay()
{
    Shown shown;
    shown.playback->seek(2 * kMsPerHour);
    auto* clock = shown.find<QLabel>("clockLabel");
    const QString utc = clock->text();
    QVERIFY(utc.contains("UTC"));
    QTest::mouseClick(clock, Qt::LeftButton);
    const QString local = clock->text();
    QTest::mouseClick(clock, Qt::LeftButton);
    const QString elapsed = clock->text();
    QVERIFY(elapsed.contains("since the start"));
    QTest::mouseClick(clock, Qt::LeftButton);
    QCOMPARE(clock->text(), utc);
    QVERIFY(!local.contains("since the start"));
}

QTEST_MAIN(TestBreakpointsPanel)
#include "tst_breakpoints_panel.moc"
