// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/policy_state.h"
#include "core/model/scenario_edits.h"
#include "core/model/workload_class.h"
#include "ui/logic/document/edit.h"
#include "ui/widgets/board/board_content.h"

#include <QObject>
#include <QString>

#include <optional>

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// An edit with the answer whether it may be done now, for badges while dragging.
struct Proposal {
    Edit edit;
    /// What it will do, in words; more than the edit's text where more helps.
    QString text;
    /// Why it may not be done; empty when it may.
    QString refusal;
    /// What it takes from a share that is marked protected; empty where it takes nothing. Part of the text, and said
    /// with the status message.
    QString caution;
    [[nodiscard]] bool isPossible() const { return refusal.isEmpty(); }
};

/// Everything an administrator may do on the board, for gestures, keys, menus and screen readers alike. Shares, units
/// and jobs are named as the board shows them and looked up in the document, which may be newer. Proposals change
/// nothing; commit() makes one undo step and says so.
class BoardActions : public QObject {
    Q_OBJECT

public:
    BoardActions(
        ScenarioDocument& document, Playback& playback, const BoardContent& content, QObject* parent = nullptr);

    void setEditFromNow(bool fromNow) { fromNow_ = fromNow; }
    /// When edits take effect: from the start while nothing has happened, else as the user chose.
    [[nodiscard]] EditTime when() const;

    // Values in force in the document, where edits start from.
    [[nodiscard]] std::int64_t limit(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] ResourceSharing sharing(ShareIndex share) const;
    /// Capacity that no share claims; negative when limits add up to more than there is.
    [[nodiscard]] std::int64_t poolLeft(UnitIndex unit) const;
    [[nodiscard]] std::int64_t capacity(UnitIndex unit) const;
    [[nodiscard]] std::int32_t priority(JobIndex job) const;
    /// Whether the share limits the unit.
    [[nodiscard]] bool hasUnit(ShareIndex share, UnitIndex unit) const;
    /// Kinds of jobs with their defaults, for new jobs.
    [[nodiscard]] const std::vector<WorkloadClass>& workloadClasses() const;
    /// Units of the pool that the share does not limit yet.
    [[nodiscard]] std::vector<UnitIndex> unitsToAdd(ShareIndex share) const;

    /// Marked "protected" in the document: meant to be kept for priority work. Edits that take from it say so.
    [[nodiscard]] bool isProtected(ShareIndex share) const;

    [[nodiscard]] Proposal proposeLimit(ShareIndex share, UnitIndex unit, std::int64_t instances) const;
    /// Takes a unit away from a share.
    [[nodiscard]] Proposal proposeUnitRemoval(ShareIndex share, UnitIndex unit) const;
    /// Percent of the limit, empty = unlimited.
    [[nodiscard]] Proposal proposeBorrow(ShareIndex share, std::optional<int> percent) const;
    [[nodiscard]] Proposal proposeCapacity(
        ShareIndex from, ShareIndex to, UnitIndex unit, std::int64_t instances) const;
    [[nodiscard]] Proposal proposeMove(JobIndex job, ShareIndex to) const;
    [[nodiscard]] Proposal proposePriority(JobIndex job, std::int64_t priority) const;
    [[nodiscard]] Proposal proposeShare(SharingStrategy strategy, std::optional<int> position) const;
    [[nodiscard]] Proposal proposeRemoval(ShareIndex share, bool withJobs) const;
    [[nodiscard]] Proposal proposeRename(ShareIndex share, const QString& name) const;
    [[nodiscard]] Proposal proposeOrder(ShareIndex share, int position) const;
    [[nodiscard]] Proposal proposeStrategy(ShareIndex share, SharingStrategy strategy) const;
    [[nodiscard]] Proposal proposeInShare(ShareIndex share, bool enabled) const;
    [[nodiscard]] Proposal proposeJob(JobDraft draft) const;
    /// Gives a share a first limit for a unit by name. Where the pool has none of it, its capacity comes along.
    [[nodiscard]] Proposal proposeUnit(ShareIndex share, const std::string& unit, std::int64_t instances) const;
    /// A new job in a share: of the draft's unit if the share has it, else of the share's first.
    [[nodiscard]] Proposal proposeJobIn(ShareIndex share, JobDraft draft) const;
    /// Ends jobs that have been submitted; at the start, takes them out of the scenario.
    [[nodiscard]] Proposal proposeEnds(const std::vector<JobIndex>& jobs) const;
    // The same for several jobs as for one, as one step: all or none.
    [[nodiscard]] Proposal proposeMoves(const std::vector<JobIndex>& jobs, ShareIndex to) const;
    [[nodiscard]] Proposal proposePriorities(const std::vector<JobIndex>& jobs, std::int64_t priority) const;
    /// Each from its own priority, within 0 to kMaxPriority.
    [[nodiscard]] Proposal proposePrioritySteps(const std::vector<JobIndex>& jobs, int by) const;

    /// The smallest percentage that lets a share with this limit borrow so many instances.
    [[nodiscard]] static int percentFor(std::int64_t limit, std::int64_t borrowed);
    /// The next percentage up or down at which the instances it may borrow change; empty = unlimited.
    [[nodiscard]] std::optional<int> nextBorrow(ShareIndex share, UnitIndex unit, int direction) const;
    /// The name that the next new share gets.
    [[nodiscard]] QString freeShareName() const;
    /// Jobs of the share that a removal would take along or end.
    [[nodiscard]] std::size_t jobsOf(ShareIndex share) const;

    /// Does it as one undo step, or says why not. True when done.
    bool commit(const Proposal& proposal);

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    [[nodiscard]] Proposal proposal(Edit edit, const QString& more = {}) const;
    /// The same, saying that it takes something from the share when that is protected.
    [[nodiscard]] Proposal cautioned(Proposal proposal, ShareIndex share) const;
    [[nodiscard]] static Proposal refused(const QString& reason);
    [[nodiscard]] static Edit combined(const QString& text, std::vector<Edit> parts);
    [[nodiscard]] PolicyState policy() const;
    [[nodiscard]] bool isDispatched(JobIndex shown) const;
    /// A job submitted at this very moment is not in yet when edits of the moment are applied; changing it from the
    /// start comes to the same.
    [[nodiscard]] EditTime whenFor(JobIndex job) const;

    ScenarioDocument& document_;
    Playback& playback_;
    const BoardContent& content_;
    bool fromNow_ = true;
};

} // namespace quotaboard
