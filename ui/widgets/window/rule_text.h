// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/policy_rules.h"

#include <QString>

namespace quotaboard {

/// One sentence: what is there and what AWS Batch takes.
[[nodiscard]] QString ruleText(const Scenario& scenario, const RuleBreach& breach);

} // namespace quotaboard
