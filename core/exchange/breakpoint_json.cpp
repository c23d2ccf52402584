// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/breakpoint_json.h"

#include "core/exchange/json_numbers.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kAt = "atSeconds";
/// In the order of Breakpoint::Kind.
constexpr std::array<const char*, 6> kKeys{kAt, "preemption", "wait", "jobStarts", "jobPreempted", "queueEmpty"};

/// In the order of Breakpoint::Action.
constexpr std::array<std::string_view, 3> kActions{"pause", "log", "bookmark"};

std::optional<TimeMs> timeOf(const Json& object, const char* key)
{
    const auto member = object.find(key);
    if (member == object.end() || !member->is_number())
        return std::nullopt;
    const auto time = millisecondsFromSeconds(member->get<double>());
    return time && *time >= 0 ? time : std::nullopt;
}

std::optional<std::string> textOf(const Json& object, const char* key)
{
    const auto member = object.find(key);
    if (member == object.end())
        return std::string{};
    return member->is_string() ? std::optional(member->get<std::string>()) : std::nullopt;
}

/// A job is named by its id, or by its number when it has none.
std::optional<std::string> jobOf(const Json& object)
{
    const auto member = object.find("jobId");
    if (member == object.end())
        return std::nullopt;
    if (member->is_number_unsigned())
        return member->dump();
    return member->is_string() ? std::optional(member->get<std::string>()) : std::nullopt;
}

/// What stands under the key that says the kind. False when it is not of our shape.
bool readCondition(const Json& entry, Breakpoint& point)
{
    const Json& condition = entry[kKeys[static_cast<std::size_t>(point.kind)]];
    if (point.kind == Breakpoint::Kind::Time) {
        const auto at = timeOf(entry, kAt);
        point.at = at.value_or(0);
        return at.has_value();
    }
    if (!condition.is_object())
        return false;
    if (point.kind == Breakpoint::Kind::JobStarts || point.kind == Breakpoint::Kind::JobPreempted) {
        const auto job = jobOf(condition);
        point.job = job.value_or("");
        return job && !job->empty();
    }
    const auto share = textOf(condition, "quotaShareName");
    point.share = share.value_or("");
    if (!share || (share->empty() && point.kind != Breakpoint::Kind::Preemption))
        return false;
    if (point.kind != Breakpoint::Kind::Wait)
        return true;
    const auto longerThan = timeOf(condition, "longerThanSeconds");
    point.longerThan = longerThan.value_or(0);
    return longerThan.has_value();
}

} // namespace

std::optional<Breakpoint> breakpointFromJson(const Json& entry)
{
    if (!entry.is_object())
        return std::nullopt;
    Breakpoint point;
    std::size_t given = 0;
    for (std::size_t kind = 0; kind < kKeys.size(); ++kind) {
        if (entry.contains(kKeys[kind])) {
            point.kind = static_cast<Breakpoint::Kind>(kind);
            ++given;
        }
    }
    if (given != 1 || !readCondition(entry, point))
        return std::nullopt;
    if (const auto action = entry.find("action"); action != entry.end()) {
        const auto known = std::find(kActions.begin(), kActions.end(), *action);
        // Stopping instead would not be what it asks for.
        if (known == kActions.end())
            return std::nullopt;
        point.action = static_cast<Breakpoint::Action>(known - kActions.begin());
    }
    point.name = textOf(entry, "name").value_or("");
    const auto enabled = entry.find("enabled");
    point.isEnabled = enabled == entry.end() || !enabled->is_boolean() || enabled->get<bool>();
    return point;
}

Json breakpointToJson(const Breakpoint& point)
{
    Json condition = Json::object();
    if (!point.share.empty())
        condition["quotaShareName"] = point.share;
    if (!point.job.empty())
        condition["jobId"] = point.job;
    if (point.kind == Breakpoint::Kind::Wait)
        condition["longerThanSeconds"] = secondsToJson(point.longerThan);
    Json entry = Json::object();
    entry[kKeys[static_cast<std::size_t>(point.kind)]]
        = point.kind == Breakpoint::Kind::Time ? secondsToJson(point.at) : std::move(condition);
    if (!point.name.empty())
        entry["name"] = point.name;
    if (point.action != Breakpoint::Action::Pause)
        entry["action"] = kActions[static_cast<std::size_t>(point.action)];
    if (!point.isEnabled)
        entry["enabled"] = false;
    return entry;
}

std::optional<Bookmark> bookmarkFromJson(const Json& entry)
{
    const auto at = entry.is_object() ? timeOf(entry, kAt) : std::nullopt;
    auto text = at ? textOf(entry, "text") : std::nullopt;
    return text ? std::optional(Bookmark{*at, std::move(*text)}) : std::nullopt;
}

Json bookmarkToJson(const Bookmark& bookmark)
{
    Json entry = Json::object();
    entry[kAt] = secondsToJson(bookmark.at);
    if (!bookmark.text.empty())
        entry["text"] = bookmark.text;
    return entry;
}

} // namespace quotaboard
