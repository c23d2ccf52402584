// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/disabled_interventions.h"

#include "core/exchange/json_merge.h"
#include "core/exchange/policy_json.h"
#include "core/exchange/policy_reader.h"
#include "core/model/scenario_edits.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kSubmit = "submitServiceJob";
constexpr const char* kJobId = "jobId";
constexpr const char* kPlace = "place";

bool isSubmit(const Intervention& intervention)
{
    return std::holds_alternative<SubmitServiceJob>(intervention.edit);
}

/// The job that a change of a job is about; not for submissions.
JobIndex jobNamedBy(const PolicyEdit& edit)
{
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.jobId; })
                return e.job;
            else
                return JobIndex{};
        },
        edit);
}

/// In words that mean the same job whatever becomes of the numbers.
DisabledIntervention kept(const Scenario& scenario, const Intervention& intervention)
{
    Json words = interventionToJson(scenario, intervention);
    if (const auto* submit = std::get_if<SubmitServiceJob>(&intervention.edit))
        words[kSubmit][kJobId] = scenario.jobs.displayId(submit->job);
    if (const JobIndex job = jobNamedBy(intervention.edit); job.isValid()) {
        for (auto& [key, value] : words.items()) {
            if (value.is_object() && value.contains(kJobId))
                value[kJobId] = scenario.jobs.displayId(job);
        }
    }
    return {intervention.at, std::move(words)};
}

/// Empty: behind all others of its moment.
std::optional<std::size_t> placeOf(const DisabledIntervention& disabled)
{
    const auto place = disabled.words.find(kPlace);
    const bool isPlace = place != disabled.words.end() && place->is_number_unsigned();
    return isPlace ? std::optional(place->get<std::size_t>()) : std::nullopt;
}

/// Places at one moment that are kept for changes that are off, ascending.
std::vector<std::size_t> placesTaken(const std::vector<DisabledIntervention>& off, TimeMs at)
{
    std::vector<std::size_t> taken;
    for (const DisabledIntervention& disabled : off) {
        if (const auto place = placeOf(disabled); place && disabled.at == at)
            taken.push_back(*place);
    }
    std::sort(taken.begin(), taken.end());
    return taken;
}

/// As kept(), with its place: changes that are on have those places, in order, that no other one is kept for.
DisabledIntervention keptInPlace(
    const Scenario& scenario, const std::vector<DisabledIntervention>& off, std::size_t index)
{
    const std::vector<Intervention>& all = scenario.interventions;
    DisabledIntervention result = kept(scenario, all[index]);
    std::size_t place = 0;
    bool isLast = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].at == result.at) {
            place += i < index ? 1U : 0U;
            isLast = isLast && i <= index;
        }
    }
    for (const std::size_t taken : placesTaken(off, result.at))
        place += taken <= place ? 1U : 0U;
    for (const DisabledIntervention& other : off)
        isLast = isLast && (other.at != result.at || placeOf(other).value_or(place + 1) < place);
    if (!isLast)
        result.words[kPlace] = place;
    return result;
}

Status takeOut(Scenario& scenario, std::size_t index, const std::vector<DisabledIntervention>& off,
    std::vector<DisabledIntervention>& out)
{
    std::vector<DisabledIntervention> known = off;
    known.insert(known.end(), out.begin(), out.end());
    const Intervention intervention = scenario.interventions[index];
    out.push_back(keptInPlace(scenario, known, index));
    if (const auto* submit = std::get_if<SubmitServiceJob>(&intervention.edit)) {
        for (std::size_t i = 0; i < scenario.interventions.size(); ++i) {
            if (jobNamedBy(scenario.interventions[i].edit) == submit->job)
                out.push_back(keptInPlace(scenario, known, i));
        }
        for (std::size_t i = submit->job.value() + 1; i < scenario.jobs.size(); ++i) {
            if (!scenario.jobs[JobIndex{i}].id.isValid())
                scenario.jobs.setId(JobIndex{i}, scenario.jobs.intern(std::to_string(i)));
        }
    }
    return removeIntervention(scenario, InterventionIndex{index});
}

/// The last intervention goes where `place` says, as far as the jobs of submissions stay in their order.
InterventionIndex moveLastTo(Scenario& scenario, std::size_t place, const std::vector<DisabledIntervention>& off)
{
    std::vector<Intervention>& all = scenario.interventions;
    const std::size_t last = all.size() - 1;
    const std::vector<std::size_t> taken = placesTaken(off, all[last].at);
    std::size_t before
        = place - static_cast<std::size_t>(std::lower_bound(taken.begin(), taken.end(), place) - taken.begin());
    std::size_t target = 0;
    while (target < last && (all[target].at != all[last].at || before-- > 0))
        ++target;
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(target);
    if (target == last || (isSubmit(all[last]) && std::any_of(from, all.end() - 1, isSubmit)))
        return InterventionIndex{last};
    std::rotate(from, all.end() - 1, all.end());
    return InterventionIndex{target};
}

/// Whether `whole` says all that `part` does.
bool says(const Json& whole, const Json& part)
{
    if (part.is_object() && whole.is_object()) {
        return std::all_of(part.items().begin(), part.items().end(), [&](const auto& item) {
            const auto found = whole.find(item.key());
            return found != whole.end() && says(*found, item.value());
        });
    }
    if (part.is_array() && whole.is_array())
        return std::equal(whole.begin(), whole.end(), part.begin(), part.end(), says);
    return whole == part;
}

