// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/playback/playback.h"

#include "ui/logic/bridge/run_service.h"
#include "ui/logic/document/scenario_document.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr int kFrameMs = 33;
/// Longer frames than this would be felt; playing slows down instead, and says so.
constexpr double kMostFrameSeconds = 0.1;
/// At Max the whole run passes in about this long.
constexpr double kMaxSpeedSeconds = 4.0;
constexpr double kSpeedSmoothing = 0.2;
constexpr double kMsPerSecondF = 1000.0;
/// Replaying at most this many events costs less than looking for a snapshot and copying it.
constexpr std::size_t kReplayEvents = 20'000;

bool isDecision(const JobEvent& event)
{
    return event.kind == EventKind::Scheduled || event.kind == EventKind::Preempted;
}

} // namespace

Playback::Playback(ScenarioDocument& document, QObject* parent)
    : QObject(parent)
    , document_(document)
    , service_(std::make_unique<RunService>())
{
    timer_.setInterval(kFrameMs);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Playback::onTick);
    connect(service_.get(), &RunService::finished, this, &Playback::takeResult);
    connect(service_.get(), &RunService::failed, this, [this](const Error& error) {
        failure_ = error;
        progressTimer_.stop();
        pause();
        Q_EMIT computingChanged();
    });
    connect(&document_, &ScenarioDocument::opened, this, [this] {
        pause();
        simulator_.reset();
        result_.reset();
        now_ = 0;
        parked_.reset();
        watch_.setRun(nullptr);
        watch_.setBreakpoints(document_.extras().breakpoints);
        watch_.forgetHits();
        Q_EMIT resultChanged();
        Q_EMIT positionChanged();
    });
    connect(&document_, &ScenarioDocument::changed, this, &Playback::onScenarioChanged);
    connect(&document_, &ScenarioDocument::extrasChanged, this,
        [this] { watch_.setBreakpoints(document_.extras().breakpoints); });
    progressTimer_.setInterval(100);
    connect(&progressTimer_, &QTimer::timeout, this, &Playback::computingChanged);
    watch_.setBreakpoints(document_.extras().breakpoints);
    if (document_.isOpen())
        onScenarioChanged();
}

Playback::~Playback() = default;

bool Playback::isComputing() const
{
    return service_->isRunning();
}

double Playback::computingFraction() const
{
    return service_->fraction();
}

TimeMs Playback::end() const
{
    return result_ ? result_->end : 0;
}

std::size_t Playback::eventPosition() const
{
    return result_ ? result_->log.lowerBound(now_ + 1) : 0;
}

const std::vector<double>& Playback::speedSteps()
{
    static const std::vector<double> steps{10.0 * kMsPerSecond, 1.0 * kMsPerMinute, 10.0 * kMsPerMinute,
        1.0 * kMsPerHour, 6.0 * kMsPerHour, 1.0 * kMsPerDay, kMaxSpeed};
    return steps;
}

void Playback::setBreakpoints(std::vector<Breakpoint> breakpoints)
{
    watch_.setBreakpoints(std::move(breakpoints));
}

void Playback::onScenarioChanged()
{
    failure_.reset();
    if (!document_.isOpen()) {
        service_->cancel();
        progressTimer_.stop();
        return;
    }
    service_->request(document_.scenario());
    progressTimer_.start();
    Q_EMIT computingChanged();
}

void Playback::takeResult(std::shared_ptr<const RunResult> result)
{
    progressTimer_.stop();
    // The simulator reads the scenario of its run, which must outlive it.
    simulator_.reset();
    result_ = std::move(result);
    watch_.setRun(result_);
    const TimeMs wanted = std::max(now_, parked_.value_or(0));
    now_ = std::min(wanted, end());
    parked_ = wanted > now_ ? std::optional(wanted) : std::nullopt;
    Q_EMIT computingChanged();
    Q_EMIT resultChanged();
    place(now_);
    Q_EMIT positionChanged();
}

void Playback::place(TimeMs time)
{
    const Scenario& scenario = *result_->scenario;
    const EventLog& log = result_->log;
    const bool goesOn = simulator_ && simulator_->now() <= time
        && log.lowerBound(time + 1) - std::min<std::size_t>(simulator_->eventCount(), log.size()) <= kReplayEvents;
    if (goesOn)
        // The run was made once, so it settles at every timestamp again.
        (void)simulator_->run(nullptr, time);
    else
        simulator_.emplace(result_->snapshots.at(scenario, time));
    now_ = time;
}

