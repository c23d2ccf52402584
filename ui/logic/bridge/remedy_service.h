// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/remedies.h"
#include "ui/logic/bridge/latest_worker.h"
#include "ui/logic/document/edit.h"

#include <QObject>

#include <memory>
#include <vector>

namespace quotaboard {

/// What was found for one job at one moment.
struct RemedyList {
    JobIndex job;
    TimeMs moment = 0;
    std::shared_ptr<const RunResult> result;
    std::vector<Remedy> remedies;
    /// When the job starts in the run as it is; kNever when it does not.
    TimeMs startsAnyway = kNever;
};

/// Looks for remedies on a thread of its own; the latest question only. Lives in the GUI thread.
class RemedyService : public QObject {
    Q_OBJECT

public:
    explicit RemedyService(QObject* parent = nullptr);

    /// found() follows unless another question or cancel() comes before.
    void request(std::shared_ptr<const RunResult> result, JobIndex job, TimeMs moment);
    void cancel() { worker_.cancel(); }

Q_SIGNALS:
    void found(std::shared_ptr<const quotaboard::RemedyList> list);

private:
    LatestWorker worker_;
};

/// The remedy as an edit of the document, with words for it.
[[nodiscard]] Edit remedyEdit(const Scenario& scenario, const Remedy& remedy);
/// "Preempts nobody." or whom it preempts and what they lose.
[[nodiscard]] QString remedyConsequence(const Scenario& scenario, const Remedy& remedy);

} // namespace quotaboard