bool isAmong(const std::vector<DisabledIntervention>& list, const DisabledIntervention& item)
{
    return std::find(list.begin(), list.end(), item) != list.end();
}

/// Position of the n-th submission in the list.
std::size_t submissionAt(const Scenario& scenario, std::size_t ordinal)
{
    std::size_t seen = 0;
    for (std::size_t i = 0; i < scenario.interventions.size(); ++i) {
        if (isSubmit(scenario.interventions[i]) && seen++ == ordinal)
            return i;
    }
    return scenario.interventions.size();
}

Error unknown(const std::string& value, const char* what)
{
    return Error{ErrorCode::UnknownReference, {}, {value, what}};
}

/// Finds the job that the last intervention names; what it names must be there.
Status resolveLast(Scenario& scenario)
{
    return std::visit(
        [&](auto& edit) -> Status {
            if constexpr (requires { edit.jobId; }) {
                edit.job = scenario.jobs.find(edit.jobId);
                if (!edit.job.isValid())
                    return unknown(edit.jobId, "a job");
            }
            if constexpr (requires {
                              edit.share.isValid();
                              edit.name;
                          }) {
                if (!edit.share.isValid())
                    return unknown(edit.name, "a quota share");
            }
            return {};
        },
        scenario.interventions.back().edit);
}

/// A job that is known by its number gets it back where it is its number again.
Status prepareJob(const Scenario& scenario, nlohmann::json& words)
{
    if (!words.is_object() || !words.contains(kSubmit) || !words[kSubmit].is_object())
        return {};
    nlohmann::json& job = words[kSubmit];
    if (const auto share = job.find("quotaShareName"); share != job.end() && share->is_string()) {
        if (!scenario.findShare(share->get<std::string>()).isValid())
            return unknown(share->get<std::string>(), "a quota share");
    }
    const auto id = job.find(kJobId);
    if (id == job.end() || !id->is_string())
        return {};
    const std::string text = id->get<std::string>();
    if (scenario.jobs.find(text).isValid())
        return Error{ErrorCode::Duplicate, {}, {text}};
    if (text == std::to_string(scenario.jobs.size()))
        job.erase(id);
    return {};
}

} // namespace

Result<std::vector<DisabledIntervention>> takeOutInterventions(
    Scenario& scenario, const std::vector<DisabledIntervention>& off, const std::vector<InterventionIndex>& indexes)
{
    Scenario next = scenario;
    std::vector<DisabledIntervention> out;
    std::vector<std::size_t> submissions;
    std::vector<std::size_t> others;
    for (const InterventionIndex index : indexes) {
        if (!isSubmit(scenario.interventions[index.value()])) {
            others.push_back(index.value());
            continue;
        }
        const auto begin = scenario.interventions.begin();
        submissions.push_back(static_cast<std::size_t>(std::count_if(begin, begin + index.value(), isSubmit)));
    }
    // From behind, so that what is still to be taken out keeps its place; submissions may take others along.
    std::sort(others.begin(), others.end(), std::greater<>());
    std::sort(submissions.begin(), submissions.end(), std::greater<>());
    for (const std::size_t index : others) {
        if (Status status = takeOut(next, index, off, out); !status)
            return status.error();
    }
    for (const std::size_t ordinal : submissions) {
        if (Status status = takeOut(next, submissionAt(next, ordinal), off, out); !status)
            return status.error();
    }
    scenario = std::move(next);
    return out;
}

Result<InterventionIndex> putBackIntervention(
    Scenario& scenario, const DisabledIntervention& disabled, const std::vector<DisabledIntervention>& off)
{
    Scenario next = scenario;
    nlohmann::json words(disabled.words);
    if (words.is_object())
        words.erase(kPlace);
    if (Status status = prepareJob(next, words); !status)
        return status.error();
    JsonContext context({});
    readIntervention(JsonCursor(words, context), next);
    if (context.failed())
        return context.error();
    if (Status status = resolveLast(next); !status)
        return status.error();
    const auto place = placeOf(disabled);
    const InterventionIndex index
        = place ? moveLastTo(next, *place, off) : InterventionIndex{next.interventions.size() - 1};
    scenario = std::move(next);
    return index;
}

void keepWordsOfFile(std::vector<DisabledIntervention>& after, const std::vector<DisabledIntervention>& before,
    const Scenario& original, const Json& interventions)
{
    if (!interventions.is_array() || interventions.size() != original.interventions.size())
        return;
    for (DisabledIntervention& disabled : after) {
        if (isAmong(before, disabled))
            continue;
        Json words = disabled.words;
        words.erase(kPlace);
        for (std::size_t i = 0; i < interventions.size(); ++i) {
            if (kept(original, original.interventions[i]).words != words)
                continue;
            disabled.words
                = mergeEdits(interventions[i], interventionToJson(original, original.interventions[i]), disabled.words);
            break;
        }
    }
}

void keepWordsOfDisabled(Json& interventions, const Scenario& edited, const std::vector<DisabledIntervention>& before,
    const std::vector<DisabledIntervention>& after)
{
    for (const DisabledIntervention& disabled : before) {
        if (isAmong(after, disabled) || !interventions.is_array())
            continue;
        for (std::size_t i = 0; i < std::min(interventions.size(), edited.interventions.size()); ++i) {
            const Json known = kept(edited, edited.interventions[i]).words;
            if (!says(disabled.words, known))
                continue;
            Json words = mergeEdits(disabled.words, known, interventions[i]);
            words.erase(kPlace);
            interventions[i] = std::move(words);
            break;
        }
    }
}

} // namespace quotaboard
