// SPDX-License-Identifier: Apache-2.0
// What stays as it is while the clock runs, and what lanes say about waits and about shares that are protected.
#include "tests/ui/widgets/board/board_fixture.h"

#ifndef Q_MOC_RUN
#include "ui/widgets/board/board_actions.h"
#include "ui/widgets/board/pool_bars.h"
#endif

#include <set>

using namespace quotaboard;

namespace {

/// The usual board with beta borrowing without limit, alpha claiming its own later, and more capacity for beta at the
/// end of the day.
std::string growingScenario()
{
    std::string text = boardScenario();
    const auto put = [&text](const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        if (at == std::string::npos)
            qFatal("the scenario of the test has changed");
        text.replace(at, from.size(), to);
    };
    put(R"("borrowLimit": 50)", R"("borrowLimit": -1)");
    put(R"("jobs": [)",
        R"("interventions": [{"atSeconds": 43200, "updateQuotaShare": {"quotaShareName": "alpha",
   "capacityLimits": [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 10}]}}],
 "jobs": [
  {"jobId": "A1", "jobName": "own", "quotaShareName": "alpha", "capacityUnit": "ml.g5.xlarge", "instanceCount": 3, "submitSeconds": 7200, "workSeconds": 7200, "schedulingPriority": 900},)");
    return text;
}

std::string protectedScenario()
{
    std::string text = boardScenario();
    const std::string alpha = R"({"quotaShareName": "alpha",)";
    text.replace(text.find(alpha), alpha.size(), R"({"quotaShareName": "alpha", "protected": true,)");
    const std::string beta = R"({"quotaShareName": "beta",)";
    text.replace(text.find(beta), beta.size(), R"({"quotaShareName": "beta", "protected": true,)");
    return text;
}

} // namespace

class TestBoardScale : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anInstanceIsAsWideAtEveryMoment();
    void theBorrowTickStaysWhereItIs();
    void thePoolBarCarriesTheMeasureOfTheLanes();
    void waitsSayWhatTheyCover();
    void theListHasTheWaitsInTheSameWords();
    void takingFromAProtectedShareIsSaid();
    void givingToAProtectedShareNeedsNoWarning();
};

void TestBoardScale::anInstanceIsAsWideAtEveryMoment()
{
    for (const BoardDensity density : {BoardDensity::Comfortable, BoardDensity::Compact, BoardDensity::Dense}) {
        BoardFixture board(0, growingScenario());
        board.page->setDensity(density);
        const double scale = board.view().boardLayout().scale(board.unit());
        const double other = board.view().boardLayout().scale(board.unit("ml.p5.48xlarge"));
        QVERIFY(scale > 0);
        std::set<std::int64_t> seen;
        for (TimeMs time = 0; time <= 16 * kMsPerHour; time += 20 * kMsPerMinute) {
            board.playback.seek(time);
            const LedgerSegments* ledger = board.view().content().ledger(board.share("beta"), board.unit());
            seen.insert(ledger->borrowed + ledger->mayBorrow);
            QCOMPARE(board.view().boardLayout().scale(board.unit()), scale);
            QCOMPARE(board.view().boardLayout().scale(board.unit("ml.p5.48xlarge")), other);
        }
        // What could be borrowed did change.
        QVERIFY(seen.size() > 1);
    }
}

void TestBoardScale::theBorrowTickStaysWhereItIs()
{
    BoardFixture board(0, growingScenario());
    const std::optional<double> tick = board.ledger("beta").borrowX;
    QVERIFY(tick.has_value());
    for (TimeMs time = 0; time <= 16 * kMsPerHour; time += 20 * kMsPerMinute) {
        board.playback.seek(time);
        QCOMPARE(board.ledger("beta").borrowX.value(), *tick);
    }
}

void TestBoardScale::thePoolBarCarriesTheMeasureOfTheLanes()
{
    BoardFixture board(10 * kMsPerMinute);
    const auto bars = board.page->findChildren<PoolBar*>();
    QCOMPARE(bars.size(), 2);
    for (const PoolBar* bar : bars) {
        QCOMPARE(bar->scale(), board.view().boardLayout().scale(bar->unit()));
        QVERIFY(bar->measuredInstances() >= 1);
    }
    board.picture("board-scale");
    // A list is not to scale.
    board.page->setListView(true);
    QCOMPARE(bars.front()->measuredInstances(), std::int64_t{0});
}

