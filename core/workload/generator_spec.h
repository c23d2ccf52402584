// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/model/job.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// No generator makes more jobs than this.
inline constexpr std::int64_t kMaxGeneratedJobs = 10'000'000;

/// When jobs arrive. Times from the scenario's start.
struct ArrivalSpec {
    enum class Process : std::uint8_t {
        Poisson, ///< independent arrivals at `perHour`
        DailyCurve, ///< Poisson whose rate follows `hourlyWeights` and `weekdayWeights`, `perHour` on average
        Burst, ///< every `every`, `burstSize` jobs spread evenly at random over `spread`
        Deterministic, ///< one job every `every`
    };
    Process process = Process::Poisson;
    double perHour = 1;
    /// Relative rate of each hour of the day, 0 to 23; not all 0.
    std::array<double, 24> hourlyWeights{};
    /// Relative rate of each day, Monday to Sunday; not all 0.
    std::array<double, 7> weekdayWeights{1, 1, 1, 1, 1, 1, 1};
    /// Local time minus UTC of the people whose day the curve describes.
    TimeMs utcOffset = 0;
    TimeMs every = kMsPerHour;
    std::int32_t burstSize = 1;
    TimeMs spread = 0;
    bool operator==(const ArrivalSpec&) const = default;
};

/// How long jobs work. `mean` in ms as a real number, so that rounding happens once.
struct WorkSpec {
    enum class Law : std::uint8_t { Exponential, Deterministic, Erlang, Hyperexponential, Lognormal, Uniform };
    Law law = Law::Exponential;
    double mean = 0;
    /// Erlang: number of phases.
    std::int32_t shape = 1;
    /// Hyperexponential, Lognormal: variance / mean^2.
    double squaredVariation = 1;
    /// Uniform: bounds. Others: results are clamped to them.
    TimeMs least = 0;
    TimeMs most = kMaxTimeMs;
    bool operator==(const WorkSpec&) const = default;
};

template <class T>
struct Weighted {
    T value{};
    double weight = 1;
    bool operator==(const Weighted&) const = default;
};

/// One kind of job within a generator.
struct CheckpointClass {
    std::string name;
    JobProfile profile;
    bool operator==(const CheckpointClass&) const = default;
};

/// One synthetic workload of one share (GENERATORS.md).
struct GeneratorSpec {
    /// Tells generators of one share apart; part of the key of all draws.
    std::string name;
    std::string share;
    /// The share name that keys its draws when that is another one than `share`, which was renamed; else empty.
    std::string drawsAs;
    std::string unit;
    std::string jobName;
    std::string user;
    std::string workloadClass;
    /// Jobs arrive in [start, until), at most `count`; one of the two is given.
    TimeMs start = 0;
    std::optional<TimeMs> until;
    std::optional<std::int64_t> count;
    ArrivalSpec arrival;
    WorkSpec work;
    std::vector<Weighted<std::int32_t>> sizes{{1, 1}};
    std::vector<Weighted<std::int32_t>> priorities{{0, 1}};
    std::vector<Weighted<CheckpointClass>> checkpointClasses{Weighted<CheckpointClass>{}};
    /// Deadline = submit + slack x work.
    std::optional<double> deadlineSlack;

    [[nodiscard]] const std::string& drawKey() const { return drawsAs.empty() ? share : drawsAs; }
    bool operator==(const GeneratorSpec&) const = default;
};

} // namespace quotaboard
