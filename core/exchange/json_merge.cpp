// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_merge.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 3> kNames{"quotaShareName", "capacityUnit", "serviceEnvironmentName"};
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// What an object in a list is called; null when it has no name.
const Json* nameOf(const Json& item)
{
    if (!item.is_object())
        return nullptr;
    for (const char* key : kNames) {
        if (const auto found = item.find(key); found != item.end())
            return &*found;
    }
    return nullptr;
}

bool isSameThing(const Json& a, const Json& b)
{
    const Json* nameOfA = nameOf(a);
    const Json* nameOfB = nameOf(b);
    return nameOfA != nullptr && nameOfB != nullptr ? *nameOfA == *nameOfB : a == b;
}

/// For each item of `after` its place in `before`, or kNowhere.
std::vector<std::size_t> places(const Json& before, const Json& after)
{
    std::vector<std::size_t> result(after.size(), kNowhere);
    std::vector<bool> isTaken(before.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        // Lists mostly stay in order, so looking on from the last place finds most at once.
        for (std::size_t step = 0; step < before.size(); ++step) {
            const std::size_t at = (next + step) % before.size();
            if (isTaken[at] || !isSameThing(before[at], after[i]))
                continue;
            isTaken[at] = true;
            result[i] = at;
            next = at + 1;
            break;
        }
    }
    // What was changed beyond recognition keeps its place when nothing else took it.
    for (std::size_t i = 0; i < after.size() && i < before.size(); ++i) {
        if (result[i] == kNowhere && !isTaken[i]) {
            isTaken[i] = true;
            result[i] = i;
        }
    }
    return result;
}

Json mergeLists(const Json& original, const Json& before, const Json& after)
{
    if (original.size() != before.size())
        return after;
    Json result = Json::array();
    const std::vector<std::size_t> from = places(before, after);
    for (std::size_t i = 0; i < after.size(); ++i) {
        result.push_back(
            from[i] == kNowhere ? after[i] : mergeEdits(original[from[i]], before[from[i]], after[i]));
    }
    return result;
}

Json mergeObjects(const Json& original, const Json& before, const Json& after)
{
    Json result = Json::object();
    for (const auto& [key, value] : original.items()) {
        const auto was = before.find(key);
        const auto is = after.find(key);
        if (is == after.end()) {
            // Known before and gone: edited back to its default. Known to neither: not ours to touch.
            if (was == before.end())
                result[key] = value;
        } else {
            result[key] = was == before.end() ? *is : mergeEdits(value, *was, *is);
        }
    }
    for (const auto& [key, value] : after.items()) {
        const auto was = before.find(key);
        if (!original.contains(key) && (was == before.end() || *was != value))
            result[key] = value;
    }
    return result;
}

} // namespace

nlohmann::ordered_json mergeEdits(const Json& original, const Json& before, const Json& after)
{
    if (before == after)
        return original;
    if (original.is_object() && before.is_object() && after.is_object())
        return mergeObjects(original, before, after);
    if (original.is_array() && before.is_array() && after.is_array())
        return mergeLists(original, before, after);
    return after;
}

} // namespace quotaboard
