// SPDX-License-Identifier: Apache-2.0
// What the board shows and how it is reached without a mouse.
#include "tests/ui/widgets/board/board_fixture.h"

#include "ui/widgets/board/board_history.h"
#include "ui/widgets/board/pool_bars.h"
#include "ui/widgets/board/queue_priority.h"

#include <QAccessible>
#include <QRandomGenerator>

#include <algorithm>
#include <functional>

using namespace quotaboard;
using Kind = BoardPart::Kind;

class TestBoardPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsThePolicyBeforeAnythingHappened();
    void showsTheStateOfTheClock();
    void borrowedIsLentPlusUncovered();
    void selectionIsTold();
    void selectionSurvivesAnotherScenario();
    void arrowsReachEverything();
    void tabLeavesTheBoard();
    void accessibleTreeIsNamed();
    void accessibleActions();
    void densitiesPaint();
    void prefixQuantilesAreExact();
    void waitsCountWhatHasStarted();
    void priorityBetweenNeighbours();
    void reclaimedJobsAreShown();
};

void TestBoardPage::showsThePolicyBeforeAnythingHappened()
{
    BoardFixture board;
    const BoardState& state = board.view().content().state();
    QCOMPARE(state.lanes.size(), std::size_t{3});
    QCOMPARE(state.lanes[0].ledger[0].idle, 4);
    QCOMPARE(state.lanes[1].ledger[0].mayBorrow, 2);
    QCOMPARE(state.lanes[2].ledger[0].reservedIdle, 2);
    QCOMPARE(state.lanes[1].runningCount, std::size_t{0});
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

void TestBoardPage::prefixQuantilesAreExact()
{
    QRandomGenerator random(7);
    for (int round = 0; round < 40; ++round) {
        std::vector<TimeMs> values;
        const int count = random.bounded(1, 300);
        for (int i = 0; i < count; ++i)
            values.push_back(random.bounded(round % 2 == 0 ? 10 : 1'000'000));
        const PrefixQuantiles quantiles(values);
        for (std::size_t n = 1; n <= values.size(); n += 7) {
            std::vector<TimeMs> sorted(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
            std::sort(sorted.begin(), sorted.end());
            for (std::size_t k = 0; k < n; k += 3)
                QCOMPARE(quantiles.smallest(n, k), sorted[k]);
            for (double p : {0.5, 0.95, 0.99})
                QCOMPARE(*quantiles.quantile(n, p), *quantile(std::span<const TimeMs>(sorted), p));
        }
    }
    QVERIFY(!PrefixQuantiles().quantile(0, 0.5).has_value());
}

void TestBoardPage::waitsCountWhatHasStarted()
{
    BoardFixture board(10 * kMsPerMinute);
    const BoardContent& content = board.view().content();
    QCOMPARE(content.waits(board.share("beta")).count, std::size_t{3});
    QVERIFY(!content.waits(board.share("beta")).p95.has_value());
    QCOMPARE(content.waitValueText(board.share("beta")), QString("—"));
    board.playback.toEnd();
    QCOMPARE(content.waits(board.share("beta")).count, std::size_t{6});
    // Type 7 over 0, 0, 0 and three waits of the queue.
    QVERIFY(content.waits(board.share("beta")).p95.has_value());
    const auto& groups = board.playback.result()->scorecard.waits;
    std::uint64_t started = 0;
    for (const WaitGroup& group : groups)
        started += group.started;
    QCOMPARE(started, std::uint64_t{6});
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
