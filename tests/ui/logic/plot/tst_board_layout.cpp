// SPDX-License-Identifier: Apache-2.0
// Geometry of the capacity board over random states: segments add up, lanes compare by eye, nothing overlaps.
#include "ui/logic/plot/board_layout.h"

#include "core/model/policy_state.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace quotaboard;

namespace {

/// Board states that are arithmetically possible; seeded, so that a failure can be repeated.
class RandomBoard {
public:
    explicit RandomBoard(unsigned seed)
        : random_(seed)
    {
    }

    BoardState make()
    {
        BoardState state;
        state.now = 3 * kMsPerHour;
        const int units = between(1, 5);
        for (int i = 0; i < units; ++i) {
            PoolState pool;
            pool.unit = UnitIndex(static_cast<std::size_t>(i));
            pool.capacity = between(1, 300);
            state.pools.push_back(pool);
        }
        const int lanes = between(0, 20);
        for (int i = 0; i < lanes; ++i)
            state.lanes.push_back(lane(i, units));
        return state;
    }

    int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

private:
    LaneState lane(int index, int units)
    {
        LaneState lane;
        lane.share = ShareIndex(static_cast<std::size_t>(index));
        lane.sharing.strategy = static_cast<SharingStrategy>(between(0, 2));
        if (between(0, 1) == 1)
            lane.sharing.borrowLimit = between(0, 200);
        for (int unit = 0; unit < units; ++unit) {
            if (unit == 0 || between(0, 1) == 1)
                lane.ledger.push_back(ledger(lane, unit));
        }
        lane.runningCount = static_cast<std::size_t>(between(0, 3) == 0 ? 0 : between(0, 400));
        for (std::size_t i = 0; i < std::min<std::size_t>(200, lane.runningCount); ++i) {
            RunningJob job;
            job.job = JobIndex(nextJob_++);
            job.unit = lane.ledger.front().unit;
            job.instances = between(1, between(1, 16));
            lane.running.push_back(job);
        }
        lane.waitingCount = static_cast<std::size_t>(between(0, 2) == 0 ? 0 : between(0, 300));
        for (std::size_t i = 0; i < std::min<std::size_t>(50, lane.waitingCount); ++i) {
            WaitingJob job;
            job.job = JobIndex(nextJob_++);
            job.unit = lane.ledger.front().unit;
            lane.waiting.push_back(job);
        }
        return lane;
    }

    LedgerSegments ledger(const LaneState& lane, int unit)
    {
        LedgerSegments ledger;
        ledger.unit = UnitIndex(static_cast<std::size_t>(unit));
        ledger.limit = between(1, between(1, 400));
        ledger.own = between(0, static_cast<int>(ledger.limit));
        std::int64_t rest = ledger.limit - ledger.own;
        const bool isReserve = lane.sharing.strategy == SharingStrategy::Reserve;
        while (!isReserve && rest > 0 && between(0, 1) == 1) {
            const std::int64_t lent = between(1, static_cast<int>(rest));
            ledger.lent.push_back({ShareIndex(ledger.lent.size() + 30), lent});
            ledger.lentTotal += lent;
            rest -= lent;
        }
        (isReserve ? ledger.reservedIdle : ledger.idle) = rest;
        if (lane.sharing.strategy == SharingStrategy::LendAndBorrow) {
            ledger.borrowMax = lane.sharing.borrowLimit ? ledger.limit * *lane.sharing.borrowLimit / 100 : kUnlimited;
            ledger.borrowed = between(0, static_cast<int>(std::min<std::int64_t>(200, ledger.borrowMax)));
            ledger.mayBorrow = between(0, 50);
        }
        if (between(0, 5) == 0)
            ledger.over = between(0, 20);
        return ledger;
    }

