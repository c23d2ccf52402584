// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/exact_numbers.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

// No JSON text that people write holds these; dump() writes them as escapes.
constexpr char kMark = '\x01';
constexpr char kEndMark = '\x02';
constexpr std::string_view kWrittenMark = "\"\\u0001";
constexpr std::string_view kWrittenEndMark = "\\u0002\"";

/// A decimal number without anything that can be written in two ways: 0.d1 d2 d3 ... times 10^exponent.
struct Decimal {
    bool isNegative = false;
    std::string digits;
    std::int64_t exponent = 0;
    bool operator==(const Decimal&) const = default;
};

Decimal decimalOf(std::string_view text)
{
    Decimal number;
    if (text.starts_with('-')) {
        number.isNegative = true;
        text.remove_prefix(1);
    }
    const std::size_t power = text.find_first_of("eE");
    if (power != std::string_view::npos) {
        std::string_view exponent = text.substr(power + 1);
        if (exponent.starts_with('+'))
            exponent.remove_prefix(1);
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), number.exponent);
    }
    const std::string_view mantissa = text.substr(0, power);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    number.exponent += static_cast<std::int64_t>(point);
    std::copy_if(mantissa.begin(), mantissa.end(), std::back_inserter(number.digits), [](char c) { return c != '.'; });
    const std::size_t first = number.digits.find_first_not_of('0');
    if (first == std::string::npos)
        return {};
    number.digits.erase(0, first);
    number.exponent -= static_cast<std::int64_t>(first);
    number.digits.erase(number.digits.find_last_not_of('0') + 1);
    return number;
}

std::string textOf(const Json& number)
{
    const auto& bytes = number.get_binary();
    return {bytes.begin(), bytes.end()};
}

bool hasExactNumbers(const Json& value)
{
    return value.is_binary() || (value.is_structured() && std::any_of(value.begin(), value.end(), hasExactNumbers));
}

template <class Replace>
void replaceNumbers(Json& value, const Replace& replace)
{
    if (value.is_binary()) {
        value = replace(textOf(value));
    } else if (value.is_structured()) {
        for (Json& item : value)
            replaceNumbers(item, replace);
    }
}

} // namespace

bool isExactly(double value, std::string_view text)
{
    char shortest[64];
    const auto [end, error]
        = std::to_chars(std::begin(shortest), std::end(shortest), value, std::chars_format::scientific);
    return error == std::errc() && decimalOf({shortest, static_cast<std::size_t>(end - shortest)}) == decimalOf(text);
}

Json exactNumber(const std::string& text)
{
    return Json::binary(std::vector<std::uint8_t>(text.begin(), text.end()));
}

Json withNearestNumbers(const Json& document)
{
    Json plain = document;
    replaceNumbers(plain, [](const std::string& text) { return Json(std::strtod(text.c_str(), nullptr)); });
    return plain;
}

std::string toText(const Json& document, int indent)
{
    const auto dumped
        = [indent](const Json& value) { return value.dump(indent, ' ', false, Json::error_handler_t::replace); };
    if (!hasExactNumbers(document))
        return dumped(document);
    Json marked = document;
    replaceNumbers(marked, [](const std::string& text) { return Json(kMark + text + kEndMark); });
    const std::string text = dumped(marked);
    std::string result;
    std::size_t at = 0;
    for (std::size_t mark = 0; (mark = text.find(kWrittenMark, at)) != std::string::npos;) {
        const std::size_t begin = mark + kWrittenMark.size();
        const std::size_t end = text.find_first_not_of("+-.0123456789eE", begin);
        const bool isNumber = end != begin && text.compare(end, kWrittenEndMark.size(), kWrittenEndMark) == 0;
        result.append(text, at, (isNumber ? mark : begin) - at);
        at = begin;
        if (isNumber) {
            result.append(text, begin, end - begin);
            at = end + kWrittenEndMark.size();
        }
    }
    return result.append(text, at);
}

} // namespace quotaboard
