// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_words.h"

#include "core/base/sha256.h"
#include "core/exchange/exact_numbers.h"
#include "core/exchange/job_lines.h"
#include "core/exchange/json_parse.h"
#include "core/exchange/scenario_writer.h"

#include <algorithm>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 16;

void appendIndented(std::string& text, const std::string& value)
{
    for (const char c : value) {
        text += c;
        if (c == '\n')
            text += ' ';
    }
}

} // namespace

Result<std::string> joinScenarioWords(
    const ScenarioWords& words, const std::function<Status(std::string&)>& appendJobs, Progress* progress)
{
    Result<Json> rest = parseOrderedJson(words.rest, {}, progress);
    if (!rest)
        return rest.error();
    std::string text;
    for (const auto& [key, value] : rest.value().items()) {
        text += text.empty() ? "{\n " : ",\n ";
        text += toText(Json(key));
        text += ": ";
        if (key != "jobs") {
            appendIndented(text, toText(value, 1));
        } else if (words.jobs == 0) {
            text += "[]";
        } else {
            text += "[\n  ";
            if (Status status = appendJobs(text); !status)
                return status.error();
            text += "\n ]";
        }
    }
    text += text.empty() ? "{}\n" : "\n}\n";
    return text;
}

std::string jobListHash(const Scenario& scenario)
{
    Sha256 hash;
    JobLines lines(scenario);
    std::string text;
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        lines.append(text, JobIndex{i});
        text += '\n';
        if (text.size() >= kFlushAt) {
            hash.update(text);
            text.clear();
        }
    }
    hash.update(text);
    return hash.finishHex();
}

std::string scenarioHash(const Scenario& scenario, const std::string& jobsHash)
{
    Sha256 hash;
    hash.update(toText(scenarioToJsonWithoutJobs(scenario)));
    hash.update("\n");
    hash.update(jobsHash);
    return hash.finishHex();
}

} // namespace quotaboard
