// SPDX-License-Identifier: Apache-2.0
// What the board shows and how it is reached without a mouse.
#include "tests/ui/widgets/board/board_fixture.h"

#include "ui/widgets/board/board_history.h"
#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/pool_bars.h"
#include "ui/widgets/board/queue_priority.h"

#include <QAccessible>
#include <QItemSelectionModel>
#include <QMessageBox>

#include <algorithm>
#include <functional>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

/// The same with many more jobs behind J6.
std::string crowdedScenario()
{
    std::string text = boardScenario();
    std::string more;
    for (int i = 0; i < 60; ++i)
        more += R"({"jobId": "Q)" + std::to_string(i)
            + R"(", "jobName": "queue", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 1, )"
              R"("submitSeconds": 20, "workSeconds": 3600, "schedulingPriority": 250},)";
    text.insert(text.find("\"jobs\": [") + 9, more);
    return text;
}

} // namespace

class TestBoardPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsThePolicyBeforeAnythingHappened();
    void editsAtTheStartShowAtOnce();
    void showsTheStateOfTheClock();
    void borrowedIsLentPlusUncovered();
    void selectionIsTold();
    void selectionSurvivesAnotherScenario();
    void arrowsReachEverything();
    void tabLeavesTheBoard();
    void accessibleTreeIsNamed();
    void accessibleActions();
    void densitiesPaint();
    void waitsCountWhoeverWaits();
    void waitsOfMovedAndEndedJobs();
    void coloursGoWithTheShare();
    void poolSaysWhereItAllIs();
    void downFromAJobGoesToTheOneBelow();
    void priorityEditsKeepTheJob_data();
    void priorityEditsKeepTheJob();
    void aJobWithoutAChipKeepsTheFocus();
    void countsOfOneAreSingular();
    void priorityBetweenNeighbours();
    void reclaimedJobsAreShown();
};

void TestBoardPage::showsThePolicyBeforeAnythingHappened()
{
    const BoardFixture board;
    const BoardState state = emptyBoardOf(board.value(), policyAt(board.value(), -1));
    QCOMPARE(state.lanes.size(), std::size_t{3});
    QCOMPARE(state.lanes[0].ledger[0].idle, 4);
    QCOMPARE(state.lanes[1].ledger[0].mayBorrow, 2);
    QCOMPARE(state.lanes[2].ledger[0].reservedIdle, 2);
    QCOMPARE(state.lanes[1].runningCount, std::size_t{0});
}

void TestBoardPage::editsAtTheStartShowAtOnce()
{
    BoardFixture board;
    const BoardState& state = board.view().content().state();
    QCOMPARE(state.lanes[0].ledger[0].limit, 4);
    QVERIFY(board.document.apply(shareLimitEdit(board.value(), {}, board.share("alpha"), board.unit(), 3)).ok());
    QCOMPARE(state.lanes[0].ledger[0].limit, 3);
    board.settle();
    QCOMPARE(state.lanes[0].ledger[0].limit, 3);
}

void TestBoardPage::showsTheStateOfTheClock()
{
    BoardFixture board(10 * kMsPerMinute);
    const BoardState& state = board.view().content().state();
    QCOMPARE(state.lanes[1].ledger[0].own, 4);
    QCOMPARE(state.lanes[1].ledger[0].borrowed, 2);
    QCOMPARE(state.lanes[0].ledger[0].lentTotal, 2);
    QCOMPARE(state.lanes[1].waitingCount, std::size_t{3});
    const QString words = board.view().content().ledgerSentence(board.share("beta"), board.unit());
    QCOMPARE(words, QString("beta, ml.g5.xlarge: 4 own in use, 2 borrowed, limit 4, borrow limit 50 percent"));
    // The queue's chips stand in queue order.
    const LaneShape* lane = board.view().boardLayout().lane(board.share("beta"));
    QCOMPARE(lane->waiting.front().job, board.job("J4"));
}

