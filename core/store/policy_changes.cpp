// SPDX-License-Identifier: Apache-2.0
#include "core/store/policy_changes.h"

#include "core/exchange/json_numbers.h"
#include "core/exchange/names.h"
#include "core/exchange/policy_json.h"
#include "core/store/timed_changes.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

std::string text(bool value, const char* yes, const char* no)
{
    return value ? yes : no;
}

std::string numberText(double value)
{
    return jsonText(numberToJson(value));
}

template <class T>
std::string optionalText(const std::optional<T>& value)
{
    if (!value)
        return {};
    if constexpr (std::is_same_v<T, double>)
        return numberText(*value);
    else
        return std::to_string(*value);
}

/// Collects rows about one object.
class Rows {
public:
    explicit Rows(std::vector<PolicyChange>& rows)
        : rows_(rows)
    {
    }

    void about(std::string kind, std::string object)
    {
        kind_ = std::move(kind);
        object_ = std::move(object);
    }
    void compare(const std::string& field, const std::string& before, const std::string& after)
    {
        if (before != after)
            rows_.push_back(PolicyChange{kind_, object_, field, before, after});
    }

private:
    std::vector<PolicyChange>& rows_;
    std::string kind_;
    std::string object_;
};

void compareLimits(
    Rows& rows, const Scenario& before, const CapacityLimits& old, const Scenario& after, const CapacityLimits& now)
{
    std::vector<std::string> units;
    std::map<std::string, std::pair<std::string, std::string>> values;
    const auto collect = [&](const Scenario& scenario, const CapacityLimits& limits, auto member) {
        for (const CapacityLimit& limit : limits) {
            const std::string& unit = scenario.unitName(limit.unit);
            if (!values.contains(unit))
                units.push_back(unit);
            values[unit].*member = std::to_string(limit.maxCapacity);
        }
    };
    collect(before, old, &std::pair<std::string, std::string>::first);
    collect(after, now, &std::pair<std::string, std::string>::second);
    for (const std::string& unit : units)
        rows.compare("limit:" + unit, values[unit].first, values[unit].second);
}

void compareShare(
    Rows& rows, const Scenario& before, const QuotaShare& old, const Scenario& after, const QuotaShare& now)
{
    rows.about("share", old.name);
    rows.compare("name", old.name, now.name);
    rows.compare("state", enabledText(old.isEnabled), enabledText(now.isEnabled));
    compareLimits(rows, before, old.limits, after, now.limits);
    rows.compare("strategy", std::string{nameOf(old.sharing.strategy)}, std::string{nameOf(now.sharing.strategy)});
    rows.compare("borrowLimit", borrowLimitText(old.sharing), borrowLimitText(now.sharing));
    rows.compare("inSharePreemption", enabledText(old.inSharePreemption), enabledText(now.inSharePreemption));
    rows.compare("owner", old.owner, now.owner);
    rows.compare("color", old.color, now.color);
    rows.compare("notes", old.notes, now.notes);
    rows.compare("protected", text(old.isProtected, "true", "false"), text(now.isProtected, "true", "false"));
    const InterruptionBudget was = old.budget.value_or(InterruptionBudget{});
    const InterruptionBudget is = now.budget.value_or(InterruptionBudget{});
    rows.compare("budget.preemptionsPerJob", optionalText(was.preemptionsPerJob), optionalText(is.preemptionsPerJob));
    rows.compare(
        "budget.lostGpuHoursPerWeek", optionalText(was.lostGpuHoursPerWeek), optionalText(is.lostGpuHoursPerWeek));
}

/// Which share of `after` each of `before` became; -1 for one that is gone. A share that has another name in the same
/// place, where nothing was added or removed, was renamed.
std::vector<int> matchShares(const Scenario& before, const Scenario& after)
{
    std::map<std::string, int> byName;
    for (std::size_t i = 0; i < after.shares.size(); ++i)
        byName[after.shares[i].name] = static_cast<int>(i);
    std::set<std::string> old;
    for (const QuotaShare& share : before.shares)
        old.insert(share.name);
    std::vector<int> match;
    for (std::size_t i = 0; i < before.shares.size(); ++i) {
        const auto found = byName.find(before.shares[i].name);
        const bool isRenamed = found == byName.end() && before.shares.size() == after.shares.size()
            && !old.contains(after.shares[i].name);
        match.push_back(found != byName.end() ? found->second : isRenamed ? static_cast<int>(i) : -1);
    }
    return match;
}

