// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/run_snapshots.h"

#include <algorithm>

namespace quotaboard {

void RunSnapshots::offer(const Simulator& simulator)
{
    if (simulator.eventCount() < nextAt_)
        return;
    snapshots_.push_back({simulator.now(), simulator.eventCount(), simulator});
    snapshots_.back().simulator.setSink(nullptr);
    bytes_ += simulator.memoryUse();
    while (bytes_ > budget_ && snapshots_.size() > 2) {
        spacing_ *= 2;
        std::vector<Snapshot> kept;
        bytes_ = 0;
        for (std::size_t i = 0; i < snapshots_.size(); i += 2) {
            bytes_ += snapshots_[i].simulator.memoryUse();
            kept.push_back(std::move(snapshots_[i]));
        }
        snapshots_ = std::move(kept);
    }
    nextAt_ = snapshots_.back().events + spacing_;
}

Simulator RunSnapshots::at(const Scenario& scenario, TimeMs time) const
{
    const auto after = std::upper_bound(snapshots_.begin(), snapshots_.end(), time,
        [](TimeMs wanted, const Snapshot& snapshot) { return wanted < snapshot.time; });
    Simulator simulator = after == snapshots_.begin() ? Simulator(scenario) : (after - 1)->simulator;
    // The run was made once, so it settles at every timestamp again.
    (void)simulator.run(nullptr, time);
    return simulator;
}

} // namespace quotaboard
