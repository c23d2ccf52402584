// SPDX-License-Identifier: Apache-2.0
#include "core/model/job.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstddef>

namespace quotaboard {

bool ExitRule::matches(std::string_view statusText) const
{
    if (!pattern.empty() && pattern.back() == '*')
        return statusText.starts_with(std::string_view{pattern}.substr(0, pattern.size() - 1));
    return statusText == pattern;
}

JobTable::Data& JobTable::own()
{
    if (data_.use_count() != 1)
        data_ = std::make_shared<Data>(*data_);
    else
        // The last other owner may have read in another thread until it let go.
        std::atomic_thread_fence(std::memory_order_acquire);
    return *data_;
}

JobIndex JobTable::add(const Job& job)
{
    Data& data = own();
    const JobIndex index{data.jobs.size()};
    data.jobs.push_back(job);
    if (job.id.isValid())
        data.byId.emplace(job.id, index);
    return index;
}

void JobTable::setId(JobIndex index, StringId id)
{
    Data& data = own();
    Job& job = data.jobs[index.value()];
    if (job.id.isValid())
        data.byId.erase(job.id);
    job.id = id;
    data.byId.emplace(id, index);
}

void JobTable::removeAll(const std::vector<bool>& gone)
{
    Data& data = own();
    std::size_t kept = 0;
    data.recorded.resize(std::min(data.recorded.size(), data.jobs.size()));
    const std::size_t recorded = data.recorded.size();
    std::size_t keptRecorded = 0;
    for (std::size_t i = 0; i < data.jobs.size(); ++i) {
        if (gone[i])
            continue;
        if (i < recorded)
            data.recorded[keptRecorded++] = data.recorded[i];
        data.jobs[kept++] = data.jobs[i];
    }
    data.jobs.resize(kept);
    data.recorded.resize(keptRecorded);
    data.byId.clear();
    for (std::size_t i = 0; i < kept; ++i) {
        if (data.jobs[i].id.isValid())
            data.byId.emplace(data.jobs[i].id, JobIndex{i});
    }
}

ProfileIndex JobTable::internProfile(const JobProfile& profile)
{
    // Workloads have a handful of profiles; the most recent one is nearly always the answer.
    for (std::size_t i = data_->profiles.size(); i-- > 0;) {
        if (data_->profiles[i] == profile)
            return ProfileIndex{i};
    }
    Data& data = own();
    data.profiles.push_back(profile);
    return ProfileIndex{data.profiles.size() - 1};
}

StringId JobTable::intern(std::string_view text)
{
    const StringId known = data_->strings.find(text);
    return known.isValid() ? known : own().strings.intern(text);
}

const RecordedRun* JobTable::recorded(JobIndex index) const
{
    if (index.value() >= data_->recorded.size())
        return nullptr;
    const RecordedRun& run = data_->recorded[index.value()];
    return run.start || run.end || run.status.isValid() || run.attempts != 0 ? &run : nullptr;
}

void JobTable::setRecorded(JobIndex index, const RecordedRun& run)
{
    std::vector<RecordedRun>& recorded = own().recorded;
    if (recorded.size() <= index.value())
        recorded.resize(index.value() + 1U);
    recorded[index.value()] = run;
}

JobIndex JobTable::find(std::string_view jobId) const
{
    if (const StringId id = data_->strings.find(jobId); id.isValid()) {
        if (const auto found = data_->byId.find(id); found != data_->byId.end())
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
    if (failure != std::errc{} || end != jobId.data() + jobId.size() || index >= size())
        return {};
    return (*this)[JobIndex{index}].id.isValid() ? JobIndex{} : JobIndex{index};
}

std::string JobTable::displayId(JobIndex index) const
{
    const Job& job = (*this)[index];
    return job.id.isValid() ? std::string{text(job.id)} : std::to_string(index.value());
}

} // namespace quotaboard
