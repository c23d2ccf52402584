// SPDX-License-Identifier: Apache-2.0
// How an attempt spends its time (scheduling.md section 5), against a state machine that ticks ms by ms.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/simulation/attempt_progress.h"

#include <vector>
#endif

using namespace quotaboard;

namespace {

/// The naive truth: one millisecond at a time, no arithmetic on cycles.
class TickingAttempt {
public:
    explicit TickingAttempt(const AttemptPlan& plan)
        : plan_(plan)
    {
        // Without checkpoints nothing is durable.
        spent_.durable = plan.checkpoint ? plan.from : 0;
        settle();
    }

    [[nodiscard]] const AttemptPlan::Spent& spent() const { return spent_; }
    [[nodiscard]] bool isComplete() const { return spent_.restore == plan_.restore && done() == plan_.work; }
    [[nodiscard]] TimeMs checkpoints() const { return checkpoints_; }

    void tick()
    {
        if (spent_.restore < plan_.restore) {
            ++spent_.restore;
        } else if (isWriting_) {
            ++spent_.unfinishedWrite;
        } else {
            ++spent_.work;
            ++workSinceCheckpoint_;
        }
        settle();
    }

private:
    [[nodiscard]] TimeMs done() const { return plan_.from + spent_.work; }

    /// What takes no time: a write begins, a write is complete.
    void settle()
    {
        if (!plan_.checkpoint || spent_.restore < plan_.restore)
            return;
        if (!isWriting_ && workSinceCheckpoint_ == plan_.checkpoint->interval && done() < plan_.work)
            isWriting_ = true;
        if (isWriting_ && spent_.unfinishedWrite == plan_.checkpoint->cost) {
            spent_.finishedWrites += spent_.unfinishedWrite;
            spent_.unfinishedWrite = 0;
            spent_.durable = done();
            workSinceCheckpoint_ = 0;
            isWriting_ = false;
            ++checkpoints_;
        }
    }

    AttemptPlan plan_;
    AttemptPlan::Spent spent_;
    TimeMs workSinceCheckpoint_ = 0;
    TimeMs checkpoints_ = 0;
    bool isWriting_ = false;
};

QByteArray describe(const AttemptPlan& plan, TimeMs elapsed)
{
    return QStringLiteral("from %1 work %2 restore %3 interval %4 cost %5 at %6")
        .arg(plan.from)
        .arg(plan.work)
        .arg(plan.restore)
        .arg(plan.checkpoint ? plan.checkpoint->interval : 0)
        .arg(plan.checkpoint ? plan.checkpoint->cost : 0)
        .arg(elapsed)
        .toUtf8();
}

AttemptPlan planWith(TimeMs from, TimeMs work, TimeMs restore, TimeMs interval, TimeMs cost)
{
    return AttemptPlan{from, work, restore, CheckpointPlan{interval, cost, false}};
}

/// Every small plan: with and without checkpoints, from nothing and resumed, restore and cost zero and not.
std::vector<AttemptPlan> allSmallPlans()
{
    std::vector<AttemptPlan> plans;
    for (TimeMs work = 0; work <= 13; ++work) {
        plans.push_back(AttemptPlan{0, work, 0, std::nullopt});
        for (TimeMs interval = 1; interval <= 15; ++interval) {
            for (TimeMs cost = 0; cost <= 4; ++cost) {
                plans.push_back(planWith(0, work, 0, interval, cost));
                for (TimeMs from = 1; from <= work; ++from) {
                    plans.push_back(planWith(from, work, 0, interval, cost));
                    plans.push_back(planWith(from, work, 3, interval, cost));
                }
            }
        }
    }
    return plans;
}

} // namespace

class TestAttemptProgress : public QObject {
    Q_OBJECT

private slots:
    void agreesWithATickingStateMachineAtEveryMillisecond();
    void fourPartsAddUpToTheElapsedTime();
    void durationFollowsTheFormula_data();
    void durationFollowsTheFormula();
    void aCheckpointIsDurableAtTheVeryMillisecondItsWriteIsComplete();
    void aFreeCheckpointIsDurableWhenTheIntervalsWorkIsDone();
    void noCheckpointIsWrittenWhenTheWorkIsComplete();
    void aLongerIntervalThanTheWorkWritesNothing();
    void aResumedAttemptCountsItsIntervalsFromWhereItResumes();
    void withoutCheckpointsNothingIsDurable();
    void onlyAResumedAttemptRestores();
    void veryLongPlansSaturate();
};

