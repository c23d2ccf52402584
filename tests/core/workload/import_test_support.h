// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/importer.h"
#include "core/workload/trace.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace quotaboard::test {

/// Builds a trace by hand. Times are seconds.
class TraceMaker {
public:
    TraceMaker()
    {
        trace_.format = "hand-made";
        trace_.files = {"hand.csv"};
        trace_.shareColumn = "team";
    }

    TraceJob& add(std::string_view share, double gpus, TimeMs submit, TimeMs duration, std::string_view id = {})
    {
        TraceJob job;
        job.line = static_cast<std::uint32_t>(trace_.jobs.size() + 2);
        job.share = trace_.strings.intern(share);
        if (!id.empty())
            job.id = trace_.strings.intern(id);
        job.milliSize = static_cast<std::int64_t>(gpus * 1000 + 0.5);
        job.submit = submit * kMsPerSecond;
        job.duration = duration * kMsPerSecond;
        trace_.jobs.push_back(job);
        trace_.rows = trace_.jobs.size();
        return trace_.jobs.back();
    }

    StringId text(std::string_view text) { return trace_.strings.intern(text); }
    Trace& trace() { return trace_; }

private:
    Trace trace_;
};

inline const ShareDemand* demandOf(const ImportReport& report, std::string_view share, std::string_view unit = "gpu")
{
    const auto found = std::find_if(report.shares.begin(), report.shares.end(),
        [&](const ShareDemand& line) { return line.share == share && line.unit == unit; });
    return found == report.shares.end() ? nullptr : &*found;
}

inline const TraceNote* noteOf(const ImportReport& report, std::string_view code)
{
    const auto found
        = std::find_if(report.notes.begin(), report.notes.end(), [&](const TraceNote& n) { return n.code == code; });
    return found == report.notes.end() ? nullptr : &*found;
}

} // namespace quotaboard::test