    std::mt19937 random_;
    std::size_t nextJob_ = 0;
};

BoardLayoutInput inputFor(const BoardState& state, BoardDensity density, double width)
{
    BoardLayoutInput input;
    input.state = &state;
    input.density = density;
    input.width = width;
    input.measure.headerChip = [](ShareIndex, HeaderChip chip) { return chip == HeaderChip::Disabled ? 0.0 : 130.0; };
    input.measure.waitingChip = [](const WaitingJob& job, std::size_t) { return 90.0 + job.job.value() % 70; };
    return input;
}

bool overlaps(const QRectF& a, const QRectF& b)
{
    const QRectF common = a.intersected(b);
    return !a.isEmpty() && !b.isEmpty() && common.width() > 0.01 && common.height() > 0.01;
}

/// Everything in a lane that must not lie on something else.
std::vector<QRectF> partsOf(const LaneShape& lane)
{
    std::vector<QRectF> parts{lane.handle, lane.name, lane.waits, lane.addUnit, lane.moreRunning, lane.queueTitle,
        lane.moreWaiting, lane.reason, lane.why, lane.counts};
    for (const HeaderChipShape& chip : lane.chips)
        parts.push_back(chip.rect);
    for (const LedgerShape& ledger : lane.ledgers) {
        parts.push_back(ledger.label);
        parts.push_back(ledger.area);
    }
    for (const std::vector<ChipShape>* chips : {&lane.running, &lane.reclaimed, &lane.waiting}) {
        for (const ChipShape& chip : *chips)
            parts.push_back(chip.rect);
    }
    return parts;
}

} // namespace

class TestBoardLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void segmentsAddUp();
    void scaleIsTheSameInEveryLane();
    void nothingOverlaps_data();
    void nothingOverlaps();
    void everyJobIsShownOrCounted();
    void waitingJobsWithoutAChipCanBeUnfoldedAtEveryWidth();
    void everyPartIsFoundWhereItIs();
    void focusRowsHoldWhatIsShown();
    void denseLanesAre28High();
    void ticksStandAtTheLimits();
    void keptRowsKeepTheHeight();
    void foldedJobsCanBeShownAndFoldedAgain();
    void placesInAQueue();
    void mirroringTwiceChangesNothing();
};

void TestBoardLayout::segmentsAddUp()
{
    RandomBoard random(1);
    for (int i = 0; i < 100; ++i) {
        const BoardState state = random.make();
        const BoardLayout layout = layOutBoard(inputFor(state, BoardDensity::Comfortable, 1080));
        for (std::size_t l = 0; l < layout.lanes.size(); ++l) {
            for (std::size_t u = 0; u < layout.lanes[l].ledgers.size(); ++u) {
                const LedgerShape& shape = layout.lanes[l].ledgers[u];
                const LedgerSegments& ledger = state.lanes[l].ledger[u];
                std::int64_t within = 0;
                double x = shape.area.left();
                for (const SegmentShape& segment : shape.segments) {
                    QVERIFY(std::abs(segment.rect.left() - x) < 1e-6);
                    x = segment.rect.right();
                    if (segment.kind != SegmentKind::Borrowed && segment.kind != SegmentKind::Over
                        && segment.kind != SegmentKind::MayBorrow)
                        within += segment.instances;
                }
                QCOMPARE(within, ledger.limit);
                QVERIFY(std::abs(shape.limitX - shape.area.left() - static_cast<double>(ledger.limit) * shape.scale)
                    < 1e-6);
                QVERIFY2(x <= shape.area.right() + 1e-6, "a bar leaves its place");
            }
        }
    }
}

void TestBoardLayout::scaleIsTheSameInEveryLane()
{
    RandomBoard random(2);
    for (int i = 0; i < 60; ++i) {
        const BoardState state = random.make();
        for (auto density : {BoardDensity::Comfortable, BoardDensity::Dense}) {
            std::map<UnitIndex, double> scales;
            for (const LaneShape& lane : layOutBoard(inputFor(state, density, 1440)).lanes) {
                for (const LedgerShape& ledger : lane.ledgers) {
                    const auto it = scales.emplace(ledger.unit, ledger.scale).first;
                    QVERIFY(std::abs(it->second - ledger.scale) < 1e-9);
                }
            }
        }
    }
}

