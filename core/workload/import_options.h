// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/model/job.h"
#include "core/model/policy.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// A setting that holds for all quota shares except those that have their own.
template <class T>
struct PerShare {
    T all{};
    std::map<std::string, T, std::less<>> byShare;

    [[nodiscard]] const T& of(std::string_view share) const
    {
        const auto found = byShare.find(share);
        return found == byShare.end() ? all : found->second;
    }
    bool operator==(const PerShare&) const = default;
};

/// How a share's capacity limit is found.
enum class LimitRule {
    Given, ///< what the AWS export says when it says anything, else Peak
    Peak, ///< instances running at once if every job ran at submit
    Equal, ///< the same for every share: its capacity (or the peak of all shares together) divided by the shares
    MeanDemand, ///< instance-time / window, rounded up
};

enum class ZeroGpuRule { Reject, Keep };
enum class FractionRule { RoundUp, Reject };

/// One line of a limits file. `unit` may be empty: the default unit.
struct GivenLimit {
    std::string share;
    std::string unit;
    std::int32_t maxCapacity = 0;
};

struct GivenCapacity {
    std::string unit;
    std::int32_t maxCapacity = 0;
};

/// Which rows of a trace become jobs and how. Everything that the jobs themselves depend on is here, so that a
/// scenario which only refers to its trace can make the same jobs again (core/exchange/SCENARIO_TRACES.md).
struct JobRules {
    /// The capacity unit of jobs whose trace row names none. "gpu" counts 1 GPU.
    std::string unit = "gpu";
    /// Window on the submit time, [from, to), on the trace's own axis (epoch ms when its times are absolute).
    std::optional<TimeMs> from;
    std::optional<TimeMs> to;
    ZeroGpuRule zeroGpu = ZeroGpuRule::Reject;
    FractionRule fractional = FractionRule::RoundUp;
    PerShare<std::optional<CheckpointPlan>> checkpoint;
    /// Ms spent at the start of an attempt that resumes.
    PerShare<TimeMs> restore;
};

/// Everything `import` can be told.
struct ImportOptions {
    JobRules jobs;
    LimitRule limits = LimitRule::Given;
    /// From a file; they win over `limits` for the shares and units they name.
    std::vector<GivenLimit> givenLimits;
    /// Units without one get the sum of their limits.
    std::vector<GivenCapacity> capacity;
    /// Shares without an entry here keep what the AWS export says, else RESERVE.
    PerShare<std::optional<ResourceSharing>> sharing;
    /// Leave sized limits below a share's widest job; the jobs that can then never run are named in the report.
    bool allowImpossible = false;
    std::string scenarioName;
};

} // namespace quotaboard
