// SPDX-License-Identifier: Apache-2.0
// Integrals whose rates are known at once (metrics.md M4, paid and idle capacity, the queue), and their sampling.
#include "core/metrics/chart_series.h"

#include <algorithm>

namespace quotaboard {

void ChartSeriesCollector::ShareFlow::advance(TimeMs now)
{
    const TimeMs span = now - last;
    if (span == 0)
        return;
    claimable += Int128{span} * claimRate;
    delivered += Int128{span} * heldRate;
    shortfall += Int128{span} * shortRate;
    last = now;
}

void ChartSeriesCollector::PoolFlow::advance(TimeMs now)
{
    const TimeMs span = now - last;
    if (span == 0)
        return;
    paid += Int128{span} * paidRate;
    idle += Int128{span} * idleRate;
    over += Int128{span} * overRate;
    last = now;
}

void ChartSeriesCollector::Queue::keepPeak()
{
    sample.peakJobs = std::max(sample.peakJobs, sample.jobs);
    sample.peakGpus = std::max(sample.peakGpus, sample.gpus);
}

void ChartSeriesCollector::Queue::add(std::int64_t jobs, std::int64_t gpus, TimeMs now)
{
    if (now > since) {
        keepPeak();
        since = now;
    }
    sample.jobs += jobs;
    sample.gpus += gpus;
}

/// Takes over capacity and limits of policy_, from now on.
void ChartSeriesCollector::setPolicy(TimeMs now)
{
    poolFlow_.advance(now);
    poolFlow_.paidRate = poolFlow_.idleRate = poolFlow_.overRate = 0;
    for (std::size_t u = 0; u < pools_.size(); ++u) {
        Pool& pool = pools_[u];
        pool.capacity = policy_.capacity(UnitIndex{u});
        poolFlow_.paidRate += pool.capacity * pool.weight;
        poolFlow_.idleRate += std::max<std::int64_t>(0, pool.capacity - pool.occupied) * pool.weight;
        poolFlow_.overRate += std::max<std::int64_t>(0, pool.occupied - pool.capacity) * pool.weight;
    }
    for (std::size_t s = 0; s < flows_.size(); ++s) {
        ShareFlow& flow = flows_[s];
        flow.advance(now);
        flow.claimRate = flow.shortRate = 0;
        for (std::size_t u = 0; u < pools_.size(); ++u) {
            Cell& cell = cells_[s * pools_.size() + u];
            cell.limit = policy_.limit(ShareIndex{s}, UnitIndex{u});
            flow.claimRate += cell.claim() * pools_[u].weight;
            flow.shortRate += cell.shortfall() * pools_[u].weight;
        }
    }
}

/// Adds instances to what the job's share wants and holds.
void ChartSeriesCollector::changeCell(const Live& l, std::int64_t want, std::int64_t held, TimeMs now)
{
    ShareFlow& flow = flows_[l.share.value()];
    Cell& cell = cells_[l.share.value() * pools_.size() + l.unit.value()];
    const std::int64_t weight = pools_[l.unit.value()].weight;
    flow.advance(now);
    const std::int64_t claimBefore = cell.claim();
    const std::int64_t shortBefore = cell.shortfall();
    cell.want += want;
    cell.held += held;
    flow.claimRate += (cell.claim() - claimBefore) * weight;
    flow.shortRate += (cell.shortfall() - shortBefore) * weight;
    flow.heldRate += held * weight;
}

void ChartSeriesCollector::occupy(const Live& l, std::int64_t instances, TimeMs now)
{
    Pool& pool = pools_[l.unit.value()];
    poolFlow_.advance(now);
    const std::int64_t freeBefore = pool.capacity - pool.occupied;
    pool.occupied += instances;
    const std::int64_t freeNow = freeBefore - instances;
    poolFlow_.idleRate += (std::max<std::int64_t>(0, freeNow) - std::max<std::int64_t>(0, freeBefore)) * pool.weight;
    poolFlow_.overRate += (std::max<std::int64_t>(0, -freeNow) - std::max<std::int64_t>(0, -freeBefore)) * pool.weight;
}

void ChartSeriesCollector::setClaim(Live& l, bool claims, TimeMs now)
{
    if (l.claims == claims)
        return;
    l.claims = claims;
    changeCell(l, claims ? l.instances : -l.instances, 0, now);
}

void ChartSeriesCollector::setWaits(Live& l, bool waits, TimeMs now)
{
    if (l.waits == waits)
        return;
    l.waits = waits;
    const std::int64_t sign = waits ? 1 : -1;
    flows_[l.share.value()].queue.add(sign, sign * l.weight, now);
    queue_.add(sign, sign * l.weight, now);
}

/// Takes every sample whose moment is over: no more can happen at it.
void ChartSeriesCollector::sampleBefore(TimeMs time)
{
    widen(time);
    while (nextSample_ < time) {
        takeSample(nextSample_);
        nextSample_ += grid_.spacing();
    }
}

void ChartSeriesCollector::takeSample(TimeMs time)
{
    const auto sampled = [](Queue& queue) {
        queue.keepPeak();
        const QueueSample sample = queue.sample;
        queue.sample.peakJobs = sample.jobs;
        queue.sample.peakGpus = sample.gpus;
        return sample;
    };
    series_.times.push_back(time);
    series_.queue.push_back(sampled(queue_));
    series_.wasteLost.push_back(wasteLost_);
    poolFlow_.advance(time);
    series_.paid.push_back(poolFlow_.paid);
    series_.overcommitted.push_back(poolFlow_.over);
    series_.labels[static_cast<std::size_t>(AccountingLabel::Idle)].push_back(poolFlow_.idle);
    for (std::size_t s = 0; s < flows_.size(); ++s) {
        ShareFlow& flow = flows_[s];
        ShareSeries& share = series_.shares[s];
        flow.advance(time);
        share.claimable.push_back(flow.claimable);
        share.delivered.push_back(flow.delivered);
        share.shortfall.push_back(flow.shortfall);
        share.queue.push_back(sampled(flow.queue));
    }
}

namespace {

template <class Value>
void keepEvery(std::vector<Value>& samples, std::size_t factor)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples.size(); i += factor)
        samples[kept++] = samples[i];
    samples.resize(kept);
}

