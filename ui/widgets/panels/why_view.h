// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/remedy_service.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/edit_port.h"

#include <QWidget>

class QFormLayout;
class QFrame;
class QLabel;
class QVBoxLayout;

namespace quotaboard {

/// Why the selected job waits at the clock: one sentence, the numbers behind it, who is ahead and who holds the unit;
/// for a job that was preempted, by whom. While the clock stands, also edits that would start it now, each tried on a
/// copy by the core, to be applied. For a share: why its first job waits.
class WhyView : public QWidget {
    Q_OBJECT

public:
    WhyView(EditPort port, Playback& playback, QWidget* parent = nullptr);

    /// Either may be invalid; a share stands for the first job that waits in it.
    void show(JobIndex job, ShareIndex share);

private:
    void showNothing(const QString& hint);
    void showWaiting(const Simulator& simulator, JobIndex job);
    void showNumbers(const Scenario& scenario, const Simulator& simulator, JobSlot slot, const WaitReason& reason);
    void showHolders(const Scenario& scenario, const Simulator& simulator, UnitIndex unit);
    void showPreemption(const Scenario& scenario, JobIndex job);
    void askForRemedies(JobIndex job);
    void clearRemedies(const QString& hint);
    void showRemedies(const RemedyList& list);
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
    QLabel* ahead_;
    QLabel* holdersTitle_;
    QLabel* holders_;
    QLabel* preempted_;
    QLabel* remediesTitle_;
    QLabel* remediesHint_;
    QWidget* remedies_;
    QVBoxLayout* remedyColumn_;
    RemedyService service_;
    /// What the remedies on show, or on their way, are for.
    std::shared_ptr<const RunResult> askedResult_;
    JobIndex askedJob_;
    TimeMs askedMoment_ = -1;
};

} // namespace quotaboard
