// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/limits_file.h"

#include "core/exchange/json_cursor.h"
#include "core/workload/text_input.h"

#include <charconv>
#include <optional>

namespace quotaboard {

namespace {

using Json = nlohmann::json;

constexpr const char* kAllowedLimit = "1 to 10000000";
constexpr std::size_t kMostEntries = 1'000'000;

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

/// Reads a document of limits. Other keys than those of limits are none of our business.
class JsonLimits {
public:
    void read(const JsonCursor& root)
    {
        if (root.has("quotaShares"))
            root.array("quotaShares", 0, kMostEntries, true, [&](const JsonCursor& item) { readQuotaShare(item); });
        else if (root.value().is_array())
            root.elements([&](const JsonCursor& item) { readEntry(item); });
        else if (!root.value().is_object())
            root.fail(ErrorCode::WrongType, {}, {excerpt(root.value()), "an object or a list"});
        else
            root.members([&](const std::string& share, const JsonCursor& item) {
                keep({share, "", readLimit(root, share)}, item);
            });
    }

    std::vector<GivenLimit> limits;

private:
    static std::int32_t readLimit(const JsonCursor& cursor, std::string_view key)
    {
        return static_cast<std::int32_t>(cursor.integer(key, 1, kMaxInstances, true).value_or(1));
    }

    void keep(GivenLimit limit, const JsonCursor& cursor)
    {
        if (cursor.context().failed())
            return;
        if (const Status status = add(limits, std::move(limit), {}); !status)
            cursor.fail(status.error().code, {}, status.error().arguments);
    }

    void readEntry(const JsonCursor& cursor)
    {
        if (!cursor.expectObject())
            return;
        const std::string share = cursor.text("share", true).value_or("");
        keep({share, cursor.textOr("unit", ""), readLimit(cursor, "limit")}, cursor);
    }

    void readQuotaShare(const JsonCursor& cursor)
    {
        if (!cursor.expectObject())
            return;
        const std::string share = cursor.text("quotaShareName", true).value_or("");
        cursor.array("capacityLimits", 0, kMostEntries, false, [&](const JsonCursor& item) {
            if (item.expectObject()) {
                const std::string unit = item.text("capacityUnit", true).value_or("");
                keep({share, unit, readLimit(item, "maxCapacity")}, item);
            }
        });
    }
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
    JsonContext context(name);
    JsonLimits reader;
    reader.read(JsonCursor(document, context));
    if (context.failed())
        return context.error();
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