void TestBoardPage::borrowedIsLentPlusUncovered()
{
    BoardFixture board(0);
    for (TimeMs time = 0; time < 12 * kMsPerHour; time += 7 * kMsPerMinute) {
        board.playback.seek(time);
        const BoardState& state = board.view().content().state();
        for (const PoolState& pool : state.pools) {
            std::int64_t lent = 0;
            std::int64_t borrowed = 0;
            for (const LaneState& lane : state.lanes) {
                for (const LedgerSegments& ledger : lane.ledger) {
                    lent += ledger.unit == pool.unit ? ledger.lentTotal : 0;
                    borrowed += ledger.unit == pool.unit ? ledger.borrowed + ledger.over : 0;
                }
            }
            QCOMPARE(borrowed, lent + pool.fromUnassigned + pool.uncovered);
        }
    }
}

void TestBoardPage::selectionIsTold()
{
    BoardFixture board(10 * kMsPerMinute);
    QSignalSpy spy(board.page.get(), &BoardPage::selectionChanged);
    const QPoint chip = board.at(board.rect(board.waiting("J5")).center());
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, chip);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.last().first().value<Selection>(), Selection::ofJob(board.job("J5"), board.share("beta")));
    QCOMPARE(board.page->jobToExplain(), board.job("J5"));
    board.page->select(Selection::ofShare(board.share("gamma")));
    QCOMPARE(board.view().current(), board.lanePart("gamma"));
    auto* pool = board.page->findChild<PoolBar*>();
    QVERIFY(pool != nullptr);
    pool->click();
    QCOMPARE(spy.last().first().value<Selection>(), Selection::ofPool(board.unit()));
}

void TestBoardPage::selectionSurvivesAnotherScenario()
{
    BoardFixture board;
    board.view().setCurrent(board.lanePart("gamma"));
    QSignalSpy spy(board.page.get(), &BoardPage::selectionChanged);
    // Whatever index gamma has afterwards, it stays selected.
    QVERIFY(board.document.apply(removeShareEdit(board.value(), {}, board.share("alpha"))).ok());
    QCOMPARE(board.view().current(), board.lanePart("gamma"));
    QVERIFY(board.document.apply(renameShareEdit(board.value(), board.share("gamma"), "delta")).ok());
    QCOMPARE(board.view().current(), board.lanePart("delta"));
    QVERIFY(board.document.apply(removeShareEdit(board.value(), {}, board.share("delta"))).ok());
    QVERIFY(!board.view().current().isValid());
    QCOMPARE(spy.last().first().value<Selection>(), Selection());
}

void TestBoardPage::arrowsReachEverything()
{
    BoardFixture board(10 * kMsPerMinute);
    const auto rows = focusRows(board.view().boardLayout());
    std::vector<BoardPart> seen;
    board.view().setCurrent(rows.front().front());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (int i = 0; i < 30; ++i)
            board.key(Qt::Key_Left);
        for (std::size_t i = 0; i < rows[row].size(); ++i) {
            seen.push_back(board.view().current());
            board.key(Qt::Key_Right);
        }
        board.key(Qt::Key_Down);
    }
    for (const auto& row : rows) {
        for (const BoardPart& part : row)
            QVERIFY2(std::find(seen.begin(), seen.end(), part) != seen.end(),
                qPrintable(board.view().content().partSentence(part)));
    }
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(board.view().current(), board.lanePart("beta"));
}

void TestBoardPage::tabLeavesTheBoard()
{
    BoardFixture board;
    QVERIFY(board.view().hasFocus() || QApplication::focusWidget() == nullptr);
    board.view().setFocus();
    board.key(Qt::Key_Tab);
    QVERIFY(QApplication::focusWidget() != &board.view());
}