void TestBoardScale::waitsSayWhatTheyCover()
{
    BoardFixture board(10 * kMsPerMinute);
    const BoardContent& content = board.view().content();
    const QString beta = content.laneSentence(board.share("beta"));
    QVERIFY2(beta.contains("all priorities"), qPrintable(beta));
    QVERIFY2(beta.contains("from the start of the run until now"), qPrintable(beta));
    QVERIFY2(beta.contains("n = 6: 3 started, 3 not"), qPrintable(beta));
    const QString alpha = content.laneSentence(board.share("alpha"));
    QVERIFY2(alpha.contains("P95 wait: — (0 jobs until now, too few: a percentile takes 5)"), qPrintable(alpha));
    // What the pointer shows on the words themselves.
    const QRectF words = board.view().boardLayout().lane(board.share("beta"))->waits;
    QCOMPARE(content.partSentence(partAt(board.view().boardLayout(), words.center())), beta);
}

void TestBoardScale::theListHasTheWaitsInTheSameWords()
{
    BoardFixture board(10 * kMsPerMinute);
    const BoardContent& content = board.view().content();
    board.page->setListView(true);
    const QAbstractItemModel* model = board.page->list().model();
    int column = 0;
    while (column < model->columnCount() && model->headerData(column, Qt::Horizontal).toString() != "P95 wait")
        ++column;
    QVERIFY(column < model->columnCount());
    for (int row = 0; row < model->rowCount(); ++row) {
        const ShareIndex share = content.state().lanes[static_cast<std::size_t>(row)].share;
        const QModelIndex cell = model->index(row, column);
        QCOMPARE(cell.data().toString(), content.waitValueText(share) + content.waitCountText(share));
        QCOMPARE(cell.data(Qt::ToolTipRole).toString(), content.waitsSentence(share));
        QVERIFY(model->index(row, 0).data(Qt::AccessibleTextRole).toString().contains(content.waitsSentence(share)));
    }
    board.picture("board-list");
}

void TestBoardScale::takingFromAProtectedShareIsSaid()
{
    BoardFixture board(-1, protectedScenario());
    const QString words("alpha is a protected share: this takes from it.");
    const QRectF idle = board.rect(board.segment("alpha", SegmentKind::Idle));
    const QPointF from(idle.right() - 0.5 * board.ledger("alpha").scale, idle.center().y());
    const QPointF to = board.rect(board.lanePart("gamma")).center();
    board.press(from);
    board.moveTo(to);
    QVERIFY2(
        board.view().gestures().picture().badge.contains(words), qPrintable(board.view().gestures().picture().badge));
    board.picture("board-protected");
    board.release(to);
    QCOMPARE(board.limit("alpha"), 3);
    QVERIFY2(board.message.contains(words), qPrintable(board.message));
    board.document.undoStack().undo();
    QCOMPARE(board.limit("alpha"), 4);

    BoardActions actions(board.document, board.playback, board.view().content());
    QVERIFY(actions.proposeLimit(board.share("alpha"), board.unit(), 2).text.contains(words));
    QVERIFY(!actions.proposeBorrow(board.share("beta"), 0).caution.isEmpty());
    QVERIFY(!actions.proposeRemoval(board.share("alpha"), true).caution.isEmpty());
}

void TestBoardScale::givingToAProtectedShareNeedsNoWarning()
{
    BoardFixture board(-1, protectedScenario());
    BoardActions actions(board.document, board.playback, board.view().content());
    QVERIFY(actions.proposeLimit(board.share("alpha"), board.unit(), 6).caution.isEmpty());
    QVERIFY(actions.proposeBorrow(board.share("beta"), std::nullopt).caution.isEmpty());
    QVERIFY(actions.proposeCapacity(board.share("gamma"), board.share("alpha"), board.unit(), 1).caution.isEmpty());
}

QTEST_MAIN(TestBoardScale)
#include "tst_board_scale.moc"
