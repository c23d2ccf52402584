// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "ui/logic/bridge/clock_style.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QBoxLayout;
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

    /// How the clock writes the time.
    void setClockStyle(ClockStyle style);

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A click on the clock asks for its next way of writing.
    void clockStyleWanted(quotaboard::ClockStyle style);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Clock and scrubber get a line of their own where one is not wide enough for all.
    void followRoom();
    /// What the first line needs without clock and scrubber, px.
    [[nodiscard]] int widthOfControls() const;
    QToolButton* addButton(QAction* action);
    void build();
    void followPosition();
    void followResult();
    void followExtras();
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
    QBoxLayout* first_ = nullptr;
    QBoxLayout* second_ = nullptr;
    /// Holds clock and scrubber; in one of the two lines.
    QWidget* time_ = nullptr;
    /// Its place in the first line.
    int timeIndex_ = 0;
    QSlider* speed_ = nullptr;
    /// Where the jobs come from: "Sandbox", "Simulate".
    QLabel* mode_ = nullptr;
    QLabel* speedLabel_ = nullptr;
    QLabel* clock_ = nullptr;
    ClockStyle clockStyle_ = ClockStyle::Utc;
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
