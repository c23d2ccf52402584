// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/simulator.h"

#include <vector>

namespace quotaboard {

/// Copies of a simulator along its run, so that any moment of it is reached by replaying a short stretch. Their spacing
/// in events doubles whenever they outgrow the budget.
class RunSnapshots {
public:
    explicit RunSnapshots(std::size_t budgetBytes = std::size_t{256} << 20)
        : budget_(budgetBytes)
    {
    }

    /// Call after every timestamp; takes a copy when one is due.
    void offer(const Simulator& simulator);

    /// The simulator after everything at or before `time`, without a sink. Blocks for the replay of at most spacing()
    /// events. With no snapshot at or before `time` a fresh one is run from the start.
    [[nodiscard]] Simulator at(const Scenario& scenario, TimeMs time) const;

    [[nodiscard]] std::size_t count() const { return snapshots_.size(); }
    /// Events between two snapshots.
    [[nodiscard]] std::uint64_t spacing() const { return spacing_; }
    [[nodiscard]] std::size_t memoryUse() const { return bytes_; }

private:
    struct Snapshot {
        TimeMs time = 0;
        std::uint64_t events = 0;
        Simulator simulator;
    };

    std::vector<Snapshot> snapshots_;
    std::size_t budget_;
    std::size_t bytes_ = 0;
    std::uint64_t spacing_ = 2000;
    std::uint64_t nextAt_ = 0;
};

} // namespace quotaboard
