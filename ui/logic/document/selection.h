// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QMetaType>

#include <utility>
#include <vector>

namespace quotaboard {

/// What the user has selected on a page; the inspector follows it.
struct Selection {
    enum class Kind { None, Share, Job, Segment, Pool, Jobs };
    Kind kind = Kind::None;
    /// Share, Job (its share), Segment.
    ShareIndex share;
    /// Segment, Pool.
    UnitIndex unit;
    /// Job.
    JobIndex job;
    /// Jobs: several at once, at least two.
    std::vector<JobIndex> jobs = {};
    bool operator==(const Selection&) const = default;

    static Selection ofShare(ShareIndex share) { return {Kind::Share, share, {}, {}, {}}; }
    static Selection ofJob(JobIndex job, ShareIndex share) { return {Kind::Job, share, {}, job, {}}; }
    static Selection ofSegment(ShareIndex share, UnitIndex unit) { return {Kind::Segment, share, unit, {}, {}}; }
    static Selection ofPool(UnitIndex unit) { return {Kind::Pool, {}, unit, {}, {}}; }
    static Selection ofJobs(std::vector<JobIndex> jobs) { return {Kind::Jobs, {}, {}, {}, std::move(jobs)}; }
};

} // namespace quotaboard

Q_DECLARE_METATYPE(quotaboard::Selection)
