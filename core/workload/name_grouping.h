// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/import_report.h"
#include "core/workload/job_selection.h"

#include <cstddef>
#include <string>
#include <vector>

namespace quotaboard {

/// Which names of a selection stay; every other name becomes `other`. Nothing is merged while `other` is empty.
struct NameGrouping {
    std::vector<std::string> kept;
    std::string other;

    [[nodiscard]] bool merges() const { return !other.empty(); }
    /// The name that stands for `name` afterwards.
    [[nodiscard]] const std::string& groupOf(const std::string& name) const;
};

/// Jobs and GPU-time of each share and each unit of a selection, by its positions.
struct SelectionTotals {
    std::vector<MergedName> shares;
    std::vector<MergedName> units;
};
[[nodiscard]] SelectionTotals totalsOf(const JobSelection& selection);

/// Keeps all names while there are at most `most`, else the `most - 1` largest by GPU-time (ties by name); the order of
/// `kept` is by GPU-time descending, then name. `merged` receives the names that became `other`.
[[nodiscard]] NameGrouping groupNames(
    std::vector<MergedName> totals, std::size_t most, std::vector<MergedName>& merged);

/// Renames the selection's shares and units by their groupings. Jobs of a unit that becomes `other` are counted in
/// GPUs from then on, so that GPU-time is kept whatever was merged.
void applyGrouping(JobSelection& selection, const NameGrouping& shares, const NameGrouping& units);

/// GPU-time weight of each unit: its GPUs, or 1 for all when no unit has any (metrics.md, introduction).
[[nodiscard]] std::vector<std::int32_t> gpuWeights(const JobSelection& selection);

} // namespace quotaboard
