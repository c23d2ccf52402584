// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/attempt_progress.h"

#include "core/base/int128.h"

#include <algorithm>

namespace quotaboard {

TimeMs AttemptPlan::checkpointCount() const
{
    const TimeMs remaining = work - from;
    if (!checkpoint || remaining == 0)
        return 0;
    return (remaining + checkpoint->interval - 1) / checkpoint->interval - 1;
}

TimeMs AttemptPlan::duration() const
{
    const Int128 writes = checkpoint ? Int128{checkpoint->cost} * checkpointCount() : Int128{0};
    const Int128 total = Int128{restore} + (work - from) + writes;
    return total > kNever / 2 ? kNever / 2 : static_cast<TimeMs>(total);
}

AttemptPlan::Spent AttemptPlan::at(TimeMs elapsed) const
{
    Spent spent;
    spent.durable = checkpoint ? from : 0;
    spent.restore = std::min(elapsed, restore);
    TimeMs left = elapsed - spent.restore;
    const TimeMs remaining = work - from;
    if (!checkpoint) {
        spent.work = std::min(left, remaining);
        return spent;
    }
    const TimeMs cycle = checkpoint->interval + checkpoint->cost;
    const TimeMs finished = std::min(left / cycle, checkpointCount());
    left -= finished * cycle;
    const TimeMs workInCycle = std::min({left, checkpoint->interval, remaining - finished * checkpoint->interval});
    spent.work = finished * checkpoint->interval + workInCycle;
    spent.finishedWrites = finished * checkpoint->cost;
    spent.unfinishedWrite = left - workInCycle;
    spent.durable = from + finished * checkpoint->interval;
    return spent;
}

} // namespace quotaboard
