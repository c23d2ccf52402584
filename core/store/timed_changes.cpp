// SPDX-License-Identifier: Apache-2.0
#include "core/store/timed_changes.h"

#include "core/exchange/json_numbers.h"
#include "core/exchange/names.h"
#include "core/exchange/policy_json.h"
#include "core/model/scenario_edits.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

/// What an edit is about, and what it sets there. Kind and object are empty for edits that are told as a whole.
struct Target {
    std::string kind;
    std::string object;
    std::map<std::string, std::string> before;
    std::map<std::string, std::string> after;
};

using Values = std::map<std::string, std::string>;

void putLimits(Values& values, const Scenario& scenario, const CapacityLimits& limits)
{
    for (const CapacityLimit& limit : limits)
        values["limit:" + scenario.unitName(limit.unit)] = std::to_string(limit.maxCapacity);
}

Values valuesOf(const Scenario& scenario, const PolicyState& policy, ShareIndex share)
{
    Values values;
    if (!policy.exists(share))
        return values;
    const PolicyState::Share& state = policy.share(share);
    values["state"] = enabledText(state.isEnabled);
    values["strategy"] = nameOf(state.sharing.strategy);
    values["borrowLimit"] = borrowLimitText(state.sharing);
    values["inSharePreemption"] = enabledText(state.inSharePreemption);
    putLimits(values, scenario, state.limits);
    return values;
}

Values valuesOfEnvironment(const Scenario& scenario, const PolicyState& policy)
{
    Values values{{"state", enabledText(policy.environmentEnabled())}};
    putLimits(values, scenario, policy.environmentLimits());
    return values;
}

Values valuesOfPlatform(const PolicyState& policy)
{
    const auto texts = platformTexts(policy.platform());
    return {texts.begin(), texts.end()};
}

/// Finds out what an edit does to a scenario that has all others.
class TargetFinder {
public:
    TargetFinder(const Scenario& scenario, TimeMs at)
        : scenario_(scenario)
        , at_(at)
        , policy_(policyAt(scenario, at))
    {
    }

    Target operator()(const UpdateQuotaShare& edit) const
    {
        if (!edit.share.isValid())
            return {};
        return target("share", edit.name, edit,
            [&](const PolicyState& policy) { return valuesOf(scenario_, policy, edit.share); });
    }
    Target operator()(const UpdateServiceEnvironment& edit) const
    {
        return target("environment", scenario_.environment.name, edit,
            [&](const PolicyState& policy) { return valuesOfEnvironment(scenario_, policy); });
    }
    Target operator()(const UpdatePlatform& edit) const { return target("platform", {}, edit, valuesOfPlatform); }
    Target operator()(const UpdateServiceJob& edit) const
    {
        if (!edit.job.isValid())
            return {};
        std::int32_t priority = scenario_.jobs[edit.job].priority;
        forEachEarlier<UpdateServiceJob>(edit.job, [&](const UpdateServiceJob& e) { priority = e.priority; });
        return {"job", scenario_.jobs.displayId(edit.job), {{"schedulingPriority", std::to_string(priority)}},
            {{"schedulingPriority", std::to_string(edit.priority)}}};
    }
    Target operator()(const MoveServiceJob& edit) const
    {
        if (!edit.job.isValid())
            return {};
        std::string share = scenario_.shareName(scenario_.jobs[edit.job].share);
        forEachEarlier<MoveServiceJob>(edit.job, [&](const MoveServiceJob& e) { share = e.name; });
        return {
            "job", scenario_.jobs.displayId(edit.job), {{"quotaShareName", share}}, {{"quotaShareName", edit.name}}};
    }
    template <class Other>
    Target operator()(const Other&) const
    {
        return {};
    }

private:
    template <class Edit, class GetValues>
    Target target(std::string kind, std::string object, const Edit& edit, GetValues&& get) const
    {
        PolicyState edited = policy_;
        (void)edited.apply(edit);
        return {std::move(kind), std::move(object), get(policy_), get(edited)};
    }
    template <class Edit, class Use>
    void forEachEarlier(JobIndex job, Use&& use) const
    {
        for (const Intervention& intervention : scenario_.interventions) {
            const auto* edit = std::get_if<Edit>(&intervention.edit);
            if (edit != nullptr && edit->job == job && intervention.at <= at_)
                use(*edit);
        }
    }

    const Scenario& scenario_;
    TimeMs at_;
    PolicyState policy_;
};

struct Told {
    std::string words;
    const Intervention* intervention = nullptr;
};

std::vector<Told> tell(const Scenario& scenario)
{
    std::vector<Told> list;
    for (const Intervention& intervention : scenario.interventions)
        list.push_back({jsonText(interventionToJson(scenario, intervention)), &intervention});
    return list;
}

/// Takes what both have out of both.
void dropCommon(
    std::vector<Told>& a, std::vector<Told>& b, std::vector<Intervention>& ofA, std::vector<Intervention>& ofB)
{
    std::erase_if(b, [&](const Told& told) {
        const auto same
            = std::find_if(a.begin(), a.end(), [&](const Told& other) { return other.words == told.words; });
        if (same == a.end())
            return false;
        ofA.push_back(*same->intervention);
        ofB.push_back(*told.intervention);
        a.erase(same);
        return true;
    });
}

