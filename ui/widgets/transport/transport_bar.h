// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QSlider;
class QToolButton;

namespace quotaboard {

class Playback;
class ScenarioDocument;
class Scrubber;
class Theme;
class TransportActions;

/// Clock, speed and scrubber below every page. Shows what Playback does and asks it for more; holds no state of the run
/// itself. Lives in the GUI thread.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    TransportBar(
        ScenarioDocument& document, Playback& playback, const Theme& theme, TransportActions& actions, QWidget* parent);

private:
    QToolButton* addButton(QAction* action);
    void build();
    void followPosition();
    void followResult();
    void followSpeed();
    void followComputing();
    /// Tells when the wanted speed is not reached; at most twice a second, so that it can be read.
    void followRealSpeed();
    void followTheme();
    void countPreemptions();
    /// Drags ask for more seeks than can be shown: the newest one is done once per turn of the event loop.
    void requestSeek(TimeMs time);
    void followDragging(bool isDragging);

    ScenarioDocument& document_;
    Playback& playback_;
    const Theme& theme_;
    TransportActions& actions_;
    QSlider* speed_ = nullptr;
    QLabel* speedLabel_ = nullptr;
    QLabel* clock_ = nullptr;
    QLabel* endLabel_ = nullptr;
    QLabel* computingLabel_ = nullptr;
    QProgressBar* computingBar_ = nullptr;
    Scrubber* scrubber_ = nullptr;
    QTimer computingDelay_;
    QTimer realSpeedTimer_;
    QTimer seekTimer_;
    std::optional<TimeMs> wantedSeek_;
    bool wasPlaying_ = false;
    /// Which run a count under way belongs to.
    int countRound_ = 0;
};

} // namespace quotaboard
