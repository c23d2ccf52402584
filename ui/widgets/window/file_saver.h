// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/latest_worker.h"
#include "ui/logic/document/scenario_document.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

namespace quotaboard {

/// Saves documents that are too large to be written between two frames, in another thread and one at a time. Lives in
/// the GUI thread; destroying it cancels and waits.
class FileSaver : public QObject {
    Q_OBJECT

public:
    /// Interrupted when it was cancelled in time.
    using Done = std::function<void(const Status&, const SaveReport&)>;

    explicit FileSaver(QObject* parent = nullptr);
    ~FileSaver() override;

    /// Whether saving takes so long that it should be done here.
    [[nodiscard]] static bool takesLong(const Scenario& scenario);

    /// Not while isSaving(). `done` is called in the GUI thread, always.
    void save(const ScenarioDocument::Snapshot& snapshot, const QString& path, Done done);
    /// The file stays what it was, unless it has been written already: `done` tells.
    void cancel();
    [[nodiscard]] bool isSaving() const { return progress_ != nullptr; }

Q_SIGNALS:
    /// 0 to 1, below 0 when unknown.
    void progressed(double part);

private:
    void reportProgress();

    LatestWorker worker_;
    /// Of what is being saved; null while nothing is.
    std::shared_ptr<Progress> progress_;
    QTimer tick_;
};

} // namespace quotaboard
