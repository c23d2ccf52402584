// SPDX-License-Identifier: Apache-2.0
//
// Random scenarios for differential testing: valid per scenario-format.md, small, and far off the usual paths.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

namespace quotaboard::reference {

// The same scenario for the same seed on every machine.
nlohmann::json randomScenario(std::uint64_t seed);

} // namespace quotaboard::reference
