// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/remedy_service.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/edit_port.h"

#include <QHash>
#include <QVector>
#include <QWidget>

class QFormLayout;
class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace quotaboard {

class FoldedList;
class PreemptionView;
class WaitHistoryView;

/// Why the selected job waits at the clock: one sentence, the numbers behind it, who is ahead and who holds the unit;
/// for a job that was preempted, why and who else could have been. While the clock stands, also edits that would start
/// it now, each tried on a copy by the core, to be applied. For a share: why its first job waits.
class WhyView : public QWidget {
    Q_OBJECT

public:
    WhyView(EditPort port, Playback& playback, QWidget* parent = nullptr);

    /// Either may be invalid; a share stands for the first job that waits in it.
    void show(JobIndex job, ShareIndex share);
    /// Of the job on show, why that attempt (1-based) was preempted.
    void showPreemptionOf(std::uint32_t attempt);

Q_SIGNALS:
    /// The job that an option would start and those it would preempt, while the pointer or the focus is on it; none
    /// when it has left. Of the run.
    void affectedJobs(const QVector<quotaboard::JobIndex>& jobs);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showNothing(const QString& hint);
    void showWaiting(const Simulator& simulator, JobIndex job);
    void showNumbers(const Scenario& scenario, const Simulator& simulator, JobSlot slot, const WaitReason& reason);
    void showHolders(const Scenario& scenario, const Simulator& simulator, UnitIndex unit);
    void showFacts(const Simulator& simulator, JobSlot slot);
    void copyExplanation();
    void askForRemedies(JobIndex job);
    void clearRemedies(const QString& hint);
    void showRemedies(const RemedyList& list);
    void foldRemedies(int count);
    void unfoldRemedies();
    void addRemedy(const Scenario& scenario, const Remedy& remedy);

    EditPort port_;
    Playback& playback_;
    QLabel* title_;
    QLabel* place_;
    QLabel* needs_;
    QLabel* own_;
    QLabel* borrow_;
    QLabel* idle_;
    QLabel* reserve_;
    QWidget* numbers_;
    QFrame* card_;
    QLabel* headline_;
    QLabel* sentence_;
    QLabel* aheadTitle_;
    FoldedList* ahead_;
    QLabel* holdersTitle_;
    FoldedList* holders_;
    QLabel* facts_;
    QLabel* checked_;
    WaitHistoryView* history_;
    QPushButton* copy_;
    PreemptionView* preemption_;
    QLabel* remediesTitle_;
    QLabel* remediesHint_;
    QWidget* remedies_;
    QPushButton* moreRemedies_;
    QVBoxLayout* remedyColumn_;
    RemedyService service_;
    /// Lists stay as they were unfolded while the job on show is the same.
    JobIndex shownJob_;
    std::shared_ptr<const Scenario> heldScenario_;
    /// By the card that shows the remedy.
    QHash<QObject*, QVector<JobIndex>> affected_;
    /// What the remedies on show, or on their way, are for.
    std::shared_ptr<const RunResult> askedResult_;
    JobIndex askedJob_;
    TimeMs askedMoment_ = -1;
};

} // namespace quotaboard