void compareShares(Rows& rows, const Scenario& before, const Scenario& after)
{
    const std::vector<int> match = matchShares(before, after);
    std::vector<int> order;
    for (std::size_t i = 0; i < match.size(); ++i) {
        const QuotaShare& share = before.shares[i];
        if (match[i] >= 0) {
            compareShare(rows, before, share, after, after.shares[static_cast<std::size_t>(match[i])]);
            order.push_back(match[i]);
            continue;
        }
        rows.about("share", share.name);
        rows.compare("share", jsonText(quotaShareToJson(before, share)), {});
    }
    for (std::size_t i = 0; i < after.shares.size(); ++i) {
        if (std::find(match.begin(), match.end(), static_cast<int>(i)) != match.end())
            continue;
        rows.about("share", after.shares[i].name);
        rows.compare("share", {}, jsonText(quotaShareToJson(after, after.shares[i])));
    }
    if (std::is_sorted(order.begin(), order.end()))
        return;
    const auto names = [](const Scenario& scenario) {
        Json list = Json::array();
        for (const QuotaShare& share : scenario.shares)
            list.push_back(share.name);
        return jsonText(list);
    };
    rows.about("queue", before.jobQueue.name);
    rows.compare("shareOrder", names(before), names(after));
}

void comparePlatform(Rows& rows, const Platform& before, const Platform& after)
{
    rows.about("platform", {});
    const auto old = platformTexts(before);
    const auto now = platformTexts(after);
    for (std::size_t i = 0; i < old.size(); ++i)
        rows.compare(old[i].first, old[i].second, now[i].second);
    rows.compare("seed", std::to_string(before.seed), std::to_string(after.seed));
}

void compareHead(Rows& rows, const Scenario& before, const Scenario& after)
{
    rows.about("scenario", before.name);
    rows.compare("name", before.name, after.name);
    rows.compare("description", before.description, after.description);
    rows.compare("startTime", formatIsoInstant(before.startTime), formatIsoInstant(after.startTime));
    rows.compare("horizonSeconds", before.horizon ? secondsText(*before.horizon) : std::string{},
        after.horizon ? secondsText(*after.horizon) : std::string{});
    const Json units[]{capacityUnitsToJson(before), capacityUnitsToJson(after)};
    if (units[0] != units[1]) {
        rows.about("capacityUnits", {});
        rows.compare("capacityUnits", jsonText(units[0]), jsonText(units[1]));
    }
    rows.about("environment", before.environment.name);
    rows.compare("name", before.environment.name, after.environment.name);
    rows.compare("state", enabledText(before.environment.isEnabled), enabledText(after.environment.isEnabled));
    compareLimits(rows, before, before.environment.limits, after, after.environment.limits);
    const JobQueue& old = before.jobQueue;
    const JobQueue& now = after.jobQueue;
    rows.about("queue", old.name);
    rows.compare("name", old.name, now.name);
    rows.compare("state", enabledText(old.isEnabled), enabledText(now.isEnabled));
    rows.compare("priority", std::to_string(old.priority), std::to_string(now.priority));
    if (old.timeLimits != now.timeLimits) {
        const auto limits = [](const JobQueue& queue) {
            const Json json = jobQueueToJson(queue);
            return json.contains("jobStateTimeLimitActions") ? jsonText(json["jobStateTimeLimitActions"])
                                                             : std::string{};
        };
        rows.compare("timeLimits", limits(old), limits(now));
    }
    rows.compare("schedulingPolicy", before.schedulingPolicyName, after.schedulingPolicyName);
}

/// What was changed of jobs in lists of one length.
struct JobDifferences {
    std::vector<JobIndex> priority;
    std::vector<JobIndex> share;
    std::size_t other = 0;
};

/// What the shares of `before` are called in `after`; those that only jobs and interventions name keep their names.
std::vector<std::string> namesNow(const Scenario& before, const Scenario& after)
{
    std::vector<std::string> names = before.shareNames;
    const std::vector<int> match = matchShares(before, after);
    for (std::size_t i = 0; i < match.size(); ++i) {
        if (match[i] >= 0)
            names[i] = after.shares[static_cast<std::size_t>(match[i])].name;
    }
    return names;
}

/// Whether two jobs say the same but for priority and share, whatever tables they are of.
bool isSameBesides(const Scenario& before, const Scenario& after, JobIndex index)
{
    const Job& old = before.jobs[index];
    const Job& now = after.jobs[index];
    const auto text = [](const Scenario& scenario, StringId id) {
        return id.isValid() ? std::optional{scenario.jobs.text(id)} : std::nullopt;
    };
    return old.submit == now.submit && old.work == now.work && old.deadline == now.deadline
        && old.instances == now.instances && text(before, old.name) == text(after, now.name)
        && text(before, old.id) == text(after, now.id) && text(before, old.user) == text(after, now.user)
        && text(before, old.workloadClass) == text(after, now.workloadClass)
        && before.unitName(old.unit) == after.unitName(now.unit)
        && before.jobs.profile(old.profile) == after.jobs.profile(now.profile);
}

