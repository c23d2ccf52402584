// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quotaboard {

/// For products and sums of times, instances and GPUs that 64 bits might not hold.
__extension__ using Int128 = __int128;

} // namespace quotaboard
