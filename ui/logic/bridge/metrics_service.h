// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/run_result.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QObject>

#include <memory>

namespace quotaboard {

/// Scorecards of a recorded run up to a moment, worked out on a thread of its own from the event log; the latest moment
/// asked for only. Going forwards costs the events in between. Lives in the GUI thread, which it never blocks.
class MetricsService : public QObject {
    Q_OBJECT

public:
    explicit MetricsService(QObject* parent = nullptr);
    ~MetricsService() override;

    /// ready() follows unless another moment is asked for before.
    void request(std::shared_ptr<const RunResult> result, TimeMs moment);

Q_SIGNALS:
    /// The scorecard of [0, `moment`].
    void ready(std::shared_ptr<const quotaboard::Scorecard> card, qint64 moment);

private:
    class Cursor;

    /// Used by the worker's thread only.
    std::unique_ptr<Cursor> cursor_;
    LatestWorker worker_;
};

} // namespace quotaboard