void TestBoardPage::accessibleTreeIsNamed()
{
    BoardFixture board(10 * kMsPerMinute);
    QAccessibleInterface* root = QAccessible::queryAccessibleInterface(&board.view());
    QVERIFY(root != nullptr);
    QCOMPARE(root->role(), QAccessible::Table);
    QCOMPARE(root->childCount(), 3);
    int nodes = 0;
    int jobs = 0;
    const std::function<void(QAccessibleInterface*)> walk = [&](QAccessibleInterface* node) {
        for (int i = 0; i < node->childCount(); ++i) {
            QAccessibleInterface* child = node->child(i);
            QVERIFY(child != nullptr && child->isValid());
            QCOMPARE(child->parent(), node);
            QCOMPARE(node->indexOfChild(child), i);
            QVERIFY2(!child->text(QAccessible::Name).isEmpty(), "a node has no name");
            ++nodes;
            jobs += child->role() == QAccessible::ListItem ? 1 : 0;
            walk(child);
        }
    };
    walk(root);
    QVERIFY(nodes > 15);
    QVERIFY(jobs > 6);
    QAccessibleInterface* beta = root->child(1);
    QCOMPARE(beta->role(), QAccessible::Row);
    QVERIFY(beta->child(0)->text(QAccessible::Name).startsWith("beta, ml.g5.xlarge: 4 own in use, 2 borrowed"));
    // All of the page: whatever can have the focus has a name.
    const std::function<void(QAccessibleInterface*)> all = [&](QAccessibleInterface* node) {
        if (node->state().focusable && !node->state().invisible)
            QVERIFY2(!node->text(QAccessible::Name).isEmpty(),
                node->object() != nullptr ? node->object()->metaObject()->className() : "node");
        for (int i = 0; i < node->childCount(); ++i)
            all(node->child(i));
    };
    all(QAccessible::queryAccessibleInterface(board.page.get()));
}

void TestBoardPage::accessibleActions()
{
    BoardFixture board(10 * kMsPerMinute);
    QAccessibleInterface* root = QAccessible::queryAccessibleInterface(&board.view());
    QAccessibleInterface* segment = root->child(0)->child(0)->child(0);
    QAccessibleActionInterface* actions = segment->actionInterface();
    QVERIFY(actions != nullptr);
    QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::increaseAction()));
    actions->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(board.limit("alpha"), 5);
    actions->doAction(QAccessibleActionInterface::showMenuAction());
    QVERIFY(QApplication::activePopupWidget() != nullptr);
    QApplication::activePopupWidget()->close();
    board.document.undoStack().undo();
    board.settle();
    // The queue of beta: ledger, running, queue.
    QAccessibleInterface* job = root->child(1)->child(2)->child(1);
    QVERIFY2(job->text(QAccessible::Name).startsWith("J5"), qPrintable(job->text(QAccessible::Name)));
    QVERIFY(job->actionInterface()->actionNames().contains("Move to…"));
    job->actionInterface()->doAction("Move to…");
    QVERIFY(BoardFixture::chooseFirst());
    QVERIFY2(board.undoText().startsWith("Move J5"), qPrintable(board.undoText()));
    // Several selected jobs are told as selected.
    board.document.undoStack().undo();
    board.settle();
    board.page->jobSelection().set({board.job("J4"), board.job("J6")});
    job = root->child(1)->child(2)->child(0);
    QVERIFY(job->state().selected);
    QVERIFY(!root->child(1)->child(2)->child(1)->state().selected || board.view().current() == board.waiting("J5"));
}

void TestBoardPage::densitiesPaint()
{
    BoardFixture board(10 * kMsPerMinute);
    for (ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrast}) {
        board.theme.setKind(kind);
        for (auto density : {BoardDensity::Comfortable, BoardDensity::Compact, BoardDensity::Dense}) {
            board.page->setDensity(density);
            const QImage image = board.view().viewport()->grab().toImage();
            QVERIFY(!image.isNull());
        }
    }
}

