// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace quotaboard {

/// One line of the built-in accelerator catalogue (resources/capacity-units.csv, compiled in).
struct CatalogueEntry {
    std::string_view unit;
    std::int32_t gpus;
    std::string_view family;
    std::string_view accelerator;
};

/// The catalogue entry of an instance type, empty when unknown. Case-sensitive, does not block or throw.
[[nodiscard]] std::optional<CatalogueEntry> findInCatalogue(std::string_view unit);

/// All entries, in the catalogue's order.
[[nodiscard]] std::span<const CatalogueEntry> catalogue();

} // namespace quotaboard
