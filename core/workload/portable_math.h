// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quotaboard {

// std::log and std::exp differ in the last bit between maths libraries, and one such bit can move a generated job by a
// millisecond and with it a whole event log. These use nothing but + - * / and exact scaling, which IEEE 754 fixes, so
// they give the same bits on every platform that does not fuse multiplications (we compile with ISO C++, which keeps
// compilers from doing so). Good to about 2 units in the last place.

/// Natural logarithm of a positive, finite, normal number.
[[nodiscard]] double portableLog(double x);

/// e^x for -700 <= x <= 700; arguments beyond are clamped.
[[nodiscard]] double portableExp(double x);

} // namespace quotaboard
