// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/wait_facts.h"

#include <QString>

namespace quotaboard {

/// One sentence with the fact's numbers and names.
[[nodiscard]] QString waitFactText(const Scenario& scenario, ShareIndex share, UnitIndex unit, const WaitFact& fact);

} // namespace quotaboard
