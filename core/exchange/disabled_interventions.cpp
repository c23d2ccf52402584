// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/disabled_interventions.h"

#include "core/exchange/policy_json.h"
#include "core/exchange/policy_reader.h"
#include "core/model/scenario_edits.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kSubmit = "submitServiceJob";
constexpr const char* kJobId = "jobId";

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

Status takeOut(Scenario& scenario, std::size_t index, std::vector<DisabledIntervention>& out)
{
    const Intervention intervention = scenario.interventions[index];
    out.push_back(kept(scenario, intervention));
    if (const auto* submit = std::get_if<SubmitServiceJob>(&intervention.edit)) {
        for (const Intervention& other : scenario.interventions) {
            if (jobNamedBy(other.edit) == submit->job)
                out.push_back(kept(scenario, other));
        }
        for (std::size_t i = submit->job.value() + 1; i < scenario.jobs.size(); ++i) {
            if (!scenario.jobs[JobIndex{i}].id.isValid())
                scenario.jobs.setId(JobIndex{i}, scenario.jobs.intern(std::to_string(i)));
        }
    }
    return removeIntervention(scenario, InterventionIndex{index});
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
    Scenario& scenario, const std::vector<InterventionIndex>& indexes)
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
        if (Status status = takeOut(next, index, out); !status)
            return status.error();
    }
    for (const std::size_t ordinal : submissions) {
        if (Status status = takeOut(next, submissionAt(next, ordinal), out); !status)
            return status.error();
    }
    scenario = std::move(next);
    return out;
}

Status putBackIntervention(Scenario& scenario, const DisabledIntervention& disabled)
{
    Scenario next = scenario;
    nlohmann::json words(disabled.words);
    if (Status status = prepareJob(next, words); !status)
        return status;
    JsonContext context({});
    readIntervention(JsonCursor(words, context), next);
    if (context.failed())
        return context.error();
    if (Status status = resolveLast(next); !status)
        return status;
    scenario = std::move(next);
    return {};
}

} // namespace quotaboard
