// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>

namespace quotaboard {

/// Epoch ms by the clock of the machine. Only what is kept for people hears it; no result depends on it.
[[nodiscard]] inline TimeMs epochNow()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace quotaboard
