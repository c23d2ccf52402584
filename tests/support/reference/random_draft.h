// SPDX-License-Identifier: Apache-2.0
//
// Internal to the scenario generator: the random stream and what its parts know of the scenario being drawn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quotaboard::reference {

using Json = nlohmann::json;
using Ms = std::int64_t;

// SplitMix64. Only integer arithmetic, so that every machine draws the same.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : state_(seed)
    {
    }

    std::uint64_t next()
    {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    // Whole numbers in [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }

    bool chance(int percent) { return between(0, 99) < percent; }

    template <class T>
    const T& pick(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(values.size()) - 1))];
    }

    template <class T>
    void shuffle(std::vector<T>& values)
    {
        for (std::size_t i = values.size(); i > 1; --i) {
            const std::size_t j = static_cast<std::size_t>(between(0, static_cast<std::int64_t>(i) - 1));
            std::swap(values[i - 1], values[j]);
        }
    }

private:
    std::uint64_t state_;
};

// How the jobs of one share are drawn.
struct ShareStyle {
    Json limits; // the share's capacityLimits at the start
    Ms from = 0, to = 0; // submissions
    std::vector<Ms> works;
    bool wide = false; // the later jobs are often as wide as the share's limit
    bool mayExceed = false; // some jobs are a little wider than the limit
    bool risingPriority = false; // later jobs have higher priorities
};

// What the parts of one scenario share.
struct Draft {
    Random random;
    Json scenario;
    std::vector<std::string> units; // listed somewhere, at least one
    std::vector<std::string> shares; // at the start
    std::vector<std::string> futureShares; // created by an intervention
    std::map<std::string, ShareStyle> styles;
    bool contended = false; // borrowers early, owners late: made for reclaim and repeated preemption
    bool tight = false; // contended, oversubscribed, and much of it reserved
    std::vector<Ms> workChoices;
    std::vector<std::int64_t> priorities;
    Ms grid = 1000; // submissions and interventions fall on multiples of it
    Ms span = 100'000; // submissions fall in [0, span]
    bool fractions = false; // some times off the grid
    bool checkpoints = true;
    int widePercent = 4; // jobs that hardly fit, or that name a unit the share does not list
    bool timeLimits = false;

    explicit Draft(std::uint64_t seed)
        : random(seed)
    {
    }

    Ms time(Ms latest); // on the grid (mostly), in [0, latest]
    Ms time(Ms from, Ms to) { return from + time(std::max<Ms>(0, to - from)); }
};

// Seconds as a JSON number; whole seconds as an integer.
Json seconds(Ms ms);

Json drawShare(Draft& draft, const std::string& name);
Json drawPlatformKeys(Draft& draft, bool all);
Json drawTimeLimits(Draft& draft);
void drawShares(Draft& draft); // quotaShares and their styles
Json drawJob(Draft& draft, const std::string& share, Ms submitAt); // without submitSeconds and jobId
void drawJobs(Draft& draft);
void drawInterventions(Draft& draft);

} // namespace quotaboard::reference