void TestBoardPage::waitsCountWhoeverWaits()
{
    BoardFixture board(10 * kMsPerMinute);
    const BoardContent& content = board.view().content();
    // Three have started at once; J4, J5 and J6 have waited since 10, 11 and 12 s.
    const BoardHistory::Waits now = content.waits(board.share("beta"));
    QCOMPARE(now.started, std::size_t{3});
    QCOMPARE(now.open, std::size_t{3});
    QVERIFY(!now.p95.value.has_value());
    QCOMPARE(now.p95.atLeast.value_or(0), 590 * kMsPerSecond);
    QCOMPARE(content.waitValueText(board.share("beta")), QString("over 9 min 50 s"));
    QCOMPARE(content.waitCountText(board.share("beta")), QString(" · n = 6, few"));
    QVERIFY(content.laneSentence(board.share("beta")).contains("P95 wait: over 9 min 50 s"));
    QCOMPARE(content.waitValueText(board.share("alpha")), QString("—"));
    board.playback.seek(5 * kMsPerSecond);
    QCOMPARE(content.waits(board.share("beta")).count(), std::size_t{3});
    QCOMPARE(content.waitValueText(board.share("beta")), QString("—"));
    board.playback.toEnd();
    // Type 7 over 0, 0, 0 and three waits of the queue.
    QCOMPARE(content.waits(board.share("beta")).open, std::size_t{0});
    QVERIFY(content.waits(board.share("beta")).p95.value.has_value());
    QCOMPARE(content.waits(board.share("beta")).count(), std::size_t{6});
}

void TestBoardPage::waitsOfMovedAndEndedJobs()
{
    BoardFixture board(10 * kMsPerMinute);
    const TimeMs at = 10 * kMsPerMinute;
    QVERIFY(board.document.apply(moveJobEdit(board.value(), EditTime::from(at), board.job("J6"), board.share("gamma")))
                .ok());
    QVERIFY(board.document.apply(terminateJobEdit(board.value(), at, board.job("J5"))).ok());
    board.settle();
    board.playback.seek(20 * kMsPerMinute);
    const BoardHistory history(*board.playback.result());
    const BoardHistory::Waits beta = history.waits(board.share("beta"), 20 * kMsPerMinute);
    // J5 counts with what it had waited when it ended, J6 where it is now.
    QCOMPARE(beta.started, std::size_t{3});
    QCOMPARE(beta.open, std::size_t{2});
    QCOMPARE(beta.p95.atLeast.value_or(0), 20 * kMsPerMinute - 10 * kMsPerSecond);
    QCOMPARE(history.waits(board.share("gamma"), 20 * kMsPerMinute).count(), std::size_t{1});
    QCOMPARE(history.waits(board.share("beta"), at - 1).open, std::size_t{3});
}

void TestBoardPage::coloursGoWithTheShare()
{
    BoardFixture board(10 * kMsPerMinute);
    const auto stripe = [&](const char* name) {
        const QRectF lane = board.rect(board.lanePart(name));
        const QImage image = board.view().viewport()->grab().toImage();
        const QPoint at = board.at(QPointF(lane.left() + 3, lane.center().y()));
        return image.pixelColor(at * image.devicePixelRatio());
    };
    const char* names[]{"alpha", "beta", "gamma"};
    std::vector<QColor> before;
    for (const char* name : names) {
        before.push_back(stripe(name));
        QCOMPARE(before.back(), board.theme.tokens().share(static_cast<int>(board.share(name).value())));
    }
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_Down, Qt::ControlModifier | Qt::AltModifier);
    board.settle();
    QCOMPARE(board.view().content().positionOf(board.share("alpha")), 1);
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(stripe(names[i]), before[i]);
}

void TestBoardPage::poolSaysWhereItAllIs()
{
    BoardFixture board(10 * kMsPerMinute);
    const PoolState* pool = board.view().content().pool(board.unit());
    QVERIFY(pool != nullptr);
    // 12, of which 10 are claimed; gamma reserves 2 and uses none.
    QCOMPARE(BoardContent::poolNumbers(*pool), QString("%1 free of 12 · 2 reserved · 2 in no share").arg(pool->free));
    auto* bar = board.page->findChild<PoolBar*>();
    QVERIFY2(bar->accessibleName().contains(", 2 reserved, 2 in no share"), qPrintable(bar->accessibleName()));
    PoolState plain = *pool;
    plain.reservedIdle = 0;
    plain.totalLimit = plain.capacity;
    QCOMPARE(BoardContent::poolNumbers(plain), QString("%1 free of 12").arg(plain.free));
    // The bars of two units end in one place, and nothing is cut in a narrow page.
    for (int width : {560, 660, 1024}) {
        board.page->resize(width, 700);
        QCoreApplication::processEvents();
        for (const auto* each : board.page->findChildren<PoolBar*>())
            QVERIFY2(each->isWholeAt(each->width()), qPrintable(QString::number(width)));
    }
}

