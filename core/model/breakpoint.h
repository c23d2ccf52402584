// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <utility>

namespace quotaboard {

/// A moment that the user marked; a run does not depend on it. A plain value.
struct Bookmark {
    /// ms of simulation time.
    TimeMs at = 0;
    /// May be empty.
    std::string text;
    bool operator==(const Bookmark&) const = default;
};

/// A condition at which the application's clock stops, or at which it says something; a run does not depend on it. A
/// plain value that names shares and jobs, so that it outlives edits of the scenario. When each is met:
/// breakpoint_hits.h.
struct Breakpoint {
    enum class Kind : std::uint8_t {
        Time, ///< the moment `at`
        Preemption, ///< a job of `share` is preempted; any job when `share` is empty
        Wait, ///< the longest wait in `share` grows beyond `longerThan`
        JobStarts, ///< `job` starts
        JobPreempted, ///< `job` is preempted
        QueueEmpty, ///< the last waiting job leaves the queue of `share`
    };
    /// What happens when playing gets there.
    enum class Action : std::uint8_t {
        Pause, ///< the clock stops
        Log, ///< the application's log gets a line
        Bookmark, ///< the scenario gets a bookmark there
    };
    Kind kind = Kind::Time;
    Action action = Action::Pause;
    /// ms of simulation time.
    TimeMs at = 0;
    /// ms.
    TimeMs longerThan = 0;
    std::string share;
    /// As JobTable::find() takes it.
    std::string job;
    /// What the user calls it; may be empty.
    std::string name;
    bool isEnabled = true;
    bool operator==(const Breakpoint&) const = default;

    static Breakpoint atTime(TimeMs moment, std::string name = {})
    {
        Breakpoint point;
        point.at = moment;
        point.name = std::move(name);
        return point;
    }
    static Breakpoint atPreemption(std::string share = {})
    {
        Breakpoint point;
        point.kind = Kind::Preemption;
        point.share = std::move(share);
        return point;
    }
    static Breakpoint atWait(std::string share, TimeMs longerThan)
    {
        Breakpoint point;
        point.kind = Kind::Wait;
        point.share = std::move(share);
        point.longerThan = longerThan;
        return point;
    }
    static Breakpoint atQueueEmpty(std::string share)
    {
        Breakpoint point;
        point.kind = Kind::QueueEmpty;
        point.share = std::move(share);
        return point;
    }
    static Breakpoint atJob(Kind kind, std::string job)
    {
        Breakpoint point;
        point.kind = kind;
        point.job = std::move(job);
        return point;
    }
};

} // namespace quotaboard
