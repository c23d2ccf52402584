// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <cstdint>
#include <vector>

namespace quotaboard {

/// What a generator draws for. Each has its own stream, so that a new kind of draw shifts none of the others. The
/// numbers are part of the meaning of a seed: never change or reuse one.
enum class DrawPurpose : std::uint64_t { Arrival = 1, Thinning = 2, Work = 3, Size = 4, Priority = 5, Checkpoint = 6 };

/// The draws of one generator: functions of (seed, share or what it draws as, generator name, purpose, job
/// ordinal, k) and nothing else.
class DrawStream {
public:
    DrawStream(std::uint64_t seed, const GeneratorSpec& spec);

    /// In [0, 1).
    [[nodiscard]] double uniform(DrawPurpose purpose, std::uint64_t ordinal, std::uint64_t k = 0) const;
    /// Exponential with mean 1.
    [[nodiscard]] double exponential(DrawPurpose purpose, std::uint64_t ordinal, std::uint64_t k = 0) const;
    /// Standard normal (Marsaglia's polar method; takes as many k as it needs).
    [[nodiscard]] double normal(DrawPurpose purpose, std::uint64_t ordinal) const;

private:
    std::uint64_t seed_;
    std::uint64_t stream_;
};

/// Work of the job `ordinal` in ms, within the spec's bounds.
[[nodiscard]] TimeMs drawWork(const WorkSpec& spec, const DrawStream& draws, std::uint64_t ordinal);

/// Submit times in ascending order, ms from the scenario's start, whose epoch is `startTime`. Errors: TooMany for more
/// than kMaxGeneratedJobs; OutOfRange at "arrival" for a daily curve so steep that `mostCandidates` instants of its
/// peak rate do not give them; Interrupted when `progress` is cancelled.
inline constexpr std::uint64_t kMostCandidates = 500'000'000;
[[nodiscard]] Result<std::vector<TimeMs>> drawArrivals(const GeneratorSpec& spec, TimeMs startTime,
    const DrawStream& draws, const Progress* progress = nullptr, std::uint64_t mostCandidates = kMostCandidates);

/// Appends the jobs of one generator to the scenario, in order of submit time. The share must be in
/// `scenario.shareNames`. The spec is taken to be valid (generator_reader checks it). Errors: those of drawArrivals;
/// when interrupted some of the jobs may have been added.
Status generateJobs(
    Scenario& scenario, const GeneratorSpec& spec, std::uint64_t seed, const Progress* progress = nullptr);

} // namespace quotaboard
