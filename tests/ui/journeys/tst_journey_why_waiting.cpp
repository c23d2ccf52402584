// SPDX-License-Identifier: Apache-2.0
// J6, why a job still waits: the panel says so with numbers and names, offers what was tried on a copy, and what is
// applied starts the job.
#include "tests/ui/journeys/journey.h"

#include <QPushButton>
#include <QTabWidget>

#include <algorithm>

using namespace quotaboard;

namespace {

constexpr TimeMs kQueueHour = 8 * kMsPerHour;

/// Buttons that apply something that would start the job.
QList<QPushButton*> remedies(const Person& person)
{
    QList<QPushButton*> shown;
    for (auto* button : person.find<QWidget>("remedies")->findChildren<QPushButton*>()) {
        if (button->isVisible() && button->isEnabled())
            shown.append(button);
    }
    return shown;
}

bool runs(const Person& person, JobIndex job)
{
    const BoardState state = boardStateOf(*person.playback->simulator(), person.playback->now());
    return std::any_of(state.lanes.begin(), state.lanes.end(), [job](const LaneState& lane) {
        return std::any_of(
            lane.running.begin(), lane.running.end(), [job](const RunningJob& one) { return one.job == job; });
    });
}

/// What the panel must say of any job that waits.
void checkWords(const Person& person)
{
    QTRY_VERIFY(person.find<QWidget>("tabWhy")->isVisible());
    QTRY_VERIFY(!person.textOf("whyHeadline").isEmpty());
    QString words;
    for (const auto* label : person.find<QWidget>("tabWhy")->findChildren<QLabel*>())
        words += label->isVisibleTo(person.find<QWidget>("tabWhy")) ? label->text() + '\n' : QString();
    // The place, numbers, the unit, and who holds it.
    for (const char* word : {"place 1 of", "4 of 4 used", "ml.g5.xlarge", "nowcast"})
        QVERIFY2(words.contains(word), qPrintable(QString(word) + " is missing in:\n" + words));
}

} // namespace

class TestJourneyWhyWaiting : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byMouse();
    void byKeyboard();
};

void TestJourneyWhyWaiting::byMouse()
{
    Person person;
    person.click("sampleCard0");
    QVERIFY(person.waitForRun());
    person.playback->setBreakpoints({});
    person.playback->seek(kQueueHour);
    QTest::qWait(50);

    // 1, 2, 3. A chip of the queue, and "why".
    QTRY_VERIFY(!person.lane("research")->waiting.empty());
    const JobIndex job = person.lane("research")->waiting.front().job;
    person.click(person.lane("research")->waiting.front().rect);
    QCOMPARE(person.current().job, job);
    person.click(person.lane("research")->why);
    checkWords(person);

    // 4, 5. What would start it, tried; one is applied.
    QTRY_VERIFY_WITH_TIMEOUT(!remedies(person).isEmpty(), 20'000);
    QPushButton* apply = remedies(person).first();
    QVERIFY(!apply->accessibleName().isEmpty());
    const int steps = person.document->undoStack().count();
    QTest::qWait(50);
    QVERIFY(person.scrollTo(apply));
    person.click(apply);
    QCOMPARE(person.document->undoStack().count(), steps + 1);
    QVERIFY(person.waitForRun());
    QCOMPARE(person.playback->now(), kQueueHour);
    QTRY_VERIFY(runs(person, job));
    QVERIFY(person.find<QWidget>("statusUndo")->isVisible());
}

void TestJourneyWhyWaiting::byKeyboard()
{
    Person person;
    person.press(Qt::Key_Return);
    QVERIFY(person.waitForRun());
    QTRY_COMPARE(QApplication::focusWidget(), person.view());
    // To eight o'clock.
    person.press(Qt::Key_G, Qt::ControlModifier);
    QTRY_VERIFY(person.find<QWidget>("goToTimeField") && person.find<QWidget>("goToTimeField")->hasFocus());
    person.type("8h");
    person.press(Qt::Key_Return);
    QTRY_COMPARE(person.playback->now(), kQueueHour);
    QTRY_VERIFY(!person.lane("research")->waiting.empty());
    const JobIndex job = person.lane("research")->waiting.front().job;

    // 1. The job by its name.
    person.press(Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), person.find<QWidget>("findField"));
    QCOMPARE(person.focusProblem(), QString());
    person.type(jobText(person.document->value(), job));
    person.press(Qt::Key_Return);
    QTRY_COMPARE(person.current().job, job);
    QTRY_COMPARE(QApplication::focusWidget(), person.view());
    QCOMPARE(person.focusProblem(), QString());

    // 2, 3.
    person.press(Qt::Key_F2);
    checkWords(person);

    // 4, 5. By Tab to the first that is offered.
    QTRY_VERIFY_WITH_TIMEOUT(!remedies(person).isEmpty(), 20'000);
    QVERIFY(person.tabTo(remedies(person).first()));
    QCOMPARE(person.focusProblem(), QString());
    const int steps = person.document->undoStack().count();
    person.press(Qt::Key_Space);
    QCOMPARE(person.document->undoStack().count(), steps + 1);
    QVERIFY(person.waitForRun());
    QTRY_VERIFY(runs(person, job));
}

QTEST_MAIN(TestJourneyWhyWaiting)
#include "tst_journey_why_waiting.moc"
