// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/what_if.h"
#include "ui/logic/bridge/latest_worker.h"
#include "ui/logic/document/edit.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// While a drag hovers: after a short rest, what the edit would do to waits and waste in the hours after the clock,
/// worked out on a thread of its own and dropped as soon as the drag moves on. Lives in the GUI thread.
class WhatIfService : public QObject {
    Q_OBJECT

public:
    /// How far it looks ahead, ms of simulation.
    static constexpr TimeMs kAhead = 6 * kMsPerHour;
    /// Larger scenarios are not tried while dragging.
    static constexpr std::size_t kMostJobs = 50'000;

    WhatIfService(ScenarioDocument& document, Playback& playback, QObject* parent = nullptr);

    void setEnabled(bool enabled);

public Q_SLOTS:
    /// Empty: nothing would happen where the drag is now.
    void hover(const std::optional<quotaboard::Edit>& edit);

Q_SIGNALS:
    /// "P95 wait of research 41 min → 18 min, waste +1.2 GPU-h"; empty when the numbers stay the same.
    void effectFound(const QString& text);

private:
    void tryOut();

    ScenarioDocument& document_;
    Playback& playback_;
    QTimer rest_;
    std::optional<Edit> edit_;
    bool isEnabled_ = true;
    std::uint64_t ticket_ = 0;
    LatestWorker worker_;
};

/// In words, for the badge.
[[nodiscard]] QString whatIfText(const Scenario& scenario, const WhatIfEffect& effect);

} // namespace quotaboard