void TestBoardPage::downFromAJobGoesToTheOneBelow()
{
    BoardFixture board(10 * kMsPerMinute, crowdedScenario());
    board.page->resize(900, 700);
    QCoreApplication::processEvents();
    board.view().activate(board.part(Kind::MoreWaiting, "beta"));
    const LaneShape* lane = board.view().boardLayout().lane(board.share("beta"));
    QVERIFY(lane->waiting.size() > 3);
    const QRectF first = lane->waiting.front().rect;
    const QRectF last = lane->waiting.back().rect;
    QVERIFY(last.top() > first.bottom());
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Down);
    QCOMPARE(board.view().current().kind, Kind::Waiting);
    const QRectF below = board.rect(board.view().current());
    QVERIFY(below.top() >= first.bottom());
    QCOMPARE(below.left(), first.left());
    board.key(Qt::Key_Up);
    QCOMPARE(board.view().current(), board.waiting("J4"));
}

void TestBoardPage::priorityEditsKeepTheJob_data()
{
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("later, waiting") << qint64{10 * kMsPerMinute} << QByteArray("J5");
    QTest::newRow("later, running") << qint64{10 * kMsPerMinute} << QByteArray("J2");
    QTest::newRow("at the start, running") << qint64{0} << QByteArray("J1");
}

void TestBoardPage::priorityEditsKeepTheJob()
{
    QFETCH(qint64, time);
    QFETCH(QByteArray, id);
    BoardFixture board(time);
    BoardPart job = board.waiting(id.constData());
    if (!id.startsWith("J5"))
        job.kind = Kind::Running;
    QSignalSpy spy(board.page.get(), &BoardPage::selectionChanged);
    for (bool asList : {false, true}) {
        board.page->setListView(asList);
        const auto current = [&] { return asList ? board.page->list().current() : board.view().current(); };
        const auto press = [&](int key) {
            QWidget* at = asList ? static_cast<QWidget*>(&board.page->list()) : &board.view();
            QTest::keyClick(at, static_cast<Qt::Key>(key), Qt::AltModifier | Qt::ShiftModifier);
        };
        if (asList)
            board.page->list().setCurrent(job);
        else
            board.view().setCurrent(job);
        spy.clear();
        const int before = board.document.undoStack().index();
        for (int key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Up, Qt::Key_Up, Qt::Key_Up}) {
            press(key);
            QCOMPARE(current(), job);
            bool stays = true;
            const auto watch = QObject::connect(&board.playback, &Playback::resultChanged, board.page.get(),
                [&] { stays = stays && current() == job; });
            board.settle();
            QObject::disconnect(watch);
            QVERIFY(stays);
            QCOMPARE(current(), job);
        }
        QVERIFY(board.document.undoStack().index() > before);
        QVERIFY(!asList || board.page->list().selectionModel()->isSelected(board.page->list().currentIndex()));
        QVERIFY(spy.isEmpty());
        board.document.undoStack().setIndex(before);
        board.settle();
        QCOMPARE(current(), job);
    }
}

