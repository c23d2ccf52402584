// SPDX-License-Identifier: Apache-2.0
#include "core/model/scenario.h"

#include "core/model/catalogue.h"

#include <algorithm>

namespace quotaboard {

UnitIndex Scenario::findUnit(std::string_view unitName) const
{
    const auto found
        = std::find_if(units.begin(), units.end(), [&](const CapacityUnit& u) { return u.name == unitName; });
    return found == units.end() ? UnitIndex{} : UnitIndex{static_cast<std::size_t>(found - units.begin())};
}

UnitIndex Scenario::internUnit(std::string_view unitName)
{
    if (const UnitIndex known = findUnit(unitName); known.isValid())
        return known;
    CapacityUnit unit;
    unit.name = std::string{unitName};
    if (const auto entry = findInCatalogue(unitName))
        unit.gpus = entry->gpus;
    else
        unit.isGuessed = true;
    units.push_back(std::move(unit));
    return UnitIndex{units.size() - 1};
}

ShareIndex Scenario::findShare(std::string_view shareName) const
{
    const auto found = std::find(shareNames.begin(), shareNames.end(), shareName);
    return found == shareNames.end() ? ShareIndex{} : ShareIndex{static_cast<std::size_t>(found - shareNames.begin())};
}

ShareIndex Scenario::internShare(std::string_view shareName)
{
    if (const ShareIndex known = findShare(shareName); known.isValid())
        return known;
    shareNames.emplace_back(shareName);
    return ShareIndex{shareNames.size() - 1};
}

bool Scenario::countsInstanceHours() const
{
    return std::all_of(units.begin(), units.end(), [](const CapacityUnit& unit) { return unit.gpus == 0; });
}

std::int32_t Scenario::gpuWeight(UnitIndex index) const
{
    return countsInstanceHours() ? 1 : units[index.value()].gpus;
}

} // namespace quotaboard
