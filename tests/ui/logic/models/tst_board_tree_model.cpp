// SPDX-License-Identifier: Apache-2.0
// The list view's model keeps its rows straight while jobs come, go and change places.
#include "ui/logic/models/board_tree_model.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QTest>

#include <random>

using namespace quotaboard;

namespace {

std::shared_ptr<const Scenario> scenarioWith(std::size_t jobs)
{
    auto scenario = std::make_shared<Scenario>();
    scenario->internUnit("ml.g5.xlarge");
    for (const char* name : {"alpha", "beta"})
        scenario->internShare(name);
    for (std::size_t i = 0; i < jobs; ++i) {
        Job job;
        job.share = ShareIndex(0);
        job.unit = UnitIndex(0);
        job.profile = scenario->jobs.internProfile({});
        job.name = scenario->jobs.intern("train");
        scenario->jobs.add(job);
    }
    return scenario;
}

BoardState stateWith(const std::vector<std::size_t>& running, const std::vector<std::size_t>& waiting)
{
    BoardState state;
    for (std::size_t i = 0; i < 2; ++i) {
        LaneState lane;
        lane.share = ShareIndex(i);
        LedgerSegments ledger;
        ledger.unit = UnitIndex(0);
        ledger.limit = 4;
        ledger.idle = 4;
        lane.ledger = {ledger};
        state.lanes.push_back(lane);
    }
    for (std::size_t job : running) {
        RunningJob entry;
        entry.job = JobIndex(job);
        entry.unit = UnitIndex(0);
        state.lanes[0].running.push_back(entry);
    }
    for (std::size_t job : waiting) {
        WaitingJob entry;
        entry.job = JobIndex(job);
        entry.unit = UnitIndex(0);
        state.lanes[0].waiting.push_back(entry);
    }
    state.lanes[0].runningCount = running.size();
    state.lanes[0].waitingCount = waiting.size();
    return state;
}

} // namespace

class TestBoardTreeModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheRulesOfModels();
    void rowsSayWhatTheyAre();
    void rowsOfJobsFollowTheirJobs();
    void jobsHaveTicks();
};

void TestBoardTreeModel::keepsTheRulesOfModels()
{
    BoardTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto scenario = scenarioWith(60);
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::size_t> jobs(60);
        for (std::size_t j = 0; j < jobs.size(); ++j)
            jobs[j] = j;
        std::shuffle(jobs.begin(), jobs.end(), random);
        const auto cut = static_cast<std::ptrdiff_t>(random() % 30);
        std::vector<std::size_t> running(jobs.begin(), jobs.begin() + cut);
        std::vector<std::size_t> waiting(
            jobs.begin() + cut, jobs.begin() + cut + static_cast<std::ptrdiff_t>(random() % 30));
        if (i % 3 != 0) {
            std::sort(running.begin(), running.end());
            std::sort(waiting.begin(), waiting.end());
        }
        model.setBoard(scenario, stateWith(running, waiting));
        const QModelIndex share = model.index(0, 0);
        QCOMPARE(model.rowCount(share), 3);
        QCOMPARE(model.rowCount(model.index(1, 0, share)), static_cast<int>(running.size()));
        QCOMPARE(model.rowCount(model.index(2, 0, share)), static_cast<int>(waiting.size()));
        for (std::size_t j = 0; j < waiting.size(); ++j)
            QCOMPARE(
                model.partOf(model.index(static_cast<int>(j), 0, model.index(2, 0, share))).job, JobIndex(waiting[j]));
    }
    model.setBoard(scenario, BoardState{});
    QCOMPARE(model.rowCount(), 0);
}

void TestBoardTreeModel::rowsSayWhatTheyAre()
{
    BoardTreeModel model;
    model.setBoard(scenarioWith(3), stateWith({0}, {2, 1}));
    const QModelIndex share = model.index(0, 0);
    QCOMPARE(share.data().toString(), QString("alpha"));
    QCOMPARE(model.index(0, 0, share).data().toString(), QString("ml.g5.xlarge"));
    QVERIFY(model.index(0, BoardTreeModel::Capacity, share).data().toString().contains("limit 4"));
    QCOMPARE(model.index(2, 0, share).data().toString(), QString("Waiting (2)"));
    BoardPart part;
    part.kind = BoardPart::Kind::Waiting;
    part.share = ShareIndex(0);
    part.job = JobIndex(1);
    const QModelIndex row = model.indexOf(part);
    QCOMPARE(row.row(), 1);
    QCOMPARE(model.partOf(row), part);
    QVERIFY(!row.data(Qt::AccessibleTextRole).toString().isEmpty());
}

void TestBoardTreeModel::jobsHaveTicks()
{
    BoardTreeModel model;
    model.setBoard(scenarioWith(3), stateWith({0}, {2, 1}));
    BoardPart part;
    part.kind = BoardPart::Kind::Waiting;
    part.share = ShareIndex(0);
    part.job = JobIndex(1);
    // Nobody has asked for ticks yet.
    QVERIFY(!model.flags(model.indexOf(part)).testFlag(Qt::ItemIsUserCheckable));
    JobIndex ticked;
    model.setTicks([&](JobIndex job) { return job == ticked; });
    connect(&model, &BoardTreeModel::tickWanted, &model, [&](JobIndex job, bool isTicked) {
        ticked = isTicked ? job : JobIndex();
        model.ticksChanged();
    });
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QModelIndex row = model.indexOf(part);
    QCOMPARE(row.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Unchecked);
    QVERIFY(model.setData(row, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(ticked, JobIndex(1));
    QCOMPARE(row.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Checked);
    QVERIFY(!row.siblingAtColumn(BoardTreeModel::Priority).data(Qt::CheckStateRole).isValid());
    QVERIFY(!model.index(0, 0).data(Qt::CheckStateRole).isValid());
    QVERIFY(!model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
}

void TestBoardTreeModel::rowsOfJobsFollowTheirJobs()
{
    BoardTreeModel model;
    const auto scenario = scenarioWith(10);
    model.setBoard(scenario, stateWith({}, {0, 1, 2, 3}));
    const QModelIndex queue = model.index(2, 0, model.index(0, 0));
    const QPersistentModelIndex second(model.index(1, 0, queue));
    model.setBoard(scenario, stateWith({0}, {1, 2, 3, 4}));
    QVERIFY(second.isValid());
    QCOMPARE(second.row(), 0);
    QCOMPARE(model.partOf(second).job, JobIndex(1));
}

QTEST_APPLESS_MAIN(TestBoardTreeModel)
#include "tst_board_tree_model.moc"
