// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/policy_state.h"
#include "core/model/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace quotaboard {

// What an administrator may do to a scenario by hand. Each function changes `scenario` whole or not at all and gives
// the error EditRefused {EditProblem as a word, arguments} otherwise. Copies of a scenario are cheap, so a caller that
// only wants to know tries on a copy. None blocks. Rules: aws-batch.md section A, scheduling.md section 6.

/// Why an edit is not possible. The comment gives the arguments.
enum class EditProblem {
    NoSuchShare, ///< {share} it does not exist then
    NoSuchUnit, ///< {unit, share or empty}
    LimitOutOfRange, ///< {share, unit, wanted, lowest, highest}
    LastLimit, ///< {share} a share keeps at least one limit
    TooManyLimits, ///< {share or environment, allowed}
    NotEnoughToGive, ///< {share, unit, its limit, wanted} it keeps at least 1
    SameShare, ///< {share}
    CannotBorrow, ///< {share, strategy} only LEND_AND_BORROW has a borrow limit
    BorrowLimitOutOfRange, ///< {wanted}
    NameTaken, ///< {name}
    NameInvalid, ///< {name} 1 to 128 of A-Z a-z 0-9 _ -
    TooManyShares, ///< {allowed}
    LastShare, ///< {share} a scenario keeps at least one
    ShareHasJobs, ///< {share, number of jobs}
    ShareIsDisabled, ///< {share}
    PriorityOutOfRange, ///< {wanted, highest}
    JobNotSubmitted, ///< {job} before its submit time it cannot be edited from a moment on
    WorkOutOfRange, ///< {wanted ms}
    SettingOutOfRange, ///< {setting, wanted}
};
/// The word that stands in Error::arguments[0].
[[nodiscard]] std::string_view nameOf(EditProblem problem);

/// When an edit takes effect: from the start (the scenario itself changes), or at a moment (an intervention is added).
struct EditTime {
    std::optional<TimeMs> at;
    std::string author;
    std::string reason;
    static EditTime fromStart() { return {}; }
    static EditTime from(TimeMs moment) { return {moment, {}, {}}; }
};

/// The policy in force after every intervention at or before `moment` that is possible then, jobs aside.
[[nodiscard]] PolicyState policyAt(const Scenario& scenario, TimeMs moment);

/// Limits of a share: `instances` >= 1 sets or adds one (at most kMaxLimits), 0 takes the unit away (one must stay).
Status setShareLimit(
    Scenario& scenario, const EditTime& when, ShareIndex share, UnitIndex unit, std::int32_t instances);
/// Moves `instances` of the limit for `unit` from one share to another; the giver keeps at least 1.
Status moveCapacity(
    Scenario& scenario, const EditTime& when, ShareIndex from, ShareIndex to, UnitIndex unit, std::int32_t instances);
/// The environment's capacity of a unit: 0 or more; a new unit is added (at most kMaxLimits).
Status setEnvironmentLimit(Scenario& scenario, const EditTime& when, std::string_view unit, std::int32_t instances);
/// Percent of the share's own limit, -1 or more; empty = unlimited. The share must be LEND_AND_BORROW.
Status setBorrowLimit(Scenario& scenario, const EditTime& when, ShareIndex share, std::optional<std::int32_t> percent);
/// Keeps the borrow limit only for LEND_AND_BORROW.
Status setStrategy(Scenario& scenario, const EditTime& when, ShareIndex share, SharingStrategy strategy);
Status setInSharePreemption(Scenario& scenario, const EditTime& when, ShareIndex share, bool enabled);
Status setShareEnabled(Scenario& scenario, const EditTime& when, ShareIndex share, bool enabled);
/// Appends a share, or puts it at `position` among the existing ones. Its name must be new and 1 to 128 of
/// `A-Z a-z 0-9 _ -`; it must have 1 to kMaxLimits limits.
Status addShare(
    Scenario& scenario, const EditTime& when, const QuotaShare& share, std::optional<std::size_t> position = {});
/// From the start: refused while jobs of the scenario belong to it, unless `withJobs` (they are taken out). At a
/// moment: disables the share and deletes it; its jobs end FAILED.
Status removeShare(Scenario& scenario, const EditTime& when, ShareIndex share, bool withJobs = false);
/// Always from the start; also a share that an intervention creates.
Status renameShare(Scenario& scenario, ShareIndex share, std::string_view name);
/// Puts a share at `position` (0-based) of the share order.
Status reorderShare(Scenario& scenario, const EditTime& when, ShareIndex share, std::size_t position);
/// Owner, colour, notes, protection, interruption budget: what the scheduler ignores. Always from the start.
Status setShareDetails(Scenario& scenario, ShareIndex share, const QuotaShare& details);

/// 0 to kMaxPriority.
Status setJobPriority(Scenario& scenario, const EditTime& when, JobIndex job, std::int32_t priority);
Status moveJob(Scenario& scenario, const EditTime& when, JobIndex job, ShareIndex share);
Status terminateJob(Scenario& scenario, TimeMs at, JobIndex job, std::string_view reason);

/// A job to add, in words. Units and shares by name, so that it can be made for any scenario.
struct JobDraft {
    std::string name;
    std::string id;
    std::string share;
    std::string unit;
    std::int32_t instances = 1;
    TimeMs work = 0;
    std::int32_t priority = 0;
    JobProfile profile;
    std::string workloadClass;
};
/// From the start: a job of the scenario with submit time `submit`. At a moment: a `submitServiceJob` there.
Status submitJob(Scenario& scenario, const EditTime& when, const JobDraft& draft, TimeMs submit = 0);

/// The choices of scheduling.md. The seed stays what it is: generators drew the jobs from it.
Status setPlatform(Scenario& scenario, const EditTime& when, const Platform& platform);

/// Takes jobs of the list out; interventions that name them go too, those that name others by number are renumbered.
void removeJobs(Scenario& scenario, const std::vector<bool>& gone);

// The list of timed edits itself.
Status moveIntervention(Scenario& scenario, InterventionIndex index, TimeMs at);
/// A `submitServiceJob` takes its job with it. A `createQuotaShare` whose share has jobs stays (ShareHasJobs).
Status removeIntervention(Scenario& scenario, InterventionIndex index);

} // namespace quotaboard
