// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/job_order.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>

namespace quotaboard {

namespace {

constexpr std::size_t kPerReport = std::size_t{1} << 14;

/// A job with what it is sorted by.
struct Keyed {
    std::int64_t key;
    JobIndex job;
};

/// Ranks of the texts that occur, so that each is compared once and not once a job.
class TextRanks {
public:
    TextRanks(const JobTable& jobs, StringId Job::*text)
    {
        std::vector<bool> occurs(jobs.strings().size());
        for (const Job& job : jobs.jobs()) {
            if ((job.*text).isValid())
                occurs[(job.*text).value()] = true;
        }
        std::vector<std::uint32_t> ids;
        for (std::size_t i = 0; i < occurs.size(); ++i) {
            if (occurs[i])
                ids.push_back(static_cast<std::uint32_t>(i));
        }
        std::sort(ids.begin(), ids.end(),
            [&](std::uint32_t a, std::uint32_t b) { return jobs.text(StringId{a}) < jobs.text(StringId{b}); });
        ranks_.resize(occurs.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            ranks_[ids[i]] = static_cast<std::int64_t>(i);
    }
    /// Jobs without the text come first.
    [[nodiscard]] std::int64_t of(StringId id) const { return id.isValid() ? ranks_[id.value()] : -1; }

private:
    std::vector<std::int64_t> ranks_;
};

/// Ranks of a short list of names.
template <class List, class Name>
std::vector<std::int64_t> ranksOf(const List& list, Name name)
{
    std::vector<std::size_t> order(list.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return name(list[a]) < name(list[b]); });
    std::vector<std::int64_t> ranks(list.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        ranks[order[i]] = static_cast<std::int64_t>(i);
    return ranks;
}

using KeyOf = std::function<std::int64_t(JobIndex, const Job&)>;

KeyOf textKey(const Scenario& scenario, StringId Job::*text)
{
    return [ranks = std::make_shared<TextRanks>(scenario.jobs, text), text](
               JobIndex, const Job& job) { return ranks->of(job.*text); };
}

KeyOf profileKey(const Scenario& scenario, std::int64_t (*value)(const JobProfile&))
{
    return [&jobs = scenario.jobs, value](JobIndex, const Job& job) { return value(jobs.profile(job.profile)); };
}

KeyOf keyOf(const JobOrderRequest& request, JobColumn column)
{
    const Scenario& scenario = *request.scenario;
    switch (column) {
    case JobColumn::Id:
        return textKey(scenario, &Job::id);
    case JobColumn::Name:
        return textKey(scenario, &Job::name);
    case JobColumn::Class:
        return textKey(scenario, &Job::workloadClass);
    case JobColumn::User:
        return textKey(scenario, &Job::user);
    case JobColumn::Share:
        return [ranks = ranksOf(scenario.shareNames, [](const std::string& name) { return std::string_view{name}; })](
                   JobIndex, const Job& job) { return ranks[job.share.value()]; };
    case JobColumn::Unit:
        return [ranks = ranksOf(scenario.units, [](const CapacityUnit& unit) { return std::string_view{unit.name}; })](
                   JobIndex, const Job& job) { return ranks[job.unit.value()]; };
    case JobColumn::Instances:
        return [](JobIndex, const Job& job) { return std::int64_t{job.instances}; };
    case JobColumn::Submit:
        return [](JobIndex, const Job& job) { return job.submit; };
    case JobColumn::Work:
        return [](JobIndex, const Job& job) { return job.work; };
    case JobColumn::Priority:
        return [](JobIndex, const Job& job) { return std::int64_t{job.priority}; };
    case JobColumn::Deadline:
        return [](JobIndex, const Job& job) { return job.deadline; };
    case JobColumn::Checkpoint:
        return profileKey(scenario, [](const JobProfile& p) { return p.checkpoint ? p.checkpoint->interval : kNever; });
    case JobColumn::Restore:
        return profileKey(scenario, [](const JobProfile& p) { return p.restore; });
    case JobColumn::Retries:
        return profileKey(scenario,
            [](const JobProfile& p) { return p.preemptionRetries ? std::int64_t{*p.preemptionRetries} : kNever; });
    case JobColumn::State:
        return [states = request.states](
                   JobIndex job, const Job&) { return states ? static_cast<std::int64_t>((*states)[job.value()]) : 0; };
    case JobColumn::Wait:
        return [waits = request.waits](
                   JobIndex job, const Job&) { return waits ? (*waits)[job.value()] : std::int64_t{0}; };
    }
    return {};
}

/// Sorts in pieces that double, so that a cancelled sort ends soon.
bool sortInPieces(std::vector<Keyed>& list, bool isDescending, Progress* progress)
{
    const auto before = [isDescending](const Keyed& a, const Keyed& b) {
        if (a.key != b.key)
            return isDescending ? a.key > b.key : a.key < b.key;
        return a.job < b.job;
    };
    const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(std::min(i, list.size())); };
    const auto isCancelled = [progress] { return progress != nullptr && progress->isCancelled(); };
    for (std::size_t i = 0; i < list.size(); i += kPerReport) {
        if (isCancelled())
            return false;
        std::sort(at(i), at(i + kPerReport), before);
    }
    for (std::size_t width = kPerReport; width < list.size(); width *= 2) {
        for (std::size_t i = 0; i + width < list.size(); i += 2 * width) {
            if (isCancelled())
                return false;
            std::inplace_merge(at(i), at(i + width), at(i + 2 * width), before);
        }
    }
    return true;
}

} // namespace

std::optional<std::vector<JobIndex>> orderedJobs(const JobOrderRequest& request, Progress* progress)
{
    const Scenario& scenario = *request.scenario;
    const std::size_t count = scenario.jobs.size();
    if (request.filter.isEmpty() && !request.column) {
        std::vector<JobIndex> all;
        all.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            all.emplace_back(i);
        return all;
    }
    const KeyOf key = request.column ? keyOf(request, *request.column) : KeyOf{};
    std::vector<Keyed> list;
    if (progress != nullptr)
        progress->setTotal(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kPerReport == 0 && progress != nullptr) {
            progress->setDone(i);
            if (progress->isCancelled())
                return std::nullopt;
        }
        const JobIndex job{i};
        const JobState state = request.states ? (*request.states)[i] : JobState::Unknown;
        if (request.filter.isEmpty() || request.filter.matches(scenario, job, state))
            list.push_back({key ? key(job, scenario.jobs[job]) : static_cast<std::int64_t>(i), job});
    }
    if (key && !sortInPieces(list, request.isDescending, progress))
        return std::nullopt;
    std::vector<JobIndex> result(list.size());
    std::transform(list.begin(), list.end(), result.begin(), [](const Keyed& item) { return item.job; });
    return result;
}

} // namespace quotaboard