JobDifferences differencesOf(const Scenario& before, const Scenario& after)
{
    const std::vector<std::string> names = namesNow(before, after);
    JobDifferences found;
    for (std::size_t i = 0; i < after.jobs.size(); ++i) {
        const JobIndex index{i};
        const Job& old = before.jobs[index];
        const Job& now = after.jobs[index];
        if (old.priority != now.priority)
            found.priority.push_back(index);
        // A renamed share keeps its jobs, and removing one gives others new numbers.
        if (names[old.share.value()] != after.shareName(now.share))
            found.share.push_back(index);
        if (!isSameBesides(before, after, index))
            ++found.other;
    }
    return found;
}

void compareJobs(Rows& rows, const Scenario& before, const Scenario& after)
{
    if (before.jobs.isSameAs(after.jobs))
        return;
    rows.about("jobs", {});
    if (before.jobs.size() != after.jobs.size()) {
        rows.compare("count", std::to_string(before.jobs.size()), std::to_string(after.jobs.size()));
        return;
    }
    const JobDifferences found = differencesOf(before, after);
    const auto tell = [&](const std::vector<JobIndex>& jobs, const char* field, auto&& value) {
        if (jobs.size() > kMostJobRows) {
            rows.about("jobs", {});
            rows.compare(field, {}, std::to_string(jobs.size()));
            return;
        }
        for (const JobIndex job : jobs) {
            rows.about("job", after.jobs.displayId(job));
            rows.compare(field, value(before, job), value(after, job));
        }
    };
    tell(found.priority, "schedulingPriority",
        [](const Scenario& s, JobIndex job) { return std::to_string(s.jobs[job].priority); });
    tell(found.share, "quotaShareName", [](const Scenario& s, JobIndex job) { return s.shareName(s.jobs[job].share); });
    rows.about("jobs", {});
    if (found.other > 0)
        rows.compare("other", {}, std::to_string(found.other));
}

std::optional<std::int64_t> wholeNumber(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool isLargePriorityStep(const PolicyChange& change, const ReasonThresholds& thresholds)
{
    const auto before = wholeNumber(change.oldValue);
    const auto after = wholeNumber(change.newValue);
    // Many at once.
    if (!before || !after)
        return true;
    if (std::abs(*after - *before) >= thresholds.priorityStep)
        return true;
    return thresholds.priorityClass > 0 && *after / thresholds.priorityClass != *before / thresholds.priorityClass;
}

bool isLargeLimitStep(const PolicyChange& change, const Scenario& scenario, const ReasonThresholds& thresholds)
{
    const std::int64_t before = wholeNumber(change.oldValue).value_or(0);
    const std::int64_t step = std::abs(wholeNumber(change.newValue).value_or(0) - before);
    if (static_cast<double>(step) >= thresholds.limitFraction * static_cast<double>(before))
        return true;
    const UnitIndex unit = scenario.findUnit(change.field.substr(change.field.find(':') + 1));
    return unit.isValid() && thresholds.largeUnitAccelerators > 0
        && scenario.units[unit.value()].gpus >= thresholds.largeUnitAccelerators;
}

} // namespace

std::vector<PolicyChange> changesBetween(const Scenario& before, const Scenario& after)
{
    std::vector<PolicyChange> changes;
    Rows rows(changes);
    compareHead(rows, before, after);
    compareShares(rows, before, after);
    comparePlatform(rows, before.platform, after.platform);
    for (PolicyChange& change : timedChangesBetween(before, after))
        changes.push_back(std::move(change));
    compareJobs(rows, before, after);
    return changes;
}

bool needsReason(const PolicyChange& change, const Scenario& scenario, const ReasonThresholds& thresholds)
{
    if (thresholds.isOptional)
        return false;
    if (change.field == "schedulingPriority")
        return isLargePriorityStep(change, thresholds);
    if (change.field.starts_with("limit:"))
        return isLargeLimitStep(change, scenario, thresholds);
    const bool isRule = change.field == "strategy" || change.field == "borrowLimit"
        || change.field == "inSharePreemption" || change.field == "share" || change.objectKind == "platform"
        || change.objectKind == "intervention" || change.field == "timeLimits" || change.field == "state";
    return isRule && thresholds.rules;
}

} // namespace quotaboard
