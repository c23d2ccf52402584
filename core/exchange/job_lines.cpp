// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/job_lines.h"

#include "core/exchange/json_numbers.h"
#include "core/exchange/json_text.h"
#include "core/exchange/policy_json.h"

namespace quotaboard {

JobLines::JobLines(const Scenario& scenario)
    : scenario_(scenario)
{
    for (const std::string& share : scenario.shareNames)
        appendJsonString(shareTexts_.emplace_back(), share);
    for (const CapacityUnit& unit : scenario.units)
        appendJsonString(unitTexts_.emplace_back(), unit.name);
}

const std::string& JobLines::profileText(ProfileIndex profile)
{
    const std::size_t position = profile.value();
    if (position >= profileTexts_.size()) {
        profileTexts_.resize(position + 1);
        profileKnown_.resize(position + 1);
    }
    if (!profileKnown_[position]) {
        const nlohmann::ordered_json keys = profileToJson(scenario_.jobs.profile(profile));
        for (const auto& [key, value] : keys.items()) {
            profileTexts_[position]
                += ", \"" + key + "\": " + value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        }
        profileKnown_[position] = true;
    }
    return profileTexts_[position];
}

void JobLines::appendLabel(std::string& out, const char* key, StringId text) const
{
    if (!text.isValid())
        return;
    out += ", \"";
    out += key;
    out += "\": ";
    appendJsonString(out, scenario_.jobs.text(text));
}

void JobLines::appendRecorded(std::string& out, JobIndex index) const
{
    const RecordedRun* run = scenario_.jobs.recorded(index);
    if (run == nullptr)
        return;
    std::string inner;
    const auto time = [&inner](const char* key, const std::optional<TimeMs>& value) {
        if (!value)
            return;
        inner += ", \"";
        inner += key;
        inner += "\": ";
        appendSeconds(inner, *value);
    };
    time("startSeconds", run->start);
    time("endSeconds", run->end);
    appendLabel(inner, "status", run->status);
    if (run->attempts != 0)
        inner += ", \"attempts\": " + std::to_string(run->attempts);
    out += ", \"recorded\": {";
    out.append(inner, 2);
    out += '}';
}

void JobLines::append(std::string& out, JobIndex index, bool withSubmit)
{
    const Job& job = scenario_.jobs[index];
    out += '{';
    if (job.id.isValid()) {
        out += "\"jobId\": ";
        appendJsonString(out, scenario_.jobs.text(job.id));
        out += ", ";
    }
    out += "\"jobName\": ";
    appendJsonString(out, scenario_.jobs.text(job.name));
    out += ", \"quotaShareName\": " + shareTexts_[job.share.value()];
    out += ", \"capacityUnit\": " + unitTexts_[job.unit.value()];
    out += ", \"instanceCount\": " + std::to_string(job.instances);
    if (withSubmit) {
        out += ", \"submitSeconds\": ";
        appendSeconds(out, job.submit);
    }
    out += ", \"workSeconds\": ";
    appendSeconds(out, job.work);
    if (job.priority != 0)
        out += ", \"schedulingPriority\": " + std::to_string(job.priority);
    out += profileText(job.profile);
    if (job.deadline != kNever) {
        out += ", \"deadlineSeconds\": ";
        appendSeconds(out, job.deadline);
    }
    appendLabel(out, "user", job.user);
    appendLabel(out, "workloadClass", job.workloadClass);
    appendRecorded(out, index);
    out += '}';
}

nlohmann::ordered_json jobToJson(const Scenario& scenario, JobIndex index, bool withSubmit)
{
    std::string text;
    JobLines{scenario}.append(text, index, withSubmit);
    return nlohmann::ordered_json::parse(text, nullptr, false);
}

} // namespace quotaboard
