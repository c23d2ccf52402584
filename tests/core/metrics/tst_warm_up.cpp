// SPDX-License-Identifier: Apache-2.0
// The window of the scorecard may begin after time 0: what it says is compared with labels worked out a second time,
// piece by piece, and with the part before it.
//
// QUOTABOARD_SCENARIOS=N and QUOTABOARD_FIRST_SEED=S in the environment run more or others than the default.
#include <QTest>

// moc cannot parse the concepts of libstdc++ 12.
#ifndef Q_MOC_RUN
#include "core/base/random.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/summary_writer.h"
#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"
#include "tests/support/reference/random_scenario.h"

#include <algorithm>
#include <map>
#include <set>
#endif

using namespace quotaboard;

namespace {

constexpr qulonglong kDefaultScenarios = 600;

qulonglong numberFromEnvironment(const char* name, qulonglong fallback)
{
    bool isNumber = false;
    const qulonglong value = qEnvironmentVariable(name).toULongLong(&isNumber);
    return isNumber ? value : fallback;
}

class Recorder final : public EventSink {
public:
    void onEvent(const JobEvent& event) override { events.push_back(event); }
    std::vector<JobEvent> events;
};

Scorecard cardOf(const Scenario& scenario, const std::vector<JobEvent>& events, TimeMs from, TimeMs end)
{
    MetricsCollector metrics(scenario, from);
    for (const JobEvent& event : events)
        metrics.onEvent(event);
    return metrics.finish(end);
}

enum class Label { Completed, InProgress, Discarded, Lost, Restart, Checkpoint, Hold };

struct Piece {
    TimeMs begin;
    TimeMs end;
    Label label;
};

/// When each ms that a job held instances was, and what it was for. The pieces of its present progress wait on a stack
/// until their fate is known.
class JobPieces {
public:
    void onEvent(const Scenario& scenario, const JobEvent& event)
    {
        switch (event.kind) {
        case EventKind::Starting:
            phase_ = event.kind;
            since_ = event.time;
            break;
        case EventKind::Running:
            closeHeld(scenario, event.job, event.time, Label::Restart);
            if (event.restoreFailed)
                fallBack(0, Label::Lost);
            phase_ = event.kind;
            since_ = event.time;
            from_ = event.progress;
            break;
        case EventKind::Preempted:
            closeHeld(scenario, event.job, event.time, Label::Restart);
            fallBack(progress() - event.progress, Label::Lost);
            phase_ = phase_ == EventKind::Submitted ? phase_ : event.kind;
            since_ = event.time;
            break;
        case EventKind::Stopped:
            closeHeld(scenario, event.job, event.time, Label::Restart);
            phase_ = EventKind::Submitted;
            break;
        case EventKind::AttemptFailed:
            closeHeld(scenario, event.job, event.time, Label::Restart);
            fallBack(durable_, Label::Discarded);
            phase_ = EventKind::Submitted;
            break;
        case EventKind::Succeeded:
        case EventKind::Failed:
            closeHeld(scenario, event.job, event.time, Label::Restart);
            fallBack(0, event.kind == EventKind::Succeeded ? Label::Completed : Label::Discarded);
            phase_ = EventKind::Submitted;
            break;
        default:
            break;
        }
    }
    void finish(const Scenario& scenario, JobIndex job, TimeMs end)
    {
        closeHeld(scenario, job, end, Label::Checkpoint);
        fallBack(0, Label::InProgress);
    }
    /// ms between `from` and `end`.
    [[nodiscard]] TimeMs sum(Label label, TimeMs from, TimeMs end) const
    {
        TimeMs sum = 0;
        for (const Piece& piece : pieces_) {
            if (piece.label == label)
                sum += std::max<TimeMs>(0, std::min(piece.end, end) - std::max(piece.begin, from));
        }
        return sum;
    }

private:
    [[nodiscard]] TimeMs progress() const { return progressSum_; }
    void addProgress(const Piece& work)
    {
        progressSum_ += work.end - work.begin;
        // Writes that cost nothing leave no gap.
        if (!progress_.empty() && progress_.back().end == work.begin)
            progress_.back().end = work.end;
        else
            progress_.push_back(work);
    }
    /// Ends start-up, running or stopping; `cutWrite` is what an unfinished write counts as.
    void closeHeld(const Scenario& scenario, JobIndex job, TimeMs now, Label cutWrite)
    {
        if (phase_ == EventKind::Starting) {
            pieces_.push_back({since_, now, hasHeld_ ? Label::Restart : Label::Hold});
            hasHeld_ = true;
        } else if (phase_ == EventKind::Preempted) {
            pieces_.push_back({since_, now, Label::Hold});
        } else if (phase_ == EventKind::Running) {
            closeRun(scenario, job, now, cutWrite);
        }
    }
    void closeRun(const Scenario& scenario, JobIndex job, TimeMs now, Label cutWrite)
    {
        const JobProfile& profile = scenario.jobs.profileOf(job);
        TimeMs at = since_;
        TimeMs remaining = scenario.jobs[job].work - from_;
        durable_ = profile.checkpoint ? from_ : 0;
        const auto step = [&](TimeMs length) {
            const TimeMs begin = at;
            at = std::min(now, at + length);
            return Piece{begin, at, Label::Restart};
        };
        if (from_ > 0)
            pieces_.push_back(step(profile.restore));
        while (at < now) {
            const TimeMs stretch = profile.checkpoint ? std::min(remaining, profile.checkpoint->interval) : remaining;
            const Piece work = step(stretch);
            addProgress(work);
            remaining -= work.end - work.begin;
            if (!profile.checkpoint || remaining == 0 || work.end - work.begin < stretch)
                return;
            Piece write = step(profile.checkpoint->cost);
            const bool isFinished = write.end - write.begin == profile.checkpoint->cost;
            write.label = isFinished ? Label::Checkpoint : cutWrite;
            if (write.end > write.begin)
                pieces_.push_back(write);
            if (isFinished)
                durable_ = progress();
        }
    }
    void fallBack(TimeMs kept, Label label)
    {
        TimeMs gone = progress() - kept;
        while (gone > 0) {
            Piece& last = progress_.back();
            const TimeMs taken = std::min(gone, last.end - last.begin);
            pieces_.push_back({last.end - taken, last.end, label});
            last.end -= taken;
            progressSum_ -= taken;
            gone -= taken;
            if (last.end == last.begin)
                progress_.pop_back();
        }
    }

