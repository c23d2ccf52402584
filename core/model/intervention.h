// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/job.h"
#include "core/model/policy.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace quotaboard {

// Policy edits at a time (scenario-format, interventions). An invalid ShareIndex or JobIndex means that the name or
// id given exists nowhere in the scenario: the edit is then refused when its time comes. What each does, and when it
// is refused: scheduling.md section 6.

struct UpdateQuotaShare {
    ShareIndex share;
    std::string name;
    std::optional<CapacityLimits> limits;
    std::optional<ResourceSharing> sharing;
    std::optional<bool> inSharePreemption;
    std::optional<bool> isEnabled;
};
struct UpdateServiceEnvironment {
    std::string name;
    std::optional<CapacityLimits> limits;
    std::optional<bool> isEnabled;
};
struct UpdateServiceJob {
    JobIndex job;
    std::string jobId;
    std::int32_t priority = 0;
};
struct TerminateServiceJob {
    JobIndex job;
    std::string jobId;
    std::string reason;
};
struct CreateQuotaShare {
    ShareIndex index;
    QuotaShare share;
};
struct DeleteQuotaShare {
    ShareIndex share;
    std::string name;
};
struct SubmitServiceJob {
    /// In the merged job list, after all others.
    JobIndex job;
};
struct MoveServiceJob {
    JobIndex job;
    std::string jobId;
    ShareIndex share;
    std::string name;
};
struct UpdatePlatform {
    std::optional<TimeMs> startup;
    std::optional<TimeMs> stopGrace;
    std::optional<VictimOrder> victimOrder;
    std::optional<UnassignedCapacity> unassignedCapacity;
    std::optional<QueueFront> queueFront;
    std::optional<Requeue> requeue;
    std::optional<double> resumeSuccessProbability;
};
struct UpdateJobQueue {
    std::optional<bool> isEnabled;
    std::optional<std::vector<TimeLimitAction>> timeLimits;
};
struct ReorderQuotaShares {
    std::vector<ShareIndex> order;
    std::vector<std::string> names;
};

using PolicyEdit
    = std::variant<UpdateQuotaShare, UpdateServiceEnvironment, UpdateServiceJob, TerminateServiceJob, CreateQuotaShare,
        DeleteQuotaShare, SubmitServiceJob, MoveServiceJob, UpdatePlatform, UpdateJobQueue, ReorderQuotaShares>;

struct Intervention {
    TimeMs at = 0;
    PolicyEdit edit;
    std::string author;
    std::string reason;
};

/// Why an intervention changed nothing (scheduling.md section 6).
enum class Refusal : std::uint8_t {
    None,
    NoSuchShare,
    ShareExists,
    TooManyShares,
    ShareNotDisabled,
    ShareDisabled,
    NoSuchJob,
    JobFinished,
    JobDispatched,
};

} // namespace quotaboard
