// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace quotaboard {

/// SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection of 64 bits without visible structure.
[[nodiscard]] constexpr std::uint64_t mixBits(std::uint64_t z)
{
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9ULL;
    z ^= z >> 27;
    z *= 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return z;
}

/// The top 53 bits as a number in [0, 1).
[[nodiscard]] constexpr double unitInterval(std::uint64_t bits)
{
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

/// The draw that decides whether a checkpoint can be used, in [0, 1) (scheduling.md section 5).
/// `attempt` is 1-based, `jobIndex` the index in the merged job list.
[[nodiscard]] constexpr double restoreDraw(std::uint64_t seed, std::uint64_t jobIndex, std::uint64_t attempt)
{
    return unitInterval(mixBits(seed + 0x9E3779B97F4A7C15ULL * (jobIndex * 1024 + attempt + 1)));
}

/// A text as a stream key (FNV-1a, then mixed).
[[nodiscard]] constexpr std::uint64_t streamKey(std::string_view text)
{
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return mixBits(hash);
}

/// A draw in [0, 1) that depends on nothing but its key: no draw of another purpose, stream or ordinal, and no order of
/// calls, shifts it. `stream` is streamKey() of a name, `ordinal` the job within the stream, `k` counts the draws that
/// one job makes for one purpose.
[[nodiscard]] constexpr double counterDraw(
    std::uint64_t seed, std::uint64_t purpose, std::uint64_t stream, std::uint64_t ordinal, std::uint64_t k = 0)
{
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = mixBits(seed + kGolden);
    z = mixBits((z ^ stream) + kGolden * (purpose + 1));
    z = mixBits(z + kGolden * (ordinal + 1));
    return unitInterval(mixBits(z + kGolden * (k + 1)));
}

} // namespace quotaboard
