// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/apply_preview.h"
#include "ui/logic/bridge/latest_worker.h"
#include "ui/logic/document/edit.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// Which running jobs an edit from now on puts at risk: before it is done, while a drag or a field hovers over it, and
/// once it is done, for the status strip. Worked out on a thread of its own. Says nothing of edits from the start, nor
/// while the clock is there. Lives in the GUI thread.
class ApplyPreviewService : public QObject {
    Q_OBJECT

public:
    ApplyPreviewService(ScenarioDocument& document, Playback& playback, QObject* parent = nullptr);

public Q_SLOTS:
    /// Empty: nothing would happen where the drag or the field is now.
    void hover(const std::optional<quotaboard::Edit>& edit);
    /// What else is known of the hovered edit; goes along in effectFound().
    void addEffect(const QString& text);

Q_SIGNALS:
    /// Lines for the badge of the hovered edit; empty for none.
    void effectFound(const QString& text);
    /// The same without what addEffect() added.
    void riskFound(const QString& text);
    /// An edit was done that puts jobs at risk: its words and the risk, for the strip.
    void editAtRisk(const QString& text);

private:
    void tryOut();
    void onEdited(const QString& text);
    void tell();

    ScenarioDocument& document_;
    Playback& playback_;
    QTimer rest_;
    std::optional<Edit> edit_;
    QString risk_;
    QString effect_;
    std::uint64_t hoverTicket_ = 0;
    std::uint64_t editTicket_ = 0;
    LatestWorker hoverWorker_;
    LatestWorker editWorker_;
};

/// A sentence for what is preempted at once, and one for what becomes preemptable; none for an empty preview.
[[nodiscard]] QStringList applyPreviewTexts(const Scenario& scenario, const ApplyPreview& preview);

} // namespace quotaboard
