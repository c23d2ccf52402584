// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace quotaboard {

/// When a job writes checkpoints (scheduling.md section 5). All durations in ms of this job's own time.
struct CheckpointPlan {
    TimeMs interval = 0;
    TimeMs cost = 0;
    bool onStop = false;
    bool operator==(const CheckpointPlan&) const = default;
};

/// One `evaluateOnExit` entry: a status text, or its beginning when it ends in `*`.
struct ExitRule {
    bool retries = true;
    std::string pattern;
    bool operator==(const ExitRule&) const = default;
    /// Case-sensitive; a trailing `*` matches any rest.
    [[nodiscard]] bool matches(std::string_view statusText) const;
};

/// What many jobs have in common besides size and times; kept once per distinct combination.
struct JobProfile {
    std::optional<CheckpointPlan> checkpoint;
    TimeMs restore = 0;
    /// Preemptions survived before the job FAILS; empty = unlimited.
    std::optional<std::int32_t> preemptionRetries;
    /// Own failures after which the job FAILS, at least 1.
    std::int32_t attempts = 1;
    std::vector<ExitRule> exitRules;
    /// Longest RUNNING time of one attempt, kNever when unlimited.
    TimeMs attemptDuration = kNever;
    /// Every attempt that completes its work ends FAILED.
    bool outcomeFails = false;
    bool operator==(const JobProfile&) const = default;
};

/// Position in JobTable's profiles.
using ProfileIndex = Index<struct ProfileTag>;

/// One submission. Small, because there may be millions; texts and rare settings live in the JobTable.
struct Job {
    TimeMs submit = 0;
    /// Useful work on all its instances, ms.
    TimeMs work = 0;
    /// Absolute simulation time, kNever when none.
    TimeMs deadline = kNever;
    ProfileIndex profile;
    StringId name;
    /// `jobId` as given; invalid when the job is known by its index.
    StringId id;
    StringId user;
    StringId workloadClass;
    std::int32_t instances = 1;
    ShareIndex share;
    UnitIndex unit;
    std::int32_t priority = 0;
};

/// What a trace recorded of a job, for overlays; the simulator ignores it. Times from the scenario's start.
struct RecordedRun {
    std::optional<TimeMs> start;
    std::optional<TimeMs> end;
    StringId status;
    std::int32_t attempts = 0;
};

/// The merged job list: a plain value. Copies share their content until one of them changes, so that a copy of a
/// scenario with a million jobs costs nothing; the first change to a shared table copies it. Copies may be read in
/// different threads; one object may not be changed while another thread copies it.
class JobTable {
public:
    JobTable() = default;
    // Never null, so it is copied even where it could be moved from.
    JobTable(const JobTable&) = default;
    JobTable& operator=(const JobTable&) = default;
    ~JobTable() = default;

    [[nodiscard]] std::size_t size() const { return data_->jobs.size(); }
    [[nodiscard]] bool empty() const { return data_->jobs.empty(); }
    [[nodiscard]] const Job& operator[](JobIndex index) const { return data_->jobs[index.value()]; }
    [[nodiscard]] const std::vector<Job>& jobs() const { return data_->jobs; }
    [[nodiscard]] const JobProfile& profile(ProfileIndex index) const { return data_->profiles[index.value()]; }
    [[nodiscard]] const JobProfile& profileOf(JobIndex index) const { return profile((*this)[index].profile); }
    [[nodiscard]] const StringPool& strings() const { return data_->strings; }
    [[nodiscard]] std::string_view text(StringId id) const { return data_->strings.text(id); }
    /// Whether both are copies of one table that neither has changed: equal without a look at the jobs.
    [[nodiscard]] bool isSameAs(const JobTable& other) const { return data_ == other.data_; }

    void reserve(std::size_t count) { own().jobs.reserve(count); }
    /// Appends and returns its index. Its `profile`, `share` and `unit` must be valid.
    JobIndex add(const Job& job);
    /// The index of an equal profile, added when new.
    ProfileIndex internProfile(const JobProfile& profile);
    StringId intern(std::string_view text);
    /// Replaces a job in place (its id stays); undo commands and window clipping use it.
    void replace(JobIndex index, const Job& job) { own().jobs[index.value()] = job; }
    /// Gives a job an id that no other job has.
    void setId(JobIndex index, StringId id);
    /// Takes out every job with `gone[index]`; those after it move up.
    void removeAll(const std::vector<bool>& gone);

    /// What was recorded of a job; null when nothing was.
    [[nodiscard]] const RecordedRun* recorded(JobIndex index) const;
    void setRecorded(JobIndex index, const RecordedRun& run);

    /// The job a `jobId` names: a given id, else the decimal index of a job without one. Invalid when there is none.
    [[nodiscard]] JobIndex find(std::string_view jobId) const;
    /// The job without a given id whose decimal index `jobId` is. Invalid when there is none.
    [[nodiscard]] JobIndex findByIndex(std::string_view jobId) const;
    /// The job's id as given, else its index in decimal.
    [[nodiscard]] std::string displayId(JobIndex index) const;

private:
    struct Data {
        std::vector<Job> jobs;
        std::vector<JobProfile> profiles;
        StringPool strings;
        std::unordered_map<StringId, JobIndex> byId;
        std::vector<RecordedRun> recorded;
    };

    /// The content, copied first when others share it.
    Data& own();

    std::shared_ptr<Data> data_ = std::make_shared<Data>();
};

} // namespace quotaboard
