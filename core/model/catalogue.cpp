// SPDX-License-Identifier: Apache-2.0
#include "core/model/catalogue.h"

#include <algorithm>
#include <iterator>

namespace quotaboard {

namespace {

constexpr CatalogueEntry kCatalogue[] = {
#include "capacity_units.inc"
};

} // namespace

std::optional<CatalogueEntry> findInCatalogue(std::string_view unit)
{
    const auto* found = std::find_if(
        std::begin(kCatalogue), std::end(kCatalogue), [&](const CatalogueEntry& entry) { return entry.unit == unit; });
    return found == std::end(kCatalogue) ? std::nullopt : std::optional{*found};
}

std::span<const CatalogueEntry> catalogue()
{
    return kCatalogue;
}

} // namespace quotaboard