    EventKind phase_ = EventKind::Submitted;
    TimeMs since_ = 0;
    TimeMs from_ = 0;
    TimeMs durable_ = 0;
    bool hasHeld_ = false;
    std::vector<Piece> progress_;
    TimeMs progressSum_ = 0;
    std::vector<Piece> pieces_;
};

std::vector<JobPieces> piecesOf(const Scenario& scenario, const std::vector<JobEvent>& events, TimeMs end)
{
    std::vector<JobPieces> jobs(scenario.jobs.size());
    for (const JobEvent& event : events) {
        if (event.job.isValid())
            jobs[event.job.value()].onEvent(scenario, event);
    }
    for (std::size_t i = 0; i < jobs.size(); ++i)
        jobs[i].finish(scenario, JobIndex{i}, end);
    return jobs;
}

GpuMs sumOf(const Scenario& scenario, const std::vector<JobPieces>& jobs, Label label, TimeMs from, TimeMs end)
{
    GpuMs sum = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const Job& job = scenario.jobs[JobIndex{i}];
        sum += GpuMs{jobs[i].sum(label, from, end)} * job.instances * scenario.gpuWeight(job.unit);
    }
    return sum;
}

/// The first label that is not the sum of its pieces in the window.
QString compareLabels(const Scenario& scenario, const std::vector<JobPieces>& jobs, const Scorecard& card)
{
    const Accounting& a = card.accounting;
    const std::vector<std::pair<Label, GpuMs>> got{{Label::Completed, a.completed}, {Label::InProgress, a.inProgress},
        {Label::Discarded, a.discarded}, {Label::Lost, a.lost}, {Label::Restart, a.restart},
        {Label::Checkpoint, a.checkpoint}, {Label::Hold, a.hold}};
    for (const auto& [label, value] : got) {
        if (const GpuMs want = sumOf(scenario, jobs, label, card.from, card.to); value != want)
            return QStringLiteral("label %1 is %2, its pieces give %3")
                .arg(static_cast<int>(label))
                .arg(static_cast<qlonglong>(value))
                .arg(static_cast<qlonglong>(want));
    }
    if (!a.isBalanced())
        return QStringLiteral("the accounting identity does not hold");
    if (card.preemption.lost != a.lost)
        return QStringLiteral("lost work is not the lost work of preemptions");
    return {};
}

