// SPDX-License-Identifier: Apache-2.0
#include "core/store/change_review.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace quotaboard {

namespace {

constexpr TimeMs kWeek = 7 * kMsPerDay;
/// 1970-01-01 was a Thursday.
constexpr TimeMs kFirstMonday = 4 * kMsPerDay;

TimeMs weekOf(TimeMs wallMs)
{
    const TimeMs since = wallMs - kFirstMonday;
    const TimeMs weeks = since >= 0 ? since / kWeek : -((kWeek - 1 - since) / kWeek);
    return kFirstMonday + weeks * kWeek;
}

std::optional<std::int64_t> number(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

double medianOf(std::vector<std::int64_t> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    if (values.size() % 2 == 1)
        return static_cast<double>(values[middle]);
    return (static_cast<double>(values[middle - 1]) + static_cast<double>(values[middle])) / 2;
}

using Key = std::pair<std::string, TimeMs>;

/// Sums up the rows of a record.
class Review {
public:
    explicit Review(const Scenario& scenario)
        : scenario_(scenario)
    {
    }

    void read(const ChangeRow& row)
    {
        const PolicyChange& what = row.what;
        if (what.objectKind == "job" && what.field == "schedulingPriority")
            readPriority(row);
        const bool isLimit
            = what.field.starts_with("limit:") || what.field == "strategy" || what.field == "borrowLimit";
        if (what.objectKind == "share" && isLimit && row.kind != ChangeKind::Undo)
            ++weeks_[{what.object, weekOf(row.wallMs)}].limitChanges;
    }

    std::vector<ExceptionWeek> finish()
    {
        std::vector<ExceptionWeek> result;
        for (auto& [key, week] : weeks_) {
            week.share = key.first;
            week.weekMs = key.second;
            if (const auto raises = raises_.find(key); raises != raises_.end())
                week.medianRaise = medianOf(raises->second);
            if (const auto again = again_.find(key); again != again_.end())
                week.jobsRaisedAgain = static_cast<std::int64_t>(again->second.size());
            week.topPriorityPart = topPart(key);
            result.push_back(week);
        }
        return result;
    }

private:
    struct Step {
        TimeMs wallMs = 0;
        std::int64_t before = 0;
    };

    void readPriority(const ChangeRow& row)
    {
        const auto before = number(row.what.oldValue);
        const auto after = number(row.what.newValue);
        if (!before || !after)
            return;
        const JobIndex job = scenario_.jobs.find(row.what.object);
        if (job.isValid())
            steps_[job].push_back({row.wallMs, *before});
        if (*after <= *before || row.kind == ChangeKind::Undo)
            return;
        const std::string share = job.isValid() ? scenario_.shareName(scenario_.jobs[job].share) : std::string{};
        const Key key{share, weekOf(row.wallMs)};
        ExceptionWeek& week = weeks_[key];
        ++week.raises;
        if (row.ticket.empty())
            ++week.raisesWithoutTicket;
        raises_[key].push_back(*after - *before);
        if (!raised_.insert(row.what.object).second)
            again_[key].insert(row.what.object);
    }

    /// What a job's priority was at a time: what the first change after it found.
    [[nodiscard]] std::int64_t priorityAt(JobIndex job, TimeMs wallMs) const
    {
        if (const auto steps = steps_.find(job); steps != steps_.end()) {
            for (const Step& step : steps->second) {
                if (step.wallMs >= wallMs)
                    return step.before;
            }
        }
        return scenario_.jobs[job].priority;
    }

    [[nodiscard]] std::optional<double> topPart(const Key& key) const
    {
        const ShareIndex share = scenario_.findShare(key.first);
        const TimeMs end = key.second + kWeek;
        std::int64_t highest = 0;
        for (std::size_t i = 0; i < scenario_.jobs.size(); ++i)
            highest = std::max(highest, priorityAt(JobIndex{i}, end));
        std::int64_t all = 0;
        std::int64_t top = 0;
        for (std::size_t i = 0; share.isValid() && i < scenario_.jobs.size(); ++i) {
            if (scenario_.jobs[JobIndex{i}].share != share)
                continue;
            ++all;
            top += priorityAt(JobIndex{i}, end) * 10 >= highest * 9 ? 1 : 0;
        }
        if (all == 0 || highest == 0)
            return std::nullopt;
        return static_cast<double>(top) / static_cast<double>(all);
    }

    const Scenario& scenario_;
    std::map<Key, ExceptionWeek> weeks_;
    std::map<Key, std::vector<std::int64_t>> raises_;
    std::map<Key, std::set<std::string>> again_;
    std::set<std::string> raised_;
    std::map<JobIndex, std::vector<Step>> steps_;
};

} // namespace

std::vector<ExceptionWeek> exceptionWeeks(
    std::span<const ChangeRow> rows, const Scenario& scenario, const std::string& scenarioName)
{
    Review review(scenario);
    for (const ChangeRow& row : rows) {
        if (scenarioName.empty() || row.scenario == scenarioName)
            review.read(row);
    }
    return review.finish();
}

} // namespace quotaboard
