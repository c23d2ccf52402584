// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <string>
#include <vector>

namespace quotaboard {

/// One call to AWS Batch that changes a policy. A share can only be deleted when it is disabled, which is a call of its
/// own; names, and the queue of a share, cannot be changed: the object is replaced (aws-batch.md A2 to A4).
struct PolicyCall {
    enum class Kind { Create, Update, Replace, Delete };
    enum class Object { Environment, SchedulingPolicy, Queue, Share };
    Kind kind{};
    Object object{};
    /// The object's name afterwards; of a deleted one, before.
    std::string name;
    bool operator==(const PolicyCall&) const = default;
};

/// The calls that lead from the policy that `before` starts with to that of `after`; empty when AWS would see no
/// difference. Timed changes, assumptions of the platform, the order of shares and what only the application shows are
/// no calls.
[[nodiscard]] std::vector<PolicyCall> policyCalls(const Scenario& before, const Scenario& after);

} // namespace quotaboard
