// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// At most this many quota shares live in one queue at a time (aws-batch.md A4).
inline constexpr std::size_t kMaxShares = 20;
/// At most this many capacity limits per share or environment (aws-batch.md A2, A4).
inline constexpr std::size_t kMaxLimits = 5;
/// At most this many capacity units and share names may occur in one scenario, jobs and interventions included.
inline constexpr std::size_t kMaxUnits = 200;
inline constexpr std::size_t kMaxShareNames = 2000;
inline constexpr std::int32_t kMaxPriority = 9999;
/// The largest instance count or capacity that a scenario may state.
inline constexpr std::int32_t kMaxInstances = 10'000'000;

struct CapacityLimit {
    UnitIndex unit;
    /// Instances.
    std::int32_t maxCapacity = 0;
    bool operator==(const CapacityLimit&) const = default;
};
using CapacityLimits = std::vector<CapacityLimit>;

enum class SharingStrategy : std::uint8_t { Reserve, Lend, LendAndBorrow };

/// `resourceSharingConfiguration`. The borrow limit is a percentage of the share's own limit; absent or -1 = unlimited.
struct ResourceSharing {
    SharingStrategy strategy = SharingStrategy::Reserve;
    std::optional<std::int32_t> borrowLimit;
    [[nodiscard]] bool borrowsWithoutLimit() const { return !borrowLimit || *borrowLimit < 0; }
    bool operator==(const ResourceSharing&) const = default;
};

struct InterruptionBudget {
    std::optional<std::int32_t> preemptionsPerJob;
    std::optional<double> lostGpuHoursPerWeek;
    bool operator==(const InterruptionBudget&) const = default;
};

/// A team's virtual queue and its limits (scenario-format section 1).
struct QuotaShare {
    std::string name;
    bool isEnabled = true;
    CapacityLimits limits;
    ResourceSharing sharing;
    bool inSharePreemption = false;
    // What the application shows and the scheduler ignores.
    std::string owner;
    std::string color;
    std::string notes;
    bool isProtected = false;
    std::optional<InterruptionBudget> budget;
};

struct ServiceEnvironment {
    std::string name;
    bool isEnabled = true;
    CapacityLimits limits;
};

/// The AWS reasons that a time-limit action may name (aws-batch.md A3). The first never arises in simulation.
enum class TimeLimitReason : std::uint8_t { InsufficientInstanceCapacity, EnvironmentMaxResource, QuotaLimitExceeded };

struct TimeLimitAction {
    TimeLimitReason reason{};
    TimeMs maxTime = 0;
    bool operator==(const TimeLimitAction&) const = default;
};

struct JobQueue {
    std::string name;
    bool isEnabled = true;
    std::int32_t priority = 1;
    std::vector<TimeLimitAction> timeLimits;
};

enum class VictimOrder : std::uint8_t { Priority, Youngest, Oldest, LeastLoss, MostBorrowed };
enum class UnassignedCapacity : std::uint8_t { Idle, Borrowable };
enum class QueueFront : std::uint8_t { Share, CapacityUnit };
enum class Requeue : std::uint8_t { Original, Back };

/// What AWS does not publish, made visible and switchable (scenario-format, platform).
struct Platform {
    TimeMs startup = 0;
    TimeMs stopGrace = 0;
    VictimOrder victimOrder = VictimOrder::Priority;
    UnassignedCapacity unassignedCapacity = UnassignedCapacity::Idle;
    QueueFront queueFront = QueueFront::Share;
    Requeue requeue = Requeue::Original;
    /// Probability, 0 to 1.
    double resumeSuccessProbability = 1.0;
    std::uint64_t seed = 1;
    bool operator==(const Platform&) const = default;
};

} // namespace quotaboard
