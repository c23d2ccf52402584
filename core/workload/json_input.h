// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/text_input.h"

#include <simdjson.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace quotaboard {

/// Calls `visit` with every JSON document of the text: one, several one after the other, or one a line. Elements are
/// valid during the call only. Stops at the first Status that is an error. JsonSyntax with `place`.
Status forEachDocument(const TextInput& input, const std::string& place,
    const std::function<Status(const simdjson::dom::element&)>& visit);

/// The member of an object; empty when absent, null, or `value` is no object.
[[nodiscard]] std::optional<simdjson::dom::element> member(const simdjson::dom::element& value, std::string_view key);
[[nodiscard]] std::optional<std::string_view> stringMember(const simdjson::dom::element& value, std::string_view key);
/// Whole numbers and doubles, also when written as a string. Not for infinities.
[[nodiscard]] std::optional<double> numberMember(const simdjson::dom::element& value, std::string_view key);
[[nodiscard]] std::optional<bool> boolMember(const simdjson::dom::element& value, std::string_view key);
[[nodiscard]] std::optional<simdjson::dom::array> arrayMember(
    const simdjson::dom::element& value, std::string_view key);

/// Calls `visit` with every item of an array member; not at all when there is no such array. (A default-made
/// simdjson array must not be walked, so that value_or() is no way to write this.)
template <class Visit>
void forEachItem(const simdjson::dom::element& value, std::string_view key, const Visit& visit)
{
    if (const std::optional<simdjson::dom::array> items = arrayMember(value, key)) {
        for (const simdjson::dom::element item : *items) {
            visit(item);
        }
    }
}

/// The element's JSON on one line, for the rejects.
[[nodiscard]] std::string compactJson(const simdjson::dom::element& value);

} // namespace quotaboard
