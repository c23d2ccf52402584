// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/generator_reader.h"

#include "core/exchange/job_check.h"
#include "core/exchange/json_fields.h"
#include "core/workload/generators.h"

#include <algorithm>

namespace quotaboard {

namespace {

using Json = nlohmann::json;

/// One job a millisecond; keeps gaps between candidates well above the microsecond that they are counted in.
constexpr double kMostPerHour = 3'600'000;
constexpr std::int32_t kMostPhases = 1000;
constexpr double kMostWeight = 1e9;
constexpr double kLeastRate = 1e-9;

/// Reads an array of numbers of a fixed length; at least one must be above 0.
template <std::size_t N>
void readWeights(JsonFields& fields, const char* key, std::array<double, N>& weights, bool isRequired)
{
    if (isRequired && fields.required(key) == nullptr)
        return;
    const Json* list = fields.array(key);
    if (list == nullptr)
        return;
    if (list->size() != N)
        return fields.fail(ErrorCode::TooMany, key, {std::to_string(list->size()), "exactly " + std::to_string(N)});
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) {
        const Json& item = (*list)[i];
        const std::string place = std::string{key} + "/" + std::to_string(i);
        if (!item.is_number())
            return fields.fail(ErrorCode::WrongType, place.c_str(), {describeJson(item), "a number"});
        weights[i] = item.get<double>();
        if (!(weights[i] >= 0 && weights[i] <= kMostWeight))
            return fields.fail(ErrorCode::OutOfRange, place.c_str(), {describeJson(item), "0 to 1e9"});
        sum += weights[i];
    }
    if (sum <= 0)
        fields.fail(ErrorCode::OutOfRange, key, {describeJson(*list), "at least one weight above 0"});
}

/// Reads a list of objects with a `weight` each; `readItem` reads the rest of one.
template <class T, class Read>
void readWeighted(JsonFields& fields, const char* key, std::vector<Weighted<T>>& target, Read readItem)
{
    const Json* list = fields.array(key);
    if (list == nullptr)
        return;
    if (list->empty())
        return fields.fail(ErrorCode::TooMany, key, {"0", "at least 1"});
    target.clear();
    double sum = 0;
    for (std::size_t i = 0; i < list->size() && !fields.failed(); ++i) {
        JsonFields item((*list)[i], fields.pointer(key) + "/" + std::to_string(i), fields.warnings());
        Weighted<T> weighted;
        item.number("weight", weighted.weight, 0, kMostWeight);
        readItem(item, weighted.value);
        sum += weighted.weight;
        target.push_back(std::move(weighted));
        fields.adopt(item);
    }
    if (!fields.failed() && sum <= 0)
        fields.fail(ErrorCode::OutOfRange, key, {"weights that are all 0", "at least one weight above 0"});
}

void readArrival(JsonFields& fields, ArrivalSpec& arrival)
{
    using Process = ArrivalSpec::Process;
    fields.required("process");
    arrival.process = static_cast<Process>(fields.word("process", {"poisson", "dailyCurve", "burst", "deterministic"}, 0));
    if (arrival.process == Process::Poisson || arrival.process == Process::DailyCurve) {
        fields.required("perHour");
        fields.number("perHour", arrival.perHour, kLeastRate, kMostPerHour);
    } else {
        fields.required("everySeconds");
        fields.seconds("everySeconds", arrival.every, 1);
    }
    if (arrival.process == Process::DailyCurve) {
        readWeights(fields, "hourlyWeights", arrival.hourlyWeights, true);
        readWeights(fields, "weekdayWeights", arrival.weekdayWeights, false);
        double hours = 0;
        fields.number("utcOffsetHours", hours, -14, 14);
        arrival.utcOffset = static_cast<TimeMs>(hours * static_cast<double>(kMsPerHour));
    }
    if (arrival.process == Process::Burst) {
        fields.required("jobs");
        fields.integer("jobs", arrival.burstSize, 1, kMaxGeneratedJobs);
        fields.seconds("spreadSeconds", arrival.spread, 0);
        if (arrival.spread > arrival.every)
            fields.fail(ErrorCode::Conflict, "spreadSeconds", {"spreadSeconds is more than everySeconds"});
    }
}

void readWork(JsonFields& fields, WorkSpec& work)
{
    using Law = WorkSpec::Law;
    fields.required("law");
    work.law = static_cast<Law>(fields.word(
        "law", {"exponential", "deterministic", "erlang", "hyperexponential", "lognormal", "uniform"}, 0));
    const bool isUniform = work.law == Law::Uniform;
    if (isUniform) {
        fields.required("leastSeconds");
        fields.required("mostSeconds");
    } else {
        TimeMs mean = 0;
        fields.required("meanSeconds");
        fields.seconds("meanSeconds", mean, 0);
        work.mean = static_cast<double>(mean);
    }
    fields.seconds("leastSeconds", work.least, 0);
    fields.seconds("mostSeconds", work.most, 0);
    if (work.least > work.most)
        fields.fail(ErrorCode::Conflict, "leastSeconds", {"leastSeconds is more than mostSeconds"});
    if (work.law == Law::Erlang) {
        fields.required("shape");
        fields.integer("shape", work.shape, 1, kMostPhases);
    }
    if (work.law == Law::Hyperexponential || work.law == Law::Lognormal) {
        fields.required("squaredVariation");
        fields.number("squaredVariation", work.squaredVariation, work.law == Law::Lognormal ? 0 : 1, 1e6);
    }
}

void readCheckpointClass(JsonFields& fields, CheckpointClass& kind)
{
    fields.text("name", kind.name);
    if (const Json* plan = fields.object("checkpoint")) {
        JsonFields inner(*plan, fields.pointer("checkpoint"), fields.warnings());
        kind.profile.checkpoint = readCheckpointPlan(inner);
        fields.adopt(inner);
    }
    fields.seconds("restoreSeconds", kind.profile.restore, 0);
    if (const Json* preemption = fields.object("preemptionConfiguration")) {
        JsonFields inner(*preemption, fields.pointer("preemptionConfiguration"), fields.warnings());
        std::int32_t retries = -1;
        inner.integer("preemptionRetriesBeforeTermination", retries, 0, std::numeric_limits<std::int32_t>::max());
        if (retries >= 0)
            kind.profile.preemptionRetries = retries;
        fields.adopt(inner);
    }
    if (const Json* retry = fields.object("retryStrategy")) {
        JsonFields inner(*retry, fields.pointer("retryStrategy"), fields.warnings());
        inner.integer("attempts", kind.profile.attempts, 1, std::numeric_limits<std::int32_t>::max());
        fields.adopt(inner);
    }
}

/// Reads a required part with a function of its own.
template <class Target>
void readPart(JsonFields& fields, const char* key, Target& target, void (*read)(JsonFields&, Target&))
{
    fields.required(key);
    const Json* part = fields.object(key);
    if (part == nullptr)
        return;
    JsonFields inner(*part, fields.pointer(key), fields.warnings());
    read(inner, target);
    fields.adopt(inner);
}

void readExtent(JsonFields& fields, GeneratorSpec& spec)
{
    fields.seconds("startSeconds", spec.start, 0);
    if (fields.optional("untilSeconds") != nullptr) {
        TimeMs until = 0;
        fields.seconds("untilSeconds", until, 0);
        spec.until = until;
    }
    if (fields.optional("count") != nullptr) {
        std::int64_t count = 0;
        fields.integer("count", count, 0, kMaxGeneratedJobs);
        spec.count = count;
    }
    if (!spec.until && !spec.count)
        fields.fail(ErrorCode::MissingKey, "", {"count or untilSeconds"});
}

Status readGenerator(const Json& value, const std::string& pointer, std::vector<std::string>& warnings, GeneratorSpec& spec)
{
    JsonFields fields(value, pointer, warnings);
    fields.required("quotaShareName");
    fields.text("quotaShareName", spec.share);
    fields.required("capacityUnit");
    fields.text("capacityUnit", spec.unit);
    fields.text("name", spec.name);
    fields.text("jobName", spec.jobName);
    fields.text("user", spec.user);
    fields.text("workloadClass", spec.workloadClass);
    readExtent(fields, spec);
    readPart(fields, "arrival", spec.arrival, readArrival);
    readPart(fields, "work", spec.work, readWork);
    readWeighted(fields, "sizes", spec.sizes, [](JsonFields& item, std::int32_t& size) {
        item.required("instanceCount");
        item.integer("instanceCount", size, 1, kMaxInstances);
    });
    readWeighted(fields, "priorities", spec.priorities, [](JsonFields& item, std::int32_t& priority) {
        item.required("schedulingPriority");
        item.integer("schedulingPriority", priority, 0, kMaxPriority);
    });
    readWeighted(fields, "checkpointClasses", spec.checkpointClasses, readCheckpointClass);
    if (fields.optional("deadlineSlack") != nullptr) {
        double slack = 1;
        fields.number("deadlineSlack", slack, 1, 1e6);
        spec.deadlineSlack = slack;
    }
    return fields.finish();
}

} // namespace

