// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_merge.h"

#include <algorithm>
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

/// How many members two objects have in common.
std::size_t commonMembers(const Json& a, const Json& b)
{
    if (!a.is_object() || !b.is_object())
        return 0;
    std::size_t count = 0;
    for (const auto& [key, value] : a.items()) {
        const auto found = b.find(key);
        count += found != b.end() && *found == value ? 1U : 0U;
    }
    return count;
}

/// The one item left that has most in common with an edited one; kNowhere when it is none or not one alone.
std::size_t mostAlike(const Json& before, const std::vector<bool>& isTaken, const Json& item)
{
    std::size_t best = kNowhere;
    std::size_t most = 0;
    for (std::size_t at = 0; at < before.size(); ++at) {
        const std::size_t common = isTaken[at] ? 0 : commonMembers(before[at], item);
        if (common > most)
            best = at;
        else if (common == most)
            best = kNowhere;
        most = std::max(most, common);
    }
    return best;
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
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (result[i] != kNowhere)
            continue;
        result[i] = mostAlike(before, isTaken, after[i]);
        // Nothing in common with any, or as much with several: its place tells, when nothing was added or removed.
        if (result[i] == kNowhere && after.size() == before.size() && !isTaken[i])
            result[i] = i;
        if (result[i] != kNowhere)
            isTaken[result[i]] = true;
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
        result.push_back(from[i] == kNowhere ? after[i] : mergeEdits(original[from[i]], before[from[i]], after[i]));
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
