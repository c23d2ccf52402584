// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/wait_history.h"

#include <utility>

namespace quotaboard {

namespace {

bool waits(const Simulator& simulator, JobIndex job)
{
    return simulator.isIn(job) && simulator.scheduler().phase(simulator.slot(job)) == JobPhase::Runnable;
}

void note(std::vector<WaitStretch>& stretches, const Simulator& simulator, JobIndex job, TimeMs now)
{
    WaitReason reason = simulator.scheduler().explain(simulator.slot(job));
    if (!stretches.empty() && stretches.back().reason.code == reason.code)
        return;
    if (!stretches.empty())
        stretches.back().to = now;
    stretches.push_back({now, now, std::move(reason)});
}

} // namespace

std::vector<WaitStretch> waitHistory(const RunResult& result, JobIndex job, TimeMs moment, const Progress* progress)
{
    const Simulator there = result.snapshots.at(*result.scenario, moment);
    if (!waits(there, job))
        return {};
    const TimeMs since = there.waitingSince(there.slot(job));
    Simulator simulator = result.snapshots.at(*result.scenario, since);
    std::vector<WaitStretch> stretches;
    note(stretches, simulator, job, since);
    while (simulator.nextTime() <= moment && !(progress != nullptr && progress->isCancelled())) {
        const TimeMs now = simulator.nextTime();
        if (!simulator.step(now))
            break;
        note(stretches, simulator, job, now);
    }
    stretches.back().to = moment;
    return stretches;
}

} // namespace quotaboard
