// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/breakpoint_hits.h"
#include "ui/logic/bridge/latest_worker.h"
#include "ui/widgets/panels/condition_form.h"

#include <QDialog>

#include <optional>

class QPushButton;

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// Asks for a moment (a time, what happens to a job, a long wait, an empty queue, the next preemption, the end) and
/// moves the clock to the first such one after it. The moment is looked up in the run while one types, on another
/// thread; where it never comes, the dialog says so.
class RunToDialog : public QDialog {
    Q_OBJECT

public:
    RunToDialog(
        ScenarioDocument& document, Playback& playback, const ConditionForm::Suggestion& suggestion, QWidget* parent);

    void accept() override;

private:
    void look();
    void take(const std::vector<BreakpointHit>& hits);
    void showMoment(std::optional<TimeMs> moment, const QString& remark);

    ScenarioDocument& document_;
    Playback& playback_;
    ConditionForm* form_;
    QPushButton* go_;
    std::optional<TimeMs> moment_;
    /// Go was asked for before the moment was known.
    bool isWanted_ = false;
    std::uint64_t ticket_ = 0;
    LatestWorker worker_;
};

} // namespace quotaboard
