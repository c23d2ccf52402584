// SPDX-License-Identifier: Apache-2.0
//
// The comparison rules of tools/run-cases.
#include <algorithm>
#include <cmath>

#include "reference_model.h"

namespace quotaboard::reference {

using Json = nlohmann::json;

static bool near(const Json& a, const Json& b)
{
    if (a.is_number() && b.is_number()) {
        if (a.is_number_integer() && b.is_number_integer() && a == b)
            return true;
        const double x = a.get<double>(), y = b.get<double>();
        return std::abs(x - y) <= 1e-9 * std::max({1.0, std::abs(x), std::abs(y)});
    }
    return a == b;
}

static std::optional<std::string> difference(const Json& want, const Json& got, const std::string& at)
{
    if (want.is_object()) {
        if (!got.is_object())
            return at + ": want an object, got " + got.dump();
        for (const auto& item : want.items()) {
            if (!got.contains(item.key()))
                return at + "/" + item.key() + ": missing";
            if (auto d = difference(item.value(), got.at(item.key()), at + "/" + item.key()))
                return d;
        }
        return std::nullopt;
    }
    if (want.is_array()) {
        if (!got.is_array() || want.size() != got.size())
            return at + ": want " + std::to_string(want.size()) + " items, got "
                + (got.is_array() ? std::to_string(got.size()) : got.dump());
        for (std::size_t i = 0; i < want.size(); ++i)
            if (auto d = difference(want[i], got[i], at + "/" + std::to_string(i)))
                return d;
        return std::nullopt;
    }
    if (near(want, got))
        return std::nullopt;
    return at + ": want " + want.dump() + ", got " + got.dump();
}

std::optional<std::string> compareOutcomes(
    const Outcome& want, const std::vector<Json>& gotEvents, const Json& gotSummary)
{
    for (std::size_t i = 0; i < want.events.size(); ++i) {
        const std::string which = "event " + std::to_string(i) + ": ";
        if (i >= gotEvents.size())
            return which + "missing, want " + want.events[i].dump();
        auto d = difference(want.events[i], gotEvents[i], "");
        if (!d)
            d = difference(gotEvents[i], want.events[i], "");
        if (d)
            return which + *d + "\n    want " + want.events[i].dump() + "\n    got  " + gotEvents[i].dump();
    }
    if (gotEvents.size() > want.events.size())
        return std::to_string(gotEvents.size() - want.events.size()) + " events too many, first "
            + gotEvents[want.events.size()].dump();
    if (auto d = difference(want.summary, gotSummary, ""))
        return "summary " + *d;
    return std::nullopt;
}

} // namespace quotaboard::reference