void raisePeak(QueueSample& sample, const QueueSample& other)
{
    sample.peakJobs = std::max(sample.peakJobs, other.peakJobs);
    sample.peakGpus = std::max(sample.peakGpus, other.peakGpus);
}

/// Samples that go hand their peaks to the next one kept; those after the last to `current`.
void keepEvery(std::vector<QueueSample>& samples, std::size_t factor, QueueSample& current)
{
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const std::size_t keeper = (i + factor - 1) / factor * factor;
        if (keeper != i)
            raisePeak(keeper < samples.size() ? samples[keeper] : current, samples[i]);
    }
    keepEvery(samples, factor);
}

} // namespace

/// Makes room for `time` on the grid.
void ChartSeriesCollector::widen(TimeMs time)
{
    const std::int64_t times = grid_.widenFor(time);
    if (times == 1)
        return;
    const auto factor = static_cast<std::size_t>(times);
    for (ChartBuckets& label : labels_)
        label.merge(times);
    wasteRestart_.merge(times);
    keepEvery(series_.times, factor);
    keepEvery(series_.queue, factor, queue_.sample);
    keepEvery(series_.wasteLost, factor);
    keepEvery(series_.paid, factor);
    keepEvery(series_.overcommitted, factor);
    keepEvery(series_.labels[static_cast<std::size_t>(AccountingLabel::Idle)], factor);
    for (std::size_t s = 0; s < flows_.size(); ++s) {
        ShareSeries& share = series_.shares[s];
        keepEvery(share.claimable, factor);
        keepEvery(share.delivered, factor);
        keepEvery(share.shortfall, factor);
        keepEvery(share.queue, factor, flows_[s].queue.sample);
    }
    nextSample_ = static_cast<TimeMs>(series_.times.size()) * grid_.spacing();
}

} // namespace quotaboard
