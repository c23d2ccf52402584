// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/preemption_service.h"
#include "ui/logic/playback/playback.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QFrame;
class QLabel;
class QTableView;

namespace quotaboard {

class CandidatesModel;

/// Why a job was preempted, up to the clock: whose claim, what kind, what was lost, and all candidates in the order in
/// which they were gone through. Of several preemptions the last, unless another is chosen. Hidden for a job that was
/// never preempted. What it tells is looked up in the background.
class PreemptionView : public QWidget {
    Q_OBJECT

public:
    explicit PreemptionView(Playback& playback, QWidget* parent = nullptr);

    /// An invalid job hides it.
    void show(JobIndex job);
    /// Chooses the preemption of an attempt (1-based) of the job on show; none when it was not preempted.
    void choose(std::uint32_t attempt);
    /// All that it says as text; empty while it says nothing.
    [[nodiscard]] QString asText() const;

private:
    struct Event {
        std::size_t index = 0;
        std::uint32_t attempt = 0;
        TimeMs time = 0;
    };

    void findEvents();
    void fillChoice(std::size_t count);
    void ask(std::size_t index);
    void take(const PreemptionAnswer& answer);

    Playback& playback_;
    PreemptionService service_;
    CandidatesModel* candidates_;
    QComboBox* choice_;
    QFrame* card_;
    QLabel* headline_;
    QLabel* sentence_;
    QLabel* rule_;
    QTableView* table_;
    /// All preemptions of the job in the run.
    std::shared_ptr<const RunResult> result_;
    JobIndex job_;
    std::vector<Event> events_;
    std::size_t known_ = 0;
    /// Chosen by hand; the last one otherwise.
    std::optional<std::size_t> chosen_;
    std::optional<std::size_t> asked_;
};

} // namespace quotaboard
