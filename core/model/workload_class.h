// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/job.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quotaboard {

/// What jobs of one kind have in common, as a default for new ones and to be applied to those there are.
struct WorkloadClass {
    /// Jobs with this `workloadClass` belong to it.
    std::string name;
    /// Checkpoint, restore, preemption retries and attempts; the rest of it stands at its defaults.
    JobProfile profile;
    /// Empty: says nothing about it.
    std::optional<std::int32_t> priority;
    bool operator==(const WorkloadClass&) const = default;
};

} // namespace quotaboard
