// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_writer.h"

#include "core/base/atomic_file.h"
#include "core/exchange/job_lines.h"
#include "core/exchange/json_numbers.h"
#include "core/exchange/policy_json.h"

#include <algorithm>
#include <functional>

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBufferBytes = 1 << 16;
constexpr std::uint64_t kJobsPerReport = 4096;

/// Text that goes on to `flush` piece by piece.
class DocumentWriter {
public:
    explicit DocumentWriter(std::function<void(std::string_view)> flush)
        : flush_(std::move(flush))
    {
    }

    void key(const char* name)
    {
        buffer_ += isFirst_ ? "{\n \"" : ",\n \"";
        isFirst_ = false;
        buffer_ += name;
        buffer_ += "\": ";
    }

    void member(const char* name, const Json& value)
    {
        key(name);
        const std::string text = value.dump(1, ' ', false, Json::error_handler_t::replace);
        for (const char c : text) {
            buffer_ += c;
            if (c == '\n')
                buffer_ += ' ';
        }
        flushWhenFull();
    }

    [[nodiscard]] std::string& buffer() { return buffer_; }

    void flushWhenFull()
    {
        if (buffer_.size() >= kBufferBytes)
            flushAll();
    }

    void finish()
    {
        buffer_ += "\n}\n";
        flushAll();
    }

private:
    void flushAll()
    {
        flush_(buffer_);
        buffer_.clear();
    }

    std::function<void(std::string_view)> flush_;
    std::string buffer_;
    bool isFirst_ = true;
};

/// Jobs that stand under `jobs`: not those that a trace reference or an intervention brings.
std::size_t inlineJobCount(const Scenario& scenario, const TraceReference* reference)
{
    const auto submitted = std::count_if(scenario.interventions.begin(), scenario.interventions.end(),
        [](const auto& i) { return std::holds_alternative<SubmitServiceJob>(i.edit); });
    const std::size_t elsewhere = static_cast<std::size_t>(submitted) + (reference != nullptr ? reference->jobs : 0);
    return scenario.jobs.size() - std::min(elsewhere, scenario.jobs.size());
}

/// The document up to its jobs.
Json headToJson(const Scenario& scenario)
{
    Json head;
    const auto putUnlessEmpty = [&head](const char* key, const Json& value) {
        if (!value.empty() && value != "")
            head[key] = value;
    };
    head["format"] = "quotaboard-scenario";
    head["version"] = 1;
    putUnlessEmpty("name", scenario.name);
    putUnlessEmpty("description", scenario.description);
    if (scenario.startTime != 0)
        head["startTime"] = formatIsoInstant(scenario.startTime);
    if (scenario.horizon)
        head["horizonSeconds"] = secondsToJson(*scenario.horizon);
    putUnlessEmpty("capacityUnits", capacityUnitsToJson(scenario));
    head["serviceEnvironments"] = Json::array({environmentToJson(scenario)});
    if (!scenario.schedulingPolicyName.empty()) {
        head["schedulingPolicy"] = Json{{"name", scenario.schedulingPolicyName},
            {"quotaSharePolicy", {{"idleResourceAssignmentStrategy", "FIFO"}}}};
    }
    putUnlessEmpty("jobQueue", jobQueueToJson(scenario.jobQueue));
    Json shares = Json::array();
    for (const QuotaShare& share : scenario.shares)
        shares.push_back(quotaShareToJson(scenario, share));
    head["quotaShares"] = std::move(shares);
    putUnlessEmpty("platform", platformToJson(scenario.platform));
    return head;
}

Json interventionsToJson(const Scenario& scenario)
{
    Json interventions = Json::array();
    for (const Intervention& intervention : scenario.interventions)
        interventions.push_back(interventionToJson(scenario, intervention));
    return interventions;
}

/// False when cancelled.
bool writeJobs(DocumentWriter& out, const Scenario& scenario, std::size_t count, Progress* progress)
{
    if (count == 0)
        return true;
    out.key("jobs");
    JobLines lines(scenario);
    for (std::size_t i = 0; i < count; ++i) {
        out.buffer() += i == 0 ? "[\n  " : ",\n  ";
        lines.append(out.buffer(), JobIndex{i});
        out.flushWhenFull();
        if (progress != nullptr && i % kJobsPerReport == 0) {
            progress->setDone(i);
            if (progress->isCancelled())
                return false;
        }
    }
    out.buffer() += "\n ]";
    return true;
}

bool writeDocument(const Scenario& scenario, const TraceReference* reference, Progress* progress,
    std::function<void(std::string_view)> flush)
{
    DocumentWriter out(std::move(flush));
    const Json head = headToJson(scenario);
    for (const auto& [key, value] : head.items())
        out.member(key.c_str(), value);
    const std::size_t count = inlineJobCount(scenario, reference);
    if (progress != nullptr)
        progress->setTotal(count);
    if (!writeJobs(out, scenario, count, progress))
        return false;
    if (reference != nullptr)
        out.member("traces", Json::array({traceReferenceToJson(*reference)}));
    if (!scenario.interventions.empty())
        out.member("interventions", interventionsToJson(scenario));
    out.finish();
    return true;
}

} // namespace

Status writeScenario(
    const Scenario& scenario, const TraceReference* reference, const std::string& path, Progress* progress)
{
    AtomicFile file;
    if (const Status status = file.open(path); !status)
        return status;
    if (!writeDocument(scenario, reference, progress, [&file](std::string_view text) { file.write(text); }))
        return Error{ErrorCode::Interrupted, path, {}};
    return file.commit();
}

std::string scenarioToText(const Scenario& scenario, const TraceReference* reference)
{
    std::string text;
    writeDocument(scenario, reference, nullptr, [&text](std::string_view piece) { text += piece; });
    return text;
}

nlohmann::ordered_json scenarioToJsonWithoutJobs(const Scenario& scenario)
{
    Json document = headToJson(scenario);
    if (!scenario.interventions.empty())
        document["interventions"] = interventionsToJson(scenario);
    return document;
}

nlohmann::ordered_json scenarioToJson(const Scenario& scenario, const TraceReference* reference)
{
    return Json::parse(scenarioToText(scenario, reference), nullptr, false);
}

} // namespace quotaboard
