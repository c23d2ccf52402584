// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace date {
class time_zone;
}

namespace quotaboard {

/// Turns the stamps of one trace into epoch ms. Stamps without a zone are wall-clock time of the zone it was made
/// with. A time that a clock change skipped is shifted forward by the size of the gap; of a time that occurred twice
/// the earlier is taken; both are counted. Not thread-safe.
class WallClock {
public:
    /// UTC.
    WallClock() = default;
    /// `zoneName`: an IANA name, "+02:00" or "-0530"; empty = UTC. TimezoneUnknown when there is no such zone.
    static Result<WallClock> forZone(const std::string& zoneName);

    /// Epoch ms of "2017-10-09 07:01:55", with T, fraction and zone as they come, also without time or seconds, with
    /// slashes or dots ("2017/10/9 7:01"). Forms that begin with the day or the month are ambiguous and not read.
    [[nodiscard]] std::optional<TimeMs> parse(std::string_view stamp);

    /// Stamps parsed so far that had no zone of their own.
    [[nodiscard]] std::uint64_t zonelessCount() const { return zoneless_; }
    /// Stamps parsed so far that stated their zone.
    [[nodiscard]] std::uint64_t zonedCount() const { return zoned_; }
    [[nodiscard]] std::uint64_t skippedCount() const { return skipped_; }
    [[nodiscard]] std::uint64_t repeatedCount() const { return repeated_; }

private:
    [[nodiscard]] TimeMs utcFromLocal(TimeMs local);
    void lookUpOffset(TimeMs local);

    const date::time_zone* zone_ = nullptr;
    /// Zone offset in ms, valid for local times in [offsetFrom_, offsetUntil_). Zones change rarely; looking one up
    /// for every stamp would cost more than the rest of reading it.
    TimeMs offset_ = 0;
    TimeMs offsetFrom_ = -kNever;
    TimeMs offsetUntil_ = kNever;
    std::uint64_t zoneless_ = 0;
    std::uint64_t zoned_ = 0;
    std::uint64_t skipped_ = 0;
    std::uint64_t repeated_ = 0;
};

} // namespace quotaboard
