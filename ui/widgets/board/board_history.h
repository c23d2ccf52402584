// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/run_result.h"
#include "ui/logic/plot/board_layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace quotaboard {

/// Order statistics of any prefix of a sequence, in O(log n): a wavelet matrix over the ranks of the values.
class PrefixQuantiles {
public:
    PrefixQuantiles() = default;
    explicit PrefixQuantiles(std::span<const TimeMs> values);

    [[nodiscard]] std::size_t size() const { return size_; }
    /// The k-th smallest (0-based) of the first `count` values; k < count <= size().
    [[nodiscard]] TimeMs smallest(std::size_t count, std::size_t k) const;
    /// Type-7 quantile of the first `count` values (metrics.md, M2); empty for none.
    [[nodiscard]] std::optional<double> quantile(std::size_t count, double p) const;

private:
    struct Level {
        std::vector<std::uint64_t> bits;
        /// Ones before each word.
        std::vector<std::uint32_t> before;
        std::size_t zeros = 0;
        [[nodiscard]] std::size_t ones(std::size_t end) const;
    };
    std::vector<Level> levels_;
    std::vector<TimeMs> sorted_;
    std::size_t size_ = 0;
};

/// What lanes say about the past at any moment of a run: waits of the jobs that have started by then, and interruptions
/// against the share's budget. Made once per run (cost grows with its log), asked in O(log n); immutable.
class BoardHistory {
public:
    explicit BoardHistory(const RunResult& result);

    struct Waits {
        /// Jobs that have started by then.
        std::size_t count = 0;
        /// ms; empty for fewer than five (no percentile is shown then).
        std::optional<double> p50;
        std::optional<double> p95;
    };
    [[nodiscard]] Waits waits(ShareIndex share, TimeMs now) const;

    struct Interruptions {
        std::uint32_t worstJob = 0;
        /// GPU-ms lost in the week (7 d from the scenario's start) that `now` is in.
        GpuMs lostThisWeek = 0;
    };
    [[nodiscard]] Interruptions interruptions(ShareIndex share, TimeMs now) const;

private:
    struct Interruption {
        TimeMs at = 0;
        std::uint32_t worstJob = 0;
        GpuMs lostThisWeek = 0;
    };
    struct Share {
        std::vector<TimeMs> starts;
        PrefixQuantiles waits;
        std::vector<Interruption> interruptions;
    };
    std::vector<Share> shares_;
};

/// Preemptions in the window before `now` whose victims are not running again, newest first, one per job, at most
/// `most`. Looks at no more than a few thousand events.
[[nodiscard]] std::vector<ReclaimedJob> recentlyReclaimed(
    const RunResult& result, std::size_t eventPosition, TimeMs since, std::size_t most = 60);

} // namespace quotaboard
