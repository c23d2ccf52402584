// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/policy_state.h"
#include "core/simulation/board_state.h"
#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_history.h"

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// What the board shows now, in values and words: the state at the clock's position, or the policy with empty lanes
/// while nothing has happened or no run exists. Every view of the board reads this one object and hears changed().
class BoardContent : public QObject {
    Q_OBJECT

public:
    BoardContent(ScenarioDocument& document, Playback& playback, QObject* parent = nullptr);
    ~BoardContent() override;

    /// The scenario that state() speaks of. While a new run is being made this is the one before the edit.
    [[nodiscard]] const Scenario& scenario() const { return *scenario_; }
    [[nodiscard]] const std::shared_ptr<const Scenario>& sharedScenario() const { return scenario_; }
    [[nodiscard]] const BoardState& state() const { return state_; }
    /// What the bars of scenario() need at most, whatever the clock says.
    [[nodiscard]] const BoardRoom& room() const { return room_; }
    /// state() is the policy alone, without jobs, because the run of an edit at the start is still being made.
    [[nodiscard]] bool isProvisional() const;
    [[nodiscard]] const std::vector<ReclaimedJob>& reclaimed() const { return reclaimed_; }
    /// The clock runs by itself, and whether so fast that nobody could follow what happens.
    [[nodiscard]] bool isPlaying() const;
    [[nodiscard]] bool isAtFullSpeed() const;
    /// The preemption that a stopping job is stopping for; null when it is not known.
    [[nodiscard]] const ReclaimedJob* stoppingFor(JobIndex job) const;
    [[nodiscard]] const LaneState* lane(ShareIndex share) const;
    [[nodiscard]] const LedgerSegments* ledger(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] const PoolState* pool(UnitIndex unit) const;
    /// The job on the board, even where its lane has no room for a chip; an invalid part when it is not in.
    [[nodiscard]] BoardPart partOf(JobIndex job) const;
    /// Position of the share on the board; -1 when it is not there.
    [[nodiscard]] int positionOf(ShareIndex share) const;

    /// The same thing in the document's scenario, which may be newer; invalid when it is no longer there.
    [[nodiscard]] ShareIndex toDocument(ShareIndex share) const;
    [[nodiscard]] UnitIndex toDocument(UnitIndex unit) const;
    [[nodiscard]] JobIndex toDocument(JobIndex job) const;

    // Words.
    [[nodiscard]] QString shareName(ShareIndex share) const;
    [[nodiscard]] QString unitName(UnitIndex unit) const;
    /// Id, else name, else "#17"; and the name where the id came first.
    [[nodiscard]] QString jobTitle(JobIndex job) const;
    [[nodiscard]] QString jobSubtitle(JobIndex job) const;
    /// Empty where the lane has no such chip.
    [[nodiscard]] QString headerChipText(ShareIndex share, HeaderChip chip) const;
    /// How much of its interruption budget the share has used, 1 = all; empty without a budget or a run.
    [[nodiscard]] std::optional<double> budgetUsed(ShareIndex share) const;
    /// Whether waits() speaks of the run on show; it is counted first.
    [[nodiscard]] bool knowsWaits() const;
    /// In long runs up to a quarter of a second behind the clock.
    [[nodiscard]] BoardHistory::Waits waits(ShareIndex share) const;
    /// "41 min", "over 12 h" when it is only known to be longer, or an em dash.
    [[nodiscard]] QString waitValueText(ShareIndex share) const;
    /// " · n = 38"
    [[nodiscard]] QString waitCountText(ShareIndex share) const;
    /// "OWN 4", "LENT 2 → research", ...
    [[nodiscard]] QString segmentText(SegmentKind kind, std::int64_t instances, ShareIndex borrower) const;
    /// "reclaimed by forecasting"
    [[nodiscard]] QString reclaimedText(const ReclaimedJob& job) const;
    /// "−0.4 GPU-h"; empty when nothing was lost.
    [[nodiscard]] QString lostText(const ReclaimedJob& job) const;
    /// "2 · p500"
    [[nodiscard]] QString sizeText(std::int32_t instances, std::int32_t priority) const;

    // Sentences for tool tips and screen readers.
    [[nodiscard]] QString ledgerSentence(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] QString segmentSentence(ShareIndex share, UnitIndex unit, SegmentKind kind, ShareIndex to) const;
    /// "research holds 2 of forecasting's 4; its jobs there run since 03:12"; empty where nothing is lent.
    [[nodiscard]] QString lendingSentence(ShareIndex lender, ShareIndex borrower, UnitIndex unit) const;
    [[nodiscard]] QString laneSentence(ShareIndex share) const;
    /// What "P95 wait" covers and of how many jobs; why there is none.
    [[nodiscard]] QString waitsSentence(ShareIndex share) const;
    [[nodiscard]] QString runningSentence(const RunningJob& job) const;
    [[nodiscard]] QString waitingSentence(const WaitingJob& job, std::size_t position) const;
    [[nodiscard]] QString reclaimedSentence(const ReclaimedJob& job) const;
    [[nodiscard]] QString poolSentence(const PoolState& pool) const;
    /// "2 free of 8 · 2 reserved · 4 in no share"
    [[nodiscard]] static QString poolNumbers(const PoolState& pool, const QString& separator = u" · "_qs);
    [[nodiscard]] QString partSentence(const BoardPart& part) const;

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void changed();

private:
    void onResultChanged();
    void refreshWaits();
    void takeWaits();
    void refreshFromRun();
    void refreshFromPolicy();

    ScenarioDocument& document_;
    Playback& playback_;
    std::shared_ptr<const Scenario> scenario_;
    BoardState state_;
    BoardRoom room_;
    std::shared_ptr<const Scenario> roomOf_;
    /// state_ is of the run and its simulator, not of the policy.
    bool isFromRun_ = false;
    std::vector<ReclaimedJob> reclaimed_;
    std::vector<ReclaimedJob> stopping_;
    std::shared_ptr<const BoardHistory> history_;
    /// The run that history_ is of.
    std::shared_ptr<const RunResult> historyOf_;
    QFutureWatcher<std::shared_ptr<const BoardHistory>> watcher_;
    std::shared_ptr<const RunResult> pendingOf_;
    /// By ShareIndex, and what they are of; of another run they are not shown.
    std::vector<BoardHistory::Waits> waits_;
    std::shared_ptr<const BoardHistory> waitsOf_;
    TimeMs waitsAt_ = -1;
    QFutureWatcher<std::vector<BoardHistory::Waits>> waitsWatcher_;
    std::shared_ptr<const BoardHistory> pendingWaitsOf_;
    TimeMs pendingWaitsAt_ = -1;
    QTimer waitsPause_;
};

/// The board of a policy under which nothing has run yet: every limit idle or reserved.
[[nodiscard]] BoardState emptyBoardOf(const Scenario& scenario, const PolicyState& policy);

/// The job of another value of the scenario that is `job` of this one: by id or number, and only if name and submit
/// time are the same. Invalid when there is none.
[[nodiscard]] JobIndex sameJob(const Scenario& from, JobIndex job, const Scenario& to);

} // namespace quotaboard
