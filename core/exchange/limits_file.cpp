// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/limits_file.h"

#include "core/exchange/json_fields.h"
#include "core/workload/text_input.h"

#include <charconv>
#include <optional>

namespace quotaboard {

namespace {

using Json = nlohmann::json;

constexpr const char* kAllowedLimit = "1 to 10000000";

std::string_view trimmed(std::string_view text)
{
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    return text;
}

std::vector<std::string_view> cells(std::string_view line)
{
    const char separator = line.find(';') != std::string_view::npos ? ';'
        : line.find('\t') != std::string_view::npos                 ? '\t'
                                                                    : ',';
    std::vector<std::string_view> result;
    for (;;) {
        const std::size_t end = line.find(separator);
        result.push_back(trimmed(line.substr(0, end)));
        if (end == std::string_view::npos)
            return result;
        line.remove_prefix(end + 1);
    }
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

/// Refuses a share and unit that were named before.
Status add(std::vector<GivenLimit>& limits, GivenLimit limit, const std::string& place)
{
    for (const GivenLimit& other : limits) {
        if (other.share == limit.share && other.unit == limit.unit)
            return Error{ErrorCode::Duplicate, place, {limit.share + (limit.unit.empty() ? "" : ", " + limit.unit)}};
    }
    limits.push_back(std::move(limit));
    return {};
}

Status addLine(std::vector<GivenLimit>& limits, std::string_view line, const std::string& place, bool mayBeHeader)
{
    const std::vector<std::string_view> parts = cells(line);
    const std::optional<std::int64_t> count = parts.size() < 2 ? std::nullopt : wholeNumber(parts.back());
    if (parts.size() < 2 || parts.size() > 3 || (!count && !mayBeHeader))
        return Error{ErrorCode::WrongType, place, {std::string{line.substr(0, 80)}, "share,unit,limit or share,limit"}};
    if (!count)
        return {};
    if (*count < 1 || *count > kMaxInstances)
        return Error{ErrorCode::OutOfRange, place, {std::string{parts.back()}, kAllowedLimit}};
    const std::string unit{parts.size() == 3 ? parts[1] : std::string_view{}};
    return add(limits, {std::string{parts[0]}, unit, static_cast<std::int32_t>(*count)}, place);
}

Result<std::vector<GivenLimit>> parseLines(const std::string& name, std::string_view text)
{
    std::vector<GivenLimit> limits;
    bool isFirst = true;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty() || line.front() == '#')
            continue;
        if (const Status status = addLine(limits, line, name + ":" + std::to_string(number), isFirst); !status)
            return status.error();
        isFirst = false;
    }
    return limits;
}

class JsonLimits {
public:
    explicit JsonLimits(std::string name) : name_(std::move(name)) {}

    Status read(const Json& document)
    {
        if (document.is_object() && document.contains("quotaShares"))
            return readQuotaShares(document.at("quotaShares"));
        if (document.is_array())
            return readList(document);
        if (!document.is_object())
            return Error{ErrorCode::WrongType, name_, {describeJson(document), "an object or an array"}};
        for (const auto& [share, limit] : document.items()) {
            if (const Status status = addValue(share, "", limit, "/" + escapePointerToken(share)); !status)
                return status;
        }
        return {};
    }

    std::vector<GivenLimit> limits;

private:
    [[nodiscard]] std::string place(const std::string& pointer) const { return name_ + pointer; }

    Status addValue(const std::string& share, const std::string& unit, const Json& limit, const std::string& pointer)
    {
        if (!limit.is_number_integer())
            return Error{ErrorCode::WrongType, place(pointer), {describeJson(limit), "an integer"}};
        if (limit < 1 || limit > kMaxInstances)
            return Error{ErrorCode::OutOfRange, place(pointer), {describeJson(limit), kAllowedLimit}};
        return add(limits, {share, unit, limit.get<std::int32_t>()}, place(pointer));
    }

    Status readList(const Json& list)
    {
        for (std::size_t i = 0; i < list.size(); ++i) {
            JsonFields fields(list[i], place("/" + std::to_string(i)), warnings_);
            GivenLimit limit;
            fields.required("share");
            fields.text("share", limit.share);
            fields.text("unit", limit.unit);
            fields.required("limit");
            fields.integer("limit", limit.maxCapacity, 1, kMaxInstances);
            if (const Status status = fields.finish(); !status)
                return status;
            if (const Status status = add(limits, limit, fields.pointer("")); !status)
                return status;
        }
        return {};
    }

    Status readQuotaShares(const Json& list)
    {
        if (!list.is_array())
            return Error{ErrorCode::WrongType, place("/quotaShares"), {describeJson(list), "an array"}};
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (const Status status = readQuotaShare(list[i], "/quotaShares/" + std::to_string(i)); !status)
                return status;
        }
        return {};
    }

    Status readQuotaShare(const Json& share, const std::string& pointer)
    {
        JsonFields fields(share, place(pointer), warnings_);
        std::string name;
        fields.required("quotaShareName");
        fields.text("quotaShareName", name);
        const Json* list = fields.array("capacityLimits");
        if (const Status status = fields.finish(); !status)
            return status;
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            JsonFields limit((*list)[i], fields.pointer("capacityLimits/" + std::to_string(i)), warnings_);
            GivenLimit given{name, {}, 0};
            limit.required("capacityUnit");
            limit.text("capacityUnit", given.unit);
            limit.required("maxCapacity");
            limit.integer("maxCapacity", given.maxCapacity, 1, kMaxInstances);
            if (const Status status = limit.finish(); !status)
                return status;
            if (const Status status = add(limits, given, limit.pointer("")); !status)
                return status;
        }
        return {};
    }

    std::string name_;
    /// Other keys of these documents are none of our business.
    std::vector<std::string> warnings_;
};

} // namespace

Result<std::vector<GivenLimit>> parseLimits(const std::string& name, std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return Error{ErrorCode::FileEmpty, name, {}};
    if (text[start] != '{' && text[start] != '[')
        return parseLines(name, text);
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded())
        return Error{ErrorCode::JsonSyntax, name, {"not valid JSON"}};
    JsonLimits reader(name);
    if (const Status status = reader.read(document); !status)
        return status.error();
    return std::move(reader.limits);
}

Result<std::vector<GivenLimit>> readLimitsFile(const std::string& path)
{
    const Result<TextInput> input = readTextFile(path);
    if (!input)
        return input.error();
    return parseLimits(path, input.value().view());
}

} // namespace quotaboard
