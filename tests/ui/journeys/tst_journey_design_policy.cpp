// SPDX-License-Identifier: Apache-2.0
// J2, a policy by dragging: shares are added to a blank board, their limits drawn, capacity is moved from one to the
// other, and what does not add up leads back to its lane.
#include "tests/ui/journeys/journey.h"

#include <QListWidget>
#include <QUndoStack>

using namespace quotaboard;

namespace {

const LedgerShape& ledger(const Person& person, const char* share)
{
    return person.lane(share)->ledgers.front();
}

/// The middle of what the share holds.
QPoint insideBar(const Person& person, const char* share)
{
    const LedgerShape& bar = ledger(person, share);
    for (const SegmentShape& segment : bar.segments) {
        if (segment.kind == SegmentKind::Idle || segment.kind == SegmentKind::ReservedIdle)
            return person.pointOf(segment.rect);
    }
    return person.pointOf(bar.area);
}

QListWidgetItem* problemAbout(const QListWidget& list, const QString& words)
{
    for (int i = 0; i < list.count(); ++i) {
        if (list.item(i)->text().contains(words))
            return list.item(i);
    }
    return nullptr;
}

} // namespace

class TestJourneyDesignPolicy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byMouse();
    void byKeyboard();
};

void TestJourneyDesignPolicy::byMouse()
{
    Person person;
    // 1. A blank board, with templates to take.
    person.click("startBlank");
    QVERIFY(person.waitForRun());
    QTest::qWait(50);
    QCOMPARE(person.view()->boardLayout().lanes.size(), std::size_t{1});
    QCOMPARE(person.view()->boardLayout().templates.size(), std::size_t{3});
    const std::string first = person.document->value().shares.front().name;

    // 2. "Lend" to the board: a lane whose name is asked for.
    const QPoint from = person.pointOf(person.view()->boardLayout().templates[1]);
    const QPoint to = person.pointOf(person.view()->boardLayout().lanes.front().rect);
    person.drag(from, to);
    QTRY_COMPARE(person.document->value().shares.size(), std::size_t{2});
    auto* field = person.find<QLineEdit>("shareName");
    QTRY_VERIFY(field && field->isVisible() && field->hasFocus());
    person.press(Qt::Key_A, Qt::ControlModifier);
    person.type("vision");
    person.press(Qt::Key_Return);
    QTRY_VERIFY(person.share("vision").isValid());
    const auto found = std::find_if(person.document->value().shares.begin(), person.document->value().shares.end(),
        [](const QuotaShare& share) { return share.name == "vision"; });
    QCOMPARE(found->sharing.strategy, SharingStrategy::Lend);
    QVERIFY(person.waitForRun());

    // 3. Its limit by the tick, two more.
    QTRY_VERIFY(person.lane("vision"));
    const std::int64_t before = person.limit("vision");
    const LedgerShape bar = ledger(person, "vision");
    const QRectF tick(bar.limitX - 1, bar.area.top(), 2, bar.area.height());
    const QRectF there = tick.translated(2 * bar.scale, 0);
    person.drag(person.pointOf(tick), person.pointOf(there));
    QCOMPARE(person.limit("vision"), before + 2);
    QVERIFY2(person.textOf("statusMessage").contains("vision"), qPrintable(person.textOf("statusMessage")));
    QVERIFY(person.waitForRun());

    // 4. A slice of it to the other lane, and back by Undo in the strip.
    const std::int64_t other = person.limit(first.c_str());
    person.drag(insideBar(person, "vision"), person.pointOf(ledger(person, first.c_str()).area));
    QTRY_VERIFY(person.limit(first.c_str()) > other);
    QCOMPARE(person.limit(first.c_str()) - other, before + 2 - person.limit("vision"));
    QVERIFY(!QApplication::activeModalWidget());
    QVERIFY2(QTest::qWaitFor([&person] { return person.find<QWidget>("statusUndo")->isVisible(); }),
        qPrintable(person.textOf("statusMessage")));
    QTest::qWait(50);
    person.click("statusUndo");
    QCOMPARE(person.limit(first.c_str()), other);

    // 6. More than the pool has: a problem, and the way to where it is.
    QVERIFY(person.waitForRun());
    const LedgerShape now = ledger(person, "vision");
    const QRectF end(now.limitX - 1, now.area.top(), 2, now.area.height());
    person.drag(person.pointOf(end), person.pointOf(end.translated(4 * now.scale, 0)));
    auto* list = person.find<QListWidget>("problemsList");
    QTRY_VERIFY(problemAbout(*list, "ml."));
    QTRY_VERIFY(person.find<QWidget>("statusProblems")->isVisible());
    person.click("statusProblems");
    QTRY_VERIFY(list->isVisible());
    QTest::qWait(50);
    const QRect row = list->visualItemRect(problemAbout(*list, "ml."));
    person.clickAt(list->viewport()->mapTo(person.window.get(), row.center()));
    QTRY_VERIFY(person.page()->isAncestorOf(QApplication::focusWidget()));
}

