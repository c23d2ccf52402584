// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// One field that an edit changed, in the words of the scenario format; a plain value.
///
/// | objectKind    | object            | field                                                            |
/// |---------------|-------------------|------------------------------------------------------------------|
/// | scenario      | its name          | name, description, startTime, horizonSeconds                     |
/// | capacityUnits | empty             | capacityUnits (the JSON list)                                    |
/// | environment   | name              | name, state, limit:UNIT                                          |
/// | queue         | name              | name, state, priority, timeLimits, schedulingPolicy, shareOrder  |
/// | share         | its (old) name    | share (added, removed), name, state, limit:UNIT, strategy,       |
/// |               |                   | borrowLimit, inSharePreemption, owner, color, notes, protected,  |
/// |               |                   | budget.preemptionsPerJob, budget.lostGpuHoursPerWeek             |
/// | platform      | empty             | a key of `platform`                                              |
/// | intervention  | its time in s     | intervention (JSON): shares created, removed, reordered; jobs    |
/// |               |                   | submitted, terminated; the queue; or another reason              |
/// | job           | its id            | schedulingPriority, quotaShareName                               |
/// | jobs          | empty             | count, or how many: schedulingPriority, quotaShareName, other    |
struct PolicyChange {
    std::string objectKind;
    std::string object;
    std::string field;
    /// Empty for what was not there. Capacities in instances, borrow limits in percent ("-1" = unlimited), times in s,
    /// strategies in the words of AWS.
    std::string oldValue;
    /// Empty for what is not there any more.
    std::string newValue;
    /// ms of simulation time from which on it is so: the edit is an intervention. Nothing: from the start.
    std::optional<TimeMs> at = std::nullopt;
    bool operator==(const PolicyChange&) const = default;
};

/// More jobs than this are told by one row for each field.
inline constexpr std::size_t kMostJobRows = 50;

/// What `after`, mostly a changed copy of `before`, says else, field by field: scenario, units, environment, queue,
/// shares in their order, platform, interventions (as fields of what they edit, with their time), jobs. Deterministic;
/// empty when nothing a run depends on and nothing that is shown changed. O(policy), and O(jobs) when the job lists are
/// not one. A renamed share is one row, not a removal.
[[nodiscard]] std::vector<PolicyChange> changesBetween(const Scenario& before, const Scenario& after);

/// When a change needs a reason (product C11). All may be set by the user.
struct ReasonThresholds {
    /// A change of a priority by at least this.
    std::int32_t priorityStep = 1000;
    /// Multiples of it are the boundaries of priority classes; 0 = no classes.
    std::int32_t priorityClass = 1000;
    /// A change of a limit by at least this share of it.
    double limitFraction = 0.10;
    /// A change of a limit by at least one instance of a unit with at least this many accelerators; 0 = never.
    std::int32_t largeUnitAccelerators = 8;
    /// Strategy, borrow limit, in-share preemption, retry limits, assumptions of the platform.
    bool rules = true;
    /// A scenario for playing with: nothing needs a reason.
    bool isOptional = false;
};

/// Whether the change needs a reason. `scenario` tells how large units are; it may be the one before or after.
[[nodiscard]] bool needsReason(
    const PolicyChange& change, const Scenario& scenario, const ReasonThresholds& thresholds = {});

} // namespace quotaboard
