// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/job_event.h"

#include <array>
#include <memory>
#include <vector>

namespace quotaboard {

/// Everything that happened in a run, in emission order: columns of 17 bytes an event in blocks that never move, and a
/// side table for the few events with more to say. Append only. Reading is safe from several threads while nobody
/// appends.
class EventLog final : public EventSink {
public:
    void onEvent(const JobEvent& event) override { append(event); }
    void append(const JobEvent& event);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    /// The event with sequence number `index`. O(1), or O(log n) when it has an entry in the side table.
    [[nodiscard]] JobEvent operator[](std::size_t index) const;
    [[nodiscard]] TimeMs timeOf(std::size_t index) const;
    /// Invalid for an event without job.
    [[nodiscard]] JobIndex jobOf(std::size_t index) const
    {
        return blocks_[index / kBlockSize]->jobs[index % kBlockSize];
    }
    /// The first event at or after `time`.
    [[nodiscard]] std::size_t lowerBound(TimeMs time) const;
    /// Bytes held.
    [[nodiscard]] std::size_t memoryUse() const;

private:
    static constexpr std::size_t kBlockSize = std::size_t{1} << 14;
    static constexpr std::uint16_t kInExtra = 0xFFFF;

    struct Block {
        std::array<TimeMs, kBlockSize> times;
        std::array<JobIndex, kBlockSize> jobs;
        std::array<std::uint16_t, kBlockSize> attempts;
        /// Share, cause, reason or refusal, by kind.
        std::array<std::uint16_t, kBlockSize> codes;
        /// Kind, and 0x80 for an entry in the side table.
        std::array<std::uint8_t, kBlockSize> kinds;
    };
    struct Extra {
        std::size_t index = 0;
        TimeMs progress = 0;
        JobIndex by;
        InterventionIndex intervention;
        std::uint32_t attempt = 0;
        std::int32_t borrowed = 0;
    };

    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Extra> extras_;
    std::size_t size_ = 0;
};

} // namespace quotaboard
