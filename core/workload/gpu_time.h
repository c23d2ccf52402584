// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/int128.h"

#include <string>

namespace quotaboard {

/// GPU-milliseconds: instances x GPUs per instance x ms. 128 bits, because the extremes that a scenario may state
/// (10 million instances for 2,900 years) do not fit 64.
using GpuMs = Int128;

/// "978,078.472778": GPU-hours with six decimals, halves away from zero, thousands grouped when `grouped`.
[[nodiscard]] std::string formatGpuHours(GpuMs amount, bool grouped = true);
/// The same amount as a number, for JSON and arithmetic that may be inexact.
[[nodiscard]] double gpuHours(GpuMs amount);

} // namespace quotaboard