void TestBoardPage::aJobWithoutAChipKeepsTheFocus()
{
    BoardFixture board(10 * kMsPerMinute, crowdedScenario());
    board.view().setCurrent(board.waiting("J6"));
    board.key(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
    board.settle();
    QVERIFY(board.rect(board.waiting("J6")).isNull());
    QCOMPARE(board.view().current(), board.waiting("J6"));
    // And back to the front.
    board.key(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
    board.settle();
    QCOMPARE(board.view().current(), board.waiting("J6"));
    QVERIFY(!board.rect(board.waiting("J6")).isNull());
    board.key(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
    board.settle();
    board.key(Qt::Key_Up);
    QCOMPARE(board.view().current().share, board.share("beta"));
}

void TestBoardPage::countsOfOneAreSingular()
{
    BoardFixture board(10 * kMsPerMinute);
    board.view().setCurrent(board.lanePart("gamma"));
    const BoardContent& content = board.view().content();
    QVERIFY(content.laneSentence(board.share("gamma")).contains("0 jobs until now, too few"));
    QVERIFY(
        board.document
            .apply(moveJobEdit(board.value(), EditTime::from(10 * kMsPerMinute), board.job("J6"), board.share("gamma")))
            .ok());
    board.settle();
    board.playback.seek(11 * kMsPerMinute);
    QVERIFY2(content.laneSentence(board.share("gamma")).contains("1 job until now, too few"),
        qPrintable(content.laneSentence(board.share("gamma"))));
    board.key(Qt::Key_Delete);
    auto* box = board.view().findChild<QMessageBox*>("confirmDeleteShare");
    QVERIFY(box != nullptr);
    QCOMPARE(box->informativeText(), QString("1 of its jobs runs or waits now and would fail."));
    box->reject();
}

void TestBoardPage::priorityBetweenNeighbours()
{
    std::vector<WaitingJob> queue;
    const std::int32_t priorities[]{900, 500, 500, 100};
    for (std::size_t i = 0; i < 4; ++i) {
        WaitingJob job;
        job.job = JobIndex(i);
        job.priority = priorities[i];
        job.queueTime = static_cast<TimeMs>(i) * 1000;
        queue.push_back(job);
    }
    QCOMPARE(priorityForPlace(queue, JobIndex(3), 0), 901);
    QCOMPARE(priorityForPlace(queue, JobIndex(3), 1), 700);
    // Behind both of 500 it may be 300; between them no priority puts it, since its queue time is later.
    QVERIFY(!priorityForPlace(queue, JobIndex(3), 2).has_value());
    QCOMPARE(priorityForPlace(queue, JobIndex(0), 3), 99);
    // Every answer really leads to the place asked for.
    for (std::size_t job = 0; job < 4; ++job) {
        for (std::size_t place = 0; place < 4; ++place) {
            const auto priority = priorityForPlace(queue, JobIndex(job), place);
            if (!priority)
                continue;
            std::vector<WaitingJob> sorted = queue;
            sorted[job].priority = *priority;
            std::sort(sorted.begin(), sorted.end(), [](const WaitingJob& a, const WaitingJob& b) {
                return std::tuple(-a.priority, a.queueTime, a.job) < std::tuple(-b.priority, b.queueTime, b.job);
            });
            QCOMPARE(sorted[place].job, JobIndex(job));
        }
    }
}

void TestBoardPage::reclaimedJobsAreShown()
{
    // Alpha comes back at 20 minutes and takes what beta has borrowed.
    std::string text = boardScenario();
    const std::string job
        = R"({"jobId": "A1", "jobName": "back", "schedulingPriority": 1, "quotaShareName": "alpha", "capacityUnit": "ml.g5.xlarge", )"
          R"("instanceCount": 4, "submitSeconds": 1200, "workSeconds": 3600},)";
    text.insert(text.find("\"jobs\": [") + 9, job);
    BoardFixture board(1200 * kMsPerSecond, text);
    const std::vector<ReclaimedJob>& reclaimed = board.view().content().reclaimed();
    QCOMPARE(reclaimed.size(), std::size_t{1});
    QCOMPARE(reclaimed.front().share, board.share("beta"));
    QCOMPARE(board.view().content().reclaimedText(reclaimed.front()), QString("reclaimed by alpha"));
    const LaneShape* lane = board.view().boardLayout().lane(board.share("beta"));
    QCOMPARE(lane->reclaimed.size(), std::size_t{1});
    board.playback.seek(60 * kMsPerMinute);
    QVERIFY(board.view().content().reclaimed().empty());
}

QTEST_MAIN(TestBoardPage)
#include "tst_board_page.moc"
