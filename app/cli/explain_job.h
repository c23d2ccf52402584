// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/simulation/simulator.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace quotaboard::cli {

/// The job meant by `given`: its id, its index if it has none, or a jobName that only one job has. Usage error
/// otherwise, with the first ids where several jobs have the name.
[[nodiscard]] Result<JobIndex> findAskedJob(const Scenario& scenario, const std::string& given);

/// The job's id with its name in brackets, where that says more.
[[nodiscard]] std::string jobLabel(const Scenario& scenario, JobIndex job);

/// Remembers how one job ended: the simulator only knows that it has.
class JobEndWatch final : public EventSink {
public:
    explicit JobEndWatch(JobIndex job)
        : job_(job)
    {
    }

    void onEvent(const JobEvent& event) override;
    /// Empty while the job has not ended.
    [[nodiscard]] const std::optional<JobEvent>& end() const { return end_; }
    /// The job's share at the end.
    [[nodiscard]] ShareIndex share() const { return share_; }
    /// When the job was submitted.
    [[nodiscard]] TimeMs submitted() const { return submitted_; }

private:
    JobIndex job_;
    ShareIndex share_;
    TimeMs submitted_ = 0;
    std::optional<JobEvent> end_;
};

/// The answer for a job that is not in at the moment asked for: it has ended, or comes later.
[[nodiscard]] nlohmann::ordered_json explainAbsentJob(const Scenario& scenario, JobIndex job, const JobEndWatch& watch);

} // namespace quotaboard::cli
