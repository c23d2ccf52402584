// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/job.h"

namespace quotaboard {

/// How one attempt spends its RUNNING time: restore, work, checkpoint writes (scheduling.md section 5). All ms of the
/// job's own time, not multiplied by instances.
struct AttemptPlan {
    /// Durable progress it resumes from.
    TimeMs from = 0;
    TimeMs work = 0;
    /// 0 unless it resumes.
    TimeMs restore = 0;
    std::optional<CheckpointPlan> checkpoint;

    /// The plan of a job's attempt that resumes from `from` (0 = fresh start).
    static AttemptPlan of(const Job& job, const JobProfile& profile, TimeMs from)
    {
        return of(job.work, profile, from);
    }
    /// The same for a job of `work` ms.
    static AttemptPlan of(TimeMs work, const JobProfile& profile, TimeMs from)
    {
        return AttemptPlan{from, work, from > 0 ? profile.restore : 0, profile.checkpoint};
    }

    /// Checkpoints written when the attempt completes.
    [[nodiscard]] TimeMs checkpointCount() const;
    /// RUNNING to completion of the work; saturates at kNever / 2.
    [[nodiscard]] TimeMs duration() const;

    /// What `elapsed` ms of RUNNING (at most duration()) were spent on: the first four add up to it.
    struct Spent {
        TimeMs restore = 0;
        TimeMs work = 0;
        TimeMs finishedWrites = 0;
        TimeMs unfinishedWrite = 0;
        /// Durable progress at that moment, `from` included.
        TimeMs durable = 0;
    };
    [[nodiscard]] Spent at(TimeMs elapsed) const;
};

} // namespace quotaboard
