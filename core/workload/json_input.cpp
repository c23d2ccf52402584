// SPDX-License-Identifier: Apache-2.0
#include "core/workload/json_input.h"

#include "core/workload/cell_parse.h"

#include <cmath>

namespace quotaboard {

Status forEachDocument(
    const TextInput& input, const std::string& place, const std::function<Status(const simdjson::dom::element&)>& visit)
{
    const std::string_view text = input.view();
    simdjson::dom::parser parser;
    simdjson::dom::document_stream documents;
    const auto damaged = [&place](const char* what) { return Error{ErrorCode::JsonSyntax, place, {what}}; };
    // One batch holds the whole text: a document may be as large as the file.
    const std::size_t batch = text.size() + simdjson::SIMDJSON_PADDING;
    if (const simdjson::error_code error = parser.parse_many(text.data(), text.size(), batch).get(documents)) {
        return damaged(simdjson::error_message(error));
    }
    bool isEmpty = true;
    for (auto result : documents) {
        simdjson::dom::element document;
        if (const simdjson::error_code error = result.get(document)) {
            return damaged(simdjson::error_message(error));
        }
        isEmpty = false;
        if (Status status = visit(document); !status) {
            return status;
        }
    }
    if (isEmpty || documents.truncated_bytes() > 0) {
        return damaged("the text ends inside a value");
    }
    return {};
}

std::optional<simdjson::dom::element> member(const simdjson::dom::element& value, std::string_view key)
{
    simdjson::dom::object object;
    simdjson::dom::element found;
    if (value.get_object().get(object) || object.at_key(key).get(found) || found.is_null()) {
        return std::nullopt;
    }
    return found;
}

std::optional<std::string_view> stringMember(const simdjson::dom::element& value, std::string_view key)
{
    std::string_view text;
    const std::optional<simdjson::dom::element> found = member(value, key);
    return found && !found->get_string().get(text) ? std::optional(text) : std::nullopt;
}

std::optional<double> numberMember(const simdjson::dom::element& value, std::string_view key)
{
    const std::optional<simdjson::dom::element> found = member(value, key);
    if (!found) {
        return std::nullopt;
    }
    double number = 0;
    if (!found->get_double().get(number)) {
        return std::isfinite(number) ? std::optional(number) : std::nullopt;
    }
    std::string_view text;
    return found->get_string().get(text) ? std::nullopt : parseNumber(trimmed(text));
}

std::optional<bool> boolMember(const simdjson::dom::element& value, std::string_view key)
{
    bool flag = false;
    const std::optional<simdjson::dom::element> found = member(value, key);
    return found && !found->get_bool().get(flag) ? std::optional(flag) : std::nullopt;
}

std::optional<simdjson::dom::array> arrayMember(const simdjson::dom::element& value, std::string_view key)
{
    simdjson::dom::array items;
    const std::optional<simdjson::dom::element> found = member(value, key);
    return found && !found->get_array().get(items) ? std::optional(items) : std::nullopt;
}

std::string compactJson(const simdjson::dom::element& value)
{
    return simdjson::minify(value);
}

} // namespace quotaboard
