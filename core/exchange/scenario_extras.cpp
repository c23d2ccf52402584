// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_extras.h"

#include "core/exchange/breakpoint_json.h"
#include "core/exchange/generator_json.h"
#include "core/exchange/json_merge.h"
#include "core/exchange/json_numbers.h"
#include "core/exchange/workload_class_json.h"

#include <optional>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

std::optional<DisabledIntervention> disabledFromJson(const Json& entry)
{
    const auto at = entry.is_object() ? entry.find("atSeconds") : entry.end();
    if (at == entry.end() || !at->is_number())
        return std::nullopt;
    const auto time = millisecondsFromSeconds(at->get<double>());
    return time && *time >= 0 ? std::optional(DisabledIntervention{*time, entry}) : std::nullopt;
}

Json disabledToJson(const DisabledIntervention& disabled)
{
    return disabled.words;
}

template <class T>
std::vector<T> readList(const Json& document, const char* key, std::optional<T> (*read)(const Json&))
{
    std::vector<T> result;
    const auto list = document.is_object() ? document.find(key) : document.end();
    if (list == document.end() || !list->is_array())
        return result;
    for (const Json& entry : *list) {
        if (std::optional<T> item = read(entry))
            result.push_back(std::move(*item));
    }
    return result;
}

template <class T>
void mergeList(Json& document, const char* key, const std::vector<T>& before, const std::vector<T>& after,
    std::optional<T> (*read)(const Json&), Json (*write)(const T&))
{
    if (before == after)
        return;
    Json known = Json::array();
    Json foreign = Json::array();
    if (const auto list = document.find(key); list != document.end() && list->is_array()) {
        for (const Json& entry : *list)
            (read(entry) ? known : foreign).push_back(entry);
    }
    Json was = Json::array();
    for (const T& item : before)
        was.push_back(write(item));
    Json is = Json::array();
    for (const T& item : after)
        is.push_back(write(item));
    Json merged = mergeEdits(known, was, is);
    merged.insert(merged.end(), foreign.begin(), foreign.end());
    if (merged.empty())
        document.erase(key);
    else
        document[key] = std::move(merged);
}

} // namespace

ScenarioExtras extrasFromJson(const Json& document)
{
    ScenarioExtras extras;
    extras.breakpoints = readList<Breakpoint>(document, "breakpoints", breakpointFromJson);
    extras.bookmarks = readList<Bookmark>(document, "bookmarks", bookmarkFromJson);
    extras.disabledInterventions = readList<DisabledIntervention>(document, "disabledInterventions", disabledFromJson);
    extras.workloadClasses = readList<WorkloadClass>(document, "workloadClasses", workloadClassFromJson);
    extras.generators = generatorsFromJson(document);
    return extras;
}

void mergeExtras(Json& document, const ScenarioExtras& before, const ScenarioExtras& after)
{
    mergeList<Breakpoint>(
        document, "breakpoints", before.breakpoints, after.breakpoints, breakpointFromJson, breakpointToJson);
    mergeList<Bookmark>(document, "bookmarks", before.bookmarks, after.bookmarks, bookmarkFromJson, bookmarkToJson);
    mergeList<DisabledIntervention>(document, "disabledInterventions", before.disabledInterventions,
        after.disabledInterventions, disabledFromJson, disabledToJson);
    mergeList<WorkloadClass>(document, "workloadClasses", before.workloadClasses, after.workloadClasses,
        workloadClassFromJson, workloadClassToJson);
    mergeGenerators(document, before.generators, after.generators);
}

} // namespace quotaboard
