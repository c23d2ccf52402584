// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/what_if.h"

#include "core/metrics/collector.h"
#include "core/simulation/simulator.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr std::uint64_t kTimestampsPerLook = 256;
constexpr std::uint64_t kFewest = 5;

/// For ordering only: what is known to be longer counts as that long.
double lengthOf(const CensoredQuantile& quantile)
{
    return quantile.value.value_or(static_cast<double>(quantile.atLeast.value_or(0)));
}

const WaitGroup* groupOf(const Scorecard& card, const WaitGroup& wanted)
{
    const auto found = std::find_if(card.waits.begin(), card.waits.end(),
        [&](const WaitGroup& group) { return group.share == wanted.share && group.priority == wanted.priority; });
    return found == card.waits.end() ? nullptr : &*found;
}

} // namespace

Result<Scorecard> scorecardUntil(const Scenario& scenario, TimeMs until, const Progress* progress)
{
    MetricsCollector metrics(scenario);
    Simulator simulator(scenario, &metrics);
    const TimeMs last = std::min(until, scenario.horizon.value_or(kNever));
    for (std::uint64_t steps = 0; simulator.nextTime() <= last && simulator.nextTime() != kNever; ++steps) {
        if (Status status = simulator.step(simulator.nextTime()); !status)
            return status.error();
        if (steps % kTimestampsPerLook == 0 && progress != nullptr && progress->isCancelled())
            return Error{ErrorCode::Interrupted, {}, {}};
    }
    return metrics.finish(last);
}

WhatIfEffect compareScorecards(const Scorecard& before, const Scorecard& after)
{
    WhatIfEffect effect;
    double largest = 0;
    for (const WaitGroup& group : before.waits) {
        const WaitGroup* later = groupOf(after, group);
        if (later == nullptr || group.started + group.waiting < kFewest || later->started + later->waiting < kFewest)
            continue;
        const double change = std::abs(lengthOf(later->p95) - lengthOf(group.p95));
        if (change <= largest)
            continue;
        largest = change;
        effect.share = group.share;
        effect.priority = group.priority;
        effect.p95Before = group.p95;
        effect.p95After = later->p95;
    }
    effect.completed = after.accounting.completed - before.accounting.completed;
    effect.waste
        = (after.preemption.lost + after.preemption.restart) - (before.preemption.lost + before.preemption.restart);
    return effect;
}

} // namespace quotaboard
