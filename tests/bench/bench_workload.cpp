// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench_workload.h"

#include "core/base/random.h"

#include <cmath>
#include <malloc.h>
#include <string>
#include <sys/resource.h>

namespace quotaboard::bench {

namespace {

constexpr std::size_t kShares = 20;
constexpr std::size_t kUnits = 3;
constexpr std::int32_t kLimit = 64;
constexpr double kLoad = 0.85;
constexpr double kMeanWorkMs = 3'600'000;
constexpr double kSigma = 1.0;

class Draws {
public:
    double uniform() { return unitInterval(mixBits(0x9E3779B97F4A7C15ULL * ++counter_)); }
    double exponential(double mean) { return -mean * std::log1p(-uniform()); }
    double logNormal(double mean, double sigma)
    {
        const double normal = std::sqrt(-2 * std::log1p(-uniform())) * std::cos(2 * M_PI * uniform());
        return mean * std::exp(sigma * normal - sigma * sigma / 2);
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(uniform() * static_cast<double>(bound)); }

private:
    std::uint64_t counter_ = 0;
};

constexpr std::int32_t kSizes[] = {1, 1, 1, 1, 2, 2, 4, 8};
constexpr std::int32_t kPriorities[] = {0, 0, 0, 10, 10, 100, 500};

} // namespace

Scenario makeWorkload(std::size_t jobs)
{
    Scenario scenario;
    scenario.name = "benchmark";
    scenario.platform.startup = 60 * kMsPerSecond;
    scenario.platform.stopGrace = 120 * kMsPerSecond;
    for (std::size_t u = 0; u < kUnits; ++u) {
        const UnitIndex unit = scenario.internUnit("unit-" + std::to_string(u));
        scenario.environment.limits.push_back({unit, static_cast<std::int32_t>(kShares) * kLimit});
    }
    for (std::size_t s = 0; s < kShares; ++s) {
        QuotaShare share;
        share.name = "share-" + std::to_string(s);
        share.sharing.strategy = s < 4 ? SharingStrategy::Reserve
            : s < 10                   ? SharingStrategy::Lend
                                       : SharingStrategy::LendAndBorrow;
        share.inSharePreemption = s % 5 == 0;
        for (std::size_t u = 0; u < kUnits; ++u)
            share.limits.push_back({UnitIndex{u}, kLimit});
        scenario.internShare(share.name);
        scenario.shares.push_back(share);
    }
    JobProfile plain;
    JobProfile checkpointed;
    checkpointed.checkpoint = CheckpointPlan{30 * kMsPerMinute, 30 * kMsPerSecond, false};
    checkpointed.restore = 2 * kMsPerMinute;
    const ProfileIndex profiles[] = {scenario.jobs.internProfile(plain), scenario.jobs.internProfile(checkpointed)};

    double meanSize = 0;
    for (const std::int32_t size : kSizes)
        meanSize += size / static_cast<double>(std::size(kSizes));
    const double capacity = kUnits * kShares * kLimit;
    const double meanGap = meanSize * kMeanWorkMs / (kLoad * capacity);
    Draws draws;
    double now = 0;
    scenario.jobs.reserve(jobs);
    for (std::size_t i = 0; i < jobs; ++i) {
        now += draws.exponential(meanGap);
        Job job;
        job.submit = static_cast<TimeMs>(now);
        job.work = static_cast<TimeMs>(draws.logNormal(kMeanWorkMs, kSigma));
        job.instances = kSizes[draws.below(std::size(kSizes))];
        job.priority = kPriorities[draws.below(std::size(kPriorities))];
        job.share = ShareIndex{draws.below(kShares)};
        job.unit = UnitIndex{draws.below(kUnits)};
        job.profile = profiles[draws.below(2)];
        scenario.jobs.add(job);
    }
    return scenario;
}

double userSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

std::size_t heapInUse()
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::size_t peakResident()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

} // namespace quotaboard::bench
