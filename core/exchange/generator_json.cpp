// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/generator_json.h"

#include "core/exchange/generator_reader.h"
#include "core/exchange/json_merge.h"
#include "core/exchange/json_numbers.h"
#include "core/exchange/policy_json.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

// In the order of the enumerations.
constexpr std::array<const char*, 4> kProcesses{"poisson", "dailyCurve", "burst", "deterministic"};
constexpr std::array<const char*, 6> kLaws{
    "exponential", "deterministic", "erlang", "hyperexponential", "lognormal", "uniform"};

void setText(Json& object, const char* key, const std::string& text)
{
    if (!text.empty())
        object[key] = text;
}

template <std::size_t N>
Json weightsToJson(const std::array<double, N>& weights)
{
    Json list = Json::array();
    for (const double weight : weights)
        list.push_back(numberToJson(weight));
    return list;
}

/// Hours that are read back as the same ms; the reader cuts fractions of a ms off.
Json offsetToJson(TimeMs offset)
{
    const auto read = [](double hours) { return static_cast<TimeMs>(hours * static_cast<double>(kMsPerHour)); };
    double hours = static_cast<double>(offset) / static_cast<double>(kMsPerHour);
    if (read(hours) != offset)
        hours = std::nextafter(hours, offset < 0 ? -24.0 : 24.0);
    return numberToJson(hours);
}

Json arrivalToJson(const ArrivalSpec& arrival)
{
    using Process = ArrivalSpec::Process;
    Json object{{"process", kProcesses[static_cast<std::size_t>(arrival.process)]}};
    if (arrival.process == Process::Poisson || arrival.process == Process::DailyCurve)
        object["perHour"] = numberToJson(arrival.perHour);
    else
        object["everySeconds"] = secondsToJson(arrival.every);
    if (arrival.process == Process::DailyCurve) {
        object["hourlyWeights"] = weightsToJson(arrival.hourlyWeights);
        if (arrival.weekdayWeights != ArrivalSpec{}.weekdayWeights)
            object["weekdayWeights"] = weightsToJson(arrival.weekdayWeights);
        if (arrival.utcOffset != 0)
            object["utcOffsetHours"] = offsetToJson(arrival.utcOffset);
    }
    if (arrival.process == Process::Burst) {
        object["jobs"] = arrival.burstSize;
        if (arrival.spread != 0)
            object["spreadSeconds"] = secondsToJson(arrival.spread);
    }
    return object;
}

Json workToJson(const WorkSpec& work)
{
    using Law = WorkSpec::Law;
    Json object{{"law", kLaws[static_cast<std::size_t>(work.law)]}};
    const bool isUniform = work.law == Law::Uniform;
    if (!isUniform)
        object["meanSeconds"] = secondsToJson(std::llround(work.mean));
    if (work.law == Law::Erlang)
        object["shape"] = work.shape;
    if (work.law == Law::Hyperexponential || work.law == Law::Lognormal)
        object["squaredVariation"] = numberToJson(work.squaredVariation);
    if (isUniform || work.least != 0)
        object["leastSeconds"] = secondsToJson(work.least);
    if (isUniform || work.most != kMaxTimeMs)
        object["mostSeconds"] = secondsToJson(work.most);
    return object;
}

template <class T, class Write>
Json weightedToJson(const std::vector<Weighted<T>>& list, Write write)
{
    Json result = Json::array();
    for (const Weighted<T>& item : list) {
        Json object = write(item.value);
        if (item.weight < 1 || item.weight > 1)
            object["weight"] = numberToJson(item.weight);
        result.push_back(std::move(object));
    }
    return result;
}

Json kindToJson(const CheckpointClass& kind)
{
    Json object = Json::object();
    setText(object, "name", kind.name);
    object.update(profileToJson(kind.profile));
    return object;
}

/// For each generator of `after` its place in `before`, or before.size().
std::vector<std::size_t> generatorPlaces(
    const std::vector<GeneratorSpec>& before, const std::vector<GeneratorSpec>& after)
{
    std::vector<std::size_t> places(after.size(), before.size());
    std::vector<bool> isTaken(before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        for (std::size_t at = 0; at < before.size(); ++at) {
            if (isTaken[at] || before[at].drawKey() != after[i].drawKey() || before[at].name != after[i].name)
                continue;
            isTaken[at] = true;
            places[i] = at;
            break;
        }
    }
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (places[i] == before.size() && !isTaken[i]) {
            isTaken[i] = true;
            places[i] = i;
        }
    }
    return places;
}

} // namespace

Json generatorToJson(const GeneratorSpec& spec)
{
    Json object{{"quotaShareName", spec.share}, {"capacityUnit", spec.unit}};
    setText(object, "name", spec.name);
    setText(object, "drawsAs", spec.drawsAs);
    setText(object, "jobName", spec.jobName);
    setText(object, "user", spec.user);
    setText(object, "workloadClass", spec.workloadClass);
    if (spec.start != 0)
        object["startSeconds"] = secondsToJson(spec.start);
    if (spec.until)
        object["untilSeconds"] = secondsToJson(*spec.until);
    if (spec.count)
        object["count"] = *spec.count;
    object["arrival"] = arrivalToJson(spec.arrival);
    object["work"] = workToJson(spec.work);
    const GeneratorSpec standard;
    if (spec.sizes != standard.sizes)
        object["sizes"] = weightedToJson(spec.sizes, [](std::int32_t size) { return Json{{"instanceCount", size}}; });
    if (spec.priorities != standard.priorities)
        object["priorities"] = weightedToJson(spec.priorities, [](std::int32_t priority) {
            return Json{{"schedulingPriority", priority}};
        });
    if (spec.checkpointClasses != standard.checkpointClasses)
        object["checkpointClasses"] = weightedToJson(spec.checkpointClasses, kindToJson);
    if (spec.deadlineSlack)
        object["deadlineSlack"] = numberToJson(*spec.deadlineSlack);
    return object;
}

std::vector<GeneratorSpec> generatorsFromJson(const Json& document)
{
    const auto list = document.is_object() ? document.find("generators") : document.end();
    if (list == document.end() || !list->is_array())
        return {};
    const nlohmann::json plain{{"generators", nlohmann::json(*list)}};
    JsonContext context({});
    return readGenerators(JsonCursor(plain, context));
}

void mergeGenerators(Json& document, const std::vector<GeneratorSpec>& before, const std::vector<GeneratorSpec>& after)
{
    if (before == after)
        return;
    if (after.empty()) {
        document.erase("generators");
        return;
    }
    const auto list = document.find("generators");
    const bool hasWords = list != document.end() && list->is_array() && list->size() == before.size();
    const std::vector<std::size_t> places = generatorPlaces(before, after);
    Json merged = Json::array();
    for (std::size_t i = 0; i < after.size(); ++i) {
        Json words = generatorToJson(after[i]);
        if (hasWords && places[i] < before.size())
            words = mergeEdits((*list)[places[i]], generatorToJson(before[places[i]]), words);
        merged.push_back(std::move(words));
    }
    document["generators"] = std::move(merged);
}

Result<std::vector<GeneratorSpec>> checkedGenerators(const std::vector<GeneratorSpec>& specs)
{
    nlohmann::json list = nlohmann::json::array();
    for (const GeneratorSpec& spec : specs)
        list.push_back(nlohmann::json(generatorToJson(spec)));
    const nlohmann::json document{{"generators", std::move(list)}};
    JsonContext context({});
    std::vector<GeneratorSpec> read = readGenerators(JsonCursor(document, context));
    if (context.failed())
        return context.error();
    return read;
}

} // namespace quotaboard
