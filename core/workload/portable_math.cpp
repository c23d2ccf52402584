// SPDX-License-Identifier: Apache-2.0
#include "core/workload/portable_math.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

// ln 2 in two parts; the first has so few digits that its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;

} // namespace

double portableLog(double x)
{
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < kSqrtHalf) {
        mantissa *= 2;
        --exponent;
    }
    // ln m = 2 artanh s, with |s| < 0.172: 13 terms reach beyond the 53rd bit.
    const double s = (mantissa - 1) / (mantissa + 1);
    const double square = s * s;
    double series = 0;
    for (int k = 25; k >= 3; k -= 2)
        series = series * square + 1.0 / k;
    const double fraction = 2 * s + 2 * s * (series * square);
    return static_cast<double>(exponent) * kLn2High + (static_cast<double>(exponent) * kLn2Low + fraction);
}

double portableExp(double x)
{
    x = std::clamp(x, -700.0, 700.0);
    const double n = std::floor(x * kInverseLn2 + 0.5);
    const double rest = (x - n * kLn2High) - n * kLn2Low;
    // |rest| < 0.35: 15 terms of the power series.
    double series = 1;
    for (int k = 15; k >= 1; --k)
        series = 1 + rest / k * series;
    return std::ldexp(series, static_cast<int>(n));
}

} // namespace quotaboard