void TestBoardLayout::nothingOverlaps_data()
{
    QTest::addColumn<int>("density");
    QTest::addColumn<double>("width");
    for (int density = 0; density < 3; ++density) {
        for (double width : {700.0, 960.0, 1440.0, 2560.0})
            QTest::addRow("density %d, %g wide", density, width) << density << width;
    }
}

void TestBoardLayout::nothingOverlaps()
{
    QFETCH(int, density);
    QFETCH(double, width);
    RandomBoard random(3);
    for (int i = 0; i < 40; ++i) {
        const BoardState state = random.make();
        const BoardLayout layout = layOutBoard(inputFor(state, static_cast<BoardDensity>(density), width));
        double bottom = 0;
        for (const LaneShape& lane : layout.lanes) {
            QVERIFY(lane.rect.top() >= bottom);
            bottom = lane.rect.bottom();
            const std::vector<QRectF> parts = partsOf(lane);
            for (std::size_t a = 0; a < parts.size(); ++a) {
                QVERIFY2(parts[a].isEmpty() || lane.rect.adjusted(-0.01, -0.01, 0.01, 0.01).contains(parts[a]),
                    qPrintable(QString("part %1 of lane %2 leaves it").arg(a).arg(lane.share.value())));
                for (std::size_t b = a + 1; b < parts.size(); ++b)
                    QVERIFY2(!overlaps(parts[a], parts[b]),
                        qPrintable(QString("parts %1 and %2 of lane %3").arg(a).arg(b).arg(lane.share.value())));
            }
        }
        QVERIFY(layout.addShare.top() >= bottom);
    }
}

void TestBoardLayout::everyJobIsShownOrCounted()
{
    RandomBoard random(4);
    for (int i = 0; i < 60; ++i) {
        const BoardState state = random.make();
        const BoardLayout layout = layOutBoard(inputFor(state, BoardDensity::Comfortable, 1080));
        for (std::size_t l = 0; l < layout.lanes.size(); ++l) {
            const LaneShape& lane = layout.lanes[l];
            QCOMPARE(lane.running.size() + lane.moreRunningCount, state.lanes[l].runningCount);
            QCOMPARE(lane.waiting.size() + lane.moreWaitingCount, state.lanes[l].waitingCount);
            QVERIFY(lane.moreRunningCount == 0 || !lane.moreRunning.isEmpty());
            QVERIFY(lane.waiting.empty() == (state.lanes[l].waitingCount == 0));
            for (const ChipShape& chip : lane.running)
                QVERIFY(chip.rect.width() >= 56);
        }
    }
}

void TestBoardLayout::waitingJobsWithoutAChipCanBeUnfoldedAtEveryWidth()
{
    RandomBoard random(9);
    for (int i = 0; i < 20; ++i) {
        const BoardState state = random.make();
        for (int width = 560; width <= 1400; width += 20) {
            for (const LaneShape& lane : layOutBoard(inputFor(state, BoardDensity::Comfortable, width)).lanes) {
                // One chip alone may take the whole row.
                QVERIFY(lane.moreWaitingCount == 0 || !lane.moreWaiting.isEmpty() || lane.waiting.size() <= 1);
            }
        }
    }
}

