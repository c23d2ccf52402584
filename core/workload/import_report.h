// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/workload/gpu_time.h"
#include "core/workload/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Why a job that the reader understood cannot be simulated.
enum class SkipCause : std::uint8_t {
    NoSubmitTime,
    NeverStarted, ///< cancelled or still waiting when the trace was taken
    StillRunning, ///< started, but no end was recorded
    NoDuration,
    NegativeDuration,
    ZeroGpu,
    NegativeSize,
    FractionalSize,
    SizeOutOfRange, ///< more than kMaxInstances
    TimeOutOfRange, ///< beyond kMaxTimeMs
};

/// The cause's stable code, as RejectedRow::cause uses them: "no-submit-time".
[[nodiscard]] std::string_view skipCauseCode(SkipCause cause);

/// A row whose job was left out; place as in TraceJob.
struct SkippedJob {
    std::uint32_t line = 0;
    std::uint16_t file = 0;
    SkipCause cause{};
};

/// What one share asks of one unit.
struct ShareDemand {
    std::string share;
    std::string unit;
    std::uint64_t jobs = 0;
    GpuMs gpuTime = 0;
    /// Most instances at once if every job ran at submit; intervals half-open, ends before starts.
    std::int32_t peak = 0;
    /// The largest instance count of one job.
    std::int32_t widest = 0;
    /// Instances, as written to the scenario.
    std::int32_t limit = 0;
};

struct UnitDemand {
    std::string unit;
    std::int32_t gpus = 1;
    std::uint64_t jobs = 0;
    GpuMs gpuTime = 0;
    /// As in ShareDemand, over all shares, and when it is first reached (the trace's axis).
    std::int64_t peak = 0;
    TimeMs peakAt = 0;
    /// Instances, as written to the scenario.
    std::int32_t capacity = 0;
    bool capacityGiven = false;
};

/// A name that was merged into `other`.
struct MergedName {
    std::string name;
    std::uint64_t jobs = 0;
    GpuMs gpuTime = 0;
};

/// A job that can never run under the scenario's limits and capacity.
struct ImpossibleJob {
    std::string job;
    std::string share;
    std::string unit;
    std::int32_t instances = 0;
    std::int32_t allowed = 0;
};

/// What an import did, to be told to the user. Times are on the trace's axis.
struct ImportReport {
    std::uint64_t rows = 0;
    std::uint64_t outsideWindow = 0;
    std::uint64_t jobs = 0;
    GpuMs gpuTime = 0;
    TimeMs firstSubmit = 0;
    TimeMs lastSubmit = 0;
    TimeMs lastEnd = 0;
    /// The trace's time that became simulation time 0: the first submit, floored to the whole second.
    TimeMs origin = 0;
    bool timesAreAbsolute = false;
    /// In the order of the scenario's shares; a share with several units has several lines, one without jobs one.
    std::vector<ShareDemand> shares;
    std::vector<UnitDemand> units;
    std::vector<MergedName> mergedShares;
    std::vector<MergedName> mergedUnits;
    /// Their new common name; empty when nothing was merged.
    std::string otherShare;
    std::string otherUnit;
    std::vector<SkippedJob> skipped;
    std::vector<ImpossibleJob> impossible;
    /// Further choices, codes: see importer.h.
    std::vector<TraceNote> notes;
};

} // namespace quotaboard