void TestAttemptProgress::agreesWithATickingStateMachineAtEveryMillisecond()
{
    int compared = 0;
    for (const AttemptPlan& plan : allSmallPlans()) {
        TickingAttempt machine(plan);
        TimeMs elapsed = 0;
        for (;; ++elapsed) {
            const AttemptPlan::Spent got = plan.at(elapsed);
            const AttemptPlan::Spent& want = machine.spent();
            const bool equal = got.restore == want.restore && got.work == want.work
                && got.finishedWrites == want.finishedWrites && got.unfinishedWrite == want.unfinishedWrite
                && got.durable == want.durable;
            QVERIFY2(equal, describe(plan, elapsed));
            ++compared;
            if (machine.isComplete())
                break;
            machine.tick();
        }
        QVERIFY2(plan.duration() == elapsed, describe(plan, elapsed));
        QVERIFY2(plan.checkpointCount() == machine.checkpoints(), describe(plan, elapsed));
    }
    QVERIFY(compared > 100'000);
}

void TestAttemptProgress::fourPartsAddUpToTheElapsedTime()
{
    for (const AttemptPlan& plan : allSmallPlans()) {
        for (TimeMs elapsed = 0; elapsed <= plan.duration(); ++elapsed) {
            const AttemptPlan::Spent spent = plan.at(elapsed);
            const TimeMs sum = spent.restore + spent.work + spent.finishedWrites + spent.unfinishedWrite;
            QVERIFY2(sum == elapsed, describe(plan, elapsed));
        }
    }
}

void TestAttemptProgress::durationFollowsTheFormula_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("work");
    QTest::addColumn<qint64>("restore");
    QTest::addColumn<qint64>("interval");
    QTest::addColumn<qint64>("cost");
    QTest::addColumn<qint64>("checkpoints");
    QTest::addColumn<qint64>("duration");
    // restore + remaining + cost * (ceil(remaining / interval) - 1)
    QTest::newRow("a part of an interval at the end") << 0LL << 100LL << 0LL << 30LL << 5LL << 3LL << 115LL;
    QTest::newRow("a multiple of the interval") << 0LL << 90LL << 0LL << 30LL << 5LL << 2LL << 100LL;
    QTest::newRow("exactly one interval") << 0LL << 30LL << 0LL << 30LL << 5LL << 0LL << 30LL;
    QTest::newRow("one ms more than an interval") << 0LL << 31LL << 0LL << 30LL << 5LL << 1LL << 36LL;
    QTest::newRow("resumed, multiple of the interval left") << 40LL << 100LL << 7LL << 30LL << 5LL << 1LL << 72LL;
    QTest::newRow("resumed, a part left") << 60LL << 100LL << 7LL << 30LL << 5LL << 1LL << 52LL;
    QTest::newRow("resumed with nothing left") << 100LL << 100LL << 7LL << 30LL << 5LL << 0LL << 7LL;
    QTest::newRow("no work") << 0LL << 0LL << 0LL << 30LL << 5LL << 0LL << 0LL;
    QTest::newRow("free checkpoints") << 0LL << 100LL << 0LL << 30LL << 0LL << 3LL << 100LL;
    QTest::newRow("a checkpoint every ms") << 0LL << 100LL << 0LL << 1LL << 2LL << 99LL << 298LL;
}

void TestAttemptProgress::durationFollowsTheFormula()
{
    QFETCH(qint64, from);
    QFETCH(qint64, work);
    QFETCH(qint64, restore);
    QFETCH(qint64, interval);
    QFETCH(qint64, cost);
    const AttemptPlan plan = planWith(from, work, restore, interval, cost);
    QTEST(qint64{plan.checkpointCount()}, "checkpoints");
    QTEST(qint64{plan.duration()}, "duration");
}

void TestAttemptProgress::aCheckpointIsDurableAtTheVeryMillisecondItsWriteIsComplete()
{
    const AttemptPlan plan = planWith(0, 100, 0, 30, 5);
    QCOMPARE(plan.at(34).durable, TimeMs{0});
    QCOMPARE(plan.at(34).unfinishedWrite, TimeMs{4});
    QCOMPARE(plan.at(35).durable, TimeMs{30});
    QCOMPARE(plan.at(35).unfinishedWrite, TimeMs{0});
    QCOMPARE(plan.at(35).finishedWrites, TimeMs{5});
    QCOMPARE(plan.at(35).work, TimeMs{30});
    QCOMPARE(plan.at(36).work, TimeMs{31});
    QCOMPARE(plan.at(69).durable, TimeMs{30});
    QCOMPARE(plan.at(70).durable, TimeMs{60});
}

