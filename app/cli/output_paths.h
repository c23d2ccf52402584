// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quotaboard::cli {

/// Whether writing to `a` would destroy what `b` is or will be: the same file by whatever spelling or link, there yet
/// or not, or standard output for both. Never for devices such as /dev/null, nor when a path is empty (not given).
[[nodiscard]] bool isSameOutput(const std::string& a, const std::string& b);

} // namespace quotaboard::cli