using Key = std::tuple<TimeMs, std::string, std::string, std::string>;

/// A field at a time: what the policy has without the edits that differ, what the old one says, and what the new one
/// says.
struct Field {
    std::string base;
    std::optional<std::string> removed;
    std::optional<std::string> added;
};

class TimedChanges {
public:
    TimedChanges(const Scenario& before, const Scenario& after)
        : removed_(tell(before))
        , added_(tell(after))
    {
        std::vector<Intervention> ofBefore;
        std::vector<Intervention> ofAfter;
        dropCommon(removed_, added_, ofBefore, ofAfter);
        if (removed_.empty() && added_.empty())
            return;
        // The edits that differ point into the scenarios that they are of.
        Scenario commonBefore = before;
        commonBefore.interventions = std::move(ofBefore);
        Scenario commonAfter = after;
        commonAfter.interventions = std::move(ofAfter);
        for (const Told& told : removed_)
            collect(commonBefore, told, &Field::removed);
        for (const Told& told : added_)
            collect(commonAfter, told, &Field::added);
        tellFields();
        // Another reason, or an edit that does nothing: still another document.
        if (changes_.empty()) {
            whole_.clear();
            for (const Told& told : removed_)
                whole_.push_back({told.intervention->at, told.words, {}});
            for (const Told& told : added_)
                whole_.push_back({told.intervention->at, {}, told.words});
        }
        tellWhole();
    }

    std::vector<PolicyChange> take() { return std::move(changes_); }

private:
    struct Whole {
        TimeMs at = 0;
        std::string before;
        std::string after;
    };

    void collect(const Scenario& common, const Told& told, std::optional<std::string> Field::*side)
    {
        const TimeMs at = told.intervention->at;
        const Target target = std::visit(TargetFinder(common, at), told.intervention->edit);
        if (target.kind.empty()) {
            const bool isAdded = side == &Field::added;
            whole_.push_back({at, isAdded ? std::string{} : told.words, isAdded ? told.words : std::string{}});
            return;
        }
        Values all = target.before;
        all.insert(target.after.begin(), target.after.end());
        for (const auto& [field, ignored] : all) {
            const auto was = target.before.find(field);
            const auto is = target.after.find(field);
            const std::string base = was == target.before.end() ? std::string{} : was->second;
            const std::string value = is == target.after.end() ? std::string{} : is->second;
            if (base == value)
                continue;
            Field& entry = fields_[{at, target.kind, target.object, field}];
            entry.base = base;
            entry.*side = value;
        }
    }

    void tellFields()
    {
        for (const auto& [key, field] : fields_) {
            const std::string old = field.removed.value_or(field.base);
            const std::string now = field.added.value_or(field.base);
            if (old == now)
                continue;
            PolicyChange change{std::get<1>(key), std::get<2>(key), std::get<3>(key), old, now};
            change.at = std::get<0>(key);
            changes_.push_back(std::move(change));
        }
    }

    void tellWhole()
    {
        if (whole_.size() == 2 && whole_[0].after.empty() && whole_[1].before.empty()) {
            whole_[1].before = whole_[0].before;
            whole_.erase(whole_.begin());
        }
        for (const Whole& whole : whole_) {
            PolicyChange change{"intervention", secondsText(whole.at), "intervention", whole.before, whole.after};
            change.at = whole.at;
            changes_.push_back(std::move(change));
        }
    }

    std::vector<Told> removed_;
    std::vector<Told> added_;
    std::map<Key, Field> fields_;
    std::vector<Whole> whole_;
    std::vector<PolicyChange> changes_;
};

} // namespace

std::vector<PolicyChange> timedChangesBetween(const Scenario& before, const Scenario& after)
{
    return TimedChanges(before, after).take();
}

std::string jsonText(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string secondsText(TimeMs time)
{
    std::string seconds;
    appendSeconds(seconds, time);
    return seconds;
}

std::string borrowLimitText(const ResourceSharing& sharing)
{
    if (sharing.strategy != SharingStrategy::LendAndBorrow)
        return {};
    return sharing.borrowsWithoutLimit() ? "-1" : std::to_string(*sharing.borrowLimit);
}

std::string enabledText(bool isEnabled)
{
    return isEnabled ? "ENABLED" : "DISABLED";
}

std::vector<std::pair<std::string, std::string>> platformTexts(const Platform& platform)
{
    return {{"startupSeconds", secondsText(platform.startup)}, {"stopGraceSeconds", secondsText(platform.stopGrace)},
        {"victimOrder", std::string{nameOf(platform.victimOrder)}},
        {"unassignedCapacity", std::string{nameOf(platform.unassignedCapacity)}},
        {"queueFront", std::string{nameOf(platform.queueFront)}}, {"requeue", std::string{nameOf(platform.requeue)}},
        {"resumeSuccessProbability", jsonText(numberToJson(platform.resumeSuccessProbability))}};
}

} // namespace quotaboard
