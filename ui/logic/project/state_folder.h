// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace quotaboard {

/// Where working copies of projects lie: `$XDG_STATE_HOME/quotaboard`, or `~/.local/state/quotaboard` where that is not
/// set or relative. It need not exist.
[[nodiscard]] QString stateFolder();

} // namespace quotaboard
