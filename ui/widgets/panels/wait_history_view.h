// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/wait_history.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QWidget>

#include <cstdint>
#include <memory>

class QLabel;
class QPushButton;

namespace quotaboard {

class FoldedList;

/// Behind a button: the reasons that a job waited for since it became RUNNABLE, one after the other. Looked for on a
/// thread of its own when the button is pressed, and again for another moment while the list is open.
class WaitHistoryView : public QWidget {
    Q_OBJECT

public:
    explicit WaitHistoryView(QWidget* parent = nullptr);

    /// A job that is RUNNABLE at `moment` of the run.
    void show(std::shared_ptr<const RunResult> result, JobIndex job, TimeMs moment);
    /// The list is closed again.
    void clear();

private:
    void request();
    void take(const std::vector<WaitStretch>& stretches);

    QPushButton* button_;
    QLabel* state_;
    FoldedList* list_;
    std::shared_ptr<const RunResult> result_;
    JobIndex job_;
    TimeMs moment_ = 0;
    std::uint64_t ticket_ = 0;
    LatestWorker worker_;
};

} // namespace quotaboard