void TestAttemptProgress::aFreeCheckpointIsDurableWhenTheIntervalsWorkIsDone()
{
    const AttemptPlan plan = planWith(0, 100, 0, 30, 0);
    QCOMPARE(plan.at(29).durable, TimeMs{0});
    QCOMPARE(plan.at(30).durable, TimeMs{30});
    QCOMPARE(plan.at(59).durable, TimeMs{30});
    QCOMPARE(plan.at(90).durable, TimeMs{90});
    QCOMPARE(plan.at(99).durable, TimeMs{90});
}

void TestAttemptProgress::noCheckpointIsWrittenWhenTheWorkIsComplete()
{
    const AttemptPlan plan = planWith(0, 60, 0, 30, 5);
    QCOMPARE(plan.duration(), TimeMs{65});
    QCOMPARE(plan.at(65).work, TimeMs{60});
    QCOMPARE(plan.at(65).durable, TimeMs{30});
    const AttemptPlan isFree = planWith(0, 60, 0, 30, 0);
    QCOMPARE(isFree.at(60).durable, TimeMs{30});
}

void TestAttemptProgress::aLongerIntervalThanTheWorkWritesNothing()
{
    const AttemptPlan plan = planWith(0, 60, 0, 61, 5);
    QCOMPARE(plan.checkpointCount(), TimeMs{0});
    QCOMPARE(plan.duration(), TimeMs{60});
    QCOMPARE(plan.at(60).durable, TimeMs{0});
    QCOMPARE(plan.at(60).work, TimeMs{60});
}

void TestAttemptProgress::aResumedAttemptCountsItsIntervalsFromWhereItResumes()
{
    const AttemptPlan plan = planWith(10, 100, 4, 30, 5);
    QCOMPARE(plan.at(0).durable, TimeMs{10});
    QCOMPARE(plan.at(4).work, TimeMs{0});
    QCOMPARE(plan.at(4).restore, TimeMs{4});
    QCOMPARE(plan.at(34).work, TimeMs{30});
    QCOMPARE(plan.at(38).durable, TimeMs{10});
    QCOMPARE(plan.at(39).durable, TimeMs{40});
    QCOMPARE(plan.duration(), TimeMs{4 + 90 + 2 * 5});
}

void TestAttemptProgress::withoutCheckpointsNothingIsDurable()
{
    const AttemptPlan plan{0, 100, 0, std::nullopt};
    QCOMPARE(plan.at(99).work, TimeMs{99});
    QCOMPARE(plan.at(99).durable, TimeMs{0});
    QCOMPARE(plan.duration(), TimeMs{100});
}

void TestAttemptProgress::onlyAResumedAttemptRestores()
{
    Job job;
    job.work = 100;
    JobProfile profile;
    profile.checkpoint = CheckpointPlan{30, 5, true};
    profile.restore = 9;
    const AttemptPlan fresh = AttemptPlan::of(job, profile, 0);
    QCOMPARE(fresh.restore, TimeMs{0});
    QCOMPARE(fresh.duration(), TimeMs{115});
    const AttemptPlan resumed = AttemptPlan::of(job, profile, 1);
    QCOMPARE(resumed.restore, TimeMs{9});
    QCOMPARE(resumed.from, TimeMs{1});
    QCOMPARE(resumed.duration(), TimeMs{9 + 99 + 3 * 5});
}

void TestAttemptProgress::veryLongPlansSaturate()
{
    const AttemptPlan plan = planWith(0, kMaxTimeMs, 0, 1, kMaxTimeMs);
    QCOMPARE(plan.checkpointCount(), kMaxTimeMs - 1);
    QCOMPARE(plan.duration(), kNever / 2);
    QCOMPARE(plan.at(kMaxTimeMs).durable, TimeMs{0});
    QCOMPARE(plan.at(kMaxTimeMs + 1).durable, TimeMs{1});
}

QTEST_APPLESS_MAIN(TestAttemptProgress)
#include "tst_attempt_progress.moc"
