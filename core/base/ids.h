// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace quotaboard {

/// An index that cannot be mixed up with another kind of index. Default constructed it refers to nothing.
template <class Tag, class Rep = std::uint32_t>
class Index {
public:
    constexpr Index() = default;
    constexpr explicit Index(std::size_t value)
        : value_(static_cast<Rep>(value))
    {
    }

    [[nodiscard]] constexpr Rep value() const { return value_; }
    [[nodiscard]] constexpr bool isValid() const { return value_ != kNone; }
    constexpr auto operator<=>(const Index&) const = default;

private:
    static constexpr Rep kNone = static_cast<Rep>(-1);
    Rep value_ = kNone;
};

/// Position in Scenario::units.
using UnitIndex = Index<struct UnitTag, std::uint16_t>;
/// Position in Scenario::shareNames; one per share name that ever occurs, created or not.
using ShareIndex = Index<struct ShareTag, std::uint16_t>;
/// Position in the merged job list (jobs, traces, generators, submitted by interventions).
using JobIndex = Index<struct JobTag>;
/// Position in Scenario::interventions.
using InterventionIndex = Index<struct InterventionTag>;

} // namespace quotaboard

template <class Tag, class Rep>
struct std::hash<quotaboard::Index<Tag, Rep>> {
    std::size_t operator()(quotaboard::Index<Tag, Rep> index) const noexcept { return index.value(); }
};
