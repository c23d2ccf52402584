// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace quotaboard {

/// A speed in simulated ms per second of the wall clock in words: "10 min/s", "2.1 h/s", "1 d/s"; "Max" from
/// Playback::kMaxSpeed on.
[[nodiscard]] QString speedText(double speed);

} // namespace quotaboard
