// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_text.h"

#include <nlohmann/json.hpp>

namespace quotaboard {

namespace {

bool isPlain(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

} // namespace

void appendJsonString(std::string& out, std::string_view text)
{
    for (const char c : text) {
        if (!isPlain(c)) {
            out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            return;
        }
    }
    out += '"';
    out += text;
    out += '"';
}

} // namespace quotaboard