void Playback::play()
{
    if (isPlaying() || !result_)
        return;
    if (now_ >= end())
        toStart();
    parked_.reset();
    actualSpeed_ = 0;
    frame_.start();
    timer_.start();
    Q_EMIT playingChanged(true);
}

void Playback::pause(const QString& reason)
{
    if (!isPlaying())
        return;
    timer_.stop();
    actualSpeed_ = 0;
    Q_EMIT playingChanged(false);
    Q_EMIT speedChanged();
    Q_EMIT paused(reason);
}

void Playback::togglePlaying()
{
    if (isPlaying())
        pause();
    else
        play();
}

void Playback::setSpeed(double speed)
{
    if (std::equal_to<>()(speed, speed_))
        return;
    speed_ = speed;
    Q_EMIT speedChanged();
}

void Playback::slower()
{
    const auto& steps = speedSteps();
    const auto at = std::lower_bound(steps.begin(), steps.end(), speed_);
    if (at != steps.begin())
        setSpeed(*(at - 1));
}

void Playback::faster()
{
    const auto& steps = speedSteps();
    const auto at = std::upper_bound(steps.begin(), steps.end(), speed_);
    if (at != steps.end())
        setSpeed(*at);
}

void Playback::onTick()
{
    const double wall = std::max(1e-3, static_cast<double>(frame_.restart()) / kMsPerSecondF);
    // Until it is known where to stop: a moment after a new run or another breakpoint.
    if (!watch_.isReady())
        return;
    const double seconds = std::min(wall, kMostFrameSeconds);
    const double speed = speed_ >= kMaxSpeed ? std::max(1.0, static_cast<double>(end()) / kMaxSpeedSeconds) : speed_;
    const TimeMs from = now_;
    // At least a millisecond, so that playing always gets on.
    const TimeMs wanted = std::max<TimeMs>(from + 1, from + std::llround(speed * seconds));
    const TimeMs until = std::min(wanted, end());
    const std::optional<BreakpointWatch::Stop> stop = watch_.next(from, until);
    place(stop ? stop->at : until);
    actualSpeed_ += (static_cast<double>(now_ - from) / wall - actualSpeed_) * kSpeedSmoothing;
    const std::vector<BreakpointWatch::Passed> passed = watch_.pass(from, now_);
    Q_EMIT positionChanged();
    if (!passed.empty())
        Q_EMIT breakpointsPassed(passed);
    if (stop) {
        pause(stop->reason);
        watch_.count(stop->at);
        if (!stop->loop.empty())
            Q_EMIT loopFound(stop->loop);
    } else if (now_ >= end()) {
        pause(tr("End of the run"));
    }
}

void Playback::seek(qint64 time)
{
    if (!result_)
        return;
    parked_.reset();
    place(std::clamp<TimeMs>(time, 0, end()));
    Q_EMIT positionChanged();
}

void Playback::toStart()
{
    seek(0);
}

void Playback::toEnd()
{
    seek(end());
}

void Playback::nextEvent()
{
    const std::size_t at = eventPosition();
    if (result_ && at < result_->log.size())
        seek(result_->log.timeOf(at));
    else if (result_)
        toEnd();
}

void Playback::previousEvent()
{
    if (!result_ || isAtStart())
        return;
    const std::size_t first = result_->log.lowerBound(now_);
    if (first == 0)
        toStart();
    else
        seek(result_->log.timeOf(first - 1));
}

void Playback::nextDecision()
{
    if (!result_)
        return;
    for (std::size_t at = eventPosition(); at < result_->log.size(); ++at) {
        if (isDecision(result_->log[at])) {
            seek(result_->log.timeOf(at));
            return;
        }
    }
    toEnd();
}

void Playback::previousDecision()
{
    if (!result_ || isAtStart())
        return;
    for (std::size_t at = result_->log.lowerBound(now_); at-- > 0;) {
        if (isDecision(result_->log[at])) {
            seek(result_->log.timeOf(at));
            return;
        }
    }
    toStart();
}

} // namespace quotaboard
