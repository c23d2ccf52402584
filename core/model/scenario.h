// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/intervention.h"
#include "core/model/job.h"
#include "core/model/policy.h"
#include "core/model/units.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Capacity + shares + platform + workload + edits: everything a run depends on. A plain value; building one by hand
/// or through the readers in exchange/ gives the same thing. Source: scenario-format section 1.
struct Scenario {
    std::string name;
    std::string description;
    /// Epoch ms of simulation time 0.
    TimeMs startTime = 0;
    /// The run ends here even if jobs remain.
    std::optional<TimeMs> horizon;
    /// Every unit that is named anywhere, in order of first mention.
    std::vector<CapacityUnit> units;
    ServiceEnvironment environment;
    std::string schedulingPolicyName;
    JobQueue jobQueue;
    /// Shares that exist at time 0, in share order.
    std::vector<QuotaShare> shares;
    /// Every share name that occurs: first those of `shares`, then those that interventions create or name.
    std::vector<std::string> shareNames;
    Platform platform;
    /// The merged list: jobs, then traces, then generators, then jobs submitted by interventions.
    JobTable jobs;
    /// How many of them came from traces and generators.
    std::size_t referredJobs = 0;
    /// How many of those, the last ones, came from generators.
    std::size_t generatedJobs = 0;
    std::vector<Intervention> interventions;

    /// The unit's index, added when new with what the catalogue knows of it (else 1 GPU, marked as guessed).
    UnitIndex internUnit(std::string_view unitName);
    /// Invalid when no such unit is named.
    [[nodiscard]] UnitIndex findUnit(std::string_view unitName) const;
    /// The share name's index, added when new.
    ShareIndex internShare(std::string_view shareName);
    [[nodiscard]] ShareIndex findShare(std::string_view shareName) const;
    [[nodiscard]] const std::string& shareName(ShareIndex index) const { return shareNames[index.value()]; }
    [[nodiscard]] const std::string& unitName(UnitIndex index) const { return units[index.value()].name; }

    /// GPU weight of a unit in GPU-time sums: its accelerators, or 1 for all when every unit has 0 (metrics.md).
    [[nodiscard]] std::int32_t gpuWeight(UnitIndex index) const;
    /// Every unit has 0 accelerators: hours are instance-hours.
    [[nodiscard]] bool countsInstanceHours() const;
};

} // namespace quotaboard
