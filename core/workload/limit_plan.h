// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/importer.h"
#include "core/workload/job_selection.h"
#include "core/workload/limit_sizing.h"

#include <map>
#include <string>
#include <vector>

namespace quotaboard {

/// Reduces a selection to the shares and units that a queue may have (20 and 5), counting those that only an AWS export
/// or a limits file names. Fills the groupings and merged names of `result`.
void groupForQueue(const Trace& trace, const ImportOptions& options, JobSelection& selection, ImportResult& result);

/// Limits and capacity of an import: from a file, from an AWS export, or sized from the demand. Positions are those of
/// `shares()` and `units()`, which are the scenario's, not the selection's. Keeps references to the constructor's
/// arguments.
class LimitPlan {
public:
    LimitPlan(const Trace& trace, const ImportOptions& options, const JobSelection& selection,
        const DemandTable& demand, const ImportResult& grouping);

    /// Decides everything and tells the report; before that all limits are 0.
    void decide(ImportReport& report);

    [[nodiscard]] const std::vector<std::string>& shares() const { return shares_; }
    [[nodiscard]] const std::vector<std::string>& units() const { return units_; }
    [[nodiscard]] bool hasUnit(const std::string& unit) const;
    /// 0 when the share has no limit for the unit.
    [[nodiscard]] std::int32_t limit(std::size_t share, std::size_t unit) const
    {
        return limits_[share * units_.size() + unit];
    }
    [[nodiscard]] std::int32_t capacity(std::size_t unit) const { return capacity_[unit]; }

private:
    using NamePair = std::pair<std::string, std::string>;
    using LimitMap = std::map<NamePair, std::int64_t>;

    void collectGivenLimits(const ImportResult& grouping);
    [[nodiscard]] std::int64_t inUnitsOf(
        const std::string& unit, std::int32_t instances, const ImportResult& grouping) const;
    [[nodiscard]] SizingRules sizingRules() const;
    [[nodiscard]] const Demand* demandOf(std::size_t share, std::size_t unit) const;
    [[nodiscard]] std::int32_t givenLimit(std::size_t share, std::size_t unit) const;
    void decideUnit(std::size_t unit, const SizingRules& rules, ImportReport& report);
    void decideCapacity(std::size_t unit, ImportReport& report);
    [[nodiscard]] bool isSizedForPeaks(const SizingRules& rules) const;
    void dropSharesWithoutLimit(ImportReport& report);
    void describe(ImportReport& report) const;

    const Trace& trace_;
    const ImportOptions& options_;
    const JobSelection& selection_;
    const DemandTable& demand_;
    std::vector<std::string> shares_;
    std::vector<std::string> units_;
    /// Position in the selection of each share and unit; the selection's size when it has no jobs.
    std::vector<std::size_t> shareInSelection_;
    std::vector<std::size_t> unitInSelection_;
    LimitMap fromFile_;
    LimitMap fromExport_;
    std::map<std::string, std::int64_t> exportedCapacity_;
    std::vector<std::int32_t> limits_;
    std::vector<std::int32_t> capacity_;
    std::vector<bool> capacityGiven_;
};

/// Names the jobs that no moment of the simulation could ever start, and notes how many there are. At most 1,000 names
/// are kept.
void findImpossibleJobs(
    const Trace& trace, const JobSelection& selection, const Scenario& scenario, ImportReport& report);

} // namespace quotaboard