void TestBoardLayout::everyPartIsFoundWhereItIs()
{
    RandomBoard random(5);
    for (int i = 0; i < 30; ++i) {
        const BoardState state = random.make();
        const BoardLayout layout = layOutBoard(inputFor(state, BoardDensity::Comfortable, 1200));
        for (const LaneShape& lane : layout.lanes) {
            for (const ChipShape& chip : lane.waiting) {
                const BoardPart part = partAt(layout, chip.rect.center());
                QVERIFY(part.kind == BoardPart::Kind::Waiting && part.job == chip.job && part.share == lane.share);
                QCOMPARE(rectOf(layout, part), chip.rect);
            }
            for (const LedgerShape& ledger : lane.ledgers) {
                const BoardPart tick = partAt(layout, QPointF(ledger.limitX, ledger.area.center().y()));
                QVERIFY(tick.kind == BoardPart::Kind::LimitTick || tick.kind == BoardPart::Kind::BorrowTick);
                QCOMPARE(tick.unit, ledger.unit);
            }
            QCOMPARE(partAt(layout, lane.handle.center()).kind, BoardPart::Kind::Handle);
        }
        QCOMPARE(partAt(layout, layout.addShare.center()).kind, BoardPart::Kind::AddShare);
    }
}

void TestBoardLayout::focusRowsHoldWhatIsShown()
{
    RandomBoard random(6);
    for (int i = 0; i < 30; ++i) {
        const BoardState state = random.make();
        for (auto density : {BoardDensity::Comfortable, BoardDensity::Compact, BoardDensity::Dense}) {
            const BoardLayout layout = layOutBoard(inputFor(state, density, 1200));
            for (const std::vector<BoardPart>& row : focusRows(layout)) {
                QVERIFY(!row.empty());
                for (const BoardPart& part : row)
                    QVERIFY(!rectOf(layout, part).isNull());
            }
        }
    }
}

void TestBoardLayout::denseLanesAre28High()
{
    RandomBoard random(7);
    for (int i = 0; i < 20; ++i) {
        const BoardState state = random.make();
        for (const LaneShape& lane : layOutBoard(inputFor(state, BoardDensity::Dense, 1440)).lanes)
            QCOMPARE(lane.rect.height(), 28.0);
    }
}

void TestBoardLayout::ticksStandAtTheLimits()
{
    BoardState state;
    PoolState pool;
    pool.unit = UnitIndex(0);
    pool.capacity = 12;
    state.pools = {pool};
    LaneState lane;
    lane.share = ShareIndex(0);
    lane.sharing = {SharingStrategy::LendAndBorrow, 50};
    LedgerSegments ledger;
    ledger.unit = UnitIndex(0);
    ledger.limit = 4;
    ledger.borrowMax = 2;
    ledger.own = 4;
    ledger.borrowed = 1;
    ledger.mayBorrow = 1;
    lane.ledger = {ledger};
    state.lanes = {lane};
    BoardLayout layout = layOutBoard(inputFor(state, BoardDensity::Comfortable, 1000));
    const LedgerShape* shape = &layout.lanes[0].ledgers[0];
    QVERIFY(shape->borrowX.has_value());
    QVERIFY(std::abs(*shape->borrowX - shape->xOf(6)) < 1e-9);
    QVERIFY(!shape->borrowsWithoutLimit);

    // A limit of 1 with 50 percent may borrow nothing: the board says so (AC-C2 e).
    LedgerSegments small;
    small.unit = UnitIndex(0);
    small.limit = 1;
    small.own = 1;
    state.lanes[0].ledger[0] = small;
    layout = layOutBoard(inputFor(state, BoardDensity::Comfortable, 1000));
    QVERIFY(layout.lanes[0].ledgers[0].borrowRoundsToNothing);

    state.lanes[0].sharing.borrowLimit.reset();
    state.lanes[0].ledger[0].borrowMax = kUnlimited;
    layout = layOutBoard(inputFor(state, BoardDensity::Comfortable, 1000));
    shape = &layout.lanes[0].ledgers[0];
    QVERIFY(shape->borrowsWithoutLimit);
    // Not to scale: a little beyond what is drawn, so that it does not squeeze every other lane.
    QVERIFY(std::abs(*shape->borrowX - shape->xOf(2)) < 1e-9);
}

