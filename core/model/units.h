// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace quotaboard {

/// A kind of capacity that is counted in instances: an instance type (architecture.md, names).
struct CapacityUnit {
    std::string name;
    /// Accelerators per instance; 0 for CPU instances.
    std::int32_t gpus = 1;
    /// Price of one instance for one hour in `currency`; 0 when not given.
    double hourlyCost = 0;
    std::string currency;
    /// The scenario states the unit itself (`capacityUnits`), so it is written back on save.
    bool isDeclared = false;
    /// Neither the scenario nor the catalogue knows it, so it counts as 1 GPU and outputs say so.
    bool isGuessed = false;
};

} // namespace quotaboard
