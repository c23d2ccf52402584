// SPDX-License-Identifier: Apache-2.0
#include "core/workload/gpu_time.h"

#include "core/base/time.h"

namespace quotaboard {

std::string formatGpuHours(GpuMs amount, bool grouped)
{
    const bool negative = amount < 0;
    const GpuMs magnitude = negative ? -amount : amount;
    const GpuMs millionths = (magnitude * 1'000'000 + kMsPerHour / 2) / kMsPerHour;
    std::string fraction = std::to_string(static_cast<unsigned>(millionths % 1'000'000));
    fraction.insert(0, 6 - fraction.size(), '0');

    std::string digits;
    GpuMs whole = millionths / 1'000'000;
    int count = 0;
    do {
        if (grouped && count > 0 && count % 3 == 0)
            digits.insert(digits.begin(), ',');
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(whole % 10)));
        whole /= 10;
        ++count;
    } while (whole > 0);
    return (negative ? "-" : "") + digits + "." + fraction;
}

double gpuHours(GpuMs amount)
{
    return static_cast<double>(amount) / static_cast<double>(kMsPerHour);
}

} // namespace quotaboard
