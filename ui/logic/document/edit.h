// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/exchange/scenario_extras.h"
#include "core/model/scenario_edits.h"

#include <QString>

#include <functional>

namespace quotaboard {

/// One edit that a gesture, a menu or a field asks for: a sentence for the undo history and what it does. It can be
/// tried any number of times on copies (ScenarioDocument::check) and applied once.
struct Edit {
    /// "Move 2 ml.g5.xlarge from a to b"; the same words stand in the undo history and the status strip.
    QString text;
    /// Edits with the same key that follow each other within two seconds become one undo step. Empty: never.
    QString mergeKey;
    /// Empty when only the extras change.
    std::function<Status(Scenario&)> change;
    /// Done after `change` with its result; empty when the extras stay.
    std::function<Status(const Scenario&, ScenarioExtras&)> changeExtras = {};
    /// Which job of the scenario before is which after `change`, invalid for one that is gone. Empty: it is found out
    /// by doing `change` on a scenario whose jobs have other ids.
    std::function<JobIndex(JobIndex)> jobNow = {};
    /// All generated jobs are made anew from the generators in the extras.
    bool makesGeneratedJobs = false;
};

// Each names the objects by what they are called in `scenario` now. Errors come when the edit is checked or applied.

[[nodiscard]] Edit shareLimitEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex share, UnitIndex unit, int instances);
[[nodiscard]] Edit moveCapacityEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex from, ShareIndex to, UnitIndex unit, int instances);
[[nodiscard]] Edit environmentLimitEdit(
    const Scenario& scenario, const EditTime& when, const QString& unit, int instances);
[[nodiscard]] Edit borrowLimitEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex share, std::optional<int> percent);
[[nodiscard]] Edit strategyEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex share, SharingStrategy strategy);
[[nodiscard]] Edit inSharePreemptionEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex share, bool enabled);
[[nodiscard]] Edit addShareEdit(const Scenario& scenario, const EditTime& when, const QuotaShare& share,
    std::optional<int> position = std::nullopt);
/// `withJobs`: also the jobs that belong to it, where the edit is from the start.
[[nodiscard]] Edit removeShareEdit(
    const Scenario& scenario, const EditTime& when, ShareIndex share, bool withJobs = false);
[[nodiscard]] Edit renameShareEdit(const Scenario& scenario, ShareIndex share, const QString& name);
[[nodiscard]] Edit reorderShareEdit(const Scenario& scenario, const EditTime& when, ShareIndex share, int position);
[[nodiscard]] Edit shareDetailsEdit(const Scenario& scenario, ShareIndex share, const QuotaShare& details);
[[nodiscard]] Edit jobPriorityEdit(const Scenario& scenario, const EditTime& when, JobIndex job, int priority);
[[nodiscard]] Edit moveJobEdit(const Scenario& scenario, const EditTime& when, JobIndex job, ShareIndex share);
[[nodiscard]] Edit terminateJobEdit(const Scenario& scenario, TimeMs at, JobIndex job);
[[nodiscard]] Edit submitJobEdit(const EditTime& when, const JobDraft& draft, TimeMs submit = 0);
[[nodiscard]] Edit platformEdit(const Scenario& scenario, const EditTime& when, const Platform& platform);
[[nodiscard]] Edit moveInterventionEdit(const Scenario& scenario, InterventionIndex index, TimeMs at);
[[nodiscard]] Edit removeInterventionEdit(const Scenario& scenario, InterventionIndex index);

} // namespace quotaboard