void TestBoardLayout::keptRowsKeepTheHeight()
{
    RandomBoard random(8);
    BoardState state;
    do
        state = random.make();
    while (state.lanes.empty() || state.lanes[0].waitingCount == 0);
    BoardLayoutInput input = inputFor(state, BoardDensity::Comfortable, 1080);
    const LaneShape before = layOutBoard(input).lanes[0];
    state.lanes[0].running.clear();
    state.lanes[0].waiting.clear();
    state.lanes[0].runningCount = state.lanes[0].waitingCount = 0;
    input.keptRows = [&](ShareIndex) { return before.bodyRows; };
    QCOMPARE(layOutBoard(input).lanes[0].rect.height(), before.rect.height());
}

void TestBoardLayout::foldedJobsCanBeShownAndFoldedAgain()
{
    RandomBoard random(9);
    int folded = 0;
    for (int i = 0; i < 60; ++i) {
        const BoardState state = random.make();
        for (auto density : {BoardDensity::Comfortable, BoardDensity::Compact}) {
            BoardLayoutInput input = inputFor(state, density, 1080);
            const BoardLayout before = layOutBoard(input);
            input.isExpanded = [](ShareIndex) { return true; };
            const BoardLayout after = layOutBoard(input);
            for (std::size_t l = 0; l < after.lanes.size(); ++l) {
                const LaneShape& lane = after.lanes[l];
                const bool hides = before.lanes[l].moreRunningCount > 0;
                folded += hides ? 1 : 0;
                // All that the state lists are shown, and there is a way back.
                QCOMPARE(lane.running.size(), state.lanes[l].running.size());
                QVERIFY(!hides || !lane.moreRunning.isEmpty());
                const std::vector<QRectF> parts = partsOf(lane);
                for (const QRectF& part : parts)
                    QVERIFY(!overlaps(part, lane.moreRunning) || part == lane.moreRunning);
                for (const QRectF& part : parts)
                    QVERIFY(!overlaps(part, lane.moreWaiting) || part == lane.moreWaiting);
                const bool hidesWaiting = before.lanes[l].moreWaitingCount > 0;
                const bool isReachable = !lane.moreRunning.isEmpty() || !lane.moreWaiting.isEmpty();
                QVERIFY(!hidesWaiting || density == BoardDensity::Compact || isReachable);
            }
        }
    }
    QVERIFY(folded > 10);
}

void TestBoardLayout::placesInAQueue()
{
    LaneShape lane;
    lane.queue = QRectF(100, 0, 300, 100);
    QCOMPARE(queuePlaceAt(lane, QPointF(200, 50), {}).place, std::size_t{0});
    for (std::size_t i = 0; i < 4; ++i)
        lane.waiting.push_back(
            {JobIndex(i), i, QRectF(100 + 100 * static_cast<double>(i % 2), i < 2 ? 20 : 60, 90, 24)});
    QCOMPARE(queuePlaceAt(lane, QPointF(110, 30), {}).place, std::size_t{0});
    QCOMPARE(queuePlaceAt(lane, QPointF(180, 30), {}).place, std::size_t{1});
    QCOMPARE(queuePlaceAt(lane, QPointF(110, 70), {}).place, std::size_t{2});
    QCOMPARE(queuePlaceAt(lane, QPointF(290, 70), {}).place, std::size_t{4});
    QCOMPARE(queuePlaceAt(lane, QPointF(290, 70), JobIndex(1)).place, std::size_t{3});
    QCOMPARE(queuePlaceAt(lane, QPointF(180, 30), {}).mark.x1(), 197.0);
}

void TestBoardLayout::mirroringTwiceChangesNothing()
{
    const BoardMirror mirror{true, 1000};
    const QRectF rect(20, 30, 100, 40);
    QCOMPARE(mirror(rect), QRectF(880, 30, 100, 40));
    QCOMPARE(mirror(mirror(rect)), rect);
    QCOMPARE(mirror(QPointF(20, 5)), QPointF(980, 5));
    QCOMPARE(BoardMirror{}(rect), rect);
}

QTEST_APPLESS_MAIN(TestBoardLayout)
#include "tst_board_layout.moc"
