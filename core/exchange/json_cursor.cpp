// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_cursor.h"

#include "core/base/closest_word.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace quotaboard {

namespace {

constexpr std::size_t kExcerptLength = 80;

std::string escapePointer(std::string_view key)
{
    std::string escaped;
    for (const char c : key) {
        if (c == '~')
            escaped += "~0";
        else if (c == '/')
            escaped += "~1";
        else
            escaped += c;
    }
    return escaped;
}

/// Like dump(), but stops soon after kExcerptLength: the value may be a whole document, or nested a million deep.
void appendExcerpt(std::string& out, const nlohmann::json& value)
{
    if (!value.is_structured()) {
        out += value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        return;
    }
    out += value.is_object() ? '{' : '[';
    bool isFirst = true;
    for (const auto& [key, member] : value.items()) {
        if (out.size() > kExcerptLength)
            return;
        out += isFirst ? "" : ",";
        isFirst = false;
        if (value.is_object())
            out += nlohmann::json(key).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + ":";
        appendExcerpt(out, member);
    }
    out += value.is_object() ? '}' : ']';
}

/// "/jobs/12/x" to "/jobs/*/x".
std::string withoutPositions(const std::string& pointer)
{
    std::string result;
    for (std::size_t i = 0; i < pointer.size();) {
        result += pointer[i];
        if (pointer[i++] != '/' || i >= pointer.size() || pointer[i] < '0' || pointer[i] > '9')
            continue;
        result += '*';
        while (i < pointer.size() && pointer[i] != '/')
            ++i;
    }
    return result;
}

std::string rangeText(std::int64_t least, std::int64_t most)
{
    return most >= std::numeric_limits<std::int64_t>::max() / 2 ? fmt::format("at least {}", least)
                                                                : fmt::format("{} to {}", least, most);
}

} // namespace

std::string excerpt(const nlohmann::json& value)
{
    std::string text;
    appendExcerpt(text, value);
    if (text.size() <= kExcerptLength)
        return text;
    std::size_t cut = kExcerptLength;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U)
        --cut;
    return text.substr(0, cut) + "…";
}

void JsonContext::fail(ErrorCode code, const std::string& place, std::vector<std::string> arguments)
{
    const char* separator = place.empty() || file_.empty() ? "" : ": ";
    fail(Error{code, file_ + separator + place, std::move(arguments)});
}

void JsonContext::fail(Error error)
{
    if (!error_)
        error_ = std::move(error);
}

void JsonContext::warn(ReadWarning::Code code, const std::string& place, std::vector<std::string> arguments)
{
    warnings_.push_back({code, place, std::move(arguments)});
}

ReadWarning* JsonContext::unknownKey(const std::string& place, const std::string& key)
{
    const auto [known, isNew] = unknownKeys_.try_emplace(withoutPositions(place), warnings_.size(), 1);
    if (isNew) {
        warnings_.push_back({ReadWarning::Code::UnknownKey, place, {key, "1", {}}});
        return &warnings_.back();
    }
    warnings_[known->second.first].arguments[1] = std::to_string(++known->second.second);
    return nullptr;
}

std::vector<ReadWarning> JsonContext::takeWarnings()
{
    return std::move(warnings_);
}

std::string JsonCursor::pointer() const
{
    if (parent_ == nullptr)
        return context_->root();
    return parent_->pointer() + "/" + (index_ == kKeyed ? escapePointer(key_) : std::to_string(index_));
}

std::string JsonCursor::pointerTo(std::string_view key) const
{
    return key.empty() ? pointer() : pointer() + "/" + escapePointer(key);
}

bool JsonCursor::expectObject() const
{
    if (value_->is_object())
        return true;
    fail(ErrorCode::WrongType, {}, {excerpt(*value_), "an object"});
    return false;
}

const nlohmann::json* JsonCursor::find(std::string_view key) const
{
    asked_.push_back(key);
    if (!value_->is_object())
        return nullptr;
    const auto found = value_->find(key);
    return found == value_->end() ? nullptr : &*found;
}

bool JsonCursor::has(std::string_view key) const
{
    return find(key) != nullptr;
}

const nlohmann::json* JsonCursor::require(std::string_view key, bool isRequired) const
{
    if (context_->failed())
        return nullptr;
    const nlohmann::json* member = find(key);
    if (member == nullptr && isRequired) {
        std::vector<std::string_view> given;
        if (value_->is_object()) {
            for (const auto& [name, unused] : value_->items())
                given.push_back(name);
        }
        context_->fail(ErrorCode::MissingKey, pointer(), {std::string{key}, std::string{closestWord(key, given)}});
    }
    return member;
}

void JsonCursor::warnUnknownKeys() const
{
    if (context_->failed() || !value_->is_object())
        return;
    for (const auto& [key, member] : value_->items()) {
        if (std::find(asked_.begin(), asked_.end(), key) != asked_.end())
            continue;
        ReadWarning* warning = context_->unknownKey(pointerTo(key), key);
        if (warning == nullptr)
            continue;
        std::vector<std::string_view> absent;
        std::copy_if(asked_.begin(), asked_.end(), std::back_inserter(absent),
            [&](std::string_view known) { return !value_->contains(known); });
        warning->arguments[2] = closestWord(key, absent);
    }
}

std::optional<std::string> JsonCursor::text(std::string_view key, bool isRequired) const
{
    const nlohmann::json* member = require(key, isRequired);
    if (member == nullptr)
        return std::nullopt;
    if (!member->is_string()) {
        fail(ErrorCode::WrongType, key, {excerpt(*member), "a text"});
        return std::nullopt;
    }
    return member->get<std::string>();
}

