// SPDX-License-Identifier: Apache-2.0
#include "core/model/job.h"

#include <charconv>

namespace quotaboard {

bool ExitRule::matches(std::string_view statusText) const
{
    if (!pattern.empty() && pattern.back() == '*')
        return statusText.starts_with(std::string_view{pattern}.substr(0, pattern.size() - 1));
    return statusText == pattern;
}

JobIndex JobTable::add(const Job& job)
{
    const JobIndex index{jobs_.size()};
    jobs_.push_back(job);
    if (job.id.isValid())
        byId_.emplace(job.id, index);
    return index;
}

ProfileIndex JobTable::internProfile(const JobProfile& profile)
{
    // Workloads have a handful of profiles; the most recent one is nearly always the answer.
    for (std::size_t i = profiles_.size(); i-- > 0;) {
        if (profiles_[i] == profile)
            return ProfileIndex{i};
    }
    profiles_.push_back(profile);
    return ProfileIndex{profiles_.size() - 1};
}

const RecordedRun* JobTable::recorded(JobIndex index) const
{
    if (index.value() >= recorded_.size())
        return nullptr;
    const RecordedRun& run = recorded_[index.value()];
    return run.start || run.end || run.status.isValid() || run.attempts != 0 ? &run : nullptr;
}

void JobTable::setRecorded(JobIndex index, const RecordedRun& run)
{
    if (recorded_.size() <= index.value())
        recorded_.resize(index.value() + 1U);
    recorded_[index.value()] = run;
}

JobIndex JobTable::find(std::string_view jobId) const
{
    if (const StringId id = strings_.find(jobId); id.isValid()) {
        if (const auto found = byId_.find(id); found != byId_.end())
            return found->second;
    }
    return findByIndex(jobId);
}

JobIndex JobTable::findByIndex(std::string_view jobId) const
{
    if (jobId.size() > 1 && jobId.front() == '0')
        return {};
    std::uint32_t index = 0;
    const auto [end, failure] = std::from_chars(jobId.data(), jobId.data() + jobId.size(), index);
    if (failure != std::errc{} || end != jobId.data() + jobId.size() || index >= jobs_.size())
        return {};
    return jobs_[index].id.isValid() ? JobIndex{} : JobIndex{index};
}

std::string JobTable::displayId(JobIndex index) const
{
    const Job& job = (*this)[index];
    return job.id.isValid() ? std::string{text(job.id)} : std::to_string(index.value());
}

} // namespace quotaboard
