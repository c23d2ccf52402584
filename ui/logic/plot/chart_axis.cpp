// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_axis.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr int kMostDecades = 8;
/// Of the values' span, beyond them.
constexpr double kSlack = 0.08;

double roundStep(double span, int wanted)
{
    const double rough = span / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        // A step a little too small is better than half as many ticks.
        if (factor * power >= rough * 0.8)
            return factor * power;
    }
    return 10 * power;
}

QString number(double value, int decimals)
{
    return QLocale().toString(value, 'f', decimals);
}

} // namespace

double ValueAxis::position(double value) const
{
    if (!isLog)
        return value;
    return value > 0 ? std::max(low, std::log10(value)) : low;
}

ValueAxis linearAxis(double low, double high, int wanted, bool isSigned)
{
    ValueAxis axis;
    low = std::min(0.0, low);
    high = std::max(0.0, high);
    if (!(high - low > 1e-9)) {
        low = isSigned ? -1 : 0;
        high = 1;
    }
    const double step = roundStep(high - low, std::max(1, wanted));
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    const auto first = static_cast<long long>(std::floor(low / step + 1e-6));
    const auto last = static_cast<long long>(std::ceil(high / step - 1e-6));
    for (long long i = first; i <= last; ++i) {
        const double value = static_cast<double>(i) * step;
        QString label = number(std::abs(value), decimals);
        if (i < 0)
            label.prepend(QChar(0x2212));
        else if (i > 0 && isSigned)
            label.prepend(QLatin1Char('+'));
        axis.ticks.push_back({value, label});
    }
    axis.low = axis.ticks.front().position;
    axis.high = axis.ticks.back().position;
    // An end far beyond the values would waste room that the curves need.
    const double slack = kSlack * (high - low);
    if (low - axis.low > slack && low < 0)
        axis.low = low - slack;
    if (axis.high - high > slack && isSigned)
        axis.high = high + slack;
    std::erase_if(
        axis.ticks, [&](const ValueTick& tick) { return tick.position < axis.low || tick.position > axis.high; });
    return axis;
}

ValueAxis logAxis(double low, double high)
{
    ValueAxis axis;
    axis.isLog = true;
    if (!(low > 0) || !(high >= low))
        low = high = 1;
    const int top = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
    const int bottom
        = std::max(std::min(static_cast<int>(std::floor(std::log10(low) + 1e-9)), top - 1), top - kMostDecades);
    for (int power = bottom; power <= top; ++power)
        axis.ticks.push_back({static_cast<double>(power), number(std::pow(10.0, power), std::max(0, -power))});
    axis.low = bottom;
    axis.high = top;
    return axis;
}

} // namespace quotaboard