std::string JsonCursor::textOr(std::string_view key, std::string_view fallback) const
{
    return text(key).value_or(std::string{fallback});
}

std::optional<std::int64_t> JsonCursor::integer(
    std::string_view key, std::int64_t least, std::int64_t most, bool isRequired) const
{
    const nlohmann::json* member = require(key, isRequired);
    if (member == nullptr)
        return std::nullopt;
    std::optional<std::int64_t> whole;
    bool isWhole = member->is_number_integer();
    if (member->is_number_unsigned()) {
        const auto found = member->get<std::uint64_t>();
        if (found <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            whole = static_cast<std::int64_t>(found);
    } else if (member->is_number_integer()) {
        whole = member->get<std::int64_t>();
    } else if (member->is_number_float()) {
        const double found = member->get<double>();
        isWhole = found == std::floor(found);
        if (isWhole && std::abs(found) < 9e15)
            whole = static_cast<std::int64_t>(found);
    }
    if (!isWhole) {
        fail(ErrorCode::WrongType, key, {excerpt(*member), "a whole number"});
        return std::nullopt;
    }
    if (!whole || *whole < least || *whole > most) {
        fail(ErrorCode::OutOfRange, key, {excerpt(*member), rangeText(least, most)});
        return std::nullopt;
    }
    return whole;
}

std::optional<double> JsonCursor::number(std::string_view key, double least, double most, bool isRequired) const
{
    const nlohmann::json* member = require(key, isRequired);
    if (member == nullptr)
        return std::nullopt;
    if (!member->is_number()) {
        fail(ErrorCode::WrongType, key, {excerpt(*member), "a number"});
        return std::nullopt;
    }
    const double found = member->get<double>();
    if (!(found >= least && found <= most)) {
        fail(ErrorCode::OutOfRange, key, {excerpt(*member), fmt::format("{} to {}", least, most)});
        return std::nullopt;
    }
    return found;
}

std::optional<bool> JsonCursor::boolean(std::string_view key) const
{
    const nlohmann::json* member = require(key, false);
    if (member == nullptr)
        return std::nullopt;
    if (!member->is_boolean()) {
        fail(ErrorCode::WrongType, key, {excerpt(*member), "true or false"});
        return std::nullopt;
    }
    return member->get<bool>();
}

std::optional<TimeMs> JsonCursor::seconds(std::string_view key, TimeMs least, bool isRequired) const
{
    const nlohmann::json* member = require(key, isRequired);
    if (member == nullptr)
        return std::nullopt;
    if (!member->is_number()) {
        fail(ErrorCode::WrongType, key, {excerpt(*member), "a number of seconds"});
        return std::nullopt;
    }
    const std::optional<TimeMs> ms = millisecondsFromSeconds(member->get<double>());
    if (!ms || *ms < least) {
        fail(ErrorCode::OutOfRange, key,
            {excerpt(*member),
                fmt::format("{} to {} seconds", static_cast<double>(least) / 1000, kMaxTimeMs / kMsPerSecond)});
        return std::nullopt;
    }
    return ms;
}

std::optional<std::vector<std::string>> JsonCursor::texts(std::string_view key) const
{
    const nlohmann::json* list = require(key, false);
    if (list == nullptr)
        return std::nullopt;
    if (!list->is_array()) {
        fail(ErrorCode::WrongType, key, {excerpt(*list), "a list of texts"});
        return std::nullopt;
    }
    std::vector<std::string> result;
    JsonCursor(*list, *context_, this, key, kKeyed).elements([&](const JsonCursor& item) {
        if (item.value().is_string())
            result.push_back(item.value().get<std::string>());
        else
            item.fail(ErrorCode::WrongType, {}, {excerpt(item.value()), "a text"});
    });
    return result;
}

std::optional<std::size_t> JsonCursor::word(
    std::string_view key, std::initializer_list<std::string_view> words, bool isRequired) const
{
    const std::optional<std::string> found = text(key, isRequired);
    if (!found)
        return std::nullopt;
    const auto position = std::find(words.begin(), words.end(), *found);
    if (position != words.end())
        return static_cast<std::size_t>(position - words.begin());
    std::string allowed;
    for (const std::string_view word : words)
        allowed += (allowed.empty() || word.empty() ? "" : ", ") + std::string{word};
    fail(ErrorCode::NotAllowed, key, {*found, allowed});
    return std::nullopt;
}

std::optional<bool> JsonCursor::enabled(std::string_view key) const
{
    const std::optional<std::string> word = text(key);
    if (!word)
        return std::nullopt;
    if (*word != "ENABLED" && *word != "DISABLED") {
        fail(ErrorCode::NotAllowed, key, {*word, "ENABLED, DISABLED"});
        return std::nullopt;
    }
    return *word == "ENABLED";
}

const nlohmann::json* JsonCursor::findArray(
    std::string_view key, std::size_t least, std::size_t most, bool isRequired) const
{
    const nlohmann::json* list = require(key, isRequired);
    if (list == nullptr)
        return nullptr;
    if (!list->is_array()) {
        fail(ErrorCode::WrongType, key, {excerpt(*list), "a list"});
        return nullptr;
    }
    if (list->size() < least || list->size() > most) {
        const std::string allowed
            = least == most ? fmt::format("exactly {}", least) : fmt::format("{} to {}", least, most);
        fail(ErrorCode::TooMany, key, {std::to_string(list->size()), allowed});
        return nullptr;
    }
    return list;
}

} // namespace quotaboard
