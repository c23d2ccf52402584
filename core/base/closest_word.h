// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace quotaboard {

/// How many letters must be inserted, removed, replaced, or swapped with their neighbour to make `b` of `a`; bytes, not
/// characters. A number above `most` means "more than that".
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b, std::size_t most);

/// What was probably meant by a mistyped word: the known word at the smallest distance of at most 2 (the first of
/// several), empty when there is none. Words that would have nothing in common are not taken.
[[nodiscard]] std::string_view closestWord(std::string_view word, const std::vector<std::string_view>& known);

} // namespace quotaboard
