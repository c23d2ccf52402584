// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/simulation/job_event.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard::test {

// Closed forms of queueing theory (oracles.md). Rates per hour, service with mean 1 h, times in hours.

/// Probability that an arrival waits in M/M/c with offered load `load` < servers.
[[nodiscard]] double erlangC(int servers, double load);

struct QueueValues {
    double waitProbability = 0;
    double wait = 0;
    double queue = 0;
    double inSystem = 0;
};
[[nodiscard]] QueueValues mmc(int servers, double load);
/// Quantile of the wait in M/M/c.
[[nodiscard]] double mmcWaitQuantile(int servers, double load, double p);
/// Mean wait in M/G/1 (Pollaczek-Khinchine).
[[nodiscard]] double mg1Wait(double load, double squaredVariation);

struct PriorityValues {
    double waitHigh = 0;
    double waitLow = 0;
};
/// Mean waits in M/M/c with two priorities without preemption (Cobham).
[[nodiscard]] PriorityValues cobham(int servers, double high, double low);
/// Mean waits in M/M/c with two priorities, preemptive resume; of the lower class all its waiting counts.
[[nodiscard]] PriorityValues preemptiveResume(int servers, double high, double low);

/// A share of a scenario built for a closed form, and its Poisson streams of one-instance jobs of mean work 1 h.
struct OracleShare {
    std::string name;
    std::int32_t capacity = 1;
    ResourceSharing sharing;
    bool inSharePreemption = false;
    struct Stream {
        double perHour = 0;
        std::int32_t priority = 0;
    };
    std::vector<Stream> streams;
};

struct OracleSetup {
    enum class Law { Exponential, Deterministic, Erlang2, Hyperexponential4 };
    std::vector<OracleShare> shares;
    Law law = Law::Exponential;
    /// Progress survives every preemption (`onStop` with cost 0).
    bool lossless = false;
    TimeMs stopGrace = 0;
    VictimOrder victimOrder = VictimOrder::Priority;
    /// Over all streams.
    std::size_t jobs = 60'000;
    /// Above 1: instances from 1 to this (or the share's capacity), for the structural oracles.
    std::int32_t largestJob = 1;
};

/// The same scenario for the same seed. Own draws (mt19937_64 and inversion), no code of core/workload.
[[nodiscard]] Scenario makeOracleScenario(const OracleSetup& setup, std::uint64_t seed);
/// The scenario with one share and its jobs only, in an environment that has just this share's capacity.
[[nodiscard]] Scenario isolate(const Scenario& scenario, std::string_view share);

/// What one share did after the first 10 % of all jobs. Hours.
struct ShareMeasure {
    std::vector<double> waits;
    double meanWait = 0;
    /// Time in the system beyond the work.
    double meanDelay = 0;
    double waitProbability = 0;
    /// Time averages.
    double inSystem = 0;
    double queue = 0;
    double borrowed = 0;
};

struct OracleMeasure {
    std::vector<ShareMeasure> shares;
    /// By priority 0, 1 over all shares.
    std::vector<ShareMeasure> priorities;
    double inSystem = 0;
    double preemptionsPerHour = 0;
    /// Per job: when it first ran, kNever when it did not.
    std::vector<TimeMs> firstRun;
    /// Empty when the run went well.
    std::string error;
};
[[nodiscard]] OracleMeasure measure(const Scenario& scenario);

/// Mean and standard error over replications.
struct Estimate {
    double mean = 0;
    double standardError = 0;
};
[[nodiscard]] Estimate estimate(const std::vector<double>& replications);
/// Within the acceptance of oracles.md: an empty text, or what is wrong.
[[nodiscard]] std::string compareWithValue(const char* what, double value, const std::vector<double>& replications);

/// A number to be reproduced, and how a measured run gives it.
struct OracleQuantity {
    const char* name;
    double value;
    std::function<double(const OracleMeasure&)> get;
};
/// Runs the replications with seeds from `seed` on: an empty text, or all quantities that are off.
[[nodiscard]] std::string reproduce(
    const OracleSetup& setup, const std::vector<OracleQuantity>& quantities, std::uint64_t seed, int replications = 20);
/// QUOTABOARD_ALL_ORACLES=1 asks for every row instead of the short set.
[[nodiscard]] bool wantsAllOracles();

} // namespace quotaboard::test
