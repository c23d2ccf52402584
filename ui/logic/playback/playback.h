// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/run_result.h"
#include "core/simulation/board_state.h"
#include "ui/logic/playback/breakpoint_watch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

namespace quotaboard {

class ScenarioDocument;
class RunService;

/// The clock of the board. A run of the document's scenario is made in the background whenever the scenario changes;
/// playing, stepping and seeking move a position within it, and simulator() is the state at that position. The events
/// seen are those of an uninterrupted run by construction. Lives in the GUI thread and never blocks it for long.
class Playback : public QObject {
    Q_OBJECT

public:
    explicit Playback(ScenarioDocument& document, QObject* parent = nullptr);
    ~Playback() override;

    /// The newest finished run; null before the first one is ready.
    [[nodiscard]] std::shared_ptr<const RunResult> result() const { return result_; }
    /// A newer run is being made; result() is of the scenario before the edit.
    [[nodiscard]] bool isComputing() const;
    /// Of the run being made: jobs ended of all. 0 to 1.
    [[nodiscard]] double computingFraction() const;
    /// The run could not be made (for example TooManyRounds); empty when it could.
    [[nodiscard]] std::optional<Error> failure() const { return failure_; }

    /// Simulation time, ms.
    [[nodiscard]] TimeMs now() const { return now_; }
    /// The clock stands at 0; what happens at 0 has happened, as at every other position.
    [[nodiscard]] bool isAtStart() const { return now_ == 0; }
    [[nodiscard]] TimeMs end() const;
    /// The state at now(); null before the first run is ready. Valid until the position changes.
    [[nodiscard]] const Simulator* simulator() const { return simulator_ ? &*simulator_ : nullptr; }
    /// Events of the log at or before now().
    [[nodiscard]] std::size_t eventPosition() const;

    [[nodiscard]] bool isPlaying() const { return timer_.isActive(); }
    /// Simulated ms per second of the wall clock; kMaxSpeed = as fast as it goes.
    [[nodiscard]] double speed() const { return speed_; }
    static constexpr double kMaxSpeed = 1e18;
    /// The steps of the speed control: 10 s, 1 min, 10 min, 1 h, 6 h, 1 d a second, Max.
    [[nodiscard]] static const std::vector<double>& speedSteps();
    /// What was really reached lately, simulated ms per second; 0 while not playing.
    [[nodiscard]] double actualSpeed() const { return actualSpeed_; }

    /// Where playing stops by itself: at the breakpoints of the document, as long as nobody sets others.
    [[nodiscard]] BreakpointWatch& watch() { return watch_; }
    [[nodiscard]] const BreakpointWatch& watch() const { return watch_; }
    [[nodiscard]] const std::vector<Breakpoint>& breakpoints() const { return watch_.breakpoints(); }
    /// Until the document's change.
    void setBreakpoints(std::vector<Breakpoint> breakpoints);

public Q_SLOTS:
    void play();
    /// `reason` is told to paused(); empty when the user did it.
    void pause(const QString& reason = {});
    void togglePlaying();
    void setSpeed(double speed);
    void slower();
    void faster();
    /// To the state after everything at or before `time`.
    void seek(qint64 time);
    void toStart();
    void toEnd();
    /// To the next or previous timestamp at which something happens.
    void nextEvent();
    void previousEvent();
    /// The same for dispatches and preemptions.
    void nextDecision();
    void previousDecision();

Q_SIGNALS:
    /// now() or simulator() changed.
    void positionChanged();
    void playingChanged(bool playing);
    void speedChanged();
    /// Another result(); positionChanged() follows.
    void resultChanged();
    /// isComputing() or computingFraction() changed.
    void computingChanged();
    void paused(const QString& reason);
    /// Playing met breakpoints that do not stop it.
    void breakpointsPassed(const std::vector<quotaboard::BreakpointWatch::Passed>& passed);
    /// Playing was paused at a preemption loop of these jobs; paused() came before.
    void loopFound(const std::vector<quotaboard::JobIndex>& jobs);

private:
    void onTick();
    void onScenarioChanged();
    void takeResult(std::shared_ptr<const RunResult> result);
    void place(TimeMs time);

    ScenarioDocument& document_;
    std::unique_ptr<RunService> service_;
    std::shared_ptr<const RunResult> result_;
    std::optional<Simulator> simulator_;
    std::optional<Error> failure_;
    TimeMs now_ = 0;
    /// Where the clock stood before a shorter run moved it to its end; a longer one brings it back.
    std::optional<TimeMs> parked_;
    QTimer timer_;
    QElapsedTimer frame_;
    double speed_ = 3'600'000.0;
    double actualSpeed_ = 0;
    QTimer progressTimer_;
    BreakpointWatch watch_;
};

} // namespace quotaboard
