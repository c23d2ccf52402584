// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/chart_series.h"

#include <algorithm>

namespace quotaboard {

namespace {

/// Samples of one curve, and of all shares together.
constexpr std::size_t kMostSamples = 4096;
constexpr std::size_t kFewestSamples = 256;
constexpr std::size_t kSamplesOfAllShares = 400'000;

ChartGrid gridFor(const Scenario& scenario)
{
    const std::size_t shares = std::max<std::size_t>(1, scenario.shareNames.size());
    // Jobs are usually sorted by submit time; where they are not, the grid adapts.
    const TimeMs lastSubmit = scenario.jobs.empty() ? 0 : scenario.jobs.jobs().back().submit;
    return ChartGrid(
        scenario.horizon.value_or(lastSubmit), std::clamp(kSamplesOfAllShares / shares, kFewestSamples, kMostSamples));
}

} // namespace

ChartSeriesCollector::ChartSeriesCollector(const Scenario& scenario)
    : scenario_(&scenario)
    , policy_(scenario)
    , grid_(gridFor(scenario))
    , labels_(kAccountingLabels - 1, ChartBuckets(grid_))
    , wasteRestart_(grid_)
    , slots_(scenario.jobs.size(), kNone)
    , cells_(scenario.shareNames.size() * scenario.units.size())
    , flows_(scenario.shareNames.size())
    , pools_(scenario.units.size())
{
    series_.shares.resize(scenario.shareNames.size());
    for (std::size_t u = 0; u < pools_.size(); ++u)
        pools_[u].weight = scenario.gpuWeight(UnitIndex{u});
    setPolicy(0);
}

void ChartSeriesCollector::onEvent(const JobEvent& event)
{
    const TimeMs now = event.time;
    if (now > nextSample_)
        sampleBefore(now);
    switch (event.kind) {
    case EventKind::Submitted:
        break;
    case EventKind::Runnable:
        onRunnable(event);
        break;
    case EventKind::Scheduled: {
        Live& l = live(event.job);
        setWaits(l, false, now);
        // It claims from now on even if its size was impossible a moment ago.
        setClaim(l, true, now);
        break;
    }
    case EventKind::Starting: {
        Live& l = live(event.job);
        l.phase = Phase::Starting;
        l.since = now;
        changeCell(l, 0, l.instances, now);
        occupy(l, l.instances, now);
        break;
    }
    case EventKind::Running:
        onRunning(live(event.job), event);
        break;
    case EventKind::Preempted:
        onPreempted(live(event.job), event);
        break;
    case EventKind::Stopped: {
        Live& l = live(event.job);
        closePhase(l, now);
        occupy(l, -l.instances, now);
        l.phase = Phase::Idle;
        break;
    }
    case EventKind::AttemptFailed:
        onAttemptFailed(live(event.job), now);
        break;
    case EventKind::Succeeded:
    case EventKind::Failed:
        if (isLive(event.job))
            onEnd(live(event.job), event);
        break;
    case EventKind::Updated:
        onUpdated(event);
        break;
    case EventKind::Moved:
        onMoved(live(event.job), event);
        break;
    }
}

void ChartSeriesCollector::onRunnable(const JobEvent& event)
{
    if (!isLive(event.job)) {
        if (freeSlots_.empty()) {
            freeSlots_.push_back(static_cast<std::uint32_t>(lives_.size()));
            lives_.emplace_back();
        }
        slots_[event.job.value()] = freeSlots_.back();
        freeSlots_.pop_back();
        const Job& job = scenario_->jobs[event.job];
        Live& l = live(event.job);
        l = Live{};
        l.job = event.job;
        l.share = job.share;
        l.unit = job.unit;
        l.instances = job.instances;
        l.weight = job.instances * pools_[job.unit.value()].weight;
        l.runnableAt = event.time;
    }
    Live& l = live(event.job);
    setWaits(l, true, event.time);
    setClaim(l, !policy_.isImpossible(l.share, l.unit, l.instances), event.time);
}

void ChartSeriesCollector::onRunning(Live& l, const JobEvent& event)
{
    closePhase(l, event.time);
    l.phase = Phase::Running;
    l.since = event.time;
    l.heldBefore = true;
    if (event.restoreFailed) {
        wasteLost_ += Int128{l.durable} * l.weight;
        settle(l, AccountingLabel::Lost);
        l.durable = 0;
    }
    l.resumedFrom = event.progress;
    if (!l.hasRun) {
        l.hasRun = true;
        l.ranAt = event.time;
        series_.shares[l.share.value()].started.push_back({event.time, event.time - l.runnableAt});
    }
}

void ChartSeriesCollector::onPreempted(Live& l, const JobEvent& event)
{
    if (l.phase == Phase::Idle) {
        setClaim(l, false, event.time);
        return;
    }
    closePhase(l, event.time);
    if (l.phase == Phase::Running) {
        const AttemptPlan::Spent spent = spentOf(l, event.time);
        labelRun(l, spent, event.progress, AccountingLabel::Lost, AccountingLabel::Restart);
        if (spent.unfinishedWrite > 0)
            wasteRestart_.addSpan(event.time - spent.unfinishedWrite, event.time, l.weight);
        wasteLost_ += Int128{event.progress} * l.weight;
        l.durable = l.resumedFrom + spent.work - event.progress;
    }
    changeCell(l, l.claims ? -l.instances : 0, -l.instances, event.time);
    l.claims = false;
    l.heldBefore = true;
    l.predecessorPreempted = true;
    l.phase = Phase::Stopping;
    l.since = event.time;
}

void ChartSeriesCollector::onAttemptFailed(Live& l, TimeMs now)
{
    closePhase(l, now);
    const AttemptPlan::Spent spent = spentOf(l, now);
    labelRun(
        l, spent, l.resumedFrom + spent.work - spent.durable, AccountingLabel::Discarded, AccountingLabel::Restart);
    l.durable = spent.durable;
    l.predecessorPreempted = false;
    changeCell(l, l.claims ? -l.instances : 0, -l.instances, now);
    l.claims = false;
    occupy(l, -l.instances, now);
    l.phase = Phase::Idle;
}

void ChartSeriesCollector::onEnd(Live& l, const JobEvent& event)
{
    const TimeMs now = event.time;
    closePhase(l, now);
    if (l.phase == Phase::Running)
        labelRun(l, spentOf(l, now), 0, AccountingLabel::Discarded, AccountingLabel::Restart);
    settle(l, event.kind == EventKind::Succeeded ? AccountingLabel::Completed : AccountingLabel::Discarded);
    setWaits(l, false, now);
    const bool holds = l.phase == Phase::Starting || l.phase == Phase::Running;
    changeCell(l, l.claims ? -l.instances : 0, holds ? -l.instances : 0, now);
    if (l.phase != Phase::Idle)
        occupy(l, -l.instances, now);
    if (!l.hasRun)
        series_.shares[l.share.value()].censored.push_back({now, now - l.runnableAt});
    freeSlots_.push_back(slots_[l.job.value()]);
    slots_[l.job.value()] = kNone;
    l.job = JobIndex{};
}

void ChartSeriesCollector::onUpdated(const JobEvent& event)
{
    if (event.refused != Refusal::None)
        return;
    const PolicyEdit& edit = scenario_->interventions[event.intervention.value()].edit;
    if (std::holds_alternative<UpdateServiceJob>(edit))
        return;
    (void)policy_.apply(edit);
    setPolicy(event.time);
    for (Live& l : lives_) {
        if (l.job.isValid() && l.waits)
            setClaim(l, !policy_.isImpossible(l.share, l.unit, l.instances), event.time);
    }
}

void ChartSeriesCollector::onMoved(Live& l, const JobEvent& event)
{
    const bool waits = l.waits;
    setClaim(l, false, event.time);
    setWaits(l, false, event.time);
    if (l.hasRun)
        moveStart(l, event.share);
    l.share = event.share;
    setWaits(l, waits, event.time);
    setClaim(l, !policy_.isImpossible(l.share, l.unit, l.instances), event.time);
}

/// The wait of a job that has run goes along to another share.
void ChartSeriesCollector::moveStart(const Live& l, ShareIndex to)
{
    const WaitPoint point{l.ranAt, l.ranAt - l.runnableAt};
    const auto earlier = [](const WaitPoint& a, const WaitPoint& b) { return a.time < b.time; };
    std::vector<WaitPoint>& from = series_.shares[l.share.value()].started;
    // Points of the same moment and wait are alike.
    from.erase(std::find(std::lower_bound(from.begin(), from.end(), point, earlier), from.end(), point));
    std::vector<WaitPoint>& into = series_.shares[to.value()].started;
    into.insert(std::upper_bound(into.begin(), into.end(), point, earlier), point);
}

ChartSeries ChartSeriesCollector::finish(TimeMs end, const Scorecard& scorecard)
{
    sampleBefore(end);
    closeUnfinished(end);
    takeSample(end);
    const std::size_t count = series_.times.size();
    for (std::size_t label = 0; label < labels_.size(); ++label)
        series_.labels[label] = labels_[label].cumulative(count);
    series_.wasteRestart = wasteRestart_.cumulative(count);
    series_.spacing = grid_.spacing();
    series_.end = end;
    // From share indexes to the scorecard's order.
    std::vector<ShareSeries> byIndex = std::move(series_.shares);
    series_.shares.clear();
    for (const ShareFairness& fairness : scorecard.fairness) {
        series_.shares.push_back(std::move(byIndex[fairness.share.value()]));
        series_.shares.back().share = fairness.share;
    }
    return std::move(series_);
}

std::size_t ChartSeries::sampleAt(TimeMs time) const
{
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    return after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
}

} // namespace quotaboard