/// Sums whose value for a moment does not depend on what comes later add up over the two parts of the run.
QString compareParts(const Scorecard& early, const Scorecard& late, const Scorecard& whole)
{
    const auto adds = [](GpuMs a, GpuMs b, GpuMs sum) { return a + b == sum; };
    const Accounting& a = early.accounting;
    const Accounting& b = late.accounting;
    const Accounting& w = whole.accounting;
    if (!adds(a.paid, b.paid, w.paid) || !adds(a.idle, b.idle, w.idle) || !adds(a.hold, b.hold, w.hold)
        || !adds(a.overcommitted, b.overcommitted, w.overcommitted))
        return QStringLiteral("capacity does not add up");
    const auto work = [](const Accounting& x) { return x.completed + x.inProgress + x.discarded + x.lost; };
    if (!adds(work(a), work(b), work(w))
        || !adds(a.restart + a.checkpoint, b.restart + b.checkpoint, w.restart + w.checkpoint))
        return QStringLiteral("work does not add up");
    for (const ShareFairness& all : whole.fairness) {
        ShareFairness sum;
        for (const Scorecard* part : {&early, &late}) {
            for (const ShareFairness& f : part->fairness) {
                if (f.share == all.share) {
                    sum.claimable += f.claimable;
                    sum.delivered += f.delivered;
                    sum.shortfall += f.shortfall;
                    sum.surplus += f.surplus;
                }
            }
        }
        if (sum.claimable != all.claimable || sum.delivered != all.delivered || sum.shortfall != all.shortfall
            || sum.surplus != all.surplus)
            return QStringLiteral("fairness does not add up");
    }
    if (!adds(early.borrowing.idleOfLenders, late.borrowing.idleOfLenders, whole.borrowing.idleOfLenders)
        || !adds(early.borrowing.lent, late.borrowing.lent, whole.borrowing.lent))
        return QStringLiteral("borrowing does not add up");
    return {};
}

/// Counts of events and jobs of the window, from the events alone.
QString compareCounts(const Scenario& scenario, const std::vector<JobEvent>& events, const Scorecard& card)
{
    std::map<JobIndex, TimeMs> firstRunnable;
    std::map<JobIndex, TimeMs> firstRun;
    std::set<JobIndex> alive;
    JobCounts want;
    std::uint64_t preemptions = 0;
    std::uint64_t missed = 0;
    for (const JobEvent& event : events) {
        const bool counts = event.time >= card.from;
        const bool ends = event.kind == EventKind::Succeeded || event.kind == EventKind::Failed;
        if (event.kind == EventKind::Submitted) {
            alive.insert(event.job);
            ++(counts ? want.submitted : want.carriedIn);
            const TimeMs deadline = scenario.jobs[event.job].deadline;
            missed += deadline >= card.from && deadline <= card.to ? 1 : 0;
        } else if (event.kind == EventKind::Runnable) {
            firstRunnable.try_emplace(event.job, event.time);
        } else if (event.kind == EventKind::Running) {
            firstRun.try_emplace(event.job, event.time);
        } else if (event.kind == EventKind::Preempted) {
            preemptions += counts ? 1 : 0;
        } else if (ends) {
            alive.erase(event.job);
            const TimeMs deadline = scenario.jobs[event.job].deadline;
            if (event.kind == EventKind::Succeeded && event.time <= deadline && deadline >= card.from
                && deadline <= card.to)
                --missed;
            if (counts)
                ++(event.kind == EventKind::Succeeded ? want.succeeded : want.failed);
            else
                --want.carriedIn;
        }
    }
    const JobCounts& got = card.jobs;
    if (got.submitted != want.submitted || got.succeeded != want.succeeded || got.failed != want.failed
        || got.carriedIn != want.carriedIn || got.unfinished != alive.size())
        return QStringLiteral("jobs are counted otherwise");
    if (got.carriedIn + got.submitted != got.succeeded + got.failed + got.unfinished)
        return QStringLiteral("jobs do not add up");
    if (card.preemption.count != preemptions || card.missedDeadlines != missed)
        return QStringLiteral("preemptions or missed deadlines are counted otherwise");
    std::uint64_t started = 0;
    std::uint64_t waits = 0;
    for (const auto& [job, at] : firstRunnable) {
        waits += at >= card.from ? 1 : 0;
        started += at >= card.from && firstRun.contains(job) ? 1 : 0;
    }
    for (const WaitGroup& group : card.waits) {
        waits -= group.started + group.waiting + group.impossible;
        started -= group.started;
    }
    return waits == 0 && started == 0 ? QString{} : QStringLiteral("waits are not those of the window");
}

} // namespace

