// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_fields.h"

#include <fmt/format.h>

namespace quotaboard {

namespace {

constexpr std::size_t kMostFoundBytes = 60;

std::string secondsText(TimeMs time)
{
    return fmt::format("{}", static_cast<double>(time) / static_cast<double>(kMsPerSecond));
}

std::string listed(std::initializer_list<std::string_view> words)
{
    std::string text;
    for (const std::string_view word : words) {
        if (word.empty())
            continue;
        text += text.empty() ? "" : ", ";
        text += word;
    }
    return text;
}

} // namespace

std::string describeJson(const nlohmann::json& value)
{
    std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > kMostFoundBytes)
        text = text.substr(0, kMostFoundBytes) + "...";
    return text;
}

std::string escapePointerToken(std::string_view token)
{
    std::string escaped;
    for (const char c : token) {
        if (c == '~')
            escaped += "~0";
        else if (c == '/')
            escaped += "~1";
        else
            escaped += c;
    }
    return escaped;
}

JsonFields::JsonFields(const Json& value, std::string pointer, std::vector<std::string>& warnings)
    : value_(value)
    , pointer_(std::move(pointer))
    , warnings_(warnings)
{
    if (!value.is_object())
        fail(ErrorCode::WrongType, "", {describeJson(value), "an object"});
}

std::string JsonFields::pointer(std::string_view key) const
{
    return key.empty() ? pointer_ : pointer_ + "/" + std::string{key};
}

void JsonFields::fail(ErrorCode code, const char* key, std::vector<std::string> arguments)
{
    if (!error_)
        error_ = Error{code, pointer(key), std::move(arguments)};
}

const nlohmann::json* JsonFields::wrongType(const char* key, const Json& found, const char* wanted)
{
    fail(ErrorCode::WrongType, key, {describeJson(found), wanted});
    return nullptr;
}

const nlohmann::json* JsonFields::optional(const char* key)
{
    seen_.emplace(key);
    if (failed())
        return nullptr;
    const auto found = value_.find(key);
    return found == value_.end() ? nullptr : &*found;
}

const nlohmann::json* JsonFields::required(const char* key)
{
    const Json* found = optional(key);
    if (found == nullptr)
        fail(ErrorCode::MissingKey, "", {key});
    return found;
}

const nlohmann::json* JsonFields::object(const char* key)
{
    const Json* found = optional(key);
    return found == nullptr || found->is_object() ? found : wrongType(key, *found, "an object");
}

const nlohmann::json* JsonFields::array(const char* key)
{
    const Json* found = optional(key);
    return found == nullptr || found->is_array() ? found : wrongType(key, *found, "an array");
}

void JsonFields::text(const char* key, std::string& target)
{
    const Json* found = optional(key);
    if (found == nullptr)
        return;
    if (found->is_string())
        target = found->get<std::string>();
    else
        wrongType(key, *found, "a string");
}

void JsonFields::texts(const char* key, std::vector<std::string>& target)
{
    const Json* found = array(key);
    if (found == nullptr)
        return;
    target.clear();
    for (const Json& item : *found) {
        if (!item.is_string()) {
            wrongType(key, item, "an array of strings");
            return;
        }
        target.push_back(item.get<std::string>());
    }
}

void JsonFields::boolean(const char* key, bool& target)
{
    const Json* found = optional(key);
    if (found == nullptr)
        return;
    if (found->is_boolean())
        target = found->get<bool>();
    else
        wrongType(key, *found, "true or false");
}

void JsonFields::integer(const char* key, std::int64_t& target, std::int64_t least, std::int64_t most)
{
    const Json* found = optional(key);
    if (found == nullptr)
        return;
    if (!found->is_number_integer()) {
        wrongType(key, *found, "an integer");
        return;
    }
    const bool tooLarge = found->is_number_unsigned()
        && found->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::int64_t value = tooLarge ? 0 : found->get<std::int64_t>();
    if (tooLarge || value < least || value > most)
        fail(ErrorCode::OutOfRange, key, {describeJson(*found), fmt::format("{} to {}", least, most)});
    else
        target = value;
}

void JsonFields::integer(const char* key, std::int32_t& target, std::int64_t least, std::int64_t most)
{
    std::int64_t value = target;
    integer(key, value, least, most);
    target = static_cast<std::int32_t>(value);
}

void JsonFields::seconds(const char* key, TimeMs& target, TimeMs least)
{
    const Json* found = optional(key);
    if (found == nullptr)
        return;
    if (!found->is_number()) {
        wrongType(key, *found, "a number of seconds");
        return;
    }
    const std::optional<TimeMs> time = millisecondsFromSeconds(found->get<double>());
    if (!time || *time < least || *time > kMaxTimeMs)
        fail(ErrorCode::OutOfRange, key,
             {describeJson(*found), fmt::format("{} to {} seconds", secondsText(least), secondsText(kMaxTimeMs))});
    else
        target = *time;
}

void JsonFields::number(const char* key, double& target, double least, double most)
{
    const Json* found = optional(key);
    if (found == nullptr)
        return;
    if (!found->is_number()) {
        wrongType(key, *found, "a number");
        return;
    }
    const double value = found->get<double>();
    if (value >= least && value <= most) {
        target = value;
        return;
    }
    const bool isOpen = most == std::numeric_limits<double>::max();
    fail(ErrorCode::OutOfRange, key,
         {describeJson(*found), isOpen ? fmt::format("at least {}", least) : fmt::format("{} to {}", least, most)});
}

std::size_t JsonFields::word(const char* key, std::initializer_list<std::string_view> words, std::size_t whenAbsent)
{
    const Json* found = optional(key);
    if (found == nullptr)
        return whenAbsent;
    if (!found->is_string()) {
        wrongType(key, *found, "a string");
        return whenAbsent;
    }
    std::size_t position = 0;
    for (const std::string_view word : words) {
        if (word == found->get_ref<const std::string&>())
            return position;
        ++position;
    }
    fail(ErrorCode::NotAllowed, key, {describeJson(*found), listed(words)});
    return whenAbsent;
}

void JsonFields::adopt(JsonFields& inner)
{
    if (const Status status = inner.finish(); !status && !error_)
        error_ = status.error();
}

Status JsonFields::finish()
{
    if (error_)
        return *error_;
    for (const auto& [key, value] : value_.items()) {
        if (seen_.contains(key))
            continue;
        warnings_.push_back(pointer(escapePointerToken(key)) + ": unknown key, not used");
        seen_.insert(key);
    }
    return {};
}

CheckpointPlan readCheckpointPlan(JsonFields& fields)
{
    CheckpointPlan plan;
    fields.required("intervalSeconds");
    fields.seconds("intervalSeconds", plan.interval, 1);
    fields.seconds("costSeconds", plan.cost, 0);
    fields.boolean("onStop", plan.onStop);
    return plan;
}

} // namespace quotaboard
