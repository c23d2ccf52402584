// SPDX-License-Identifier: Apache-2.0
// J1, from the start page to the first insight: a sample is opened and played, it stops when the owner takes its
// instances back, and the job that was preempted says what it lost.
#include "tests/ui/journeys/journey.h"

#include "ui/widgets/board/board_content.h"

#include <QAbstractItemView>
#include <QTableView>

using namespace quotaboard;

namespace {

constexpr TimeMs kOwnerReturns = 3 * kMsPerHour;

/// Instances that a share has above its limit, and that it lends, at the clock.
std::pair<std::int64_t, std::int64_t> borrowedAndLent(const Person& person, const char* borrower, const char* lender)
{
    const BoardState state = boardStateOf(*person.playback->simulator(), person.playback->now());
    std::int64_t borrowed = 0;
    std::int64_t lent = 0;
    for (const LaneState& lane : state.lanes) {
        if (lane.share == person.share(borrower))
            borrowed = lane.ledger.front().borrowed;
        if (lane.share == person.share(lender))
            lent = lane.ledger.front().lentTotal;
    }
    return {borrowed, lent};
}

/// Running jobs of the lane that are being stopped for another share.
std::vector<ChipShape> takenBack(const Person& person, const char* share)
{
    std::vector<ChipShape> chips;
    for (const ChipShape& chip : person.lane(share)->running) {
        if (person.view()->content().stoppingFor(chip.job))
            chips.push_back(chip);
    }
    return chips;
}

QString tableText(const QAbstractItemView& table)
{
    QStringList words;
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        for (int column = 0; column < table.model()->columnCount(); ++column)
            words.append(table.model()->index(row, column).data().toString());
    }
    return words.join(' ');
}

/// Of the job that the inspector shows.
const QAbstractItemView* attemptsTable(const Person& person)
{
    for (const auto* table : person.find<QWidget>("inspector")->findChildren<QTableView*>()) {
        if (table->isVisible() && table->model()->rowCount() > 0)
            return table;
    }
    return nullptr;
}

} // namespace

class TestJourneyFirstInsight : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byMouse();
    void byKeyboard();
};

void TestJourneyFirstInsight::byMouse()
{
    Person person;
    // 1. Three cards, nothing in the way.
    for (const char* card : {"sampleCard0", "sampleCard1", "sampleCard2"})
        QVERIFY2(person.find<QWidget>(card)->isVisible(), card);
    QVERIFY(!QApplication::activeModalWidget());

    // 2. The first card: two lanes, at the start, a hint at Play.
    person.click("sampleCard0");
    QVERIFY(person.waitForRun());
    QTRY_COMPARE(person.view()->boardLayout().lanes.size(), std::size_t{2});
    QVERIFY(person.playback->isAtStart() && !person.playback->isPlaying());
    QTRY_VERIFY(person.find<QWidget>("coachMark")->isVisible());

    // 3. Play: research borrows what forecasting lends.
    QTest::qWait(50);
    person.click("actPlay");
    QVERIFY(person.playback->isPlaying());
    QVERIFY(!person.find<QWidget>("coachMark")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(borrowedAndLent(person, "research", "forecasting").first > 0, 20'000);
    const auto [borrowed, lent] = borrowedAndLent(person, "research", "forecasting");
    QCOMPARE(borrowed, lent);

    // 4. The clock stops where the file says, and two jobs are marked as taken back.
    QTRY_VERIFY_WITH_TIMEOUT(!person.playback->isPlaying(), 60'000);
    QCOMPARE(person.playback->now(), kOwnerReturns);
    QVERIFY2(person.textOf("statusMessage").contains("owner returns"), qPrintable(person.textOf("statusMessage")));
    QTRY_COMPARE(takenBack(person, "research").size(), std::size_t{2});

    // 5. One of them: its attempts and what it lost.
    const ChipShape chip = takenBack(person, "research").front();
    person.click(chip.rect);
    QCOMPARE(person.current().job, chip.job);
    QTRY_VERIFY(attemptsTable(person));
    const QString attempts = tableText(*attemptsTable(person));
    QVERIFY2(attempts.contains("1 h"), qPrintable(attempts));
    QVERIFY2(attempts.contains("reclaimed for"), qPrintable(attempts));
}

void TestJourneyFirstInsight::byKeyboard()
{
    Person person;
    // 1, 2. The keyboard is on the first card.
    QCOMPARE(QApplication::focusWidget(), person.find<QWidget>("sampleCard0"));
    QCOMPARE(person.focusProblem(), QString());
    person.press(Qt::Key_Return);
    QVERIFY(person.waitForRun());
    QTRY_COMPARE(QApplication::focusWidget(), person.view());

    // 3, 4. Play until it stops, a step faster.
    person.press(Qt::Key_BracketRight);
    person.press(Qt::Key_Space);
    QVERIFY(person.playback->isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(!person.playback->isPlaying(), 60'000);
    QCOMPARE(person.playback->now(), kOwnerReturns);
    QVERIFY(person.textOf("statusMessage").contains("owner returns"));
    QTRY_COMPARE(takenBack(person, "research").size(), std::size_t{2});

    // 5. Down to a job that was taken back.
    const auto isTakenBack = [&person] { return person.view()->content().stoppingFor(person.current().job); };
    for (int row = 0; row < 20 && !isTakenBack(); ++row) {
        person.press(Qt::Key_Down);
        if (!person.pressUntil(Qt::Key_Right, {}, 8, isTakenBack)) {
            for (int i = 0; i < 8; ++i)
                person.press(Qt::Key_Left);
        }
    }
    QVERIFY(isTakenBack());
    QCOMPARE(person.focusProblem(), QString());
    QTRY_VERIFY(attemptsTable(person));
    QVERIFY(tableText(*attemptsTable(person)).contains("reclaimed for"));
}

QTEST_MAIN(TestJourneyFirstInsight)
#include "tst_journey_first_insight.moc"