class TestWarmUp : public QObject {
    Q_OBJECT

private slots:
    void everyLabelIsTheSumOfItsPiecesInTheWindow();
    void aWarmUpBeyondTheEndLeavesAnEmptyWindow();
};

void TestWarmUp::everyLabelIsTheSumOfItsPiecesInTheWindow()
{
    const qulonglong first = numberFromEnvironment("QUOTABOARD_FIRST_SEED", 1);
    const qulonglong count = numberFromEnvironment("QUOTABOARD_SCENARIOS", kDefaultScenarios);
    qulonglong cutWork = 0;
    for (qulonglong seed = first; seed < first + count; ++seed) {
        const auto document = readScenarioText(reference::randomScenario(seed).dump(), "random", ".");
        QVERIFY2(document.ok(), qPrintable(QStringLiteral("seed %1 is not valid").arg(seed)));
        const Scenario& scenario = document.value().scenario;
        Recorder run;
        Simulator simulator(scenario, &run);
        QVERIFY(simulator.run().ok());
        const std::vector<JobEvent>& events = run.events;
        const TimeMs end = scenario.horizon.value_or(events.empty() ? 0 : events.back().time);
        const std::vector<JobPieces> jobs = piecesOf(scenario, events, end);
        const Scorecard whole = cardOf(scenario, events, 0, end);
        std::vector<TimeMs> starts{0, end};
        for (std::uint64_t draw = 1; draw <= 4; ++draw) {
            const std::uint64_t bits = mixBits(seed * 8 + draw);
            // Every other one exactly at an event.
            if (draw % 2 == 0 && !events.empty())
                starts.push_back(events[bits % events.size()].time);
            else
                starts.push_back(static_cast<TimeMs>(bits % static_cast<std::uint64_t>(end + 1)));
        }
        for (const TimeMs from : starts) {
            const Scorecard card = cardOf(scenario, events, from, end);
            QString problem = compareLabels(scenario, jobs, card);
            if (problem.isEmpty())
                problem = compareCounts(scenario, events, card);
            if (problem.isEmpty()) {
                std::vector<JobEvent> before;
                std::copy_if(events.begin(), events.end(), std::back_inserter(before),
                    [&](const JobEvent& event) { return event.time <= from; });
                problem = compareParts(cardOf(scenario, before, 0, from), card, whole);
            }
            cutWork
                += from > 0 && from < end && card.accounting.lost != whole.accounting.lost && card.accounting.lost != 0
                ? 1
                : 0;
            QVERIFY2(problem.isEmpty(),
                qPrintable(QStringLiteral("seed %1, from %2 to %3 ms: %4").arg(seed).arg(from).arg(end).arg(problem)));
        }
    }
    QVERIFY(cutWork > count / 50);
}

void TestWarmUp::aWarmUpBeyondTheEndLeavesAnEmptyWindow()
{
    const auto document = readScenarioText(reference::randomScenario(3).dump(), "random", ".");
    QVERIFY(document.ok());
    const Scenario& scenario = document.value().scenario;
    Recorder run;
    Simulator simulator(scenario, &run);
    QVERIFY(simulator.run().ok());
    QVERIFY(!run.events.empty());
    const TimeMs end = run.events.back().time;
    const Scorecard card = cardOf(scenario, run.events, end + 1000, end);
    QCOMPARE(card.from, end);
    QCOMPARE(card.to, end);
    QVERIFY(card.accounting == Accounting{});
    QVERIFY(card.waits.empty());
    QVERIFY(summaryToJson(scenario, card).ok());
}

QTEST_APPLESS_MAIN(TestWarmUp)
#include "tst_warm_up.moc"
