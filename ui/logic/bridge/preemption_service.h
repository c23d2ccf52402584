// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/preemption_reason.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace quotaboard {

/// Why the event at `index` of a run's log preempted its job; no reason when that could not be told.
struct PreemptionAnswer {
    std::shared_ptr<const RunResult> result;
    std::size_t index = 0;
    std::optional<PreemptionReason> reason;
};

/// Looks up preemptions on a thread of its own; the latest question only. Lives in the GUI thread.
class PreemptionService : public QObject {
    Q_OBJECT

public:
    explicit PreemptionService(QObject* parent = nullptr);

    /// found() follows unless another question or cancel() comes before.
    void request(std::shared_ptr<const RunResult> result, std::size_t index);
    void cancel() { worker_.cancel(); }

Q_SIGNALS:
    void found(std::shared_ptr<const quotaboard::PreemptionAnswer> answer);

private:
    LatestWorker worker_;
};

/// "Reclaimed by its owner" and the like.
[[nodiscard]] QString preemptionHeadline(PreemptionReason::Kind kind);
/// Who claimed what, and why the job could be preempted for it.
[[nodiscard]] QString preemptionSentence(const Scenario& scenario, const PreemptionReason& reason);
/// What the job lost, and what becomes of it.
[[nodiscard]] QString preemptionConsequence(const Scenario& scenario, const PreemptionReason& reason);
/// The order in which candidates are gone through, in words.
[[nodiscard]] QString victimOrderText(VictimOrder order);
[[nodiscard]] QString candidateFateText(PreemptionCandidate::Fate fate);

} // namespace quotaboard