Result<std::vector<GeneratorSpec>> readGenerators(const nlohmann::json& generators, const std::string& jsonPointer,
                                                  std::vector<std::string>& warnings)
{
    if (!generators.is_array())
        return Error{ErrorCode::WrongType, jsonPointer, {describeJson(generators), "an array"}};
    std::vector<GeneratorSpec> specs;
    for (std::size_t i = 0; i < generators.size(); ++i) {
        const std::string pointer = jsonPointer + "/" + std::to_string(i);
        GeneratorSpec spec;
        if (const Status status = readGenerator(generators[i], pointer, warnings, spec); !status)
            return status.error();
        // Share and name key the draws: two generators alike in both would make the same jobs twice.
        const bool isTaken = std::any_of(specs.begin(), specs.end(), [&](const GeneratorSpec& other) {
            return other.share == spec.share && other.name == spec.name;
        });
        if (isTaken)
            return Error{ErrorCode::Duplicate, pointer + "/name", {spec.name}};
        specs.push_back(std::move(spec));
    }
    return specs;
}

Status appendGeneratedJobs(Scenario& scenario, const nlohmann::json& generators, const std::string& jsonPointer,
                           std::uint64_t seed, std::vector<std::string>& warnings)
{
    const Result<std::vector<GeneratorSpec>> specs = readGenerators(generators, jsonPointer, warnings);
    if (!specs)
        return specs.error();
    std::size_t position = 0;
    for (const GeneratorSpec& spec : specs.value()) {
        const std::string pointer = jsonPointer + "/" + std::to_string(position++);
        if (!scenario.findShare(spec.share).isValid()) {
            std::string names;
            for (const std::string& name : scenario.shareNames)
                names += (names.empty() ? "" : ", ") + name;
            return Error{ErrorCode::UnknownReference, pointer + "/quotaShareName",
                         {spec.share, "one of the quota shares (" + names + ")"}};
        }
    }
    position = 0;
    for (const GeneratorSpec& spec : specs.value()) {
        const std::string pointer = jsonPointer + "/" + std::to_string(position++);
        const JobIndex first{scenario.jobs.size()};
        if (const Status status = generateJobs(scenario, spec, seed); !status)
            return Error{status.error().code, pointer, status.error().arguments};
        if (const Status status = checkAttemptLengths(scenario, first, pointer + "/checkpointClasses"); !status)
            return status;
    }
    return {};
}

} // namespace quotaboard