void TestJourneyDesignPolicy::byKeyboard()
{
    Person person;
    // 1.
    QVERIFY(person.tabTo(person.find<QWidget>("startBlank")));
    QCOMPARE(person.focusProblem(), QString());
    person.press(Qt::Key_Space);
    QVERIFY(person.waitForRun());
    QTRY_COMPARE(QApplication::focusWidget(), person.view());
    const std::string first = person.document->value().shares.front().name;

    // 2. A share, named at once.
    person.press(Qt::Key_Insert);
    if (QApplication::activePopupWidget()) {
        // The strategy is asked for: the second one.
        person.press(Qt::Key_Down);
        person.press(Qt::Key_Return);
    }
    QTRY_COMPARE(person.document->value().shares.size(), std::size_t{2});
    auto* field = person.find<QLineEdit>("shareName");
    QTRY_VERIFY(field && field->isVisible() && field->hasFocus());
    person.press(Qt::Key_A, Qt::ControlModifier);
    person.type("vision");
    person.press(Qt::Key_Return);
    QTRY_VERIFY(person.share("vision").isValid());
    QTRY_COMPARE(QApplication::focusWidget(), person.view());
    QCOMPARE(person.current().share, person.share("vision"));
    QCOMPARE(person.focusProblem(), QString());
    QVERIFY(person.waitForRun());

    // 3. Two more of its unit.
    const std::int64_t before = person.limit("vision");
    person.press(Qt::Key_Plus);
    person.press(Qt::Key_Plus);
    QCOMPARE(person.limit("vision"), before + 2);
    QVERIFY(person.textOf("statusMessage").contains("vision"));
    QVERIFY(person.waitForRun());

    // 4. One to the lane before it, and back.
    const std::int64_t other = person.limit(first.c_str());
    person.press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(person.limit(first.c_str()), other + 1);
    QCOMPARE(person.limit("vision"), before + 1);
    person.press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(person.limit(first.c_str()), other);
    QVERIFY(person.waitForRun());

    // 6. More than the pool has.
    auto* list = person.find<QListWidget>("problemsList");
    for (int i = 0; i < 12 && !problemAbout(*list, "ml."); ++i) {
        person.press(Qt::Key_Plus);
        QVERIFY(person.waitForRun());
        QTest::qWait(20);
    }
    QTRY_VERIFY(problemAbout(*list, "ml."));
    person.press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(list->isVisible());
    QVERIFY(person.pressUntil(Qt::Key_F6, {}, 12, [list] { return list->hasFocus(); }));
    QCOMPARE(person.focusProblem(), QString());
    person.press(Qt::Key_Home);
    QVERIFY(person.pressUntil(
        Qt::Key_Down, {}, list->count(), [list] { return list->currentItem() == problemAbout(*list, "ml."); }));
    person.press(Qt::Key_Return);
    QTRY_VERIFY(person.page()->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(person.focusProblem(), QString());
}

QTEST_MAIN(TestJourneyDesignPolicy)
#include "tst_journey_design_policy.moc"
