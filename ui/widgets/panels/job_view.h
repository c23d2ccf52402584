// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/models/attempts_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/edit_port.h"

#include <QWidget>

class QLabel;
class QSpinBox;
class QTableView;
class QPushButton;

namespace quotaboard {

/// One job: what it asks for, where it stands at the clock, its attempts, and its priority to change.
class JobView : public QWidget {
    Q_OBJECT

public:
    JobView(EditPort port, Playback& playback, QWidget* parent = nullptr);

    void show(JobIndex job);

Q_SIGNALS:
    /// Why the job on show was preempted in this attempt (1-based).
    void preemptionAsked(quint32 attempt);

private:
    /// The current row's preempted attempt, else the last one; 0 when it was never preempted.
    [[nodiscard]] quint32 preemptedAttempt() const;
    void fillRequest(const Scenario& scenario);
    void fillState(const Scenario& scenario);
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString checkpointText(const JobProfile& profile) const;

    EditPort port_;
    Playback& playback_;
    JobIndex job_;
    /// What the attempts were read for.
    std::shared_ptr<const RunResult> shownResult_;
    std::size_t shownEvents_ = 0;
    JobIndex shownJob_;
    QLabel* title_;
    QLabel* share_;
    QLabel* size_;
    QLabel* work_;
    QLabel* submitted_;
    QSpinBox* priority_;
    QLabel* checkpoint_;
    QLabel* restore_;
    QLabel* retries_;
    QLabel* deadline_;
    QLabel* class_;
    QLabel* state_;
    QLabel* progress_;
    AttemptsModel* attempts_;
    QTableView* table_;
    QPushButton* whyPreempted_;
    QPushButton* terminate_;
};

} // namespace quotaboard
